"""Keeping and passing on a session: as a plain dictionary for a file, and as a short text for a link.

Both say what to load and which moves were made, in the notation that people read. Opening one replays the moves and
checks each against the legal ones; nothing in it is ever run. A text from a stranger is bounded in size before it is
unpacked.
"""

import base64
import binascii
import json
import zlib
from collections.abc import Callable, Mapping
from typing import Any

from langkah.errors import BadInput
from langkah.language import _
from langkah.model import Problem, Step
from langkah.session import dice
from langkah.session.advice import Advisor
from langkah.session.play import HUMAN, MOST_TURNS, Player, Seat, Session, make_seat
from langkah.settings import make_unknown_name, quote_value

FORM = 1  # the version of what is written below
LONGEST = 200_000  # characters of a link, and bytes of what it unpacks to

Load = Callable[[str, Mapping[str, object]], Problem[Any, Any]]
Opponents = Callable[[Problem[Any, Any], str], Player]

KNOWN = ("langkah", "problem", "settings", "moves", "made", "seats", "dice", "seed", "hints", "grade")


def save_session(session: Session) -> dict[str, Any]:
    """The session as plain values that JSON and TOML can hold; what is as usual is left out."""
    name, settings = session.problem.origin
    if not name:
        raise BadInput(_("only a problem that was loaded by name can be saved; this one was made in Python"))
    labels = [turn.label for turn in session.turns]
    whole: dict[str, Any] = {
        "langkah": FORM,
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
    return {key: value for key, value in whole.items() if key not in usual or value != usual[key]}


def _to_plain_settings(settings: Mapping[str, object]) -> dict[str, Any]:
    """Settings as a file holds them: nothing that is not given, lists for tuples, texts for keys."""
    given = {name: value for name, value in settings.items() if value is not None}
    try:
        found: dict[str, Any] = json.loads(json.dumps(given, allow_nan=False))
    except (TypeError, ValueError, RecursionError):
        raise BadInput(_("{settings} cannot be written to a file").format(settings=quote_value(given))) from None
    return found


def restore_session(
    found: Mapping[str, Any],
    load: Load,
    *,
    opponents: Opponents | None = None,
    advisor: Callable[[Problem[Any, Any]], Advisor] = Advisor,
) -> Session:
    """The session that was saved. `load` makes the problem; `opponents` finds the players that are not people, which
    otherwise come from the table of players."""
    _check_saved(found)
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
    session.goto(found.get("made", session.made))
    session.hints, session.grade = found.get("hints", 0), found.get("grade", 0)
    return session


def _replay_move(session: Session, label: str) -> None:
    """Make a saved move again: exactly as it is written, whether it was chosen or thrown."""
    if not session.dice:
        steps = () if session.over else session.problem.steps(session.state)
        step = next((each for each in steps if session.problem.notation(each.move) == label), None)
        if step is None:
            choice = session.match(label)  # says what is wrong, unless it is only written another way
            raise BadInput(_("{label} must be written {right}").format(label=quote_value(label), right=choice.label))
        session.make(step, label)
        return
    for throw in [] if session.over else dice.list_throws(session.problem, session.state):
        if throw.label == label:
            session.make(Step(throw.move, throw.state, throw.cost), label)
            return
    raise BadInput(_("{label} cannot be thrown here").format(label=quote_value(label)))


def _check_saved(found: Mapping[str, Any]) -> None:
    """Refuse what is not a saved session, with one line for each mistake."""
    if not isinstance(found, Mapping):
        raise BadInput(_("{value} is not a saved session").format(value=quote_value(found)))
    lines = [make_unknown_name(_("Name"), str(key), KNOWN).lines[0] for key in found if key not in KNOWN]
    whole = {"made": MOST_TURNS, "hints": 3 * MOST_TURNS, "grade": 3, "seed": 2**63}
    rules: dict[str, tuple[Callable[[Any], bool], str]] = {
        "langkah": (lambda value: value == FORM, _("the number {n}").format(n=FORM)),
        "problem": (lambda value: isinstance(value, str), _("the name of a problem")),
        "settings": (lambda value: isinstance(value, dict) and all(isinstance(k, str) for k in value), _("a table")),
        "moves": (
            lambda value: _is_text_list(value, MOST_TURNS),
            _("a list of at most {n} moves").format(n=MOST_TURNS),
        ),
        "seats": (lambda value: _is_text_list(value, 4), _("a list of players")),
        "dice": (lambda value: isinstance(value, bool), _("true or false")),
        **{
            name: (_make_range_check(most), _("a whole number from 0 to {n}").format(n=most))
            for name, most in whole.items()
        },
    }
    for name, (fits, legal) in rules.items():
        if name in found and not fits(found[name]):
            text = _("{name} = {value}: this must be {legal}")
            lines.append(text.format(name=name, value=quote_value(found[name]), legal=legal))
    if "problem" not in found:
        lines.append(_("a saved session must name its problem"))
    if lines:
        raise BadInput(*lines)


def _is_text_list(value: object, most: int) -> bool:
    return isinstance(value, list) and len(value) <= most and all(isinstance(each, str) for each in value)


def _make_range_check(most: int) -> Callable[[Any], bool]:
    """Whether a value is a whole number from 0 to a bound."""
    return lambda value: type(value) is int and 0 <= value <= most


def make_token(session: Session) -> str:
    """The session as a short text that can stand in a link."""
    return pack_link(save_session(session))


def pack_link(found: Mapping[str, Any]) -> str:
    """A saved session as text for a link: compressed, and written in letters that no link minds."""
    text = json.dumps(found, ensure_ascii=False, separators=(",", ":"))
    return base64.urlsafe_b64encode(zlib.compress(text.encode(), 9)).decode().rstrip("=")


def unpack_link(text: str) -> dict[str, Any]:
    """What a link says, unchecked beyond its form."""
    wrong = BadInput(_("this link is damaged or cut short"))
    if not isinstance(text, str) or len(text) > LONGEST or not text.isascii():
        raise wrong
    try:
        whole = base64.b64decode(text.strip() + "=" * (-len(text.strip()) % 4), altchars=b"-_", validate=True)
        machine = zlib.decompressobj()
        found = json.loads(machine.decompress(whole, LONGEST))
    except (binascii.Error, zlib.error, ValueError, RecursionError):
        raise wrong from None
    if not isinstance(found, dict) or not machine.eof:
        raise wrong
    return found


def open_link(text: str, load: Load, *, opponents: Opponents | None = None) -> Session:
    """The session behind a link."""
    return restore_session(unpack_link(text), load, opponents=opponents)
