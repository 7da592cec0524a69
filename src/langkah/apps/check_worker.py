"""Checks one certificate in a Python process that has loaded only the checker and the rules of the puzzle.

The server of the web page starts this module as a separate process for a single request; the messages have the form
described in `langkah.apps.worker`. The static site starts the module in a separate web worker, whose archive contains
no search code (see `RULES`).
"""

import base64
import binascii
import io
import json
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from langkah.errors import BadInput, DoesNotHold, LangkahError, describe_exception
from langkah.games import load, load_shipped, split_level
from langkah.language import _, current_language
from langkah.proofs.verdict import Checked, check_certificate

PROGRESS_SECONDS = 0.2  # between two progress messages
MEMORY = 1 << 29  # bytes for the states of a certificate
OWN_FILE = "puzzle.py"  # the static site's name for a reader's own puzzle
RULES = (  # the only modules and folders that the static site loads for a check
    *("__init__", "apps/__init__", "apps/check_worker", "dice_throws", "editor", "errors", "games/", "language"),
    *("locale/", "model", "packed", "registry", "scene", "settings", "start_settings", "state_picture", "state_table"),
    *(f"proofs/{name}" for name in ("__init__", "checker", "estimate_checker", "game_checker", "rules", "state_text")),
    "proofs/verdict",
)

Send = Callable[[str, object], None]  # sends a keyword with its value


def check_values(values: dict[str, Any], own: tuple[str, ...], send: Send) -> None:
    """Check the certificate in the request `values`. Calls `send(keyword, value)` for each progress message, and at the
    end for the outcome or an error. A user's own puzzle is loaded only if `own` contains its name.
    """
    refusal, last = "refused", time.monotonic()

    def report(done: int, _total: int) -> None:
        nonlocal last
        if time.monotonic() - last >= PROGRESS_SECONDS:
            last = time.monotonic()
            send("progress", {"expanded": done, "generated": done, "seconds": 0.0, "engine": "python"})

    try:
        data, saved = base64.b64decode(values["data"], validate=True), values.get("saved")
        is_own = saved is not None and (saved["problem"] in own or split_level(saved["problem"])[0] in own)
        settings = saved.get("settings") or {} if saved else {}
        problem = (load if is_own else load_shipped)(saved["problem"], settings) if saved else None
        refusal = "error"
        send("accepted", {})
        verdict = check_certificate(io.BytesIO(data), problem, memory=MEMORY, progress=report)
        send("result", Checked(verdict).as_dict())
    except DoesNotHold as failure:
        send("result", Checked(None, failure).as_dict())
    except LangkahError as error:
        send(refusal, list(error.lines) if isinstance(error, BadInput) else [str(error)])
    except binascii.Error:
        send(refusal, [_("this is not a certificate: it is not in base 64")])
    except MemoryError:
        send(refusal, [_("there was not enough memory for this computation")])
    except BaseException as error:  # raised by the user's own puzzle, `SystemExit` included, or a defect of ours
        send(refusal, [describe_exception(error)])


def answer(text: str, send: Callable[[str, str], None]) -> None:
    """Answer a JSON request of the static site by calls of `send`. A request about the reader's own puzzle contains the
    code of the puzzle.
    """
    message = json.loads(text)
    current_language.set(message["language"])
    values: dict[str, Any] = message["body"]
    own: tuple[str, ...] = ()
    if message.get("own") is not None:
        Path(OWN_FILE).write_text(message["own"], encoding="utf-8")
        own = (values["saved"]["problem"],)
    check_values(values, own, lambda word, content: send(word, json.dumps(content, separators=(",", ":"))))


def main() -> None:
    """Handle one request from a front end, and exit."""
    import threading

    from langkah.apps.process_bounds import set_bounds

    set_bounds()
    with os.fdopen(os.dup(1), "w", encoding="utf-8") as out:  # output of the puzzle itself goes to standard error
        os.dup2(2, 1)

        def send(word: str, content: object) -> None:
            out.write(f"{word} {json.dumps(content, allow_nan=False, separators=(',', ':'))}\n")
            out.flush()

        send("ready", {})
        message = json.loads(sys.stdin.readline())
        threading.Thread(target=_end_with_input, daemon=True).start()
        current_language.set(message["language"])
        check_values(message["values"], tuple(sys.argv[1:]), send)


def _end_with_input() -> None:
    """Exit at the next line or the end of standard input: both mean that the check is cancelled or that the parent
    process has ended.
    """
    sys.stdin.readline()
    os._exit(0)


if __name__ == "__main__":
    main()
