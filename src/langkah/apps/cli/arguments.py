"""Options shared by several commands: the problem, the search and its limits."""

import argparse
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from math import inf
from pathlib import Path
from typing import Any

from langkah.apps.terminal.progress import ProgressLine
from langkah.errors import BadInput
from langkah.games import load, parse_settings
from langkah.language import _
from langkah.model import Problem
from langkah.tasks.context import Context
from langkah.tasks.solve import OPTIONS, Option, OptionKind, SearchRequest, Stopped
from langkah.tracing import Limit

UNITS = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40}
FREE_MEMORY_SHARE = 0.8  # the default memory limit of a search, as a share of the free memory
STOP_SECONDS, STOP_AGAIN_SECONDS = 0.15, 1.0  # time from the limit to the first alarm, and between alarms
TIDY_SECONDS = 20.0  # time for a search to free its memory after it has reached its limit

Container = argparse._ActionsContainer  # a parser, or a group of its options


def add_problem(parser: argparse.ArgumentParser) -> None:
    """Add the arguments for the problem and its settings."""
    parser.add_argument(
        "problem", metavar=_("PROBLEM"), help=_("GAME, GAME:LEVEL, FILE.toml, FILE.jsonl:LINE or FILE.py:CLASS")
    )
    parser.add_argument(
        "settings", metavar=_("name=value"), nargs="*", default=[], help=_("settings, as in discs=8 pegs=4")
    )


def add_limits(parser: argparse.ArgumentParser, each: str = "") -> None:
    """Add the options for limits. If a command runs several searches, `each` says what the limits apply to, for example
    to each algorithm.
    """
    group = parser.add_argument_group(_("limits") + (f" ({each})" if each else ""))
    for option in (OPTIONS[name] for name in ("seconds", "nodes", "depth")):
        _add_option(group, f"--limit-{option.name}", option)
    text = _("stop if the memory use reaches this size (default: most of the free memory)")
    group.add_argument("--memory", type=parse_size, metavar="4G", help=text)


def add_time_limit(parser: argparse.ArgumentParser) -> None:
    """Add the option for the time limit, without the other limits."""
    _add_option(parser.add_argument_group(_("limits")), "--limit-seconds", OPTIONS["seconds"])


def add_search(parser: argparse.ArgumentParser) -> None:
    """Add every search option in the table `OPTIONS`, except the limits (see `add_limits`) and `--all`, which only
    `solve` has.
    """
    group = parser.add_argument_group(_("search"))
    for option in OPTIONS.values():
        if not option.is_limit and option.name != "find_all":
            _add_option(group, f"--{option.name}", option)


def _add_option(group: Container, flag: str, option: Option) -> None:
    """Add a command-line argument for `option`, a row of the table `OPTIONS`. If the user omits the argument, its value
    is None, and the default in the table applies.
    """
    if option.kind is OptionKind.SWITCH:
        group.add_argument(flag, action=argparse.BooleanOptionalAction, help=_(option.about))
        return
    kinds: dict[OptionKind, tuple[str, Callable[[str], Any]]] = {
        OptionKind.NUMBER: (option.name[0].upper(), parse_positive),
        OptionKind.WHOLE: ("N", parse_whole),
        OptionKind.ESTIMATE: (_("NAME"), str),
        OptionKind.TIES: ("A,B", split_names),
    }
    metavar, parse = kinds[option.kind]

    def parse_checked(text: str) -> Any:
        value = parse(text)
        if option.low is not None and value < option.low:
            text = _("'{text}' is too small: it must be at least {low}").format(text=text, low=option.low)
            raise argparse.ArgumentTypeError(text)
        return value

    group.add_argument(flag, type=parse_checked, metavar=metavar, help=_(option.about))


def add_algorithm(parser: argparse.ArgumentParser) -> None:
    """Add the choice of an algorithm."""
    text = _("the algorithm; see `langkah list` (default: a suitable one is chosen)")
    parser.add_argument("--algorithm", metavar=_("NAME"), help=text)


def add_whole(parser: Container, name: str, text: str, default: int | None = None, metavar: str = "N") -> None:
    """Add an option whose value is a whole number."""
    parser.add_argument(name, type=parse_whole, default=default, metavar=metavar, help=text)


def load_problem(args: argparse.Namespace) -> Problem[Any, Any]:
    """Load the requested problem. Loading counts towards the time limit."""
    with limit_time(args):
        return load(args.problem, parse_settings(args.settings, Path()))


@contextmanager
def limit_time(args: argparse.Namespace, seconds: float | None = None) -> Iterator[None]:
    """Enforce a time limit within this context: `seconds`, or the option `--limit-seconds` if `seconds` is None. Raises
    `Stopped` even in code that never checks the time, such as a puzzle's code that never returns.
    """
    seconds = getattr(args, "limit_seconds", None) if seconds is None else seconds
    if seconds is None or not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return
    args.began = getattr(args, "began", time.perf_counter())
    Stopped.out_of_time = -inf  # an earlier search that reached its limit has freed its memory by now
    before = signal.signal(signal.SIGALRM, _raise_out_of_time)
    left = args.began + min(seconds, threading.TIMEOUT_MAX) + STOP_SECONDS - time.perf_counter()
    signal.setitimer(signal.ITIMER_REAL, max(left, 0.001), STOP_AGAIN_SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _raise_out_of_time(_number: int, _frame: object) -> None:
    """Signal handler that interrupts code that never checks the time. If a search has noticed the time limit itself, it
    first gets `TIDY_SECONDS` to free its memory.
    """
    if time.monotonic() - Stopped.out_of_time > TIDY_SECONDS:
        raise Stopped("seconds")


def read_limit(args: argparse.Namespace, seconds: float | None = None) -> Limit:
    """The requested limits. If the user sets no time limit, `seconds` applies; if the user sets no memory limit, the
    result of `find_free_memory` applies.
    """
    chosen = args.limit_seconds if args.limit_seconds is not None else seconds
    return Limit(args.limit_nodes, chosen, args.limit_depth, args.memory or find_free_memory())


@contextmanager
def open_context(
    args: argparse.Namespace, line: type[ProgressLine] = ProgressLine, seconds: float | None = None
) -> Iterator[Context]:
    """The context of a task: the requested limits (see `read_limit`), and a progress line of the class `line`."""
    with line() as progress:
        yield Context(read_limit(args, seconds), progress=progress)


def read_options(args: argparse.Namespace) -> SearchRequest:
    """The requested algorithm with its options. Also prints a note about options that the algorithm does not use."""
    tuned = [name for name in OPTIONS if not hasattr(args, f"limit_{name}")]  # limits have flags of their own
    request = SearchRequest.from_dict({name: getattr(args, name, None) for name in ("algorithm", *tuned)})
    if unused := request.list_unused():
        text = _("{name} does not use these options: {options}")
        print(text.format(name=request.algorithm, options=", ".join(unused)), file=sys.stderr)
    return request


def split_names(text: str) -> Sequence[str]:
    """The names in a comma-separated list."""
    return tuple(name.strip() for name in text.split(",") if name.strip())


def check_target(name: str, endings: Sequence[str]) -> None:
    """Raise an error if the file name has an unsupported extension, or if its folder does not exist. Commands call this
    function before they start any work.
    """
    path = Path(name)
    if path.suffix not in endings:
        raise BadInput(_("'{name}': the file must end in {endings}").format(name=name, endings=", ".join(endings)))
    check_folder(name)


def check_folder(name: str) -> None:
    """Raise an error if the folder of the file does not exist. Commands call this function before they start work."""
    if not Path(name).absolute().parent.is_dir():
        raise BadInput(_("{path} cannot be written: there is no such folder").format(path=name))


def parse_positive(text: str) -> float:
    """Parse a number above 0."""
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value < float("inf"):
        raise argparse.ArgumentTypeError(_("'{text}' is not a number above 0").format(text=text))
    return value


def parse_whole(text: str) -> int:
    """Parse a whole number, 0 or more."""
    if not (text.isascii() and text.isdigit() and len(text) < 19):
        raise argparse.ArgumentTypeError(_("'{text}' is not a whole number").format(text=text))
    return int(text)


def parse_size(text: str) -> int:
    """Parse a memory size such as 500M or 4G, or a number of bytes."""
    upper = text.upper().removesuffix("IB").removesuffix("B")
    number, unit = (upper[:-1], upper[-1]) if upper[-1:] in UNITS and upper[-1:] else (upper, "")
    try:
        amount = int(float(number) * UNITS[unit])
    except (ValueError, OverflowError):
        amount = 0
    if amount <= 0:
        raise argparse.ArgumentTypeError(_("'{text}' is not an amount of memory; write 500M or 4G").format(text=text))
    return amount


def find_free_memory() -> int | None:
    """The default memory limit in bytes: the memory that this process uses, plus most of the free memory. None if the
    system does not report the free memory.
    """
    from langkah.memory import measure_memory

    try:
        with open("/proc/meminfo", encoding="ascii") as file:  # noqa: PTH123 - a pseudo-file
            free = next(int(line.split()[1]) for line in file if line.startswith("MemAvailable"))
    except (OSError, StopIteration):
        return None
    return int(free * 1024 * FREE_MEMORY_SHARE) + measure_memory()
