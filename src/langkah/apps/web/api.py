"""The API behind the page: every answer is made by plain functions elsewhere; here they are only reached.

Stateless: the position travels with the request. Answers are not validated again on their way out, only described.
"""

import json
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import JSONResponse

from langkah.apps.web import forms, texts
from langkah.apps.web.pool import Job, Pool
from langkah.apps.web.stream import EVENTS, Stream
from langkah.apps.work import files, gallery, positions
from langkah.apps.work.shelf import Shelf

ERRORS: dict[int | str, dict[str, Any]] = {
    400: {"model": forms.Wrong, "description": "The request cannot be used: each sentence says what is wrong"},
    413: {"model": forms.Wrong, "description": "The request is too large"},
    422: {"model": forms.Wrong, "description": "The request has not the form that is described here"},
    429: {"model": forms.Wrong, "description": "Too many requests"},
    503: {"model": forms.Wrong, "description": "Too many people at once"},
}
WRONG = {"application/json": {"schema": {"$ref": "#/components/schemas/Wrong"}}}
EVENT = {
    "type": "object",
    "properties": {"event": {"enum": ["progress", "result", "error"]}, "data": {"type": "string"}},
    "required": ["event", "data"],
}
STREAM: dict[int | str, dict[str, Any]] = {
    200: {"content": {"text/event-stream": {"schema": EVENT}}, "description": EVENTS},
    **{code: {"description": error["description"], "content": WRONG} for code, error in ERRORS.items()},
}


class Json(JSONResponse):
    """JSON in plain ASCII, so that no text whatever can spoil an answer."""

    def render(self, content: Any) -> bytes:
        return json.dumps(content, allow_nan=False, separators=(",", ":")).encode("ascii")


def answers(model: type[Any]) -> dict[int | str, dict[str, Any]]:
    """The answers of an endpoint, for its description."""
    return {200: {"model": model}, **ERRORS}


def routes(shelf: Shelf, pool: Pool, start: str) -> APIRouter:
    """Every endpoint."""
    api = APIRouter(prefix="/api", default_response_class=Json)
    choosing(api, shelf, start)
    playing(api, shelf)
    sharing(api, shelf)
    solving(api, shelf, pool)
    return api


def choosing(api: APIRouter, shelf: Shelf, start: str) -> None:
    """What there is to play."""

    @api.get("/games", responses=answers(forms.Home), tags=["choosing"])
    def games() -> Json:
        """The gallery: every game with a picture, and the link to begin with."""
        return Json(gallery.home(shelf, start))

    @api.get("/levels", responses=answers(forms.Levels), tags=["choosing"])
    def levels(game: Annotated[str, Query(max_length=300)]) -> Json:
        """The levels of a game, each with its picture."""
        return Json(gallery.level_pictures(shelf, game))

    @api.post("/problem", responses=answers(forms.Sheet), tags=["choosing"])
    def problem(form: forms.Chosen) -> Json:
        """What can be chosen about a problem: settings with limits, opponents, algorithms."""
        return Json(gallery.sheet(shelf, form.problem, form.settings))

    @api.get("/texts", responses=answers(forms.Texts), tags=["choosing"])
    def words(request: Request) -> Json:
        """The page's own texts in the language of the request."""
        del request
        return Json(texts.translated())


def playing(api: APIRouter, shelf: Shelf) -> None:
    """One position after the other."""

    @api.post("/position", responses=answers(forms.Position), tags=["playing"])
    def position(form: forms.Saved) -> Json:
        """A position, and everything that can be done in it."""
        return Json(positions.position(shelf, form.told()))

    @api.post("/act", responses=answers(forms.Done), tags=["playing"])
    def act(form: forms.Act) -> Json:
        """Click, drag, play, roll, undo or redo: what came of it, and the position after it."""
        return Json(positions.act(shelf, form.saved.told(), form.deed.model_dump()))

    @api.post("/frames", responses=answers(forms.Frames), tags=["playing"])
    def frames(form: forms.Saved) -> Json:
        """The pictures of the moves that follow."""
        return Json(positions.frames(shelf, form.told()))


def sharing(api: APIRouter, shelf: Shelf) -> None:
    """Positions as links and files."""

    @api.post("/link", responses=answers(forms.Position), tags=["sharing"])
    def link(form: forms.Token) -> Json:
        """The position behind a link."""
        return Json(positions.link(shelf, form.token))

    @api.post("/file", responses=answers(forms.File), tags=["sharing"])
    def file(form: forms.Chosen) -> Json:
        """A problem as the file that people keep."""
        return Json(files.written(shelf, form.problem, form.settings))

    @api.post("/read", responses=answers(forms.Position), tags=["sharing"])
    def read(form: forms.FileText) -> Json:
        """The problem that the text of a file describes."""
        return Json(files.read(form.text))


def solving(api: APIRouter, shelf: Shelf, pool: Pool) -> None:
    """What takes time."""

    @api.post("/work", responses=STREAM, response_class=Stream, tags=["solving"])
    async def work(form: forms.Order) -> Stream:
        """A task that may take time. It ends when the caller goes away."""
        saved = form.saved.told()
        await run_in_threadpool(shelf.session, saved)
        pool.admit()
        return Stream(
            pool.run(Job(form.task, saved, form.model_dump(include={"algorithm", "seconds"}, exclude_none=True)))
        )
