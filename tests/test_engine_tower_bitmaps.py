"""Bitmaps on four pegs: the layers of the whole space, counted through look-alikes."""

import random
import signal
import subprocess
import sys
import textwrap
import time
from itertools import product
from typing import Any

import pytest

from langkah import Limit, load
from langkah.engine.backend import explore_with
from langkah.engine.explore import explore
from langkah.engine.survey import Survey
from langkah.engine.tower_bitmaps import TowerBitmaps, can_use_bitmaps, count_words, list_prefixes
from langkah.games.hanoi.hanoi import plan_frame_stewart
from langkah.packed import Pegs
from langkah.run import Run

pytest.importorskip("numba")


def tower(discs: int, *goals: tuple[int, ...], home: int = 0) -> Pegs:
    """A whole tower."""
    return Pegs(4, (home,) * discs, goals)


def count_all(pegs: Pegs, threads: int) -> Survey:
    """All positions, by bitmaps."""
    run: Run[Any, Any] = Run(Limit())
    return explore_with(TowerBitmaps(pegs, run, threads), run, hardest=False)


@pytest.mark.parametrize("discs", range(4, 9))
@pytest.mark.parametrize("threads", [1, 2])
def test_layers_and_goals_agree_with_plain_python(discs: int, threads: int) -> None:
    """Every layer has as many positions as a plain exploration finds, and every goal is met where it should be."""
    draw = random.Random(discs)
    goal = [draw.randrange(4) for _disc in range(discs)]
    piles = [[disc + 1 for disc in range(discs - 1, -1, -1) if goal[disc] == peg] for peg in range(4)]
    home = discs % 4
    start = [list(range(discs, 0, -1)) if peg == home else [] for peg in range(4)]
    plain = explore(load("hanoi", start=start, goal=piles), hardest=False)
    found = count_all(tower(discs, tuple(goal), home=home), threads)
    assert found.layers == plain.layers
    assert (found.goals, found.nearest_goal, found.complete) == (plain.goals, plain.nearest_goal, True)


@pytest.mark.parametrize("discs", range(4, 14))
def test_eccentricity_is_frame_stewart(discs: int) -> None:
    """The farthest position is another tower, and all 4**n positions are met."""
    found = count_all(tower(discs, (1,) * discs), 2)
    assert found.depth == found.nearest_goal == plan_frame_stewart(discs, 4)[0]
    assert found.states == 4**discs


@pytest.mark.slow
@pytest.mark.parametrize("discs", [14, 15, 16, 17, 18])
def test_eccentricity_of_many_discs(discs: int) -> None:
    """Up to 18 discs: Frame and Stewart's number, but for 15 discs, where it is one more."""
    found = count_all(tower(discs, (1,) * discs), 2)
    assert found.nearest_goal == plan_frame_stewart(discs, 4)[0]
    assert found.depth == (130 if discs == 15 else found.nearest_goal)
    assert found.states == 4**discs


def test_prefixes() -> None:
    """One of each set of look-alikes, the one that names pegs in order."""

    def first_names(pegs: tuple[int, ...]) -> tuple[int, ...]:
        name = {0: 0}
        return tuple(name.setdefault(peg, len(name)) for peg in pegs)

    for discs in range(1, 6):
        kept = {first_names(pegs) for pegs in product(range(4), repeat=discs)}
        words = {sum(peg << 2 * (discs - 1 - place) for place, peg in enumerate(pegs)) for pegs in kept}
        assert set(list_prefixes(discs)) == words
    assert count_words(18) * 3 * 8 < 5 << 30
    assert count_words(19) * 3 * 8 < 20 << 30


def test_what_suits() -> None:
    """Whole towers on four pegs that fit into memory."""
    assert can_use_bitmaps(tower(10), None)
    assert not can_use_bitmaps(Pegs(3, (0,) * 9, ()), None)
    assert not can_use_bitmaps(Pegs(4, (0, 0, 0, 1), ()), None)
    assert not can_use_bitmaps(tower(19), 1 << 30)


def test_explore_uses_them_and_heeds_limits() -> None:
    """Through the front door."""
    problem = load("hanoi", discs=10, pegs=4)
    whole = explore(problem, hardest=False)
    assert (whole.engine, whole.states, whole.goals, whole.depth) == ("compiled bitmaps", 4**10, 3, 49)
    for limit, name in ((Limit(depth=20), "depth"), (Limit(nodes=100_000), "nodes")):
        cut = explore(problem, hardest=False, limit=limit)
        assert (cut.limit, cut.complete) == (name, False)
        assert cut.layers == whole.layers[: len(cut.layers)]
    assert cut.engine == "compiled bitmaps"
    assert 60_000 < cut.states <= 100_000


@pytest.mark.parametrize("presses", [1, 3])
def test_ctrl_c_never_ends_in_a_crash(presses: int) -> None:
    """Whenever it comes, and however often: an answer or the signal, never lost memory."""
    script = """
        from langkah import load
        from langkah.engine.explore import explore
        problem = load("hanoi", discs=12, pegs=4)
        print("ready", flush=True)
        while True:
            if explore(problem, hardest=False, threads=2).limit == "interrupt":
                print("told", flush=True)
    """
    draw = random.Random(presses)
    for _time in range(2):
        words = [sys.executable, "-c", textwrap.dedent(script)]
        with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
            assert process.stdout is not None
            assert process.stdout.readline() == "ready\n"
            for _press in range(4 * presses):
                time.sleep(draw.random() * 0.4 / presses)
                process.send_signal(signal.SIGINT)
            time.sleep(0.5)
            ended = process.poll()
            process.kill()
        assert ended in (None, 1, 130, -signal.SIGINT)
