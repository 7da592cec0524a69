"""Random river crossings of the same kind as a given one: against the clock, with two crowds of which one must not
outnumber the other, or with a farmer whose animals eat each other and his plants.
"""

from itertools import product
from random import Random
from typing import Any

PEOPLE = ("adi", "budi", "citra", "dewi", "eka", "fajar", "gita", "hadi")
PREDATORS, PREY, PLANTS = ("wolf", "fox", "tiger"), ("goat", "goose", "deer"), ("cabbage", "grain", "grass")
MINUTES = 20
MOST_DRAWS = 50  # draws of travellers, until enough of them quarrel
MANY_KINDS = 5  # from this number of kinds besides the farmer on, the boat has three seats


def draw_clock(count: int, seats: int, rng: Random) -> dict[str, Any]:
    """The settings of a random crossing against the clock, for `count` people who each need a different number of
    minutes.
    """
    names = [PEOPLE[number] if number < len(PEOPLE) else f"p{number}" for number in range(count)]
    minutes = sorted(rng.sample(range(1, max(MINUTES, 2 * count)), count))
    return {
        "travellers": dict.fromkeys(names, 1),
        "seats": seats,
        "times": dict(zip(names, minutes, strict=True)),
    }


def draw_crowds(total: int, names: tuple[str, str], rng: Random) -> dict[str, Any]:
    """The settings of a random crossing for about `total` people of the two kinds in `names`. The rule: the first kind
    must not outnumber the second. In total, there are at most as many people of the first kind as of the second.
    """
    many, few = names
    of_few = rng.randint((total + 1) // 2, total - 1)
    of_many = rng.randint(max(1, total - 1 - of_few), min(of_few, total - of_few + 1))
    return {
        "travellers": {few: of_few, many: of_many},
        "seats": rng.choice((2, 2, 3, 4)) if total > 5 else 2,
        "outnumber": [[many, few]],
    }


def draw_farm(count: int, rng: Random) -> dict[str, Any]:
    """The settings of a random crossing for a farmer and travellers of `count` kinds (or all known kinds, if these are
    fewer), some of whom eat others when the farmer is away.
    """
    everybody = (*PREDATORS, *PREY, *PLANTS)
    seats = 2 if count < MANY_KINDS else 3
    for _draw in range(MOST_DRAWS):
        kinds = sorted(rng.sample(everybody, min(count, len(everybody))), key=everybody.index)
        pairs = [pair for pair in (*product(PREDATORS, PREY), *product(PREY, PLANTS)) if set(pair) <= set(kinds)]
        if len(pairs) >= seats:
            break
    quarrels = [[*pair, "farmer"] for pair in sorted(rng.sample(pairs, min(len(pairs), rng.randint(seats, count))))]
    twins = rng.choice((*kinds, "")) if count >= MANY_KINDS else ""
    return {
        "travellers": {"farmer": 1, **{kind: 2 if kind == twins else 1 for kind in kinds}},
        "seats": seats,
        "rowers": ["farmer"],
        "quarrels": quarrels,
    }
