"""Pattern databases for any packed puzzle: exact distances in simplified copies of its space serve as an estimate.

A puzzle's packed form lists `abstractions`, functions that forget a part of a state. Each gives a smaller space with
the same `expand`; that space is explored once from the goals, and its distances are cached. A distance in the smaller
space never exceeds the distance in the puzzle, so the estimate is admissible by construction, provided that all goals
are listed, every step can be undone, and every step has an abstract step that costs no more. This module checks these
conditions on a sample; `langkah doctor` checks them on all states that it can list. The estimate is the maximum of the
distances in all abstractions, or their sum if no step changes more than one abstract state.
"""

import time
from array import array
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import cached_property
from heapq import heappop, heappush
from itertools import islice
from math import inf
from typing import TYPE_CHECKING, Any, NamedTuple

from langkah.errors import BadInput
from langkah.language import N_, _
from langkah.model import Cost, Estimate, Puzzle
from langkah.packed import Packed
from langkah.run import Run, get_running, report_patterns
from langkah.settings import quote_value

if TYPE_CHECKING:
    from langkah.engine.blocks import Words

FIRST_STATES = 2_000  # abstract states that Python tries before compiled code
REPORT_SECONDS = 0.1  # between two progress reports while a database is built
CHECKED_STATES = 200  # states whose steps are compared with the abstract steps before a database is built


class Distances(NamedTuple):
    """The abstract states from which a goal can be reached, with their distances."""

    states: "array[int]"
    costs: "array[int]"


class PatternDatabases:
    """The pattern databases of a puzzle, and their estimate of a packed state."""

    def __init__(self, packed: Packed[Any], parts: list[Distances]) -> None:
        self.packed, self.parts = packed, parts

    def guess(self, word: int) -> Cost:
        """The estimate of a packed state."""
        packed, look = self.packed, self.find_distance
        found = (look(number, packed.abstract(number, word)) for number in range(len(self.parts)))
        return sum(found) if packed.additive else max(found)

    @cached_property
    def find_distance(self) -> Callable[[int, int], Cost]:
        """A function (number, state) that looks up the distance of an abstract state: in the block that compiled code
        uses or, without compiled code, in dictionaries.
        """
        from langkah.engine.compiler import can_compile
        from langkah.engine.fingerprint import NotCompilable

        if can_compile():
            from langkah.engine.pattern_tables import look_into_block

            with suppress(NotCompilable):
                return look_into_block(self.parts, self.block)
        tables = [dict(zip(each.states, each.costs, strict=True)) for each in self.parts]
        return lambda number, state: tables[number].get(state, inf)

    @cached_property
    def block(self) -> "Words":
        """All databases in one block, for compiled code."""
        from langkah.engine.pattern_tables import fill_tables

        return fill_tables(self.parts)

    @property
    def size(self) -> int:
        """The total number of abstract states."""
        return sum(len(each.states) for each in self.parts)


def find_patterns(problem: Puzzle[Any, Any]) -> PatternDatabases:
    """The pattern databases of a puzzle: from memory or the cache, or built now. Raises `BadInput` if the puzzle does
    not meet their requirements.
    """
    known: Any = vars(problem).get("_patterns")
    if known is None:
        packed = _require_patterns(problem)
        goals = sorted(set(map(packed.pack, problem.goals() or ())))
        for text in islice(find_lost_steps(packed, islice(list_states(packed, [packed.start]), CHECKED_STATES)), 1):
            raise BadInput(text)
        parts = [_find_distances(packed, number, goals) for number in range(len(packed.abstractions))]
        known = vars(problem)["_patterns"] = PatternDatabases(packed, parts)
    assert isinstance(known, PatternDatabases)
    return known


def _estimate_by_patterns(problem: Puzzle[Any, Any], state: Any) -> Cost:
    patterns = find_patterns(problem)
    return patterns.guess(patterns.packed.pack(state))


PATTERNS = Estimate(
    N_("patterns"),
    _estimate_by_patterns,
    True,
    N_("pattern databases: exact distances in an abstraction that forgets part of the state"),
)


def _require_patterns(problem: Puzzle[Any, Any]) -> Packed[Any]:
    """The packed form of a puzzle. Raises an error unless the puzzle meets all requirements of pattern databases."""
    packed = problem.packed()
    name = problem.name or type(problem).__name__
    if packed is None or packed.expand is None or not packed.abstractions:
        raise BadInput(_("{problem}: patterns need packed() with `expand` and `abstractions`").format(problem=name))
    if packed.words != 1:
        raise BadInput(_("{problem}: patterns need states that fit into one machine word").format(problem=name))
    if not (packed.unit_cost or packed.costs):
        raise BadInput(_("{problem}: patterns need `unit_cost` or `costs` in packed()").format(problem=name))
    if problem.goals() is None or not problem.lists_all_goals or not problem.reversible:
        text = _("{problem}: patterns need goals(), `lists_all_goals = True` and `reversible = True`")
        raise BadInput(text.format(problem=name))
    return packed


def list_states(packed: Packed[Any], starts: Iterable[int]) -> Iterator[int]:
    """All states that can be reached from `starts`, nearest first."""
    waiting = list(dict.fromkeys(starts))
    found = set(waiting)
    for word in waiting:
        yield word
        for after in packed.successors(word):
            if after not in found:
                found.add(after)
                waiting.append(after)


def find_lost_steps(packed: Packed[Any], words: Iterable[int]) -> Iterator[str]:
    """Messages about steps that make a pattern estimate too high. There are two reasons: an abstraction has no abstract
    step that replaces the step and costs no more; or the distances of the abstractions are added, and the step counts
    in more than one of them.
    """
    numbers = range(len(packed.abstractions))
    known: list[dict[int, dict[int, Cost]]] = [{} for _number in numbers]  # the least cost of each abstract step
    for word in words:
        before, steps = [packed.abstract(number, word) for number in numbers], packed.list_steps(word)
        for after, cost in steps:
            changed = 0
            for number, here in enumerate(before):
                there = packed.abstract(number, after)
                changed += here != there
                if here not in known[number]:
                    known[number][here] = _find_cheapest_steps(packed, number, here)
                if known[number][here].get(there, inf) > cost:
                    yield _describe_lost_step(packed, number, word, after)
            if packed.additive and changed > 1:
                text = _(
                    "additive: the step from {state} to {after} changes the abstract state of more than one abstraction"
                )
                yield text.format(state=quote_value(word), after=quote_value(after))


def _find_cheapest_steps(packed: Packed[Any], number: int, here: int) -> dict[int, Cost]:
    """The abstract successors of the abstract state `here`, each with the least cost of a step to it. `here` itself is
    included with cost 0.
    """
    cheapest: dict[int, Cost] = {here: 0}
    for after, cost in list_abstract_steps(packed, number, here):
        cheapest[after] = min(cost, cheapest.get(after, inf))
    return cheapest


def _describe_lost_step(packed: Packed[Any], number: int, word: int, after: int) -> str:
    text = _(
        "abstraction {name}: the step from {state} to {after} needs an abstract step "
        "from {here} to {there} that costs no more, but there is none"
    )
    name = getattr(packed.abstractions[number], "__name__", str(number))
    here, there = packed.abstract(number, word), packed.abstract(number, after)
    values = {"state": word, "after": after, "here": here, "there": there}
    return text.format(name=name, **{each: quote_value(value) for each, value in values.items()})


def find_wrong_distances(patterns: PatternDatabases, goals: Iterable[int]) -> Iterator[str]:
    """Verify databases: yield a message for each wrong distance, and an empty text for each correct one. Goals must
    have distance 0, and no abstract step may increase the distance by more than its cost. If `find_lost_steps` also
    finds nothing, no distance in a database exceeds the distance in the puzzle.
    """
    packed, listed = patterns.packed, list(goals)
    for number, part in enumerate(patterns.parts):
        far = dict(zip(part.states, part.costs, strict=True))
        for goal in listed:
            if far.get(packed.abstract(number, goal)) != 0:
                yield _("patterns: the abstraction of the goal {state} does not have distance 0").format(state=goal)
        for state, cost in far.items():
            steps = list_abstract_steps(packed, number, state)
            right = all(far.get(after, inf) <= cost + more for after, more in steps)
            yield "" if right else _("patterns: the distance {n} of {state} is too high").format(n=cost, state=state)


def list_abstract_steps(packed: Packed[Any], number: int, word: int) -> list[tuple[int, int]]:
    """The steps from an abstract state: pairs of an abstract successor and a cost."""
    return [(packed.abstract(number, after), cost) for after, cost in packed.list_steps(word)]


def _find_distances(packed: Packed[Any], number: int, goals: list[int]) -> Distances:
    """One pattern database: built in Python if it is small, else taken from the cache or built by compiled code."""
    from langkah.engine.compiler import can_compile
    from langkah.engine.fingerprint import NotCompilable

    starts = tuple(sorted({packed.abstract(number, goal) for goal in goals}))
    if small := explore_plainly(packed, number, starts, FIRST_STATES):
        return small
    if can_compile():
        from langkah.engine.pattern_tables import find_kept_distances

        with suppress(NotCompilable):
            return find_kept_distances(packed, number, starts)
    found = explore_plainly(packed, number, starts)
    assert found is not None
    return found


class PatternReport:
    """Reports at regular intervals how many states a database has while it is being built. The first report comes after
    one interval.
    """

    def __init__(self, packed: Packed[Any], number: int) -> None:
        self.number, self.count = number + 1, len(packed.abstractions)
        self.next = time.perf_counter() + REPORT_SECONDS

    def __call__(self, states: int) -> None:
        now = time.perf_counter()
        if now >= self.next:
            self.next = now + REPORT_SECONDS
            report_patterns(self.number, self.count, states)


def explore_plainly(packed: Packed[Any], number: int, starts: tuple[int, ...], most: float = inf) -> Distances | None:
    """Build a database in Python, by Dijkstra's algorithm from the abstract goals `starts`; None if it has more than
    `most` states.
    """
    run, report = get_running() or Run[Any, Any](), PatternReport(packed, number)
    far: dict[int, Cost] = dict.fromkeys(starts, 0)
    heap: list[tuple[Cost, int]] = [(0, word) for word in starts]
    while heap:
        cost, word = heappop(heap)
        if cost > far[word]:
            continue
        run.check_now_and_then()
        report(len(far))
        if len(far) > most:
            return None
        for after, more in list_abstract_steps(packed, number, word):
            if cost + more < far.get(after, inf):
                far[after] = cost + more
                heappush(heap, (cost + more, after))
    return Distances(array("q", far), array("I", map(int, far.values())))
