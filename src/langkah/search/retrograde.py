"""Retrograde analysis: the value of every position of a game, computed backwards from the final positions.

First all reachable positions are listed, with equivalent ones merged. Then values spread backwards, each step back
counting one ply. A player wins who can move into a position that is lost for the opponent. A player loses if all moves
lead to positions that the opponent wins. In the remaining positions, the game can last for ever: a draw by repetition.
So games with repeating positions have a value, too, which no forward search can find.
"""

from collections import deque
from collections.abc import Hashable
from typing import Generic

from langkah.errors import BadInput
from langkah.language import N_, _
from langkah.model import Game, M, S, Step
from langkah.run import Node, Run, Stopped
from langkah.scores import WIN, Verdict, delay_score, format_score, name_value, score_to_points
from langkah.search.algorithm import NO_DICE, QUEUE, Algorithm, Promise
from langkah.search.pseudocode import EACH_CHILD, TOO_DEEP, CodeLine
from langkah.settings import quote_value
from langkah.tracing import Kind
from langkah.tracing.points import format_points

LINE_PLIES = 3_000  # at most, in a best line of play
REPEATED = N_("draw by repetition: neither side can force a win")
NOT_ALL = N_("the search stopped after {n} positions were listed; there are more")


class GameValues(Generic[S, M]):
    """Every reachable position of a game, with its score, which is defined as in `game_tree`."""

    def __init__(self, game: Game[S, M], run: Run[S, M]) -> None:
        self.game, self.run = game, run
        self.nodes: list[Node[S, M]] = []  # the first node of each position
        self.numbers: dict[Hashable, int] = {}  # by key: the index of a position in `nodes`
        self.into: list[list[int]] = []  # predecessors: twice the index, plus 1 if the same player moves again
        self.left: list[int] = []  # for each position, the number of moves not known to lose
        self.scores: dict[int, float] = {}  # the scores of decided positions, for the player to move
        self.maximizer = game.player(game.start)

    def explore(self) -> None:
        """List every reachable position, nearest first. Raises `Stopped` at a limit."""
        game, run = self.game, self.run
        root: Node[S, M] = run.child(None, game.start)
        self._add(root)
        run.report_open(root, (0,), side=self._name_side(root))
        for here, node in enumerate(self.nodes):
            run.take(node)
            run.frontier(len(self.nodes) - here)
            ended = game.outcome(node.state)
            if ended is not None:
                wins = ended.winner == game.player(node.state)
                self.scores[here] = 0 if ended.winner is None else WIN if wins else -WIN
            elif not run.too_deep(node):
                self._expand(here, node)

    def _add(self, node: Node[S, M]) -> None:
        self.numbers[self.game.key(node.state)] = len(self.nodes)
        self.nodes.append(node)
        self.into.append([])
        self.left.append(-1)

    def _expand(self, here: int, node: Node[S, M]) -> None:
        """Record the successors of the position with the index `here`."""
        game, run, mover = self.game, self.run, self.game.player(node.state)
        steps = run.list_steps(game.steps(node.state))
        if not steps:
            text = _("{state}: there is no legal move, yet `outcome` does not say how the game ended")
            raise BadInput(text.format(state=quote_value(game.text(node.state))))
        self.left[here] = len(steps)
        for step in steps:
            child = run.child(node, step.state, step.move, node.cost + 1)
            there = self.numbers.get(game.key(step.state))
            if there is None:
                there = len(self.nodes)
                self._add(child)
                run.report_open(child, (child.number,), side=self._name_side(child))
            else:
                run.duplicate(child, self.nodes[there].number, self._name_side(child))
            self.into[there].append(2 * here + (game.player(step.state) == mover))

    def settle(self) -> None:
        """Compute the scores of all positions backwards from the final positions, in order of the number of plies."""
        queue = deque(self.scores)
        for here in queue:
            self._report(here)
        while queue:
            there = queue.popleft()
            for code in self.into[there]:
                here, seen = code >> 1, self.see(there, same=code & 1 == 1)
                if here in self.scores or not seen:
                    continue
                if seen < 0:
                    self.left[here] -= 1
                if seen > 0 or not self.left[here]:
                    self.scores[here] = seen
                    self._report(here)
                    queue.append(here)

    def see(self, there: int, *, same: bool) -> float:
        """The score of a move into the position `there`, for the player who makes it; 0 if the position is not decided.
        `same` means that this player moves again.
        """
        score = self.scores.get(there, 0)
        return delay_score(score if same else -score)

    def find_scores(self, state: S) -> list[tuple[float, Step[S, M]]]:
        """Every step from a state, each with its score for the player who makes it."""
        mover = self.game.player(state)
        return [
            (self.see(self.numbers[self.game.key(step.state)], same=self.game.player(step.state) == mover), step)
            for step in self.game.steps(state)
        ]

    def knows(self, state: S) -> bool:
        """Whether a position is among the listed positions."""
        return self.game.key(state) in self.numbers

    def judge(self, state: S) -> Verdict[S, M]:
        """The verdict on a listed position: its score, its best moves and a best line of play."""
        score = self.scores.get(self.numbers[self.game.key(state)], 0)
        if self.game.outcome(state) is not None:
            return Verdict(score, name_value(score), (), (), True, format_score(score))
        best = tuple(step.move for worth, step in self.find_scores(state) if worth == score)
        line, repeats = self._find_line(state)
        why = _(REPEATED) if repeats else format_score(score)
        return Verdict(score, name_value(score), best, line, True, why)

    def _find_line(self, state: S) -> tuple[tuple[Step[S, M], ...], bool]:
        """A best line of play from a state, and whether it repeats a position. The line ends with the game, at a
        repeated position, or after `LINE_PLIES` plies.
        """
        line: list[Step[S, M]] = []
        met = {self.game.key(state)}
        while self.game.outcome(state) is None and len(line) < LINE_PLIES:
            step = max(self.find_scores(state), key=lambda each: each[0])[1]
            line.append(step)
            state = step.state
            if self.game.key(state) in met:
                return tuple(line), True
            met.add(self.game.key(state))
        return tuple(line), False

    def _name_side(self, node: Node[S, M]) -> str:
        return "max" if self.game.player(node.state) == self.maximizer else "min"

    def _report(self, here: int) -> None:
        """Report the value of the position with the index `here` to the observer, in points for MAX."""
        if self.run.observe is not None:
            node = self.nodes[here]
            points, side = score_to_points(self.scores[here], node.depth), self._name_side(node)
            points = points if side == "max" else -points
            event = self.run.event(Kind.VALUE, node, bound=points, why=format_points(points), side=side)
            self.run.observe(event)


def value_all(game: Game[S, M], run: Run[S, M]) -> GameValues[S, M]:
    """The values of all positions of a game. Raises `Stopped` at a limit."""
    values = GameValues(game, run)
    values.explore()
    values.settle()
    if run.cut_by:
        raise Stopped(run.cut_by)
    return values


def retrograde(game: Game[S, M], run: Run[S, M]) -> Verdict[S, M]:
    """List all reachable positions, then work backwards from the final ones. Returns the verdict on the start."""
    values = GameValues(game, run)
    try:
        values.explore()
    except (Stopped, KeyboardInterrupt) as stop:
        run.cut_by = stop.limit if isinstance(stop, Stopped) else "interrupt"
    values.settle()
    if not run.cut_by:
        return values.judge(game.start)
    score = values.scores.get(0, 0)  # a decided value is proved even if not all positions are known
    why = _(NOT_ALL).format(n=len(values.nodes))
    best = [step.move for worth, step in _find_known(values) if worth == score] if score else []
    return Verdict(score, name_value(score) if score else "", tuple(best), (), False, why)


def _find_known(values: GameValues[S, M]) -> list[tuple[float, Step[S, M]]]:
    """The steps from the start of the game with their scores; empty unless the positions after all of these steps have
    been listed.
    """
    game = values.game
    steps = list(game.steps(game.start)) if game.outcome(game.start) is None else []
    known = all(game.key(step.state) in values.numbers for step in steps)
    return values.find_scores(game.start) if steps and known else []


RETROGRADE = Algorithm(
    "retrograde",
    retrograde,
    N_("computes the values of all positions backwards from the final positions"),
    Promise(N_("every best move, a best line, and the exact value of the game even if positions repeat")),
    Game,
    needs=NO_DICE,
    title=N_("Retrograde analysis"),
    frontier=QUEUE,
    code=(
        CodeLine(0, N_("list every reachable position once:"), "start take"),
        TOO_DEEP,
        EACH_CHILD,
        CodeLine(2, N_("if it was seen before: only note that this move leads there"), "duplicate"),
        CodeLine(2, N_("else put it at the end of the list"), "open"),
        CodeLine(0, N_("values ← the winners of the final positions"), "leaf"),
        CodeLine(0, N_("while known values determine another value:")),
        CodeLine(1, N_("if a move leads to a loss for the opponent: a win"), "value"),
        CodeLine(1, N_("if every move leads to a win for the opponent: a loss")),
        CodeLine(0, N_("all other positions are draws by repetition")),
    ),
)
