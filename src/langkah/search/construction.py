"""Solutions that are constructed rather than searched for: the puzzle supplies the moves, the engine replays each."""

from functools import partial

from langkah.errors import BadInput
from langkah.language import N_, _
from langkah.model import M, Puzzle, S
from langkah.run import Found, Node, Run
from langkah.search.algorithm import Algorithm, Need, Promise
from langkah.search.pseudocode import CodeLine
from langkah.settings import quote_value

LONGEST_PLAN_MOVES = 5_000_000  # a longer plan would not fit into memory as a list


def follow_construction(problem: Puzzle[S, M], run: Run[S, M], name: str) -> Found[S, M] | None:
    """Play the construction, checking that each of its moves is legal."""
    plan = problem.constructions()[name]
    if plan.length > LONGEST_PLAN_MOVES:
        raise BadInput(
            _("this plan has {length} moves; at most {most} can be listed: choose a smaller puzzle").format(
                length=plan.length if plan.length < 10**30 else _("more than 10^30"), most=LONGEST_PLAN_MOVES
            )
        )
    node: Node[S, M] = run.child(None, problem.start)
    run.report_open(node, (0,))
    run.frontier(1)
    for move in plan.moves:
        run.take(node)
        if run.too_deep(node):
            return None
        step = next((step for step in problem.steps(node.state) if step.move == move), None)
        if step is None:
            text = _("it makes the move {move} in {state}, which is not legal").replace("{move}", quote_value(move))
            raise _make_broken_construction(problem, name, text, node.state)
        node = run.child(node, step.state, step.move, node.cost + step.cost)
        run.report_open(node, (node.number,))
    run.take(node)
    if not problem.is_goal(node.state):
        raise _make_broken_construction(problem, name, _("it ends in {state}, which is no goal"), node.state)
    run.goal(node)
    return Found(node.path(), node.cost, bool(plan.proof), plan.proof or plan.doubt)


def _make_broken_construction(problem: Puzzle[S, M], name: str, text: str, state: S) -> BadInput:
    title = _("{problem}: the construction '{name}' is wrong").format(
        problem=problem.name or type(problem).__name__, name=name
    )
    return BadInput(f"{title}: {text.replace('{state}', quote_value(state))}")


def _knows_construction(name: str) -> Need:
    return Need(N_("a puzzle that knows this construction"), lambda problem: name in problem.constructions())


WRITTEN = Promise(N_("what the puzzle can prove of its construction"))
LINES = (
    CodeLine(0, N_("node ← the start"), "start"),
    CodeLine(0, N_("for each move of the construction:"), "take"),
    CodeLine(1, N_("if the depth limit is reached: stop"), "deep"),
    CodeLine(1, N_("make the move, if the rules allow it"), "open"),
    CodeLine(0, N_("the last node is the goal"), "goal"),
)
RECURSIVE = Algorithm(
    "recursive",
    partial(follow_construction, name="recursive"),
    N_("written down by recursion: move the smaller ones away, the largest over, the smaller ones back"),
    WRITTEN,
    title=N_("Recursive construction"),
    needs=_knows_construction("recursive"),
    code=LINES,
)
ITERATIVE = Algorithm(
    "iterative",
    partial(follow_construction, name="iterative"),
    N_("written down by a rule that looks only at the current state"),
    WRITTEN,
    title=N_("Iterative construction"),
    needs=_knows_construction("iterative"),
    code=LINES,
)
FRAME_STEWART = Algorithm(
    "frame-stewart",
    partial(follow_construction, name="frame-stewart"),
    N_("recursion with more pegs: the best split of the tower at every level"),
    WRITTEN,
    title=N_("Frame-Stewart"),
    needs=_knows_construction("frame-stewart"),
    code=LINES,
)
