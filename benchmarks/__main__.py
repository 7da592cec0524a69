"""Run the benchmarks: all, or those named. `--full` adds the ones that take minutes and gigabytes."""

import argparse
import json
import sys
import tempfile
import time
from collections.abc import Callable, Iterator

from benchmarks.measure import RESULTS, Row, alone, as_json, as_text, ask_alone, shell, twin
from benchmarks.scale import scale, scale_whole


def compared(work: str, ours: dict[str, float], theirs: dict[str, float] | None, reach: str) -> Iterator[Row]:
    """Yield the row of Langkah for `work` and, if there is a result `theirs` of the C++ twin (the same algorithm in
    C++), the row of the twin with the ratio of the two times.
    """
    yield Row(work, "Langkah", ours["cpu"], int(ours["peak"]))
    if theirs is not None:
        yield Row(work, "C++ twin", theirs["cpu"], int(theirs["peak"]), ours["cpu"], reach)


def klotski() -> Iterator[Row]:
    """Explore the classic Klotski board: Langkah, its C++ twin, Langkah in plain Python, networkx and simpleai."""
    work = "classic Klotski, 25,955 states"
    states = {"states": 25_955}
    ours = alone("benchmarks.ours:slides", "classic", 400, wanted=states)
    given = ask_alone("benchmarks.ours:slides_input", "classic", 400)["text"]
    yield from compared(work, ours, twin("slides", given=given, wanted=states), ">= 0.9 x")
    for who, name, wanted in (
        ("Langkah, plain Python", "benchmarks.ours:plain_klotski", states),
        ("networkx", "benchmarks.peers:networkx_klotski", states),
        ("simpleai", "benchmarks.peers:simpleai_klotski", {"cost": 116}),
    ):
        found = alone(name, wanted=wanted)
        yield Row(work, who, found["cpu"], found["peak"], ours["cpu"])


def big() -> Iterator[Row]:
    """Explore a Klotski space of 15.8 million states: Langkah, its C++ twin, and Langkah on one and on two threads."""
    work = "a Klotski space of 15,802,200 states"
    states = {"states": 15_802_200}
    ours = alone("benchmarks.ours:slides", "big", 2, wanted=states)
    given = ask_alone("benchmarks.ours:slides_input", "big", 2)["text"]
    yield from compared(work, ours, twin("slides", given=given, wanted=states), ">= 0.9 x")
    pair = alone("benchmarks.ours:threads", "big", 5, wanted={"states": [15_802_200]})
    work += ", by the clock"
    yield Row(work, "Langkah, two threads", pair["cpu"], pair["peak"])
    yield Row(work, "Langkah, one thread", pair["one"], None, pair["cpu"], ">= 1.8 x", "on idle cores")


def pegs() -> Iterator[Row]:
    """Explore all positions of the Tower of Hanoi on four pegs with 15 and with 17 discs: Langkah and its C++ twin."""
    for discs in (15, 17):
        ours = alone("benchmarks.ours:pegs", discs, 1, wanted={"states": 4**discs})
        theirs = twin("pegs", str(discs), wanted={"states": 4**discs, "depth": ours["depth"]})
        yield from compared(f"4-peg Hanoi complete, n = {discs}", ours, theirs, ">= 1.0 x")


def more_pegs() -> Iterator[Row]:
    """Explore all positions of the Tower of Hanoi on four pegs with 18 to 20 discs, which takes minutes."""
    for discs, reach in ((18, ""), (19, "<= 270 s by the clock, <= 2 GiB"), (20, "<= 25 min by the clock, <= 4 GiB")):
        ours = alone("benchmarks.ours:pegs", discs, 2, wanted={"states": 4**discs})
        note = f"farthest position: {ours['depth']} moves"
        yield Row(
            f"4-peg Hanoi complete, n = {discs}, two threads", "Langkah", ours["cpu"], ours["peak"], None, reach, note
        )


def korf() -> Iterator[Row]:
    """Solve Korf's instances of the 15-puzzle: five by IDA* with linear conflicts, also in C++, and all with pattern
    databases.
    """
    cases = json.loads((RESULTS.parent.parent / "tests" / "data" / "korf.json").read_text(encoding="utf-8"))
    given = " ".join(["5", *(str(tile) for case in cases[:5] for tile in case["start"])])
    lengths = [case["optimal"] for case in cases]
    ours = alone("benchmarks.ours:korf", 5, "lines", wanted={"lengths": lengths[:5]})
    work = f"15-puzzle, 5 of Korf's, IDA*, {ours['nodes']:,} nodes"
    yield from compared(work, ours, twin("tray", given=given, wanted={"lengths": lengths[:5]}), ">= 0.9 x")
    tables = alone("benchmarks.ours:korf", len(cases), "patterns", wanted={"lengths": lengths})
    note = f"{tables['nodes']:,} nodes"
    yield Row(
        f"15-puzzle, {len(cases)} of Korf's, pattern databases",
        "Langkah",
        tables["cpu"],
        tables["peak"],
        None,
        "minutes",
        note,
    )


def own() -> Iterator[Row]:
    """Two custom puzzles, by A* and IDA*, with weak heuristics: Langkah, its C++ twin, plain Python, heapq and
    simpleai.
    """
    for title, name, seed, small in (("11 pancakes", "pancakes", 6, 1000), ("pocket cube", "cube", 1, 1000)):
        for algorithm in ("a-star", "ida-star"):
            ours = alone("benchmarks.own_puzzles:langkah_own", name, seed, algorithm, wanted={"cost": ...})
            work = f"{title}, {algorithm}, {ours['expanded']:,} nodes"
            same = {"cost": ours["cost"], "expanded": ours["expanded"]}
            theirs = twin("best_first", name, algorithm, str(ours["start"]), "5", wanted=same)
            yield from compared(work, ours, theirs, ">= 0.7 x")
            if algorithm == "a-star":
                for who, function, reach in (
                    ("Langkah, plain Python", "plain_own", ""),
                    ("fifteen lines of heapq", "heapq_own", ">= 30 x"),
                ):
                    found = alone(f"benchmarks.own_puzzles:{function}", name, seed, wanted=same)
                    yield Row(work, who, found["cpu"], found["peak"], ours["cpu"], reach)
        ours = alone("benchmarks.own_puzzles:langkah_own", name, small, "a-star", wanted={"cost": ...})
        peer = alone("benchmarks.own_puzzles:simpleai_own", name, small, wanted={"cost": ours["cost"]})
        work = f"{title}, a-star, {ours['expanded']:,} nodes"
        yield Row(work, "Langkah", ours["cpu"], ours["peak"])
        yield Row(work, "simpleai", peer["cpu"], peer["peak"], ours["cpu"])


def grid() -> Iterator[Row]:
    """Tic-tac-toe on 4 x 4, four in a line: the values of all positions by Langkah, of the empty board by easyAI."""
    ours = alone("benchmarks.ours:grid", wanted={"states": 9_722_011, "value": "draw"})
    yield Row("4 x 4, k = 4, all positions with values", "Langkah", ours["cpu"], ours["peak"], None, "< 0.5 s")
    peer = alone("benchmarks.peers:easyai_grid", wanted={"value": 0})
    yield Row("4 x 4, k = 4, the value of the empty board", "easyAI", peer["cpu"], peer["peak"], ours["cpu"])


def cold() -> Iterator[Row]:
    """A whole process, started from a shell with an empty cache and with a warm one."""
    words = (sys.executable, "-m", "langkah", "solve", "klotski:classic")
    with tempfile.TemporaryDirectory() as folder:
        for which in ("first", "later"):
            seconds, peak = shell(*words, wanted="solved, cost 116, proved to be the least", LANGKAH_CACHE=folder)
            yield Row(
                f"langkah solve klotski:classic, whole process, {which} run", "Langkah", seconds, peak, None, "< 0.25 s"
            )


def paper() -> Iterator[Row]:
    """Solve the Tower of Hanoi with 8 discs by breadth-first search: Langkah, plain Python, and the method of the hanoi
    paper.
    """
    moves = {"cost": 255}
    ours = alone("benchmarks.ours:towers_explored", 8, wanted=moves)
    plain = alone("benchmarks.ours:towers", 8, wanted=moves)
    theirs = alone("benchmarks.peers:paper_hanoi", 8, wanted=moves)
    work = "8 discs on 3 pegs, breadth-first"
    yield Row(work, "Langkah", ours["cpu"], ours["peak"])
    yield Row(work, "Langkah, plain Python", plain["cpu"], plain["peak"], ours["cpu"])
    yield Row(work, "the paper's way", theirs["cpu"], theirs["peak"], ours["cpu"], ">= 1,000 x")


BENCHMARKS: dict[str, Callable[[], Iterator[Row]]] = {
    "klotski": klotski,
    "big": big,
    "pegs": pegs,
    "korf": korf,
    "own": own,
    "grid": grid,
    "cold": cold,
    "paper": paper,
    "scale": scale,
}


def main() -> None:
    """Run the requested benchmarks, print their rows, and save the rows as JSON and Markdown."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("name", nargs="*", help=", ".join(BENCHMARKS))
    parser.add_argument("--full", action="store_true", help="also what takes minutes and gigabytes")
    chosen = parser.parse_args()
    if strange := set(chosen.name) - set(BENCHMARKS):
        parser.error(f"no benchmark is called {', '.join(sorted(strange))}; there are: {', '.join(BENCHMARKS)}")
    rows: list[Row] = []
    for step in [BENCHMARKS[name] for name in chosen.name or BENCHMARKS] + [more_pegs, scale_whole] * chosen.full:
        for row in step():
            rows.append(row)
            print(as_text([row]).splitlines()[-1], flush=True)
    RESULTS.mkdir(exist_ok=True)
    name = time.strftime("%Y%m%d-%H%M%S")
    (RESULTS / f"{name}.json").write_text(json.dumps(as_json(rows), indent=1), encoding="utf-8")
    (RESULTS / f"{name}.md").write_text(as_text(rows), encoding="utf-8")
    print(f"\n{as_text(rows)}")


if __name__ == "__main__":
    main()
