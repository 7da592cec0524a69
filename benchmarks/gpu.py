"""`make gpu`: the GPU against the processor on the same spaces, number by number, and then how fast it is alone.

Needs an NVIDIA GPU with its driver and numba-cuda. `python -m benchmarks.gpu 22 23` also explores towers of so many
discs; 23 take seven minutes on an H200.
"""

import sys
import time
from typing import Any

from langkah import explore, load
from langkah.engine.gpu.device import require_gpu

KLOTSKI = {
    "board": "a**b/c**d/eefg/kkfg/h..i",
    "goal": {"*": [[3, 1], [3, 2], [4, 1], [4, 2]], "c": [[0, 0]], "d": [[0, 3]], "h": [[1, 0]], "i": [[1, 3]]},
    "same": [["c", "d"], ["h", "i"]],
}
COMPARED: dict[str, tuple[str, dict[str, Any]]] = {
    "classic Klotski": ("klotski:classic", {}),
    "Klotski, 15.8 million": ("klotski", KLOTSKI),
    "8-puzzle": ("tiles", {}),
    "3 pegs, 12 discs": ("hanoi", {"discs": 12}),
    "4 pegs, 13 discs": ("hanoi", {"discs": 13, "pegs": 4}),
}
ALONE: dict[str, tuple[str, dict[str, Any]]] = {
    "3 x 4 tiles": ("tiles", {"rows": 3, "cols": 4}),
    "4 pegs, 17 discs": ("hanoi", {"discs": 17, "pegs": 4}),
    "4 pegs, 20 discs": ("hanoi", {"discs": 20, "pegs": 4}),
}
SAME = ("states", "layers", "goals", "nearest_goal", "complete", "hardest")


def time_twice(name: str, settings: dict[str, Any]) -> tuple[Any, float]:
    """What the GPU finds, and the seconds of the second run: the first compiles."""
    problem = load(name, **settings)
    explore(problem, device="gpu", hardest=False)
    began = time.perf_counter()
    return explore(problem, device="gpu", hardest=False), time.perf_counter() - began


def main() -> int:
    """Compare, then measure."""
    require_gpu()
    wrong = 0
    for title, (name, settings) in COMPARED.items():
        problem = load(name, **settings)
        small = name != "klotski"  # hardest starts of the large one take the processor minutes
        one, other = (explore(problem, device=each, hardest=small) for each in ("cpu", "gpu"))
        same = all(getattr(one, each) == getattr(other, each) for each in SAME if each != "hardest" or other.hardest)
        wrong += not same
        seconds = time_twice(name, settings)[1]
        print(f"{title:24} {one.states:>16,} states  {'same' if same else 'DIFFERENT'}  {seconds:8.3f} s", flush=True)
    for title, (name, settings) in ALONE.items():
        found, seconds = time_twice(name, settings)
        print(f"{title:24} {found.states:>16,} states  depth {found.depth}  {seconds:8.3f} s", flush=True)
    for discs in map(int, sys.argv[1:]):
        began = time.perf_counter()
        found = explore(load("hanoi", discs=discs, pegs=4), device="gpu", hardest=False)
        seconds = time.perf_counter() - began
        print(f"4 pegs, {discs} discs {found.states:>24,} states  depth {found.depth}  {seconds:8.1f} s", flush=True)
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
