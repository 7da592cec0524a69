"""What can go wrong, and what a shell hears of it.

    LangkahError (a ValueError)     exit code 1: a defect of ours unless a subclass says otherwise
    ├── BadInput                    exit code 2: one line for each mistake, each saying what would be legal
    │   ├── UnknownName             a game, level, algorithm, setting ... that does not exist
    │   ├── DoesNotFit              an algorithm, estimate or player that cannot work on this problem
    │   ├── Malformed               a request or a saved session that has not the form it must have
    │   └── MissingExtra            an optional part that is not installed

Every message is complete when it is raised: whoever shows it adds nothing and cuts nothing.
"""

from collections.abc import Iterable


class LangkahError(ValueError):
    """The root of everything this library raises on purpose.

    >>> issubclass(BadInput, LangkahError)
    True
    """

    exit_code = 1


class BadInput(LangkahError):
    """Something that was given cannot be used; `lines` says what, one line for each mistake.

    >>> BadInput("first mistake", "second mistake").lines
    ('first mistake', 'second mistake')
    """

    exit_code = 2

    def __init__(self, *lines: str) -> None:
        super().__init__("\n".join(lines))
        self.lines = lines


class Malformed(BadInput):
    """JSON values of another form than the one described.

    >>> Malformed("made = -1: this must be a whole number from 0 to 20,000").exit_code
    2
    """


class UnknownName(BadInput):
    """A name that is not in a list of known ones.

    >>> try:
    ...     load("hanoy")
    ... except UnknownName as error:
    ...     print("hanoi" in str(error))
    True
    """


class DoesNotFit(BadInput):
    """A part that cannot work on this problem, and why."""


class MissingExtra(BadInput):
    """An optional part of the installation that is needed now."""


def find_nearest_names(name: str, known: Iterable[str]) -> list[str]:
    """The known names closest to a misspelt one, best first; what all begin with and zeros before digits do not count.

    >>> find_nearest_names("klotski:rush-hour-1", ["klotski:classic", "klotski:rush-hour-01"])
    ['klotski:rush-hour-01']
    """
    import re
    from difflib import get_close_matches

    names = list(known)
    head = name[: name.find(":") + 1]
    cut = len(head) if all(each.startswith(head) for each in names) else 0
    plain = {re.sub(r"\b0+(?=[0-9])", "", each[cut:].lower()): each for each in names}
    wanted = re.sub(r"\b0+(?=[0-9])", "", name[cut:].lower())
    return [plain[match] for match in get_close_matches(wanted, plain, n=3, cutoff=0.5)]
