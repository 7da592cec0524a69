"""All 2^33 positions of peg solitaire on the English board: which of them can be reduced to one peg.

A bitmap has one bit for each position, 1 GiB in total. The first six holes give the bit inside a word of 64 bits, the
others the index of the word, so that a jump is computed for 64 positions at once. Positions are processed by their
number of pegs, from one peg upwards: a position is reducible if a jump leads to a reducible position with one peg
fewer. Backward jumps are jumps on the complement (pegs and holes exchanged): the positions that can be reduced to one
peg in some hole are the complements of those that can be reached from a full board without the peg in that hole.

Run it with `python examples/solitaire_bitmaps.py`; it needs 3 GB and takes a few minutes. `--keep FOLDER` saves the
bitmaps, and `can_be_solved` looks up a position in one of them. `solitaire_on_gpu.py` does the same on a GPU.
"""

import argparse
import hashlib
import json
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np
from numba import njit, prange

from langkah.games.solitaire.peg_board import PegBoard
from langkah.games.solitaire.solitaire import ENGLISH

LOW = 6  # the number of holes inside a word
Bitmap = np.ndarray[Any, np.dtype[np.uint64]]


def make_board(rows: str) -> PegBoard:
    """The board with these rows, as the game `solitaire` writes them."""
    lines = rows.split("/")
    return PegBoard((y, x) for y, line in enumerate(lines) for x, sign in enumerate(line) if sign != " ")


def list_word_jumps(board: PegBoard) -> np.ndarray[Any, np.dtype[np.uint64]]:
    """A row of five numbers for each jump. Two are for the holes outside the word: those on which the jump depends, and
    those that must hold a peg. Three are for the word: the bits for which the jump is legal, and how far it shifts them
    up and down.
    """
    rows = []
    for jump in board.jumps:
        low, have = jump.need & (1 << LOW) - 1, jump.have & (1 << LOW) - 1
        places = sum(1 << place for place in range(1 << LOW) if place & low == have)
        shift = (low ^ have) - have
        rows.append((jump.need >> LOW, jump.have >> LOW, places, max(shift, 0), max(-shift, 0)))
    return np.array(rows, np.uint64)


def list_peg_masks() -> np.ndarray[Any, np.dtype[np.uint64]]:
    """For 0, 1, ... 6 pegs, the bits of a word that stand for positions with that many pegs in the first six holes."""
    places = range(1 << LOW)
    return np.array([sum(1 << at for at in places if at.bit_count() == pegs) for pegs in range(LOW + 1)], np.uint64)


@njit(cache=True)
def count_bits(word: Any) -> Any:
    """The number of bits of a word that are set."""
    word -= (word >> np.uint64(1)) & np.uint64(0x5555555555555555)
    word = (word & np.uint64(0x3333333333333333)) + ((word >> np.uint64(2)) & np.uint64(0x3333333333333333))
    word = (word + (word >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return np.int64((word * np.uint64(0x0101010101010101)) >> np.uint64(56))


@njit(parallel=True, cache=True)
def add_layer(good: Bitmap, jumps: Any, masks: Any, pegs: int) -> int:
    """Mark, in the bitmap `good`, the positions with `pegs` pegs from which a jump leads to a marked position; returns
    the number of newly marked positions.
    """
    total = 0
    for index in prange(good.shape[0]):
        high = np.uint64(index)
        inside = pegs - count_bits(high)
        if inside < 0 or inside > LOW:
            continue
        found, mask = np.uint64(0), masks[inside]
        for row in range(jumps.shape[0]):
            if high & jumps[row, 0] == jumps[row, 1]:
                after = good[high ^ jumps[row, 0]]
                found |= after >> jumps[row, 3] << jumps[row, 4] & jumps[row, 2]
        found &= mask
        if found:
            good[high] |= found
            total += count_bits(found)
    return total


def list_first_words(ends: Iterable[int]) -> dict[int, int]:
    """The words that are not 0, by their index, in a bitmap of the positions with only one peg, in one of the holes
    `ends`.
    """
    words: dict[int, int] = {}
    for end in ends:
        words[1 << end >> LOW] = words.get(1 << end >> LOW, 0) | 1 << ((1 << end) & (1 << LOW) - 1)
    return words


def find_reducible(board: PegBoard, ends: Iterable[int]) -> tuple[Bitmap, list[int]]:
    """The bitmap of the positions that can be reduced to one peg in one of the holes `ends`, and the number of these
    positions with 1, 2, ... pegs.
    """
    ends, holes = set(ends), len(board.cells)
    good = np.zeros(1 << holes - LOW, np.uint64)
    for index, word in list_first_words(ends).items():
        good[index] = word
    jumps, masks, layers = list_word_jumps(board), list_peg_masks(), [len(ends)]
    while len(layers) < holes:
        layers.append(int(add_layer(good, jumps, masks, len(layers) + 1)))
    return good, layers


def can_be_solved(good: Bitmap, position: int) -> bool:
    """Whether a position is marked in a bitmap, such as one opened by `np.load(..., mmap_mode="r")`."""
    return bool(int(good[position >> LOW]) >> (position & (1 << LOW) - 1) & 1)


@njit(cache=True)
def apply_turn(position: Any, tables: Any) -> Any:
    """A position turned or mirrored, computed by three tables of 11 holes each."""
    mask = np.uint64(2047)
    return (
        tables[0, position & mask]
        | tables[1, position >> np.uint64(11) & mask]
        | tables[2, position >> np.uint64(22) & mask]
    )


@njit(parallel=True, cache=True)
def count_classes(good: Bitmap, other: Bitmap, turns: Any, everything: Any) -> int:
    """The number of positions in a bitmap that are the least of their turned and mirrored images, and whose complement
    is in another bitmap.
    """
    total = 0
    for index in prange(good.shape[0]):
        word = good[index]
        for place in range(64):
            if word >> np.uint64(place) & np.uint64(1):
                position = np.uint64(index) << np.uint64(6) | np.uint64(place)
                turned = everything ^ position
                if other[turned >> np.uint64(6)] >> (turned & np.uint64(63)) & np.uint64(1):
                    least: Any = True
                    for turn in range(turns.shape[0]):
                        least = least and apply_turn(position, turns[turn]) >= position
                    total += least
    return total


def make_turn_tables(board: PegBoard) -> np.ndarray[Any, np.dtype[np.uint64]]:
    """For each symmetry of the board, three tables with the images of all pegs in 11 holes, for `apply_turn`."""
    turns = board.find_symmetries(None)
    tables = np.zeros((len(turns), 3, 2048), np.uint64)
    for number, onto in enumerate(turns):
        for part in range(3):
            for bits in range(2048):
                holes = [part * 11 + bit for bit in range(11) if bits >> bit & 1]
                tables[number, part, bits] = sum(1 << onto[hole] for hole in holes if hole < len(onto))
    return tables


def make_record(board: str, name: str, layers: list[int], seconds: float, on: str) -> dict[str, Any]:
    """The content of a record file: the numbers of positions with 1, 2, ... pegs, without zeros, and how they were
    computed.
    """
    layers = [count for count in layers if count]
    return {
        "problem": f"solitaire, {board} board, to one peg ({name})",
        "positions": sum(layers),
        "layers": layers,
        "sha256": hashlib.sha256(",".join(map(str, layers)).encode()).hexdigest(),
        "device": on,
        "engine": "bitmaps",
        "seconds": round(seconds, 1),
    }


def main() -> None:
    """Compute both bitmaps, print the counts, and write the requested files."""
    parser = argparse.ArgumentParser(description="Classify all positions of the English board.")
    parser.add_argument("--keep", type=Path, help="a folder for the bitmaps, 1 GiB each")
    parser.add_argument("--records", type=Path, help="a folder for the counts")
    parser.add_argument("--on", default="processor", help="the machine, for the records")
    args = parser.parse_args()
    board = make_board(ENGLISH)
    centre = len(board.cells) // 2
    found = {}
    for name, ends in (("one", range(len(board.cells))), ("centre", (centre,))):
        began = time.perf_counter()
        good, layers = find_reducible(board, ends)
        seconds = time.perf_counter() - began
        found[name] = good
        record = make_record("English", name, layers, seconds, args.on)
        print(json.dumps(record), flush=True)
        if args.records:
            path = args.records / f"solitaire-english-{name}.json"
            path.write_text(json.dumps(record) + "\n", encoding="utf-8")
        if args.keep:
            args.keep.mkdir(parents=True, exist_ok=True)
            np.save(args.keep / f"solitaire-english-{name}.npy", good)
    turns, everything = make_turn_tables(board), np.uint64((1 << len(board.cells)) - 1)
    every = np.broadcast_to(np.uint64(2**64 - 1), found["one"].shape)
    print("to the centre, turned and mirrored ones once:", count_classes(found["centre"], every, turns, everything))
    print("of these also reached from the centre:", count_classes(found["centre"], found["centre"], turns, everything))


if __name__ == "__main__":
    main()
