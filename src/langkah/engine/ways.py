"""The ways to explore a space, as one table: what each can, what it needs, and how it is opened.

The first row that fits is taken. A row that does not fit says why, which `langkah explore --plan` prints.
"""

from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, NamedTuple

from langkah.engine.checkpoint import Checkpoint
from langkah.engine.compiler import can_compile, require_compiler
from langkah.engine.gpu.device import DEVICES, WORTH_STATES, has_gpu, require_gpu
from langkah.engine.keeper import Keeper, Store, make_other_form, open_overflow, read_kept_form
from langkah.engine.layers import Exploration
from langkah.engine.packed_check import check_packed_form
from langkah.engine.spaces.cpu import CpuSpace
from langkah.engine.spaces.grid import GridSpace, can_tabulate
from langkah.engine.spaces.python import PythonSpace
from langkah.engine.spaces.towers import (
    MANY_DISCS,
    ProcessorFlood,
    RegionCheckpoint,
    TowerSpace,
    can_use_regions,
    choose_small_discs,
)
from langkah.engine.team import count_threads
from langkah.errors import BadInput, DoesNotFit
from langkah.language import N_, _, format_number
from langkah.model import Game, Problem, Puzzle
from langkah.packed import Grid, Packed, Pegs
from langkah.run import Run
from langkah.settings import make_unknown_name, quote_value
from langkah.tracing import Limit, Stats


@dataclass
class Facts:
    """What is explored, and what was asked for."""

    problem: Problem[Any, Any]
    packed: Packed[Any] | None
    run: Run[Any, Any]
    hardest: bool
    device: str
    threads: int
    store: Store | None
    resources: ExitStack = field(default_factory=ExitStack)  # closed at the end
    keeper: Keeper | None = None

    @property
    def name(self) -> str:
        """The problem, as people call it."""
        return self.problem.name or repr(self.problem)

    @property
    def keep(self) -> str:
        """What is kept, "" where nothing is."""
        return "" if self.store is None else self.store.keep

    @property
    def has_functions(self) -> bool:
        """Whether there is something to compile."""
        return self.packed is not None and self.packed.expand is not None and self.packed.goal is not None

    @property
    def grid(self) -> Grid | None:
        """The board of a game of marks and lines."""
        return self.problem.structure() if isinstance(self.problem, Game) else None

    @property
    def tower(self) -> Pegs | None:
        """The pegs of a tower."""
        found = None if self.packed is None else self.packed.structure
        return found if isinstance(found, Pegs) else None

    @property
    def wanted(self) -> str:
        """The row of the table that was asked for, whether it fits or not."""
        if self.keep == "layers":
            return "store"
        if self.device == "gpu":
            return "gpu retrograde" if self.grid is not None and not self.keep else "gpu"
        return "compiled"

    @property
    def note(self) -> str:
        """What to say of a run that was to go on and has begun."""
        is_new = self.store is not None and self.store.resume and self.keeper is not None and self.keeper.is_new
        return self.keeper.note if is_new and self.keeper is not None else ""

    def open_keeper(self, keep: str, **about: Any) -> Keeper:
        """The folder of a checkpoint."""
        assert self.store is not None
        assert self.packed is not None
        resume = self.store.resume
        self.keeper = Keeper(str(self.store.path), keep, self.problem, self.packed, resume=resume, about=about)
        return self.keeper


def gather_facts(
    problem: Problem[Any, Any], limit: Limit | None = None, device: str = "auto", threads: int | None = None,
    store: str | Path | Store | None = None, hardest: bool = True,
    progress: Callable[[Stats], None] | None = None, cancelled: Callable[[], bool] | None = None,
) -> Facts:  # fmt: skip
    """What can be known of a problem without exploring it; what makes no sense is refused."""
    given: object = problem
    if not isinstance(given, Problem):
        text = _("{value} is no problem: load one first, as in load('hanoi', discs=5)")
        raise BadInput(text.format(value=quote_value(problem)))
    if device not in DEVICES:
        raise make_unknown_name(_("Device"), device, DEVICES)
    kept = store if store is None or isinstance(store, Store) else Store(store)
    if kept is not None and kept.keep == "layers" and device == "gpu":
        raise BadInput(_("--store goes neither with --checkpoint, --disk nor with --device gpu"))
    packed = problem.packed() if isinstance(problem, Puzzle) else None
    if isinstance(problem, Puzzle) and packed is not None:
        check_packed_form(problem, packed)
    run: Run[Any, Any] = Run(limit or Limit(), progress=progress, cancelled=cancelled)
    return Facts(problem, packed, run, hardest, device, threads or count_threads(), kept)


# What the ways need


def _need_functions(facts: Facts, text: str) -> BadInput | None:
    """A packed form with functions, and what compiles them."""
    if not facts.has_functions:
        return DoesNotFit(text.format(problem=facts.name))
    return _find_refusal(require_compiler) if not can_compile() else None


def _need_gpu(facts: Facts, states: int | None) -> BadInput | None:
    """A GPU that was asked for; or one that is there, and a space that is known to be large."""
    if facts.device == "cpu":
        return DoesNotFit(_("the processor was asked for"))
    if facts.device == "auto" and (states or 0) < WORTH_STATES:
        text = _("a GPU is taken unasked where a space is known to have {n} states or more")
        return DoesNotFit(text.format(n=format_number(WORTH_STATES)))
    return None if has_gpu() else _find_refusal(require_gpu)


def _need_memory_alone(facts: Facts, *kept: str) -> BadInput | None:
    """Nothing to be kept, but in the forms that a way knows; the processor, if it is not one for a GPU."""
    if facts.keep and facts.keep not in kept:
        return DoesNotFit(_("it keeps nothing"))
    return DoesNotFit(_("a GPU was asked for")) if facts.device == "gpu" else None


def _need_form(facts: Facts, form: str) -> BadInput | None:
    """What is kept already goes on in its form."""
    found = "" if facts.store is None else read_kept_form(facts.store)
    return None if facts.store is None or found in ("", form) else make_other_form(facts.store.path, found, form)


def _find_refusal(check: Callable[[], None]) -> BadInput | None:
    try:
        check()
    except BadInput as error:
        return error
    return None


# The ways


def _refuse_store(facts: Facts) -> BadInput | None:
    if facts.keep != "layers":
        return DoesNotFit(_("no store was asked for"))
    return _need_functions(facts, _("{problem} has no form that compiled code can explore, which a store needs"))


def _open_store(facts: Facts) -> Exploration:
    from langkah.engine.spaces.store import StoreSpace
    from langkah.engine.store.folder import require_cluster
    from langkah.engine.store.workers import open_workers

    store, packed = facts.store, facts.packed
    assert store is not None
    assert packed is not None
    require_cluster("pyarrow")
    own = ".py:" in facts.problem.origin[0]
    memory = store.memory or facts.run.limit.memory
    workers = open_workers(store.executor, store.workers, store.cluster, memory, apart=own)
    facts.resources.callback(workers.close)
    space = StoreSpace(
        facts.problem, packed, facts.run, str(store.path), workers,
        memory=store.memory, disk_limit=store.disk_limit, resume=store.resume,
    )  # fmt: skip
    facts.keeper = space.keeper
    return Exploration(space, facts.run)


def _refuse_gpu_grid(facts: Facts) -> BadInput | None:
    grid = facts.grid
    if grid is None:
        return DoesNotFit(_("it is for games of marks and lines"))
    if facts.keep:
        return DoesNotFit(_("it keeps nothing"))
    if error := _need_gpu(facts, None if can_tabulate(grid, None) else WORTH_STATES):
        return error
    from langkah.engine.spaces.gpu_grid import require_room

    return _find_refusal(lambda: require_room(grid, facts.name))


def _open_gpu_grid(facts: Facts) -> Exploration:
    from langkah.engine.spaces.gpu_grid import GpuGridSpace

    assert facts.grid is not None
    return Exploration(GpuGridSpace(facts.grid), facts.run)


def _refuse_regions(facts: Facts) -> BadInput | None:
    if facts.tower is None or not can_use_regions(facts.tower, facts.run.limit):
        return DoesNotFit(_("it is for whole towers of seven discs or more on four pegs, without limits on layers"))
    return DoesNotFit(_("it keeps nothing")) if facts.keep in ("overflow", "layers") else _need_form(facts, "regions")


def _open_checkpoint_of_regions(facts: Facts, small: int) -> RegionCheckpoint | None:
    return RegionCheckpoint(facts.open_keeper("regions", small=small)) if facts.keep else None


def _refuse_gpu_towers(facts: Facts) -> BadInput | None:
    return _refuse_regions(facts) or _need_gpu(facts, facts.packed.size if facts.packed else None)


def _open_gpu_towers(facts: Facts) -> Exploration:
    from langkah.engine.spaces.gpu_towers import GpuFlood, choose_region

    assert facts.tower is not None
    small = choose_region(len(facts.tower.start))
    kept = _open_checkpoint_of_regions(facts, small)
    return Exploration(TowerSpace(facts.tower, facts.run, GpuFlood, small, kept, "gpu regions"), facts.run)


def _refuse_gpu(facts: Facts) -> BadInput | None:
    if facts.keep == "overflow" or (facts.store is not None and facts.store.overflow):
        return DoesNotFit(_("--disk is for the processor: leave out --device gpu"))
    if not facts.has_functions:
        return DoesNotFit(_("{problem} cannot be explored on a GPU: it has no packed form").format(problem=facts.name))
    return _need_gpu(facts, facts.packed.size if facts.packed else None) or _need_form(facts, "checkpoint")


def _open_gpu(facts: Facts) -> Exploration:
    from langkah.engine.spaces.gpu import GpuSpace

    assert facts.packed is not None
    keeper = facts.open_keeper("checkpoint") if facts.keep else None
    reversible = isinstance(facts.problem, Puzzle) and facts.problem.reversible
    with ExitStack() as opened:
        if keeper is not None:
            opened.callback(keeper.close)
        space = GpuSpace(facts.packed, facts.run, reversible=reversible)
        checkpoint = None if keeper is None else Checkpoint(keeper, space)
        opened.pop_all()
    return Exploration(space, facts.run, checkpoint)


def _refuse_towers(facts: Facts) -> BadInput | None:
    tower = facts.tower
    if error := _refuse_regions(facts) or _need_memory_alone(facts, "checkpoint"):
        return error
    if facts.hardest and not facts.keep and tower is not None and len(tower.start) < MANY_DISCS:
        return DoesNotFit(_("it does not look for the hardest starts"))
    return _need_functions(facts, "")


def _open_towers(facts: Facts) -> Exploration:
    assert facts.tower is not None
    small = choose_small_discs(len(facts.tower.start), facts.run.limit.memory)
    kept = _open_checkpoint_of_regions(facts, small)
    flood = lambda size: ProcessorFlood(size, facts.threads)  # noqa: E731
    return Exploration(TowerSpace(facts.tower, facts.run, flood, small, kept), facts.run)


def _refuse_grid(facts: Facts) -> BadInput | None:
    if facts.grid is None or not can_tabulate(facts.grid, facts.run.limit.memory):
        return DoesNotFit(_("it is for games of marks and lines whose positions fit into a table"))
    if error := _need_memory_alone(facts):
        return error
    return None if can_compile() else _find_refusal(require_compiler)


def _open_grid(facts: Facts) -> Exploration:
    assert facts.grid is not None
    return Exploration(GridSpace(facts.grid, facts.threads), facts.run)


def _refuse_cpu(facts: Facts) -> BadInput | None:
    text = _("{problem} has no form that compiled code can explore, which --checkpoint and --disk need")
    if error := _need_functions(facts, text if facts.keep else _("{problem} has no form that can be compiled")):
        return error
    return _need_memory_alone(facts, "checkpoint", "overflow") or _need_form(facts, "checkpoint")


def _open_cpu(facts: Facts) -> Exploration:
    packed, run, store = facts.packed, facts.run, facts.store
    assert packed is not None
    overflow, kept_layers = None, 1
    folder = None if store is None else store.path if store.keep == "overflow" else store.overflow
    if folder:
        from langkah.engine.spaces.overflow import OverflowSpace, spare_memory

        place, kept_layers = facts.resources.enter_context(open_overflow(Path(folder))), 2
        run.limit = replace(run.limit, memory=spare_memory(run.limit.memory))
        overflow = lambda full: OverflowSpace(place, full)  # noqa: E731
    keeper = facts.open_keeper("checkpoint") if facts.keep == "checkpoint" else None
    with ExitStack() as opened:
        if keeper is not None:
            opened.callback(keeper.close)
        kept = None if keeper is not None else kept_layers
        space = CpuSpace(facts.problem, packed, run, facts.threads, hardest=facts.hardest, kept_layers=kept)
        opened.callback(space.close)
        checkpoint = None if keeper is None else Checkpoint(keeper, space)
        opened.pop_all()
    return Exploration(space, run, checkpoint, overflow)


def _refuse_python(facts: Facts) -> BadInput | None:
    return _need_memory_alone(facts)


def _open_python(facts: Facts) -> Exploration:
    return Exploration(PythonSpace(facts.problem, facts.packed, facts.run), facts.run)


class Way(NamedTuple):
    """A row of the table."""

    name: str  # as surveys have it
    about: str
    refuse: Callable[[Facts], BadInput | None]  # why it does not fit
    open: Callable[[Facts], Exploration]
    is_compiled: bool = False  # whether plain Python begins, as compiling may take longer than all of the work


WAYS = (
    Way("store", N_("layers in files, by processes or a cluster"), _refuse_store, _open_store),
    Way("gpu retrograde", N_("a game's positions with their values, on a GPU"), _refuse_gpu_grid, _open_gpu_grid),
    Way("gpu regions", N_("a tower on four pegs, region by region, on a GPU"), _refuse_gpu_towers, _open_gpu_towers),
    Way("gpu", N_("any packed puzzle by hashing, on a GPU"), _refuse_gpu, _open_gpu),
    Way("compiled regions", N_("a tower on four pegs, region by region"), _refuse_towers, _open_towers, True),
    Way("compiled retrograde", N_("a game's positions with their values, in a table"), _refuse_grid, _open_grid, True),
    Way("compiled", N_("any packed puzzle by hashing, on all cores"), _refuse_cpu, _open_cpu, True),
    Way("python", N_("any problem, in plain Python"), _refuse_python, _open_python),
)


def describe_ways(facts: Facts) -> list[dict[str, str]]:
    """Every way, with the reason why it does not fit, "" where it does; the first that fits is taken."""
    refusals = [(way, way.refuse(facts)) for way in WAYS]
    return [
        {"name": way.name, "about": _(way.about), "why_not": "" if error is None else error.lines[0]}
        for way, error in refusals
    ]
