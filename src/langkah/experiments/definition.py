"""The definition of an experiment: problems x algorithms x estimates x options, with the limits of each run.

`list_runs` expands it into single runs, always in the same order; no searches run here.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any

from langkah.comparison import ALL, Entry, can_take_part
from langkah.errors import BadInput, DoesNotFit
from langkah.experiments.instances import Instance, list_instances
from langkah.experiments.one_run import ExperimentRun, check_entry, list_options
from langkah.language import _
from langkah.model import Problem, Puzzle
from langkah.search import ALGORITHMS, SearchRequest, find_algorithm, find_estimate
from langkah.settings import quote_value, require_whole
from langkah.tracing import Limit, format_code

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from langkah.experiments.result import ExperimentResult

USUAL_NODES = 200_000  # the default limit of each run
DETAIL_NODES = 100_000  # a run with at most this many nodes is repeated with an observer
MOST_RUNS = 1_000_000

Choices = Mapping[str, Sequence[Any]]


@dataclass(frozen=True, repr=False)
class Experiment:
    """Problems, and the searches that run on each of them. Each run gives one row; see `docs/research.md`.

    `problems`: names, tables (`{"problem": "tiles", "random": 10}`), problems as Python objects, or "suite:korf15".
    `estimates`: names, or "all"; by default the usual one. `weight`, `width`, `ties`, `duplicates`: one value or a
    list, for those algorithms that use it. `random`: the number of random starts of each problem, from `seed`. The
    limit applies to each run.

    >>> found = Experiment([load("hanoi", discs=3)], ["bfs", "a*"], estimates="all", memory=False).run()
    >>> [(row["algorithm"], row["cost"], row["expanded"]) for row in found.rows]
    [('breadth-first', 7, 20), ('a-star', 7, 18), ('a-star', 7, 22)]
    """

    problems: Sequence[object] | str
    algorithms: Sequence[str] | str
    estimates: Sequence[str] | str = ()
    weight: Any = ()
    width: Any = ()
    ties: Any = ()
    duplicates: Any = ()
    random: int | None = None
    seed: int = 0
    limit: Limit = field(default_factory=lambda: Limit(nodes=USUAL_NODES))
    detail_nodes: int = DETAIL_NODES
    memory: bool = True
    title: str = ""
    folder: Path | None = None  # the folder to which file names in `problems` are relative

    __repr__ = format_code

    @classmethod
    def read(cls, path: str | Path) -> "Experiment":
        """Read an experiment from a TOML file; all mistakes are reported at once, with line and column."""
        from langkah.experiments.toml_file import read_experiment

        return read_experiment(Path(path))

    def list_runs(self) -> list[ExperimentRun]:
        """Every run of the experiment in order: each problem with each algorithm, and each algorithm with each
        combination of its settings. Raises `DoesNotFit` if an algorithm fits none of the problems.
        """
        names = [find_algorithm(name).name for name in _split(self.algorithms)]
        if not names:
            raise BadInput(_("an experiment needs algorithms: `langkah list` shows them"))
        self._check_numbers()
        choices = {name: _list_values(name, getattr(self, name)) for name in ("weight", "width", "ties", "duplicates")}
        runs: list[ExperimentRun] = []
        fitting: set[str] = set()
        for instance in self.list_instances():
            problem = instance.open()
            for request in self._list_requests(problem, names, choices, fitting):
                number = len(runs) + 1
                runs.append(ExperimentRun(number, instance, request, self.detail_nodes, self.memory))
                if number > MOST_RUNS:
                    raise BadInput(_("more than {n} runs: split this into several experiments").format(n=MOST_RUNS))
        if left := [name for name in names if name not in fitting]:
            text = _("{name} fits none of the problems; `langkah compare` shows the algorithms that fit")
            raise DoesNotFit(*(text.format(name=name) for name in left))
        return runs

    def list_instances(self) -> Iterator[Instance]:
        """Yield every problem of the experiment at each of its starts."""
        given = [self.problems] if isinstance(self.problems, str | Mapping | Problem) else self.problems
        if not given:
            raise BadInput(_("an experiment needs problems, as in {form}").format(form='problems = ["tiles"]'))
        return list_instances(list(given), random=self.random, seed=self.seed, folder=self.folder)

    def _check_numbers(self) -> None:
        require_whole("seed", self.seed, 0)
        require_whole("detail_nodes", self.detail_nodes, 0)
        if self.random is not None:
            require_whole("random", self.random, 1)
        SearchRequest.from_dict({name: getattr(self.limit, name) for name in Limit.__slots__})

    def _list_requests(
        self, problem: Problem[Any, Any], names: Sequence[str], choices: Choices, fitting: set[str]
    ) -> Iterator[dict[str, Any]]:
        """Yield the searches to run on one problem. Algorithms that do not fit the problem are left out; the names of
        the others are added to `fitting`.
        """
        limits = {name: getattr(self.limit, name) for name in Limit.__slots__ if getattr(self.limit, name) is not None}
        for name in names:
            if not can_take_part(problem, Entry(name)):
                continue
            fitting.add(name)
            varied = [option for option in list_options(name) if choices[option]]
            for estimate in self._list_estimates(problem, name):
                for values in product(*(choices[option] for option in varied)):
                    request = {"algorithm": name, **limits, **dict(zip(varied, values, strict=True))}
                    request |= {} if estimate is None else {"estimate": estimate}
                    check_entry(problem, request)
                    yield request

    def _list_estimates(self, problem: Problem[Any, Any], algorithm: str) -> list[str | None]:
        wanted = _split(self.estimates)
        if "estimate" not in ALGORITHMS[algorithm].options or not isinstance(problem, Puzzle) or not wanted:
            return [None]
        if tuple(wanted) == (ALL,):
            return [each.name for each in problem.all_estimates()]
        return [find_estimate(problem, name).name for name in wanted]

    def run(
        self,
        folder: str | Path | None = None,
        *,
        workers: int | None = 1,
        cluster: str = "",
        executor: "Executor | None" = None,
        resume: bool = False,
        progress: "Callable[[int, int], None] | None" = None,
        cancelled: Callable[[], bool] | None = None,
    ) -> "ExperimentResult":
        """Make every run, and return all rows. With a folder, each row is saved at once, and `resume` continues an
        interrupted experiment. `workers`: the number of processes, None for one per core. Instead of processes, a Dask
        `cluster` or an `executor` can be used.
        """
        from langkah.experiments.driver import run_experiment

        where = None if folder is None else Path(folder)
        return run_experiment(self, where, workers, cluster, executor, resume, progress, cancelled)


def _split(names: Sequence[str] | str) -> list[str]:
    """Names as a list; a string is split at its commas. Raises `BadInput` if one of them is not a string."""
    if isinstance(names, str):
        return [name.strip() for name in names.split(",") if name.strip()]
    if wrong := [each for each in names if not isinstance(each, str)]:
        raise BadInput(_("{value} is not a name: write a name as a string").format(value=quote_value(wrong[0])))
    return list(names)


def _list_values(option: str, given: Any) -> list[Any]:
    """The values of an option that the experiment varies, as a list; a single value becomes a list of one."""
    if given is None or given == ():
        return []
    if option == "ties":
        given = _split(given) if isinstance(given, str) else given
        single = isinstance(given, list | tuple) and all(isinstance(each, str) for each in given)
        return [list(given)] if single else [_split(each) if isinstance(each, str) else list(each) for each in given]
    return list(given) if isinstance(given, list | tuple) else [given]
