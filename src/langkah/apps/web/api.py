"""The API of the page: each endpoint is a row that names a task of `langkah.tasks.table`.

It is stateless: the position is part of the request. Nothing is computed in the server's own process: a well-formed
request goes to a worker that can be killed, whose messages are passed on as they arrive.
"""

import json
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, Response

from langkah.apps.web import page_texts
from langkah.apps.web.endpoints import ENDPOINTS, Endpoint, make_job
from langkah.apps.web.event_stream import Stream, make_answer
from langkah.apps.web.pool import Pool
from langkah.errors import Malformed
from langkah.language import _


class JsonAnswer(JSONResponse):
    """A JSON response in plain ASCII, so that a text with any characters can be encoded."""

    def render(self, content: Any) -> bytes:
        return json.dumps(content, allow_nan=False, separators=(",", ":")).encode("ascii")


def make_routes(pool: Pool, start: str) -> APIRouter:
    """The routes of all endpoints. `start` is the link that the page opens first."""
    api = APIRouter(prefix="/api")

    def add_endpoint(endpoint: Endpoint) -> None:
        async def ask(request: Request) -> Response:
            """Run the task of the endpoint in a worker and return its answer, as a stream if the task may take time."""
            given = {"start": start} if endpoint.task == "games" else {}
            job = make_job(endpoint.path, await _read_form(request, endpoint))
            pool.admit()
            words = pool.run(job._replace(values={**job.values, **given}))
            return Stream(words) if endpoint.stream else await make_answer(words)

        api.add_api_route(f"/{endpoint.path}", ask, methods=["POST" if endpoint.query is None else "GET"])

    @api.post("/work")
    async def work(request: Request) -> Stream:
        """Run a task that may take time. It is cancelled when the client disconnects."""
        job = make_job("work", await _read_body(request))
        pool.admit()
        return Stream(pool.run(job))

    @api.get("/texts")
    async def texts() -> JsonAnswer:
        """The page's own texts in the language of the request."""
        return JsonAnswer(page_texts.translate_texts())

    for each in ENDPOINTS:
        add_endpoint(each)
    return api


async def _read_form(request: Request, endpoint: Endpoint) -> Any:
    if endpoint.query is None:
        return await _read_body(request)
    return {name: request.query_params[name] for name in endpoint.query if name in request.query_params}


async def _read_body(request: Request) -> Any:
    try:
        return json.loads(await request.body())
    except (ValueError, RecursionError) as error:
        raise Malformed(_("the body of the request is not JSON: {why}").format(why=error)) from None
