"""Expectiminimax, for two players and dice. The value of a node is the greatest value of its successors for MAX, the
least for MIN, and the average for dice.

The value (worth) of a position is the probability that the player to move at the start wins, with draws as half a win.
Without a depth limit, all positions are evaluated together (`dice_odds.two_players`), because bad throws lead back to
earlier positions and a tree would never end. With a depth limit, or for players that look ahead, a tree is searched,
and its leaves are estimated by the game's own `evaluate`. There is no pruning, because alpha and beta do not bound an
average.
"""

from collections.abc import Hashable
from fractions import Fraction
from typing import Any, Generic

from langkah.dice_odds.two_players import SETTLED, Duel
from langkah.dice_throws import list_dice
from langkah.errors import BadInput
from langkah.language import N_, _, format_probability
from langkah.model import Chance, Game, M, S, Step
from langkah.run import Node, Run, Stopped
from langkah.scores import Verdict
from langkah.search.algorithm import Algorithm, Need, Promise
from langkah.search.pseudocode import EACH_CHILD, CodeLine
from langkah.settings import quote_value
from langkah.tracing import Kind

DRAWN_PLIES = 4  # without a depth limit: the depth of the tree that is reported to an observer
LINE_MOVES = 200  # at most, in a best line of play
Worth = Fraction | float
WITH_DICE = Need(N_("a two-player game with dice"), lambda game: isinstance(game, Chance))
GUESSED = N_("the depth limit cut games short: the chance is a guess")
BETWEEN = N_("the game can last for ever: the chance lies between {low} and {high}")
ROUNDED = N_("both sides play optimally; the chance is exact up to rounding")
EXACTLY = N_("both sides play optimally")


class ChanceTree(Generic[S, M]):
    """A search of the tree of moves and throws of the dice, down to a given depth."""

    def __init__(self, game: Game[S, M], run: Run[S, M]) -> None:
        self.game, self.run = game, run
        self.maximizer = game.player(game.start)
        self.known: dict[tuple[Hashable, int, int], tuple[Worth, int]] = {}
        self.is_guess = False
        self.worth: Worth = 0.5

    def look(self, depth: int) -> dict[M, Worth]:
        """The worth of each first move for the player to move, from a search `depth` moves and throws deep. Empty if no
        first move can be chosen: the dice are thrown first, the game is over, or `depth` is 0. The attribute `worth` is
        set to the worth of the start.
        """
        root: Node[S, M] = self.run.child(None, self.game.start)
        self._report_open(root)
        found: dict[M, Worth] = {}
        if depth <= 0 or self.game.outcome(root.state) is not None or list_dice(self.game, root.state):
            self.worth = self._value(root, depth)
            return found
        self.run.take(root)
        for step in self._list_steps(root.state):
            found[step.move] = self._value(self._make_child(root, step.state, step.move), depth - 1)
        self.worth = self._told(root, max(found.values()))
        return found

    def _value(self, node: Node[S, M], left: int) -> Worth:
        """The worth of a node for MAX, with `left` plies to the depth limit. It is looked up if the position is known
        with as many plies left, and otherwise computed and stored.
        """
        place = self.game.key(node.state), self.game.player(node.state), left
        if place in self.known:
            worth, number = self.known[place]
            self.run.duplicate(node, number)
            return self._told(node, worth)
        self.run.take(node)
        worth = self._work_out(node, left)
        self.known[place] = worth, node.number
        return self._told(node, worth)

    def _work_out(self, node: Node[S, M], left: int) -> Worth:
        """Compute the worth of a node, with `left` plies to the depth limit: the result if the game is over, a guess at
        the limit, and otherwise a value that follows from its successors.
        """
        ended = self.game.outcome(node.state)
        if ended is not None:
            return Fraction(1, 2) if ended.winner is None else Fraction(int(ended.winner == self.maximizer))
        if left <= 0:
            self.is_guess = True
            return self.guess(node.state)
        if outcomes := list_dice(self.game, node.state):
            children = ((chance, self._make_child(node, after, None)) for chance, after in outcomes)
            return sum((chance * self._value(child, left - 1) for chance, child in children), Fraction(0))
        steps = self._list_steps(node.state)
        values = [self._value(self._make_child(node, step.state, step.move), left - 1) for step in steps]
        return max(values) if self.game.player(node.state) == self.maximizer else min(values)

    def guess(self, state: S) -> Worth:
        """The game's own estimate of a state, as a probability that MAX wins."""
        score = self.game.evaluate(state)
        if not -1 <= score <= 1:
            text = _("evaluate gave {score} for {state}: the score must be from -1 (lost) to 1 (won)")
            raise BadInput(text.format(score=quote_value(score), state=quote_value(self.game.text(state))))
        return (1 + (score if self.game.player(state) == self.maximizer else -score)) / 2

    def _list_steps(self, state: S) -> list[Step[S, M]]:
        steps = list(self.run.list_steps(self.game.steps(state)))
        if not steps:
            text = _("{state}: there is no legal move, yet `outcome` does not say how the game ended")
            raise BadInput(text.format(state=quote_value(self.game.text(state))))
        return steps

    def _make_child(self, node: Node[S, M], state: S, move: M | None) -> Node[S, M]:
        child = self.run.child(node, state, move, node.cost + 1)
        self.run.frontier(child.depth + 1)
        self._report_open(child)
        return child

    def _report_open(self, node: Node[S, M]) -> None:
        self.run.report_open(node, (-node.depth, node.number), side=self._name_side(node))

    def _name_side(self, node: Node[S, M]) -> str:
        """The player who decides at a node: "max" or "min"; "" if the dice decide, or if the search has no observer."""
        if self.run.observe is None or list_dice(self.game, node.state):
            return ""
        return "max" if self.game.player(node.state) == self.maximizer else "min"

    def _told(self, node: Node[S, M], worth: Worth) -> Worth:
        """Report the worth of a node, and return it."""
        if self.run.observe is not None:
            side = self._name_side(node)
            self.run.observe(self.run.event(Kind.VALUE, node, bound=worth, why=format_worth(worth), side=side))
        return worth


def format_worth(worth: Worth) -> str:
    """A probability as a text in percent."""
    return format_probability(worth, ".2%")


def expectiminimax(game: Game[Any, Any], run: Run[Any, Any]) -> Verdict[Any, Any]:
    """The probability that the player to move wins, and the moves that preserve this probability. If a limit was
    reached, the verdict is not exact and contains no moves.
    """
    depth = run.limit.depth
    try:
        if depth is not None or run.observe is not None or game.outcome(game.start) is not None:
            tree = ChanceTree(game, run)
            found = tree.look(DRAWN_PLIES if depth is None else depth)
            if depth is not None or not tree.is_guess:
                return judge_tree(run, tree, found)
        return _judge_all(game, run)
    except (Stopped, KeyboardInterrupt) as stop:
        run.cut_by = stop.limit if isinstance(stop, Stopped) else "interrupt"
        return Verdict(0, "", (), (), False, "")


def judge_tree(run: Run[Any, Any], tree: ChanceTree[Any, Any], found: dict[Any, Worth]) -> Verdict[Any, Any]:
    """The verdict from a searched tree, where `found` is the worth of each first move. If the depth limit cut games
    short, the verdict is a guess.
    """
    worth, moves = tree.worth, tuple(move for move, each in found.items() if each == tree.worth)
    if tree.is_guess:
        run.cut_by = "depth"
        return Verdict(float(worth), "", moves, (), False, _(GUESSED), worth)
    return Verdict(float(worth), _name_result(worth), moves, (), True, _(EXACTLY), worth)


class ChanceValues(Generic[S, M]):
    """The worth of all positions of a two-player game with dice. The constructor computes them; it raises `Stopped` at
    a limit.
    """

    def __init__(self, game: Game[S, M], run: Run[S, M]) -> None:
        def count() -> None:
            if run.stats.expanded >= run.next_check:
                run.check()
            run.stats.expanded += 1
            run.stats.generated += 1

        watched = run.observe is not None  # then only the nodes of the reported tree are counted
        self.game, self.duel = game, Duel(game, run.check_resources if watched else count, run.check_resources)
        self.is_settled = self.duel.is_settled  # computes the worths within the limits

    def knows(self, state: S) -> bool:
        """Whether a position can be reached from the start of the game."""
        return self.duel.name(state) in self.duel.numbers

    def judge(self, state: S) -> Verdict[S, M]:
        """The verdict on a position: the probability that the player to move wins, and the moves that preserve this
        probability.
        """
        duel, me = self.duel, self.game.player(state)
        number = duel.numbers[duel.name(state)]
        low, high = sorted((duel.seen_by(me, number, duel.low), duel.seen_by(me, number, duel.high)))
        if high - low > SETTLED:
            why = _(BETWEEN).format(low=format_worth(low), high=format_worth(high))
            return Verdict(0, "", (), (), False, why)
        exact = duel.exact_worth if number == 0 else None
        worth: Worth = (low + high) / 2 if exact is None else (1 - exact if me else exact)
        line = self._find_line(state)
        best = tuple(step.move for step in duel.find_best(state)) if line else ()
        why = _(ROUNDED) if exact is None else _(EXACTLY)
        return Verdict(float(worth), _name_result(worth), best, line, True, why, worth)

    def _find_line(self, state: S) -> tuple[Step[S, M], ...]:
        """The best moves of both players from a state up to the first throw of the dice, whose outcome is random, or to
        the end of the game; at most `LINE_MOVES` moves.
        """
        line: list[Step[S, M]] = []
        while self.game.outcome(state) is None and not list_dice(self.game, state) and len(line) < LINE_MOVES:
            step = self.duel.find_best(state)[0]
            line.append(step)
            state = step.state
        return tuple(line)


def _judge_all(game: Game[Any, Any], run: Run[Any, Any]) -> Verdict[Any, Any]:
    """The verdict on the start, from the worth of all positions."""
    found = ChanceValues(game, run).judge(game.start)
    if not found.exact:
        run.cut_by = "depth"
    return found


def _name_result(worth: Worth) -> str:
    """The result for a probability: "win" if it is exactly 1, "loss" if it is exactly 0; "" for others and for floats,
    which are not exact.
    """
    if isinstance(worth, float):
        return ""
    return "win" if worth == 1 else "loss" if worth == 0 else ""


EXPECTIMINIMAX = Algorithm(
    "expectiminimax",
    expectiminimax,
    N_("the greatest value at MAX nodes, the least at MIN nodes, the average over the dice"),
    Promise(N_("the chance to win if both sides play optimally, and every best move")),
    Game,
    needs=WITH_DICE,
    title=N_("Expectiminimax"),
    code=(
        CodeLine(0, N_("chance of MAX at a node:"), "start take"),
        CodeLine(1, N_("if the game has ended: 1, 1/2 or 0; at the depth limit: a guess"), "leaf"),
        CodeLine(1, N_("if the chance is already known: use it"), "duplicate"),
        EACH_CHILD,
        CodeLine(2, N_("find its chance"), "open"),
        CodeLine(1, N_("the greatest child value at MAX, the least at MIN, the average at the dice"), "value"),
    ),
)
