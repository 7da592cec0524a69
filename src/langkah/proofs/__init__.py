"""Writes and checks proofs of answers: `certificate` writes a certificate, and `checker` checks a certificate by the
puzzle's rules alone.

The format is described in docs/proofs.md. The checker imports neither searches nor the engine: to trust an answer about
a puzzle, you only need to read `checker`, `state_text` and the rules of that puzzle.
"""
