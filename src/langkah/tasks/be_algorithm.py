"""The task 'may this node be expanded next?': the player executes a search by hand, one expansion at a time.

The task is stateless: each request contains the nodes expanded so far, and the task expands them again, so that the
same code runs on a server and in a browser.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any, TypedDict

from langkah.course.result_code import PageResult, write_code
from langkah.errors import BadInput
from langkah.language import _
from langkah.legal_runs import LegalRun, begin_run
from langkah.legal_runs.by_hand import MOST_TAKEN, RunByHand
from langkah.search.options import SearchRequest
from langkah.tasks.context import Context
from langkah.tasks.request import HereRequest, make_search_reader
from langkah.tasks.trace import RecordedSearch, TraceJson
from langkah.tracing import Result, Status
from langkah.typed_json import Range

SECONDS = 10.0
MOST_WORDS = Range(0, 100)  # letters in a name
MOST_HINTS = 10_000
MOST_SECONDS = 10_000_000


@dataclass(frozen=True)
class BeAlgorithmRequest(HereRequest):
    """A search from a position, the nodes `taken` (expanded) so far, and the node that the player expands next
    (`guess`). If the algorithm prunes, `taken` also lists cuts: -1 - n means that node n is cut off. `cut`: the player
    cuts off the node `guess` instead of expanding it. `hint`: also list the legal nodes, and why the guess is not one
    of them. `end`: stop here, and return the result. The other fields are written into the result code: the student,
    the task of an assignment, the key that signs the code, the number of steps with mistakes or hints, the number of
    hints, and the time in seconds.
    """

    search: Annotated[SearchRequest, make_search_reader(SECONDS)]
    taken: Annotated[Sequence[int], Range(0, MOST_TAKEN)] = ()
    guess: int | None = None
    cut: bool = False
    hint: bool = False
    end: bool = False
    student: Annotated[str, MOST_WORDS] = ""
    task: Annotated[str, MOST_WORDS] = ""
    key: Annotated[str, MOST_WORDS] = ""
    missed: Annotated[int, Range(0, MOST_TAKEN + 1)] = 0
    hints: Annotated[int, Range(0, MOST_HINTS)] = 0
    seconds: Annotated[int, Range(0, MOST_SECONDS)] = 0


class BeAlgorithmJson(TypedDict):
    """Whether the guess was right (null without a guess), why it was wrong (the rule that it breaks), and the search so
    far. `legal` lists the nodes that may be expanded (or must be cut off) next, if a hint was requested; `choices` is
    the number of these nodes. `cuts`: whether the algorithm prunes. `cut`: whether a branch must be cut now, if a hint
    was requested. `waiting` is the frontier, in order of generation. `over`: whether the exercise has ended. `short`:
    whether the exercise ended before the search did, because the search was too long or the player stopped. At the end,
    `code` is the result for a teacher, unless the player stopped early.
    """

    right: bool | None
    why: str
    taken: list[int]
    legal: list[int]
    choices: int
    cuts: bool
    cut: bool
    waiting: list[int]
    over: bool
    short: bool
    code: str
    recording: TraceJson


def expand_next(request: BeAlgorithmRequest, context: Context) -> BeAlgorithmJson:
    """Repeat the expansions made so far, then check the guess. The guessed node is expanded, or cut off, only if the
    guess is right.
    """
    del context
    problem = request.problem
    hand = RunByHand(begin_run(problem, request.search.algorithm, request.search))
    for number in request.taken:
        if not hand.follow(number):
            raise BadInput(
                _("node {n} was not a legal choice at that step").format(n=number if number >= 0 else -1 - number)
            )
    right, why = None, ""
    if request.guess is not None:
        if not 0 <= request.guess < len(hand.run.nodes):
            raise BadInput(_("there is no node {n}").format(n=request.guess))
        right = hand.is_legal(request.guess, cut=request.cut)
        if right:
            hand.do(request.guess, cut=request.cut)
        else:
            why = hand.explain(request.guess, cut=request.cut, name_next=request.hint)
    run = hand.run
    legal = [] if run.over else run.find_cuts() or run.find_legal()
    over = hand.is_whole or request.end
    return {
        "right": right,
        "why": why,
        "taken": hand.done,
        "legal": legal if request.hint else [],
        "choices": len(legal),
        "cuts": run.cuts_by_hand,
        "cut": request.hint and bool(run.find_cuts()),
        "waiting": [] if over else sorted(run.list_waiting()),
        "over": over,
        "short": over and bool(legal),
        "code": _write_result(request, hand.done) if over and (hand.is_full or not legal) else "",
        "recording": RecordedSearch(problem, hand.recorded.trace, _make_result(request, run)).as_dict(),
    }


def _make_result(request: BeAlgorithmRequest, run: LegalRun[Any, Any]) -> Result[Any, Any]:
    return Result(
        request.problem.name or type(request.problem).__name__,
        request.search.algorithm,
        Status.STOPPED,
        estimate=run.rules.estimate.name if run.value_name in ("f", "h") else "",
        source=request.problem,
    )


def _write_result(request: BeAlgorithmRequest, taken: Sequence[int]) -> str:
    """The result code of a finished exercise. A step counts as right if the first guess was right and no hint was
    needed.
    """
    right = max(0, len(taken) - request.missed)
    task = request.task or request.search.algorithm
    student, seconds, hints = request.student, request.seconds, request.hints
    result = PageResult(task, student, "", right, len(taken), seconds, hints, tuple(taken))
    return write_code(result, request.key)
