"""Experiments: many searches on many problems, one row for each run, which can be repeated, resumed and compared.

`definition` is what is asked, in Python or in a TOML file (`toml_file`); `instances` are its problems, each of which
can travel to another process; `one_run` makes the row of one run; `driver` has all of them run, in this process, in
others or on a cluster, and appends each row to a folder (`rows`).
"""
