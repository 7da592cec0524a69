"""The API behind the page: each endpoint is a row that names a task; what it takes follows from the task's request.

Stateless: the position travels with the request. Nothing is worked out in the server's own process: every task runs
in a worker that can be ended. Answers are not validated again on their way out, only described.
"""

import json
from typing import Annotated, Any, NamedTuple

from fastapi import APIRouter, Query
from fastapi.responses import JSONResponse, Response
from pydantic import BaseModel

from langkah.apps.web import forms, page_texts
from langkah.apps.web.event_stream import EVENTS, Stream, make_answer
from langkah.apps.web.pool import Pool
from langkah.apps.worker_client import Job
from langkah.tasks.request import list_fields
from langkah.tasks.table import TASKS

ERROR_ANSWERS: dict[int | str, dict[str, Any]] = {
    400: {"model": forms.Wrong, "description": "The request cannot be used: each sentence says what is wrong"},
    408: {"model": forms.Wrong, "description": "The request came too slowly"},
    413: {"model": forms.Wrong, "description": "The request is too large"},
    422: {"model": forms.Wrong, "description": "The request has not the form that is described here"},
    429: {"model": forms.Wrong, "description": "Too many requests"},
    503: {"model": forms.Wrong, "description": "Too many people at once"},
}
WRONG_SCHEMA = {"application/json": {"schema": {"$ref": "#/components/schemas/Wrong"}}}
EVENT_SCHEMA = {
    "type": "object",
    "properties": {"event": {"enum": ["progress", "result", "error"]}, "data": {"type": "string"}},
    "required": ["event", "data"],
}
STREAM_ANSWERS: dict[int | str, dict[str, Any]] = {
    200: {"content": {"text/event-stream": {"schema": EVENT_SCHEMA}}, "description": EVENTS},
    **{code: {"description": error["description"], "content": WRONG_SCHEMA} for code, error in ERROR_ANSWERS.items()},
}


class Endpoint(NamedTuple):
    """Where a task is asked for, what it is about, and the form of its answer; without one it is a stream of events.
    `bare`: a position is all that is asked about, so the body is the saved session itself."""

    path: str
    task: str
    tag: str
    about: str
    answer: type[BaseModel] | None = None
    bare: bool = False


ENDPOINTS = (
    Endpoint("/problem", "problem", "choosing", "Settings with limits, opponents, algorithms", forms.Sheet),
    Endpoint("/position", "position", "playing", "A position, and what can be done in it", forms.Position, True),
    Endpoint("/act", "act", "playing", "Something done: what came of it, and the position after it", forms.Done),
    Endpoint("/frames", "frames", "playing", "The pictures of the moves that follow", forms.Frames, True),
    Endpoint("/link", "link", "sharing", "The position behind a link", forms.Position),
    Endpoint("/file", "file", "sharing", "A problem as the file that people keep", forms.File),
    Endpoint("/read", "read", "sharing", "The problem that the text of a file describes", forms.Position),
    Endpoint("/searches", "searches", "watching", "Algorithms that fit, with their options", forms.SearchMenu, True),
    Endpoint("/record", "record", "watching", "A search, recorded: every event, to be stepped through"),
    Endpoint("/race", "race", "watching", "A few searches recorded, with the time and the memory of every event"),
    Endpoint("/compare", "compare", "watching", "What every algorithm that fits finds, proves and spends"),
    Endpoint("/odds", "odds", "odds", "All odds; parts that are known are told on the way: `part` and `told`"),
    Endpoint("/odds/seats", "odds of seats", "odds", "Each seat's chance to win"),
    Endpoint("/odds/jumps", "odds of jumps", "odds", "Which jump matters most: the expected length without each"),
    Endpoint("/odds/choices", "odds of choices", "odds", "What it is worth to choose, and the best way to do so"),
    Endpoint("/odds/games", "odds of games", "odds", "Games played at random, beside the exact odds"),
)


class JsonAnswer(JSONResponse):
    """JSON in plain ASCII, so that no text whatever can spoil an answer."""

    def render(self, content: Any) -> bytes:
        return json.dumps(content, allow_nan=False, separators=(",", ":")).encode("ascii")


def describe_answers(model: type[Any]) -> dict[int | str, dict[str, Any]]:
    """The answers of an endpoint, for its description."""
    return {200: {"model": model}, **ERROR_ANSWERS}


def make_routes(pool: Pool, start: str) -> APIRouter:
    """Every endpoint; `start` is the link to begin with."""
    api = APIRouter(prefix="/api", default_response_class=JsonAnswer)

    async def answer(job: Job) -> Response:
        pool.admit()
        return await make_answer(pool.run(job))

    @api.get("/games", responses=describe_answers(forms.Home), tags=["choosing"])
    async def games() -> Response:
        """The gallery: every game with a picture, and the link to begin with."""
        return await answer(Job("games", {"start": start}))

    @api.get("/levels", responses=describe_answers(forms.Levels), tags=["choosing"])
    async def levels(game: Annotated[str, Query(min_length=1, max_length=300)]) -> Response:
        """The levels of a game, each with its picture."""
        return await answer(Job("levels", {"game": game}))

    @api.get("/texts", responses=describe_answers(forms.Texts), tags=["choosing"])
    async def texts() -> JsonAnswer:
        """The page's own texts in the language of the request."""
        return JsonAnswer(page_texts.translate_texts())

    @api.post("/work", responses=STREAM_ANSWERS, response_class=Stream, tags=["solving"])
    async def work(form: forms.TaskForm) -> Stream:
        """A task that may take time. It ends when the caller goes away."""
        pool.admit()
        given = form.to_values()
        values = {name: given[name] for name in list_fields(TASKS[form.task].request) if name in given}
        return Stream(pool.run(Job(form.task, values, form.seconds)))

    for each in ENDPOINTS:
        _add_endpoint(api, each, pool)
    return api


def _add_endpoint(api: APIRouter, endpoint: Endpoint, pool: Pool) -> None:
    """One endpoint, its form made from the request of its task."""

    async def ask(form: forms.Form) -> Response:
        pool.admit()
        values = form.to_values()
        words = pool.run(Job(endpoint.task, {"saved": values} if endpoint.bare else values))
        return Stream(words) if endpoint.answer is None else await make_answer(words)

    request = TASKS[endpoint.task].request
    ask.__annotations__["form"] = forms.SavedForm if endpoint.bare else forms.make_form(request)
    api.add_api_route(
        endpoint.path,
        ask,
        methods=["POST"],
        name=endpoint.task,
        description=endpoint.about,
        tags=[endpoint.tag],
        responses=STREAM_ANSWERS if endpoint.answer is None else describe_answers(endpoint.answer),
        response_class=Stream if endpoint.answer is None else JsonAnswer,
    )
