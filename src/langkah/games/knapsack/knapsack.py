"""Knapsack (0/1): pack the greatest value into a bag of limited capacity.

Items are decided one by one in order of value per weight, as bounds need it. A state lists the decisions for the first
items: (1, 0) has packed the first and left the second. The cost is the value left behind, so the least cost means the
greatest value packed. The tree `full` also has the branches in which the bag is too heavy; backtracking tries and
rejects those in either tree (`attempts`).
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import floor, inf
from random import Random
from typing import NamedTuple, Self

from langkah.games.amounts import format_amount, is_amount, make_exact
from langkah.games.knapsack.packing_picture import LEAVE, TAKE, Packing, draw_packing, name_handle
from langkah.games.knapsack.random_items import draw_items
from langkah.language import N_, _
from langkah.model import Cost, Estimate, Puzzle, Step
from langkah.scene import Scene
from langkah.settings import Mistakes, Setting, quote_value
from langkah.start_settings import Order
from langkah.state_table import StateTable

State = tuple[int, ...]  # for each decided item, in order of value per weight: 1 packed, 0 left

MOST_ITEMS, MOST_CAPACITY = 60, 10**9
ITEMS_FORM = "[[100, 10], [63, 7], [56, 8], [12, 4]]"
USUAL_ITEMS = ((100, 10), (63, 7), (56, 8), (12, 4))


class Item(NamedTuple):
    """One item: its number in the settings, counted from 1, its value and its weight."""

    number: int
    value: Cost
    weight: Cost

    @property
    def rate(self) -> Cost:
        """The value per unit of weight; infinite if the weight is 0."""
        return Fraction(self.value) / Fraction(self.weight) if self.weight else inf


class Share(NamedTuple):
    """The part of an item that the fractional bound packs, from 0 to 1, and the value of this part."""

    item: Item
    part: Fraction
    worth: Cost


def measure_fractional(problem: "Knapsack", state: State) -> Cost:
    """The value that must still be left behind even if items could be divided: the value of all undecided items, minus
    the value of what then fits.
    """
    fits = sum((share.worth for share in problem.fill_room(state)), Fraction(0))
    return problem.sum_undecided(state) - problem.round_down(fits)


def measure_next_rate(problem: "Knapsack", state: State) -> Cost:
    """The value that must still be left behind even if every unit of the remaining capacity could be filled with the
    next item's value per weight.
    """
    if len(state) == len(problem.order):
        return 0
    rate, room = problem.order[len(state)].rate, problem.measure_room(state)
    undecided = problem.sum_undecided(state)
    return 0 if rate == inf else max(0, undecided - problem.round_down(room * rate))


class Knapsack(Puzzle[State, str]):
    """Pack the greatest value into a bag of limited capacity."""

    title = N_("Knapsack")
    shelf = N_("Place and fill")
    about = N_(
        "Take or leave each item, in order of value per weight, and pack the greatest value without overloading "
        "the bag. The cost is the value left behind."
    )
    level_groups = (N_("First steps"), N_("Greed does not pay"), N_("Large bags"))
    small = {"capacity": 10, "items": [[40, 4], [42, 7], [25, 5], [12, 3]]}
    labels_nodes = True
    settings = (
        Setting("capacity", 16, N_("the greatest weight that the bag carries"), 0, MOST_CAPACITY, label=N_("Capacity")),
        Setting("items", None, N_("value and weight of each item"), form=ITEMS_FORM, label=N_("Items")),
        Setting(
            "tree",
            "valid",
            N_("which branches the tree has"),
            choices=("valid", "full"),
            meanings=(N_("only selections that the bag can carry"), N_("also selections that are too heavy")),
            label=N_("Branches"),
        ),
    )
    puzzle_orders = {
        "easy": Order((), 1, 1000, ("four", "hike")),
        "medium": Order(({"items": ((1, 1),) * 7},), 1, 1000),
        "hard": Order((), 1, 1000, ("ten",)),
    }
    estimates = (
        Estimate(
            N_("fractional"),
            measure_fractional,
            True,
            N_("the value left behind even if items could be divided"),
            N_(
                "h = value of the undecided items − value of those that fit, in order of value per weight, the last "
                "one in part (rounded down)"
            ),
        ),
        Estimate(
            N_("next-rate"),
            measure_next_rate,
            True,
            N_(
                "the value left behind even if all remaining capacity were filled at the value per weight of the "
                "next item"
            ),
            N_("h = value of the undecided items − remaining capacity × value per weight of the next item, at least 0"),
        ),
    )

    def __init__(self, capacity: int = 16, items: Sequence[Sequence[float]] | None = None, tree: str = "valid") -> None:
        mistakes = Mistakes()
        mistakes.check(self.settings, {"capacity": capacity, "tree": tree})
        found = _read_items(USUAL_ITEMS if items is None else items, mistakes)
        mistakes.raise_any()
        self.capacity, self.items, self.tree = capacity, items, tree
        self.order = sorted(found, key=lambda item: (-item.rate, item.number))
        self.whole = all(type(item.value) is int for item in found)
        self.total: Cost = sum(item.value for item in found)
        self.start: State = ()

    def new_board(self, rng: Random) -> Self:
        """A random problem with the same number of items, and a bag for about half of their weight."""
        return type(self)(*draw_items(len(self.order), rng), self.tree)

    # Rules

    def steps(self, state: State) -> Iterator[Step[State, str]]:
        """The two decisions about the next item: take it, if the bag can carry it or the tree is `full`, and
        leave it.
        """
        if len(state) == len(self.order) or self.measure_room(state) < 0:
            return
        item = self.order[len(state)]
        if item.weight <= self.measure_room(state) or self.tree == "full":
            yield Step("take", (*state, 1), 0)
        yield Step("leave", (*state, 0), item.value)

    def attempts(self, state: State) -> Iterator[Step[State, str]]:
        """The steps that backtracking tries: take the next item, even if it is too heavy, and leave it."""
        item = self.order[len(state)] if len(state) < len(self.order) else None
        if item is not None and item.weight > self.measure_room(state) >= 0 and self.tree == "valid":
            yield Step("take", (*state, 1), 0)
        yield from self.steps(state)

    def is_goal(self, state: State) -> bool:
        """Whether every item is decided and the bag is not overloaded."""
        return len(state) == len(self.order) and self.measure_room(state) >= 0

    def promising(self, state: State) -> bool:
        """Whether the bag is not overloaded."""
        return self.measure_room(state) >= 0

    def measure_room(self, state: State) -> Cost:
        """The remaining capacity; negative if the bag is overloaded."""
        return self.capacity - sum(item.weight for item, part in zip(self.order, state, strict=False) if part)

    def sum_packed(self, state: State) -> Cost:
        """The value in the bag."""
        return sum(item.value for item, part in zip(self.order, state, strict=False) if part)

    def sum_undecided(self, state: State) -> Cost:
        """The value of the undecided items."""
        return sum(item.value for item in self.order[len(state) :])

    def fill_room(self, state: State) -> Iterator[Share]:
        """The part of each undecided item that would fit if items could be divided. In order of value per weight, items
        are packed whole as long as they fit, then part of the next item, and nothing of the others.
        """
        room = Fraction(self.measure_room(state))
        for item in self.order[len(state) :]:
            part = Fraction(1) if item.weight <= room else max(room, Fraction(0)) / Fraction(item.weight)
            room -= part * Fraction(item.weight)
            yield Share(item, part, part * Fraction(item.value))

    def round_down(self, worth: Cost) -> Cost:
        """Tighten `worth`, an upper bound on the packed value: round it down if all items have whole values."""
        return floor(worth) if self.whole else worth

    def preferred(self) -> str:
        """The default algorithm: branch and bound, for which knapsacks are the standard example."""
        return "branch-and-bound"

    def describe_cost(self, cost: Cost) -> str:
        """The packed value of a plan in words. `cost` is the value that the plan leaves behind."""
        return _("value in the bag {value} of {all}").format(
            value=format_amount(self.total - cost), all=format_amount(self.total)
        )

    # Text and pictures

    def text(self, state: State) -> str:
        """One item per line, with its value and weight: `+` is packed, `-` left, `?` undecided. The last line has the
        totals.
        """
        signs = ["+" if part else "-" for part in state] + ["?"] * (len(self.order) - len(state))
        lines = [
            f"{sign} {item.number}: {format_amount(item.value)}/{format_amount(item.weight)}"
            for sign, item in zip(signs, self.order, strict=True)
        ]
        used = format_amount(self.capacity - self.measure_room(state))
        return "\n".join([*lines, f"{format_amount(self.sum_packed(state))} ({used}/{self.capacity})"])

    def label(self, state: State) -> str:
        """A character for each item: 1 packed, 0 left behind, _ undecided, as in `10__`."""
        return "".join(map(str, state)) + "_" * (len(self.order) - len(state))

    def working(self, state: State) -> StateTable:
        """The items with the share of each that the fractional bound packs, and the arithmetic of the bound."""
        shares = {share.item: share for share in self.fill_room(state)}
        rows = []
        for place, item in enumerate(self.order):
            part = Fraction(state[place]) if place < len(state) else shares[item].part
            worth = format_amount(self.round_to_show(part * Fraction(item.value)))
            amounts = (item.value, item.weight, self.round_to_show(item.rate))
            rows.append((str(item.number), *map(format_amount, amounts), str(part), worth))
        head = (_("Item"), _("Value"), _("Weight"), _("Value per weight"), _("Fraction packed"), _("Value added"))
        marked = tuple((place, 3) for place in range(len(state), len(self.order)))
        return StateTable(_("Fractional bound"), head, tuple(rows), tuple(self._list_notes(state)), marked)

    @staticmethod
    def round_to_show(amount: Cost) -> Cost:
        """Round to at most two decimals."""
        return amount if isinstance(amount, int) or amount == inf else round(Fraction(amount), 2)

    def _list_notes(self, state: State) -> Iterator[str]:
        room = self.measure_room(state)
        if room < 0:
            yield _("The bag is overloaded by {weight}.").format(weight=format_amount(-room))
            return
        packed, fits = self.sum_packed(state), sum((share.worth for share in self.fill_room(state)), Fraction(0))
        text = _("Value in the bag {value}, weight {weight} of {capacity}, remaining capacity {room}")
        weight = format_amount(self.capacity - room)
        yield text.format(value=format_amount(packed), weight=weight, capacity=self.capacity, room=format_amount(room))
        most, whole = packed + fits, packed + self.round_down(fits)
        parts = " + ".join(format_amount(self.round_to_show(each)) for each in (packed, fits))
        rounded = "" if most == whole else _(", rounded down to {value}").format(value=format_amount(whole))
        found = format_amount(self.round_to_show(most))
        yield _("Upper bound on the value: {sum}").format(sum=f"{parts} = {found}{rounded}")
        terms = f"{format_amount(self.total)} − {format_amount(whole)} = {format_amount(self.total - whole)}"
        yield _("Lower bound on the value left behind: {sum} = f").format(sum=terms)

    def scene(self, state: State) -> Scene:
        """The items on a shelf, the bag with the packed items, and the floor for the items left behind."""
        items = [
            Packing(str(item.number), item.value, item.weight, state[place] if place < len(state) else None)
            for place, item in enumerate(self.order)
        ]
        return draw_packing(items, self.capacity, self._describe(state))

    def _describe(self, state: State) -> str:
        text = _("Value in the bag {value}, weight {weight} of {capacity}; value left behind: {left}.")
        packed, used = self.sum_packed(state), self.capacity - self.measure_room(state)
        left = self.total - packed - self.sum_undecided(state)
        amounts = {"value": packed, "weight": used, "capacity": self.capacity, "left": left}
        return text.format(**{name: format_amount(amount) for name, amount in amounts.items()})

    def gestures(self, state: State, move: str) -> tuple[tuple[str], ...]:
        """The clicks that perform a move: on the bag or the item to take it, on the floor to leave it."""
        if move == "leave":
            return ((LEAVE,),)
        return ((TAKE,), (name_handle(str(self.order[len(state)].number)),))

    def refusal(self, state: State, clicks: Sequence[str]) -> str:
        """Why a click is refused: the item is too heavy, or another item must be decided first."""
        last = "".join(clicks[-1:])
        if len(state) == len(self.order) or not last:
            return ""
        item = self.order[len(state)]
        handle = name_handle(str(item.number))
        if last in (TAKE, handle):
            text = _("Item {n} weighs {weight}; the bag carries only {room} more.")
            room = format_amount(max(self.measure_room(state), 0))
            return text.format(n=item.number, weight=format_amount(item.weight), room=room)
        if last.startswith(name_handle("")):
            return _("Item {n} must be decided first: it has the greatest value per weight.").format(n=item.number)
        return ""

    def typed(self, text: str) -> tuple[str, ...]:
        """The click for the word `take` or `leave`, if it is typed."""
        return {"take": (TAKE,), "leave": (LEAVE,)}.get(text.strip().lower(), ())


def _read_items(value: object, mistakes: Mistakes) -> list[Item]:
    """The items in the setting `items`; [] after recording a mistake."""
    if not isinstance(value, list | tuple) or not 0 < len(value) <= MOST_ITEMS:
        text = _("items = {value}: give 1 to {most} items as [value, weight], as in {form}")
        mistakes.say(text.format(value=quote_value(value), most=MOST_ITEMS, form=ITEMS_FORM), "items")
        return []
    found = []
    for number, each in enumerate(value, 1):
        if not isinstance(each, list | tuple) or len(each) != 2 or not all(map(is_amount, each)):
            text = _(
                "items: item {number} is {value}; an item is [value, weight], two numbers, each 0 or more, as in {form}"
            )
            mistakes.say(text.format(number=number, value=quote_value(each), form="[100, 10]"), "items")
            return []
        found.append(Item(number, make_exact(each[0]), make_exact(each[1])))
    return found
