"""The ways to explore a space as one table: what each supports, what it requires, and how it is opened.

The first row of `WAYS` that fits is used. A row that does not fit gives the reason, which `langkah explore --plan`
prints.
"""

from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from langkah.engine.checkpoint import Checkpoint
from langkah.engine.compiler import can_compile, require_compiler
from langkah.engine.facts import Facts
from langkah.engine.gpu.device import WORTH_STATES, has_gpu, require_gpu
from langkah.engine.keeper import make_other_form, open_overflow, read_kept_form
from langkah.engine.layers import Exploration
from langkah.engine.space import KeptSpace, Space
from langkah.engine.spaces.cpu import CpuSpace
from langkah.engine.spaces.grid import GridSpace, can_tabulate
from langkah.engine.spaces.python import PythonSpace
from langkah.engine.spaces.towers import (
    LEAST_DISCS,
    MANY_DISCS,
    Flood,
    ProcessorFlood,
    RegionCheckpoint,
    TowerSpace,
    can_use_regions,
    choose_small_discs,
)
from langkah.errors import BadInput, DoesNotFit
from langkah.language import N_, _, format_number
from langkah.model import Puzzle
from langkah.packed import Packed

# Opening the ways


def _open_store(facts: Facts) -> Exploration:
    from langkah.engine.spaces.store import StoreSpace
    from langkah.engine.store.folder import require_cluster
    from langkah.engine.store.workers import open_workers

    store, packed = facts.store, facts.packed
    assert store is not None
    assert packed is not None
    require_cluster("pyarrow")
    own, memory = ".py:" in facts.problem.origin[0], store.memory or facts.run.limit.memory
    workers = open_workers(store.executor, store.workers, store.cluster, memory, apart=own)
    facts.resources.callback(workers.close)
    how = {"memory": store.memory, "disk_limit": store.disk_limit, "resume": store.resume}
    space = StoreSpace(facts.problem, packed, facts.run, str(store.path), workers, **how)  # type: ignore[arg-type]
    facts.keeper = space.keeper
    return Exploration(space, facts.run)


def _open_gpu_grid(facts: Facts) -> Exploration:
    from langkah.engine.spaces.gpu_grid import GpuGridSpace, require_room

    assert facts.grid is not None
    require_room(facts.grid, facts.name)
    return Exploration(GpuGridSpace(facts.grid), facts.run)


def _open_gpu_towers(facts: Facts) -> Exploration:
    from langkah.engine.spaces.gpu_towers import GpuFlood, choose_region

    assert facts.tower is not None
    return _open_regions(facts, GpuFlood, choose_region(len(facts.tower.start)), "gpu regions")


def _open_towers(facts: Facts) -> Exploration:
    assert facts.tower is not None
    small = max(choose_small_discs(len(facts.tower.start), facts.run.limit.memory), LEAST_DISCS)
    is_star = facts.tower.is_star
    return _open_regions(
        facts, lambda size: ProcessorFlood(size, facts.threads, is_star=is_star), small, "compiled regions"
    )


def _open_regions(facts: Facts, flood: Callable[[int], Flood], small: int, engine: str) -> Exploration:
    assert facts.tower is not None
    with ExitStack() as opened:
        kept = None
        if facts.keep:
            keeper = facts.open_keeper("regions", small=small)
            opened.callback(keeper.close)
            kept = RegionCheckpoint(keeper)
        space = TowerSpace(facts.tower, facts.run, flood, small, kept, engine)
        opened.pop_all()
    return Exploration(space, facts.run)


def _open_gpu(facts: Facts) -> Exploration:
    from langkah.engine.spaces.gpu import GpuSpace
    from langkah.engine.spaces.gpu_table import GpuTableSpace, open_space

    assert facts.packed is not None
    reversible = isinstance(facts.problem, Puzzle) and facts.problem.reversible
    if facts.keep:  # a checkpoint copies the list of states
        return _open_kept(facts, lambda packed: GpuSpace(packed, facts.run, reversible=reversible))
    space = open_space(facts.packed, facts.run, reversible=reversible)
    return Exploration(space, facts.run, overflow=GpuTableSpace.take_over if isinstance(space, GpuSpace) else None)


def _open_grid(facts: Facts) -> Exploration:
    assert facts.grid is not None
    return Exploration(GridSpace(facts.grid, facts.threads), facts.run)


def _open_cpu(facts: Facts) -> Exploration:
    run, store, overflow, kept_layers = facts.run, facts.store, None, 1
    folder = None if store is None else store.path if store.keep == "overflow" else store.overflow
    if folder:
        from langkah.engine.spaces.overflow import OverflowSpace, spare_memory

        place, kept_layers = facts.resources.enter_context(open_overflow(Path(folder))), 2
        run.limit = replace(run.limit, memory=spare_memory(run.limit.memory))
        overflow = lambda full: OverflowSpace(place, full)  # noqa: E731
    how: dict[str, Any] = {"hardest": facts.hardest, "kept_layers": None if facts.keep == "checkpoint" else kept_layers}
    return _open_kept(facts, lambda packed: CpuSpace(facts.problem, packed, run, facts.threads, **how), overflow)


def _open_kept(
    facts: Facts, open_space: Callable[[Packed[Any]], KeptSpace], overflow: Callable[[Any], Space] | None = None
) -> Exploration:
    """Open a space and its checkpoint, if any: lock the folder first, and close everything if anything fails."""
    assert facts.packed is not None
    keeper = facts.open_keeper("checkpoint") if facts.keep == "checkpoint" else None
    with ExitStack() as opened:
        if keeper is not None:
            opened.callback(keeper.close)
        space = open_space(facts.packed)
        opened.callback(space.close)
        checkpoint = None if keeper is None else Checkpoint(keeper, space)
        opened.pop_all()
    return Exploration(space, facts.run, checkpoint, overflow)


def _open_python(facts: Facts) -> Exploration:
    return Exploration(PythonSpace(facts.problem, facts.packed, facts.run), facts.run)


# The table


class Way(NamedTuple):
    """A way to explore a space: a row of the table."""

    name: str  # as in surveys
    open: Callable[[Facts], Exploration]
    device: str  # where compiled code runs, "" for plain Python
    needs: str = ""  # required of the problem: functions to compile, a tower or a grid
    keeps: tuple[str, ...] = ()  # the kinds of `Store` that it supports
    form: str = "checkpoint"  # the form of its stored states
    about: str = ""  # description of what it explores


WAYS = (
    Way("store", _open_store, "cpu", "functions", ("layers",), "layers",
        about=N_("layers in files, computed by processes or a cluster")),
    Way("gpu retrograde", _open_gpu_grid, "gpu", "grid",
        about=N_("a game's positions with their values, on a GPU")),
    Way("gpu regions", _open_gpu_towers, "gpu", "tower", ("checkpoint",), "regions",
        about=N_("the Tower of Hanoi on four pegs, one part (region) of the states at a time, on a GPU")),
    Way("gpu", _open_gpu, "gpu", "functions", ("checkpoint",),
        about=N_("any packed puzzle, with a hash table, on a GPU")),
    Way("compiled regions", _open_towers, "cpu", "tower", ("checkpoint",), "regions",
        about=N_("the Tower of Hanoi on four pegs, one part (region) of the states at a time")),
    Way("compiled retrograde", _open_grid, "cpu", "grid",
        about=N_("a game's positions with their values, in a table")),
    Way("compiled", _open_cpu, "cpu", "functions", ("checkpoint", "overflow"),
        about=N_("any puzzle with a packed form, with a hash table, on all cores")),
    Way("python", _open_python, "",
        about=N_("any problem, in plain Python")),
)  # fmt: skip


def choose_way(facts: Facts) -> Way:
    """The first way in the table that fits. If none fits, raises the error of the way that the request implies."""
    refusals: dict[str, BadInput] = {}
    for way in WAYS:
        error = refuse(way, facts)
        if error is None:
            return way
        refusals[way.name] = error
    on_gpu = "gpu" if facts.grid is None or facts.keep else "gpu retrograde"
    raise refusals["store" if facts.keep == "layers" else on_gpu if facts.device == "gpu" else "compiled"]


def describe_ways(facts: Facts) -> list[dict[str, str]]:
    """Every row of the table `WAYS`, with the reason why it does not fit, or "" if it fits."""
    refusals = [(way, refuse(way, facts)) for way in WAYS]
    return [
        {"name": way.name, "about": _(way.about), "why_not": "" if error is None else error.lines[0]}
        for way, error in refusals
    ]


def refuse(way: Way, facts: Facts) -> BadInput | None:
    """An error that says why a way does not fit; None if it fits."""
    return _refuse_problem(way, facts) or _refuse_device(way, facts) or _refuse_keeping(way, facts)


def _refuse_device(way: Way, facts: Facts) -> BadInput | None:
    """An error if the device of a way cannot be used or was not requested, else None. Unless requested, a GPU is used
    only for large spaces.
    """
    if way.device != "gpu":
        if facts.device == "gpu":
            return DoesNotFit(_("a GPU was requested"))
        return None if not way.device or can_compile() else _catch(require_compiler)
    if facts.device == "cpu":
        return DoesNotFit(_("the CPU was requested, not a GPU"))
    states = facts.packed.size if facts.packed is not None else None
    if facts.grid is not None and not can_tabulate(facts.grid, None):
        states = WORTH_STATES
    if facts.device == "auto" and (states or 0) < WORTH_STATES:
        text = _("unless requested, a GPU is used only for state spaces that are known to have at least {n} states")
        return DoesNotFit(text.format(n=format_number(WORTH_STATES)))
    return None if has_gpu() else _catch(require_gpu)


def _refuse_problem(way: Way, facts: Facts) -> BadInput | None:
    """An error if the problem does not meet the requirements of a way, else None."""
    limit, tower, grid = facts.run.limit, facts.tower, facts.grid
    if way.needs == "functions" and not facts.has_functions:
        text = _("{problem} has no packed form that can be compiled")
        if way.name == "store":
            text = _("a store needs a packed form that can be compiled, but {problem} has none")
        elif way.device == "gpu":
            text = _("{problem} cannot be explored on a GPU: it has no packed form")
        elif facts.keep:
            text = _("{problem} has no packed form that can be compiled, which --checkpoint and --disk need")
        return DoesNotFit(text.format(problem=facts.name))
    if way.needs == "tower":
        if tower is None or not can_use_regions(tower, limit):
            return DoesNotFit(
                _(
                    "it supports only the Tower of Hanoi with four pegs and seven or more discs, all on one peg "
                    "at the start, without a node or depth limit"
                )
            )
        if tower.is_star and way.device == "gpu":
            return DoesNotFit(_("on a GPU, it does not support the star rule"))
        is_begun = facts.store is not None and read_kept_form(facts.store) == way.form
        if facts.hardest and len(tower.start) < MANY_DISCS and not is_begun:
            return DoesNotFit(_("it does not search for the hardest starts"))
    if way.needs == "grid" and (grid is None or (way.device == "cpu" and not can_tabulate(grid, limit.memory))):
        return DoesNotFit(
            _(
                "it supports only games that are won by marks in a line, such as tic-tac-toe, and only if "
                "all their positions fit into a table"
            )
        )
    return None


def _refuse_keeping(way: Way, facts: Facts) -> BadInput | None:
    """An error if a way does not support the requested store, else None. A store that exists already must be continued
    in the form in which it was begun.
    """
    store = facts.store
    if store is None:
        return DoesNotFit(_("no store was requested")) if way.name == "store" else None
    if way.device == "gpu" and (store.keep == "overflow" or store.overflow):
        return DoesNotFit(_("--disk works only on the processor: leave out --device gpu"))
    if store.keep not in way.keeps:
        return DoesNotFit(
            _("no store was requested") if way.name == "store" else _("it does not support this kind of store")
        )
    kept = read_kept_form(store)
    return None if kept in ("", way.form) else make_other_form(store.path, kept, way.form)


def _catch(check: Callable[[], None]) -> BadInput | None:
    try:
        check()
    except BadInput as error:
        return error
    return None
