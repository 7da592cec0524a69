"""A table that shows how the estimate of a state is computed, for example a reduced matrix. Textbooks print such tables
beside the nodes of a search tree.
"""

from typing import NamedTuple


class StateTable(NamedTuple):
    """A table with a heading for each row and column, and lines of arithmetic below it.

    `marked` lists the highlighted cells, by row and column from 0.

    >>> StateTable("Costs", ("", "a", "b"), (("a", "∞", "3"), ("b", "2", "∞")), ("3 + 2 = 5",)).notes
    ('3 + 2 = 5',)
    """

    title: str
    head: tuple[str, ...]  # starts with the heading of the row names
    rows: tuple[tuple[str, ...], ...]  # each starts with the name of the row
    notes: tuple[str, ...] = ()
    marked: tuple[tuple[int, int], ...] = ()
