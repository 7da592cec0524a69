"""The API behind the page: each endpoint is a row that names a task; what it takes follows from the task's request.

Stateless: the position travels with the request. Nothing is worked out in the server's own process: every task runs
in a worker that can be ended. Answers are not validated again on their way out, only described.
"""

import json
from typing import Annotated, Any

from fastapi import APIRouter, Query
from fastapi.responses import JSONResponse, Response

from langkah.apps.web import forms, page_texts
from langkah.apps.web.endpoints import ENDPOINTS, Endpoint, make_job
from langkah.apps.web.event_stream import EVENTS, Stream, make_answer
from langkah.apps.web.pool import Pool
from langkah.apps.worker_client import Job
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
        return Stream(pool.run(make_job("work", form.to_values())))

    for each in ENDPOINTS:
        _add_endpoint(api, each, pool)
    return api


def _add_endpoint(api: APIRouter, endpoint: Endpoint, pool: Pool) -> None:
    """One endpoint, its form made from the request of its task."""

    async def ask(form: forms.Form) -> Response:
        pool.admit()
        words = pool.run(make_job(endpoint.path, form.to_values()))
        return await make_answer(words) if endpoint.answer else Stream(words)

    request = TASKS[endpoint.task].request
    ask.__annotations__["form"] = forms.SavedForm if endpoint.bare else forms.make_form(request)
    api.add_api_route(
        f"/{endpoint.path}",
        ask,
        methods=["POST"],
        name=endpoint.task,
        description=endpoint.about,
        tags=[endpoint.tag],
        responses=describe_answers(getattr(forms, endpoint.answer)) if endpoint.answer else STREAM_ANSWERS,
        response_class=JsonAnswer if endpoint.answer else Stream,
    )
