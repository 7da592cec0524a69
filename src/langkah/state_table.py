"""The working behind a state's estimate as a table: what a textbook writes beside a node, such as a reduced matrix."""

from typing import NamedTuple


class StateTable(NamedTuple):
    """A table with a heading for each row and column, and lines of arithmetic below it.

    `marked` are the cells, by row and column from 0, that a reader should see first.

    >>> StateTable("Costs", ("", "a", "b"), (("a", "∞", "3"), ("b", "2", "∞")), ("3 + 2 = 5",)).notes
    ('3 + 2 = 5',)
    """

    title: str
    head: tuple[str, ...]  # the heading of the rows' names first
    rows: tuple[tuple[str, ...], ...]  # the name of the row first
    notes: tuple[str, ...] = ()
    marked: tuple[tuple[int, int], ...] = ()
