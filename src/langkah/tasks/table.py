"""The table of tasks: everything that a front end can request, and the functions that run it.

A row names the function that answers. Its annotations define the request (see `langkah.tasks.request`) and the answer
as plain JSON values, a `TypedDict`. The command line and Python pass a request object; callers with JSON only (the page
over HTTP or in a browser, the window's worker) pass values. The OpenAPI description and the page's types are generated
from the same rows. To add a task, add one row.

Where a task runs (this process, a worker process, a browser's worker), and how it is ended if it does not stop, is
decided elsewhere. Modules are imported when their task runs.
"""

from collections.abc import Callable, Mapping
from enum import IntEnum
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple, get_type_hints

from langkah.errors import refuse_long_names
from langkah.tasks.context import Context, Values
from langkah.tasks.request import Request

if TYPE_CHECKING:
    from langkah.tasks.problems import ProblemCatalogue

MEMORY = 1 << 30  # limit of the process that runs a task


class Effort(IntEnum):
    """The amount of work of a task. Tasks with more work may use only a part of the pool of workers, so that some
    workers remain free for tasks with less work.
    """

    INSTANT = 0
    LIGHT = 1
    HEAVY = 2


class Task(NamedTuple):
    """A row of the table: the function that runs the task, its time limit in a worker, and its effort.

    `describe` names the function that converts the answer to JSON, unless the answer itself or its `as_dict` is JSON.
    """

    function: str  # module:name in langkah.tasks
    seconds: float = 10.0
    effort: Effort = Effort.INSTANT
    describe: str = ""

    @property
    def run(self) -> Callable[[Any, Context], Any]:
        """The function of this task."""
        return _import_function(self.function)

    @property
    def request(self) -> type[Request]:
        """The type of the request."""
        found: type[Request] = get_type_hints(self.run)["request"]
        return found

    @property
    def answer(self) -> Any:
        """The type of the JSON answer."""
        if self.describe:
            return get_type_hints(_import_function(self.describe), include_extras=True)["return"]
        found = get_type_hints(self.run, include_extras=True)["return"]
        return get_type_hints(found.as_dict, include_extras=True)["return"] if hasattr(found, "as_dict") else found


LIGHT, HEAVY = Effort.LIGHT, Effort.HEAVY
TASKS = {
    # Contents
    "games": Task("gallery:list_home", 30.0),
    "levels": Task("levels:list_level_cards"),
    "problem": Task("gallery:describe_problem"),
    "searches": Task("trace:describe_searches"),
    "lessons": Task("lesson:describe_lessons"),
    "list": Task("listing:list_contents"),
    "examples": Task("examples:list_examples"),
    "example": Task("examples:get_example"),
    # Playing
    "position": Task("positions:show_position"),
    "act": Task("positions:act_on"),
    "frames": Task("positions:draw_frames"),
    "link": Task("positions:open_link"),
    "file": Task("files:write_problem"),
    "read": Task("files:read_problem"),
    "levels in a file": Task("level_file:list_file_levels"),
    "least": Task("advice:find_least", 2.0, LIGHT),
    "marks": Task("advice:mark_moves", 4.0, LIGHT),
    "hint": Task("advice:give_hint", 6.0, LIGHT),
    "reply": Task("advice:make_reply", 10.0, HEAVY),
    "review": Task("advice:review_moves", 10.0, HEAVY),
    # Searching
    "solve": Task("solve:solve_problem", 30.0, HEAVY, "solve:describe_solution"),
    "record": Task("trace:record_search", 30.0, HEAVY),
    "race": Task("race:run_race", 60.0, HEAVY),
    "compare": Task("compare:compare_searches", 60.0, HEAVY, "compare:describe_comparison"),
    "plots": Task("plots:draw_plots", 20.0, LIGHT),
    "worksheet": Task("worksheet:write_worksheet", 30.0, HEAVY),
    "lesson": Task("lesson:run_lesson", 30.0, LIGHT),
    "prove": Task("proof:prove_claim", 60.0, HEAVY, "proof:describe_proof"),
    "check": Task("proof:check_proof", 60.0, HEAVY),
    "be the algorithm": Task("be_algorithm:expand_next", 10.0, LIGHT),
    # Whole spaces
    "explore": Task("explore:explore_space", 60.0, HEAVY),
    "explore plan": Task("explore:plan_exploration", 60.0, HEAVY),
    "map": Task("space_map:make_map", 60.0, HEAVY),
    "map place": Task("space_map:find_place"),
    "map way": Task("space_map:find_way"),
    "store": Task("store:ask_store", 60.0, HEAVY),
    # New puzzles
    "generate": Task("generate:generate_puzzles", 60.0, HEAVY),
    "hardest": Task("generate:get_hardest", 60.0, HEAVY),
    "new puzzle": Task("new_puzzle:make_new_puzzle", 20.0, LIGHT),
    # Dice
    "odds": Task("odds:work_out_odds", 60.0, HEAVY),
    "odds of seats": Task("odds:work_out_race", 30.0, HEAVY),
    "odds of jumps": Task("odds_choices:weigh_jumps", 30.0, HEAVY),
    "odds of choices": Task("odds_choices:weigh_choices", 60.0, HEAVY),
    "odds of games": Task("odds_choices:play_games", 20.0, HEAVY),
    "odds report": Task("odds_report:report_odds", 60.0, HEAVY, "odds_report:describe_odds"),
    # Players, definitions, papers
    "audit": Task("audit:audit_player", 60.0, HEAVY),
    "match": Task("match:play_matches", 60.0, HEAVY),
    "doctor": Task("doctor:examine_problem", 60.0, HEAVY, "doctor:describe_report"),
    "reproduce": Task("reproduce:reproduce_papers", 60.0, HEAVY),
}


def _import_function(name: str) -> Callable[..., Any]:
    module, _colon, function = name.partition(":")
    found: Callable[..., Any] = getattr(import_module(f"langkah.tasks.{module}"), function)
    return found


def ask(name: str, request: Request, context: Context) -> Any:
    """Run a task; returns the answer as a value."""
    with refuse_long_names():
        return TASKS[name].run(request, context)


def read_request(name: str, values: Mapping[str, Any], catalogue: "ProblemCatalogue") -> Request:
    """The request to a task from plain JSON values; raises `BadInput` if they are not valid."""
    return TASKS[name].request.from_dict(values, catalogue)


def answer_request(name: str, request: Request, context: Context) -> tuple[Values, bool]:
    """Run a task. Returns its answer as plain JSON values, and whether this answer will never change."""
    task, answer = TASKS[name], ask(name, request, context)
    if task.describe:
        told = _import_function(task.describe)(answer)
    else:
        told = answer if isinstance(answer, dict) else answer.as_dict()
    return told, any(getattr(each, "lasting", False) for each in (answer, request))


def run_task(name: str, values: Mapping[str, Any], context: Context, catalogue: "ProblemCatalogue") -> Values:
    """Run a task on plain JSON values, and return its answer as plain JSON values."""
    return answer_request(name, read_request(name, values, catalogue), context)[0]
