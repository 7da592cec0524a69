"""`langkah store`: answers questions about a store, the folder in which an exploration saved the states found."""

import argparse

from langkah.apps.cli.console import print_json, print_lines, print_table
from langkah.games import parse_settings
from langkah.language import _, format_number, format_plural
from langkah.tasks.context import Context
from langkah.tasks.store import StoreAnswer, StoreRequest
from langkah.tasks.table import ask


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of this command."""
    parser.add_argument(
        "path", metavar=_("PATH"), help=_("the store: a folder, or an address such as s3://bucket/space")
    )
    text = _("the state to look up: settings that make it the start of the problem, as in start=[1,2,0,3]")
    parser.add_argument("settings", metavar=_("name=value"), nargs="*", default=[], help=text)
    text = _("the problem, if it is your own puzzle: FILE.py:CLASS")
    parser.add_argument("--problem", metavar=_("PROBLEM"), default="", help=text)
    parser.add_argument(
        "--plan", action="store_true", help=_("show a shortest path to the state, or to the nearest goal")
    )
    parser.add_argument("--hardest", action="store_true", help=_("show the states farthest from the goals"))
    parser.add_argument("--check", action="store_true", help=_("read every file and compare its checksum"))


def run(args: argparse.Namespace) -> int:
    """Look up the requested facts in the store, and print the answer."""
    settings = parse_settings(args.settings)
    request = StoreRequest(args.path, args.problem, settings, args.plan, args.hardest, args.check)
    answer: StoreAnswer = ask("store", request, Context())
    if args.json:
        print_json(answer.as_dict())
    else:
        _print_answer(answer)
    return 0


def _print_answer(answer: StoreAnswer) -> None:
    store = answer.store
    depth = format_number(len(store.records) - 1)
    text = (
        _("{states} in layers 0 to {depth}")
        if store.complete
        else _("at least {states}; layers 0 to {depth} are complete")
    )
    states = format_plural("{n} state", "{n} states", store.states)
    print_lines(f"{store.name}: {text.format(states=states, depth=depth)}")
    if store.nearest_goal is not None:
        text = _("{goals}; the nearest is {steps} from the start")
        goals = format_plural("{n} goal", "{n} goals", sum(store.goals))
        steps = format_plural("{n} step", "{n} steps", store.nearest_goal)
        print_lines("  " + text.format(goals=goals, steps=steps))
    text = _(
        "{size} MB in up to {parts} partitions, the largest of which is {skew} times the average; {each} bytes a state"
    )
    each, skew = format_number(store.size / max(store.states, 1), ".2f"), format_number(store.skew, ".2f")
    print_lines(
        "  " + text.format(size=format_number(store.size / 1e6, ",.1f"), parts=store.partitions, skew=skew, each=each)
    )
    if answer.checked is not None:
        print_lines("  " + format_plural("{n} file is intact", "{n} files are intact", answer.checked))
    if answer.state is not None:
        _print_state(answer)
    if answer.plan is not None:
        print_lines(*(store.problem.notation(step.move) for step in answer.plan))
    elif answer.state is None:
        print_table(
            [_("depth"), _("states"), _("goals")],
            list(zip(range(len(store.layers)), store.layers, store.goals, strict=True)),
        )
    if answer.asked_hardest and answer.hardest is None:
        print_lines(_("the hardest starts are not known: the exploration did not look for them, or is not finished"))
    if answer.hardest is not None:
        text = _("hardest starts: {count}, at a distance of {steps} from the nearest goal")
        steps = format_plural("{n} step", "{n} steps", answer.hardest.distance)
        print_lines(text.format(steps=steps, count=format_number(answer.hardest.count)))
        for state in answer.hardest.states:
            print()
            print(store.problem.text(state))


def _print_state(answer: StoreAnswer) -> None:
    print(answer.store.problem.text(answer.state))
    if answer.depth is None:
        print_lines(_("this state is not in the store"))
    else:
        print_lines(format_plural("{n} step from the start", "{n} steps from the start", answer.depth))
