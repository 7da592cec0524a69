"""Random tests of the whole project: `make soak`, or `python -m tools.soak --minutes 60`.

A soak generates random cases of many kinds, tries each case, and compares the results with those of the modules `naive`
and `rules`. These contain the simplest solvers and rules, which share no code with Langkah. A case is a small, complete
JSON value. A failing case is saved in tests/soak_cases, where every later run of tests/test_soak.py tries it again.
"""
