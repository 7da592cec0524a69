"""Proof by exhaustion: one player against every possible reply.

The games are not played one by one. All positions after n plies form a layer, each with the number of ways to reach it,
so that one finished position settles as many games as there are ways to reach it. Equivalent positions are not merged,
because the player may treat them differently. If a player may choose among several moves, the audit follows all of
them, so that the record holds for every choice.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, Generic

from langkah.dice_throws import list_dice
from langkah.language import _
from langkah.model import Chance, Game, M, Problem, S
from langkah.players.base import Player, PlayerClock
from langkah.run import Node, Run, Stopped
from langkah.tracing import Cancelled, Limit, Progress, Stats, Status

SEATS = ("first", "second")


@dataclass(frozen=True, repr=False)
class Audit(Generic[S]):
    """The result of an audit. Unless the status is "solved", the numbers cover only the games settled before the limit.

    >>> audit("expert", "tictactoe").unbeaten
    True
    """

    problem: str
    player: str
    seat: int
    status: Status = Status.STOPPED
    games: int = 0
    player_wins: int = 0
    opponent_wins: int = 0
    draws: int = 0
    positions: int = 0
    longest: int = 0  # plies of the longest game
    deterministic: bool = True  # False: the player had a choice of moves, and all choices were followed
    losing_lines: tuple[tuple[str, ...], ...] = ()
    losing_states: tuple[tuple[S, ...], ...] = ()  # the positions along each line, including the start
    why: str = ""
    limit: str = ""
    stats: Stats = field(default_factory=Stats)
    source: Problem[S, Any] = field(default_factory=Problem, repr=False, compare=False)  # the game that was played

    def __repr__(self) -> str:
        ended = f"stopped ({self.limit})" if self.limit else "never loses" if self.unbeaten else "can be beaten"
        games = f"{self.games:,} games, {self.player_wins:,} won, {self.draws:,} drawn, {self.opponent_wins:,} lost"
        return f"<Audit of {self.player} as {SEATS[self.seat]} on {self.problem}: {ended}; {games}>"

    @property
    def unbeaten(self) -> bool:
        """Whether it is proved that the player never loses."""
        return self.status is Status.SOLVED and self.opponent_wins == 0

    def as_dict(self) -> dict[str, Any]:
        """The record as plain JSON values."""
        told = ("games", "player_wins", "opponent_wins", "draws", "positions", "longest", "deterministic", "why")
        return {
            "problem": self.problem,
            "player": self.player,
            "seat": SEATS[self.seat],
            "status": str(self.status),
            **{name: getattr(self, name) for name in told},
            "losing_lines": [list(line) for line in self.losing_lines],
            "losing_boards": [self.source.text(states[-1]) for states in self.losing_states],
            "losing_lines_left_out": self.opponent_wins - len(self.losing_lines),
            "limit": self.limit or None,
            "seconds": self.stats.seconds,
        }


Before = dict[S, list[tuple[S, M]]]  # for each position of a layer, its predecessors with the moves


class _Auditor(Generic[S, M]):
    """An audit in progress: the current layer, and the games settled so far."""

    def __init__(self, game: Game[S, M], player: Player[S, M], seat: int, run: Run[S, M]) -> None:
        self.game, self.player, self.seat, self.run = game, player, seat, run
        self.layer: dict[S, int] = {game.start: 1}
        self.before: list[Before[S, M]] = [{game.start: []}]
        self.record: dict[int | None, int] = {seat: 0, 1 - seat: 0, None: 0}
        self.lost: list[tuple[int, S]] = []
        self.seen = {game.start}
        self.deterministic = True
        self.positions = self.longest = 0
        self.clock = PlayerClock(run, player)

    def exhaust(self) -> str:
        """Follow every game to its end. If games can last for ever, or dice decide, visit every position once instead;
        then returns a remark that says how final positions are counted, otherwise "".
        """
        if isinstance(self.game, Chance):
            self._follow_positions()
            return _("every throw was followed; each final position is counted once, not each game that leads to it")
        while self.layer:
            if len(self.before) > len(self.seen):
                self._follow_positions()
                return _(
                    "positions can repeat, so each final position is counted once, and a game that never ends "
                    "counts as a draw"
                )
            if self.run.limit.depth is not None and len(self.before) - 1 > self.run.limit.depth:
                raise Stopped("depth")
            self._go_on()
        return ""

    def _follow_positions(self) -> None:
        """Visit every position once, even if many games lead to it, and remember one path to it."""
        self.record = {self.seat: 0, 1 - self.seat: 0, None: 0}
        self.lost, self.positions, self.longest = [], 0, 0
        layer: Before[S, M] = {self.game.start: []}
        self.before, self.seen = [layer], set(layer)
        while layer:
            if self.run.limit.depth is not None and len(self.before) - 1 > self.run.limit.depth:
                raise Stopped("depth")
            self.layer = dict.fromkeys(layer, 1)
            seen = set(self.seen)
            self._go_on()
            layer = {state: ways[:1] for state, ways in self.before[-1].items() if state not in seen}
            self.before[-1] = layer
        self.layer = {}

    def _go_on(self) -> None:
        after: dict[S, int] = {}
        ways: Before[S, M] = {}
        for state, count in self.layer.items():
            self.run.take(Node(state, self.positions))
            self.positions += 1
            outcome = self.game.outcome(state)
            if outcome is not None:
                self.record[outcome.winner] += count
                self.longest = len(self.before) - 1
                if outcome.winner == 1 - self.seat:
                    self.lost.append((len(self.before) - 1, state))
                continue
            for move, reached in self.moves(state):
                after[reached] = after.get(reached, 0) + count
                ways.setdefault(reached, []).append((state, move))
        self.seen.update(after)
        self.layer = after
        self.before.append(ways)
        self.run.frontier(len(after))

    def moves(self, state: S) -> Iterator[tuple[M, S]]:
        """The possible moves, each with the position after it: the moves that the player may choose, or every reply of
        the opponent and every throw of the dice.
        """
        steps = self.game.steps(state)
        if self.game.player(state) != self.seat or list_dice(self.game, state):
            return ((step.move, step.state) for step in steps)
        chosen = {choice.move for choice in self.player.options(state)}
        self.deterministic = self.deterministic and len(chosen) == 1
        return ((step.move, step.state) for step in steps if step.move in chosen)

    def losing_lines(self) -> Iterator[tuple[tuple[M, ...], tuple[S, ...]]]:
        """The games that the player lost, shortest first. Each game is given by its moves and its positions, beginning
        with the start.
        """
        for depth, state in self.lost:
            yield from self._lines_to(depth, state)

    def _lines_to(self, depth: int, state: S) -> Iterator[tuple[tuple[M, ...], tuple[S, ...]]]:
        if depth == 0:
            yield (), (state,)
            return
        for earlier, move in self.before[depth][state]:
            for moves, states in self._lines_to(depth - 1, earlier):
                yield (*moves, move), (*states, state)


def audit(
    player: Player[S, M],
    game: Game[S, M],
    seat: int = 1,
    *,
    name: str = "",
    lines: int = 1000,
    limit: Limit | None = None,
    progress: Progress | None = None,
    cancelled: Cancelled | None = None,
) -> Audit[S]:
    """Play a player against every possible reply and prove its record; seat 0 moves first, seat 1 second.

    At most `lines` losing lines are written out, shortest first; all are counted. Never raises for a limit or for
    Ctrl-C: the record then has the status "stopped" and proves nothing.
    """
    # Follow every game
    run: Run[S, M] = Run(limit or Limit(), progress=progress, cancelled=cancelled)
    auditor = _Auditor(game, player, seat, run)
    status, stop = Status.STOPPED, ""
    try:
        why = auditor.exhaust()
        status = Status.SOLVED
    except Stopped as met:
        stop = auditor.clock.over or met.limit
    except KeyboardInterrupt:
        stop = "interrupt"
    except MemoryError:
        stop = "memory"
    run.finish()
    if stop:
        why = _("stopped before all games were followed to their end: nothing is proved")
    # The record, and some of the lost games
    record = auditor.record
    shown = list(islice(auditor.losing_lines(), lines))
    return Audit(
        problem=game.name or repr(game),
        player=name or type(player).__name__.lower(),
        seat=seat,
        status=status,
        games=sum(record.values()),
        player_wins=record[seat],
        opponent_wins=record[1 - seat],
        draws=record[None],
        positions=auditor.positions,
        longest=auditor.longest,
        deterministic=auditor.deterministic,
        losing_lines=tuple(tuple(map(game.notation, moves)) for moves, _states in shown),
        losing_states=tuple(states for _moves, states in shown),
        why=why,
        limit=stop,
        stats=run.stats,
        source=game,
    )
