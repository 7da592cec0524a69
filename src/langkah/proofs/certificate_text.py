"""What a certificate says (docs/proofs.md): lines in a gzip file, and states and exact numbers as JSON.

The first line is the header, a JSON object. `@` and a JSON value begin a block; each line below it is a state that has
this label. Tuples are lists; what JSON has no form for is a table of one name: `{"frozenset": [...]}`, `{"Fraction":
"1/3"}`, `{"bytes": "00ff"}`, and `{"Room": [...]}` for a named tuple, a dataclass or (with the member's name) an
enumeration. No two states that differ are written alike, so that a text can stand for a state.
"""

import gzip
import json
import re
import sys
from bisect import bisect_left
from collections.abc import Callable, Iterator
from enum import Enum
from fractions import Fraction
from math import inf
from typing import Any, BinaryIO, NamedTuple

from langkah.errors import BadInput
from langkah.language import N_, _, format_number
from langkah.settings import quote_value

FORMATS = ("langkah proof 1", "langkah proof 2")  # that can be read
LINE_BYTES = 1 << 22  # of one line, at most
MEMORY = 1 << 30  # bytes, unless said otherwise
STATE_BYTES = 56  # of memory for a state, besides its text
NO_CLASS = N_("a certificate cannot hold a state with a value of the class {name}: use numbers, texts and tuples")


class Line(NamedTuple):
    """A state in a certificate: the number of its line, its text, its label, the number of its block."""

    number: int
    text: str
    label: Any
    block: int


class CertificateText:
    """The lines of a certificate, read as a stream, twice. Of a state is kept what tells it apart, its block and, where
    it must be, its text: one row of bytes among sorted ones, in which it is found again. `memory` bounds them all."""

    def __init__(self, file: BinaryIO, memory: int = MEMORY) -> None:
        self.file, self.memory, self.room = file, memory, memory
        self.header: dict[str, Any] = json.loads(next(self._read_lines()))
        if self.header["format"] not in FORMATS:
            raise ValueError(f"format {self.header['format']!r}, not {FORMATS[-1]!r}")
        self.labels: dict[int, Any] = {-1: inf, -2: inf}  # of blocks; see `find`
        self.rows: list[bytes] = []

    def _read_lines(self) -> Iterator[str]:
        self.file.seek(0)
        with gzip.GzipFile(fileobj=self.file) as unpacked:
            while line := unpacked.readline(LINE_BYTES):
                if not line.endswith(b"\n"):
                    raise EOFError("a line has no end")
                yield line[:-1].decode()

    def __iter__(self) -> Iterator[Line]:
        """Every listed state."""
        label, block = None, 0
        for number, text in enumerate(self._read_lines(), 1):
            if text.startswith("@"):
                label, block = json.loads(text[1:]), block + 1
                self.labels[block] = label = label if isinstance(label, list) else read_number(label)
            elif number > 1:
                yield Line(number, text, label, block)

    def collect(self, name: Callable[[Line], str]) -> None:
        """Read all states, to find them by name: by their texts, or by what else tells them apart."""
        for line in self:
            known = name(line)
            row = f"{known}\t{line.block}\t{'' if known == line.text else line.text}".encode()
            self.rows.append(row)
            self.room -= len(row) + STATE_BYTES
            if self.room < 0:
                text = _("this certificate needs more than {n} bytes of memory: --memory allows more")
                raise BadInput(text.format(n=format_number(self.memory)))
        self.rows.sort()
        self.rows.append(b"~")  # behind every name

    def find(self, name: str) -> tuple[int, int, str]:
        """The place of a state among the sorted ones, its block and its text; -1 and "" where it is not listed, and the
        block -2 where it is listed twice."""
        wanted = f"{name}\t".encode()
        place = bisect_left(self.rows, wanted)
        if not self.rows[place].startswith(wanted):
            return -1, -1, ""
        _name, block, text = self.rows[place].decode().split("\t", 2)
        return place, -2 if self.rows[place + 1].startswith(wanted) else int(block), text or name


def encode_state(value: Any) -> str:
    """A state as JSON on one line."""
    kind: Any = type(value)
    if kind is tuple:
        return f"[{','.join([repr(each) if type(each) is int else encode_state(each) for each in value])}]"
    if value is None or kind in (int, str, bool, float):
        return json.dumps(value, allow_nan=False)
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


def decode_state(value: Any, problem: object) -> Any:
    """The state that JSON stands for. A class is looked up where the puzzle is defined, and nowhere else."""
    if isinstance(value, list):
        return tuple([each if type(each) is int else decode_state(each, problem) for each in value])
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
    cost = read_number(value)
    if not 0 <= cost < inf:
        raise ValueError(_("a step costs {cost}: it must cost 0 or more").format(cost=quote_value(value)))
    return cost
