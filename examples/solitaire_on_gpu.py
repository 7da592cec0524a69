"""All positions of peg solitaire on a GPU: the English board in a second, the European one, 2^37 positions, in 16 GiB.

Run it with `python examples/solitaire_on_gpu.py`. Each thread computes one word of the bitmap that
`solitaire_bitmaps.py` describes, and the bitmap stays in GPU memory.
"""

import argparse
import json
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np

from langkah.engine.gpu.jit import cuda, gpu_kernel
from langkah.games.solitaire.peg_board import PegBoard
from langkah.games.solitaire.solitaire import ENGLISH
from solitaire_bitmaps import (
    LOW,
    list_first_words,
    list_peg_masks,
    list_word_jumps,
    make_board,
    make_record,
)

EUROPEAN = "  ooo  / ooooo /ooooooo/ooo.ooo/ooooooo/ ooooo /  ooo  "
BLOCKS, THREADS = 8192, 256  # blocks per launch, and threads per block


@gpu_kernel
def write_words(good: Any, first: Any) -> None:
    """Write the words `first` (pairs of index and word) into the bitmap `good`, and set all its other words to 0."""
    index = cuda.grid(1)
    while index < good.size:
        good[index] = 0
        for row in range(first.shape[0]):
            if np.uint64(index) == first[row, 0]:
                good[index] = first[row, 1]
        index += cuda.gridsize(1)


@gpu_kernel
def add_layer(good: Any, jumps: Any, masks: Any, pegs: Any, total: Any) -> None:
    """Mark, in the bitmap `good`, the positions with `pegs` pegs from which a jump leads to a marked position, and add
    the number of newly marked positions to total[0].
    """
    index, count = cuda.grid(1), 0
    while index < good.size:
        high = np.uint64(index)
        inside = pegs - cuda.popc(high)
        if 0 <= inside <= LOW:
            found = np.uint64(0)
            for row in range(jumps.shape[0]):
                if high & jumps[row, 0] == jumps[row, 1]:
                    found |= good[high ^ jumps[row, 0]] >> jumps[row, 3] << jumps[row, 4] & jumps[row, 2]
            found &= masks[inside]
            if found != 0:
                good[index] |= found
                count += cuda.popc(found)
        index += cuda.gridsize(1)
    if count > 0:
        cuda.atomic.add(total, 0, count)


def find_reducible(board: PegBoard, ends: Iterable[int]) -> tuple[Any, list[int]]:
    """The bitmap of the positions that can be reduced to one peg in one of the holes `ends`, and the number of these
    positions with 1, 2, ... pegs.
    """
    ends, holes = set(ends), len(board.cells)
    words = 1 << holes - LOW
    good, grid = cuda.device_array(words, np.uint64), (min(BLOCKS, words), THREADS)
    write_words[grid](good, cuda.to_device(np.array(list(list_first_words(ends).items()), np.uint64)))
    jumps, masks, layers = cuda.to_device(list_word_jumps(board)), cuda.to_device(list_peg_masks()), [len(ends)]
    while len(layers) < holes:
        total = cuda.to_device(np.zeros(1, np.int64))
        add_layer[grid](good, jumps, masks, len(layers) + 1, total)
        layers.append(int(total.copy_to_host()[0]))
    return good, layers


def main() -> None:
    """Classify all positions of both boards, print the counts, and write the requested files."""
    parser = argparse.ArgumentParser(description="Classify all positions of the English and the European board.")
    parser.add_argument("--records", type=Path, help="a folder for the counts")
    parser.add_argument("--on", default="one GPU", help="the machine, for the records")
    args = parser.parse_args()
    for title, rows in (("English", ENGLISH), ("European", EUROPEAN)):
        board = make_board(rows)
        for name, ends in (("one", range(len(board.cells))), ("centre", (len(board.cells) // 2,))):
            began = time.perf_counter()
            _good, layers = find_reducible(board, ends)
            record = make_record(title, name, layers, time.perf_counter() - began, args.on)
            print(json.dumps(record), flush=True)
            if args.records:
                path = args.records / f"solitaire-{title.lower()}-{name}.json"
                path.write_text(json.dumps(record) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
