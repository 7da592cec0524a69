"""Explains failures of a user's own puzzle: the line of the puzzle's file, and what was expected there.

Often the failure occurs in Langkah's code, long after the puzzle returned an unusable value. Then the puzzle is called
again, state by state, until it returns that value again. Langkah's own files are never named, since they are not the
ones to fix.
"""

import ast
import io
import time
import traceback
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from contextlib import redirect_stderr, redirect_stdout
from math import inf
from pathlib import Path
from typing import Any, NamedTuple

from langkah.errors import format_exception
from langkah.games import find_python_file, load, parse_settings
from langkah.language import _
from langkah.model import Problem, Puzzle, Step
from langkah.settings import quote_value
from langkah.tasks.doctor import is_cost

STATES, SECONDS = 5_000, 2.0  # limits on repeating the calls of the puzzle's methods


class Failure(NamedTuple):
    """A description of a failure (`lines`), and the number of the line in the puzzle's file, if known."""

    lines: tuple[str, ...]
    line: int | None = None


class _Mistake(Exception):
    """Raised if a method of a puzzle returned an unusable value."""

    def __init__(self, method: str, line: str) -> None:
        super().__init__(line)
        self.method = method


def find_own_problem(words: Sequence[str]) -> str:
    """The first of the command line's `words` that names a user's own puzzle; "" if there is none."""
    return next((word for word in words if not word.startswith("-") and find_python_file(word)), "")


def is_raised_by_own_puzzle(error: BaseException, words: Sequence[str]) -> bool:
    """Whether this exception was raised in a file of the user's own puzzle, or in code that such a file called."""
    path = Path(find_python_file(find_own_problem(words)))
    return any(_is_beside(each.filename, path) for each in traceback.extract_tb(error.__traceback__))


def find_failure(error: BaseException, words: Sequence[str]) -> Failure:
    """A description of a failure of the user's own puzzle, in one or two lines; with the place in the puzzle's file, if
    it is known.
    """
    own = find_own_problem(words)
    path = Path(find_python_file(own))
    hint = _("`langkah doctor {problem}` may explain more; LANGKAH_DEBUG=1 shows the full traceback.").format(
        problem=own
    )
    frames = [each for each in traceback.extract_tb(error.__traceback__) if _is_beside(each.filename, path)]
    if frames:
        place = path.with_name(Path(frames[-1].filename).name)
        line = _format_location(place, frames[-1].lineno, frames[-1].name, format_exception(error))
        return Failure((line, hint), frames[-1].lineno)
    if isinstance(error, NotImplementedError) and error.__traceback__ is not None:
        *_others, last = traceback.extract_tb(error.__traceback__)
        text = _("{problem} has no `{method}`: add `def {method}(self, state)`")
        return Failure((text.format(problem=own, method=last.name),))
    mistake = _find_mistake(own, words, names=isinstance(error, _Mistake))
    if mistake is not None:
        return mistake
    return Failure((_("{problem} failed: {what}").format(problem=own, what=format_exception(error)), hint))


def describe_failure(error: BaseException, words: Sequence[str]) -> list[str]:
    """A description of a failure of the user's own puzzle, in one or two lines."""
    return list(find_failure(error, words).lines)


def _is_beside(name: str, path: Path) -> bool:
    """Whether the file `name` is a Python file in the folder of the puzzle's file `path`: this file itself, or one that
    it may import.
    """
    return name.endswith(".py") and Path(name).resolve().parent == path.resolve().parent


def _is_same_file(name: str, path: Path) -> bool:
    return Path(name).name == path.name and Path(name).resolve() == path.resolve()


def _format_location(path: Path, line: int | None, method: str, what: str) -> str:
    return _("{path}, line {n}, in {method}: {what}").format(path=path, n=line, method=method, what=what)


def _find_mistake(own: str, words: Sequence[str], *, names: bool) -> Failure | None:
    """Load the puzzle again, without output, and call every method that a search calls, until one returns an unusable
    value; None if none does.
    """
    settings = [word for word in words if "=" in word and not word.startswith("-") and word != own]
    with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
        try:
            problem = load(own, parse_settings(settings))
            walk_states(problem, names=names)
        except _Mistake as mistake:
            path = Path(find_python_file(own))
            line = _find_definition(path, type(problem), mistake.method)
            if line is None:
                return Failure((f"{own}, {mistake.method}: {mistake}",))
            return Failure((_format_location(path, line, mistake.method, str(mistake)),), line)
        except KeyboardInterrupt:
            raise
        except BaseException:  # this time it fails in another way
            return None
    return None


def _find_definition(path: Path, kind: type, name: str) -> int | None:
    """The number of the line of the file `path` in which the class `kind` defines `name`: a method, or a value such as
    the start of the puzzle. None if `name` is defined elsewhere.
    """
    code = getattr(getattr(kind, name, None), "__code__", None)
    if code is not None:
        return int(code.co_firstlineno) if _is_same_file(code.co_filename, path) else None
    tree = ast.parse(path.read_text(encoding="utf-8-sig"))
    own = [each for each in ast.walk(tree) if isinstance(each, ast.ClassDef) and each.name == kind.__name__]
    for node in (node for each in own for node in ast.walk(each)):
        targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
        if any(name in (getattr(each, "id", None), getattr(each, "attr", None)) for each in targets):
            return node.lineno if isinstance(node, ast.stmt) else None
    return None


def walk_states(problem: Problem[Any, Any], *, names: bool = False) -> None:
    """Visit states, nearest to the start first, and raise `_Mistake` for the first unusable value. Stops after `STATES`
    states or `SECONDS`. With `names`, it is also a mistake if two moves from the same state have the same notation.
    """
    until = time.monotonic() + SECONDS
    _check_hashable("start", _("the start {value}"), problem.start)
    queue = deque([problem.start])
    met = {problem.start}
    while queue and len(met) < STATES and time.monotonic() < until:
        state = queue.popleft()
        _check_hashable("key", _("the key {value}"), problem.key(state))
        _check_estimates(problem, state)
        written: set[str] = set()
        for step in _check_steps(problem, state):
            if names:
                _check_name(problem.notation(step.move), written)
            if step.state not in met:
                met.add(step.state)
                queue.append(step.state)


def _check_steps(problem: Problem[Any, Any], state: Any) -> Iterator[Step[Any, Any]]:
    given: Any = problem.steps(state)
    if not isinstance(given, Iterable) or isinstance(given, Step):
        text = _("this gives {value}; expected a list of Step(move, state, cost)")
        raise _Mistake("steps", text.format(value=quote_value(given)))
    for step in given:
        if not isinstance(step, Step):
            text = _("this gives {value}; expected Step(move, state, cost)")
            raise _Mistake("steps", text.format(value=quote_value(step)))
        _check_hashable("steps", _("the move {value}"), step.move)
        _check_hashable("steps", _("the state {value}"), step.state)
        if not is_cost(step.cost):
            text = _("the step {move} costs {cost}; a cost is a number, 0 or more")
            raise _Mistake("steps", text.format(move=quote_value(step.move), cost=quote_value(step.cost)))
        yield step


def _check_name(word: str, written: set[str]) -> None:
    if word in written:
        text = _(
            "two moves from the same state are called {move}; give each move its own name, so that people can choose"
        )
        raise _Mistake("steps", text.format(move=quote_value(word)))
    written.add(word)


def _check_estimates(problem: Problem[Any, Any], state: Any) -> None:
    for estimate in problem.all_estimates() if isinstance(problem, Puzzle) else ():
        guess = estimate.of(problem, state)
        if not (is_cost(guess) or guess == inf):
            text = _("the heuristic '{name}' gives {value}; an estimate is a number, 0 or more")
            raise _Mistake("estimate", text.format(name=estimate.name, value=quote_value(guess)))


def _check_hashable(method: str, text: str, value: object) -> None:
    """Raise `_Mistake` if a value of `method` cannot be hashed: states, moves and keys must be immutable values."""
    try:
        hash(value)
    except TypeError:
        inner = _find_mutable(value)
        rest = (
            _("is mutable (a {kind}); use a tuple or frozenset")
            if inner is value
            else _("contains a mutable value (a {kind}); use a tuple or frozenset")
        )
        raise _Mistake(
            method, f"{text.format(value=quote_value(value))} {rest.format(kind=type(inner).__name__)}"
        ) from None


def _find_mutable(value: object) -> object:
    """The innermost part of a value that makes the value impossible to hash; the value itself if it is not a tuple."""
    for part in value if isinstance(value, tuple) else ():
        try:
            hash(part)
        except TypeError:
            return _find_mutable(part)
    return value
