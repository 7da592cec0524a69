"""Answers that carry their proof: `certificate` writes one, `checker` checks it with nothing but a puzzle's rules.

The format is described in docs/proofs.md. The checker imports neither searches nor the engine: to trust an answer about
a puzzle, read `checker`, the numbers in `state_text` and the rules of that puzzle.
"""
