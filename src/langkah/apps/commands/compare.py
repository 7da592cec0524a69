"""`langkah compare`: several algorithms on one problem, in one table; each sentence below it follows from its figures."""

import argparse
import tracemalloc
from collections.abc import Sequence
from typing import Any

from langkah.apps import options
from langkah.apps.console import FORMATS, Progress, print_json, print_table, write
from langkah.language import _
from langkah.model import Problem
from langkah.search import ALGORITHMS, algorithms_for, solve
from langkah.settings import unknown
from langkah.trace import Result, Status

SECONDS = 10.0  # for each algorithm, when nothing else is said


def arguments(parser: argparse.ArgumentParser) -> None:
    """The options of this command."""
    options.add_problem(parser)
    parser.add_argument("--algorithms", metavar="A,B", help=_("which ones (default: all that fit)"))
    for name in FORMATS:
        text = _("write the table as {format} to a file (- for standard output)").format(format=name)
        parser.add_argument(f"--{name}", metavar=_("FILE"), help=text)
    options.add_search(parser)
    options.add_limits(parser)
    options.add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Run each algorithm and print the table."""
    problem = options.problem(args)
    results = []
    with Progress() as progress:
        for name in chosen(problem, args.algorithms):
            results.append(measured(problem, name, args, progress))
            if results[-1][0].limit == "interrupt":
                break
    if args.json:
        rows = [{**result.as_dict(problem), "peak_memory": peak} for result, peak in results]
        print_json({"problem": problem.name, "rows": rows})
    else:
        table = [figures(result, peak) for result, peak in results]
        wanted = [name for name in FORMATS if getattr(args, name)]
        for name in wanted:
            write(getattr(args, name), FORMATS[name](headers(), table))
        if not wanted:
            print_table(headers(), table, problem.name)
            print(*remarks([result for result, _peak in results]), sep="\n")
    return 130 if results and results[-1][0].limit == "interrupt" else 0


def chosen(problem: Problem[Any, Any], asked: str | None) -> Sequence[str]:
    """The algorithms to run."""
    if asked is None:
        return algorithms_for(problem)
    for name in options.names(asked):
        if name not in ALGORITHMS:
            raise unknown(_("Algorithm"), name, ALGORITHMS)
    return options.names(asked)


def measured(
    problem: Problem[Any, Any], name: str, args: argparse.Namespace, progress: Progress
) -> tuple[Result[Any, Any], int]:
    """A result, and the memory that Python objects took at the peak."""
    tracemalloc.start()
    try:
        result = solve(
            problem, name, limit=options.limit(args, SECONDS), progress=progress, **options.search_options(args)
        )
        return result, tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def headers() -> list[str]:
    """The columns of the table."""
    return [
        _("algorithm"),
        _("answer"),
        _("cost"),
        _("proved"),
        _("expanded"),
        _("generated"),
        _("frontier"),
        _("seconds"),
        _("MB"),
    ]


def figures(result: Result[Any, Any], peak: int) -> list[object]:
    """One row of the table."""
    stats = result.stats
    answer = (
        result.limit or str(result.status) if result.status is Status.STOPPED else result.value or str(result.status)
    )
    name = result.algorithm + (f" ({result.estimate})" if result.estimate else "")
    cost = float(result.probability) if result.probability is not None else result.cost
    return [
        name,
        answer,
        cost,
        result.optimal,
        stats.expanded,
        stats.generated,
        stats.frontier_max,
        stats.seconds,
        round(peak / 1e6, 2),
    ]


def remarks(results: Sequence[Result[Any, Any]]) -> list[str]:
    """What the figures say, in sentences."""
    costs = {
        result.algorithm: result.cost
        for result in results
        if result.status is Status.SOLVED and result.cost is not None
    }
    if not costs:
        return []
    least = min(costs.values())
    lines = []
    if any(result.optimal for result in results):
        lines.append(_("The least cost is {cost}.").format(cost=least))
    worse = [f"{name} ({cost})" for name, cost in costs.items() if cost > least]
    if worse:
        lines.append(_("Found a dearer way: {names}.").format(names=", ".join(worse)))
    right = [result for result in results if result.cost == least and result.status is Status.SOLVED]
    quickest = min(right, key=lambda result: result.stats.expanded)
    lines.append(
        _("Of those that found {cost}, {name} took the fewest nodes: {n}.").format(
            cost=least, name=quickest.algorithm, n=f"{quickest.stats.expanded:,}"
        )
    )
    return lines
