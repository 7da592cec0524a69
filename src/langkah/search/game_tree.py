"""Two players: minimax, alpha-beta and negamax with a table.

A score is seen from the player to move and counts plies: a win in n plies is `WIN - n`, a loss in n plies `n - WIN`, a
draw 0. So the winner plays for the quickest win, the loser for the longest resistance. A score between -1 and 1 that is
not 0 is a guess from `evaluate`, made where the depth limit cut the game short. All three search the same tree and
return the same value, but they skip different parts. Minimax skips nothing. Alpha-beta skips branches that cannot
change the answer. Negamax also skips known positions and the search for wins that are no longer possible. The code uses
recursion instead of an explicit stack: games end, and the code reads like the pseudo-code.

Reported values follow textbooks, in points for MAX, who moves at the start: a win at ply n of the game is worth 100 - n
points, a loss n - 100, a draw 0. So a value stays the same on its way up, and so do alpha and beta on their way down.
"""

import sys
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import fields, replace
from math import inf, nextafter
from typing import Any, Generic, NamedTuple, Union

from langkah.errors import BadInput
from langkah.language import N_, _
from langkah.model import Cost, Game, M, S, Step
from langkah.run import Node, Run, Stopped
from langkah.scores import WIN, Verdict, delay_score, format_score, name_value, score_to_points, widen_bound
from langkah.search.algorithm import NO_DICE, Algorithm, Promise
from langkah.search.packed_search import get_compiled_search
from langkah.search.pseudocode import EACH_CHILD, CodeLine
from langkah.search.retrograde import retrograde
from langkah.settings import quote_value
from langkah.tracing import Event, Kind, Stats
from langkah.tracing.points import GUESS, format_points

COMPILE_NODES = 5_000, 100_000  # nodes before compiled code takes over if it is cached, and if it must be compiled
SHALLOW_PLIES = 50  # plies that Python's default recursion limit allows
DEEPEST_PLIES = 3_000  # the longest game that is searched
PLY_FRAMES = 4  # recursion frames for each ply
GUESSED = N_("the depth limit cut games short: the value is a guess")
ENDLESS = N_("a game lasts for more than {n} moves: set a depth limit")
REPEATS = N_("positions repeat, so this search would never end: use retrograde analysis, or set a depth limit")
SO_FAR = N_("{n} of {all} first moves were examined")
NOT_COUNTED = N_("the value is certain, but the number of moves is not")

Line = Union[tuple[Hashable, "Line"], None]  # noqa: UP007 - what follows in best play: the key of a position, and the rest
Scored = tuple[float, Line]


class GameTreeSearch(Generic[S, M]):
    """A search of a game tree: it visits every node, or with `prune` only nodes that can change the answer."""

    def __init__(self, game: Game[S, M], run: Run[S, M], *, prune: bool) -> None:
        self.game, self.run, self.prune = game, run, prune
        self.scores: dict[M, Scored] = {}  # of the first moves: exact for the best ones, bounds for the others
        self.maximizer = game.player(game.start)
        self.whole = False  # whether all relevant first moves were searched
        self.deepest = SHALLOW_PLIES
        self.repeats = False  # whether a position repeated on a path, so that the game can last for ever
        self.child = -1  # the number of the node evaluated last

    def search(self) -> None:
        """Compute the scores of the first moves, and store them in `scores`."""
        self.look(-inf, inf, self.scores)
        self.whole = True

    def look(self, alpha: float, beta: float, scores: dict[M, Scored]) -> float:
        """Compute the scores of the first moves within the window from `alpha` to `beta`, and store them in `scores`.
        Returns the best score.
        """
        game, run = self.game, self.run
        root: Node[S, M] = run.child(None, game.start)
        self.opened(root, alpha, beta)
        run.take(root)
        steps, mover, best = self.steps(game.start), game.player(game.start), -inf
        for index, step in enumerate(steps):
            # A move that equals the best one counts, too, so its score must be exact: lower the window slightly.
            score, rest = self.after(root, mover, step, max(alpha, nextafter(best, -inf)), beta)
            scores[step.move] = score, (self.name(step.state), rest)
            if score > best:
                best = score
                self.improved(root, best, nextafter(best, -inf), beta)
            if best >= beta:
                self.cut(root, steps, index + 1, best, beta)
                break
        return self.known(root, best, alpha, beta)

    def score(self, node: Node[S, M], alpha: float, beta: float) -> Scored:
        """The score of a node for its player to move, and the best line of play from this node. The score is exact if
        it lies strictly between alpha and beta; otherwise it is only a bound.
        """
        ended = self.game.outcome(node.state)
        if ended is not None:
            self.run.take(node)
            return self.known(node, _score_outcome(self.game, node.state, ended.winner)), None
        if node.depth >= self.deepest:
            self._deepen(node)
        left = inf if self.run.limit.depth is None else self.run.limit.depth - node.depth
        if left <= 0:
            self.run.take(node)
            self.run.cut_by = "depth"
            return self.known(node, self.guess(node.state), guessed=True), None
        return self._inner(node, alpha, beta, left)

    def _inner(self, node: Node[S, M], alpha: float, beta: float, left: float) -> Scored:
        """The score of a node at which the game is not over. `left` is the number of plies down to the depth limit."""
        del left
        self.run.take(node)
        best, line = self._best_child(node, alpha, beta, beta)
        return self.known(node, best, alpha, beta), line

    def _best_child(self, node: Node[S, M], alpha: float, beta: float, enough: float) -> Scored:
        """The best score among the children of a node, and the best line of play from the node. With pruning, the
        remaining children are skipped as soon as the score reaches `enough`.
        """
        best: float = -inf
        line: Line = None
        steps, mover = self.steps(node.state), self.game.player(node.state)
        for index, step in enumerate(steps):
            score, rest = self.after(node, mover, step, max(alpha, best), beta)
            if score <= best:
                continue
            best = score
            if best > alpha:
                line = self.name(step.state), rest
                self.improved(node, best, best, beta)
            if self.prune and best >= enough:
                self.cut(node, steps, index + 1, best, enough)
                break
        return best, line

    def after(self, node: Node[S, M], mover: int, step: Step[S, M], alpha: float, beta: float) -> Scored:
        """The score of a step for the player who makes it, and the line of play that follows."""
        run = self.run
        child = run.child(node, step.state, step.move, node.cost + 1)
        run.frontier(child.depth + 1)
        same = self.game.player(step.state) == mover
        if not self.prune:
            alpha, beta = -inf, inf
        elif same:
            alpha, beta = widen_bound(alpha), widen_bound(beta)
        else:
            alpha, beta = -widen_bound(beta), -widen_bound(alpha)
        self.opened(child, alpha, beta)
        score, line = self.score(child, alpha, beta)
        self.child = child.number
        return delay_score(score if same else -score), line

    def steps(self, state: S) -> Sequence[Step[S, M]]:
        """The steps from a state, in the order in which they are tried."""
        steps = self._tried(state)
        if not steps:
            text = _("{state}: there is no legal move, yet `outcome` does not say how the game ended")
            raise BadInput(text.format(state=quote_value(self.game.text(state))))
        return steps

    def _tried(self, state: S) -> Sequence[Step[S, M]]:
        """The steps in the game's own order."""
        return self.run.list_steps(self.game.steps(state))

    def name(self, state: S) -> Hashable:
        """The key by which a line of play refers to a position. In this class, it is the position itself."""
        return state

    def _deepen(self, node: Node[S, M]) -> None:
        """Raise Python's recursion limit, once, for games of up to `DEEPEST_PLIES` plies. If a game is even longer, or
        a position occurs twice although no depth limit is set, raise `Stopped`.
        """
        self.repeats = self.run.limit.depth is None and self._is_repeated(node)
        if self.repeats or self.deepest == DEEPEST_PLIES:
            raise Stopped("depth")
        sys.setrecursionlimit(max(sys.getrecursionlimit(), PLY_FRAMES * DEEPEST_PLIES + 4_000))
        self.deepest = DEEPEST_PLIES

    def _is_repeated(self, node: Node[S, M]) -> bool:
        """Whether a position occurs twice on the path to a node."""
        states = [self.game.start, *(step.state for step in node.path())]
        return len({(self.game.key(state), self.game.player(state)) for state in states}) < len(states)

    def _range(self, state: S) -> tuple[float, float]:
        """The least and the greatest score that are still possible in a game that is not over. A player who can no
        longer win (see `Game.hopes`) scores at most a draw.
        """
        hopes, player = self.game.hopes(state), self.game.player(state)
        return 1 - WIN if hopes[1 - player] else 0, WIN - 1 if hopes[player] else 0

    def guess(self, state: S) -> float:
        """The game's own evaluation of a state (`Game.evaluate`), limited to the scores that are still possible."""
        score, (low, high) = self.game.evaluate(state), self._range(state)
        if -1 <= score <= 1:
            return min(max(score, low), high)
        text = _("evaluate gave {score} for {state}: the score must be from -1 (lost) to 1 (won)")
        raise BadInput(text.format(score=quote_value(score), state=quote_value(self.game.text(state))))

    # Events, in points for MAX

    def points(self, score: float, node: Node[S, M]) -> Cost:
        """A score of a node, converted to points for MAX."""
        points = score_to_points(score, node.depth)
        return points if self._is_max(node) else -points

    def _is_max(self, node: Node[S, M]) -> bool:
        return self.game.player(node.state) == self.maximizer

    def window(self, node: Node[S, M], alpha: float, beta: float) -> dict[str, Cost]:
        """Alpha and beta of a node in points for MAX (negated and swapped at a MIN node); empty without pruning."""
        if not self.prune:
            return {}
        own, other = self.points(alpha, node), self.points(beta, node)
        return {"alpha": own, "beta": other} if self._is_max(node) else {"alpha": other, "beta": own}

    def event(self, kind: Kind, node: Node[S, M], **more: Any) -> Event:
        """An event about a node, which also names the player to move."""
        return self.run.event(kind, node, side="max" if self._is_max(node) else "min", **more)

    def opened(self, node: Node[S, M], alpha: float, beta: float) -> None:
        """Report that a node is visited, with alpha and beta."""
        if self.run.observe is not None:
            order = -node.depth, node.number
            self.run.observe(self.event(Kind.OPEN, node, order=order, **self.window(node, alpha, beta)))

    def improved(self, node: Node[S, M], best: float, alpha: float, beta: float) -> None:
        """Report that the child visited last gives a node its best value so far, and the new alpha and beta."""
        if self.run.observe is not None:
            bound, window = self.points(best, node), self.window(node, alpha, beta)
            self.run.observe(self.event(Kind.UPDATE, node, other=self.child, bound=bound, **window))

    def cut(self, node: Node[S, M], steps: Sequence[Step[S, M]], index: int, best: float, enough: float) -> None:
        """Count and report the children that are cut off because the score `best` reaches the bound `enough`. They are
        the successors in `steps[index:]`.
        """
        run = self.run
        if run.observe is None:
            run.stats.generated += len(steps) - index
            run.stats.pruned += len(steps) - index
            return
        bound, other = self.points(best, node), self.points(enough, node)
        alpha, beta = map(format_points, (bound, other) if self._is_max(node) else (other, bound))
        why = _("alpha {alpha} >= beta {beta}").format(alpha=alpha, beta=beta)
        if index < len(steps):
            run.observe(self.event(Kind.CUT, node, bound=bound, why=why))
        for step in steps[index:]:
            child = run.child(node, step.state, step.move, node.cost + 1)
            run.stats.pruned += 1
            run.observe(self.event(Kind.PRUNE, child, bound=bound, why=why))

    def known(
        self, node: Node[S, M], score: float, alpha: float = -inf, beta: float = inf, *, guessed: bool = False
    ) -> float:
        """Report the value of a node, and return its score. A score that is not between alpha and beta is only a bound;
        `guessed` marks a score that is an evaluation at the depth limit.
        """
        if self.run.observe is not None:
            low, high = (score <= alpha, score >= beta) if self.prune else (False, False)
            low, high = (low, high) if self._is_max(node) else (high, low)
            points = self.points(score, node)
            sign = GUESS if guessed else "≤ " if low else "≥ " if high else ""
            self.run.observe(self.event(Kind.VALUE, node, bound=points, why=sign + format_points(points)))
        return score


class _TableEntry(NamedTuple):
    """An entry of the transposition table: the score of a position lies between `low` and `high`, as computed at the
    node `number`. If it is `exact`, the two are equal, and `line` is a best line of play.
    """

    low: float
    high: float
    exact: bool  # low equals high, and the line is stored
    line: Line
    number: int


class TableSearch(GameTreeSearch[S, M]):
    """Alpha-beta with a transposition table, in which equivalent positions share an entry. The search also asks the
    game which players can still win.
    """

    def __init__(self, game: Game[S, M], run: Run[S, M]) -> None:
        super().__init__(game, run, prune=True)
        self.table: dict[tuple[Hashable, float], _TableEntry] = {}

    def search(self) -> None:
        """First find out who wins, without counting plies. If a player can win, then test whether the win takes 1 ply,
        2 plies, and so on.
        """
        best = self.look(-2, 2, self.scores)
        self.whole = True
        if -2 < best < 2:
            return
        for plies in range(1, DEEPEST_PLIES + 1):
            target = WIN - plies if best > 0 else plies - WIN
            if self.run.observe is not None:
                self.run.observe(Event(Kind.RESTART, -1, bound=target, why=format_score(target)))
            scores: dict[M, Scored] = {}
            if self.look(nextafter(target, -inf), nextafter(target, inf), scores) == target:
                self.scores = scores
                return
        raise Stopped("depth")

    def _inner(self, node: Node[S, M], alpha: float, beta: float, left: float) -> Scored:
        """The score of a node at which the game is not over: from the table if its entry is exact enough, else from a
        search.
        """
        place = self.game.key(node.state), left
        seen = self.table.get(place)
        if seen is None:
            low, high = self._range(node.state)
        elif seen.exact or seen.low >= beta or seen.high <= alpha:
            self.run.duplicate(node, seen.number)
            return self.known(node, seen.high if seen.high <= alpha else seen.low, alpha, beta), seen.line
        else:
            low, high = seen.low, seen.high
        self.run.take(node)
        if low == high == 0 or low >= beta or high <= alpha:
            return self.known(node, high if high <= alpha else low, alpha, beta), None
        # A score at the very end of the possible range must be exact, with its line: widen the window slightly.
        floor = nextafter(low, -inf) if alpha <= low else alpha
        ceiling = nextafter(high, inf) if beta >= high else beta
        best, line = self._best_child(node, floor, ceiling, min(beta, high))
        low, high = best if best > floor else low, best if best < ceiling else high
        self.table[place] = _TableEntry(low, high, floor < best < ceiling, line, node.number)
        return self.known(node, best, floor, ceiling), line

    def _tried(self, state: S) -> Sequence[Step[S, M]]:
        """The steps from a state in the order of `Game.ranked`, the most promising first, so that more of the later
        steps are cut off.
        """
        return self.game.ranked(state)

    def name(self, state: S) -> Hashable:
        """The key by which a line of play refers to a position. Equivalent positions have the same key, so that a line
        of play in the transposition table fits all of them.
        """
        return self.game.key(state)


def _score_outcome(game: Game[S, M], state: S, winner: int | None) -> float:
    if winner is None:
        return 0
    return WIN if winner == game.player(state) else -WIN


def search_game(adversary: GameTreeSearch[S, M]) -> Verdict[S, M]:
    """Search a game from its start. Returns a verdict with the score, every first move that reaches it, and a best line
    of play.
    """
    game, run = adversary.game, adversary.run
    if game.outcome(game.start) is not None or run.limit.depth == 0:
        root: Node[S, M] = run.child(None, game.start)
        adversary.opened(root, -inf, inf)
        score = adversary.score(root, -inf, inf)[0]
        value = "" if run.cut_by else name_value(score)
        return Verdict(score, value, (), (), bool(value), format_score(score) if value else _(GUESSED))
    stopped = False
    try:
        adversary.search()
    except (Stopped, KeyboardInterrupt) as stop:
        stopped, run.cut_by = True, stop.limit if isinstance(stop, Stopped) else "interrupt"
    return _sum_up(adversary, stopped=stopped)


def _sum_up(adversary: GameTreeSearch[S, M], *, stopped: bool) -> Verdict[S, M]:
    """The verdict on the start of the game, from the scores of the first moves that were searched. `stopped`: whether
    the search ended early.
    """
    game, cut_by, scores = adversary.game, adversary.run.cut_by, adversary.scores
    steps = list(game.steps(game.start))
    why = _(SO_FAR).format(n=len(scores), all=len(steps))
    if cut_by == "depth":
        why = _(REPEATS) if adversary.repeats else _(ENDLESS).format(n=DEEPEST_PLIES)
    if not scores:
        return Verdict(adversary.guess(game.start), "", (), (), False, why)
    best = max(score for score, _line in scores.values())
    moves = tuple(step.move for step in steps if step.move in scores and scores[step.move][0] == best)
    line = tuple(_replay_line(adversary, scores[moves[0]][1]))
    sure = best >= 2 or (adversary.whole and (best <= -2 or not cut_by))
    if not stopped:
        why = format_score(best) if sure else _(GUESSED)
    elif sure:
        why = _(NOT_COUNTED)
    return Verdict(best, name_value(best) if sure else "", moves, line, sure and not stopped, why)


def _replay_line(adversary: GameTreeSearch[S, M], line: Line) -> Iterator[Step[S, M]]:
    """The steps of a line of play. If the line ends before the game is over, and neither player can win any more, the
    first legal move of each position continues the line.
    """
    game, state = adversary.game, adversary.game.start
    for _ply in range(DEEPEST_PLIES):
        if line is not None:
            name, line = line
            step = next(each for each in game.steps(state) if adversary.name(each.state) == name)
        elif game.outcome(state) is None and not any(game.hopes(state)):
            step = next(iter(game.steps(state)))
        else:
            return
        yield step
        state = step.state


def minimax(game: Game[S, M], run: Run[S, M]) -> Verdict[S, M]:
    """Minimax: search the whole tree."""
    return search_game(GameTreeSearch(game, run, prune=False))


def alpha_beta(game: Game[S, M], run: Run[S, M]) -> Verdict[S, M]:
    """Alpha-beta: skip branches that cannot change the answer."""
    return search_game(GameTreeSearch(game, run, prune=True))


def negamax(game: Game[S, M], run: Run[S, M]) -> Verdict[S, M]:
    """Alpha-beta with a transposition table. If compiled code supports the game, it takes over after a short search in
    Python, unless there is an observer or a depth limit. If positions repeat, retrograde analysis takes over.
    """
    if run.observe is not None or run.limit.depth is not None or game.structure() is None:
        return _search_with_table(game, run)
    for nodes in COMPILE_NODES:
        if run.limit.nodes is not None and run.limit.nodes <= nodes:
            break
        limit = replace(run.limit, nodes=nodes)
        short: Run[S, M] = Run(limit, run.options, None, run.progress, run.cancelled, run.stats)
        found = search_game(TableSearch(game, short))
        if short.cut_by != "nodes":
            run.cut_by = short.cut_by
            return found
        for each in fields(Stats):
            setattr(run.stats, each.name, each.default)
        answer: Verdict[S, M] | None = get_compiled_search("negamax")(game, run, patient=nodes < COMPILE_NODES[-1])
        if answer is not None:
            return answer
    return _search_with_table(game, run)


def _search_with_table(game: Game[S, M], run: Run[S, M]) -> Verdict[S, M]:
    """Alpha-beta with a transposition table in Python; if positions repeat, retrograde analysis takes over."""
    search = TableSearch(game, run)
    found = search_game(search)
    if not search.repeats:
        return found
    run.cut_by = ""
    run.restart(0, _("positions repeat: retrograde analysis"))
    return retrograde(game, run)


def _list_game_tree_lines(*inner: CodeLine) -> tuple[CodeLine, ...]:
    return (
        CodeLine(0, N_("value of a node:"), "start take"),
        CodeLine(1, N_("if the game has ended: who won, and how soon; at the depth limit: a guess"), "leaf"),
        *inner,
        CodeLine(1, N_("MAX takes the greatest value of its children, MIN the least"), "value"),
    )


BETWEEN_BOUNDS = (
    EACH_CHILD,
    CodeLine(2, N_("find its value, between alpha and beta"), "open"),
    CodeLine(2, N_("if it is better: MAX raises alpha, MIN lowers beta"), "update"),
    CodeLine(2, N_("if alpha >= beta: do not look at the other children"), "cut prune"),
)
EXACT_VALUE = Promise(N_("the exact value of the game, every best move and a best line"))
MINIMAX = Algorithm(
    "minimax",
    minimax,
    N_("the whole game tree"),
    EXACT_VALUE,
    Game,
    NO_DICE,
    title=N_("Minimax"),
    code=_list_game_tree_lines(
        EACH_CHILD,
        CodeLine(2, N_("find its value"), "open"),
        CodeLine(2, N_("MAX keeps the greatest so far, MIN the least"), "update"),
    ),
)
ALPHA_BETA = Algorithm(
    "alpha-beta",
    alpha_beta,
    N_("the game tree without branches that cannot change the answer"),
    EXACT_VALUE,
    Game,
    NO_DICE,
    title=N_("Alpha-beta"),
    aliases=("alphabeta",),
    code=_list_game_tree_lines(*BETWEEN_BOUNDS),
)
NEGAMAX = Algorithm(
    "negamax",
    negamax,
    N_("alpha-beta with a transposition table; symmetric positions are merged"),
    EXACT_VALUE,
    Game,
    NO_DICE,
    title=N_("Negamax"),
    code=(
        CodeLine(0, N_("find out who wins; then whether in 1 move, in 2, in 3, ..."), "restart"),
        *_list_game_tree_lines(
            CodeLine(
                1, N_("if the table has the exact value, or a bound that is enough for a cut-off: use it"), "duplicate"
            ),
            *BETWEEN_BOUNDS,
            CodeLine(1, N_("store the position in the table")),
        ),
    ),
)
