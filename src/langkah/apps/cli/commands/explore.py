"""`langkah explore`: visits the whole state space of a problem, and counts its states."""

import argparse
import re
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

from langkah.apps.cli import arguments
from langkah.apps.cli.console import print_json, print_lines, print_table
from langkah.apps.cli.exit_codes import get_exit_code
from langkah.apps.terminal.progress import ProgressLine
from langkah.errors import BadInput
from langkah.language import _, format_bytes, format_number, format_plural, format_short
from langkah.memory import measure_memory
from langkah.model import Problem
from langkah.tasks.explore import (
    DEVICES,
    RESUME_NEEDS_STORE,
    TASKS_NEED_LAYERS,
    ExploreAnswer,
    ExplorePlan,
    ExploreRequest,
    Store,
    StoreStats,
    Survey,
)
from langkah.tasks.solve import Stopped
from langkah.tasks.table import ask
from langkah.tracing import Stats, Status

ROWS = 24  # layers that are listed in full before the middle is omitted
FLAGS = {"path": "--store", "disk_limit": "--disk-limit", "overflow": "--disk"} | {
    name: f"--{name}" for name in ("workers", "cluster", "resume")
}  # the command-line names of the fields of `Store`
SKEWED = 1.5  # a partition larger than this many times the average is reported


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of this command."""
    arguments.add_problem(parser)
    arguments.add_whole(parser, "--threads", _("number of processor cores to use (default: all)"))
    parser.add_argument("--no-hardest", action="store_true", help=_("do not look for the hardest starts"))
    parser.add_argument("--all-layers", action="store_true", help=_("list every layer"))
    group = parser.add_argument_group(_("large state spaces"))
    group.add_argument("--device", choices=DEVICES, default="auto", help=_("the device to explore on (default: auto)"))
    group.add_argument("--checkpoint", type=Path, metavar=_("DIR"), help=_("save complete layers in this folder"))
    group.add_argument("--resume", action="store_true", help=_("continue from the checkpoint or the store"))
    group.add_argument("--store", metavar=_("PATH"), help=_("save all layers in this folder or at this address"))
    arguments.add_whole(group, "--workers", _("number of processes that work on the store (default: 1)"))
    text = _("a Dask cluster that computes the store: tcp://host:8786, local:2 or slurm:16")
    group.add_argument("--cluster", metavar=_("CLUSTER"), default="", help=text)
    text = _("the maximum size of the store")
    group.add_argument("--disk-limit", type=arguments.parse_size, metavar="100G", help=text)
    group.add_argument(
        "--plan",
        action="store_true",
        help=_("do not explore; estimate the time and disk space that the whole state space needs"),
    )
    group.add_argument(
        "--disk", type=Path, metavar=_("DIR"), help=_("when memory is full, continue on disk in this folder")
    )
    arguments.add_limits(parser)


def run(args: argparse.Namespace) -> int:
    """Explore the state space, and print the results; with --plan, print only an estimate of time and disk space."""
    problem = arguments.load_problem(args)
    request = ExploreRequest(problem, not args.no_hardest, args.threads or None, args.device, _make_store(args))
    if args.plan:
        with arguments.open_context(args) as context, arguments.limit_time(args):
            plan: ExplorePlan = ask("explore plan", request, context)
        workers = sorted({1, 16, 1600, args.workers or 1})
        if args.json:
            print_json(plan.as_dict() | {"hours": {str(n): plan.forecast.estimate_hours(n) for n in workers}})
        else:
            _print_plan(plan, workers)
        return 0
    with arguments.open_context(args, _ExploreProgress) as context, arguments.limit_time(args):
        if args.store:
            context = replace(context, limit=replace(context.limit, memory=None))
        try:
            answer: ExploreAnswer = ask("explore", request, context)
        except Stopped as stop:  # a limit stopped the work before any state was counted
            answer = ExploreAnswer(problem, Survey(problem.name or repr(problem), limit=stop.limit))
    survey = answer.survey
    if args.json:
        print_json(answer.as_dict())
    else:
        _print_survey(problem, survey, every=args.all_layers)
    return get_exit_code(Status.SOLVED if survey.complete else Status.STOPPED, survey.limit)


def _make_store(args: argparse.Namespace) -> Store | None:
    """The store that the options request; None if they request no store. Raises `BadInput` if the options contradict
    each other; the messages call the options by their names on the command line.
    """
    try:
        return _read_store(args)
    except BadInput as error:
        raise BadInput(*(re.sub("`(.*?)`", lambda name: FLAGS[name[1]], line) for line in error.lines)) from None


def _read_store(args: argparse.Namespace) -> Store | None:
    tasks = {"workers": args.workers, "cluster": args.cluster, "disk_limit": args.disk_limit}
    if args.store is not None:
        if args.checkpoint is not None:
            raise BadInput(_("--store and --checkpoint save states in different formats: give only one of them"))
        return Store(args.store, resume=args.resume, overflow=args.disk, memory=args.memory, **tasks)
    if args.plan:
        tasks = {}  # a plan uses the number of workers only to forecast the time
    if args.checkpoint is not None:
        return Store(args.checkpoint, keep="checkpoint", resume=args.resume, overflow=args.disk, **tasks)
    if args.disk is not None:
        return Store(args.disk, keep="overflow", resume=args.resume, **tasks)
    if args.resume:
        raise BadInput(_(RESUME_NEEDS_STORE))
    if any(each not in (None, "") for each in tasks.values()):
        raise BadInput(_(TASKS_NEED_LAYERS))
    return None


class _ExploreProgress(ProgressLine):
    """The progress line of an exploration: states, rate and memory. If a store is used, it shows the progress of the
    current layer.
    """

    has_told_link = False

    def __call__(self, stats: Stats) -> None:
        if isinstance(stats, StoreStats) and stats.link and not self.has_told_link:
            self.has_told_link = True
            print(_("Dask's dashboard: {link}").format(link=stats.link), file=sys.stderr)
        super().__call__(stats)

    def text(self, stats: Stats) -> str:
        """The text of the progress line."""
        if isinstance(stats, StoreStats):
            return _format_store_progress(stats)
        return _("{states}, {rate} a second, {memory} MB, {seconds} s").format(
            states=format_plural("{n} state", "{n} states", stats.expanded),
            rate=format_number(stats.rate, ",.0f"),
            memory=format_number(measure_memory() >> 20),
            seconds=format_number(time.perf_counter() - self.began, ",.0f"),
        )


def _format_store_progress(now: StoreStats) -> str:
    text = _("layer {depth}, task {done} of {tasks}: {states}, {rate} a second, {size} MB, {workers}")
    parts = [
        text.format(
            depth=format_number(now.depth),
            done=format_number(now.done),
            tasks=format_number(now.tasks),
            states=format_plural("{n} state", "{n} states", now.states),
            rate=format_number(now.rate, ",.0f"),
            size=format_number(now.size >> 20),
            workers=format_plural("{n} worker", "{n} workers", now.workers),
        )
    ]
    if now.skew > SKEWED:
        text = _("the largest partition is {skew} times as large as the average")
        parts.append(text.format(skew=format_number(now.skew, ".1f")))
    if now.seconds_left is not None:
        left = format_number(now.seconds_left / 60, ",.0f")
        parts.append(_("minutes left: {minutes}").format(minutes=left))
    return "; ".join(parts)


def _print_plan(plan: ExplorePlan, workers: list[int]) -> None:
    """Print the estimated time and disk space of an exploration, and which method would be used."""
    found = plan.forecast
    text = _("{states} in the first {layers} are known; the last layer is {growth} times as large as the one before")
    layers = format_plural("{n} layer", "{n} layers", len(found.layers))
    states = format_plural("{n} state", "{n} states", sum(found.layers))
    growth = format_number(found.growth, ".2f")
    print_lines(f"{found.problem}: {text.format(states=states, layers=layers, growth=growth)}")
    if found.size is None and not found.complete:
        print_lines(
            "  " + _("the total number of states is not known: the figures below are for the known states only")
        )
    text = _("{states}: {size} in the store; {shipped} of successor data written and read during the exploration")
    states = format_plural("{n} state", "{n} states", found.states)
    size, shipped = format_bytes(found.size_on_disk), format_bytes(found.shipped)
    print_lines("  " + text.format(states=states, size=size, shipped=shipped))
    hours = [(format_number(count), format_short(found.estimate_hours(count))) for count in workers]
    print_table([_("workers"), _("hours")], hours)
    fits = [way["why_not"] or _("also suitable") for way in plan.ways]
    taken = next((number for number, way in enumerate(plan.ways) if not way["why_not"]), None)
    if taken is not None and plan.python_states is not None:
        fits[-1] = _("used first")
        text = _("takes over if plain Python has not finished after {n} states")
        fits[taken] = text.format(n=format_number(plan.python_states))
    elif taken is not None:
        fits[taken] = _("chosen")
    rows = [(way["name"], way["about"], verdict) for way, verdict in zip(plan.ways, fits, strict=True)]
    print_table([_("method"), _("what it explores"), _("suitable?")], rows)


def _print_survey(problem: Problem[Any, Any], survey: Survey, *, every: bool) -> None:
    print_lines(f"{survey.problem}: {_format_survey_verdict(survey)}")
    print_lines(*("  " + line for line in (survey.why, survey.note, *survey.describe_costs()) if line))
    if not survey.layers:
        return
    if survey.goals and survey.nearest_goal is not None:
        text = _("{goals}; the nearest is {steps} from the start")
        goals = format_plural("{n} goal", "{n} goals", survey.goals)
        print_lines("  " + text.format(goals=goals, steps=format_plural("{n} step", "{n} steps", survey.nearest_goal)))
    else:
        print_lines("  " + _("no goal among these states"))
    if survey.values:
        words = {"win": _("a win"), "draw": _("a draw"), "loss": _("a loss")}
        text = _(
            "the start is {value} for the side to move; of all positions, {win} are won, {draw} drawn and {loss} lost"
        )
        counts = {name: format_number(count) for name, count in survey.values.items()}
        print_lines("  " + text.format(value=words[survey.value], **counts))
    print_lines(
        "  "
        + _("{engine}, {seconds} s, {rate} states a second, {memory} MB").format(
            engine=survey.engine,
            seconds=format_number(survey.seconds, ",.3f"),
            rate=format_number(survey.rate, ",.0f"),
            memory="?" if survey.peak_memory is None else format_number(survey.peak_memory >> 20),
        )
        + _format_compiling(survey.compile_seconds)
    )
    print_table([_("depth"), _("states")], _make_layer_rows(survey.layers, every))
    if survey.hardest is not None:
        _print_hardest(problem, survey)


def _format_compiling(seconds: float) -> str:
    """A note on the `seconds` spent on compiling; "" if `seconds` is 0."""
    return (
        "; " + _("including {seconds} s of compiling, needed only once").format(seconds=format_number(seconds, ".1f"))
        if seconds
        else ""
    )


def _format_survey_verdict(survey: Survey) -> str:
    if not survey.layers:
        return _("no states were counted")
    text = (
        _("{states} in layers 0 to {depth}")
        if survey.complete
        else _("at least {states}; layers 0 to {depth} are complete")
    )
    return text.format(
        states=format_plural("{n} state", "{n} states", survey.states), depth=format_number(survey.depth)
    )


def _make_layer_rows(layers: list[int], every: bool) -> list[tuple[object, object]]:
    """The rows of the table of layers; unless `every` layer is requested, the middle of a long table is omitted."""
    found: list[tuple[object, object]] = list(enumerate(layers))
    if every or len(found) <= ROWS:
        return found
    return [*found[: ROWS // 2], ("...", "..."), *found[-ROWS // 2 :]]


def _print_hardest(problem: Problem[Any, Any], survey: Survey) -> None:
    hardest = survey.hardest
    assert hardest is not None
    text = _("hardest starts: {count}, at a distance of {steps} from the nearest goal")
    steps = format_plural("{n} step", "{n} steps", hardest.distance)
    print_lines(text.format(steps=steps, count=format_number(hardest.count)))
    if hardest.stuck:
        states = format_plural("{n} state", "{n} states", hardest.stuck)
        print_lines(_("no goal can be reached from {states}").format(states=states))
    for state in hardest.states:
        print()
        print(problem.text(state))
