"""Saves and shares sessions: as a plain dictionary for a file, and as a short text for a link.

Both forms hold the problem and the moves in readable notation. Opening a saved session replays the moves and checks
each against the legal moves; nothing that the file or link contains is ever run. An untrusted text is limited in size
before it is unpacked.
"""

import base64
import binascii
import json
import zlib
from collections.abc import Callable, Mapping
from math import inf
from typing import Annotated, Any, Literal, NotRequired, TypedDict, cast

from langkah.errors import BadInput
from langkah.language import _
from langkah.model import Problem, Step
from langkah.session import dice
from langkah.session.advice import Advisor
from langkah.session.play import MOST_TURNS, Session
from langkah.session.seats import HUMAN, MOST_TOKENS, Player, Seat, make_seat
from langkah.settings import quote_value
from langkah.typed_json import Name, Range, check_json, read_table

MAX_LINK_CHARACTERS = 200_000  # characters of a link, and bytes of its unpacked content

Load = Callable[[str, Mapping[str, object]], Problem[Any, Any]]
Opponents = Callable[[Problem[Any, Any], str], Player]


class Saved(TypedDict):
    """A saved session: a problem, the moves, and how many of them are in effect. To save only a position, `problem` and
    `settings` are enough.
    """

    problem: Annotated[str, Range(0, 300)]
    settings: NotRequired[dict[str, Any]]
    langkah: NotRequired[Literal[1]]  # version of the format
    moves: NotRequired[Annotated[list[Annotated[str, Range(0, 300)]], Range(0, MOST_TURNS)]]
    made: NotRequired[Annotated[int, Range(0, MOST_TURNS)] | None]
    seats: NotRequired[Annotated[list[Name], Range(0, MOST_TOKENS)]]
    dice: NotRequired[bool]
    seed: NotRequired[Annotated[int, Range(0, 2**63)]]
    hints: NotRequired[Annotated[int, Range(0, 3 * MOST_TURNS)]]
    grade: NotRequired[Annotated[int, Range(0, 3)]]


def save_session(session: Session) -> Saved:
    """The session as plain values for JSON and TOML; default values are omitted. Raises `BadInput` if the problem was
    not loaded by name.
    """
    name, settings = session.problem.origin
    if not name:
        raise BadInput(_("only a problem that was loaded by name can be saved; this problem was created in Python"))
    labels = [turn.label for turn in session.turns]
    whole: dict[str, Any] = {
        "langkah": 1,
        "problem": name,
        "settings": _to_plain_settings(settings),
        "moves": labels,
        "made": session.made,
        "seats": [seat.name for seat in session.seats],
        "dice": session.dice,
        "seed": session.seed,
        "hints": session.hints,
        "grade": session.grade,
    }
    fresh = Session(session.problem)
    usual = {"settings": {}, "moves": [], "made": len(labels), "dice": fresh.dice, "seed": 0, "hints": 0, "grade": 0}
    usual["seats"] = [seat.name for seat in fresh.seats]
    return cast("Saved", {key: value for key, value in whole.items() if key not in usual or value != usual[key]})


def _to_plain_settings(settings: Mapping[str, object]) -> dict[str, Any]:
    """Settings in the form in which a file holds them: settings without a value are omitted, tuples become lists, and
    infinity and the keys of dictionaries become text.
    """
    given = {name: value for name, value in settings.items() if value is not None}
    try:
        found: dict[str, Any] = json.loads(json.dumps(_name_infinity(given), allow_nan=False))
    except (TypeError, ValueError, RecursionError):
        raise BadInput(_("{settings} cannot be written to a file").format(settings=quote_value(given))) from None
    return found


def _name_infinity(value: Any) -> Any:
    """`value` with every infinity replaced by the text "inf": TOML can represent infinity, but JSON cannot."""
    if isinstance(value, Mapping):
        return {name: _name_infinity(each) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return [_name_infinity(each) for each in value]
    return "inf" if isinstance(value, float) and value == inf else value


def restore_session(
    found: Mapping[str, Any],
    load: Load,
    *,
    opponents: Opponents | None = None,
    advisor: Callable[[Problem[Any, Any]], Advisor] = Advisor,
) -> Session:
    """Restore a saved session. `load` makes the problem, `opponents` a computer player (default: one from the table of
    players), and `advisor` the advisor of the session. Raises `BadInput` if `found` is not valid.
    """
    check_json(read_table(Saved), found)
    problem = load(found["problem"], found.get("settings", {}))
    names = found.get("seats") or [seat.name for seat in Session(problem).seats]
    seed = found.get("seed", 0)
    seats = [
        Seat(name, opponents(problem, name)) if opponents and name != HUMAN else make_seat(problem, name, seed)
        for name in names
    ]
    session = Session(problem, seats=seats, dice=found.get("dice", True), seed=seed, advisor=advisor(problem))
    for number, label in enumerate(found.get("moves", ()), 1):
        try:
            _replay_move(session, label)
        except BadInput as error:
            raise BadInput(_("move {n}: {why}").format(n=number, why=error)) from None
    made = found.get("made")
    session.goto(session.made if made is None else made)
    session.hints, session.grade = found.get("hints", 0), found.get("grade", 0)
    return session


def _replay_move(session: Session, label: str) -> None:
    """Make a saved move again, or a saved throw of the dice. Raises `BadInput` unless `label` is exactly as Langkah
    writes this move.
    """
    if not session.dice:
        steps = () if session.over else session.list_steps()
        step = next((each for each in steps if session.problem.notation(each.move) == label), None)
        if step is None:
            choice = session.match(label)  # raises an error, unless `label` is only another spelling of a move
            raise BadInput(_("{label} must be written as {right}").format(label=quote_value(label), right=choice.label))
        session.make(step, label)
        return
    for throw in [] if session.over else dice.list_throws(session.problem, session.state):
        if throw.label == label:
            session.make(Step(throw.move, throw.state, throw.cost), label)
            return
    raise BadInput(_("{label} is not a possible roll here").format(label=quote_value(label)))


def make_token(session: Session) -> str:
    """The session as a short text for a link."""
    return pack_link(save_session(session))


def pack_link(found: Mapping[str, Any]) -> str:
    """A saved session as text for a link: compressed, in URL-safe characters."""
    text = json.dumps(found, ensure_ascii=False, separators=(",", ":"))
    return base64.urlsafe_b64encode(zlib.compress(text.encode(), 9)).decode().rstrip("=")


def unpack_link(text: str) -> dict[str, Any]:
    """The content of a link. Only the encoding of the link is checked here, and `BadInput` is raised if it is wrong;
    `restore_session` checks the content.
    """
    wrong = BadInput(_("this link is damaged or cut short"))
    if not isinstance(text, str) or len(text) > MAX_LINK_CHARACTERS or not text.isascii():
        raise wrong
    try:
        whole = base64.b64decode(text.strip() + "=" * (-len(text.strip()) % 4), altchars=b"-_", validate=True)
        machine = zlib.decompressobj()
        found = json.loads(machine.decompress(whole, MAX_LINK_CHARACTERS))
    except (binascii.Error, zlib.error, ValueError, RecursionError):
        raise wrong from None
    if not isinstance(found, dict) or not machine.eof:
        raise wrong
    return found


def open_link(text: str, load: Load, *, opponents: Opponents | None = None) -> Session:
    """The session that a link holds."""
    return restore_session(unpack_link(text), load, opponents=opponents)
