"""The number of shortest paths from one tower to another with four pegs: OEIS A143807, and the terms after its last
one.

In a shortest path the largest disc moves once. Proof: let a path make `a` moves before the first move of the largest
disc and `b` moves after its last move. At both times the other discs lie on the two remaining pegs. So the shorter
part, one move of the largest disc, and the same part mirrored are a path, too, of 2 min(a, b) + 1 moves. That is fewer,
unless the largest disc moves once and a = b. The program therefore takes the positions of the smaller discs on the
two remaining pegs, at half of the distance, and adds up the squares of the numbers of shortest paths to them, since as
many paths lead on to the end.

The positions of the smaller discs are the numbers below 4^(n - 1), two bits per disc. Each has its distance and the
number of shortest paths to it.

Run it with `python examples/hanoi_ways.py 12 13 14`. 14 discs need 1 GB of memory, and each further disc four times as
much.
"""

import sys
import time
from typing import Any

import numpy as np
from numba import njit

FAR = 255  # not reached yet
FRAME_STEWART = (0, 1, 3, 5, 9, 13, 17, 25, 33, 41, 49, 65, 81, 97, 113, 129, 161)  # proved by Bousch, 2014


@njit(cache=True)
def add_layer(states: Any, discs: int, depth: Any, far: Any, ways: Any, after: Any) -> int:
    """Write the states of the next layer into `after`, their distances into `far`, and their path counts into `ways`.
    Returns the size of the layer, or -1 if a count overflows.
    """
    found = 0
    for index in range(states.shape[0]):
        state = np.int64(states[index])
        count = ways[state]
        blocked: Any = 0  # the pegs that hold a smaller disc
        for disc in range(discs):
            peg = state >> 2 * disc & 3
            if blocked >> peg & 1:
                continue
            for other in range(4):
                if other != peg and not blocked >> other & 1:
                    next_state = state ^ (peg ^ other) << 2 * disc
                    if far[next_state] == FAR:
                        far[next_state] = depth + 1
                        ways[next_state] = count
                        after[found] = next_state
                        found += 1
                    elif far[next_state] == depth + 1:
                        ways[next_state] += count
                        if ways[next_state] < count:
                            return -1
            blocked |= 1 << peg
            if blocked == 15:
                break
    return found


def count_ways(discs: int) -> int:
    """The number of shortest paths from one tower of `discs` discs to another, with four pegs."""
    smaller = discs - 1
    far = np.full(4**smaller, FAR, np.uint8)
    ways = np.zeros(4**smaller, np.uint64)
    far[0], ways[0] = 0, 1
    states = np.zeros(1, np.uint32)
    for depth in range(FRAME_STEWART[discs] // 2):
        room = np.empty(min(4**smaller, len(states) * 6), np.uint32)
        found = add_layer(states, smaller, depth, far, ways, room)
        if found < 0:
            raise OverflowError("a number of ways does not fit into 64 bits")
        states = room[:found].copy()
    aside = (sum(1 + (pegs >> disc & 1) << 2 * disc for disc in range(smaller)) for pegs in range(2**smaller))
    return sum(int(ways[state]) ** 2 for state in aside if far[state] == FRAME_STEWART[discs] // 2)


def main() -> None:
    """Print one line for each number of discs."""
    for discs in map(int, sys.argv[1:] or range(1, 12)):
        began = time.perf_counter()
        ways = count_ways(discs)
        seconds = time.perf_counter() - began
        print(f"{discs} discs, {FRAME_STEWART[discs]} moves: {ways} ways, {seconds:.1f} s", flush=True)


if __name__ == "__main__":
    main()
