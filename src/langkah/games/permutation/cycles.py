"""Permutations in text form, and their products. A permutation is written as cycles, `(1 2 3)(4 5)`, or as a word of
named permutations, `R U' R2`.

Places are numbered from 1 in texts and from 0 in code. A permutation is a tuple that gives, for each place, the place
its content comes from. The cycle (1 2 3) moves the content of 1 to 2, of 2 to 3, and of 3 to 1.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from math import lcm

from langkah.language import _
from langkah.settings import Mistakes, quote_value

Permutation = tuple[int, ...]
Cycles = list[list[int]]  # places from 0

MOST_PLACES = 120
MOST_WORD = 1000  # turns in a word
TOKEN = re.compile(r"\s*(?:(?P<open>\()|(?P<close>\))|(?P<number>[0-9]{1,6})|(?P<comma>,)|(?P<other>\S))")


def read_cycles(text: object, name: str, mistakes: Mistakes) -> Cycles:
    """The cycles in a text; [] after recording the mistakes in it. `name` is the name of the text in messages."""
    form = "(1 2 3)(4 5)"
    if not isinstance(text, str) or not text.strip():
        told = _("{name} = {value}: write cycles, as in {form}")
        mistakes.say(told.format(name=name, value=quote_value(text), form=form), name)
        return []
    cycles: Cycles = []
    met: set[int] = set()
    is_open = False
    for token in TOKEN.finditer(text.rstrip()):
        kind, column = token.lastgroup, token.start(token.lastgroup or 0) + 1
        number = int(token["number"]) if kind == "number" else 0
        told = ""
        if kind == "open" and not is_open:
            is_open = True
            cycles.append([])
        elif kind == "close" and is_open:
            is_open = False
        elif kind == "number" and is_open and 1 <= number <= MOST_PLACES and number not in met:
            met.add(number)
            cycles[-1].append(number - 1)
        elif kind == "number" and is_open and number in met:
            told = _("{name}: column {column}: {sign} occurs twice; write each place once, as in {form}")
        elif kind == "number" and is_open:
            told = _("{name}: column {column}: there is no place {sign}; places are numbered from 1 to {most}")
        elif kind != "comma" or not is_open:
            told = _("{name}: column {column}: {sign} is not allowed there; write cycles, as in {form}")
        if told:
            sign = quote_value(token[kind or 0].strip(), 20)
            mistakes.say(told.format(name=name, column=column, sign=sign, form=form, most=MOST_PLACES), name)
            return []
    if is_open:
        mistakes.say(_("{name}: the last cycle is not closed; add )").format(name=name), name)
        return []
    return [cycle for cycle in cycles if len(cycle) > 1]


def format_cycles(permutation: Permutation) -> str:
    """The cycles of a permutation as text; `()` for the identity."""
    onto = invert(permutation)
    left, found = set(range(len(onto))), ""
    for first in range(len(onto)):
        cycle = []
        place = first
        while place in left:
            left.remove(place)
            cycle.append(str(place + 1))
            place = onto[place]
        found += f"({' '.join(cycle)})" if len(cycle) > 1 else ""
    return found or "()"


def make_permutation(cycles: Cycles, size: int) -> Permutation:
    """The permutation of `size` places that has these cycles."""
    found = list(range(size))
    for cycle in cycles:
        for source, place in zip(cycle, cycle[1:] + cycle[:1], strict=True):
            found[place] = source
    return tuple(found)


def multiply(first: Sequence[int], second: Permutation) -> Permutation:
    """The result of applying the permutation `second` after the permutation `first`, or to the state `first`."""
    return tuple([first[source] for source in second])


def invert(permutation: Permutation) -> Permutation:
    """The inverse permutation."""
    found = [0] * len(permutation)
    for place, source in enumerate(permutation):
        found[source] = place
    return tuple(found)


def compute_order(cycles: Cycles) -> int:
    """The order of the permutation with these cycles: the least number of repetitions that gives the identity."""
    return lcm(*map(len, cycles))


def raise_power(permutation: Permutation, power: int) -> Permutation:
    """A power of a permutation; a negative power is a power of the inverse."""
    base = permutation if power >= 0 else invert(permutation)
    found: Permutation = tuple(range(len(permutation)))
    for _time in range(abs(power)):
        found = multiply(found, base)
    return found


def read_word(text: str, named: Mapping[str, tuple[Permutation, int]], mistakes: Mistakes) -> list[Permutation]:
    """The permutations that a word consists of; [] after recording mistakes. Each turn in the word is a name,
    optionally followed by a number of repetitions and by ' for the inverse. `named` gives for each name a permutation
    and the order of this permutation.
    """
    names = "|".join(sorted(map(re.escape, named), key=len, reverse=True))
    turn = re.compile(rf"(?P<name>{names})(?P<times>[0-9]{{1,4}})?(?P<back>['’])?")
    found: list[Permutation] = []
    place = 0
    while place < len(text):
        if text[place] in " \t\r\n,.":
            place += 1
            continue
        token = turn.match(text, place)
        if token is None:
            told = _(
                "start: column {column} is {sign}; write generators from {names}, each optionally followed "
                "by ' or a number"
            )
            shown = " ".join(named)
            mistakes.say(told.format(column=place + 1, sign=quote_value(text[place]), names=shown), "start")
            return []
        permutation, order = named[token["name"]]
        times = int(token["times"] or 1) % order
        found.append(raise_power(permutation, -times if token["back"] else times))
        place = token.end()
    if len(found) > MOST_WORD:
        mistakes.say(_("start: at most {n} turns are allowed").format(n=MOST_WORD), "start")
        return []
    return found


def count_steps(moves: Iterable[Permutation], size: int) -> list[list[int]]:
    """For each place, the least number of moves that take its content to each other place; -1 if none do."""
    onward = [invert(move) for move in moves]
    found = []
    for start in range(size):
        far = [-1] * size
        far[start] = 0
        queue = [start]
        for place in queue:
            for onto in onward:
                if far[onto[place]] < 0:
                    far[onto[place]] = far[place] + 1
                    queue.append(onto[place])
        found.append(far)
    return found
