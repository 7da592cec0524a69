"""The exceptions, and the exit code of each.

    LangkahError (a ValueError)     exit code 1: a defect of ours unless a subclass says otherwise
    ├── BadInput                    exit code 2: one line for each mistake, each saying what would be legal
    │   ├── UnknownName             a game, level, algorithm, setting ... that does not exist
    │   ├── DoesNotFit              an algorithm, estimate or player that cannot work on this problem
    │   ├── Malformed               a request or a saved session in a wrong format
    │   └── MissingExtra            an optional part that is not installed
    └── DoesNotHold                 exit code 5: a certificate that does not prove its claim, and where it fails

Every message is complete when it is raised: front ends show it unchanged.
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from errno import ENAMETOOLONG
from pathlib import Path

OURS = Path(__file__).parent
QUOTED_CHARACTERS = 300  # quoted from another exception's message


class LangkahError(ValueError):
    """The base class of all exceptions that this library raises on purpose.

    >>> issubclass(BadInput, LangkahError)
    True
    """

    exit_code = 1


class BadInput(LangkahError):
    """The input cannot be used; `lines` holds one line for each mistake.

    >>> BadInput("first mistake", "second mistake").lines
    ('first mistake', 'second mistake')
    """

    exit_code = 2

    def __init__(self, *lines: str) -> None:
        super().__init__("\n".join(lines))
        self.lines = lines


class Malformed(BadInput):
    """JSON values that do not have the documented form.

    >>> Malformed("made = -1: this must be a whole number from 0 to 20,000").exit_code
    2
    """


class UnknownName(BadInput):
    """A name that does not exist; the message suggests similar ones.

    >>> try:
    ...     load("hanoy")
    ... except UnknownName as error:
    ...     print("hanoi" in str(error))
    True
    """


class DoesNotFit(BadInput):
    """An algorithm, estimate or player cannot work on this problem; the message gives the reason."""


class MissingExtra(BadInput):
    """An optional part that is needed here but not installed."""


class DoesNotHold(LangkahError):
    """A certificate that does not prove its claim; `line` and `state` name the first place where it fails, if known.

    >>> str(DoesNotHold("a goal below the cost", 7, "[0,0,2]"))
    'line 7, state [0,0,2]: a goal below the cost'
    """

    exit_code = 5

    def __init__(self, why: str, line: int = 0, state: str = "") -> None:
        from langkah.language import _

        why, text = make_printable(why), _("line {n}, state {state}: {why}") if line else "{why}"
        super().__init__(text.format(n=line, state=make_printable(state[:QUOTED_CHARACTERS]), why=why))
        self.why, self.line, self.state, self.lines = why, line, state, (str(self),)
        self.claim = self.problem = ""  # facts about the certificate, once its header is read


@contextmanager
def refuse_long_names() -> Iterator[None]:
    """A context in which a file name that is too long for the operating system raises `BadInput`. Any code in the
    context may notice such a name: `Path.exists`, for example, raises an `OSError` for it.
    """
    try:
        yield
    except OSError as error:
        if error.errno != ENAMETOOLONG:
            raise
        raise BadInput(f"{error.filename}: {error.strerror}") from None


MUCH_WORSE = 0.2  # a name this much less similar than the nearest one is not suggested


def find_nearest_names(name: str, known: Iterable[str]) -> list[str]:
    """At most three known names that resemble a misspelt one, most similar first. Leading zeros and upper case are
    ignored, and so is a game's name up to the colon if all known names begin with it.

    >>> find_nearest_names("klotski:rush-hour-1", ["klotski:classic", "klotski:rush-hour-01"])
    ['klotski:rush-hour-01']
    """
    import re
    from difflib import SequenceMatcher, get_close_matches

    names = list(known)
    head = name[: name.find(":") + 1]
    cut = len(head) if all(each.startswith(head) for each in names) else 0
    plain = {re.sub(r"\b0+(?=[0-9])", "", each[cut:].lower()): each for each in names}
    wanted = re.sub(r"\b0+(?=[0-9])", "", name[cut:].lower())
    alike = {match: SequenceMatcher(None, match, wanted).ratio() for match in get_close_matches(wanted, plain, 3, 0.5)}
    return [plain[match] for match, share in alike.items() if share >= max(alike.values()) - MUCH_WORSE]


def describe_exception(error: BaseException) -> str:
    """An exception in one line: its message and the line of code that caused it. If the puzzle's own code was running,
    this is a line of that code rather than of Langkah's.
    """
    import traceback

    frames = traceback.extract_tb(error.__traceback__)
    place = next((each for each in reversed(frames) if OURS not in Path(each.filename).parents), None)
    place = place or (frames[-1] if frames else None)
    return format_exception(error) + (f" ({Path(place.filename).name}, line {place.lineno})" if place else "")


def make_printable(text: str) -> str:
    """A text from a file as a single line without control characters, so that no part of it can be mistaken for a line
    of its own.

    >>> make_printable("expert\\nproved: \\x1b[1mall")
    'expert proved: [1mall'
    """
    return " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())


def format_exception(error: BaseException) -> str:
    """An exception in one line of printable characters: its type and message, without the place where it was raised."""
    try:
        text = str(error)
    except Exception:  # a custom exception whose `__str__` fails
        text = ""
    text = make_printable(text)
    text = text if len(text) <= QUOTED_CHARACTERS else text[:QUOTED_CHARACTERS] + " …"
    return f"{type(error).__name__}: {text}" if text else type(error).__name__
