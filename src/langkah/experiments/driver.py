"""Makes the runs of an experiment, in this process, in other processes or on a cluster, and saves each row at once.

The folder is locked while rows are written. It records the definition of its experiment, so that no other experiment
can be resumed in it.
"""

import json
import os
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from contextlib import ExitStack
from functools import partial
from hashlib import sha256
from pathlib import Path
from pickle import PicklingError
from typing import Any, NamedTuple

import langkah
from langkah.engine.folder_lock import FolderLock
from langkah.engine.store.task_runner import TaskRunner
from langkah.engine.store.workers import Workers, open_workers
from langkah.errors import BadInput
from langkah.experiments.definition import Experiment
from langkah.experiments.one_run import ExperimentRun, Row
from langkah.experiments.result import ExperimentResult
from langkah.experiments.rows import DEFINITION, ROWS, RowFile, write_tables
from langkah.language import _
from langkah.output_file import write_file
from langkah.run import Run, Stopped

Tell = Callable[[int, int], None]


class Where(NamedTuple):
    """Where the runs are made: in a number of processes, on a Dask cluster, or in a given executor. `folder` is the
    folder of the row file.
    """

    processes: int
    cluster: str
    executor: Executor | None
    folder: str

    @property
    def is_here(self) -> bool:
        """Whether the runs are made in this process."""
        return self.processes == 1 and not self.cluster and self.executor is None


def run_experiment(
    experiment: Experiment,
    folder: Path | None,
    workers: int | None = 1,
    cluster: str = "",
    executor: Executor | None = None,
    resume: bool = False,
    progress: Tell | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> ExperimentResult:
    """Make all runs that have no row yet, and return the rows of all finished runs. Ctrl-C keeps the finished rows."""
    runs = experiment.list_runs()
    rows: list[Row] = []
    with ExitStack() as stack:
        keep = rows.append
        if folder is not None:
            lock = FolderLock(folder, make=True)
            stack.callback(lock.close)
            file = _open_folder(folder, experiment, runs, resume)
            stack.callback(file.close)
            rows, keep = file.rows, file.append
        resumed = len(rows)
        done = {row["run"] for row in rows}
        left = [run for run in runs if run.number not in done]
        count = min(workers or os.cpu_count() or 1, max(len(left), 1))

        def take(row: Row) -> None:
            keep(row)
            if progress is not None:
                progress(len(rows), len(runs))

        where = Where(count, cluster, executor, str(folder or ""))
        ended = _make_runs(left, take, where, cancelled) if left else ""
        if folder is not None and not ended:
            write_tables(folder, rows)
    rows.sort(key=lambda row: row["run"])
    return ExperimentResult(rows, len(runs), experiment.title, folder, resumed, ended)


def _make_runs(
    left: Sequence[ExperimentRun],
    take: Callable[[Row], None],
    where: Where,
    cancelled: Callable[[], bool] | None,
) -> str:
    """Make the runs in `left`. Returns why they ended early; "" if all of them were made."""
    if where.is_here:
        for run in left:
            if cancelled is not None and cancelled():
                return "cancel"
            try:
                take(run.measure())
            except KeyboardInterrupt:
                return "interrupt"
        return ""
    workers = open_workers(where.executor, where.processes, where.cluster, apart=True)
    hasty = True
    try:
        _RowRunner(workers, cancelled, where.folder, take).run_tasks([partial(_measure, run) for run in left])
        hasty = False
    except KeyboardInterrupt:
        return "interrupt"
    except Stopped as stop:
        return stop.limit
    except (PicklingError, AttributeError, TypeError) as error:
        if "pickle" not in str(error):
            raise
        text = _(
            "a problem of the experiment cannot be sent to other processes: {why}. Put its class into a "
            "file, or use workers=1"
        )
        raise BadInput(text.format(why=error)) from None
    finally:
        workers.close(now=hasty)
    return ""


class _RowRunner(TaskRunner):
    """Hands runs to workers, and saves each row when it arrives."""

    def __init__(
        self, workers: Workers, cancelled: Callable[[], bool] | None, address: str, take: Callable[[Row], None]
    ) -> None:
        super().__init__(workers, Run(cancelled=cancelled), address, lambda _done, _all: None)
        self.take = take

    def note(self, answer: Any) -> Any:
        """Save the row `answer`."""
        self.take(answer)


def _measure(run: ExperimentRun) -> Row:
    return run.measure()


def _open_folder(folder: Path, experiment: Experiment, runs: Sequence[ExperimentRun], resume: bool) -> RowFile:
    """Open the row file of an experiment. In a new folder, record the definition of the experiment; in an old one,
    compare it with the recorded definition.
    """
    digest = sha256("".join(run.digest for run in runs).encode()).hexdigest()
    mine = {"digest": digest, "version": langkah.__version__, "runs": len(runs), "title": experiment.title}
    kept = _read_definition(folder / DEFINITION)
    if kept is None and (folder / ROWS).exists() and (folder / ROWS).stat().st_size:
        raise BadInput(
            _("{path} contains rows, but not the definition of their experiment: choose another folder").format(
                path=folder
            )
        )
    if kept is not None:
        if not resume:
            text = _("{path} already contains an experiment: continue it with --resume, or choose another folder")
            raise BadInput(text.format(path=folder))
        if kept.get("digest") != digest:
            text = _(
                "{path} contains another experiment: its problems, settings or limits differ from those "
                "of this experiment"
            )
            raise BadInput(text.format(path=folder))
        if kept.get("version") != langkah.__version__:
            text = _(
                "{path} was started with version {old} of Langkah, but this is version {new}: choose another folder"
            )
            raise BadInput(text.format(path=folder, old=kept.get("version"), new=langkah.__version__))
    file = RowFile(folder)
    if kept is None:
        write_file(folder / DEFINITION, json.dumps(mine, ensure_ascii=False, indent=1) + "\n")
    return file


def _read_definition(path: Path) -> dict[str, Any] | None:
    """The experiment recorded in a folder; None if there is none."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        raise BadInput(_("{path} cannot be read: {why}").format(path=path, why=error)) from None
    if not isinstance(found, dict):
        raise BadInput(_("{path} cannot be read: {why}").format(path=path, why=_("the file is damaged")))
    return found
