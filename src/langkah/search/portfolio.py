"""Runs several searches in turn until one proves its answer; used if no search was named.

The first choice leads: it is only paused, inside its limit check, while the others take their turns. The others start
over at each turn, and each round is twice as long as the one before, so that together they use at most as much time as
the leader. There are no threads: a browser has none, and Ctrl-C must end everything at once. All searches share the
limits.
"""

import time
from collections.abc import Iterable
from dataclasses import replace
from math import inf
from typing import Any, Generic

from langkah.language import _
from langkah.model import M, Problem, S
from langkah.run import Run, Stopped
from langkah.search.algorithm import Algorithm
from langkah.search.options import SearchRequest
from langkah.search.single import make_options, run_single
from langkah.search.table import get_algorithm_title, require_fit
from langkah.tracing import Cancelled, Limit, Progress, Result, Stats, Status, Tried

MOMENT_SECONDS = 1.0  # processor time for the first choice alone
MOMENT_SHARE = 0.25  # or this share of the time limit, if that is less
LEAST_SECONDS = 1e-6  # the least time of a turn: a limit must not be 0
FINAL_LIMITS = ("seconds", "nodes", "interrupt", "cancel")  # the limits shared by all searches
SUMS = ("expanded", "generated", "skipped", "pruned", "seconds", "compile_seconds")  # the counters that are added up


class _Answered(BaseException):
    """Raised when a search has proved its answer while the leader paused. This is not an error."""

    def __init__(self, result: Result[Any, Any]) -> None:
        super().__init__(result.algorithm)
        self.result = result


class LeadingRun(Run[S, M]):
    """The run of the leading search. When its turn is over, it pauses and lets the other searches run. Time for
    compiling is not counted.
    """

    portfolio: "Portfolio[S, M]"
    round_seconds = 0.0  # processor time of a turn
    most_seconds = inf  # most wall time of a turn, for a busy machine
    turn_began = 0.0, 0.0

    def begin_turn(self) -> None:
        """Start the leader's turn."""
        compiled = self.stats.compile_seconds
        self.turn_began = time.process_time() - compiled, time.perf_counter() - compiled

    def is_turn_over(self) -> bool:
        """Whether the leader's turn is over, by processor or elapsed time. Time for compiling is not counted."""
        worked, waited = time.process_time() - self.turn_began[0], time.perf_counter() - self.turn_began[1]
        compiled = self.stats.compile_seconds
        return worked - compiled >= self.round_seconds or waited - compiled >= self.most_seconds

    def check(self) -> None:
        """Check the limits; when the turn is over, let the others run, and check again."""
        super().check()
        if self.is_turn_over():
            self.portfolio.give_turns(self)
            super().check()
            self.begin_turn()


class TurnRun(Run[S, M]):
    """The run of another search for one turn of limited time. Time for compiling is not counted."""

    turn_seconds = 0.0

    def check(self) -> None:
        """Check the limits; raises `Stopped` at a limit, and also when the turn is over."""
        super().check()
        if self.stats.seconds - self.stats.compile_seconds >= self.turn_seconds:
            raise Stopped("seconds")


class Portfolio(Generic[S, M]):
    """The searches for a problem: `first` leads, and the others follow in the order given."""

    def __init__(
        self,
        problem: Problem[S, M],
        first: Algorithm,
        others: Iterable[str],
        request: SearchRequest,
        progress: Progress | None,
        cancelled: Cancelled | None,
    ) -> None:
        self.problem, self.request, self.progress, self.cancelled = problem, request, progress, cancelled
        self.leader, self.others = first, others  # names of the other searches, computed when needed
        self.began = time.perf_counter()
        self.tried: dict[str, Tried] = {}
        self.spent = Stats()  # the effort of all finished turns
        self.unproved: Result[S, M] | None = None  # the result with the cheapest plan that is not proved

    def run(self) -> Result[S, M]:
        """Run the searches until one proves its answer, and return its result with the effort of all searches. If no
        search does, return the result of the search that led last; if this has no plan, it gets the best plan of the
        other searches.
        """
        while True:
            try:
                result = self._lead()
            except _Answered as answered:
                return self._finish(answered.result)
            if not self.tried and _is_proved(result):
                return result
            self.others = list(self.others)
            if _is_proved(result) or result.limit in FINAL_LIMITS or not self.others:
                return self._finish(result)
            self._keep_plan(result)
            self.leader = require_fit(self.problem, self.others.pop(0))

    def _lead(self) -> Result[S, M]:
        """Run the leading search until it ends; the others get their turns meanwhile. Returns the result of the leading
        search; raises `_Answered` if another search proves its answer.
        """
        options = make_options(self.problem, self.leader, self.request)
        run: LeadingRun[S, M] = LeadingRun(self._find_rest(), options, None, self._report, self.cancelled)
        run.portfolio = self
        run.begin_turn()
        given = self.request.limit.seconds
        run.most_seconds = inf if given is None else given * MOMENT_SHARE
        run.round_seconds = min(MOMENT_SECONDS, run.most_seconds)
        turns_before = self.spent.seconds
        try:
            result = run_single(self.problem, self.leader, run)
        finally:
            own = run.stats.seconds - (self.spent.seconds - turns_before)
            self._add(self.leader.name, replace(run.stats, seconds=max(own, 0.0)))
        self._note_end(result)
        return result

    def give_turns(self, run: LeadingRun[S, M]) -> None:
        """Let each of the other searches run for an equal share of a round. Raises `_Answered` if one of them proves
        its answer.
        """
        self.others = list(self.others)
        share = run.round_seconds / max(len(self.others), 1)
        for name in tuple(self.others):
            self._take_turn(require_fit(self.problem, name), share, run)
        run.round_seconds = run.round_seconds * 2 if self.others else inf

    def _take_turn(self, row: Algorithm, seconds: float, leading: LeadingRun[S, M]) -> None:
        options, waiting = make_options(self.problem, row, self.request), leading.stats
        turn: TurnRun[S, M] = TurnRun(
            self._find_rest(waiting.expanded), options, None, lambda stats: self._report(stats, waiting), self.cancelled
        )
        turn.turn_seconds = seconds
        result = run_single(self.problem, row, turn)
        self._add(row.name, result.stats)
        if _is_proved(result):
            raise _Answered(result)
        self._note_end(result)
        if self.request.limit.nodes is not None:
            leading.limit = replace(leading.limit, nodes=self.request.limit.nodes - self.spent.expanded)
        if result.limit in ("interrupt", "cancel"):
            raise Stopped(result.limit)
        self._keep_plan(result)
        if result.limit not in FINAL_LIMITS:
            assert isinstance(self.others, list)
            self.others.remove(row.name)

    def _find_rest(self, expanded: int = 0) -> Limit:
        """The limits that remain after the effort spent so far; `expanded` is the number of nodes that the paused
        leader has expanded.
        """
        limit = self.request.limit
        if limit.seconds is not None:
            limit = replace(limit, seconds=max(limit.seconds - (time.perf_counter() - self.began), LEAST_SECONDS))
        if limit.nodes is not None:
            limit = replace(limit, nodes=max(limit.nodes - self.spent.expanded - expanded, 0))
        return limit

    def _add(self, name: str, stats: Stats) -> None:
        """Add the effort of the search `name` to its entry in `tried`, and to the total."""
        before = self.tried.get(name, Tried(name, 0, 0.0))
        seconds = round(before.seconds + stats.seconds, 6)
        self.tried[name] = Tried(name, before.expanded + stats.expanded, seconds)
        self.spent = _add_up(stats, self.spent)

    def _note_end(self, result: Result[S, M]) -> None:
        """Record the limit that ended a search in its entry in `tried`."""
        self.tried[result.algorithm] = self.tried[result.algorithm]._replace(limit=result.limit)

    def _report(self, stats: Stats, *waiting: Stats) -> None:
        if self.progress is not None:
            total = _add_up(stats, self.spent, *waiting)
            self.progress(replace(total, seconds=time.perf_counter() - self.began))

    def _keep_plan(self, result: Result[S, M]) -> None:
        best = self.unproved
        if result.cost is not None and (best is None or best.cost is None or result.cost < best.cost):
            self.unproved = result

    def _finish(self, result: Result[S, M]) -> Result[S, M]:
        """The result with the effort of all searches, and with a list of those searches that were tried but did not
        give the answer. A stopped result without a plan gets the best plan of the other searches.
        """
        best, tried = self.unproved, tuple(each for name, each in self.tried.items() if name != result.algorithm)
        seconds = time.perf_counter() - self.began
        result = replace(result, stats=replace(self.spent, engine=result.stats.engine, seconds=seconds))
        if result.cost is None and best is not None and result.status is Status.STOPPED:
            why = result.why + "; " + _("this is the best solution so far, not proved to be the cheapest")
            result = replace(result, cost=best.cost, path=best.path, notation=best.notation, why=why)
        if not tried:
            return result
        text = _("{name} gave the answer; also tried: {others}")
        if result.status is Status.STOPPED:
            text = _("tried: {name}, {others}")
        others = ", ".join(get_algorithm_title(each.algorithm) for each in tried)
        said = text.format(name=get_algorithm_title(result.algorithm), others=others)
        return replace(result, tried=tried, why="; ".join(filter(None, (result.why, said))))


def _is_proved(result: Result[Any, Any]) -> bool:
    return result.optimal or result.status is Status.IMPOSSIBLE


def _add_up(*parts: Stats) -> Stats:
    """The combined effort of several searches, with the engine (Python or compiled code) of the first."""
    found = replace(parts[0], frontier_max=max(each.frontier_max for each in parts))
    for name in SUMS:
        setattr(found, name, sum(getattr(each, name) for each in parts))
    return found
