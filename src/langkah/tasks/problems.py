"""The problems that a page can ask for: what comes with Langkah, and what the command line named.

A request names a problem; it can never make this open another file or run code. A position travels as a saved session
(the problem, its settings, the moves made) and is checked by making every move of it again.
"""

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from langkah.errors import BadInput
from langkah.games import ALIASES, drop_remarks, find_level_file, load, load_shipped
from langkah.games.files import read_file
from langkah.language import _
from langkah.model import Problem
from langkah.players import make_player, require_game
from langkah.session import Advisor, Player, Session, restore_session
from langkah.settings import quote_value

MOST_KEPT = 64  # problems that are remembered


class ProblemStore:
    """Where problems are taken from. Problems are values: one that was made before serves again."""

    def __init__(self, own: tuple[str, ...] = ()) -> None:
        self.own = own  # names of one's own problems, as the command line gave them
        self.problem = lru_cache(MOST_KEPT)(self.made)

    def load(self, name: str, settings: Mapping[str, object]) -> Problem[Any, Any]:
        """The problem of that name with these settings."""
        try:
            given = json.dumps(settings)
        except (TypeError, ValueError, RecursionError):
            raise BadInput(_("settings = {value}: they cannot be read").format(value=quote_value(settings))) from None
        return self.problem(name, given)

    def made(self, name: str, given: str) -> Problem[Any, Any]:
        """The problem, made anew."""
        settings = json.loads(given)
        return load(name, settings) if name in self.own else load_shipped(name, settings)

    def given(self, name: str, settings: Mapping[str, object]) -> dict[str, object]:
        """Every setting that was given: those of the level, if the name has one, and these on top."""
        game, _colon, level = name.partition(":")
        base = drop_remarks(read_file(find_level_file(game, level), {})) if level and name not in self.own else {}
        return {**base, **settings}

    def game(self, name: str) -> str:
        """The game behind the name of a problem."""
        game = name.partition(":")[0]
        return name if name in self.own else ALIASES.get(game, game)

    def advisor(self, problem: Problem[Any, Any]) -> Advisor:
        """Who answers questions about a problem."""
        return Advisor(problem)

    def opponent(self, problem: Problem[Any, Any], name: str) -> Player:
        """Who sits in a seat that is not a person's; made here only to see that it can play, and asked elsewhere."""
        make_player(name, require_game(problem))
        return _refuse_to_move

    def session(self, found: Mapping[str, Any]) -> Session:
        """The session that was saved, every move of it checked."""
        return restore_session(found, self.load, opponents=self.opponent, advisor=self.advisor)


def _refuse_to_move(_state: Any) -> Any:
    """A player that does not think where positions are only shown."""
    raise BadInput(_("this player is asked elsewhere"))
