"""The endpoints behind 'Watch', and the panes that show what they answer.

A search is recorded, raced or compared in the processes that work on tasks; here requests are only checked and passed
on. The panes are those of `langkah.views.replay`, served as they are.
"""

from typing import Annotated, Any

from fastapi import APIRouter
from fastapi.concurrency import run_in_threadpool
from fastapi.staticfiles import StaticFiles
from pydantic import BaseModel, Field
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.types import Scope

from langkah.apps.web.api import STREAM_ANSWERS, JsonAnswer, describe_answers
from langkah.apps.web.event_stream import Stream
from langkah.apps.web.forms import Form, Name, SavedForm
from langkah.apps.web.pool import Job, Pool
from langkah.language import _
from langkah.tasks import trace
from langkah.tasks.problems import ProblemStore
from langkah.views.replay import FOLDER

SERVED = (".js", ".css")


class SearchForm(Form):
    """An algorithm, the options that it may heed, and where it must stop."""

    algorithm: Name = Field(examples=["breadth-first"])
    estimate: Name | None = None
    ties: Annotated[list[Name], Field(max_length=6)] | None = None
    duplicates: bool | None = None
    find_all: bool = False
    weight: Annotated[float, Field(ge=1, le=1000)] = 2.0
    width: Annotated[int, Field(ge=1, le=100_000)] = 100
    nodes: Annotated[int, Field(ge=1, le=10**9)] | None = None
    depth: Annotated[int, Field(ge=0, le=10**6)] | None = None
    seconds: Annotated[float, Field(gt=0, le=60)] | None = None


class TraceForm(Form):
    """A search to be recorded, from a position."""

    saved: SavedForm
    search: SearchForm


class RaceForm(Form):
    """Two to four searches, from a position."""

    saved: SavedForm
    searches: list[SearchForm] = Field(min_length=2, max_length=4)


class CompareForm(Form):
    """A position from which every algorithm that fits is to search."""

    saved: SavedForm


class SearchMenu(BaseModel):
    """What can be chosen about a search."""

    algorithms: list[dict[str, Any]]
    usual: dict[str, str | None]
    estimates: list[dict[str, Any]]
    ties: list[dict[str, str]]
    options: list[dict[str, Any]]


class Panes(StaticFiles):
    """The scripts and styles of the panes, and nothing else of their folder."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        if not path.endswith(SERVED):
            raise HTTPException(404, _("Not Found"))
        return await super().get_response(path, scope)


def make_panes() -> Panes:
    """The panes, to be served beside the page."""
    return Panes(directory=FOLDER)


def make_search_routes(shelf: ProblemStore, pool: Pool) -> APIRouter:
    """Every endpoint about watching."""
    api = APIRouter(prefix="/api", default_response_class=JsonAnswer, tags=["watching"])

    async def worked(task: str, saved: SavedForm, options: dict[str, Any]) -> Stream:
        told = saved.told()
        await run_in_threadpool(shelf.session, told)
        pool.admit()
        return Stream(pool.run(Job(task, told, options)))

    @api.post("/searches", responses=describe_answers(SearchMenu))
    def searches(form: SavedForm) -> JsonAnswer:
        """The algorithms that fit a position, with what they promise and the options that they heed."""
        return JsonAnswer(trace.list_searches(shelf.session(form.told())))

    @api.post("/record", responses=STREAM_ANSWERS, response_class=Stream)
    async def record(form: TraceForm) -> Stream:
        """A search, recorded: every event, to be stepped through forward and back."""
        return await worked("record", form.saved, {"search": form.search.model_dump()})

    @api.post("/race", responses=STREAM_ANSWERS, response_class=Stream)
    async def race(form: RaceForm) -> Stream:
        """Two to four searches, each recorded with the time and the memory of every event, and who did best."""
        return await worked("race", form.saved, {"searches": [each.model_dump() for each in form.searches]})

    @api.post("/compare", responses=STREAM_ANSWERS, response_class=Stream)
    async def compare(form: CompareForm) -> Stream:
        """What every algorithm that fits finds, proves and spends, and what follows from it."""
        return await worked("compare", form.saved, {})

    return api
