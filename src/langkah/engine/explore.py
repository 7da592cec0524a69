"""The exploration of a whole state space: how many states, in which layers, how many goals, and the hardest starts.

Plain Python begins. Where it has not come to an end after a short while, compiled code begins anew and ends with the
same numbers, on all cores.
"""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from langkah.engine import tower_bitmaps
from langkah.engine.compiler import NotCompilable, can_compile, require_compiler
from langkah.engine.exploration import Exploration
from langkah.engine.plain_exploration import PatienceEnded, PlainExploration
from langkah.engine.retrograde import RetrogradeTable, can_tabulate
from langkah.engine.space import count_threads, is_worth_compiling
from langkah.engine.survey import Survey
from langkah.errors import DoesNotFit
from langkah.language import _
from langkah.memory import can_measure_memory, measure_peak_memory
from langkah.model import Game, Problem, Puzzle
from langkah.packed import Packed, Pegs
from langkah.search.packed_search import LARGE, LITTLE_PATIENCE, PATIENCE_SECONDS, PATIENCE_STATES, check_packed_form
from langkah.search.run import Run
from langkah.trace import Limit, Stats


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
) -> Survey:
    """Visit every state that can be reached, or say honestly how far it came.

    `hardest`: also find the states farthest from every goal. `checkpoint`: a folder in which whole layers are kept,
    from which `resume` goes on. `disk`: a folder to go on in when the memory that may be used is full.
    """
    run: Run[Any, Any] = Run(limit or Limit(), progress=progress, cancelled=cancelled)
    view = None
    if isinstance(problem, Puzzle) and (view := problem.packed()) is not None:
        check_packed_form(problem, view)
    try:
        if checkpoint is not None or disk is not None:
            survey = _explore_with_files(problem, view, run, hardest, threads, checkpoint, resume, disk)
        else:
            survey = _explore_in_memory(problem, view, run, hardest, threads)
    finally:
        run.finish()
    name = problem.name or repr(problem)
    if run.limit.memory is not None and not can_measure_memory():
        survey.note = survey.note or _("the memory limit could not be kept: this system does not tell what is in use")
    return replace(survey, problem=name, seconds=run.stats.seconds, peak_memory=measure_peak_memory())


def _explore_in_memory(
    problem: Problem[Any, Any], view: Packed[Any] | None, run: Run[Any, Any], hardest: bool, threads: int | None
) -> Survey:
    """In plain Python, then in compiled code where that takes too long."""
    patience: int | None = None
    grid = problem.structure() if isinstance(problem, Game) else None
    if grid is not None and can_compile():
        patience = PATIENCE_STATES if can_tabulate(grid, run.limit.memory) else None
    elif view is not None and view.expand is not None and view.goal is not None and can_compile():
        patience = LITTLE_PATIENCE if (view.size or 0) >= LARGE else PATIENCE_STATES
    plain = PlainExploration(problem, view, run)
    try:
        limit = plain.go(patience, PATIENCE_SECONDS)
    except PatienceEnded:
        if grid is not None:
            return RetrogradeTable(grid, threads or count_threads()).go(run)
        assert view is not None
        if not is_worth_compiling(view, run, whole=True):
            return _finish_plain(plain, plain.go(None, 0), hardest)
        try:
            return _explore_compiled(problem, view, run, hardest, threads)
        except NotCompilable as error:
            limit = plain.go(None, 0)
            note = _("compiled code could not be used: {why}").format(why=error)
            return replace(_finish_plain(plain, limit, hardest), note=note)
    survey = _finish_plain(plain, limit, hardest)
    if limit in ("memory", "seconds"):
        survey.note = _advise_compiling(view)
    return survey


def _explore_compiled(
    problem: Problem[Any, Any], view: Packed[Any], run: Run[Any, Any], hardest: bool, threads: int | None
) -> Survey:
    """In compiled code: by bitmaps where the puzzle has a structure for them, else by hashing."""
    tower = view.structure
    if (
        isinstance(tower, Pegs)
        and tower_bitmaps.can_use_bitmaps(tower, run.limit.memory)
        and (not hardest or len(tower.start) >= tower_bitmaps.MANY)
    ):
        survey = tower_bitmaps.TowerBitmaps(tower, threads or count_threads()).go(run)
        survey.note = _("the hardest starts were not looked for: the space is too large") if hardest else ""
        return survey
    return Exploration(problem, view, run, threads).go(hardest=hardest)


def _finish_plain(plain: PlainExploration, limit: str, hardest: bool) -> Survey:
    """The survey of an exploration in plain Python."""
    survey = plain.survey(limit)
    return replace(survey, hardest=plain.hardest()) if hardest and not limit else survey


def _advise_compiling(view: Packed[Any] | None) -> str:
    """What would help an exploration that plain Python could not finish."""
    if view is not None and view.expand is not None and not can_compile():
        return _("compiled code would come much further: {command}").format(command="pip install 'langkah[fast]'")
    return ""


def _explore_with_files(
    problem: Problem[Any, Any], view: Packed[Any] | None, run: Run[Any, Any], hardest: bool, threads: int | None,
    checkpoint: Path | None, resume: bool, disk: Path | None,
) -> Survey:  # fmt: skip
    """In compiled code from the start, with layers kept in a folder."""
    if view is None or view.expand is None or view.goal is None:
        raise DoesNotFit(
            _("{problem} has no form that compiled code can explore, which --checkpoint and --disk need").format(
                problem=problem.name or repr(problem)
            )
        )
    require_compiler()
    try:
        expedition = Exploration(problem, view, run, threads, checkpoint=checkpoint, resume=resume, disk=disk)
        return expedition.go(hardest=hardest)
    except NotCompilable as error:
        raise DoesNotFit(_("expand or goal cannot be compiled: {why}").format(why=error)) from None
