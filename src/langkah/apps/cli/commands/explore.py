"""`langkah explore`: the whole state space of a problem, counted."""

import argparse
import time
from pathlib import Path
from typing import Any

from langkah.apps.cli import arguments
from langkah.apps.cli.console import print_json, print_lines, print_table
from langkah.apps.cli.exit_codes import get_exit_code
from langkah.apps.terminal.progress import ProgressLine
from langkah.errors import BadInput
from langkah.language import _, format_number, format_plural
from langkah.memory import measure_memory
from langkah.model import Problem
from langkah.tasks.explore import DEVICES, ExploreRequest, Survey, explore_space
from langkah.trace import Stats, Status

ROWS = 24  # layers that are listed in full before the middle is left out


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of this command."""
    arguments.add_problem(parser)
    arguments.add_whole(parser, "--threads", _("cores to use (default: all)"))
    parser.add_argument("--no-hardest", action="store_true", help=_("do not look for the hardest starts"))
    parser.add_argument("--all-layers", action="store_true", help=_("list every layer"))
    group = parser.add_argument_group(_("large spaces"))
    group.add_argument("--device", choices=DEVICES, default="auto", help=_("where to explore (default: auto)"))
    group.add_argument("--checkpoint", type=Path, metavar=_("DIR"), help=_("keep whole layers in this folder"))
    group.add_argument("--resume", action="store_true", help=_("go on from the checkpoint"))
    group.add_argument("--disk", type=Path, metavar=_("DIR"), help=_("go on in this folder when the memory is full"))
    arguments.add_limits(parser)


def run(args: argparse.Namespace) -> int:
    """Explore and print."""
    problem = arguments.load_problem(args)
    if args.resume and args.checkpoint is None:
        raise BadInput(_("--resume needs the folder of the checkpoint: --checkpoint DIR --resume"))
    request = ExploreRequest(
        problem, not args.no_hardest, args.threads or None, args.checkpoint, args.resume, args.disk, args.device
    )
    with arguments.open_context(args, _ExploreProgress) as context, arguments.limit_time(args):
        answer = explore_space(request, context)
    survey = answer.survey
    if args.json:
        print_json(answer.as_dict())
    else:
        _print_survey(problem, survey, every=args.all_layers)
    return get_exit_code(Status.SOLVED if survey.complete else Status.STOPPED, survey.limit)


class _ExploreProgress(ProgressLine):
    """The line on standard error while it runs: states, rate and memory."""

    def text(self, stats: Stats) -> str:
        """What the line says now."""
        seconds = max(time.perf_counter() - self.began, 1e-9)
        return _("{states}, {rate} a second, {memory} MB, {seconds} s").format(
            states=format_plural("{n} state", "{n} states", stats.expanded),
            rate=format_number(stats.expanded / seconds, ",.0f"),
            memory=format_number(measure_memory() >> 20),
            seconds=format_number(seconds, ",.0f"),
        )


def _print_survey(problem: Problem[Any, Any], survey: Survey, *, every: bool) -> None:
    print_lines(f"{survey.problem}: {_format_survey_verdict(survey)}")
    print_lines(*("  " + line for line in (survey.why, survey.note) if line))
    if survey.goals and survey.nearest_goal is not None:
        text = _("{goals}, the nearest {steps} from the start")
        goals = format_plural("{n} goal", "{n} goals", survey.goals)
        print_lines("  " + text.format(goals=goals, steps=format_plural("{n} step", "{n} steps", survey.nearest_goal)))
    else:
        print_lines("  " + _("no goal among them"))
    if survey.values:
        words = {"win": _("a win"), "draw": _("a draw"), "loss": _("a loss")}
        text = _("for the side to move the start is {value}; of all positions {win} are won, {draw} drawn, {loss} lost")
        counts = {name: format_number(count) for name, count in survey.values.items()}
        print_lines("  " + text.format(value=words[survey.value], **counts))
    print_lines(
        "  "
        + _("{engine}, {seconds} s, {rate} states a second, {memory} MB").format(
            engine=survey.engine,
            seconds=format_number(survey.seconds, ",.3f"),
            rate=format_number(survey.states / max(survey.seconds, 1e-9), ",.0f"),
            memory="?" if survey.peak_memory is None else format_number(survey.peak_memory >> 20),
        )
    )
    print_table([_("depth"), _("states")], _make_layer_rows(survey.layers, every))
    if survey.hardest is not None:
        _print_hardest(problem, survey)


def _format_survey_verdict(survey: Survey) -> str:
    text = (
        _("{states} in layers 0 to {depth}")
        if survey.complete
        else _("at least {states}; layers 0 to {depth} are whole")
    )
    return text.format(
        states=format_plural("{n} state", "{n} states", survey.states), depth=format_number(survey.depth)
    )


def _make_layer_rows(layers: list[int], every: bool) -> list[tuple[object, object]]:
    """The layers, the middle left out where there are many."""
    found: list[tuple[object, object]] = list(enumerate(layers))
    if every or len(found) <= ROWS:
        return found
    return [*found[: ROWS // 2], ("...", "..."), *found[-ROWS // 2 :]]


def _print_hardest(problem: Problem[Any, Any], survey: Survey) -> None:
    hardest = survey.hardest
    assert hardest is not None
    text = _("hardest starts: {steps} from the nearest goal, {count} of them")
    steps = format_plural("{n} step", "{n} steps", hardest.distance)
    print_lines(text.format(steps=steps, count=format_number(hardest.count)))
    if hardest.stuck:
        states = format_plural("{n} state", "{n} states", hardest.stuck)
        print_lines(_("no goal can be reached from {states}").format(states=states))
    for state in hardest.states:
        print()
        print(problem.text(state))
