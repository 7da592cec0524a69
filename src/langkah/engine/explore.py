"""The exploration of a whole state space: how many states, in which layers, how many goals, and the hardest starts.

Plain Python begins. Where it has not come to an end after a short while, compiled code begins anew and ends with the
same numbers, on all cores. Which way is taken is decided here and nowhere else.
"""

from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from langkah.engine.backend import Backend, explore_with
from langkah.engine.compiler import can_compile, require_compiler
from langkah.engine.exploration import Exploration
from langkah.engine.fingerprint import NotCompilable
from langkah.engine.gpu.device import DEVICES, WORTH, wants_gpu
from langkah.engine.packed_check import LARGE, LITTLE_PATIENCE, PATIENCE_SECONDS, PATIENCE_STATES, check_packed_form
from langkah.engine.plain_exploration import PatienceEnded, PlainExploration
from langkah.engine.retrograde import RetrogradeTable, can_tabulate
from langkah.engine.space import is_worth_compiling
from langkah.engine.survey import Survey
from langkah.engine.team import count_threads
from langkah.engine.tower_regions import (
    MANY_DISCS,
    ProcessorFlood,
    RegionCheckpoint,
    TowerRegions,
    can_use_regions,
    choose_small_discs,
)
from langkah.errors import DoesNotFit
from langkah.language import _
from langkah.memory import can_measure_memory, measure_peak_memory
from langkah.model import Game, Problem, Puzzle
from langkah.packed import Packed, Pegs
from langkah.run import Run
from langkah.settings import make_unknown_name
from langkah.tracing import Limit, Stats

if TYPE_CHECKING:
    from langkah.engine.store.exploration import StoreProgress


def explore(
    problem: Problem[Any, Any],
    *,
    limit: Limit | None = None,
    hardest: bool = True,
    threads: int | None = None,
    progress: Callable[[Stats], None] | None = None,
    cancelled: Callable[[], bool] | None = None,
    checkpoint: Path | None = None,
    resume: bool = False,
    disk: Path | None = None,
    device: str = "auto",
    store: str | Path | None = None,
    workers: int | None = None,
    cluster: str = "",
    executor: Executor | None = None,
    disk_limit: int | None = None,
    report: "Callable[[StoreProgress], None] | None" = None,
) -> Survey:
    """Visit every state that can be reached, or say honestly how far it came.

    `hardest`: also find the states farthest from every goal. `checkpoint`: a folder in which whole layers are kept,
    from which `resume` goes on. `disk`: a folder to go on in when the memory that may be used is full.

    `store`: a folder, or an address such as `s3://bucket/tiles`, that holds all layers and can be asked later (see
    `open_store`); the limit on memory is then that of each worker. Its tasks run in this process, in so many `workers`,
    in a Dask `cluster` (`tcp://host:8786`, `local:2`, `slurm:16`) or in an `executor` of concurrent.futures;
    `disk_limit` is how many bytes the store may have, and `report` hears how far it is.

    >>> explore(load("hanoi", discs=3)).states
    27
    """
    run: Run[Any, Any] = Run(limit or Limit(), progress=progress, cancelled=cancelled)
    packed = problem.packed() if isinstance(problem, Puzzle) else None
    if isinstance(problem, Puzzle) and packed is not None:
        check_packed_form(problem, packed)
    threads = threads or count_threads()
    try:
        if store is not None:
            team = (executor, workers, cluster)
            survey = _explore_in_store(problem, packed, run, hardest, str(store), team, resume, disk_limit, report)
        elif on_gpu := _choose_gpu(problem, packed, run, checkpoint, resume, disk, device):
            with refusing_uncompilable():
                survey = explore_with(on_gpu(), run, hardest=hardest)
        elif checkpoint is not None or disk is not None:
            survey = _explore_with_files(problem, packed, run, hardest, threads, checkpoint, resume, disk, report)
        else:
            survey = _explore_in_memory(problem, packed, run, hardest, threads)
    finally:
        run.finish()
    if run.limit.memory is not None and not can_measure_memory():
        survey.note = survey.note or _("the memory limit could not be kept: this system does not tell what is in use")
    name = problem.name or repr(problem)
    peak = max(survey.peak_memory or 0, measure_peak_memory() or 0) or None
    return replace(survey, problem=name, seconds=run.stats.seconds, peak_memory=peak)


def _explore_in_memory(
    problem: Problem[Any, Any], packed: Packed[Any] | None, run: Run[Any, Any], hardest: bool, threads: int
) -> Survey:
    """In plain Python, then in compiled code where that takes too long."""
    faster = _choose_compiled(problem, packed, run, hardest, threads) if can_compile() else None
    is_large = packed is not None and (packed.size or 0) >= LARGE
    patience = None if faster is None else LITTLE_PATIENCE if is_large else PATIENCE_STATES
    plain, note = PlainExploration(problem, packed, run, patience, PATIENCE_SECONDS), ""
    try:
        survey = explore_with(plain, run, hardest=hardest)
    except PatienceEnded:
        assert faster is not None
        try:
            if packed is None or is_worth_compiling(packed, run, whole=True):
                survey = explore_with(faster(), run, hardest=hardest)
                plain.compare(survey)
                return survey
        except NotCompilable as error:
            note = _("compiled code could not be used: {why}").format(why=error)
            run.stats.expanded, run.next_check, run.cut_by = plain.head, 0, ""
        plain.patience = None
        survey = explore_with(plain, run, hardest=hardest)
    if survey.limit in ("memory", "seconds") and packed is not None and packed.expand is not None and not can_compile():
        note = _("compiled code would come much further: {command}").format(command="pip install 'langkah[fast]'")
    return replace(survey, note=survey.note or note)


def _choose_compiled(
    problem: Problem[Any, Any], packed: Packed[Any] | None, run: Run[Any, Any], hardest: bool, threads: int
) -> Callable[[], Backend] | None:
    """What explores faster than plain Python: a table or bitmaps where a structure allows it, else hashing."""
    grid = problem.structure() if isinstance(problem, Game) else None
    if grid is not None:
        return (lambda: RetrogradeTable(grid, run, threads)) if can_tabulate(grid, run.limit.memory) else None
    if packed is None or packed.expand is None or packed.goal is None:
        return None
    tower = packed.structure
    if isinstance(tower, Pegs) and (not hardest or len(tower.start) >= MANY_DISCS):
        if can_use_regions(tower, run.limit):
            return lambda: _open_regions(tower, run, threads)
    return lambda: Exploration(problem, packed, run, threads, hardest=hardest)


def _choose_gpu(
    problem: Problem[Any, Any], packed: Packed[Any] | None, run: Run[Any, Any], checkpoint: Path | None, resume: bool,
    disk: Path | None, device: str,
) -> Callable[[], Backend] | None:  # fmt: skip
    """What explores on a GPU: where that was asked for, or the space is known to be large and a GPU is there."""
    if device not in DEVICES:
        raise make_unknown_name(_("Device"), device, DEVICES)
    grid = problem.structure() if isinstance(problem, Game) else None
    size = WORTH if grid is not None and not can_tabulate(grid, None) else None if packed is None else packed.size
    if not wants_gpu(device, size):
        return None
    tower, name = None if packed is None else packed.structure, problem.name or repr(problem)
    if grid is not None and checkpoint is None and disk is None:
        from langkah.engine.gpu.retrograde import GpuRetrograde, require_room

        require_room(grid, name)
        return lambda: GpuRetrograde(grid, run)
    if packed is not None and isinstance(tower, Pegs) and disk is None and can_use_regions(tower, run.limit):
        from langkah.engine.gpu.tower_flood import GpuFlood, choose_region

        small = choose_region(len(tower.start))
        kept = None if checkpoint is None else RegionCheckpoint(checkpoint, name, packed, small, resume=resume)
        return lambda: TowerRegions(tower, run, GpuFlood, small, kept, "gpu regions")
    if packed is None or packed.expand is None or packed.goal is None or disk:
        if device == "auto":
            return None
        if disk:
            raise DoesNotFit(_("--disk is for the processor: leave out --device gpu"))
        raise DoesNotFit(_("{problem} cannot be explored on a GPU: it has no packed form").format(problem=name))
    from langkah.engine.gpu.hash_exploration import GpuExploration

    return lambda: GpuExploration(problem, packed, run, checkpoint, resume=resume)


@contextmanager
def refusing_uncompilable() -> Iterator[None]:
    """Where compiled code was asked for, functions that have none are an error of the puzzle."""
    try:
        yield
    except NotCompilable as error:
        raise DoesNotFit(_("expand or goal cannot be compiled: {why}").format(why=error)) from None


def _open_regions(
    tower: Pegs, run: Run[Any, Any], threads: int, checkpoint: RegionCheckpoint | None = None
) -> TowerRegions:
    """A tower by regions, on the processor."""
    small = choose_small_discs(len(tower.start), run.limit.memory)
    return TowerRegions(tower, run, lambda small: ProcessorFlood(small, threads), small, checkpoint)


def _explore_in_store(
    problem: Problem[Any, Any], packed: Packed[Any] | None, run: Run[Any, Any], hardest: bool, store: str,
    team: tuple[Executor | None, int | None, str], resume: bool, disk_limit: int | None,
    report: "Callable[[StoreProgress], None] | None",
) -> Survey:  # fmt: skip
    """By tasks that any executor can run, with all layers kept in a store."""
    if packed is None or packed.expand is None or packed.goal is None:
        text = _("{problem} has no form that compiled code can explore, which a store needs")
        raise DoesNotFit(text.format(problem=problem.name or repr(problem)))
    require_compiler()
    from langkah.engine.store.exploration import StoreExploration
    from langkah.engine.store.folder import require_cluster
    from langkah.engine.store.workers import open_workers

    require_cluster("pyarrow")
    own = ".py:" in problem.origin[0]
    with refusing_uncompilable(), closing(open_workers(*team, run.limit.memory, apart=own)) as workers:
        backend = StoreExploration(
            problem, packed, run, store, workers, resume=resume, disk_limit=disk_limit, report=report
        )
        return explore_with(backend, run, hardest=hardest)


def _explore_with_files(
    problem: Problem[Any, Any], packed: Packed[Any] | None, run: Run[Any, Any], hardest: bool, threads: int,
    checkpoint: Path | None, resume: bool, disk: Path | None,
    report: "Callable[[StoreProgress], None] | None",
) -> Survey:  # fmt: skip
    """In compiled code from the start, with layers kept in a folder."""
    if packed is None or packed.expand is None or packed.goal is None:
        raise DoesNotFit(
            _("{problem} has no form that compiled code can explore, which --checkpoint and --disk need").format(
                problem=problem.name or repr(problem)
            )
        )
    require_compiler()
    tower = packed.structure
    if isinstance(tower, Pegs) and checkpoint is not None and disk is None and can_use_regions(tower, run.limit):
        small = choose_small_discs(len(tower.start), run.limit.memory)
        kept = RegionCheckpoint(checkpoint, problem.name or repr(problem), packed, small, resume=resume)
        return explore_with(_open_regions(tower, run, threads, kept), run, hardest=hardest)
    with refusing_uncompilable():
        if disk is None:
            backend = Exploration(problem, packed, run, threads, hardest=hardest, checkpoint=checkpoint, resume=resume)
            return explore_with(backend, run, hardest=hardest)
        from langkah.engine.store.disk_exploration import DiskExploration, open_place, spare_memory

        with open_place(disk) as place:
            run.limit = replace(run.limit, memory=spare_memory(run.limit.memory))
            full = Exploration(
                problem, packed, run, threads, hardest=hardest, checkpoint=checkpoint, resume=resume, layers_back=2
            )
            on_disk = lambda: DiskExploration(problem, place, full, report=report)  # noqa: E731
            return explore_with(full, run, hardest=hardest, when_full=on_disk)
