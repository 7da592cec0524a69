"""States and exact numbers as a certificate has them: JSON, on one line; and steps with exact costs.

Tuples are lists; what JSON has no form for is a table of one name: `{"frozenset": [...]}`, `{"Fraction": "1/3"}`,
`{"bytes": "00ff"}`, and `{"Room": [...]}` for a named tuple, a dataclass or (with the member's name) an enumeration. No
two states that differ are written alike; the checker does not rely on it: it reads back what it finds, and compares.
"""

import json
import re
import sys
from enum import Enum
from fractions import Fraction
from math import inf
from typing import Any

from langkah.errors import BadInput
from langkah.language import N_, _
from langkah.settings import quote_value

ENCODE = json.JSONEncoder(allow_nan=False).encode
SCAN = json.JSONDecoder().raw_decode
INTEGERS = {int}  # a state of nothing else is written and read in one go
NO_CLASS = N_("a certificate cannot hold a state with a value of the class {name}: use numbers, texts and tuples")


def encode_state(value: Any) -> str:
    """A state as JSON on one line."""
    kind: Any = type(value)
    if kind is tuple:
        return f"[{','.join(map(repr if INTEGERS.issuperset(map(type, value)) else encode_state, value))}]"
    if value is None or kind in (int, str, bool, float):
        return ENCODE(value)
    if kind is frozenset:
        return f'{{"frozenset":[{",".join(sorted(map(encode_state, value)))}]}}'
    if kind in (bytes, Fraction):
        plain = value.hex() if kind is bytes else f"{value.numerator}/{value.denominator}"
        return f'{{"{kind.__name__}":"{plain}"}}'
    if isinstance(value, Enum):
        return f'{{"{kind.__name__}":{json.dumps(value.name)}}}'
    fields = getattr(kind, "_fields", None) or getattr(kind, "__dataclass_fields__", None)
    if fields is None or isinstance(value, type):
        raise BadInput(_(NO_CLASS).format(name=kind.__name__))
    return f'{{"{kind.__name__}":{encode_state(tuple(getattr(value, each) for each in fields))}}}'


def read_state(text: str, problem: object) -> Any:
    """The state that a text stands for."""
    value, end = SCAN(text)
    if end != len(text):
        raise ValueError(f"more than a state: {text[end:][:40]!r}")
    return decode_state(value, problem)


def decode_state(value: Any, problem: object) -> Any:
    """The state that JSON stands for. A class is looked up where the puzzle is defined, and nowhere else."""
    if isinstance(value, list):
        if INTEGERS.issuperset(map(type, value)):
            return tuple(value)
        return tuple([decode_state(each, problem) for each in value])
    if not isinstance(value, dict):
        return value
    ((name, inner),) = value.items()
    if name in ("bytes", "Fraction"):
        return bytes.fromhex(inner) if name == "bytes" else Fraction(*map(int, inner.split("/")))
    if name == "frozenset":
        return frozenset(decode_state(inner, problem))
    homes = [vars(sys.modules[each.__module__]) for each in type(problem).__mro__]
    found: Any = next((home[name] for home in homes if name in home), None)
    if isinstance(found, type) and issubclass(found, Enum):
        return found[inner]
    if not isinstance(found, type) or not (hasattr(found, "_fields") or hasattr(found, "__dataclass_fields__")):
        raise BadInput(_(NO_CLASS).format(name=name))
    return found(*decode_state(inner, problem))


def read_number(value: Any) -> Any:
    """An exact number: whole, a fraction (in JSON "7/2"), or infinity (null). A float is the fraction that it is."""
    if type(value) is int or value is None or value == inf:
        return inf if value is None else value
    if isinstance(value, str) and not re.fullmatch("[0-9]{1,4000}/[0-9]{1,4000}", value):
        raise ValueError(f"no number: {value[:40]!r}")
    found = Fraction(value)
    return int(found) if found.denominator == 1 else found


def read_cost(value: Any) -> Any:
    """The cost of a step: an exact number of 0 or more."""
    if type(value) is int and value >= 0:
        return value
    cost = read_number(value)
    if not 0 <= cost < inf:
        raise ValueError(_("a step costs {cost}: it must cost 0 or more").format(cost=quote_value(value)))
    return cost


def read_label(text: str) -> Any:
    """What stands above a block: an exact number, or a list as it is."""
    label = json.loads(text)
    return label if isinstance(label, list) else read_number(label)


def list_steps(problem: Any, state: Any) -> list[tuple[Any, Any]]:
    """What can follow a state: the exact cost of each step, and the state that it leads to."""
    return [(read_cost(step.cost), step.state) for step in problem.steps(state)]
