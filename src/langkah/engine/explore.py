"""Explores a whole state space: number of states, layers, goals and the hardest starts.

There are several ways to explore a space: the rows of the table `WAYS` in `ways`. Facts about the problem and the
request choose a row; the row opens a space, and the driver in `layers` runs the exploration. If the row uses compiled
code and nothing is stored, plain Python explores first. If plain Python has not finished after a short time, compiled
code starts again from the beginning and gives the same numbers.
"""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from langkah.engine.compiler import can_compile
from langkah.engine.facts import Facts, gather_facts
from langkah.engine.fingerprint import NotCompilable
from langkah.engine.keeper import Store
from langkah.engine.layers import explore_space
from langkah.engine.packed_check import LARGE_STATES, LITTLE_PATIENCE, PATIENCE_SECONDS, PATIENCE_STATES
from langkah.engine.spaces.python import PatienceEnded, PythonSpace
from langkah.engine.spaces.state_table import is_worth_compiling
from langkah.engine.step_costs import StepCosts, find_step_costs
from langkah.engine.survey import Survey
from langkah.engine.ways import Way, choose_way
from langkah.errors import DoesNotFit
from langkah.language import _
from langkah.memory import can_measure_memory, measure_peak_memory
from langkah.model import Problem, Puzzle
from langkah.run import Deadline
from langkah.tracing import Limit, Stats


def explore(
    problem: Problem[Any, Any],
    *,
    limit: Limit | None = None,
    device: str = "auto",
    threads: int | None = None,
    store: str | Path | Store | None = None,
    hardest: bool = True,
    progress: Callable[[Stats], None] | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> Survey:
    """Visit every reachable state; if a limit ends the exploration first, return the results so far.

    `hardest`: also find the states farthest from every goal. `device`: "cpu", "gpu", or "auto", whichever is faster.
    `store`: a folder or an address such as `s3://bucket/tiles` that keeps all layers for later queries (see
    `open_store`); or a `Store` with more options: its workers, whether to resume, or to keep only a checkpoint.

    >>> explore(load("hanoi", discs=3)).states
    27
    """
    facts = gather_facts(problem, limit, device, threads, store, hardest, progress, cancelled)
    way, run = choose_way(facts), facts.run
    try:
        with run.at_work():
            survey = _explore_by(facts, way, hardest=hardest)
    finally:
        run.finish()
    note = survey.note or facts.note
    if way.name == "python" and survey.limit in ("memory", "seconds") and facts.has_functions and not can_compile():
        command = "pip install 'langkah[fast]'"
        note = note or _("compiled code would reach many more states; to install what it needs: {command}").format(
            command=command
        )
    if run.limit.memory is not None and not can_measure_memory():
        note = note or _("the memory limit could not be enforced: this system does not report memory use")
    survey.costs = _find_costs(facts, survey)
    peak = max(survey.peak_memory or 0, measure_peak_memory() or 0) or None
    return replace(
        survey, problem=facts.name, source=facts.problem, note=note, seconds=run.stats.seconds,
        compile_seconds=run.stats.compile_seconds, peak_memory=peak,
    )  # fmt: skip


def _find_costs(facts: Facts, survey: Survey) -> StepCosts | None:
    """The step costs of the explored space; None if all steps cost 1, or if the costs cannot be examined."""
    puzzle, run = facts.problem, facts.run
    if not isinstance(puzzle, Puzzle) or type(puzzle).steps is Puzzle.steps or survey.limit in ("interrupt", "cancel"):
        return None
    if facts.packed is not None and facts.packed.unit_cost:
        return None
    left = None if run.limit.seconds is None else run.limit.seconds - run.stats.seconds
    return find_step_costs(puzzle, survey.states if survey.complete else None, Deadline(left, run.cancelled))


def _explore_by(facts: Facts, way: Way, *, hardest: bool) -> Survey:
    patience = count_python_states(facts, way)
    if patience is not None:
        return _explore_in_memory(facts, way, patience)
    with refusing_uncompilable(), ExitStack() as facts.resources:
        return way.open(facts).explore(hardest=hardest)


def count_python_states(facts: Facts, way: Way) -> int | None:
    """The number of states that plain Python may expand before compiled code takes over. None if plain Python is not
    tried first.
    """
    if way.device != "cpu" or facts.store is not None:
        return None
    is_large = facts.packed is not None and (facts.packed.size or 0) >= LARGE_STATES
    return LITTLE_PATIENCE if is_large else PATIENCE_STATES


def _explore_in_memory(facts: Facts, way: Way, patience: int) -> Survey:
    """Explore in plain Python first. If it has not finished after `patience` states or a short time, explore in
    compiled code; if that cannot be used, continue in plain Python.
    """
    packed, run, note = facts.packed, facts.run, ""
    plain = PythonSpace(facts.problem, packed, run, patience, PATIENCE_SECONDS)
    try:
        return explore_space(plain, run, hardest=facts.hardest)
    except PatienceEnded:
        try:
            if packed is None or is_worth_compiling(packed, run, whole=True):
                survey = way.open(facts).explore(hardest=facts.hardest)
                plain.compare(survey)
                return survey
        except NotCompilable as error:
            note = _("compiled code could not be used: {why}").format(why=error)
            run.next_check, run.cut_by = 0, ""
    plain.patience = None
    survey = explore_space(plain, run, hardest=facts.hardest)
    return replace(survey, note=survey.note or note)


@contextmanager
def refusing_uncompilable() -> Iterator[None]:
    """While this context is active, convert `NotCompilable` to `DoesNotFit`, the error shown to the user for functions
    that cannot be compiled.
    """
    try:
        yield
    except NotCompilable as error:
        raise DoesNotFit(_("expand or goal cannot be compiled: {why}").format(why=error)) from None
