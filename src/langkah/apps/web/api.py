"""The API behind the page: every answer is made by plain functions elsewhere; here they are only reached.

Stateless: the position travels with the request. Answers are not validated again on their way out, only described.
"""

import json
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import JSONResponse

from langkah.apps.web import forms, page_texts
from langkah.apps.web.event_stream import EVENTS, Stream
from langkah.apps.web.pool import Job, Pool
from langkah.tasks import files, gallery, positions
from langkah.tasks.problems import ProblemStore

ERROR_ANSWERS: dict[int | str, dict[str, Any]] = {
    400: {"model": forms.Wrong, "description": "The request cannot be used: each sentence says what is wrong"},
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


def make_routes(shelf: ProblemStore, pool: Pool, start: str) -> APIRouter:
    """Every endpoint."""
    api = APIRouter(prefix="/api", default_response_class=JsonAnswer)
    _add_choosing(api, shelf, start)
    _add_playing(api, shelf)
    _add_sharing(api, shelf)
    _add_solving(api, shelf, pool)
    return api


def _add_choosing(api: APIRouter, shelf: ProblemStore, start: str) -> None:
    """What there is to play."""

    @api.get("/games", responses=describe_answers(forms.Home), tags=["choosing"])
    def games() -> JsonAnswer:
        """The gallery: every game with a picture, and the link to begin with."""
        return JsonAnswer(gallery.list_home(shelf, start))

    @api.get("/levels", responses=describe_answers(forms.Levels), tags=["choosing"])
    def levels(game: Annotated[str, Query(max_length=300)]) -> JsonAnswer:
        """The levels of a game, each with its picture."""
        return JsonAnswer(gallery.list_level_cards(shelf, game))

    @api.post("/problem", responses=describe_answers(forms.Sheet), tags=["choosing"])
    def problem(form: forms.ProblemForm) -> JsonAnswer:
        """What can be chosen about a problem: settings with limits, opponents, algorithms."""
        return JsonAnswer(gallery.describe_problem(shelf, form.problem, form.settings))

    @api.get("/texts", responses=describe_answers(forms.Texts), tags=["choosing"])
    def words(request: Request) -> JsonAnswer:
        """The page's own texts in the language of the request."""
        del request
        return JsonAnswer(page_texts.translate_texts())


def _add_playing(api: APIRouter, shelf: ProblemStore) -> None:
    """One position after the other."""

    @api.post("/position", responses=describe_answers(forms.Position), tags=["playing"])
    def position(form: forms.SavedForm) -> JsonAnswer:
        """A position, and everything that can be done in it."""
        return JsonAnswer(positions.show_position(shelf, form.told()))

    @api.post("/act", responses=describe_answers(forms.Done), tags=["playing"])
    def act(form: forms.ActForm) -> JsonAnswer:
        """Click, drag, play, roll, undo or redo: what came of it, and the position after it."""
        return JsonAnswer(positions.act_on(shelf, form.saved.told(), form.deed.model_dump()))

    @api.post("/frames", responses=describe_answers(forms.Frames), tags=["playing"])
    def frames(form: forms.SavedForm) -> JsonAnswer:
        """The pictures of the moves that follow."""
        return JsonAnswer(positions.draw_frames(shelf, form.told()))


def _add_sharing(api: APIRouter, shelf: ProblemStore) -> None:
    """Positions as links and files."""

    @api.post("/link", responses=describe_answers(forms.Position), tags=["sharing"])
    def link(form: forms.TokenForm) -> JsonAnswer:
        """The position behind a link."""
        return JsonAnswer(positions.open_position(shelf, form.token))

    @api.post("/file", responses=describe_answers(forms.File), tags=["sharing"])
    def file(form: forms.ProblemForm) -> JsonAnswer:
        """A problem as the file that people keep."""
        return JsonAnswer(files.write_problem(shelf, form.problem, form.settings))

    @api.post("/read", responses=describe_answers(forms.Position), tags=["sharing"])
    def read(form: forms.FileForm) -> JsonAnswer:
        """The problem that the text of a file describes."""
        return JsonAnswer(files.read_problem(form.text))


def _add_solving(api: APIRouter, shelf: ProblemStore, pool: Pool) -> None:
    """What takes time."""

    @api.post("/work", responses=STREAM_ANSWERS, response_class=Stream, tags=["solving"])
    async def work(form: forms.TaskForm) -> Stream:
        """A task that may take time. It ends when the caller goes away."""
        saved = form.saved.told()
        await run_in_threadpool(shelf.session, saved)
        pool.admit()
        return Stream(
            pool.run(Job(form.task, saved, form.model_dump(include={"algorithm", "seconds"}, exclude_none=True)))
        )
