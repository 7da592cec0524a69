"""Random items, and a bag for about half of their weight. They are drawn again, up to `MOST_DRAWS` times, if packing
greedily is optimal.
"""

from random import Random

WEIGHTS, RATES = (3, 20), (4, 9)  # bounds on an item's weight, and on its value per unit of weight
MOST_DRAWS = 100


def draw_items(count: int, rng: Random) -> tuple[int, list[list[int]]]:
    """The settings of a random knapsack: its capacity, then a value and a weight for each item."""
    capacity, items = _draw(count, rng)
    for _draw_again in range(MOST_DRAWS):
        if _pack_greedily(capacity, items) < _pack_best(capacity, items):
            break
        capacity, items = _draw(count, rng)
    return capacity, items


def _draw(count: int, rng: Random) -> tuple[int, list[list[int]]]:
    items = []
    for _item in range(count):
        weight = rng.randint(*WEIGHTS)
        items.append([weight * rng.randint(*RATES) + rng.randrange(weight), weight])
    return sum(weight for _value, weight in items) // 2, items


def _pack_greedily(capacity: int, items: list[list[int]]) -> int:
    """The value packed if the items are considered in order of value per weight, and each item that still fits is
    packed.
    """
    packed = 0
    for value, weight in sorted(items, key=lambda item: -item[0] * 10_000 // item[1]):
        if weight <= capacity:
            capacity, packed = capacity - weight, packed + value
    return packed


def _pack_best(capacity: int, items: list[list[int]]) -> int:
    """The greatest value that fits, by dynamic programming over the capacity."""
    best = [0] * (capacity + 1)
    for value, weight in items:
        for room in range(capacity, weight - 1, -1):
            best[room] = max(best[room], best[room - weight] + value)
    return best[capacity]
