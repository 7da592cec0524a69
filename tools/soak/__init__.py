"""The project's own attack on itself: `make soak`, or `python -m tools.soak --minutes 60`.

Random cases of many kinds are made, tried and compared with what `naive` and `rules` find: the plainest solvers and the
plainest rules there are, which share no code with Langkah. A case is a small JSON value that says all about itself. One
that fails is kept in tests/soak_cases, where tests/test_soak.py tries it again for ever after.
"""
