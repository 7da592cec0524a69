"""The compiled loops. Every module here imports Numba: only `langkah.engine.native` imports them, to compile one.

A kernel is a plain function at the top level of its module. The names `expand` and `goal` in it stand for the puzzle's
own functions and are bound when it is compiled, so that they end up inside its innermost loop.
"""
