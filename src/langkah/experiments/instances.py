"""The problems of an experiment: each has a name from which it can be loaded alone, here or in another process.

A problem is sent as its game and settings; your own puzzle as its source and start state. Only a problem that no name
can recreate is sent as the value itself.
"""

import glob
import json
import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from langkah.comparison import list_problems
from langkah.engine.store.problem_source import ProblemSource
from langkah.errors import BadInput
from langkah.games import parse_settings, read_level_settings
from langkah.games.python_files import parse_own_name, read_neighbours
from langkah.language import _
from langkah.model import Problem
from langkah.settings import make_unknown_name, quote_value, require_whole
from langkah.start_settings import to_plain_value

PARTS = ("problem", "settings", "levels", "random", "seed")  # fields of a problem that is written as a table
SUITE = "suite:"
FILES = (".toml", ".jsonl", ".txt", ".sok", ".xsb")


@dataclass(frozen=True)
class Instance:
    """One problem with its start. `start` is the start state as text. `state` is the start state itself; it is given
    only if `source` does not determine it.
    """

    label: str
    source: ProblemSource
    start: str
    seed: int | None = None  # seed of the random start; None if the start is not random
    state: Any = field(default=None, hash=False)

    def open(self) -> Problem[Any, Any]:
        """Open the problem at its start."""
        problem = self.source.open()
        problem = problem if self.state is None else problem.at(self.state)
        problem.name = self.label
        return problem

    def as_dict(self) -> dict[str, Any]:
        """The identity of the instance as plain JSON values."""
        plain = {"problem": self.source.name, "settings": self.source.settings, "start": self.start, "seed": self.seed}
        return {"instance": self.label, **json.loads(json.dumps(plain, default=str))}


def make_instance(problem: Problem[Any, Any], seed: int | None = None) -> Instance:
    """The instance for a problem with its start, from which the problem can be loaded again, here or in another
    process.
    """
    label, text = problem.name or repr(problem), "/".join(problem.text(problem.start).split("\n"))
    name, settings = problem.origin
    is_moved = not name
    if is_moved:
        name, settings = problem.rules_from
    own = parse_own_name(name) if name else None
    if not name:
        return Instance(label, ProblemSource("", {}, problem=problem), text, seed)
    if own is not None:
        path, whole = Path(own.file), {**read_level_settings(name), **settings}
        state = problem.start if is_moved or "start" in whole else None
        given = {key: value for key, value in whole.items() if key != "start"} if state is not None else whole
        source = ProblemSource(name, given, path.read_text(encoding="utf-8"), read_neighbours(path))
        return Instance(label, source, text, seed, state)
    if not is_moved:
        return Instance(label, ProblemSource(name, dict(settings)), text, seed)
    begun = problem.settings_at(problem.start)
    if begun is None:
        return Instance(label, ProblemSource(name, dict(settings)), text, seed, problem.start)
    game = name.partition(":")[0]
    return Instance(label, ProblemSource(game, {key: to_plain_value(each) for key, each in begun.items()}), text, seed)


def list_instances(
    given: Sequence[object], *, random: int | None = None, seed: int = 0, folder: Path | None = None
) -> Iterator[Instance]:
    """The instances for a list of problems: Python objects, names as on the command line, tables, suites and file
    patterns. `random` and `seed` apply to problems that do not give their own; file names are relative to `folder`.
    """
    for each in given:
        if isinstance(each, Problem):
            yield from _draw(each, {}, None, random, seed)
        elif isinstance(each, str):
            words = shlex.split(each) or [""]
            yield from _open(words[0], parse_settings(words[1:], folder or Path()), None, random, seed, folder)
        elif isinstance(each, Mapping):
            yield from _open_table(each, random, seed, folder)
        else:
            text = _("a problem must be a name or a table of {names}, not {value}")
            raise BadInput(text.format(names=", ".join(PARTS), value=quote_value(each)))


def _open_table(table: Mapping[str, Any], random: int | None, seed: int, folder: Path | None) -> Iterator[Instance]:
    if strange := [str(each) for each in table if each not in PARTS]:
        raise make_unknown_name(_("Name"), strange[0], PARTS)
    name, settings, levels = table.get("problem"), table.get("settings", {}), table.get("levels")
    if not isinstance(name, str) or not isinstance(settings, Mapping):
        text = _("a problem must be a name or a table of {names}, not {value}")
        raise BadInput(text.format(names=", ".join(PARTS), value=quote_value(dict(table))))
    if levels is not None:
        levels = [levels] if isinstance(levels, str) else levels
        if not isinstance(levels, list | tuple) or not all(isinstance(each, str) for each in levels):
            text = _("{name} = {value}: this must be {legal}")
            raise BadInput(text.format(name="levels", value=quote_value(levels), legal=_("a list of names, or `all`")))
    random, seed = table.get("random", random), table.get("seed", seed)
    if random is not None:
        require_whole("random", random, 1)
    require_whole("seed", seed, 0)
    yield from _open(name, settings, levels, random, seed, folder)


def _open(
    name: str,
    settings: Mapping[str, object],
    levels: Sequence[str] | None,
    random: int | None,
    seed: int,
    folder: Path | None,
) -> Iterator[Instance]:
    """Open a suite, all files of a pattern, or one name."""
    if name.startswith(SUITE):
        from langkah.experiments.suites import list_suite

        yield from list_suite(name.removeprefix(SUITE), seed, None if random is None else int(random))
        return
    if folder is not None and _names_file(name, folder):
        name = str(folder / name)
    names = sorted(glob.glob(name)) if glob.has_magic(name) and name.endswith(FILES) else [name]  # noqa: PTH207
    if not names:
        raise BadInput(_("{path}: there is no such file").format(path=name))
    for each in names:
        yield from _draw(each, settings, levels, random, seed)


def _names_file(name: str, folder: Path) -> bool:
    """Whether a name is that of a file in the folder of the experiment, or a pattern of file names such as `*.txt`."""
    file = name.partition(".py:")[0] + ".py" if ".py:" in name else name.rpartition(":")[0] or name
    return glob.has_magic(name) or (folder / file).is_file() or (folder / name).is_file()


def _draw(
    problem: Problem[Any, Any] | str,
    settings: Mapping[str, object],
    levels: Sequence[str] | None,
    random: int | None,
    seed: int,
) -> Iterator[Instance]:
    for each in list_problems(problem, settings, levels=levels, random=random, seed=seed):
        yield make_instance(each, None if random is None else seed)
