"""Compares several searches on one problem or on many: what each search found and proved, and how much time and memory
it needed. All remarks are derived from these results alone.

Time and memory are measured in separate runs, because tracing every allocation makes Python several times slower: the
timed run is not traced, and a second run of the same search, up to the same node, measures memory.
"""

import tracemalloc
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import inf
from random import Random
from statistics import median
from typing import Any, NamedTuple

from langkah.data_frame import make_frame
from langkah.doctor_checks.goal_distances import Gap, find_worst_gap
from langkah.errors import BadInput, DoesNotFit
from langkah.games import list_instances, list_levels, load, split_level
from langkah.language import N_, _, format_number
from langkah.memory import measure_memory
from langkah.model import Cost, Estimate, Problem, Puzzle
from langkah.search import (
    ALGORITHMS,
    SearchRequest,
    explain_misfit,
    find_algorithm,
    find_estimate,
    get_algorithm_title,
    list_algorithms,
    run_search,
)
from langkah.settings import quote_value
from langkah.tracing import Cancelled, Limit, Progress, Result, Stats, Status, simplify_cost

ALL = "all"  # every level, or every estimate
MEMORY_SECONDS = 3.0  # how long memory is traced; for longer searches, the figure is a lower bound
USUAL_LIMIT, USUAL_LIMIT_OF_MANY = Limit(seconds=5.0), Limit(seconds=3.0)  # for each search: on one problem, on many

ANSWERS = {  # outcome of a search in a word
    "solved": N_("solved"),
    "impossible": N_("impossible"),
    "stopped": N_("stopped"),
    "win": N_("win"),
    "draw": N_("draw"),
    "loss": N_("loss"),
    "nodes": N_("node limit"),
    "seconds": N_("time limit"),
    "depth": N_("depth limit"),
    "memory": N_("memory limit"),
    "width": N_("beam too narrow"),
    "local": N_("local minimum"),
    "estimate": N_("heuristic may be wrong"),
    "interrupt": N_("interrupted"),
    "cancel": N_("cancelled"),
}


class Entry(NamedTuple):
    """A participant of a comparison: an algorithm, and the name of its estimate (None: the default estimate)."""

    algorithm: str
    estimate: str | None = None


class ComparisonRow(NamedTuple):
    """The result of one participant on one problem."""

    problem: str
    entry: Entry
    result: Result[Any, Any]
    memory: int | None = None  # peak bytes above the level before the search; None if it was not measured
    memory_whole: bool = True  # False: memory was traced for part of the search, so the figure is a lower bound
    interrupted: bool = False  # Ctrl-C came during the run for time or the run for memory

    @property
    def name(self) -> str:
        """The algorithm and its estimate, by the names used in code."""
        return self.result.algorithm + (f" ({self.result.estimate})" if self.result.estimate else "")

    @property
    def title(self) -> str:
        """The algorithm and its estimate, by the names people use."""
        return get_algorithm_title(self.result.algorithm, self.result.estimate)

    @property
    def solved(self) -> bool:
        """Whether the search found a plan that has a cost."""
        return self.result.status is Status.SOLVED and self.result.cost is not None

    def to_record(self) -> dict[str, Any]:
        """The row as a dictionary of plain values without nesting, for one row of a table."""
        result, names = self.result, ("problem", "algorithm", "estimate", "status", "limit", "cost", "optimal", "why")
        found = result.as_dict()
        told = {name: found[name] for name in names}
        return {**told, "moves": " ".join(result.notation), **found["stats"], "memory": self.memory}

    def as_dict(self) -> dict[str, Any]:
        """The row as plain JSON values."""
        return {**self.result.as_dict(), "memory": self.memory, "memory_whole": self.memory_whole}


def list_problems(
    problem: Problem[Any, Any] | str,
    settings: Mapping[str, object] | None = None,
    *,
    levels: Sequence[str] | None = None,
    random: int | None = None,
    seed: int = 0,
) -> list[Problem[Any, Any]]:
    """The problems on which searches are compared: `problem` itself, each line of an instance file, or the `levels` of
    the game. If `random` is given, each of these is replaced by that number of random starts.
    """
    if levels is None and isinstance(problem, str):
        found = [load(name, settings) for name in list_instances(problem) or [problem]]
    elif levels is None:
        assert not isinstance(problem, str)
        found = [problem]
    else:
        found = _load_levels(problem, settings, levels)
    if random is None:
        return found
    if type(random) is not int or random < 1:
        raise BadInput(_("random = {n}: this must be a whole number, at least 1").format(n=quote_value(random)))
    chance = Random(seed)
    starts = []
    for base in found:
        for index in range(1, random + 1):
            starts.append(base.random(chance))
            starts[-1].name = f"{base.name or repr(base)} #{index}"
    return starts


def _load_levels(game: object, settings: Mapping[str, object] | None, levels: Sequence[str]) -> list[Problem[Any, Any]]:
    if not isinstance(game, str) or split_level(game)[1] or game.endswith((".toml", ".jsonl")):
        text = _("levels = {levels}: use this only with the name of a game, not with {problem}")
        raise BadInput(text.format(levels=quote_value(",".join(levels)), problem=quote_value(game)))
    names = list_levels(game) if tuple(levels) == (ALL,) else levels
    if not names:
        raise BadInput(_("'{problem}' has no levels").format(problem=game))
    return [load(f"{game}:{name}", settings) for name in names]


def list_entries(
    problem: Problem[Any, Any], algorithms: Sequence[str] | None = None, estimates: Sequence[str] | None = None
) -> list[Entry]:
    """The participants of a comparison. If `algorithms` is None, these are all algorithms that fit the problem. If
    `estimates` is given, every algorithm that uses an estimate runs with each of them. Otherwise it runs with the
    default estimate and, if it assumes an admissible estimate, also with each inadmissible one.
    """
    names = list_algorithms(problem) if algorithms is None else [find_algorithm(name).name for name in algorithms]
    known = problem.all_estimates() if isinstance(problem, Puzzle) else ()
    for name in estimates or ():
        if not isinstance(problem, Puzzle):
            raise DoesNotFit(_("estimate '{name}': only puzzles have heuristics").format(name=name))
        find_estimate(problem, name)
    found: list[Entry] = []
    for name in names:
        row = ALGORITHMS[name]
        if estimates and "estimate" in row.options:
            found += [Entry(name, each) for each in estimates]
            continue
        found.append(Entry(name))
        if row.promises.trusts_estimate and "estimate" in row.options:
            found += [Entry(name, each.name) for each in known if not each.admissible]
    return found


def measure_entry(
    problem: Problem[Any, Any],
    entry: Entry,
    search: SearchRequest,
    memory: float = inf,
    progress: Progress | None = None,
    cancelled: Cancelled | None = None,
) -> ComparisonRow:
    """Run a participant and measure its time. If the search took less than `memory` seconds, also measure its memory: a
    search in plain Python runs a second time for this, a compiled search does not. `search` holds the options and
    limits.
    """
    search = replace(search, algorithm=entry.algorithm, estimate=entry.estimate or search.estimate)
    began = peak = measure_memory()

    def note_memory(stats: Stats) -> None:
        nonlocal peak
        peak = max(peak, measure_memory())
        if progress is not None:
            progress(stats)

    result = run_search(problem, search, progress=note_memory, cancelled=cancelled)
    row = ComparisonRow(problem.name or repr(problem), entry, result, interrupted=result.limit == "interrupt")
    if result.stats.seconds >= memory or row.interrupted:
        return row
    if result.stats.engine != "python":  # compiled searches allocate outside Python's counters
        return row._replace(memory=max(peak, measure_memory()) - began)
    nodes = result.stats.expanded + (result.status is not Status.STOPPED)
    return row._replace(**_measure_allocations(problem, search.bounded(nodes=nodes, seconds=MEMORY_SECONDS), cancelled))


def _measure_allocations(
    problem: Problem[Any, Any], search: SearchRequest, cancelled: Cancelled | None
) -> dict[str, Any]:
    """Repeat a search while every allocation is traced. Returns the peak memory, whether the repeated search got as far
    as the first one (otherwise the peak is only a lower bound), and whether Ctrl-C ended the repeated search.
    """
    tracemalloc.start()
    try:
        again = run_search(problem, search, cancelled=cancelled)
        return {
            "memory": tracemalloc.get_traced_memory()[1],
            "memory_whole": again.limit not in ("seconds", "interrupt", "cancel"),
            "interrupted": again.limit == "interrupt",
        }
    finally:
        tracemalloc.stop()


def find_least_cost(rows: Iterable[ComparisonRow]) -> Cost | None:
    """The least cost of a solution in these rows; None if no search found a solution with a cost."""
    costs = [row.result.cost for row in rows if row.solved and row.result.cost is not None]
    return min(costs) if costs else None


def write_remarks(rows: Sequence[ComparisonRow]) -> list[str]:
    """Remarks on the results of one problem."""
    best = find_least_cost(rows)
    lines: list[str] = []
    if best is not None:
        right = [row for row in rows if row.solved and row.result.cost == best]
        proofs = [row.title for row in right if row.result.optimal]
        lines.append(
            _("The least cost is {cost}, proved by {names}.").format(cost=format_number(best), names=", ".join(proofs))
            if proofs
            else _("The least cost found is {cost}; it is not proved to be the minimum.").format(
                cost=format_number(best)
            )
        )
        worse = [row for row in rows if row.solved and row.result.cost != best]
        if worse:
            names = ", ".join(f"{row.title} {format_number(simplify_cost(row.result.cost))}" for row in worse)
            lines.append(_("These searches found a more expensive solution: {names}.").format(names=names))
        lines += _describe_effort(right, format_number(best))
    lines += _describe_values(rows)
    impossible = [row.title for row in rows if row.result.status is Status.IMPOSSIBLE]
    if impossible:
        lines.append(_("These searches proved that there is no solution: {names}.").format(names=", ".join(impossible)))
    stopped = [
        f"{row.title} ({_(ANSWERS[row.result.limit or 'stopped'])})"
        for row in rows
        if row.result.status is Status.STOPPED
    ]
    if stopped:
        lines.append(_("These searches were stopped by a limit: {names}.").format(names=", ".join(stopped)))
    return [*lines, *find_contradictions(rows)]


def _describe_values(rows: Sequence[ComparisonRow]) -> list[str]:
    lines = []
    for value in dict.fromkeys(row.result.value for row in rows if row.result.value):
        right = [row for row in rows if row.result.value == value]
        proofs = [row for row in right if row.result.optimal]
        if proofs:
            text = _("The value for the side to move is '{value}', proved by {names}.")
            lines.append(text.format(value=_(value), names=", ".join(row.title for row in proofs)))
        if stopped := [row for row in right if not row.result.optimal]:
            text = _(
                "These searches found the value '{value}', but were stopped by a limit before they found the "
                "number of moves: {names}."
            )
            lines.append(text.format(value=_(value), names=", ".join(row.title for row in stopped)))
        lines += _describe_effort(proofs, _(value))
    return lines


def _describe_effort(right: Sequence[ComparisonRow], best: str) -> list[str]:
    """Remarks on the searches in `right`, which all found a plan of the least cost `best`: which search expanded the
    fewest nodes, and which needed the least memory.
    """
    if len(right) < 2:
        return []
    counts = [row.result.stats.expanded for row in right]
    few, many = (
        ", ".join(row.title for row, count in zip(right, counts, strict=True) if count == extreme)
        for extreme in (min(counts), max(counts))
    )
    text = _("Of the searches with the result {cost}, {few} expanded the fewest nodes ({n}), {many} the most ({most}).")
    if few == many:
        text = _("All searches whose result is {cost} expanded the same number of nodes ({n}).")
    nodes, most = map(format_number, (min(counts), max(counts)))
    lines = [text.format(cost=best, few=few, many=many, n=nodes, most=most)]
    counted = [row for row in right if row.memory is not None and row.memory_whole]
    if len(counted) > 1:
        light = min(counted, key=lambda row: row.memory or 0)
        text = _("{name} needed the least memory: {kb} KB.")
        lines.append(text.format(name=light.title, kb=format_number((light.memory or 0) / 1000, ",.1f")))
    return lines


def find_contradictions(rows: Sequence[ComparisonRow]) -> list[str]:
    """A remark if two proofs contradict each other, which means a defect in the puzzle or in Langkah; otherwise []."""
    proved = {row.result.cost for row in rows if row.solved and row.result.optimal}
    cheaper = find_least_cost(rows)
    impossible = any(row.result.status is Status.IMPOSSIBLE for row in rows)
    values = {row.result.value for row in rows if row.result.value}
    apart = len(proved) > 1 or len(values) > 1 or (bool(proved) and cheaper not in proved)
    if apart or (impossible and cheaper is not None):
        return [_("These answers contradict each other! `langkah doctor` may explain why.")]
    return []


def explain_misled(problem: Problem[Any, Any], rows: Sequence[ComparisonRow]) -> list[str]:
    """Why a search that assumes an admissible estimate went wrong: the state where the estimate exceeds the true cost
    most, and the result of the same search with an admissible estimate. Empty if no search was misled.
    """
    best = find_least_cost(rows)
    if not isinstance(problem, Puzzle) or best is None:
        return []
    wrong = [row for row in rows if row.solved and row.result.cost != best and trusts_estimate(problem, row)]
    lines = []
    for name in dict.fromkeys(row.result.estimate for row in wrong):
        estimate = find_estimate(problem, name)
        lines += [describe_gap(problem, estimate, find_worst_gap(problem, estimate))]
        for row in (row for row in wrong if row.result.estimate == name):
            better = [each for each in rows if is_same_but_admissible(problem, row, each) and each.result.cost == best]
            text = _(
                "{algorithm} finds cost {cost} with '{name}', but cost {best} with '{other}', which is admissible."
            )
            lines += [
                text.format(
                    algorithm=get_algorithm_title(row.result.algorithm),
                    cost=format_number(simplify_cost(row.result.cost)),
                    name=name,
                    best=format_number(best),
                    other=each.result.estimate,
                )
                for each in better
            ]
    return lines


def trusts_estimate(problem: Puzzle[Any, Any], row: ComparisonRow) -> bool:
    """Whether the search of `row` guarantees the least cost only with an admissible estimate, but used one that is not
    known to be admissible.
    """
    trusting = ALGORITHMS[row.result.algorithm].promises.trusts_estimate and row.result.estimate
    return bool(trusting) and not find_estimate(problem, row.result.estimate).admissible


def is_same_but_admissible(problem: Puzzle[Any, Any], row: ComparisonRow, other: ComparisonRow) -> bool:
    """Whether `other` is a search with the algorithm of `row` and an admissible estimate."""
    same = other.result.algorithm == row.result.algorithm and other.result.estimate
    return bool(same) and find_estimate(problem, other.result.estimate).admissible


def describe_gap(problem: Puzzle[Any, Any], estimate: Estimate, gap: Gap | None) -> str:
    """The state where an estimate exceeds the true cost most, in words. If `gap` is None, no such state is known, and
    the text says only that the estimate is not known to be admissible.
    """
    if gap is None:
        return _("The heuristic '{name}' is not known to be admissible.").format(name=_(estimate.name))
    text = _(
        "The heuristic '{name}' is not admissible: at {state} its value is {guess}, but a goal can be "
        "reached at cost {true} (the largest difference found)."
    )
    return text.format(
        name=_(estimate.name),
        state=problem.label(gap.state),
        guess=format_number(gap.estimate),
        true=format_number(gap.true),
    )


class Summary(NamedTuple):
    """The results of one algorithm over many problems. `least` is the number of problems for which the algorithm found
    the least cost known; the cost and the effort are medians.
    """

    name: str
    title: str
    runs: int
    solved: int
    proved: int
    least: int
    cost: float | None
    expanded: float
    generated: float
    frontier: float
    seconds: float
    memory: float | None


def summarize_rows(rows: Sequence[ComparisonRow]) -> list[Summary]:
    """A summary for each algorithm and heuristic, over all problems."""
    best = {name: find_least_cost(row for row in rows if row.problem == name) for name in {row.problem for row in rows}}
    found = []
    for entry in dict.fromkeys(row.entry for row in rows):
        mine = [row for row in rows if row.entry == entry]
        solved = [row for row in mine if row.result.status is Status.SOLVED]
        costs = [float(row.result.cost) for row in solved if row.result.cost is not None]
        memory = [row.memory for row in mine if row.memory is not None]
        stats = [row.result.stats for row in mine]
        found.append(
            Summary(
                mine[0].name,
                mine[0].title,
                len(mine),
                len(solved),
                sum(row.result.optimal for row in mine),
                sum(row.solved and row.result.cost == best[row.problem] for row in mine),
                median(costs) if costs else None,
                median(each.expanded for each in stats),
                median(each.generated for each in stats),
                median(each.frontier_max for each in stats),
                median(each.seconds for each in stats),
                median(memory) if memory else None,
            )
        )
    return found


def can_take_part(problem: Problem[Any, Any], entry: Entry) -> bool:
    """Whether the algorithm of `entry` can run on this problem."""
    return not explain_misfit(problem, entry.algorithm)


@dataclass(frozen=True, repr=False)
class Comparison:
    """The result of a comparison: all rows, and their problems. Conclusions follow from the rows: `remarks` on a single
    problem, or `summaries` with medians over many.

    >>> compare("hanoi", ["bfs", "a*"]).remarks[0]
    'The least cost is 31, proved by Breadth-first (BFS), A* (misplaced).'
    """

    rows: list[ComparisonRow]
    problems: dict[str, Problem[Any, Any]]

    def __repr__(self) -> str:
        names = f"{len(self.problems):,} problems" if self.many else ", ".join(self.problems)
        solved = sum(row.result.status is Status.SOLVED for row in self.rows)
        return f"<Comparison on {names}: {solved:,} of {len(self.rows):,} searches solved it>"

    @property
    def many(self) -> bool:
        """Whether there is more than one problem."""
        return len(self.problems) > 1

    @property
    def interrupted(self) -> bool:
        """Whether Ctrl-C ended the comparison."""
        return any(row.interrupted for row in self.rows)

    @property
    def remarks(self) -> list[str]:
        """Remarks on the results of a single problem; [] if there are several problems."""
        if self.many:
            return []
        (problem,) = self.problems.values()
        return [*write_remarks(self.rows), *explain_misled(problem, self.rows)]

    @property
    def summaries(self) -> list[Summary]:
        """A summary of each algorithm over many problems; [] if there is only one problem."""
        return summarize_rows(self.rows) if self.many else []

    def to_frame(self, library: str = "") -> Any:
        """A data frame with one row for each search, made by `library` ("polars" or "pandas"); by default, by the first
        of them that is installed.
        """
        return make_frame((row.to_record() for row in self.rows), library)

    def as_dict(self) -> dict[str, Any]:
        """The comparison as plain JSON values."""
        rows = [row.as_dict() for row in self.rows]
        return {"rows": rows, "remarks": self.remarks, "medians": [each._asdict() for each in self.summaries]}
