"""The source of new puzzles: a problem, and the name by which a puzzle file refers to it with other settings."""

from collections.abc import Mapping
from itertools import islice
from pathlib import Path
from typing import Any

from langkah.errors import BadInput, DoesNotFit
from langkah.games import ALIASES, GAMES, build_own_problem, build_problem, get_game_class, split_level
from langkah.games.python_files import list_neighbours, parse_own_name
from langkah.language import _
from langkah.model import Game, Problem, Puzzle, get_title
from langkah.start_settings import is_plain_value, to_plain_value, to_state_value

STEPS_TRIED = 8


class Source:
    """A puzzle as the model for new puzzles of the same kind, each of which can be described by a file."""

    def __init__(self, problem: Problem[Any, Any]) -> None:
        if not isinstance(problem, Puzzle):
            kind = _("a two-player game") if isinstance(problem, Game) else _("not a puzzle")
            text = _("{name} is {kind}: only puzzles have a least cost")
            raise DoesNotFit(text.format(name=problem.name or get_title(problem), kind=kind))
        self.problem: Puzzle[Any, Any] = problem
        self.name = _name_class(problem)
        own = parse_own_name(self.name)
        self.is_own = own is not None
        # The first line of a file: a game, or a class in the folder of the file
        self.head = {"problem": f"{Path(own.file).name}:{own.words[0]}"} if own else {"game": self.name}

    def list_settings(self, problem: Puzzle[Any, Any], state: Any) -> dict[str, object] | None:
        """The settings of a problem of this kind that begins in a state; None if no file can express these settings."""
        found = problem.settings_at(state)
        if found is None and self.is_own and to_state_value(to_plain_value(state), state) == state:
            found = {**problem.origin[1], **problem.given(), "start": to_plain_value(state)}
        if found is None:
            return None
        plain = {name: to_plain_value(value) for name, value in found.items() if value is not None}
        return plain if is_plain_value(plain) else None

    def can_describe_steps(self) -> bool:
        """Whether a file can describe any of the states after a first step; True if the start has no steps."""
        onward = [step.state for step in islice(self.problem.steps(self.problem.start), STEPS_TRIED)]
        return not onward or any(self.list_settings(self.problem, state) is not None for state in onward)

    def list_python_files(self) -> list[Path]:
        """The user's own Python file, and the files that it imports from its folder. Puzzle files refer to the Python
        file, so all of these files must be copied beside them. Empty for a game that comes with Langkah.
        """
        own = parse_own_name(self.name)
        return [Path(own.file), *list_neighbours(Path(own.file))] if own else []

    def build(self, settings: Mapping[str, object]) -> Puzzle[Any, Any] | None:
        """The puzzle with these settings; None if the settings are not legal."""
        build = build_own_problem if self.is_own else build_problem
        try:
            problem = build(type(self.problem), settings, self.name, (self.name, settings))
        except BadInput:
            return None
        return problem if isinstance(problem, Puzzle) else None


def _name_class(problem: Problem[Any, Any]) -> str:
    """The name of a problem's class: a game, or FILE.py:CLASS. Raises `BadInput` for a class that was not read from a
    file.
    """
    loaded = problem.origin[0]
    if loaded.partition(":")[0] in (*GAMES, *ALIASES) or parse_own_name(loaded):
        name = split_level(loaded)[0]
        return ALIASES.get(name, name)
    for name in GAMES:
        if get_game_class(name) is type(problem):
            return name
    import inspect

    try:
        return f"{inspect.getfile(type(problem))}:{type(problem).__name__}"
    except (OSError, TypeError):
        text = _("{name} was not read from a file, so a puzzle file cannot refer to it")
        raise BadInput(text.format(name=type(problem).__name__)) from None
