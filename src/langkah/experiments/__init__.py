"""Experiments: many searches on many problems, one row for each run, which can be repeated, resumed and compared.

`definition` describes an experiment, in Python or in a TOML file (`toml_file`); `instances` are its problems, each of
which can be sent to another process; `one_run` makes the row of one run; `driver` runs all of them, in this process, in
other processes or on a cluster, and appends each row to a folder (`rows`).
"""
