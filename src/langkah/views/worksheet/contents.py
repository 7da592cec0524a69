"""The content of a worksheet, independent of its format (page or LaTeX): everything needed to solve it on paper.

Nodes have the numbers of the trace (the start is #0, then in order of generation), in the table, in the questions and
in the solutions.
"""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from langkah.language import _
from langkah.model import Problem, Puzzle, get_title
from langkah.scene import Scene
from langkah.search import ALGORITHMS, find_estimate, get_algorithm_title, get_code, get_frontier
from langkah.search.best_first import TIES
from langkah.search.pseudocode import CodeLine
from langkah.settings import make_sort_key
from langkah.tracing import Event, Result, Trace, format_cost
from langkah.views.quiz import Question, make_questions
from langkah.views.table import Table, is_walk, list_queue_rows, make_table
from langkah.views.tree import draw_search_tree

SEPARATOR = " ; "  # between the states of a queue; lines may break there
UNBROKEN_LETTERS = 36  # states with at most this many letters stay on one line
LAST_TIE = "first"  # the final tie-breaker: the older node
MOST_GOALS = 1000  # goals are counted up to this number
FORMULAS = {"greedy": "f = h", "uniform-cost": "f = g", "weighted-a-star": "f = g + weight × h"}


class Choice(NamedTuple):
    """A node offered as an answer to a question, and whether it is the right one."""

    text: str
    right: bool


class Asked(NamedTuple):
    """A question, its choices, and the reason for the right answer."""

    text: str
    choices: tuple[Choice, ...]
    why: str


class Contents(NamedTuple):
    """The content of a worksheet: the given facts, the three tasks with their solutions, and how the search ends."""

    title: str
    facts: list[tuple[str, str]]
    start: Scene
    goal: Scene | None
    code: tuple[CodeLine, ...]
    table_task: str
    table: Table
    tree_task: str
    tree_blank: Scene
    tree: Scene
    asked: list[Asked]
    ending: str


def collect_contents(
    problem: Problem[Any, Any],
    trace: Trace,
    result: Result[Any, Any],
    *,
    rows: int,
    ask: int,
    nodes: int,
    seed: int,
    ties: Sequence[str] | None,
) -> Contents:
    """Collect the whole content of a worksheet about a search. `rows`, `ask` and `nodes` limit the iterations, the
    questions and the nodes of the tree; `seed` selects the questions.
    """
    walk = is_walk(trace)
    until = _find_last_event(trace, rows)
    made = [node for node in trace.made if trace.history(node).made < until]
    blank = [] if walk else [node for node in made if trace.node(node).depth > 1]
    goals = _list_goals(problem)
    text = _("Worksheet: {algorithm} on {problem}")
    tree_task = _("Write the values into the tree, and cross out the nodes that are not examined")
    return Contents(
        title=text.format(algorithm=get_algorithm_title(result.algorithm, result.estimate), problem=result.problem),
        facts=list(_list_facts(problem, trace, result, ties, goals, until)),
        start=problem.scene(problem.start),
        goal=problem.scene(goals[0]) if goals else None,
        code=get_code(result.algorithm),
        table_task=_("Fill in the table ({kept})").format(kept=get_frontier(result.algorithm)),
        table=make_table(problem, trace, rows=rows, queue=None) if walk else _make_queue_table(problem, trace, rows),
        tree_task=tree_task if walk else _("Complete the search tree of these iterations"),
        tree_blank=draw_search_tree(problem, trace, until, most=nodes, blank=blank),
        tree=draw_search_tree(problem, trace, until, most=nodes),
        asked=[_write_question(problem, trace, each) for each in make_questions(trace, ask, seed)],
        ending=_write_ending(result),
    )


def _find_last_event(trace: Trace, rows: int) -> int:
    """The number of events up to the end of the last iteration on the worksheet. `rows` is the number of iterations."""
    if is_walk(trace):
        taken = trace.index().taken_at
        return int(taken[rows]) if rows < len(taken) else len(trace)
    return next((row.at for row in list_queue_rows(trace, 0) if row.iteration >= rows), len(trace))


def _list_goals(problem: Problem[Any, Any]) -> list[Any]:
    found = problem.goals() if isinstance(problem, Puzzle) else None
    return [] if found is None else [goal for goal, _place in zip(found, range(MOST_GOALS), strict=False)]


# Given facts


def _list_facts(
    problem: Problem[Any, Any],
    trace: Trace,
    result: Result[Any, Any],
    ties: Sequence[str] | None,
    goals: list[Any],
    until: int,
) -> Iterator[tuple[str, str]]:
    """The facts that are given on the worksheet, each with a heading: for example the goal, the algorithm, the order of
    the queue, the heuristic and the tie-breaking.
    """
    row = ALGORITHMS.get(result.algorithm)
    about = _(problem.about)
    yield get_title(problem), about
    if goals:
        several = _("any of {n} boards; one of them is shown on the right").format(n=len(goals))
        yield _("Goal"), several if len(goals) > 1 else _("the board on the right")
    elif isinstance(problem, Puzzle):
        yield _("Goal"), _("see the rules above; the picture marks the goal if possible")
    if row is not None:
        yield _("Algorithm"), f"{get_algorithm_title(result.algorithm)}: {_(row.about)}"
    if trace.ordered_by_cost():
        formula = FORMULAS.get(result.algorithm, "f = g + h")
        yield _("Order"), _("the least {f} first; g is the cost so far").format(f=formula)
    if result.estimate and isinstance(problem, Puzzle):
        estimate = find_estimate(problem, result.estimate)
        told = [f"{estimate.name}: {_(estimate.about)}", *([_(estimate.formula)] if estimate.formula else [])]
        told.append(_("admissible") if estimate.admissible else _("not admissible"))
        yield _("Heuristic (estimate)"), "; ".join(told)
        if not estimate.formula:
            yield _("Values of h"), _list_values(problem, trace, until)
    order = [*((row.ties if row else ()) if ties is None else ties), LAST_TIE]
    if trace.ordered_by_cost():
        chosen = [_(TIES[tie]) for tie in order if tie != LAST_TIE or "last" not in order]
        yield _("Tie-break"), _(", then ").join(chosen)
    moves = [problem.notation(step.move) for step in problem.steps(problem.start)]
    if moves:
        yield (
            _("Order of the moves"),
            _("the same in every state as at the start: {moves}").format(moves=", ".join(moves[:12])),
        )
    yield _("Numbers"), _("the start is #0; every node gets the next number when it is generated")


def _list_values(problem: Problem[Any, Any], trace: Trace, until: int) -> str:
    """The heuristic values of all states on the worksheet, as one text. The worksheet gives these values if students
    cannot compute the heuristic by hand.
    """
    made = (trace.node(node) for node in trace.made if trace.history(node).made < until)
    found = {problem.label(event.state): format_cost(event.estimate) for event in made if event.estimate is not None}
    return SEPARATOR.join(f"{state}: {value}" for state, value in sorted(found.items(), key=_sort_by_number))


def _sort_by_number(item: tuple[str, str]) -> tuple[int, str]:
    return make_sort_key(item[0])


# The tasks


def _make_queue_table(problem: Problem[Any, Any], trace: Trace, rows: int) -> Table:
    """The table of a search with a queue. Each expansion has one row: its number, the expanded node, and the frontier
    afterwards, in order.
    """
    rounds = bool(trace.rounds())
    headers = [_("iteration"), *([_("bound")] if rounds else []), _("node"), _("queue")]
    found: list[list[object]] = []
    for row in list_queue_rows(trace):
        if len(found) == rows:
            break
        queue = SEPARATOR.join(_keep_together(_name_node(problem, trace, each)) for each in row.queue)
        found.append([row.iteration, *([row.bound] if rounds else []), _name_node(problem, trace, row.node), queue])
    return Table(headers, found, trace.counters().expanded - len(found))


def _name_node(problem: Problem[Any, Any], trace: Trace, event: Event) -> str:
    costs = f" ({format_cost(event.total)})" if trace.ordered_by_cost() else ""
    return f"#{event.node} {problem.label(event.state)}{costs}"


def _keep_together(text: str) -> str:
    return text.replace(" ", "\u00a0") if len(text) <= UNBROKEN_LETTERS else text


def _write_question(problem: Problem[Any, Any], trace: Trace, question: Question) -> Asked:
    counters = trace.counters(question.at)
    text = _("After iteration {n} these are some of the {all} nodes in the frontier:")
    choices = []
    for node in question.choices:
        event = trace.node(node)
        costs = (
            f" (g = {format_cost(event.cost)}, h = {format_cost(event.estimate)})" if trace.ordered_by_cost() else ""
        )
        choices.append(Choice(f"#{node} {problem.label(event.state)}{costs}", node == question.answer))
    asked = text.format(n=counters.expanded, all=counters.frontier)
    return Asked(asked, tuple(choices), question.reply(question.answer))


def _write_ending(result: Result[Any, Any]) -> str:
    text = _("The whole search: {expanded} nodes expanded, {generated} generated").format(
        expanded=result.stats.expanded, generated=result.stats.generated
    )
    cost = "; " + _("cost of the solution: {cost}").format(cost=result.cost) if result.cost is not None else ""
    moves = "; " + " ".join(result.notation) if 0 < len(result.notation) <= 60 else ""
    return text + cost + moves + "."
