"""Writes certificates: solves a problem, labels its states, and checks the certificate before returning it."""

import io
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from langkah import __version__
from langkah.errors import BadInput, DoesNotFit, LangkahError
from langkah.language import N_, _, format_number
from langkah.model import ZERO, Chance, Estimate, Game, Problem, Puzzle
from langkah.output_file import write_file
from langkah.player_audit import SEATS
from langkah.players import make_player, require_game
from langkah.proofs.labelling import MOST_STATES, Listing, list_distances, list_states
from langkah.proofs.odds_labels import list_turns, list_worths
from langkah.proofs.rules import describe_rules
from langkah.proofs.state_text import encode_state, read_cost, read_number
from langkah.proofs.strategies import (
    PlanSearch,
    PositionsRepeatError,
    deep_stack,
    list_player_positions,
    list_repeating_positions,
    value_positions,
)
from langkah.proofs.verdict import Verdict, check_certificate
from langkah.proofs.writing import Block, find_version, write_certificate, write_number
from langkah.run import Deadline, Stopped
from langkah.search import SearchRequest, find_estimate, run_search
from langkah.settings import make_unknown_name
from langkah.tracing import Cancelled, Limit, Progress, Result, Stats, Status

Content = tuple[dict[str, Any], list[Block]]  # what a header says besides the rules, and the labelled states


class NoCertificate(LangkahError):
    """Raised if no certificate can be written within the limits; `lines` say why, and what would help."""

    exit_code = 4

    def __init__(self, *lines: str) -> None:
        super().__init__("\n".join(lines))
        self.lines = lines


@dataclass(frozen=True)
class Proof:
    """A certificate, and what it proves. `write` saves the certificate to a file.

    >>> prove(load("hanoi", discs=3))
    <Proof of 'least' on hanoi discs=3: 19 states, 240 bytes>
    """

    data: bytes = field(repr=False)
    verdict: Verdict
    result: Result[Any, Any] | None = None  # result of the search, if there was one

    def __repr__(self) -> str:
        told = self.verdict
        return f"<Proof of {told.claim!r} on {told.problem}: {told.states:,} states, {len(self.data):,} bytes>"

    def write(self, path: str | Path) -> None:
        """Write the certificate to a file."""
        write_file(path, self.data)


@dataclass(frozen=True)
class ProofRequest:
    """What to prove about a problem, and how."""

    problem: Problem[Any, Any]
    claim: str = ""  # "": the value of a two-player game, else the least cost or that there is no solution
    search: SearchRequest = field(default_factory=SearchRequest)
    player: str = ""  # the player of the claim `never-loses`
    seat: str = "second"
    seed: int = 0
    every_state: bool = False  # True: list equivalent states one by one instead of merging them by the puzzle's key
    result: Result[Any, Any] | None = None  # an answer that is already known


class _Claim(NamedTuple):
    """A row of the table of claims: what is claimed, the function that writes it, and the kind of problem it needs."""

    about: str
    write: "Callable[[_Writer], Content]"
    kind: type[Any] = Puzzle


class _Writer:
    """Writes a certificate for one request. It has a method for each claim."""

    def __init__(
        self, request: ProofRequest, limit: Limit, progress: Progress | None, cancelled: Cancelled | None
    ) -> None:
        self.request, self.problem, self.limit = request, request.problem, limit
        self.progress, self.cancelled, self.result = progress, cancelled, request.result
        self.deadline = Deadline(limit.seconds, cancelled)
        own_key = type(self.problem).key is not Problem.key
        self.merged = (
            own_key and request.claim != "never-loses" and (request.claim == "odds" or not request.every_state)
        )

    def open_listing(self) -> Listing:
        """A new, empty list of states, with the limits of this request."""
        most = MOST_STATES if self.limit.nodes is None else self.limit.nodes
        return Listing(self.problem, self.merged, most, self.deadline, self.progress)

    @property
    def puzzle(self) -> Puzzle[Any, Any]:
        """The problem as a puzzle, for claims about puzzles."""
        assert isinstance(self.problem, Puzzle)
        return self.problem

    def solve(self) -> Result[Any, Any]:
        """The result of a search that solves the problem, or the result that the request contains. Raises
        `NoCertificate` if this result is not final.
        """
        if self.result is None:
            search = replace(self.request.search, limit=self.request.search.limit.tighten(self.limit))
            self.result = run_search(self.problem, search, None, self.progress, self.cancelled)
        result = self.result
        if result.status is Status.STOPPED or (result.status is Status.SOLVED and not result.optimal):
            lines = [_("there is nothing to certify yet: {why}").format(why=result.why)] if result.why else []
            raise NoCertificate(*lines or [_("there is nothing to certify yet: the answer is not proved")])
        return result

    def check(self, data: bytes) -> Verdict:
        """Check the bytes of the certificate, within the limits; returns the verdict."""

        def report(done: int, _total: int) -> None:
            if self.progress is not None:
                self.progress(Stats(expanded=done))
            if self.deadline():
                raise Stopped(self.deadline.limit)

        return check_certificate(io.BytesIO(data), self.problem, progress=report)

    def write_main(self) -> Content:
        """Write the default claim: the value or the odds of a game; for a puzzle, the least cost or `impossible`."""
        if isinstance(self.problem, Game):
            return self.write_odds() if isinstance(self.problem, Chance) else self.write_value()
        solved = self.solve().status is Status.SOLVED
        return self.write_least() if solved else self.write_impossible()

    def write_least(self) -> Content:
        """The parts of the certificate for the least cost: a plan, and every state that can be reached at a lower cost,
        except those that an estimate rules out.
        """
        result = self.solve()
        if result.status is not Status.SOLVED:
            raise DoesNotFit(_("there is no solution: use --claim impossible to certify this"))
        plan, cost = write_plan(self.problem, result)
        told = {"claim": "least", "cost": write_number(cost), "plan": plan}
        named = self.request.search.estimate
        estimates = [find_estimate(self.puzzle, named)] if named else [ZERO, *self._list_admissible()]
        for estimate in estimates:
            try:
                blocks = list_states(self.open_listing(), cost, partial(self._guess, estimate.of))
                told |= {} if estimate is ZERO else {"estimate": estimate.name}
                return self._add_tables(told, blocks, estimate)
            except Stopped as stopped:
                if stopped.limit != "nodes":
                    raise
        raise self._make_too_many(
            _("no certificate: more than {n} states can be reached at a lower cost than the solution")
        )

    def _add_tables(self, told: dict[str, Any], blocks: list[Block], estimate: Estimate) -> Content:
        """The parts `told` and `blocks` of a certificate. If the estimate comes from pattern databases and the limit on
        states allows it, the tables of these databases are added.
        """
        from langkah.engine.patterns import PATTERNS, find_patterns

        databases = find_patterns(self.puzzle) if estimate is PATTERNS else None
        listed = sum(len(states) for _label, states in blocks)
        if databases is None or databases.size + listed > self.open_listing().most:
            return told, blocks
        tables: dict[tuple[int, int], list[str]] = {}
        for number, table in enumerate(databases.parts):
            for word, distance in zip(table.states, table.costs, strict=True):
                tables.setdefault((number, distance), []).append(str(word))
        added = [(list(label), tables[label]) for label in sorted(tables)]
        return {**told, "patterns": len(databases.parts)}, [*blocks, *added]

    def _guess(self, of: Callable[[Any, Any], Any], state: Any) -> Any:
        return max(0, read_number(of(self.problem, state)))

    def _list_admissible(self) -> list[Any]:
        found = self.problem.all_estimates() if isinstance(self.problem, Puzzle) else ()
        return [each for each in found if each.admissible and each is not ZERO][:1]

    def _make_too_many(self, text: str) -> NoCertificate:
        return NoCertificate(
            text.format(n=format_number(self.open_listing().most)),
            _("raise the limit with --limit-nodes N, choose a smaller problem, or use --estimate NAME"),
        )

    def write_impossible(self) -> Content:
        """The parts of the certificate that there is no solution: all reachable states, none of which is a goal."""
        if self.solve().status is not Status.IMPOSSIBLE:
            raise DoesNotFit(_("there is a solution: use --claim least to certify it"))
        return {"claim": "impossible"}, self._list_all()

    def _list_all(self, weigh: Callable[[Any], Any] = lambda _cost: 0) -> list[Block]:
        try:
            return list_states(self.open_listing(), weigh=weigh)
        except Stopped as stopped:
            raise (
                self._make_too_many(_("no certificate: more than {n} states are reachable"))
                if stopped.limit == "nodes"
                else stopped
            ) from None

    def write_layers(self) -> Content:
        """The parts of the certificate for the claim `layers`: all reachable states, by the least number of moves from
        the start.
        """
        blocks = self._list_all(lambda _cost: 1)
        return {"claim": "layers", "layers": [len(states) for _label, states in blocks]}, blocks

    def write_distances(self) -> Content:
        """The parts of the certificate for the claim `distances`: all reachable states, by their distance to the
        nearest goal.
        """
        try:
            blocks = list_distances(self.open_listing())
        except Stopped as stopped:
            raise (
                self._make_too_many(_("no certificate: more than {n} states are reachable"))
                if stopped.limit == "nodes"
                else stopped
            ) from None
        finite = [label for label, _states in blocks if label is not None]
        return {"claim": "distances", "hardest": finite[-1] if finite else None}, blocks

    def write_consistent(self) -> Content:
        """The parts of the certificate that an estimate is consistent: all reachable states, where no step lowers the
        estimate by more than the step costs.
        """
        named = self.request.search.estimate or next(iter(self._list_admissible()), ZERO).name
        estimate = find_estimate(self.puzzle, named)
        return self._add_tables({"claim": "consistent", "estimate": estimate.name}, self._list_all(), estimate)

    def write_value(self) -> Content:
        """The parts of the certificate for the value of a game: the positions of a plan for the winner or, in a draw,
        of one plan for each side.
        """
        game = require_game(self.problem)
        value, mover, blocks = self.solve().value, game.player(game.start), []
        sides = {"win": (mover,), "loss": (1 - mover,), "draw": (0, 1)}[value]
        try:
            with deep_stack():
                for side in sides:
                    plan = PlanSearch(self.open_listing(), side, win=value != "draw")
                    if not plan.holds(game.start):
                        raise NoCertificate(
                            _("the search says {value}, but no plan that achieves this was found").format(value=value)
                        )
                    blocks += plan.list_positions()
        except PositionsRepeatError:
            values = value_positions(self.open_listing())
            for side in sides:
                blocks += list_repeating_positions(self.open_listing(), values, side, win=value != "draw")
        except RecursionError:
            raise NoCertificate(_("no certificate: games of this kind are too long")) from None
        except Stopped as stopped:
            raise (
                self._make_too_many(_("no certificate: the plan leads to more than {n} positions"))
                if stopped.limit == "nodes"
                else stopped
            ) from None
        return {"claim": "value", "value": value}, blocks

    def write_never_loses(self) -> Content:
        """The parts of the certificate that a player never loses: every position that can arise in games of the player,
        with the moves that the player may choose.
        """
        game, request = require_game(self.problem), self.request
        if not request.player:
            raise BadInput(_("--claim never-loses needs a player, as in `--player expert`"))
        if request.seat not in SEATS:
            raise make_unknown_name(_("Seat"), request.seat, SEATS)
        seat = SEATS.index(request.seat)
        player = make_player(request.player, game, request.seed)
        try:
            blocks = list_player_positions(self.open_listing(), player, seat, request.player)
        except Stopped as stopped:
            raise (
                self._make_too_many(_("no certificate: more than {n} states are reachable"))
                if stopped.limit == "nodes"
                else stopped
            ) from None
        return {"claim": "never-loses", "player": request.player, "seat": seat}, blocks

    def write_odds(self) -> Content:
        """The parts of the certificate for exact odds: all reachable states, each with the expected number of turns or,
        in a game of two players, with the first player's chance to win, as a fraction.
        """
        blocks = (list_worths if isinstance(self.problem, Game) else list_turns)(self.open_listing())
        first = encode_state(self.problem.start)
        return {"claim": "odds", "expected": next(label for label, states in blocks if first in states)}, blocks


CLAIMS = {
    "least": _Claim(N_("no solution costs less"), _Writer.write_least),
    "impossible": _Claim(N_("there is no solution"), _Writer.write_impossible),
    "distances": _Claim(N_("the distance of every state to a goal, and the hardest start"), _Writer.write_distances),
    "layers": _Claim(N_("all reachable states, with their depths"), _Writer.write_layers, Problem),
    "value": _Claim(N_("the value of a two-player game, with a plan that achieves it"), _Writer.write_value, Game),
    "never-loses": _Claim(N_("a player that never loses, with its moves"), _Writer.write_never_loses, Game),
    "odds": _Claim(
        N_("the exact average length of a game with dice, or the exact chance to win"),
        _Writer.write_odds,
        Chance,
    ),
    "consistent": _Claim(
        N_("a heuristic is consistent: no step lowers its value by more than the cost of the step"),
        _Writer.write_consistent,
    ),
}


def list_claims(problem: Problem[Any, Any]) -> list[str]:
    """The claims for which a certificate about this problem can be written."""
    fitting = [name for name, row in CLAIMS.items() if isinstance(problem, row.kind)]
    two = ("value", "never-loses") if isinstance(problem, Game) and isinstance(problem, Chance) else ()
    return [name for name in fitting if name not in two]  # dice besides an opponent: there are odds, and no plans


def write_plan(problem: Problem[Any, Any], result: Result[Any, Any]) -> tuple[list[str | int], Any]:
    """The moves of a plan in notation, and its exact cost. If several legal moves of a state have the same notation,
    such a move is given by its index among the legal moves.
    """
    state, plan, total = problem.start, list[str | int](), 0
    for made in result.path:
        steps = list(problem.steps(state))
        same = [place for place, step in enumerate(steps) if (step.move, step.state) == (made.move, made.state)]
        place = min(same, key=lambda each: read_cost(steps[each].cost))
        name = problem.notation(made.move)
        alike = [each for each in steps if problem.notation(each.move) == name]
        plan.append(name if len(alike) == 1 else place)
        state, total = made.state, total + read_cost(steps[place].cost)
    return plan, total


def write_proof(
    request: ProofRequest,
    limit: Limit | None = None,
    progress: Progress | None = None,
    cancelled: Cancelled | None = None,
) -> Proof:
    """Write and check the requested certificate. Raises `NoCertificate` if none can be written within the limits,
    `DoesNotFit` if the claim does not apply or is not true, and `Stopped` if the time is up.
    """
    writer = _Writer(request, limit or Limit(), progress, cancelled)
    if request.claim and request.claim not in CLAIMS:
        raise make_unknown_name(_("Claim"), request.claim, CLAIMS)
    if request.claim and request.claim not in list_claims(request.problem):
        text = _("the claim {claim} does not apply to {problem}; claims that do: {names}")
        names = ", ".join(list_claims(request.problem))
        raise DoesNotFit(text.format(claim=request.claim, problem=request.problem.name, names=names))
    told, blocks = CLAIMS[request.claim].write(writer) if request.claim else writer.write_main()
    header = {
        **describe_rules(request.problem),
        **told,
        "merged": writer.merged,
        "states": sum(len(states) for _label, states in blocks),
        "program": f"langkah {__version__}",
    }
    data = write_certificate(header, blocks, version=find_version(header, request.problem))
    return Proof(data, writer.check(data), writer.result)
