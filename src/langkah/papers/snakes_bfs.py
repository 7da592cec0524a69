"""Snakes and ladders by breadth-first search: the iteration table and the solution in seven rolls."""

from langkah.games import load
from langkah.language import _
from langkah.papers import Claim
from langkah.search import SearchRequest, run_search
from langkah.tracing import Trace
from langkah.views.table import list_queue_rows

PRINTED = {  # number of expanded nodes -> the node expanded last, and the printed queue
    1: ("0", "38 2 3 14 5 6"),
    2: ("38", "2 3 14 5 6 39 40 41 42 43 44"),
    3: ("2", "3 14 5 6 39 40 41 42 43 44 7 8"),
    4: ("3", "14 5 6 39 40 41 42 43 44 7 8 31"),
    5: ("14", "5 6 39 40 41 42 43 44 7 8 31 15 16 18 19 20"),
    69: ("73", "94 75 96 70 71 74 97 79 76 77 78"),
    70: ("94", "75 96 70 71 74 97 79 76 77 78 99 100"),
    81: ("99", "100 81 82 83"),
}


def recompute_claims() -> list[Claim]:
    """All values about the board that the paper prints."""
    problem = load("snakes:paper-bfs")
    trace = Trace()
    result = run_search(problem, SearchRequest("breadth-first"), trace)
    rows = {row.iteration: row for row in list_queue_rows(trace)}
    found = [
        Claim(_("number of rolls"), 7, result.cost),
        Claim(_("the rolls"), "4-2-6-6-4-6-6", "-".join(result.notation)),
        Claim(_("the squares"), "14-16-22-84-88-94-100", "-".join(problem.label(step.state) for step in result.path)),
        Claim(_("nodes expanded until square 100 is expanded"), 82, result.stats.expanded),
    ]
    for number, (node, queue) in PRINTED.items():
        row = rows[number]
        ours = f"{problem.label(row.node.state)} {{{' '.join(problem.label(event.state) for event in row.queue)}}}"
        text = _("node number {n} in the order of expansion, and the queue after its expansion").format(n=number)
        found.append(Claim(text, f"{node} {{{queue}}}", ours))
    return found
