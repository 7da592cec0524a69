"""What Python does in the browser: a question of the page in, as the server would get it, and words about it out."""

import json
from collections.abc import Callable
from typing import Any

from langkah.apps.site.own_puzzle import check_puzzle, describe_own_failure, examine_puzzle, make_store
from langkah.apps.web.endpoints import make_job
from langkah.apps.worker import describe_surprise, run_message
from langkah.errors import BadInput, MissingExtra
from langkah.language import _, current_language

OWN = {"own/check": check_puzzle, "own/doctor": examine_puzzle}  # what only the site can be asked: it runs code

_code: str | None = None  # of the reader's own puzzle
_store = make_store(None)


def answer(text: str, send: Callable[[str, str], None]) -> None:
    """Answer a question. Nobody can call it off but by ending the worker that Python runs in."""
    global _code, _store
    message = json.loads(text)
    path, body, own = message["path"], message["body"], message.get("own")

    def tell(word: str, content: object) -> None:
        send(word, json.dumps(content, allow_nan=False, separators=(",", ":")))

    if path in OWN:
        _code = None
        current_language.set(message["language"])
        try:
            tell("result", OWN[path](body["code"]))
        except BadInput as error:
            tell("error", error.lines)
        except Exception as error:  # whatever somebody's own code raises
            tell("error", describe_own_failure(error, "puzzle.py:"))
        return
    if own != _code:
        _code, _store = own, make_store(own)
    job = make_job(path, {name: value for name, value in body.items() if value is not None})
    run_message(
        _store,
        {**job._asdict(), "language": message["language"]},
        tell,
        lambda: False,
        lambda error: _describe(error, job.values),
    )


def _describe(error: Exception, values: dict[str, Any]) -> list[str]:
    """What went wrong, in the reader's own puzzle or in ours; what a browser lacks, somebody's own machine may have."""
    if isinstance(error, MissingExtra):
        return [*error.lines, _("This page cannot do that; Langkah on your own machine can.")]
    problem = str(values.get("saved", values).get("problem", ""))
    return describe_own_failure(error, problem) if problem in _store.own else describe_surprise(error)
