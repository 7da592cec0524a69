"""Matches typed text against the legal moves."""

import re
from collections.abc import Sequence
from typing import Protocol, TypeVar


class Labelled(Protocol):
    """Anything with a notation, such as a move."""

    @property
    def label(self) -> str:
        """The notation of the move."""


C = TypeVar("C", bound=Labelled)


def find_meant(text: str, choices: Sequence[C]) -> list[C]:
    """The moves that a typed text can mean. Five comparisons are tried in turn, and the first that finds moves decides.

    Spaces do not matter, except between words. In order: the label of a move equals the text; equals it if case is
    ignored; has the same words as the text (see `_find_by_words`); begins with the text; begins with it if case is
    ignored.
    """
    exact, wanted = _remove_spaces(text), _remove_spaces(text.casefold())
    pairs = [(_remove_spaces(choice.label), choice) for choice in choices]
    return (
        [choice for label, choice in pairs if label == exact]
        or [choice for label, choice in pairs if label.casefold() == wanted]
        or _find_by_words(text, choices)
        or [choice for label, choice in pairs if exact and label.startswith(exact)]
        or [choice for label, choice in pairs if wanted and label.casefold().startswith(wanted)]
    )


def _find_by_words(text: str, choices: Sequence[C]) -> list[C]:
    """The moves whose label has the same words (runs of letters and digits) as the text. A text of one word may also
    run the words of the label together: both `1 3` and `13` mean `1-3`.
    """
    words = re.findall(r"\w+", text.casefold())
    parts = [(re.findall(r"\w+", choice.label.casefold()), choice) for choice in choices]
    if len(words) == 1:
        return [choice for part, choice in parts if "".join(part) == words[0]]
    return [choice for part, choice in parts if words and part == words]


def _remove_spaces(text: str) -> str:
    return "".join(text.split())
