"""Answers that carry their proof: `certificate` writes one, `checker` checks it with nothing but a puzzle's rules.

The format is described in docs/proofs.md. The checker imports neither searches nor the engine, and nothing of this
room: whoever wants to trust an answer reads one file and the rules of the puzzle.
"""
