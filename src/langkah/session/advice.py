"""Advice on a position: the least cost to the goal, a rating of each legal move, and a review of the moves that made
the position worse.

There are two methods, chosen by size. If the whole space is small, one table of distances answers every later question;
if not, each position is solved separately, and every solution also gives the answers for the positions along its path.
An answer without proof says so.
"""

import heapq
import math
import time
from collections.abc import Callable, Hashable, Iterable, Sequence
from itertools import count
from typing import Any, Literal, NamedTuple, cast

from langkah.language import N_, _, format_probability
from langkah.model import Chance, Cost, Game, Problem, Puzzle, Step
from langkah.run import Run, Stopped
from langkah.search import SearchRequest, run_search
from langkah.search.expectiminimax import ChanceValues
from langkah.search.retrograde import GameValues, value_all
from langkah.tracing import Cancelled, Limit, Status

FIRST_SHARE = 0.2  # share of the time for move ratings that the first, quick round of ratings may take
QUICK = Limit(nodes=200_000, seconds=2.0)
LARGEST_GAME_TABLE = 20_000  # positions of a two-player game
SAME_CHANCE = 1e-9
LARGEST_TABLE = 120_000  # states; about a second of plain Python
Verdict = Literal["better", "equal", "worse", "unknown"]
GameValue = Literal["", "win", "draw", "loss"]
VALUES = {N_("win"): 1, N_("draw"): 0, N_("loss"): -1}


class Least(NamedTuple):
    """The evaluation of a position: the least cost to a goal or, in a two-player game, the value for the side
    to move.
    """

    status: Status
    cost: Cost | None = None
    optimal: bool = False
    why: str = ""
    value: str = ""
    plan: tuple[Step[Any, Any], ...] = ()
    best: tuple[str, ...] = ()  # two players: every best move
    chance: float | None = None  # two players and dice: the probability that the side to move wins


class Mark(NamedTuple):
    """The rating of a legal move. `verdict` compares the position after the move with the position before the move:
    better, equal, worse or unknown. `best` is True if no move is better.
    """

    move: str
    verdict: Verdict
    best: bool
    least: Cost | None = None  # the least cost to a goal after the move
    value: GameValue = ""  # two players: the value for the player who makes it
    chance: float | None = None  # two players and dice: the probability that the player who makes it wins


class Lapse(NamedTuple):
    """A move that made the position worse: its number (from 1), and the better moves. `lost` is the cost that the move
    added; None in a two-player game, or if no goal can be reached after the move.
    """

    number: int
    move: str
    lost: Cost | None
    better: tuple[str, ...]
    text: str


class Advisor:
    """Evaluates the positions of one problem, and caches the results. One advisor can serve many sessions."""

    def __init__(self, problem: Problem[Any, Any]) -> None:
        self.problem = problem
        self.known: dict[Hashable, tuple[Least, int, Cost]] = {}  # evaluation, steps done in its plan, their cost
        self.table: _DistanceTable | None = None
        self.values: GameValues[Any, Any] | ChanceValues[Any, Any] | None = None  # values of all positions of a game
        self.too_large = False

    def least(self, state: Any, limit: Limit = QUICK, cancelled: Cancelled | None = None) -> Least:
        """The evaluation of a state: the least cost to a goal with a plan or, in a two-player game, the value for the
        side to move.
        """
        if self.table is not None:
            return self._from_table(self.table, state)
        if isinstance(self.problem, Game) and isinstance(self.problem, Chance):
            self.survey(limit, cancelled)
        if self.values is not None and self.values.knows(state):
            return self._judge_position(self.values, state)
        found = self._recall(state)
        if found is None or found.status is Status.STOPPED:
            result = run_search(self.problem.at(state), SearchRequest(limit=limit), cancelled=cancelled)
            found = Least(
                result.status,
                result.cost,
                result.optimal,
                result.why,
                result.value,
                result.path,
                tuple(map(self.problem.notation, result.best_moves)),
                None if result.probability is None else float(result.probability),
            )
            self._remember(state, found)
        return found

    def _judge_position(self, values: "GameValues[Any, Any] | ChanceValues[Any, Any]", state: Any) -> Least:
        """The evaluation of a position, read from the table `values` with the values of all positions."""
        found = values.judge(state)
        status = Status.SOLVED if found.exact else Status.STOPPED
        chance = None if found.chance is None else float(found.chance)
        best = tuple(map(self.problem.notation, found.best))
        return Least(status, None, found.exact, found.why, found.value, found.line, best, chance)

    def _recall(self, state: Any) -> Least | None:
        """The cached evaluation of a state, without the steps of a cached plan that come before this state; None if it
        is not cached.
        """
        if state not in self.known:
            return None
        found, done, spent = self.known[state]
        if found.cost is None or not done:
            return found
        return found._replace(cost=found.cost - spent, plan=found.plan[done:])

    def _remember(self, state: Any, found: Least) -> None:
        """Cache the evaluation `found` of a state. If it has a proved plan of a puzzle, the states along this plan are
        cached, too.
        """
        if len(self.known) > LARGEST_TABLE:
            self.known.clear()
        self.known[state] = found, 0, 0
        if isinstance(self.problem, Game) or not found.optimal or found.cost is None:
            return
        spent: Cost = 0
        for done, step in enumerate(found.plan[:LARGEST_TABLE], 1):
            spent += step.cost
            self.known[step.state] = found, done, spent

    def _from_table(self, table: "_DistanceTable", state: Any) -> Least:
        """The evaluation of a state, read from the table of all distances."""
        cost, onward = table.best.get(table.name(state), (None, None))
        if cost is None:
            return Least(Status.IMPOSSIBLE, why=_("no goal can be reached from here"))
        plan: list[Step[Any, Any]] = []
        while onward is not None:
            step = next(each for each in self.problem.steps(state) if table.name(each.state) == onward)
            plan.append(step)
            state, onward = step.state, table.best[onward][1]
        return Least(Status.SOLVED, cost, True, plan=tuple(plan))

    def survey(self, limit: Limit = QUICK, cancelled: Cancelled | None = None) -> bool:
        """If the space is small enough, build the table of all distances (for a puzzle) or of all values (for a
        two-player game). Later questions are answered from this table. Returns whether there is a table of distances.
        """
        if self.table is None and self.values is None and not self.too_large:
            if isinstance(self.problem, Puzzle) and type(self.problem).player_steps is Problem.player_steps:
                self.table = _make_distance_table(self.problem, limit, cancelled)
            elif isinstance(self.problem, Game):
                self.values = _value_positions(self.problem, limit, cancelled)
            self.too_large = self.table is None and self.values is None and not (cancelled and cancelled())
        return self.table is not None

    def marks(self, state: Any, limit: Limit = QUICK, cancelled: Cancelled | None = None) -> tuple[Mark, ...]:
        """The ratings of all legal moves in a state, in the order of the moves. The limit covers all of these ratings
        together.
        """
        ends = None if limit.seconds is None else time.perf_counter() + limit.seconds
        steps = list(self.problem.player_steps(state))
        if self.table is None and _tells_outlooks(self.problem):
            return self._mark_outlooks(steps, math.inf if limit.seconds is None else limit.seconds)
        self.survey(limit, cancelled)
        here = self.least(state, _find_rest_of_limit(limit, ends, 2), cancelled)
        shares = range(len(steps), 0, -1)  # the remaining time is shared among the remaining moves
        after = [
            self.least(step.state, _find_rest_of_limit(limit, ends, share), cancelled)
            for step, share in zip(steps, shares, strict=True)
        ]
        if isinstance(self.problem, Game):
            chances = all(each.chance is not None for each in after)
            return (self._mark_chances if chances else self._mark_game_steps)(state, steps, after)
        return tuple(self.mark_step(step, here, there) for step, there in zip(steps, after, strict=True))

    def _mark_outlooks(self, steps: Sequence[Step[Any, Any]], seconds: float) -> tuple[Mark, ...]:
        """The ratings of moves in a puzzle whose plans all cost the same: whether the puzzle can still be solved after
        the move. There are two rounds: the first takes little time for each move, and the second shares the rest of the
        time among the moves that are still undecided.
        """
        puzzle = cast("Puzzle[Any, Any]", self.problem)
        ends, outlooks = time.perf_counter() + seconds, dict[int, bool | None]()
        for part in (FIRST_SHARE, 1.0):
            open_moves = [number for number in range(len(steps)) if outlooks.get(number) is None]
            for judged, number in enumerate(open_moves):
                share = part * (ends - time.perf_counter()) / (len(open_moves) - judged)
                outlooks[number] = puzzle.outlook(steps[number].state, max(0.0, share))
        lost = all(each is False for each in outlooks.values())  # the position before the moves was lost already
        verdicts: dict[bool | None, Verdict] = {True: "better", None: "unknown", False: "equal" if lost else "worse"}
        return tuple(
            Mark(puzzle.notation(step.move), verdicts[outlooks[number]], outlooks[number] is True)
            for number, step in enumerate(steps)
        )

    def mark_step(self, step: Step[Any, Any], here: Least, there: Least) -> Mark:
        """The rating of a move in a puzzle. `here` is the evaluation of the position before the move, and `there` is
        that of the position after the move.
        """
        move = self.problem.notation(step.move)
        if there.status is Status.IMPOSSIBLE:
            return Mark(move, "worse" if here.status is Status.SOLVED else "equal", False)
        puzzle = cast("Puzzle[Any, Any]", self.problem)
        if puzzle.level_cost and there.cost is not None and (here.cost is None or there.cost < here.cost):
            return Mark(move, "better", True, there.cost)  # the puzzle can still be solved; all plans cost the same
        if here.cost is None or there.cost is None or not (here.optimal and there.optimal):
            return Mark(move, "unknown", False, there.cost)
        verdict: Verdict = "better" if there.cost < here.cost else "equal" if there.cost == here.cost else "worse"
        return Mark(move, verdict, there.cost + step.cost == here.cost, there.cost)

    def _mark_game_steps(self, state: Any, steps: Sequence[Step[Any, Any]], after: Sequence[Least]) -> tuple[Mark, ...]:
        """The ratings of moves in a two-player game: `equal` if the move keeps the value of the position, `worse` if
        the move reduces this value, `unknown` if too few values are known.
        """
        game = self.problem
        assert isinstance(game, Game)
        values = [
            _see_from_before(there.value, same=game.player(step.state) == game.player(state))
            for step, there in zip(steps, after, strict=True)
        ]
        ranks = [VALUES[value] for value in values if value]
        top = max(ranks, default=0)
        sure = len(ranks) == len(values) or top == VALUES["win"]
        found = []
        for step, value in zip(steps, values, strict=True):
            best = bool(value) and VALUES[value] == top and sure
            verdict: Verdict = "unknown" if not value or not sure else "equal" if best else "worse"
            found.append(Mark(game.notation(step.move), verdict, best, value=value))
        return tuple(found)

    def _mark_chances(self, state: Any, steps: Sequence[Step[Any, Any]], after: Sequence[Least]) -> tuple[Mark, ...]:
        """The ratings of moves in a game with dice: `equal` if the move keeps the probability of winning, `worse` if
        the move reduces this probability.
        """
        game = self.problem
        assert isinstance(game, Game)
        mover = game.player(state)
        same = [game.player(step.state) == mover for step in steps]
        seen = [each.chance or 0.0 for each in after]
        chances = [chance if own else 1 - chance for chance, own in zip(seen, same, strict=True)]
        top = max(chances)
        found = []
        for step, chance in zip(steps, chances, strict=True):
            best = chance >= top - SAME_CHANCE
            verdict: Verdict = "equal" if best else "worse"
            found.append(Mark(game.notation(step.move), verdict, best, chance=chance))
        return tuple(found)

    def review(
        self,
        turns: Iterable[tuple[int, Any, Step[Any, Any]]],
        limit: Limit = QUICK,
        cancelled: Cancelled | None = None,
    ) -> tuple[Lapse, ...]:
        """Those moves of `turns` that made the position worse. Each turn is the number of a move, the state before it,
        and its step.
        """
        ends = None if limit.seconds is None else time.perf_counter() + limit.seconds
        self.survey(limit, cancelled)
        found = []
        for number, state, step in turns:
            lapse = self._judge_move(number, state, step, _find_rest_of_limit(limit, ends), cancelled)
            if lapse is not None:
                found.append(lapse)
        return tuple(found)

    def _judge_move(
        self, number: int, state: Any, step: Step[Any, Any], limit: Limit, cancelled: Cancelled | None
    ) -> Lapse | None:
        """The report (`Lapse`) on a move that made the position worse; None if the move did not, or if this is not
        known.
        """
        move = self.problem.notation(step.move)
        here, there = self.least(state, limit, cancelled), self.least(step.state, limit, cancelled)
        if isinstance(self.problem, Game):
            same = self.problem.player(step.state) == self.problem.player(state)
            if here.chance is not None and there.chance is not None:
                return self._judge_chance(number, move, here, there.chance if same else 1 - there.chance)
            before, after = here.value, _see_from_before(there.value, same=same)
            if not before or not after or VALUES[after] >= VALUES[before]:
                return None
            text = _("move {n}, {move}: turns a {before} into a {after}; better: {better}")
            told = text.format(n=number, move=move, before=_(before), after=_(after), better=", ".join(here.best))
            return Lapse(number, move, None, here.best, told)
        if here.cost is None or not here.optimal or not here.plan:
            return None
        better = self.problem.notation(here.plan[0].move)
        if there.status is Status.IMPOSSIBLE:
            told = _("move {n}, {move}: no goal can be reached after it; better: {better}")
            return Lapse(number, move, None, (better,), told.format(n=number, move=move, better=better))
        if there.cost is None or not there.optimal or step.cost + there.cost == here.cost:
            return None
        lost = step.cost + there.cost - here.cost
        text = _("move {n}, {move}: adds {lost} to the least cost; better: {better}")
        return Lapse(number, move, lost, (better,), text.format(n=number, move=move, lost=lost, better=better))

    def _judge_chance(self, number: int, move: str, here: Least, after: float) -> Lapse | None:
        """The report (`Lapse`) on a move that reduced the probability of winning a game with dice; None if the move did
        not. `after` is the probability of winning after the move.
        """
        before = here.chance or 0.0
        if not here.optimal or after >= before - SAME_CHANCE:
            return None
        text = _("move {n}, {move}: the chance to win falls from {before} to {after}; better: {better}")
        told = text.format(
            n=number,
            move=move,
            before=format_probability(before, ".1%"),
            after=format_probability(after, ".1%"),
            better=", ".join(here.best),
        )
        return Lapse(number, move, None, here.best, told)


def _value_positions(
    game: Game[Any, Any], limit: Limit, cancelled: Cancelled | None
) -> "GameValues[Any, Any] | ChanceValues[Any, Any] | None":
    """The values of all positions of a two-player game; None if a limit is reached first, for example because there are
    too many positions.
    """
    dice = isinstance(game, Chance)
    most = min(LARGEST_TABLE if dice else LARGEST_GAME_TABLE, limit.nodes or LARGEST_TABLE)
    run: Run[Any, Any] = Run(Limit(nodes=most, seconds=limit.seconds, memory=limit.memory), cancelled=cancelled)
    try:
        return ChanceValues(game, run) if dice else value_all(game, run)
    except Stopped:
        return None


def _tells_outlooks(problem: Problem[Any, Any]) -> bool:
    """Whether the problem is a puzzle whose plans all cost the same, and which can tell without a general search
    whether a state can be solved.
    """
    return isinstance(problem, Puzzle) and problem.level_cost and type(problem).outlook is not Puzzle.outlook


def _find_rest_of_limit(limit: Limit, ends: float | None, share: int = 1) -> Limit:
    """`limit` with only the time left until `ends`, divided by `share`; `limit` itself if `ends` is None."""
    if ends is None:
        return limit
    left = max(1e-9, (ends - time.perf_counter()) / share)  # never 0: no search accepts that limit
    return Limit(limit.nodes, left, limit.depth, limit.memory)


def _see_from_before(value: str, *, same: bool) -> GameValue:
    """The value of a position for the player who made the last move. `value` is its value for the player to move;
    `same` tells whether these two are the same player.
    """
    return cast("GameValue", value) if same or value in ("", "draw") else "loss" if value == "win" else "win"


class _DistanceTable(NamedTuple):
    """A table of distances. `name` gives the key of a state. `best` gives, for each key, the least cost to a goal and
    the key of the next state on a cheapest path (None at a goal).
    """

    best: dict[Hashable, tuple[Cost, Hashable | None]]
    name: Callable[[Any], Hashable]


def _make_distance_table(problem: Puzzle[Any, Any], limit: Limit, cancelled: Cancelled | None) -> _DistanceTable | None:
    """The table of the distances from all reachable states to a goal; None if a limit is reached first, for example
    because there are too many states.
    """
    if problem.hopeless():
        return _DistanceTable({}, problem.key)
    packed = problem.packed()
    if packed is not None and packed.unit_cost:
        start, successors = packed.start, packed.successors
        words = _explore_names(
            start, start, lambda word: ((each, each, 1) for each in successors(word)), limit, cancelled
        )
        return None if words is None else _DistanceTable(_measure_distances(words, packed.is_goal), packed.pack)

    def onward(state: Any) -> Iterable[tuple[Hashable, Any, Cost]]:
        return ((problem.key(step.state), step.state, step.cost) for step in problem.steps(state))

    states = _explore_names(problem.key(problem.start), problem.start, onward, limit, cancelled)
    return None if states is None else _DistanceTable(_measure_distances(states, problem.is_goal), problem.key)


class _Reached(NamedTuple):
    """A state found by `_explore_names`. `into` lists its predecessors, each as the predecessor's name and the cost of
    the step from the predecessor to this state.
    """

    state: Any
    into: list[tuple[Hashable, Cost]]


def _explore_names(
    name: Hashable,
    start: Any,
    onward: Callable[[Any], Iterable[tuple[Hashable, Any, Cost]]],
    limit: Limit,
    cancelled: Cancelled | None,
) -> dict[Hashable, _Reached] | None:
    """All states that can be reached from `start`, by name; the name of a state is its key or its packed form. `name`
    is the name of `start`, and `onward` lists the successors of a state, each as its name, its state and the cost of
    the step. Returns None if a limit is reached first, or if cancelled.
    """
    most = min(LARGEST_TABLE, limit.nodes or LARGEST_TABLE)
    ends = time.perf_counter() + (limit.seconds if limit.seconds is not None else 60.0) / 2
    found = {name: _Reached(start, [])}
    queue = [name]
    for done, each in enumerate(queue):
        if done % 256 == 0 and (time.perf_counter() > ends or (cancelled is not None and cancelled())):
            return None
        for after, state, cost in onward(found[each].state):
            if after not in found:
                if len(found) >= most:
                    return None
                found[after] = _Reached(state, [])
                queue.append(after)
            found[after].into.append((each, cost))
    return found


def _measure_distances(
    states: dict[Hashable, _Reached], is_goal: Callable[[Any], bool]
) -> dict[Hashable, tuple[Cost, Hashable | None]]:
    """For each state from which a goal can be reached, by name: the least cost to a goal, and the name of the next
    state on the way. They are found by Dijkstra's algorithm backwards from the goals.
    """
    best: dict[Hashable, tuple[Cost, Hashable | None]] = {}
    order = count()
    heap: list[tuple[Cost, int, Hashable, Hashable | None]] = [
        (0, next(order), name, None) for name, reached in states.items() if is_goal(reached.state)
    ]
    while heap:
        cost, _order, name, onward = heapq.heappop(heap)
        if name in best:
            continue
        best[name] = cost, onward
        for before, more in states[name].into:
            if before not in best:
                heapq.heappush(heap, (cost + more, next(order), before, name))
    return best
