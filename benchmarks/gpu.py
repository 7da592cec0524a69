"""`make gpu`: the GPU against the processor on the same spaces, number by number, and then how fast it is alone.

Needs an NVIDIA GPU with its driver and numba-cuda. `python -m benchmarks.gpu 22 23` also explores towers of so many
discs.
"""

import argparse
import hashlib
import json
import sys
import time
from pathlib import Path
from typing import Any

from langkah import Limit, explore, load
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
    "40 discs, 50 deep": ("hanoi", {"discs": 40, "pegs": 4}),  # states of two words
    "4 x 4, k = 4": ("mnk", {"rows": 4, "cols": 4, "k": 4}),
    "3 x 6, k = 4": ("mnk", {"rows": 3, "cols": 6, "k": 4}),
}
LIMITS = {"40 discs, 50 deep": Limit(depth=50)}
ALONE: dict[str, tuple[str, dict[str, Any]]] = {
    "3 x 4 tiles": ("tiles", {"rows": 3, "cols": 4}),
    "4 pegs, 17 discs": ("hanoi", {"discs": 17, "pegs": 4}),
    "4 pegs, 20 discs": ("hanoi", {"discs": 20, "pegs": 4}),
    "5 x 5, k = 4": ("mnk", {"rows": 5, "cols": 5, "k": 4}),
    "5 x 5, k = 5": ("mnk", {"rows": 5, "cols": 5, "k": 5}),
}
SAME = ("states", "layers", "goals", "nearest_goal", "complete", "hardest", "value", "values")


LONG = 5.0  # seconds: what takes longer is run once, since compiling no longer matters


def time_run(problem: Any, limit: Limit | None = None) -> tuple[Any, float]:
    """What the GPU finds, and the seconds of the second run: the first compiles."""
    seconds = 0.0
    for _time in range(2):
        began = time.perf_counter()
        found = explore(problem, device="gpu", hardest=False, limit=limit)
        seconds = time.perf_counter() - began
        if seconds > LONG:
            break
    return found, seconds


def compare_all() -> int:
    """Explore some spaces on the processor and on the GPU; how many came out different."""
    wrong = 0
    for title, (name, settings) in COMPARED.items():
        problem, limit = load(name, **settings), LIMITS.get(title)
        small = name != "klotski"  # hardest starts of the large one take the processor minutes
        one, other = (explore(problem, device=each, hardest=small, limit=limit) for each in ("cpu", "gpu"))
        same = all(getattr(one, each) == getattr(other, each) for each in SAME)
        wrong += not same
        seconds = time_run(problem, limit)[1]
        print(f"{title:24} {one.states:>20,} states  {'same' if same else 'DIFFERENT'}  {seconds:8.3f} s", flush=True)
    return wrong


def write_record(folder: Path, name: str, settings: dict[str, Any], found: Any, seconds: float) -> None:
    """The layers of a space as a file that others can check, in the form of docs/records."""
    layers = ",".join(map(str, found.layers))
    words = " ".join([name, *(f"{each}={value}" for each, value in settings.items())])
    record: dict[str, Any] = {"problem": words, "positions": found.states, "eccentricity": found.depth}
    record |= {"layers": found.layers, "sha256": hashlib.sha256(layers.encode()).hexdigest()}
    if found.values:
        record |= {"value": found.value, "values": found.values, "over": found.goals}
    record |= {"device": "one GPU", "engine": found.engine, "seconds": round(seconds, 1)}
    title = "-".join([name, *(f"{each}-{value}" for each, value in settings.items())])
    (folder / f"{title}.json").write_text(json.dumps(record), encoding="utf-8")


def main() -> int:
    """Compare, then measure."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.gpu", description=__doc__)
    parser.add_argument("discs", nargs="*", type=int, help="also explore towers of so many discs on 4 pegs")
    parser.add_argument("--records", type=Path, metavar="DIR", help="write the layers of what is measured here")
    chosen = parser.parse_args()
    require_gpu()
    wrong = compare_all()
    towers = {f"4 pegs, {discs} discs": ("hanoi", {"discs": discs, "pegs": 4}) for discs in chosen.discs}
    for title, (name, settings) in {**ALONE, **towers}.items():
        found, seconds = time_run(load(name, **settings))
        print(f"{title:24} {found.states:>20,} states  depth {found.depth}  {seconds:8.3f} s", flush=True)
        if chosen.records is not None:
            write_record(chosen.records, name, settings, found, seconds)
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
