"""The backend of the static site, run by Python in the browser: receives the requests of the page, and answers them
with the messages that a server would send.
"""

import io
import json
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from typing import Any, NoReturn

from langkah.apps.site.own_puzzle import check_puzzle, describe_own_failure, examine_puzzle, make_catalogue
from langkah.apps.web.endpoints import make_job
from langkah.apps.worker import Send, describe_surprise, run_message
from langkah.errors import BadInput, MissingExtra
from langkah.language import _, current_language

MOST_PRINTED = 4000  # printed characters of user code that are passed on, at most
OWN = {"own/check": check_puzzle, "own/doctor": examine_puzzle}  # on the site only, because they run user code

_code: str | None = None  # the code of the reader's own puzzle
_store = make_catalogue(None)


def answer(text: str, send: Callable[[str, str], None]) -> None:
    """Answer a request of the page. The only way to cancel it is to terminate the web worker in which Python runs."""
    message = json.loads(text)
    path, own = message["path"], message.get("own")

    def tell(word: str, content: object) -> None:
        send(word, json.dumps(content, allow_nan=False, separators=(",", ":")))

    current_language.set(message["language"])
    if own is None:
        _answer(message, tell)
        return
    try:
        with _bounding(tell if path in OWN else lambda _word, _content: None):
            if path in OWN:
                tell("result", OWN[path](own))
            else:
                _answer(message, tell)
    except BadInput as error:
        tell("error", error.lines)
    except BaseException as error:  # raised by the user's own code, `SystemExit` included
        tell("error", describe_own_failure(error, "puzzle.py:"))


def _answer(message: dict[str, Any], tell: Send) -> None:
    """Answer a request with the messages that the server would send."""
    global _code, _store
    own = message.get("own")
    if own != _code:
        _code, _store = own, make_catalogue(own)
    try:
        job = make_job(message["path"], message["body"])
    except BadInput as error:
        tell("refused", error.lines)
        return
    run_message(
        _store,
        {**job._asdict(), "language": message["language"]},
        tell,
        lambda: False,
        lambda error: _describe(error, job.values),
    )


class _Printed(io.TextIOBase):
    """An output stream that sends printed text to the page at once, up to a limit."""

    def __init__(self, tell: Send) -> None:
        self.pass_on, self.left = tell, MOST_PRINTED

    def write(self, text: str) -> int:
        """Send a text to the page. If the limit is reached, send only the part of the text that still fits."""
        if self.left > 0:
            shown = text[: self.left]
            self.left -= len(shown)
            self.pass_on("progress", {"printed": shown if self.left else f"{shown} …"})
        return len(text)


@contextmanager
def _bounding(tell: Send) -> Iterator[None]:
    """Within this context, the user's code runs with two restrictions: its output is sent to the page, and it cannot
    end the Python process.
    """

    def leave(status: int) -> NoReturn:
        raise SystemExit(status)

    printed, usual = _Printed(tell), os._exit
    os._exit = leave
    try:
        with redirect_stdout(printed), redirect_stderr(printed):
            yield
    finally:
        os._exit = usual


def _describe(error: Exception, values: dict[str, Any]) -> list[str]:
    """Describe an error in the reader's own puzzle or in Langkah. If a feature does not exist in browsers, say that
    Langkah installed on the reader's computer has this feature.
    """
    if isinstance(error, MissingExtra):
        return [*error.lines, _("This web app cannot do that, but Langkah installed on your own computer can.")]
    problem = str(values.get("saved", values).get("problem", ""))
    return describe_own_failure(error, problem) if problem in _store.own else describe_surprise(error)
