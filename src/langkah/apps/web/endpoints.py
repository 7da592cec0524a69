"""The table of endpoints: the path of each task. A server answers them over HTTP; on the static site, Python in the
browser does. This file depends on neither.
"""

from typing import Annotated, Any, Literal, NamedTuple, NotRequired, TypedDict

from langkah.apps.worker_client import Job
from langkah.errors import Malformed
from langkah.language import _
from langkah.session.share import Saved
from langkah.settings import quote_value
from langkah.tasks.request import list_fields
from langkah.tasks.table import TASKS
from langkah.typed_json import Name, Range, Table, check_json, read_table


class Endpoint(NamedTuple):
    """A row of the table of endpoints: a path, the task that answers its requests, and its tag and summary in the
    description of the API. `stream`: the task may take time, and the answer is a stream of events. `bare`: the body is
    the saved session itself, because the task needs only a position. `query`: the parameters of a GET request; None for
    a POST request.
    """

    path: str
    task: str
    tag: str
    about: str
    stream: bool = False
    bare: bool = False
    query: tuple[str, ...] | None = None


ENDPOINTS = (
    # The server sets the initial link: `api` adds it to the request
    Endpoint("games", "games", "choosing", "The gallery, and the link that opens first", query=()),
    Endpoint("levels", "levels", "choosing", "The levels of a game, each with its picture", query=("game",)),
    Endpoint("problem", "problem", "choosing", "Settings with limits, opponents, algorithms"),
    Endpoint("new", "new puzzle", "choosing", "A new puzzle of a grade, or the puzzle of a day", stream=True),
    Endpoint("position", "position", "playing", "A position, and the possible actions in it", bare=True),
    Endpoint("act", "act", "playing", "An action: its result, and the position after it"),
    Endpoint("frames", "frames", "playing", "The pictures of the moves that follow", bare=True),
    Endpoint("link", "link", "sharing", "The position behind a link"),
    Endpoint("file", "file", "sharing", "A problem as a file to save"),
    Endpoint("read", "read", "sharing", "The problem in the text of a file"),
    Endpoint("read/levels", "levels in a file", "sharing", "The levels in the text of a file"),
    Endpoint("searches", "searches", "watching", "The applicable algorithms, with their options", bare=True),
    Endpoint("record", "record", "watching", "A recorded search: every event, to be stepped through", stream=True),
    Endpoint("race", "race", "watching", "A few searches recorded, with time and memory of every event", stream=True),
    Endpoint("compare", "compare", "watching", "Results, proofs and costs of every applicable algorithm", stream=True),
    Endpoint("plots", "plots", "watching", "Plots of the rows of an experiment", stream=True),
    Endpoint("worksheet", "worksheet", "watching", "A search as a page to print, with blanks and a key", stream=True),
    Endpoint("prove", "prove", "watching", "A certificate of an answer, to be checked independently", stream=True),
    Endpoint("check", "check", "watching", "Whether a certificate is valid by the rules of its puzzle", stream=True),
    Endpoint("lessons", "lessons", "watching", "The list of lessons"),
    Endpoint("lesson", "lesson", "watching", "A recorded search with stops, explanations and questions", stream=True),
    Endpoint("map", "map", "map", "The map of the whole space, or of a part of it", stream=True),
    Endpoint("map/place", "map place", "map", "The board of a place on the map, and the moves that lead there"),
    Endpoint("map/way", "map way", "map", "The moves of a session as steps on the map", bare=True),
    Endpoint("be", "be the algorithm", "watching", "Whether a node may be expanded next, and the search so far"),
    Endpoint("odds", "odds", "odds", "All odds; finished parts arrive as progress: `part` and `told`", stream=True),
    Endpoint("odds/seats", "odds of seats", "odds", "Each seat's chance to win", stream=True),
    Endpoint("odds/jumps", "odds of jumps", "odds", "The effect of each jump: the length without it", stream=True),
    Endpoint("odds/choices", "odds of choices", "odds", "The value of choices, and the best ones", stream=True),
    Endpoint("odds/games", "odds of games", "odds", "Random games, beside the exact odds", stream=True),
)
WorkName = Literal["least", "marks", "hint", "solve", "review", "reply"]


class WorkJson(TypedDict):
    """A request for work on a position, such as a hint, a review or an opponent's reply. The work may take time."""

    task: WorkName
    saved: Saved
    seconds: NotRequired[Annotated[float, Range(0, 60, above=True)] | None]


class SolveWorkJson(TypedDict):
    """A request for a solution from a position. It may name the search algorithm."""

    task: Literal["solve"]
    saved: Saved
    algorithm: NotRequired[Name | None]
    seconds: NotRequired[Annotated[float, Range(0, 60, above=True)] | None]


def get_form(endpoint: Endpoint) -> Table:
    """The fields that a request to this endpoint may have in its body or, if `endpoint.query` is set, in its query."""
    request: Any = TASKS[endpoint.task].request
    fields = list_fields(request)
    if endpoint.query is not None:
        return Table({name: fields.fields[name] for name in endpoint.query}, fields.required)
    return read_table(Saved) if endpoint.bare else fields


def make_job(path: str, body: Any) -> Job:
    """The job for a worker that answers a request with this path and body. Raises an error if the body is invalid."""
    if path == "work":
        is_search = isinstance(body, dict) and body.get("task") == "solve"
        check_json(read_table(SolveWorkJson if is_search else WorkJson), body)
        search = {"search": {"algorithm": body["algorithm"]}} if body.get("algorithm") else {}
        return Job(body["task"], {"saved": body["saved"], **search}, body.get("seconds"))
    endpoint = next((each for each in ENDPOINTS if each.path == path), None)
    if endpoint is None:
        raise Malformed(_("{path} is not an address of the web app").format(path=quote_value(path)))
    check_json(get_form(endpoint), body)
    return Job(endpoint.task, {"saved": body} if endpoint.bare else dict(body))
