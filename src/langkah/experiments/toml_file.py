"""Reads and checks an experiment in a TOML file: every mistake is reported with line and column before anything
runs.
"""

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from langkah.comparison import ALL
from langkah.errors import BadInput
from langkah.experiments.definition import DETAIL_NODES, USUAL_NODES, Experiment
from langkah.experiments.instances import list_instances
from langkah.games.files import parse_toml, read_text
from langkah.language import _
from langkah.model import Puzzle
from langkah.search import SearchRequest, find_algorithm, find_estimate
from langkah.settings import make_unknown_name, quote_value
from langkah.tracing import Limit

LIMITS = {f"limit_{name}": name for name in Limit.__slots__}
OPTIONS = ("weight", "width", "ties", "duplicates")
LISTS = ("algorithms", "estimates")
NAMES = ("title", "problems", *LISTS, *OPTIONS, "random", "seed", *LIMITS, "detail_nodes", "memory")


def read_experiment(path: Path) -> Experiment:
    """Read the experiment in a file; all mistakes are reported at once."""
    text = read_text(path)
    try:
        found = parse_toml(text)
    except BadInput as error:
        raise BadInput(*(f"{path}: {line}" for line in error.lines)) from None
    return _Reader(path, text).read(found)


class _Reader:
    """Reads the tables of a file, and records mistakes with their place."""

    def __init__(self, path: Path, text: str) -> None:
        self.path, self.lines = path, text.splitlines()
        self.wrong: list[str] = []

    def find_place(self, name: str, item: object = None) -> tuple[int, int]:
        """The line and column, counted from 1, of a top-level name; (1, 1) if the name is not found. If `item` is given
        and can be found in the list with this name, the line and column of `item`.
        """
        head = re.compile(rf'\s*(\[\[?\s*)?(["\']?){re.escape(name)}\2\s*[=.\]]')
        place = next(((number, found) for number, line in enumerate(self.lines) if (found := head.match(line))), None)
        if place is None:
            return 1, 1
        number, found = place
        wanted = item.get("problem") if isinstance(item, Mapping) else item
        if isinstance(wanted, str):
            for later in range(number, len(self.lines)):
                begin = found.end() if later == number else 0
                for quote in "\"'":
                    spot = self.lines[later].find(f"{quote}{wanted}{quote}", begin)
                    if spot >= 0:
                        return later + 1, spot + 1
        return number + 1, len(self.lines[number]) - len(self.lines[number].lstrip()) + 1

    def say(self, name: str, text: str, item: object = None) -> None:
        """Record a mistake about a name, or about an item in its list."""
        line, column = self.find_place(name, item)
        place = _("{path}, line {line}, column {column}").format(path=self.path, line=line, column=column)
        self.wrong.append(f"{place}: {text}")

    def say_wrong(self, name: str, value: object, legal: str) -> None:
        """Record that the top-level name `name` has an illegal value; `legal` says what would be legal."""
        text = _("{name} = {value}: this must be {legal}")
        self.say(name, text.format(name=name, value=quote_value(value), legal=legal))

    def attempt(self, name: str, action: Callable[[], Any], item: object = None) -> Any:
        """Call `action` and return its result. If it raises `BadInput`, record the error with the place of `name` or of
        `item`, and return None.
        """
        try:
            return action()
        except BadInput as error:
            for line in error.lines:
                self.say(name, line, item)
            return None

    def read(self, found: Mapping[str, Any]) -> Experiment:
        """The experiment; raises one `BadInput` that names every mistake."""
        for name in found:
            if name not in NAMES:
                self.say(name, make_unknown_name(_("Name"), name, NAMES).lines[0])
        title = found.get("title", self.path.stem)
        if not isinstance(title, str):
            self.say_wrong("title", title, _("a text"))
        lists: dict[str, Any] = {name: self.read_names(name, found.get(name)) for name in LISTS}
        numbers: dict[str, Any] = {
            "random": self.read_whole("random", found.get("random"), 1),
            "seed": self.read_whole("seed", found.get("seed"), 0) or 0,
            "detail_nodes": self.read_whole("detail_nodes", found.get("detail_nodes", DETAIL_NODES), 0) or 0,
        }
        memory = found.get("memory", True)
        if not isinstance(memory, bool):
            self.say_wrong("memory", memory, _("true or false"))
        limit, options = self.read_limit(found), self.read_options(found)
        problems = self.read_problems(found.get("problems"), numbers, lists["estimates"])
        if "algorithms" not in found:
            self.say("algorithms", _("an experiment needs algorithms: `langkah list` shows them"))
        experiment = Experiment(
            problems, **lists, **options, **numbers, limit=limit, memory=memory, title=title, folder=self.path.parent
        )
        if not self.wrong:
            self.attempt("algorithms", experiment.list_runs)
        if self.wrong:
            raise BadInput(*self.wrong)
        return experiment

    def read_names(self, name: str, given: object) -> list[str]:
        """`given`, a list of names or a single name, as a list; [] after recording a mistake."""
        names = [given] if isinstance(given, str) else given if given is not None else []
        if not isinstance(names, list) or not all(isinstance(each, str) for each in names):
            self.say_wrong(name, given, _("a list of names"))
            return []
        for each in names if name == "algorithms" else ():
            self.attempt(name, lambda each=each: find_algorithm(each), each)  # type: ignore[misc]
        return list(names)

    def read_whole(self, name: str, given: object, low: int) -> int | None:
        """`given`, if it is a whole number of at least `low`; None if it is missing or, after recording a mistake, if
        it is not.
        """
        if given is None:
            return None
        if not isinstance(given, int) or isinstance(given, bool) or given < low:
            self.say_wrong(name, given, _("a whole number of at least {low}").format(low=low))
            return None
        return given

    def read_limit(self, found: Mapping[str, Any]) -> Limit:
        """The limits of each run; by default, only nodes are limited. After a mistake, the result is meaningless, since
        nothing will run.
        """
        given = {short: found[name] for name, short in LIMITS.items() if name in found}
        for name, short in LIMITS.items():
            if name in found:
                value = {short: found[name]}
                self.attempt(name, lambda value=value: SearchRequest.from_dict(value))  # type: ignore[misc]
        return Limit() if self.wrong else Limit(**{"nodes": USUAL_NODES, **given})

    def read_options(self, found: Mapping[str, Any]) -> dict[str, Any]:
        """The values of each option in the file. A single value becomes a list."""
        chosen: dict[str, Any] = {}
        for name in OPTIONS:
            if name not in found:
                continue
            given = found[name]
            many = isinstance(given, list) and (name != "ties" or not all(isinstance(each, str) for each in given))
            chosen[name] = given if many else [given]
            for each in chosen[name]:
                self.attempt(name, lambda each=each, name=name: SearchRequest.from_dict({name: each}))  # type: ignore[misc]
        return chosen

    def read_problems(self, given: object, numbers: Mapping[str, Any], estimates: list[str]) -> list[Any]:
        """The problems as given in the file. Each of them is opened once to find mistakes. [] after recording that the
        problems are missing or not a list of names or tables.
        """
        items = [given] if isinstance(given, str | Mapping) else given
        if not isinstance(items, list) or not items:
            form = _("a list of names or tables, as in {form}").format(form='problems = ["tiles"]')
            self.say_wrong("problems", given, form)
            return []
        how = {"random": numbers["random"], "seed": numbers["seed"], "folder": self.path.parent}
        for item in items:
            found = self.attempt("problems", lambda item=item: list(list_instances([item], **how)), item)  # type: ignore[misc]
            problem = self.attempt("problems", found[0].open, item) if found else None
            for name in estimates if isinstance(problem, Puzzle) and estimates != [ALL] else ():
                self.attempt("estimates", lambda one=problem, name=name: find_estimate(one, name), name)  # type: ignore[misc]
        return items
