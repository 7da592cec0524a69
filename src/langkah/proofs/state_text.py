"""States and exact numbers as text in a certificate: JSON on one line; and steps with exact costs.

Tuples become lists. A value that JSON cannot express becomes an object with one name: `{"frozenset": [...]}`,
`{"Fraction": "1/3"}`, `{"bytes": "00ff"}`, and `{"Room": [...]}` for a named tuple, a dataclass or (with the member's
name) an enumeration. Different states have different texts; the checker does not rely on this fact, and compares
states.
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
INTEGERS = {int}  # a state that contains only these types is converted in one go
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
    """The state that a text describes."""
    value, end = SCAN(text)
    if end != len(text):
        raise ValueError(f"more than a state: {text[end:][:40]!r}")
    return decode_state(value, problem)


def decode_state(value: Any, problem: object) -> Any:
    """The state that a JSON value describes. Classes are looked up only in the modules that define the puzzle."""
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
    """An exact number: whole, a fraction (in JSON "7/2"), or infinity (null). A float becomes the equal fraction."""
    if type(value) is int or value is None or value == inf:
        return inf if value is None else value
    if isinstance(value, str) and not re.fullmatch("[0-9]{1,4000}/[0-9]{1,4000}", value):
        raise ValueError(f"no number: {value[:40]!r}")
    found = Fraction(value)
    if isinstance(value, str) and value != str(found):
        raise ValueError(f"not in lowest terms: {value[:40]!r}")
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
    """The label of a block: an exact number, or a list of whole numbers and texts."""
    label = json.loads(text)
    if not isinstance(label, list):
        return read_number(label)
    if not {int, str}.issuperset(map(type, label)):
        raise BadInput(_("the label of a block must be a number, or a list of whole numbers and texts"))
    return label


def list_steps(problem: Any, state: Any) -> list[tuple[Any, Any]]:
    """The steps from a state: the exact cost of each step, and the state that it leads to."""
    return [(read_cost(step.cost), step.state) for step in problem.steps(state)]
