"""Builds pattern databases by compiled code, caches them, and looks up distances in them."""

from array import array
from collections.abc import Callable, Sequence
from functools import lru_cache
from math import inf
from typing import Any

from langkah.engine.blocks import Halves, Words
from langkah.engine.compiler import load_kernel
from langkah.engine.fingerprint import compute_fingerprint
from langkah.engine.kernels import best_first_control as at
from langkah.engine.kernels.patterns import fill_table, list_distances
from langkah.engine.object_cache import read_cached, write_cached
from langkah.engine.own_functions import get_abstract_functions
from langkah.engine.patterns import Distances, PatternReport, list_abstract_steps
from langkah.engine.space import OutOfMemory
from langkah.engine.spaces.node_table import NodeOrder, NodeTable
from langkah.engine.spaces.packed_loop import Estimator
from langkah.model import Cost
from langkah.packed import Packed
from langkah.run import Run, Stopped, get_running

KEPT_FILES, KEPT_STATES = 8, 1 << 23  # limits of the cache: number of databases, and states per database
GOLDEN, ALL_BITS = 0x9E3779B97F4A7C15, (1 << 64) - 1  # constants of the hash, as in `numba_instructions`
PORTION_STATES = 1 << 17  # between two checks of the limits


def find_kept_distances(packed: Packed[Any], number: int, starts: tuple[int, ...]) -> Distances:
    """The pattern database with this number, whose abstract goals are `starts`: from memory or the cache, or built now.
    Its cache key is the fingerprint of its definition.
    """
    function = packed.abstractions[number]
    key = compute_fingerprint(packed.expand, function, list(packed.data), starts, packed.costs, packed.out_length)
    held = _find_held(key)
    if not held:
        kept = read_cached(f"{key}.patterns")
        held.append(_explore(packed, number, starts) if kept is None else _read_distances(kept))
        if kept is None and len(held[0].states) <= KEPT_STATES:
            write_cached(f"{key}.patterns", held[0].states.tobytes() + held[0].costs.tobytes(), most=KEPT_FILES)
    return held[0]


@lru_cache(maxsize=8)
def _find_held(key: str) -> list[Distances]:
    """The list kept in memory for the database with this fingerprint. The list is empty at first; the caller adds the
    database to it.
    """
    del key
    return []


def _read_distances(body: bytes) -> Distances:
    """Read a cached database: 8 bytes for each state, then 4 for each distance."""
    count = len(body) // 12
    return Distances(array("q", body[: 8 * count]), array("I", body[8 * count :]))


def fill_tables(parts: Sequence[Distances]) -> Words:
    """All databases as hash tables in one block, for lookups by compiled code."""
    bits = [max((2 * len(each.states)).bit_length(), 4) for each in parts]
    tables = Words(2 * len(parts) + sum(2 << each for each in bits), huge=True)
    base = 2 * len(parts)
    for number, (part, size) in enumerate(zip(parts, bits, strict=True)):
        tables[2 * number], tables[2 * number + 1] = base, 64 - size
        states, costs = Words(len(part.states)), Halves(len(part.states))
        states.fill(part.states)
        costs.fill(part.costs)
        load_kernel(fill_table)(states, costs, len(part.states), tables, number)
        states.close()
        costs.close()
        base += 2 << size
    return tables


def look_into_block(parts: Sequence[Distances], block: Words) -> Callable[[int, int], Cost]:
    """A Python function of (number, state): the distance of an abstract state in the database with this number, or
    infinity if the database does not contain the state. The function reads the block that compiled code uses.
    """
    numbers = block.numbers
    heads = [(numbers[2 * number], numbers[2 * number + 1]) for number in range(len(parts))]

    def find_distance(number: int, state: int) -> Cost:
        base, shift = heads[number]
        product = state * GOLDEN & ALL_BITS
        slot = (product ^ product >> 32) >> shift
        while (there := numbers[base + 2 * slot]) != ~state:
            if there == 0:
                return inf
            slot = slot + 1 & (1 << 64 - shift) - 1
        return numbers[base + 2 * slot + 1]

    return find_distance


class AbstractForm(Packed[int]):
    """A packed form for one abstraction: its states are abstract states, and its steps lead to abstract states. The
    search that measures the distances of abstract states explores this form.
    """

    def __init__(self, packed: Packed[Any], number: int) -> None:
        self.whole, self.number = packed, number
        for name in ("expand", "branching", "scratch", "data", "costs", "goal"):
            setattr(self, name, getattr(packed, name))

    def list_steps(self, word: int) -> list[tuple[int, int]]:
        """The steps of the original packed form, with abstract successors."""
        return list_abstract_steps(self.whole, self.number, word)

    def is_goal(self, word: int) -> bool:
        """Always False: the search visits all states."""
        del word
        return False


def _explore(packed: Packed[Any], number: int, starts: tuple[int, ...]) -> Distances:
    """Search from the abstract goals `starts`; the result is all abstract states with their distances."""
    run, report = get_running() or Run[Any, Any](), PatternReport(packed, number)
    estimator = Estimator(None, lambda _word: 0, get_abstract_functions(packed, number), Words(1))
    try:
        table = NodeTable(AbstractForm(packed, number), estimator, NodeOrder(1, 0), starts, memory=run.limit.memory)
        while table.advance(PORTION_STATES) != at.DONE:
            run.check_now_and_then()
            report(table.now[at.USED])
    except OutOfMemory:
        raise Stopped("memory") from None
    slots, used = 1 << 64 - table.now[at.SHIFT], table.now[at.USED]
    states, costs = Words(used), Halves(used)
    count = load_kernel(list_distances)(table.slots, slots, states, costs)
    table.close()
    found = Distances(array("q", states.map[: 8 * count]), array("I", costs.map[: 4 * count]))
    states.close()
    costs.close()
    return found
