"""Explorations whose layers are files: on one disk, in a folder shared by machines, or in an object store.

All data is in files, and the driver (the process that runs the exploration) only schedules tasks. A layer is split into
partitions by the hash of the state. Two tasks make the next layer: `expand_part` writes the successors of one
partition, grouped by the partitions to which they belong; `merge_part` collects the successors for one partition, drops
known states, and writes a sorted Parquet file.

A file is written as a whole under a name with its checksum and never changes, so every task can be repeated, by several
workers at once or after any of them was killed. A layer is valid once its record is written.
"""
