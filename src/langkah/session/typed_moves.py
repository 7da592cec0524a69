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
    """The moves that a text can mean. There are four comparisons: the label equals the text; equals it if case is
    ignored; equals it if the characters between words are ignored; begins with it. The first comparison that finds
    moves decides.
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
    """The moves with the same letters and digits as the text, with any separators: both `1 3` and `13` mean `1-3`."""
    words = re.findall(r"\w+", text.casefold())
    parts = [(re.findall(r"\w+", choice.label.casefold()), choice) for choice in choices]
    if len(words) == 1:
        return [choice for part, choice in parts if "".join(part) == words[0]]
    return [choice for part, choice in parts if words and part == words]


def _remove_spaces(text: str) -> str:
    return "".join(text.split())
