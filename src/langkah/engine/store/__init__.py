"""Layers of a state space kept in files: on one disk, in a folder that machines share, or in an object store.

Files hold the data, and whoever runs the tasks only schedules. A layer is cut into partitions by the hash of the state.
Two tasks make the next one: `expand_part` writes the successors of one partition, sorted by the partition they belong
to; `merge_part` gathers what belongs to one partition, drops what was met before, and writes a sorted Parquet file. A
file is written whole under a name that carries its checksum and is never changed, so every task can be run again, by
several workers at once or after any of them was killed. A layer counts once its record is written.
"""
