"""Layers of a state space in files: on one disk, in a folder shared by machines, or in an object store.

All data is in files, and the driver only schedules tasks. A layer is split into partitions by the hash of the state.
Two tasks make the next one: `expand_part` writes the successors of one partition, sorted by their own partitions;
`merge_part` collects one partition, drops known states, and writes a sorted Parquet file. A file is written as a whole
under a name with its checksum and never changes, so every task can be repeated, by several workers at once or after any
of them was killed. A layer is valid once its record is written.
"""
