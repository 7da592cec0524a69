"""Tests whether two state spaces are isomorphic: they have the same start, goals, steps and costs, up to the names of
the states.

Simple differences are reported first: the numbers of states, goals and steps, and the numbers of states at each depth.
The actual test is colour refinement: every state gets a colour, and states of one colour get different colours if the
colours of their neighbours differ, until nothing changes. Then states of the same colour are matched by backtracking.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from langkah.language import _

Row = Sequence[Any]  # a state: whether it is a goal, its steps as (number, cost), and its text
MOST_TRIES = 100_000  # pairs of states that the matching tries if colours alone do not decide


def find_difference(mine: Sequence[Row], theirs: Sequence[Row]) -> str:
    """A description of the first difference between a space and the correct one; "" if none is found."""
    counts = (
        (_("{n} states instead of {right}"), len),
        (_("{n} goals instead of {right}"), lambda rows: sum(bool(row[0]) for row in rows)),
        (_("{n} steps instead of {right}"), lambda rows: sum(len(row[1]) for row in rows)),
    )
    for text, count in counts:
        if count(mine) != count(theirs):
            return text.format(n=count(mine), right=count(theirs))
    depths, right = _count_depths(mine), _count_depths(theirs)
    for depth, (n, m) in enumerate(zip(depths, right, strict=False)):
        if n != m:
            return _("{n} states at depth {depth} instead of {right}").format(n=n, depth=depth, right=m)
    colours = _colour(mine, theirs)
    ours, others = colours[: len(mine)], colours[len(mine) :]
    if Counter(ours) != Counter(others):
        odd = next(number for number, colour in enumerate(ours) if colour not in set(others))
        return _("{state} matches no state of the correct space: its steps lead to different states").format(
            state=mine[odd][2]
        )
    return (
        ""
        if _match(mine, theirs, ours, others)
        else _("the steps connect the states differently than in the correct space")
    )


def _count_depths(rows: Sequence[Row]) -> list[int]:
    met, layer, counts = {0}, [0], []
    while layer:
        counts.append(len(layer))
        found = dict.fromkeys(step[0] for number in layer for step in rows[number][1])
        layer = [number for number in found if number not in met]
        met.update(layer)
    return counts


def _colour(mine: Sequence[Row], theirs: Sequence[Row]) -> list[int]:
    """The colour of every state of both spaces after refinement. States with different colours cannot correspond to
    each other.
    """
    shift = len(mine)
    steps = [[(number, cost) for number, cost in row[1]] for row in mine]
    steps += [[(number + shift, cost) for number, cost in row[1]] for row in theirs]
    into: list[list[tuple[int, Any]]] = [[] for _state in steps]
    for number, found in enumerate(steps):
        for other, cost in found:
            into[other].append((number, cost))
    colours = [int(bool(row[0])) * 2 + int(number == 0) for rows in (mine, theirs) for number, row in enumerate(rows)]
    while True:
        seen = [
            (colour, tuple(sorted((colours[n], c) for n, c in out)), tuple(sorted((colours[n], c) for n, c in back)))
            for colour, out, back in zip(colours, steps, into, strict=True)
        ]
        names = {name: number for number, name in enumerate(sorted(set(seen), key=repr))}
        new = [names[name] for name in seen]
        if len(names) == len(set(colours)):
            return new
        colours = new


def _match(mine: Sequence[Row], theirs: Sequence[Row], ours: list[int], others: list[int]) -> bool:
    """Whether the two state graphs are isomorphic, tested by backtracking. For 900 states or more, and after
    `MOST_TRIES` attempts, the result is True without a complete test, because the colours agree.
    """
    tries = MOST_TRIES
    pairs: dict[int, int] = {}
    taken: set[int] = set()
    order = _list_in_order(mine)

    def fits(one: int, other: int) -> bool:
        if ours[one] != others[other]:
            return False
        known = Counter((pairs[n], c) for n, c in mine[one][1] if n in pairs)
        there = Counter((n, c) for n, c in theirs[other][1] if n in taken)
        back = all(
            (other, c) in [(n, d) for n, d in theirs[pairs[m]][1]] for m in pairs for n, c in mine[m][1] if n == one
        )
        return known == there and back

    def pair(place: int) -> bool:
        nonlocal tries
        if place == len(order):
            return True
        one = order[place]
        for other in range(len(theirs)):
            tries -= 1
            if tries < 0:
                return True  # the colours agree, and a full test would take too long
            if other not in taken and fits(one, other):
                pairs[one] = other
                taken.add(other)
                if pair(place + 1):
                    return True
                del pairs[one]
                taken.discard(other)
        return False

    if len(set(ours)) == len(ours):
        return True
    return pair(0) if len(order) < 900 else True


def _list_in_order(rows: Sequence[Row]) -> list[int]:
    order, met = [0], {0}
    for number in order:
        for other, _cost in rows[number][1]:
            if other not in met:
                met.add(other)
                order.append(other)
    return order
