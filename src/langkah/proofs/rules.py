"""The rules that a certificate is about: how its header names them, and how the checker finds them.

A problem that comes with Langkah is named with all its settings. Your own puzzle is named by its file and class, with
the SHA-256 of the text of that file and of the neighbouring files that it imports; it runs only if you name it.
"""

import hashlib
import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from langkah.errors import BadInput, DoesNotHold, format_exception
from langkah.games import ALIASES, load, load_shipped, read_level_settings
from langkah.games.python_files import parse_own_name, read_neighbours
from langkah.language import _
from langkah.model import Problem
from langkah.proofs.state_text import decode_state, encode_state
from langkah.settings import quote_value


def describe_rules(problem: Problem[Any, Any]) -> dict[str, Any]:
    """The fields of a certificate's header that describe a problem: its rules and its start."""
    name, settings = problem.rules_from
    told: dict[str, Any]
    if name and parse_own_name(name) is None:
        told = {"problem": name, "settings": settings, "given": {**read_level_settings(name), **settings}}
    else:
        file = _find_source(problem)
        named = f"{file.name}:{type(problem).__name__}" if file else type(problem).__name__
        whole = {**read_level_settings(name), **settings} if name else problem.given()
        told = {"problem": named, "settings": whole, "source": _hash_source(file)}
    try:
        return {**json.loads(json.dumps(told)), "start": json.loads(encode_state(problem.start))}
    except (TypeError, ValueError):
        text = _("{name}: its settings cannot be written into a certificate")
        raise BadInput(text.format(name=told["problem"])) from None


def open_rules(
    header: Mapping[str, Any], named: "Problem[Any, Any] | str | None" = None
) -> tuple[Problem[Any, Any], bool]:
    """The problem that a header is about, and whether it starts from another state than the named problem. `named`: the
    problem, or its name, as given by the caller; without `named`, no Python file is opened or run."""
    problem = _load_rules(header, named)
    told = describe_rules(problem)
    own = "source" in header
    same = told["problem"] == header["problem"] if own else _get_game(told) == _get_game(header)
    if not same or told.get("source") != header.get("source"):
        text = _("the certificate of {name} does not fit {other}: a different problem, or its file has changed since")
        raise BadInput(text.format(name=header["problem"], other=told["problem"]))
    if not own and told["given"] != header["given"]:
        raise DoesNotHold(_("the settings in the header are not those of {name}").format(name=told["problem"]))
    try:
        start = decode_state(header["start"], problem)
    except (ValueError, TypeError, LookupError, ArithmeticError) as error:
        text = _("the start {start} in the header is not a state of {name}: {why}")
        why = str(error) if isinstance(error, BadInput) else format_exception(error)
        raise BadInput(text.format(start=quote_value(header["start"]), name=told["problem"], why=why)) from None
    moved = encode_state(start) != encode_state(problem.start)
    return (problem.at(start) if moved else problem), moved


def _load_rules(header: Mapping[str, Any], named: "Problem[Any, Any] | str | None") -> Problem[Any, Any]:
    if isinstance(named, Problem):
        return named
    if named is not None:
        return load(named, header["settings"] if "source" in header else {})
    if "source" in header:
        text = _("the certificate is about {name}, a Python file, which runs only if you name it: --problem {name}")
        raise BadInput(text.format(name=header["problem"]))
    return load_shipped(header["problem"], header["settings"])


def _get_game(header: Mapping[str, Any]) -> str:
    game = str(header["problem"]).partition(":")[0]
    return ALIASES.get(game, game)


def _find_source(problem: Problem[Any, Any]) -> Path | None:
    """The file that defines the class of a problem; None if there is none."""
    file = getattr(sys.modules.get(type(problem).__module__), "__file__", None)
    return Path(file) if file else None


def _hash_source(file: Path | None) -> str:
    """The SHA-256 of a file and of the neighbouring files that it imports; "" if there is no file."""
    if file is None:
        return ""
    try:
        neighbours = read_neighbours(file)
    except KeyError:  # an ordinary module
        neighbours = {}
    texts = [file.read_text(encoding="utf-8"), *(text for _name, text in sorted(neighbours.items()))]
    return hashlib.sha256("\0".join(texts).encode()).hexdigest()
