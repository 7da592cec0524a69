"""`langkah explore`: the whole state space of a problem, counted."""

import argparse
import time
from pathlib import Path
from typing import Any

from langkah.apps import options
from langkah.apps.console import Progress, print_json, print_table, say
from langkah.engine.explore import explore
from langkah.engine.survey import Survey
from langkah.language import _, number, plural
from langkah.model import Problem
from langkah.search.run import memory_in_use
from langkah.trace import Stats

ROWS = 24  # layers that are listed in full before the middle is left out


def arguments(parser: argparse.ArgumentParser) -> None:
    """The options of this command."""
    options.add_problem(parser)
    parser.add_argument("--threads", type=options.whole, metavar="N", help=_("cores to use (default: all)"))
    parser.add_argument("--no-hardest", action="store_true", help=_("do not look for the hardest starts"))
    parser.add_argument("--all-layers", action="store_true", help=_("list every layer"))
    group = parser.add_argument_group(_("large spaces"))
    group.add_argument("--checkpoint", type=Path, metavar=_("DIR"), help=_("keep whole layers in this folder"))
    group.add_argument("--resume", action="store_true", help=_("go on from the checkpoint"))
    group.add_argument("--disk", type=Path, metavar=_("DIR"), help=_("go on in this folder when the memory is full"))
    options.add_limits(parser)
    options.add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Explore and print."""
    problem = options.problem(args)
    if args.resume and args.checkpoint is None:
        from langkah.errors import BadInput

        raise BadInput(_("--resume needs the folder of the checkpoint: --checkpoint DIR --resume"))
    with Line() as progress, options.clock(args):
        survey = explore(
            problem,
            limit=options.limit(args),
            hardest=not args.no_hardest,
            threads=args.threads or None,
            progress=progress,
            checkpoint=args.checkpoint,
            resume=args.resume,
            disk=args.disk,
        )
    if args.json:
        print_json(survey.as_dict(problem))
    else:
        show(problem, survey, every=args.all_layers)
    if survey.limit == "interrupt":
        return 130
    return 0 if survey.complete else 4


class Line(Progress):
    """The line on standard error while it runs: states, rate and memory."""

    def text(self, stats: Stats) -> str:
        """What the line says now."""
        seconds = max(time.perf_counter() - self.began, 1e-9)
        return _("{states}, {rate} a second, {memory} MB, {seconds} s").format(
            states=plural("{n} state", "{n} states", stats.expanded),
            rate=number(stats.expanded / seconds, ",.0f"),
            memory=number(memory_in_use() >> 20),
            seconds=number(seconds, ",.0f"),
        )


def show(problem: Problem[Any, Any], survey: Survey, *, every: bool) -> None:
    """A survey in words."""
    say(f"{survey.problem}: {verdict(survey)}")
    say(*("  " + line for line in (survey.why, survey.note) if line))
    if survey.goals and survey.nearest_goal is not None:
        text = _("{goals}, the nearest {steps} from the start")
        goals = plural("{n} goal", "{n} goals", survey.goals)
        say("  " + text.format(goals=goals, steps=plural("{n} step", "{n} steps", survey.nearest_goal)))
    else:
        say("  " + _("no goal among them"))
    if survey.values:
        words = {"win": _("a win"), "draw": _("a draw"), "loss": _("a loss")}
        text = _("for the side to move the start is {value}; of all positions {win} are won, {draw} drawn, {loss} lost")
        counts = {name: number(count) for name, count in survey.values.items()}
        say("  " + text.format(value=words[survey.value], **counts))
    say(
        "  "
        + _("{engine}, {seconds} s, {rate} states a second, {memory} MB").format(
            engine=survey.engine,
            seconds=number(survey.seconds, ",.3f"),
            rate=number(survey.states / max(survey.seconds, 1e-9), ",.0f"),
            memory=number(survey.peak_memory >> 20),
        )
    )
    print_table([_("depth"), _("states")], rows(survey.layers, every))
    if survey.hardest is not None:
        show_hardest(problem, survey)


def verdict(survey: Survey) -> str:
    """The answer in one phrase."""
    text = (
        _("{states} in layers 0 to {depth}")
        if survey.complete
        else _("at least {states}; layers 0 to {depth} are whole")
    )
    return text.format(states=plural("{n} state", "{n} states", survey.states), depth=number(survey.depth))


def rows(layers: list[int], every: bool) -> list[tuple[object, object]]:
    """The layers, the middle left out where there are many."""
    found: list[tuple[object, object]] = list(enumerate(layers))
    if every or len(found) <= ROWS:
        return found
    return [*found[: ROWS // 2], ("...", "..."), *found[-ROWS // 2 :]]


def show_hardest(problem: Problem[Any, Any], survey: Survey) -> None:
    """The hardest starts, as boards."""
    hardest = survey.hardest
    assert hardest is not None
    text = _("hardest starts: {steps} from the nearest goal, {count} of them")
    steps = plural("{n} step", "{n} steps", hardest.distance)
    say(text.format(steps=steps, count=number(hardest.count)))
    if hardest.stuck:
        states = plural("{n} state", "{n} states", hardest.stuck)
        say(_("no goal can be reached from {states}").format(states=states))
    for state in hardest.states:
        print()
        print(problem.text(state))
