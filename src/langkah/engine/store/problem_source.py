"""A problem as it is sent to workers: by its name and settings or, if it is a user's own puzzle, as source code.

Each worker compares the fingerprint of its compiled code with the driver's: another version of Langkah or Python, or
another version of the puzzle, is refused before anything is counted.
"""

import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from langkah.engine.fingerprint import compute_fingerprint
from langkah.errors import BadInput, DoesNotFit
from langkah.language import _
from langkah.model import Problem, Puzzle
from langkah.packed import Packed


def fingerprint_packed(packed: Packed[Any]) -> str:
    """A fingerprint that distinguishes the state space of a packed problem from all others, including those of the same
    puzzle with changed rules.
    """
    shape = (
        packed.start,
        packed.words,
        packed.word_bits,
        packed.branching,
        packed.expand,
        packed.goal,
        list(packed.data),
    )
    return compute_fingerprint(*shape)


@dataclass(frozen=True)
class ProblemSource:
    """The data from which a worker recreates a problem. `problem` is the problem itself; it is set only for a problem
    without a name, and for tasks that run in this process.
    """

    name: str
    settings: dict[str, Any] = field(hash=False)
    text: str = ""  # the file of the user's own puzzle
    beside: dict[str, str] = field(default_factory=dict, hash=False)  # the files that it imports, by name
    fingerprint: str = ""
    problem: Any = field(default=None, hash=False, compare=False)

    def open(self) -> Problem[Any, Any]:
        """Recreate the problem."""
        from langkah.games import build_problem, load
        from langkah.games.python_files import load_class, parse_own_name

        if self.problem is not None:
            found: Problem[Any, Any] = self.problem
            return found
        if not self.text:
            return load(self.name, self.settings)
        own = parse_own_name(self.name)
        assert own is not None
        with tempfile.TemporaryDirectory(prefix="langkah-") as place:
            path = Path(place) / Path(own.file).name
            for name, text in {**self.beside, path.name: self.text}.items():
                (path.parent / name).write_text(text, encoding="utf-8")
            cls = load_class(path, own.words[0])
            return build_problem(cls, self.settings, self.name, (self.name, self.settings))


def describe_source(problem: Problem[Any, Any], packed: Packed[Any]) -> ProblemSource:
    """The data from which workers can recreate a problem."""
    from langkah.games import read_level_settings
    from langkah.games.python_files import parse_own_name, read_neighbours

    name, settings = problem.origin
    own, fingerprint = parse_own_name(name), fingerprint_packed(packed)
    if not name:
        return ProblemSource("", {}, fingerprint=fingerprint, problem=problem)
    if own is None:
        return ProblemSource(name, dict(settings), "", fingerprint=fingerprint)
    path = Path(own.file)
    whole = {**read_level_settings(name), **settings}
    return ProblemSource(name, whole, path.read_text(encoding="utf-8"), read_neighbours(path), fingerprint)


_opened: dict[str, tuple[Packed[Any], bool]] = {}  # by fingerprint: the open problems of this process


def open_packed(source: ProblemSource) -> tuple[Packed[Any], bool]:
    """The packed form of a problem, and whether its steps can be undone. Raises an error if the fingerprint of the
    packed form is not that of the driver.
    """
    if source.fingerprint not in _opened:
        remember_packed(source, source.open())
    return _opened[source.fingerprint]


def remember_packed(source: ProblemSource, problem: Problem[Any, Any]) -> None:
    """Keep the packed form of a problem for later tasks in this process. Raises an error if the problem has no packed
    form that can be compiled, or if its fingerprint is wrong.
    """
    packed = problem.packed() if isinstance(problem, Puzzle) else None
    if packed is None or packed.expand is None or packed.goal is None:
        text = _("a store needs a packed form that can be compiled, but {problem} has none")
        raise DoesNotFit(text.format(problem=problem.name or repr(problem)))
    if fingerprint_packed(packed) != source.fingerprint:
        text = _(
            "a worker and the process that started the exploration have different versions of {problem}, "
            "Langkah or Python"
        )
        raise BadInput(text.format(problem=source.name or repr(problem)))
    _opened[source.fingerprint] = packed, isinstance(problem, Puzzle) and problem.reversible
