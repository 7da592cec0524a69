"""Best-first searches in compiled code, with exactly the same results as in plain Python.

Each search returns the packed states from the start to the goal, each with its path cost. The result is [] if there is
no plan, and None if machine code would have to be compiled first and the caller does not want to wait. A search raises
`NotCompilable` if only Python can run the puzzle's functions.
"""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import Any

from langkah.engine.compiler import can_compile
from langkah.engine.fingerprint import NotCompilable
from langkah.engine.kernels import best_first, deepening
from langkah.engine.kernels import best_first_control as at
from langkah.engine.space import OutOfMemory, choose_portion
from langkah.engine.spaces.deepening_stack import NO_BOUND, DeepeningStack
from langkah.engine.spaces.node_table import NodeOrder, NodeTable
from langkah.engine.spaces.packed_loop import Estimator, has_time_to_compile, make_estimator
from langkah.engine.team import NeverReturned, make_watch
from langkah.language import _
from langkah.packed import DEAD_END, Packed
from langkah.run import Run, Stopped

MOST_PORTION_NODES = 1 << 17  # between two checks of the limits


def require_kernel(run: Run[Any, Any], kernel: Any, estimator: Estimator, *, waits: bool) -> bool:
    """Whether a kernel can be used now: it is cached, or the caller `waits` and the time limit leaves time to compile
    it. Raises `NotCompilable` if compiled code cannot be used on this machine.
    """
    if not can_compile():
        raise NotCompilable(_("the compiler is not installed"))
    return has_time_to_compile(run, kernel, estimator, waits=waits)


@contextmanager
def hold_to_limits(run: Run[Any, Any]) -> Iterator[dict[str, Any]]:
    """Yield the limits of a search in the form that compiled code takes. Within this context, a search that runs out of
    memory, or whose functions do not return in time, raises `Stopped`, as in Python.
    """
    watch, limit = make_watch(run.limit.seconds, run.began, run.cancelled), run.limit
    try:
        yield {"deepest": limit.depth, "memory": limit.memory, "is_over": watch}
    except NotCompilable:
        run.next_check, run.cut_by = 0, ""
        raise
    except NeverReturned:
        run.check()
        raise Stopped("seconds") from None
    except OutOfMemory:
        raise Stopped("memory") from None


def search_best_first(
    run: Run[Any, Any], packed: Packed[Any], order: tuple[Any, ...], *, guide: Any, waits: bool
) -> list[tuple[int, int]] | None:
    """Run uniform-cost, A*, weighted A* or greedy search; `order` holds the arguments of `NodeOrder`. Returns the
    packed states of the plan, each with its path cost; [] if there is no plan; None if the kernel cannot be used now.
    """
    estimator = make_estimator(packed, guide)
    if not require_kernel(run, best_first.search, estimator, waits=waits):
        return None
    with (
        hold_to_limits(run) as how,
        closing(NodeTable(packed, estimator, NodeOrder(*order), [packed.start], **how)) as table,
    ):
        while True:
            why = _advance(table, run)
            if why == at.GOAL:
                return table.list_chain(table.now[at.NODE])
            if why == at.DONE:
                return []
            run.check()


def search_ida_star(
    run: Run[Any, Any], packed: Packed[Any], *, guide: Any, waits: bool
) -> list[tuple[int, int]] | None:
    """Run IDA*, or iterative deepening if there is no estimate and every step costs 1. Returns the packed states of the
    plan, each with its path cost; [] if there is no plan; None if the kernel cannot be used now.
    """
    estimator = make_estimator(packed, guide)
    if not require_kernel(run, deepening.search, estimator, waits=waits):
        return None
    bound, remembers = estimator.guess(packed.start), run.options.remembers
    if bound >= DEAD_END:
        run.dead_end()
        return []
    with (
        hold_to_limits(run) as how,
        closing(DeepeningStack(packed, estimator, remembers=remembers, **how)) as stack,
    ):
        while bound < NO_BOUND:
            stack.begin_round(int(bound))
            run.begin_round(int(bound))
            run.stats.generated = stack.now[at.GENERATED]
            run.check()
            while (why := _advance(stack, run)) != at.DONE:
                if why == at.GOAL:
                    return stack.list_chain()
                run.check()
            bound = stack.now[at.BEYOND]
        return []


def _advance(table: NodeTable | DeepeningStack, run: Run[Any, Any]) -> int:
    """Expand one portion of nodes, and update the statistics of `run`. Returns a code for the reason why the compiled
    loop stopped.
    """
    stats, now = run.stats, table.now
    most = min(choose_portion(now[at.EXPANDED]), MOST_PORTION_NODES)
    if run.limit.nodes is not None:
        most = min(most, run.limit.nodes - now[at.EXPANDED])
    why = table.advance(most)
    stats.engine = "compiled"
    stats.expanded, stats.generated = now[at.EXPANDED], now[at.GENERATED]
    stats.skipped, stats.pruned, stats.frontier_max = now[at.SKIPPED], now[at.PRUNED], now[at.WIDEST]
    note_cuts(run, now)
    return why


def note_cuts(run: Run[Any, Any], now: Any) -> None:
    """Record in `run` why nodes were skipped (depth limit or estimate), in the order in which the reasons first
    occurred.
    """
    for _cut, name in sorted([(now[at.CUT_BY_DEPTH], "depth"), (now[at.CUT_BY_ESTIMATE], "estimate")]):
        if now[at.CUT_BY_DEPTH] and name == "depth":
            run.cut_by = run.cut_by or "depth"
        elif now[at.CUT_BY_ESTIMATE] and name == "estimate":
            run.dead_end()
