"""Searches that `solve` runs in compiled code. On the processor, the results are exactly those of the same searches in
plain Python; on a GPU, the plan can be another one of the same length.

Compiled IDA* for sliding tiles stores no states. To give the same results without compiled code, IDA* in Python stores
no states for these puzzles either, unless duplicate detection is requested, which only Python supports.

Each function returns None if the problem has no compiled form; the caller then continues in Python.
"""

from collections.abc import Callable
from contextlib import ExitStack, closing
from dataclasses import fields, replace
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from langkah.engine.compiled_best_first import search_best_first, search_ida_star
from langkah.engine.compiled_bidirectional import search_bidirectional
from langkah.engine.compiler import can_compile
from langkah.engine.fingerprint import NotCompilable
from langkah.engine.gpu.device import wants_gpu
from langkah.engine.kernels import table_control as at
from langkah.engine.space import OutOfMemory, choose_portion
from langkah.engine.spaces.state_table import StateTable, is_worth_compiling
from langkah.engine.survey import find_nearest_goal
from langkah.engine.team import NeverReturned, make_watch
from langkah.engine.tile_search import MOST_LINE, TileSearch
from langkah.engine.two_player import negamax
from langkah.errors import DoesNotFit
from langkah.language import _
from langkah.packed import Packed, Tray
from langkah.run import Run, Stopped

if TYPE_CHECKING:
    from langkah.engine.spaces.gpu import GpuSpace
    from langkah.engine.spaces.gpu_table import GpuTableSpace


def search_breadth_first(run: Run[Any, Any], packed: Packed[Any]) -> list[int] | None:
    """The packed states of a shortest path from the start to a goal; [] if no goal can be reached. None if compiled
    code cannot be used.
    """
    chain = _search_on_gpu(run, packed) if wants_gpu(run.options.device, packed.size) else None
    return _search_on_processor(run, packed) if chain is None else chain


def _search_on_processor(run: Run[Any, Any], packed: Packed[Any]) -> list[int] | None:
    """`search_breadth_first` on the processor: a path to the first goal in queue order. None if compiled code cannot be
    used.
    """
    if not can_compile() or packed.expand is None or packed.goal is None:
        return None
    try:
        if not is_worth_compiling(packed, run):
            return None
        watch, limit = make_watch(run.limit.seconds, run.began, run.cancelled), run.limit
        space = StateTable(packed, parents=True, halt=True, deepest=limit.depth, memory=limit.memory, is_over=watch)
    except NotCompilable:
        return None
    before = replace(run.stats)
    try:
        while True:
            why = _advance_search(space, run)
            if why == at.GOAL:
                return space.chain(space.now[at.HEAD] - 1)
            if why == at.DONE:
                return []
            run.check()
    except NotCompilable:
        for each in fields(before):
            setattr(run.stats, each.name, getattr(before, each.name))
        run.next_check, run.cut_by = 0, ""
        return None
    except NeverReturned:
        run.check()
        raise Stopped("seconds") from None
    except OutOfMemory:
        raise Stopped("memory") from None
    finally:
        space.close()


def _search_on_gpu(run: Run[Any, Any], packed: Packed[Any]) -> list[int] | None:
    """`search_breadth_first` on a GPU: a path to any of the nearest goals. If the puzzle's functions cannot be
    compiled, raises an error if a GPU was requested, else returns None.
    """
    from langkah.engine.spaces.gpu import GpuSpace
    from langkah.engine.spaces.gpu_table import GpuTableSpace, open_space

    try:
        with ExitStack() as opened:
            space = open_space(packed, run)
            opened.callback(space.close)
            try:
                return _find_chain_on_gpu(space, run)
            except OutOfMemory:
                if not isinstance(space, GpuSpace):
                    raise
            with closing(GpuTableSpace.take_over(space)) as larger:
                return _find_chain_on_gpu(larger, run)
    except NotCompilable as error:
        if run.options.device == "gpu":
            raise DoesNotFit(_("expand or goal cannot be compiled: {why}").format(why=error)) from None
        return None
    except OutOfMemory:
        raise Stopped("memory") from None


def _find_chain_on_gpu(space: "GpuSpace | GpuTableSpace", run: Run[Any, Any]) -> list[int]:
    """Expand layer after layer until a layer contains a goal. Returns the states of a shortest path to a goal; [] if no
    goal can be reached. A limit that is reached in the layer of the goal is ignored.
    """
    stats, is_done = run.stats, False
    stats.engine = space.engine
    try:
        while not is_done and not any(space.goals):
            moment = space.advance(0)
            is_done = moment.is_done
            stats.expanded, stats.generated = moment.expanded, moment.generated
            stats.frontier_max = max(stats.frontier_max, moment.frontier)
            if moment.is_cut:
                run.cut_by = "depth"
            if not is_done:
                run.check()
    except Stopped:
        if not any(space.goals):
            raise
    near = find_nearest_goal(space.goals)
    return [] if near is None else space.find_chain(near)


def _advance_search(space: StateTable, run: Run[Any, Any]) -> int:
    stats, now = run.stats, space.now
    most = choose_portion(run.stats.expanded)
    if run.limit.nodes is not None:
        most = min(most, run.limit.nodes - now[at.HEAD])
    why = space.advance(most)
    stats.engine = "compiled"
    stats.expanded, stats.generated = now[at.HEAD], now[at.EDGES] + 1
    stats.skipped, stats.pruned = stats.generated - now[at.TAIL], now[at.PRUNED]
    stats.frontier_max = now[at.WIDEST]
    if stats.pruned:
        run.cut_by = "depth"
    return why


def search_tiles(run: Run[Any, Any], packed: Packed[Any]) -> list[Any] | None:
    """The states of a shortest plan for sliding tiles; None if there is no compiled search for the board."""
    tray, estimate = packed.structure, run.options.estimate.name
    if not can_compile() or not isinstance(tray, Tray) or estimate not in ("linear-conflict", "manhattan"):
        return None
    if max(tray.rows, tray.cols) > MOST_LINE or min(tray.rows, tray.cols) < 2:
        return None
    run.stats.engine = "compiled"
    run.stats.expanded = run.stats.generated = run.stats.skipped = run.stats.pruned = 0
    state, states = tray.start, [tray.start]
    for before, cell in pairwise(TileSearch(tray).go(run, estimate)):
        board = list(state)
        board[before], board[cell] = board[cell], 0
        state = tuple(board)
        states.append(state)
    return states


SEARCHES: dict[str, Callable[..., Any]] = {  # by name of the algorithm
    "breadth-first": search_breadth_first,
    "best-first": search_best_first,
    "bidirectional": search_bidirectional,
    "deepening": search_ida_star,
    "ida-star": search_tiles,
    "negamax": negamax,
}
