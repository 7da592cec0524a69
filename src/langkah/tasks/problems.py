"""The problems that a request can name: what comes with Langkah, and what the command line named.

A request names a problem; it can never make this open another file or run code. A position travels as a saved session
(the problem, its settings, the moves made) and is checked by making every move of it again. Problems, advisors and
players are remembered, so that what one task has found out serves the next.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Annotated, Any

from langkah.errors import BadInput
from langkah.games import ALIASES, load, load_shipped, read_level_settings, split_level
from langkah.language import _
from langkah.model import Problem
from langkah.players import Player, make_player, require_game
from langkah.session import Advisor, Session, restore_session
from langkah.settings import quote_value
from langkah.tasks.request import FROM_CATALOGUE, Reader, Request, get_saved_shape
from langkah.typed_json import Name

MOST_PROBLEMS, MOST_ADVISORS, MOST_PLAYERS = 64, 4, 8  # that are remembered


class ProblemCatalogue:
    """Where problems are taken from, with who knows about them. Problems are values: one made before serves again."""

    def __init__(self, own: tuple[str, ...] = ()) -> None:
        self.own = own  # names of one's own problems, as the command line gave them
        self._make = lru_cache(MOST_PROBLEMS)(self._load)
        self._advise = lru_cache(MOST_ADVISORS)(Advisor)
        self._seat = lru_cache(MOST_PLAYERS)(_make_opponent)

    def load(self, name: str, settings: Mapping[str, object]) -> Problem[Any, Any]:
        """The problem of that name with these settings."""
        try:
            given = json.dumps(settings)
        except (TypeError, ValueError, RecursionError):
            raise BadInput(_("settings = {value}: they cannot be read").format(value=quote_value(settings))) from None
        return self._make(name, given)

    def _load(self, name: str, given: str) -> Problem[Any, Any]:
        settings = json.loads(given)
        return load(name, settings) if self.is_own(name) else load_shipped(name, settings)

    def is_own(self, name: str) -> bool:
        """Whether a name means a puzzle of one's own that the command line gave, or a level of it."""
        return name in self.own or split_level(name)[0] in self.own

    def given(self, name: str, settings: Mapping[str, object]) -> dict[str, object]:
        """Every setting that was given: those of the level, if the name has one, and these on top."""
        return {**read_level_settings(name), **settings}

    def game(self, name: str) -> str:
        """The game behind the name of a problem."""
        game = split_level(name)[0]
        return ALIASES.get(game, game)

    def session(self, found: Mapping[str, Any]) -> Session:
        """The session that was saved, every move of it checked."""
        return restore_session(found, self.load, opponents=self._seat, advisor=self._advise)


def _make_opponent(problem: Problem[Any, Any], name: str) -> Player[Any, Any]:
    return make_player(name, require_game(problem))


@dataclass(frozen=True)
class CatalogueRequest(Request):
    """A question about what there is."""

    catalogue: Annotated[ProblemCatalogue, FROM_CATALOGUE]


@dataclass(frozen=True)
class ProblemRequest(CatalogueRequest):
    """A question about a problem, with settings on top."""

    problem: Name
    settings: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class PositionRequest(Request):
    """A question about a position, with all that came before it. It travels as a saved session."""

    saved: Annotated[Session, Reader("saved", get_saved_shape, lambda saved, catalogue: catalogue.session(saved))]
