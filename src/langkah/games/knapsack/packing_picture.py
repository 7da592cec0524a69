"""The picture of a knapsack: items on a shelf, and the packed ones in the bag, with heights proportional to weight."""

from collections.abc import Iterator
from math import ceil
from typing import NamedTuple

from langkah.games.amounts import format_amount
from langkah.language import _
from langkah.model import Cost
from langkah.scene import Path, Rect, Scene, Shape, Text

TAKE, LEAVE = "bag", "floor"  # handles
TILE_WIDTH, TILE_HEIGHT, GAP = 1.5, 1.0, 0.2
LETTER_WIDTH = 0.22  # units per letter of the words below the shelf
MOST_ROWS = 5  # rows of items on the shelf
BAG_WIDTH, BAG_HEIGHT = 2.6, 4.4


class Packing(NamedTuple):
    """An item in the picture. `packed` is 1 if it is in the bag, 0 if it is left behind, and None if it is
    undecided.
    """

    name: str
    value: Cost
    weight: Cost
    packed: int | None


def name_handle(item: str) -> str:
    """The handle of an item, which names it in clicks; its shape has the same id."""
    return f"item {item}"


def draw_packing(items: list[Packing], capacity: Cost, title: str) -> Scene:
    """The whole picture: a shelf of items on the left, the bag on the right, and below the shelf the floor, which is
    clicked to leave an item behind.
    """
    rows = min(len(items), MOST_ROWS)
    columns = ceil(len(items) / rows)
    words = _("leave behind")
    tile = max(TILE_WIDTH, (LETTER_WIDTH * len(words) + GAP) / columns - GAP)  # the words fit below the shelf
    shelf = columns * (tile + GAP) + GAP
    left = shelf + 0.5
    height = max(rows * (TILE_HEIGHT + GAP) + GAP, BAG_HEIGHT + 1.3)
    shapes: list[Shape] = [Rect(0, 0, left + BAG_WIDTH + 0.6, height + 1.1, "board", id="board", round=0.2)]
    shapes.append(Rect(0.2, height, shelf - 0.2, 0.9, "cell:1", handle=LEAVE, id=LEAVE, round=0.15))
    shapes.append(Text(shelf / 2 + 0.1, height + 0.45, words, 0.34, "text", LEAVE))
    shapes += _draw_bag(left, height, items, capacity)
    following = next((place for place, item in enumerate(items) if item.packed is None), -1)
    for place, item in enumerate(items):
        column, row = divmod(place, rows)
        x, y = GAP + column * (tile + GAP), GAP + row * (TILE_HEIGHT + GAP)
        if item.packed == 1:
            shapes.append(Rect(x, y, tile, TILE_HEIGHT, "cell", round=0.12))
        else:
            shapes += _draw_item(item, x, y, tile, following=place == following, number=place)
    return Scene(left + BAG_WIDTH + 0.6, height + 1.1, tuple(shapes), title)


def _draw_item(item: Packing, x: float, y: float, width: float, *, following: bool, number: int) -> Iterator[Shape]:
    """An item on the shelf: its value large, its weight below; an item left behind is pale, the next item framed."""
    handle = name_handle(item.name)
    if following:
        yield Rect(x - 0.1, y - 0.1, width + 0.2, TILE_HEIGHT + 0.2, "goal", round=0.18, id="next")
    role = "cell:1" if item.packed == 0 else _choose_role(number)
    ink = "faint" if item.packed == 0 else "text"
    yield Rect(x, y, width, TILE_HEIGHT, "cell", handle=handle, id=f"card {item.name}", round=0.12)
    yield Rect(x, y, 0.22, TILE_HEIGHT, role, handle=handle, id=handle, round=0.08)
    yield Text(x + width / 2 + 0.1, y + 0.38, format_amount(item.value), 0.44, ink, handle)
    yield Text(x + width / 2 + 0.1, y + 0.76, _("weight {n}").format(n=format_amount(item.weight)), 0.22, "faint")


def _draw_bag(left: float, height: float, items: list[Packing], capacity: Cost) -> Iterator[Shape]:
    """The bag, its height proportional to its capacity, with the packed items from the bottom up."""
    top, bottom = height - BAG_HEIGHT - 0.1, height - 0.1
    strap = (
        (left + 0.7, top),
        (left + 0.9, top - 0.75),
        (left + BAG_WIDTH - 0.9, top - 0.75),
        (left + BAG_WIDTH - 0.7, top),
    )
    yield Path(strap, "wall", handle=TAKE, width=0.16)
    yield Rect(left - 0.12, top - 0.12, BAG_WIDTH + 0.24, BAG_HEIGHT + 0.24, "wall", handle=TAKE, id="bag", round=0.45)
    yield Rect(left, top, BAG_WIDTH, BAG_HEIGHT, "cell", handle=TAKE, id="inside", round=0.3)
    packed = [(place, item) for place, item in enumerate(items) if item.packed == 1]
    scale = BAG_HEIGHT / float(max(capacity, sum(item.weight for _place, item in packed)) or 1)
    y = bottom
    for place, item in packed:
        high = max(float(item.weight) * scale, 0.04)
        y -= high
        label = format_amount(item.value) if high >= 0.3 else ""
        yield Rect(left + 0.1, y, BAG_WIDTH - 0.2, high, _choose_role(place), label, TAKE, name_handle(item.name), 0.06)
    used = sum(item.weight for _place, item in packed)
    yield Text(left + BAG_WIDTH / 2, height + 0.36, f"{format_amount(used)} / {format_amount(capacity)}", 0.36, "text")
    value = format_amount(sum(item.value for _place, item in packed))
    yield Text(left + BAG_WIDTH / 2, height + 0.8, _("value {n}").format(n=value), 0.3, "text")


def _choose_role(place: int) -> str:
    return f"piece:{place % 7}"
