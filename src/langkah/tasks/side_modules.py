"""Compiles code for Python in a browser: the functions that fast searches need, for all games of Langkah."""

import json
from collections.abc import Callable, Iterator
from typing import Any

from langkah.engine.compiler import compile_side_module
from langkah.engine.side_modules import FOLDER, TABLE, can_link, list_kernels
from langkah.errors import BadInput
from langkah.games import GAMES, get_game_class, list_levels, load
from langkah.model import Puzzle
from langkah.packed import Packed

__all__ = ["FOLDER", "can_link", "make_side_modules"]


def make_side_modules(progress: Callable[[str], None] = lambda _name: None) -> Iterator[tuple[str, bytes]]:
    """Compile the functions of all games, and yield the name and the bytes of each file for the folder in which Python
    in a browser looks for compiled code. The last file is a table of the others. This takes minutes.
    """
    table: dict[str, list[str]] = {}
    for label, kernel, functions in list_kernels(_list_views()):
        progress(kernel.name)
        name, body = compile_side_module(kernel, functions)
        table[label] = [f"kernel{len(table)}.so", name]
        yield table[label][0], body
    yield TABLE, json.dumps(table, indent=0).encode()


def _list_views() -> Iterator[Packed[Any]]:
    """Yield the packed forms of every puzzle and level that compiled code supports: with the default settings, and with
    each choice of one setting, such as another metric.
    """
    for game in GAMES:
        cls = get_game_class(game)
        if not issubclass(cls, Puzzle):
            continue
        names = [game, *(f"{game}:{level}" for level in list_levels(game))]
        choices = [{}, *({each.name: choice} for each in cls.settings for choice in each.choices)]
        for name, settings in ((name, chosen) for name in names for chosen in choices):
            try:
                problem = load(name, settings)
            except BadInput:  # not every choice fits every level
                continue
            packed = problem.packed() if isinstance(problem, Puzzle) else None
            if packed is not None and packed.expand is not None and packed.goal is not None:
                yield packed
