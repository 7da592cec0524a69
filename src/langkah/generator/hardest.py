"""Finds the hardest starts of a puzzle, proved by exploring its whole space; or the hardest of all arrangements of its
pieces.

All arrangements of the pieces, connected or not, are searched at once: backwards from every goal arrangement. That
requires reversible steps of cost 1.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from langkah.engine.explore import explore
from langkah.errors import DoesNotFit
from langkah.generator.difference import find_pattern
from langkah.generator.source import Source
from langkah.generator.whole_space import explore_whole
from langkah.language import _
from langkah.model import Cost, Problem, Puzzle
from langkah.run import Deadline, Stopped
from langkah.search import SearchRequest, run_search
from langkah.tracing import Cancelled, Limit, Progress, Stats, Status

CHECK_STATES = 1024
CHECK_SECONDS = 10.0  # for the search that checks the file of a hardest start
MOST_SHOWN = 6  # hardest starts that become puzzles
ENDLESS = 1 << 62


@dataclass(frozen=True)
class HardPuzzle:
    """A hardest start, as a problem and as the content of its file: `head` names the game or class, `settings` are its
    settings.
    """

    problem: Puzzle[Any, Any]
    head: dict[str, str]
    settings: dict[str, object]


@dataclass
class HardestStarts:
    """The hardest starts of a puzzle: their least cost (None if there are none or a limit stopped the search), how many
    there are, and some of them as puzzles. `limit` names the limit that stopped the search, if any; `states` is the
    number of states explored.
    """

    least: Cost | None = None
    count: int = 0
    states: int = 0
    puzzles: list[HardPuzzle] = field(default_factory=list)
    limit: str = ""


def find_hardest(
    problem: Problem[Any, Any],
    *,
    layouts: bool = False,
    limit: Limit | None = None,
    progress: Progress | None = None,
    cancelled: Cancelled | None = None,
) -> HardestStarts:
    """Find the hardest reachable starts; with `layouts`, the hardest of all arrangements of the pieces. Raises
    `DoesNotFit` if the problem is not a puzzle, or if `layouts` is set and its arrangements cannot be listed.
    """
    source, bounds = Source(problem), limit or Limit()
    is_over = Deadline(bounds.seconds, cancelled)
    try:
        if layouts:
            return _find_hardest_layouts(source, bounds, is_over, progress)
        survey = explore(source.problem, limit=bounds, progress=progress, cancelled=cancelled)
        if not survey.complete or (survey.hardest is None and survey.goals):
            return HardestStarts(states=survey.states, limit=survey.limit or "memory")
        if survey.costs is not None and survey.costs.lowest != survey.costs.highest:
            return _find_dearest(source, is_over)
    except Stopped as stop:
        return HardestStarts(limit=stop.limit)
    if survey.hardest is None:
        return HardestStarts(states=survey.states)
    each: Cost = 1 if survey.costs is None else survey.costs.lowest
    found = HardestStarts(survey.hardest.distance * each, survey.hardest.count, survey.states)
    found.puzzles = _write_puzzles(source, survey.hardest.states, found.least)
    return found


def _find_dearest(source: Source, is_over: Deadline) -> HardestStarts:
    """Find the starts with the highest least cost, for a puzzle whose steps have different costs."""
    space = explore_whole(source.problem, ENDLESS, is_over)
    assert space is not None
    groups = space.group_by_least()
    if not groups:
        return HardestStarts(states=len(space.states))
    most = max(groups)
    found = HardestStarts(most, len(groups[most]), len(space.states))
    found.puzzles = _write_puzzles(source, map(space.get_state, groups[most]), most)
    return found


def _find_hardest_layouts(source: Source, limit: Limit, is_over: Deadline, progress: Progress | None) -> HardestStarts:
    """Find the hardest of all arrangements of the pieces, by a search backwards from all goal arrangements at once,
    layer by layer.
    """
    problem, packed = source.problem, source.problem.packed()
    goals = problem.goal_layouts()
    if goals is None or packed is None or not packed.unit_cost or not problem.reversible:
        text = _("{name}: the arrangements of its pieces cannot be listed; leave out --layouts")
        raise DoesNotFit(text.format(name=source.name))
    seen: set[int] = set()
    for number, state in enumerate(goals):
        if number % CHECK_STATES == 0:
            _check(is_over, limit, number)
        seen.add(packed.pack(state))
    layer, last, depth = sorted(seen), list[int](), 0
    while layer:
        last, fresh = layer, []
        for number, word in enumerate(layer):
            if number % CHECK_STATES == 0:
                _check(is_over, limit, len(seen))
                if progress is not None:
                    progress(Stats(expanded=len(seen)))
            for after in packed.successors(word):
                if after not in seen:
                    seen.add(after)
                    fresh.append(after)
        depth += bool(fresh)
        layer = fresh
    if not last:
        return HardestStarts()
    found = HardestStarts(depth, len(last), len(seen))
    found.puzzles = _write_puzzles(source, map(packed.unpack, sorted(last)), depth)
    return found


def _check(is_over: Deadline, limit: Limit, states: int) -> None:
    if is_over():
        raise Stopped(is_over.limit)
    if limit.nodes is not None and states > limit.nodes:
        raise Stopped("nodes")


def _write_puzzles(source: Source, states: Iterable[Any], least: Cost | None) -> list[HardPuzzle]:
    """Turn starts into at most `MOST_SHOWN` puzzles. Of starts that are equal up to rotation and reflection, only the
    first is used. A start is left out if no puzzle file can describe it, or if a search finds that the described puzzle
    has another least cost.
    """
    found: list[HardPuzzle] = []
    patterns: set[str] = set()
    for state in states:
        settings = source.list_settings(source.problem, state)
        problem = None if settings is None else source.build(settings)
        if settings is None or problem is None or (pattern := find_pattern(problem)) in patterns:
            continue
        patterns.add(pattern)
        result = run_search(problem, SearchRequest(limit=Limit(seconds=CHECK_SECONDS)))
        if result.status is not Status.STOPPED and result.cost != least:
            continue
        found.append(HardPuzzle(problem, source.head, settings))
        if len(found) == MOST_SHOWN:
            break
    return found
