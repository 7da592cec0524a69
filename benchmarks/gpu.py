"""`make gpu`: compares the GPU with the processor on the same spaces, then runs that are killed while they write, and
then measures the GPU alone.

Needs an NVIDIA GPU with its driver and numba-cuda. `python -m benchmarks.gpu 22 23` also explores towers with that many
discs.
"""

import argparse
import hashlib
import json
import signal
import subprocess
import sys
import tempfile
import time
from math import factorial
from pathlib import Path
from typing import Any

from langkah import Limit, explore, load, solve
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
    "16 discs by hashing": ("hanoi", {"discs": 16, "pegs": 4, "start": [list(range(16, 1, -1)), [1], [], []]}),
    "4 pegs, 17 discs": ("hanoi", {"discs": 17, "pegs": 4}),
    "4 pegs, 20 discs": ("hanoi", {"discs": 20, "pegs": 4}),
    "5 x 5, k = 4": ("mnk", {"rows": 5, "cols": 5, "k": 4}),
    "5 x 5, k = 5": ("mnk", {"rows": 5, "cols": 5, "k": 5}),
}
SAME = ("states", "layers", "goals", "nearest_goal", "complete", "hardest", "value", "values")
LONG, TIMES = 5.0, 5  # a run beyond these seconds is not repeated; otherwise the number of runs
KILLED, KILLS = ("tiles", {"rows": 3, "cols": 4}), 10
PANCAKES = "examples/pancakes.py:Pancakes"
FARTHEST_PANCAKES = {12: 14, 13: 15}  # flips, as published
EAGER = """
from langkah.engine import checkpoint
checkpoint.ADD_SECONDS = checkpoint.ADD_SHARE = 0  # write new states at once
from langkah.__main__ import main
raise SystemExit(main())
"""


def time_run(problem: Any, limit: Limit | None = None) -> tuple[Any, list[float]]:
    """Explore a problem on the GPU several times, or until a run takes more than `LONG` seconds. Returns the result and
    the seconds of the runs, without those of the first run, which compiles, unless it is the only run.
    """
    seconds: list[float] = []
    for _time in range(TIMES + 1):
        began = time.perf_counter()
        found = explore(problem, device="gpu", hardest=False, limit=limit)
        seconds.append(time.perf_counter() - began)
        if seconds[-1] > LONG:
            break
    return found, seconds[1:] or seconds


def format_seconds(seconds: list[float]) -> str:
    """The least time as text and, if there are several times, also the greatest."""
    return f"{min(seconds):8.3f} s" + (f" to {max(seconds):.3f} s" if len(seconds) > 1 else "")


def compare_all() -> int:
    """Explore some spaces on the processor and on the GPU; returns the number of spaces with different results."""
    wrong = 0
    for title, (name, settings) in COMPARED.items():
        problem, limit = load(name, **settings), LIMITS.get(title)
        small = name != "klotski"  # for the large one, the processor needs minutes to find the hardest starts
        one, other = (explore(problem, device=each, hardest=small, limit=limit) for each in ("cpu", "gpu"))
        same = all(getattr(one, each) == getattr(other, each) for each in SAME)
        wrong += not same
        seconds = format_seconds(time_run(problem, limit)[1])
        print(f"{title:24} {one.states:>20,} states  {'same' if same else 'DIFFERENT'}  {seconds}", flush=True)
    return wrong


def kill_and_resume() -> int:
    """Kill a run `KILLS` times while it writes, resuming it each time, and let it finish. Returns 1 if the final result
    is wrong or if the run ended before it was killed that often, otherwise 0.
    """
    name, settings = KILLED
    whole = explore(load(name, **settings), device="gpu", hardest=False)
    words = [name, *(f"{key}={value}" for key, value in settings.items())]
    with tempfile.TemporaryDirectory() as folder:
        kept = Path(folder) / "kept"
        command = [sys.executable, "-c", EAGER, "explore", *words, "--device", "gpu", "--no-hardest", "--json"]
        command += ["--all-layers", "--checkpoint", str(kept)]
        begun, ends = [], []
        for kill in range(KILLS):
            enough = int((kill + 0.5) / KILLS * whole.states)
            again = [*command, *["--resume"] * bool(kill)]
            with subprocess.Popen(again, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
                while process.poll() is None and _measure_states(kept) < enough:
                    time.sleep(0.001)
                process.kill()
            begun.append(_measure_states(kept))
            ends.append(process.returncode)
        done = subprocess.run([*command, "--resume"], capture_output=True, text=True, check=False)
    killed = ends.count(-signal.SIGKILL)
    same = done.returncode == 0 and json.loads(done.stdout)["layers"] == whole.layers
    print(f"killed {killed} times, with {begun} states written: {'same' if same else 'DIFFERENT ' + done.stderr}")
    return int(not same or killed < KILLS)


def _measure_states(kept: Path) -> int:
    """The number of states in the files of a checkpoint, computed from the sizes of the files, at 8 bytes per state."""
    return sum(path.stat().st_size for path in (kept / "states").glob("*.bin")) // 8


def load_pancakes(n: int, *, told: bool) -> Any:
    """The puzzle of sorting `n` pancakes. If `told`, the puzzle declares its number of states."""
    problem: Any = load(PANCAKES, n=n)
    if not told:
        packed = problem.packed()
        packed.size = None
        vars(problem)["packed"] = lambda: packed
    return problem


def search_to_the_end() -> int:
    """Explore spaces that fit into the memory of the GPU, and spaces that do not; returns the number of wrong ones."""
    wrong = 0
    for n, told in ((12, True), (12, False), (13, True), (13, False)):
        found, seconds = time_run(load_pancakes(n, told=told))
        right = found.complete and (found.states, found.depth) == (factorial(n), FARTHEST_PANCAKES[n])
        wrong += not right
        title = f"{n} pancakes, {'size given' if told else 'size not given'}"
        print(f"{title:28} {found.states:>16,} states  {found.engine:10} {'right' if right else found}  "
              f"{format_seconds(seconds)}", flush=True)  # fmt: skip
    found = explore(load_pancakes(12, told=False), device="gpu")
    print(f"12 pancakes, hardest starts: {found.hardest}", flush=True)
    full = {"14 pancakes": load_pancakes(14, told=True), "14 pancakes, size not given": load_pancakes(14, told=False)}
    for title, problem in {**full, "15-puzzle, two words": load("tiles", rows=4, cols=4)}.items():
        began = time.perf_counter()
        found = explore(problem, device="gpu", hardest=False)
        seconds = [time.perf_counter() - began]
        wrong += found.limit != "memory" or found.engine != "gpu table"
        print(f"{title:28} {found.states:>16,} states  {found.engine:10} {found.limit}: {found.note} "
              f"{found.layers} {format_seconds(seconds)}", flush=True)  # fmt: skip
    return wrong


def time_plan() -> None:
    """Measure and print the time in which the GPU finds a shortest plan for a Klotski board."""
    problem, seconds = load("klotski", **KLOTSKI), list[float]()
    for _time in range(TIMES + 1):
        began = time.perf_counter()
        found = solve(problem, device="gpu")
        seconds.append(time.perf_counter() - began)
    print(f"a plan of {found.cost} steps, {found.stats.expanded:,} expanded  {format_seconds(seconds[1:])}", flush=True)


def write_record(folder: Path, name: str, settings: dict[str, Any], found: Any, seconds: float) -> None:
    """Write the layers of a space in the format of docs/records, so that others can check them."""
    layers = ",".join(map(str, found.layers))
    words = " ".join([name, *(f"{each}={value}" for each, value in settings.items())])
    record: dict[str, Any] = {"problem": words, "positions": found.states, "eccentricity": found.depth}
    record |= {"layers": found.layers, "sha256": hashlib.sha256(layers.encode()).hexdigest()}
    if found.values:
        record |= {"value": found.value, "values": found.values, "over": found.goals}
    record |= {"device": "one GPU", "engine": found.engine, "seconds": round(seconds, 1)}
    title = "-".join([name, *(f"{each}-{value}" for each, value in settings.items() if type(value) is int)])
    (folder / f"{title}.json").write_text(json.dumps(record), encoding="utf-8")


def main() -> int:
    """Compare the GPU with the processor, then measure the GPU alone. Returns 1 if a result is wrong, otherwise 0."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.gpu", description=__doc__)
    parser.add_argument("discs", nargs="*", type=int, help="also explore towers of so many discs on 4 pegs")
    parser.add_argument("--records", type=Path, metavar="DIR", help="write the layers of what is measured here")
    chosen = parser.parse_args()
    require_gpu()
    wrong = compare_all() + search_to_the_end() + kill_and_resume()
    time_plan()
    towers = {f"4 pegs, {discs} discs": ("hanoi", {"discs": discs, "pegs": 4}) for discs in chosen.discs}
    for title, (name, settings) in {**ALONE, **towers}.items():
        found, seconds = time_run(load(name, **settings))
        print(f"{title:24} {found.states:>20,} states  depth {found.depth}  {format_seconds(seconds)}", flush=True)
        if chosen.records is not None:
            write_record(chosen.records, name, settings, found, min(seconds))
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
