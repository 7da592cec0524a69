"""The settings of a problem, and the checks of values given for them.

The declared bounds of a setting are enforced before the constructor of a problem runs (`Problem.__new__`), so values
from files, command line, page, links and Python are checked in the same way. `Mistakes` collects all mistakes before
raising an error, so that users can fix a file in one go. `are_fine(...)` tells whether earlier checks of some settings
succeeded, so that later checks that depend on these settings can be skipped.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from langkah.errors import BadInput, UnknownName, find_nearest_names
from langkah.language import _


class Setting(NamedTuple):
    """One setting of a problem: its name, default, meaning and legal values.

    >>> Setting("discs", 4, "how many", low=1, high=60).legal()
    'a whole number from 1 to 60'
    """

    name: str
    default: object
    about: str
    low: int | None = None
    high: int | None = None
    choices: tuple[str, ...] = ()
    form: str = ""  # the format of a value that is not a number, word or yes/no, for example "[[4, 3], [2, 1], []]"
    handy: tuple[int, int] | None = None  # the range of a slider or of keys, if narrower than the legal range
    meanings: tuple[str, ...] = ()  # the meaning of each choice, in the same order
    label: str = ""  # the label of its form field; default: `about`

    def legal(self) -> str:
        """The legal values, as a phrase."""
        if self.choices:
            return _("one of {names}").format(names=", ".join(map(str, self.choices)))
        if self.form:
            return _("something like {form}").format(form=self.form)
        if isinstance(self.default, bool):
            return _("true or false")
        if isinstance(self.default, int | float):
            return self._describe_range()
        return _("a text") if isinstance(self.default, str) else _("a value")

    def _describe_range(self) -> str:
        whole = isinstance(self.default, int)
        if self.low is not None and self.high is not None:
            text = _("a whole number from {low} to {high}") if whole else _("a number from {low} to {high}")
        elif self.low is not None:
            text = _("a whole number of at least {low}") if whole else _("a number of at least {low}")
        elif self.high is not None:
            text = _("a whole number of at most {high}") if whole else _("a number of at most {high}")
        else:
            text = _("a whole number") if whole else _("a number")
        return text.format(low=self.low, high=self.high)

    def accepts(self, value: object) -> bool:
        """Whether a value is legal: one of the choices or, without choices, a value of the default's type (if that is a
        text, a number, or true or false) in the legal range. A setting with a `form` accepts every value.
        """
        if self.form:
            return True
        if self.choices:
            return value in self.choices
        if isinstance(self.default, bool):
            return isinstance(value, bool)
        if isinstance(self.default, int | float):
            numbers = int if isinstance(self.default, int) else int | float
            if not isinstance(value, numbers) or isinstance(value, bool):
                return False
            return (self.low is None or value >= self.low) and (self.high is None or value <= self.high)
        return isinstance(value, str) or not isinstance(self.default, str)


class Mistakes:
    """The mistakes found so far in the settings of a problem."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.wrong: set[str] = set()

    def say(self, line: str, *names: str) -> None:
        """Record the mistake `line`, and the names of the settings that it concerns."""
        self.lines.append(line)
        self.wrong.update(names)

    def are_fine(self, *names: str) -> bool:
        """Whether none of the settings `names` has a mistake so far."""
        return not self.wrong.intersection(names)

    def check(self, settings: Iterable[Setting], given: Mapping[str, object]) -> None:
        """Check each value in `given` against its setting."""
        for setting in settings:
            if setting.name in given and not setting.accepts(given[setting.name]):
                self.say(_describe_wrong_value(setting, given[setting.name]), setting.name)

    def raise_any(self) -> None:
        """If there are mistakes, raise one `BadInput` that lists them all."""
        if self.lines:
            raise BadInput(*self.lines)


def enforce_settings(
    settings: Sequence[Setting],
    constructor: Callable[..., None],
    arguments: Sequence[object],
    named: Mapping[str, object],
) -> None:
    """Refuse constructor arguments that the settings do not allow: raise a `BadInput` with all mistakes. Defaults
    always pass.

    Nothing is checked here if the constructor itself calls `Mistakes.check`; then the constructor reports these
    mistakes together with its own.
    """
    import inspect

    own = getattr(inspect.unwrap(constructor), "__code__", None)
    if not settings or (own is not None and {"Mistakes", "check"} <= set(own.co_names)):
        return
    parameters = inspect.signature(constructor).parameters
    given = {**dict(zip(list(parameters)[1:], arguments, strict=False)), **named}
    usual = {name: each.default for name, each in parameters.items()}
    mistakes = Mistakes()
    mistakes.check(settings, {name: value for name, value in given.items() if value is not usual.get(name, usual)})
    mistakes.raise_any()


def _describe_wrong_value(setting: Setting, value: object) -> str:
    line = _("{name} = {value}: this must be {legal}").format(
        name=setting.name, value=quote_value(value), legal=setting.legal()
    )
    close = find_nearest_names(str(value), setting.choices) if setting.choices and isinstance(value, str) else []
    return line + "; " + _("did you mean {names}?").format(names=", ".join(close)) if close else line


def require_whole(name: str, value: object, low: int) -> None:
    """Raise `BadInput` if a value is not a whole number or is less than `low`."""
    if not isinstance(value, int) or isinstance(value, bool) or value < low:
        text, legal = _("{name} = {value}: this must be {legal}"), _("a whole number of at least {low}").format(low=low)
        raise BadInput(text.format(name=name, value=quote_value(value), legal=legal))


def make_sort_key(label: str) -> tuple[int, str]:
    """A sort key that orders numbers by size, with words after them."""
    first = label.split()[0] if label.split() else ""
    return (int(first) if first.isdigit() else 1 << 62, label)


MOST_READ = 20  # names listed in an error; beyond that, the error names the command that lists them
MOST_LISTED = 60


def make_unknown_name(kind: str, name: str, known: Iterable[str], command: str = "") -> UnknownName:
    """The error for an unknown name. It suggests the nearest names in `known`. Then it lists the known names, at most
    `MOST_LISTED` of them; or, if they are many and `command` is given, it names the `command` that lists them.
    """
    names = sorted(known, key=make_sort_key)
    close = find_nearest_names(name, names)
    hint = " " + _("Did you mean {names}?").format(names=", ".join(close)) if close else ""
    if command and len(names) > MOST_READ:
        told = " " + _("To see all {n}: {command}").format(n=len(names), command=command)
    else:
        listing = ", ".join(names[:MOST_LISTED]) + (", ..." if len(names) > MOST_LISTED else "")
        told = " " + _("Known: {names}.").format(names=listing) if names else ""
    return UnknownName(_("{kind} {name} is not known.").format(kind=kind, name=quote_value(name)) + hint + told)


def is_endless(value: object, most: int = 100_000) -> bool:
    """Whether a value has more than `most` parts, counted at all levels. Such a value is too large to write out; deeply
    nested pairs are an example.
    """
    stack, met = [value], 0
    while stack and met <= most:
        each = stack.pop()
        if isinstance(each, tuple | list | set | frozenset):
            met += len(each)
            stack += each
        elif isinstance(each, dict):
            met += len(each)
            stack += each.values()
    return met > most


def make_short_repr(value: object) -> str:
    """A short repr of a value, with inner parts left out."""
    import reprlib

    return reprlib.repr(value)


def quote_value(value: object, most: int = 60) -> str:
    """A value as quoted in a message: short, printable, on one line."""
    try:
        text = make_short_repr(value) if is_endless(value) else repr(value)
    except (ValueError, RecursionError):  # a number of thousands of digits, or infinitely nested lists
        text = f"<{type(value).__name__}>"
    return text if len(text) <= most else text[: most - 3] + "..."
