"""Certificates for tests: one for each game's small problem and each claim that fits the problem, and ways to corrupt a
certificate.
"""

import gzip
import json
from collections.abc import Iterator
from contextlib import suppress
from copy import deepcopy
from functools import cache
from random import Random
from typing import Any, Literal

import langkah
from langkah import DoesNotHold, Proof, load
from langkah.games import GAMES
from langkah.model import Puzzle
from langkah.proofs.certificate import list_claims
from langkah.search import run_search
from langkah.tracing import Status
from tests.small import SMALL

Blocks = list[tuple[Any, list[str]]]
EXACT = {"distances", "layers", "odds"}  # claims for which any other label is wrong


def list_cases() -> list[tuple[str, str]]:
    """Every game with every claim that fits its small problem, as pairs of names."""
    found = []
    for game in GAMES:
        problem = load(game, SMALL[game])
        solved = isinstance(problem, Puzzle) and run_search(problem).status is Status.SOLVED
        skipped = {"impossible" if solved else "least"}
        found += [(game, claim) for claim in list_claims(problem) if claim not in skipped]
    return found


@cache
def make_proof(game: str, claim: str) -> Proof:
    """A certificate of a claim about the small problem of a game."""
    problem = load(game, SMALL[game])
    if claim == "consistent":  # of the first estimate that is consistent
        for estimate in problem.all_estimates() if isinstance(problem, Puzzle) else ():
            with suppress(DoesNotHold):
                return langkah.prove(problem, claim, estimate=estimate.name)
    if claim != "never-loses":
        return langkah.prove(problem, claim)
    seat: Literal["first", "second"] = "second" if langkah.solve(problem).value == "loss" else "first"
    return langkah.prove(problem, claim, player="perfect", seat=seat)


def read_parts(data: bytes) -> tuple[dict[str, Any], Blocks]:
    """The header and the blocks of a certificate."""
    first, *lines = gzip.decompress(data).decode().splitlines()
    blocks: Blocks = []
    for line in lines:
        if line.startswith("@"):
            blocks.append((json.loads(line[1:]), []))
        else:
            blocks[-1][1].append(line)
    return json.loads(first), blocks


def write_parts(header: dict[str, Any], blocks: Blocks) -> bytes:
    """A certificate made of a header and blocks, which may be wrong on purpose; the number of states is corrected."""
    header = {**header, "states": sum(len(states) for _label, states in blocks)}
    lines = [json.dumps(header), *(line for label, states in blocks for line in ["@" + json.dumps(label), *states])]
    return gzip.compress("".join(f"{line}\n" for line in lines).encode(), 1)


def shift_label(label: Any, by: int) -> Any:
    """A label raised by a whole number (lowered if it is negative)."""
    if isinstance(label, str):
        above, below = map(int, label.split("/"))
        return f"{above + by * below}/{below}"
    return label + by


def list_mutations(data: bytes, rng: Random, count: int) -> Iterator[tuple[str, bytes]]:
    """`count` random changes to a certificate: the name of each change, and the changed certificate."""
    header, blocks = read_parts(data)
    kinds = ["drop", "twice", "byte", "packed byte", "start"]
    kinds += ["raise"] if header["claim"] in {"least", *EXACT} else []
    kinds += ["lower"] if header["claim"] in EXACT else []
    kinds += ["cost", "cut", "longer", "swap moves"] if header["claim"] == "least" and header["plan"] else []
    kinds += ["number"] if {"layers", "hardest", "expected", "value"} & header.keys() else []
    kinds += ["label side", "label rank"] if header["claim"] == "value" else []
    kinds += ["label side", "label move"] if header["claim"] == "never-loses" else []
    kinds += ["swap problems"] if list_others(header) else []
    for _n in range(count):
        kind = rng.choice(kinds)
        yield kind, _mutate(kind, data, deepcopy(header), deepcopy(blocks), rng)


@cache
def _list_all() -> list[tuple[str, str]]:
    return list_cases()


def list_others(header: dict[str, Any]) -> list[str]:
    """The other games that have a certificate of the claim in this header."""
    return [game for game, claim in _list_all() if claim == header["claim"] and game != header["problem"]]


def _mutate(kind: str, data: bytes, header: dict[str, Any], blocks: Blocks, rng: Random) -> bytes:
    if kind in ("byte", "packed byte"):
        return _change_byte(data, rng, packed=kind == "packed byte")
    if kind == "swap problems":
        other = make_proof(rng.choice(list_others(header)), header["claim"])
        return write_parts(header, read_parts(other.data)[1])
    label, states = rng.choice([each for each in blocks if each[0] is not None and each[1]])
    place = rng.randrange(len(states))
    if kind == "drop":
        del states[place]
    elif kind == "twice":
        rng.choice(blocks)[1].append(states[place])
    elif kind in ("raise", "lower"):
        by = rng.choice((1, 2, 7)) * (1 if kind == "raise" else -1)
        blocks.append((shift_label(label, by), [states.pop(place)]))
        blocks.sort(key=lambda each: (each[0] is None, header["claim"] == "odds" or each[0]))
    elif kind.startswith("label"):
        blocks.append((_change_label(kind, label, rng), [states.pop(place)]))
    else:
        _mutate_header(kind, header, blocks, rng)
    return write_parts(header, blocks)


def _change_label(kind: str, label: list[Any], rng: Random) -> list[Any]:
    """The label of a position in a plan with one part changed: the side to move, the rank, or the player's move,
    according to `kind`.
    """
    if kind == "label side":
        return [1 - label[0], *label[1:]]
    if kind == "label rank":
        return [label[0], label[1] + rng.choice((1, -1, 7))]
    return [label[0], *label[2:], "no such move"]


def _mutate_header(kind: str, header: dict[str, Any], blocks: Blocks, rng: Random) -> None:
    if kind == "cost":
        header["cost"] = shift_label(header["cost"], rng.choice((1, -1)))
    elif kind == "cut":
        del header["plan"][rng.randrange(len(header["plan"])) :]
    elif kind == "longer":
        header["plan"].append(rng.choice(header["plan"]))
    elif kind == "swap moves":
        header["plan"].insert(rng.randrange(len(header["plan"])), "no such move")
    elif kind == "start":
        header["start"] = rng.choice([[9, 9, 9], -1, "nowhere", {"set": [1]}])
    elif "value" in header:
        header["value"] = rng.choice([each for each in ("win", "draw", "loss") if each != header["value"]])
    elif "layers" in header:
        header["layers"][rng.randrange(len(header["layers"]))] += 1
    else:
        name = "hardest" if "hardest" in header else "expected"
        header[name] = shift_label(header[name], rng.choice((1, -1)))
    del blocks


def _change_byte(data: bytes, rng: Random, *, packed: bool) -> bytes:
    text = bytearray(data if packed else gzip.decompress(data))
    text[rng.randrange(len(text))] ^= rng.randrange(1, 256)
    return bytes(text) if packed else gzip.compress(bytes(text), 1)
