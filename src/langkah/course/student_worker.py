"""The process in which a student's code runs: `python -m langkah.course.student_worker FOLDER SECONDS BYTES IN OUT`.

It answers questions, one line of JSON each, on separate descriptors; the output of the code itself is captured. The
judge runs in another process and computes costs and counts there, from the correct problem. The judge sends states as
pickles and receives them as numbers, so data from this process is never unpickled.
"""

import base64
import inspect
import io
import json
import os
import pickle
import random
import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import redirect_stderr, redirect_stdout
from fractions import Fraction
from itertools import islice
from math import isfinite
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from langkah.course.sandbox import close_doors, limit_process
from langkah.games import load
from langkah.model import Problem, Puzzle, Step

MOST_STEPS = 100_000  # steps of one state
PRINTED = 4_000  # characters of the code's output that are saved


class PrintedTail(io.TextIOBase):
    """A stream that saves only the end of the code's output."""

    def __init__(self) -> None:
        self.text = ""

    def write(self, text: str) -> int:
        """Add a text, and keep only the last characters."""
        self.text = (self.text + str(text)[-PRINTED:])[-PRINTED:]
        return len(text)


class Lines:
    """The connection to the judge: lines of JSON in both directions."""

    def __init__(self, reader: int, writer: int) -> None:
        self._reader = os.fdopen(reader, encoding="utf-8")
        self._writer = os.fdopen(writer, "w", encoding="utf-8")

    def read(self) -> Any:
        """The next question; None if the judge has closed the connection."""
        line = self._reader.readline()
        return json.loads(line) if line else None

    def write(self, value: Any) -> None:
        """Send a value."""
        self._writer.write(json.dumps(value) + "\n")
        self._writer.flush()

    def ask(self, value: Any) -> Any:
        """Send a request to the judge; returns the answer."""
        self.write({"ask": value})
        return self.read()


class RemotePuzzle:
    """The puzzle that a student's search receives. Each call is a request to the judge, which computes the answer and
    records the states that are expanded.
    """

    def __init__(self, lines: Lines, start: Any) -> None:
        self._lines = lines
        self._numbers: dict[Any, int] = {}
        self._known: dict[Any, list[Step[Any, Any]]] = {}
        self.start = self._learn(start)

    def _learn(self, told: Any) -> Any:
        number, text = told
        state = unpack(text)
        self._numbers[state] = number
        return state

    def steps(self, state: Any) -> list[Step[Any, Any]]:
        """The steps from a state: `move`, `state`, `cost`."""
        found = self._lines.ask({"steps": self._numbers[state]})
        self._known[state] = [Step(unpack(move), self._learn(after), cost) for move, after, cost in found]
        return list(self._known[state])

    def find_plan(self, moves: Any) -> list[int] | None:
        """The numbers of the states along a list of moves; None if `moves` is not a list, or contains an
        unknown move.
        """
        state, numbers = self.start, []
        for move in moves if isinstance(moves, list | tuple) else [None]:
            state = next((step.state for step in self._known.get(state, ()) if step.move == move), None)
            if state is None:
                return None
            numbers.append(self._numbers[state])
        return numbers

    def is_goal(self, state: Any) -> bool:
        """Whether a state is a goal."""
        return bool(self._lines.ask({"goal": self._numbers[state]}))

    def estimate(self, state: Any) -> Any:
        """The estimate of a state with the heuristic of the task, or 0 without one."""
        return self._lines.ask({"estimate": self._numbers[state]})


def unpack(text: str) -> Any:
    """Decode a value that the judge sent."""
    return pickle.loads(base64.b64decode(text))


def load_names(folder: Path, file: str) -> dict[str, Any]:
    """Run a student's file, and return the names that it defines. The file can import the other files of the
    submission.
    """
    path = folder / file
    sys.path.insert(0, str(folder))
    module = SimpleNamespace(__name__="student", __file__=str(path))
    space: dict[str, Any] = {**vars(module), "__builtins__": __builtins__}
    exec(compile(path.read_text(encoding="utf-8"), str(path), "exec", dont_inherit=True), space)
    return space


def answer(lines: Lines, folder: Path, question: dict[str, Any]) -> Any:
    """Run the part of the student's file that `question` names (a search, an estimate or a puzzle) as the judge asks,
    and return the answer for the judge; {"missing": name} if the file does not define that name.
    """
    names = load_names(folder, question["file"])
    name = question["name"]
    if name not in names:
        return {"missing": name}
    return DOERS[question["do"]](lines, names[name], question)


def run_search(lines: Lines, search: Callable[[Any], Any], question: dict[str, Any]) -> Any:
    """Let a student's search run on the judge's puzzle. Returns the plan that it found, as state numbers, or None for
    no plan.
    """
    puzzle = RemotePuzzle(lines, question["start"])
    found = search(puzzle)
    return {"plan": None if found is None else puzzle.find_plan(found)}


def run_estimate(lines: Lines, estimate: Callable[[Any, Any], Any], question: dict[str, Any]) -> Any:
    """Compute the student's heuristic for the states in `question`; returns its values as exact numbers in text."""
    del lines
    name, settings, start = question["problem"]
    problem = load(name, settings).at(unpack(start))
    values = []
    for text in question["states"]:
        value = estimate(problem, unpack(text))
        values.append(write_number(value))
    return {"values": values}


def write_number(value: Any) -> str:
    """A finite number as text, as an exact fraction; any other value as `repr` shows it, shortened."""
    if isinstance(value, int | Fraction) or (isinstance(value, float) and isfinite(value)):
        return str(Fraction(value))
    return repr(value)[:80]


def run_puzzle(lines: Lines, puzzle: Any, question: dict[str, Any]) -> Any:
    """The state space of a student's puzzle: a row for each state, in the order of discovery. A row holds whether the
    state is a goal, the row number and the cost of each step's next state, and the state as text. If the object is no
    puzzle or its space is too large, the answer says so.
    """
    del lines
    given = {name: value for name, value in question["settings"].items() if name in _list_parameters(puzzle)}
    problem = puzzle(**given) if isinstance(puzzle, type) else puzzle
    if not isinstance(problem, Problem):
        return {"wrong": "this is no puzzle"}
    numbers: dict[Any, int] = {problem.key(problem.start): 0}
    states, rows = [problem.start], []
    for state in states:
        steps = []
        for step in islice(_list_steps(problem, state), MOST_STEPS):
            number = numbers.setdefault(problem.key(step.state), len(states))
            if number == len(states):
                states.append(step.state)
            steps.append([number, str(Fraction(step.cost))])
        goal = isinstance(problem, Puzzle) and bool(problem.is_goal(state))
        rows.append([goal, steps, repr(state)[:200]])
        if len(states) > question["most"]:
            return {"too large": len(states)}
    return {"rows": rows}


def _list_parameters(puzzle: Any) -> list[str]:
    """The names of the constructor's parameters if `puzzle` is a class; otherwise []."""
    try:
        return list(inspect.signature(puzzle).parameters) if isinstance(puzzle, type) else []
    except ValueError:
        return []


def _list_steps(problem: Problem[Any, Any], state: Any) -> Iterator[Step[Any, Any]]:
    for step in problem.steps(state):
        yield step if isinstance(step, Step) else Step(*step)


DOERS: dict[str, Callable[[Lines, Any, dict[str, Any]], Any]] = {
    "search": run_search,
    "estimate": run_estimate,
    "puzzle": run_puzzle,
}


def describe_student_error(folder: Path) -> str:
    """A description of the current exception, with the line in the student's own file."""
    kind, error, trace = sys.exc_info()
    own = [frame for frame in traceback.extract_tb(trace) if str(folder) in frame.filename]
    place = f"{Path(own[-1].filename).name}, line {own[-1].lineno}: " if own else ""
    return f"{place}{kind.__name__ if kind else ''}: {error}"[:PRINTED]


def main() -> None:
    """Answer one question in the sandbox, and exit."""
    folder, seconds, memory, reader, writer = sys.argv[1:]
    where = Path(folder).resolve()
    lines, printed = Lines(int(reader), int(writer)), PrintedTail()
    limit_process(float(seconds), int(memory))
    os.chdir(where)
    question = lines.read()
    close_doors(where)
    random.seed(0)  # so that marking again gives the same marks
    with redirect_stdout(printed), redirect_stderr(printed):
        try:
            told = answer(lines, where, question)
        except MemoryError:
            told = {"failed": "MemoryError"}
        except BaseException:
            told = {"failed": describe_student_error(where)}
    lines.write({**told, "printed": printed.text, "done": True})
    os._exit(0)


if __name__ == "__main__":
    main()
