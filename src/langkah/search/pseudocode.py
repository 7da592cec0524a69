"""Every algorithm in a few lines, and which line is at work in each event.

The lines are for reading beside a running search: they say what our functions do, not how. A line names the moments at
which it is lit; a moment follows from the kind of an event and from where its node stood before it.
"""

from typing import NamedTuple

from langkah.language import N_
from langkah.trace import Kind, Trace

START, OPEN, TAKE, GOAL = "start", "open", "take", "goal"
DUPLICATE, STALE = "duplicate", "stale"  # a new node dropped as the same as another; one that was already waiting
PRUNE, KILL, DEEP = "prune", "kill", "deep"  # a new node excluded; a waiting one; one that was taken, by its depth
RESTART, VALUE, CUT = "restart", "value", "cut"
INSTEAD = {STALE: DUPLICATE, KILL: PRUNE, START: OPEN}  # what is lit where a code has no line of its own for a moment


class CodeLine(NamedTuple):
    """One line: how deep it stands, its text, and the moments at which it is lit."""

    indent: int
    text: str
    lights: tuple[str, ...] = ()


NO_SOLUTION = CodeLine(0, N_("there is no solution"))
EACH_CHILD = CodeLine(1, N_("for each child of the node:"))
TOO_DEEP = CodeLine(1, N_("if the node lies at the depth limit: go on with the next"), (DEEP,))
IS_GOAL = CodeLine(1, N_("if the node is a goal: done"), (GOAL,))
SEEN = CodeLine(2, N_("if its state was seen before: drop it"), (DUPLICATE,))


def _list_best_first_lines(order: str, *at_goal: CodeLine) -> tuple[CodeLine, ...]:
    """The loop that differs only in what comes first, and in what is done at a goal."""
    return (
        CodeLine(0, N_("frontier ← the start"), (START,)),
        CodeLine(0, N_("while the frontier is not empty:")),
        CodeLine(1, order, (TAKE,)),
        *(at_goal or (IS_GOAL,)),
        TOO_DEEP,
        EACH_CHILD,
        CodeLine(2, N_("if its state was reached as cheaply before: drop it"), (DUPLICATE,)),
        CodeLine(2, N_("if the estimate rules it out: drop it"), (PRUNE,)),
        CodeLine(2, N_("put it into the frontier"), (OPEN,)),
        CodeLine(2, N_("if a dearer way to its state is waiting: drop that one"), (STALE,)),
        NO_SOLUTION,
    )


def _list_deepening_lines(before: str, over: str, after: str) -> tuple[CodeLine, ...]:
    """Rounds of depth-first search."""
    return (
        CodeLine(0, before),
        CodeLine(0, N_("repeat:"), (RESTART,)),
        CodeLine(1, N_("stack ← the start"), (START,)),
        CodeLine(1, N_("while the stack is not empty:")),
        CodeLine(2, N_("take the node on top"), (TAKE,)),
        CodeLine(2, N_("if it is a goal: done"), (GOAL,)),
        CodeLine(2, N_("if a better way to its state was found meanwhile: drop it"), (STALE,)),
        CodeLine(2, N_("if it lies at the depth limit: go on with the next"), (DEEP,)),
        CodeLine(2, N_("for each of its children, the last one first:")),
        CodeLine(3, over, (PRUNE,)),
        CodeLine(3, N_("if its state was reached as well in this round: drop it"), (DUPLICATE,)),
        CodeLine(3, N_("else put it on the stack"), (OPEN,)),
        CodeLine(1, after),
    )


def _list_game_tree_lines(*inner: CodeLine) -> tuple[CodeLine, ...]:
    """The recursion that all two-player searches share."""
    return (
        CodeLine(0, N_("value of a node:"), (START, TAKE)),
        CodeLine(1, N_("if the game has ended: who won, and how soon")),
        CodeLine(1, N_("if it lies at the depth limit: a guess")),
        *inner,
        CodeLine(1, N_("the value is that of the best child"), (VALUE,)),
    )


CONSTRUCTED = (
    CodeLine(0, N_("node ← the start"), (START,)),
    CodeLine(0, N_("for each move of the construction:"), (TAKE,)),
    CodeLine(1, N_("if the depth limit is reached: stop"), (DEEP,)),
    CodeLine(1, N_("make the move, if the rules allow it"), (OPEN,)),
    CodeLine(0, N_("the last node is the goal"), (GOAL,)),
)

CODES: dict[str, tuple[CodeLine, ...]] = {
    "breadth-first": (
        CodeLine(0, N_("queue ← the start"), (START,)),
        CodeLine(0, N_("while the queue is not empty:")),
        CodeLine(1, N_("take the first node of the queue"), (TAKE,)),
        IS_GOAL,
        TOO_DEEP,
        EACH_CHILD,
        SEEN,
        CodeLine(2, N_("else put it at the end of the queue"), (OPEN,)),
        NO_SOLUTION,
    ),
    "depth-first": (
        CodeLine(0, N_("stack ← the start"), (START,)),
        CodeLine(0, N_("while the stack is not empty:")),
        CodeLine(1, N_("take the node on top of the stack"), (TAKE,)),
        CodeLine(1, N_("if its state was taken before: drop it"), (STALE,)),
        IS_GOAL,
        TOO_DEEP,
        CodeLine(1, N_("for each child of the node, the last one first:")),
        CodeLine(2, N_("put it on the stack"), (OPEN,)),
        NO_SOLUTION,
    ),
    "iterative-deepening": _list_deepening_lines(
        N_("bound ← 0"),
        N_("if it lies deeper than the bound: drop it"),
        N_("bound ← bound + 1, if anything was deeper; else there is no solution"),
    ),
    "ida-star": _list_deepening_lines(
        N_("bound ← estimate of the start"),
        N_("if cost + estimate exceeds the bound: drop it"),
        N_("bound ← the least cost + estimate that exceeded it, if any; else there is no solution"),
    ),
    "uniform-cost": _list_best_first_lines(N_("take the node with the least cost g")),
    "greedy": _list_best_first_lines(N_("take the node with the least estimate h")),
    "a-star": _list_best_first_lines(N_("take the node with the least f = g + h")),
    "weighted-a-star": _list_best_first_lines(N_("take the node with the least f = g + weight × h")),
    "branch-and-bound": _list_best_first_lines(
        N_("take the node with the least bound f = g + h"),
        CodeLine(1, N_("if the node is a goal: it is the best so far"), (GOAL,)),
        CodeLine(2, N_("kill every waiting node whose bound is no better"), (KILL,)),
    ),
    "bidirectional": (
        CodeLine(0, N_("one queue ← the start, another ← the goals"), (START,)),
        CodeLine(0, N_("until the two searches meet:"), (GOAL,)),
        CodeLine(1, N_("for each node in the shorter queue:"), (TAKE,)),
        CodeLine(2, N_("for each child (from the goals: each state that leads here):")),
        CodeLine(3, N_("if this side has seen its state: drop it"), (DUPLICATE,)),
        CodeLine(3, N_("else put it at the end of this side's queue"), (OPEN,)),
        CodeLine(0, N_("if a queue runs empty before: there is no solution")),
    ),
    "beam": (
        CodeLine(0, N_("layer ← the start"), (START,)),
        CodeLine(0, N_("while the layer is not empty:")),
        CodeLine(1, N_("for each node of the layer, the best first:"), (TAKE,)),
        CodeLine(2, N_("if it is a goal: done"), (GOAL,)),
        CodeLine(2, N_("if it lies at the depth limit: go on with the next"), (DEEP,)),
        CodeLine(2, N_("for each of its children:")),
        CodeLine(3, N_("if its state was seen before: drop it"), (DUPLICATE,)),
        CodeLine(3, N_("else put it into the next layer"), (OPEN,)),
        CodeLine(1, N_("keep the best `width` nodes of the next layer, drop the others"), (PRUNE,)),
        CodeLine(0, N_("nothing was found: what was dropped may have held a solution")),
    ),
    "depth-first-branch-and-bound": (
        CodeLine(0, N_("stack ← the start; best ← none"), (START,)),
        CodeLine(0, N_("while the stack is not empty:")),
        CodeLine(1, N_("take the node on top of the stack"), (TAKE,)),
        CodeLine(1, N_("if its bound f = g + h cannot beat the best: kill it"), (KILL,)),
        CodeLine(1, N_("if a cheaper way to its state was found meanwhile: drop it"), (STALE,)),
        CodeLine(1, N_("if it is a goal: it is the best so far"), (GOAL,)),
        TOO_DEEP,
        CodeLine(1, N_("for each child of the node, the least promising first:")),
        CodeLine(2, N_("if its state was reached as cheaply before: drop it"), (DUPLICATE,)),
        CodeLine(2, N_("else put it on the stack"), (OPEN,)),
        CodeLine(0, N_("the best is the answer")),
    ),
    "backtracking": (
        CodeLine(0, N_("go on from a node (first: the start):"), (START, TAKE)),
        CodeLine(1, N_("if the node is a goal: a solution"), (GOAL,)),
        CodeLine(1, N_("if the node lies at the depth limit: go back"), (DEEP,)),
        EACH_CHILD,
        CodeLine(2, N_("if it breaks a rule or repeats the path: drop it"), (PRUNE,)),
        CodeLine(2, N_("else go on from it"), (OPEN,)),
        CodeLine(1, N_("go back to where the node came from")),
    ),
    "recursive": CONSTRUCTED,
    "iterative": CONSTRUCTED,
    "frame-stewart": CONSTRUCTED,
    "minimax": _list_game_tree_lines(
        EACH_CHILD, CodeLine(2, N_("find its value, as the other player sees it"), (OPEN,))
    ),
    "alpha-beta": _list_game_tree_lines(
        EACH_CHILD,
        CodeLine(2, N_("find its value between alpha and beta, as the other player sees it"), (OPEN,)),
        CodeLine(2, N_("raise alpha to it, if it is better")),
        CodeLine(2, N_("if alpha >= beta: do not look at the other children"), (CUT, PRUNE)),
    ),
    "negamax": (
        CodeLine(0, N_("find out who wins; then whether in 1 move, in 2, in 3, ..."), (RESTART,)),
        *_list_game_tree_lines(
            CodeLine(1, N_("if the table knows the position well enough: that"), (DUPLICATE,)),
            EACH_CHILD,
            CodeLine(2, N_("find its value between alpha and beta, as the other player sees it"), (OPEN,)),
            CodeLine(2, N_("raise alpha to it, if it is better")),
            CodeLine(2, N_("if alpha >= beta: do not look at the other children"), (CUT, PRUNE)),
            CodeLine(1, N_("remember the position")),
        ),
    ),
    "expectimax": (
        CodeLine(0, N_("chance from a node with n turns left:"), (START, TAKE)),
        CodeLine(1, N_("if the node is a goal: 1"), (GOAL,)),
        CodeLine(1, N_("if no turn is left: 0")),
        CodeLine(1, N_("if this is known already: that"), (DUPLICATE,)),
        CodeLine(1, N_("for each choice: the average over what chance may do"), (OPEN,)),
        CodeLine(1, N_("the best choice counts"), (VALUE,)),
    ),
}

QUEUE = N_("Queue: first in, first out")
QUEUES = N_("Two queues, from both ends")
STACK = N_("Stack: last in, first out")
HEAP = N_("Priority queue: the best first")
PATH = N_("Path from the start")
FRONTIERS: dict[str, str] = {
    "breadth-first": QUEUE,
    "bidirectional": QUEUES,
    "depth-first": STACK,
    "iterative-deepening": STACK,
    "ida-star": STACK,
    "depth-first-branch-and-bound": STACK,
    "uniform-cost": HEAP,
    "greedy": HEAP,
    "a-star": HEAP,
    "weighted-a-star": HEAP,
    "branch-and-bound": HEAP,
    "beam": HEAP,
}  # what an algorithm keeps in its frontier; those that go down at once keep their path


def find_moment(trace: Trace, index: int) -> str:
    """What an event is in the course of a search."""
    event = trace.events[index]
    if event.kind is Kind.OPEN:
        return OPEN if event.parent >= 0 else START
    if event.kind not in (Kind.DUPLICATE, Kind.PRUNE):
        return str(event.kind)
    life = trace.life(event.node)
    waited = life.made < index
    if event.kind is Kind.DUPLICATE:
        return STALE if waited else DUPLICATE
    return DEEP if waited and 0 <= life.taken < index else KILL if waited else PRUNE


def find_lit_line(code: tuple[CodeLine, ...], at: str) -> int:
    """The index of the line that is lit at a moment; -1 where none is."""
    for name in (at, INSTEAD.get(at, at)):
        for index, line in enumerate(code):
            if name in line.lights:
                return index
    return -1
