"""Defines which problems a request can name: those that come with Langkah, and those named on the command line.

A request names a problem, and can never open another file or run code. A position is sent as a saved session (the
problem, its settings, the moves) and is checked by replaying every move. Problems, advisors and players are cached, so
that the results of one task help the next.
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

MOST_PROBLEMS, MOST_ADVISORS, MOST_PLAYERS = 64, 4, 8  # sizes of the caches


class ProblemCatalogue:
    """The available problems, with caches of problems, advisors and computer players. Problems are immutable values, so
    several requests can share them.
    """

    def __init__(self, own: tuple[str, ...] = ()) -> None:
        self.own = own  # the user's own problems, as named on the command line
        self._make = lru_cache(MOST_PROBLEMS)(self._load)
        self._advise = lru_cache(MOST_ADVISORS)(Advisor)
        self._seat = lru_cache(MOST_PLAYERS)(_make_opponent)

    def load(self, name: str, settings: Mapping[str, object]) -> Problem[Any, Any]:
        """Load the problem `name` with `settings`."""
        try:
            given = json.dumps(settings)
        except (TypeError, ValueError, RecursionError):
            raise BadInput(
                _("settings = {value}: these settings cannot be read").format(value=quote_value(settings))
            ) from None
        return self._make(name, given)

    def _load(self, name: str, given: str) -> Problem[Any, Any]:
        settings = json.loads(given)
        return load(name, settings) if self.is_own(name) else load_shipped(name, settings)

    def is_own(self, name: str) -> bool:
        """Whether a name is the user's own puzzle from the command line, or a level of it."""
        return name in self.own or split_level(name)[0] in self.own

    def given(self, name: str, settings: Mapping[str, object]) -> dict[str, object]:
        """All settings of the problem `name`: those of its level, if `name` contains one, overridden by `settings`."""
        return {**read_level_settings(name), **settings}

    def game(self, name: str) -> str:
        """The name of the game to which a problem belongs: the part of `name` before the level. An alias is replaced by
        the real name.
        """
        game = split_level(name)[0]
        return ALIASES.get(game, game)

    def session(self, found: Mapping[str, Any]) -> Session:
        """Restore a saved session, checking every move."""
        return restore_session(found, self.load, opponents=self._seat, advisor=self._advise)


def _make_opponent(problem: Problem[Any, Any], name: str) -> Player[Any, Any]:
    return make_player(name, require_game(problem))


@dataclass(frozen=True)
class CatalogueRequest(Request):
    """A request that can name any problem in the catalogue."""

    catalogue: Annotated[ProblemCatalogue, FROM_CATALOGUE]


@dataclass(frozen=True)
class ProblemRequest(CatalogueRequest):
    """A request about a problem, with additional settings."""

    problem: Name
    settings: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class PositionRequest(Request):
    """A request about a position with its history, sent as a saved session."""

    saved: Annotated[Session, Reader("saved", get_saved_shape, lambda saved, catalogue: catalogue.session(saved))]
