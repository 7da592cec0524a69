"""The window on a real screen: the keys of the paper, clicks, drags, and every game to its end."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from langkah import load, solve
from langkah.games import GAMES
from tests.screen import Facts, Pilot

Start = Callable[[str], Pilot]


def shows(name: str, value: object) -> Callable[[Facts], bool]:
    """A function that checks whether the fact `name` in a report of the window has this value."""
    return lambda facts: bool(facts[name] == value)


def test_the_papers_keys(start: Start) -> None:
    """The keys of the paper: 1, 2 and 3 for pegs, r to restart, Left and Right for 3 to 10 discs, Up and Down for the
    speed, and s to solve from the current position. The game begins with five discs.
    """
    pilot = start("hanoi")
    assert pilot.facts["state"] == "[[5, 4, 3, 2, 1], [], []]"
    pilot.keys("1")
    pilot.still(lambda facts: facts["selected"] == ["peg 0"] and facts["lifted"] == ["disc 1"])
    pilot.keys("3")
    pilot.still(lambda facts: facts["state"] == "[[5, 4, 3, 2], [], [1]]" and not facts["lifted"])
    pilot.keys("1", "3")  # refused: disc 2 is larger than disc 1
    pilot.until(lambda facts: facts["note"].startswith("Disc 2 is larger than disc 1") and facts["made"] == 1)
    pilot.keys("1")
    pilot.still(lambda facts: facts["lifted"] == ["disc 2"])
    pilot.keys("Escape")
    pilot.still(lambda facts: not facts["lifted"])
    pilot.drag("peg 0", 602, 0)
    pilot.still(lambda facts: facts["note"].startswith("Disc 2 is larger than disc 1") and facts["made"] == 1)
    pilot.keys("r")
    pilot.until(lambda facts: facts["made"] == 0 and facts["state"] == "[[5, 4, 3, 2, 1], [], []]")
    pilot.keys(*["Left"] * 4)
    pilot.until(lambda facts: facts["state"] == "[[3, 2, 1], [], []]" and "from 3 to 10" in facts["note"])
    pilot.keys(*["Right"] * 9)
    pilot.until(lambda facts: facts["problem"] == "hanoi discs=10" and "from 3 to 10" in facts["note"])
    pilot.keys(*["Left"] * 7, "Up", "Up", "Down")
    pilot.until(lambda facts: facts["problem"] == "hanoi discs=3" and facts["speed"] == 2)
    pilot.keys("2")  # an empty peg
    pilot.until(lambda facts: facts["note"] == "Peg 2 is empty.")
    pilot.keys("1", "2")
    pilot.still(lambda facts: facts["made"] == 1 and facts["left"] == 6)
    pilot.keys("2", "3")
    left = pilot.until(lambda facts: facts["made"] == 2 and facts["left"] is not None)["left"]
    assert left == solve(load("hanoi", start=[[3, 2], [], [1]])).cost
    pilot.keys("Up", "Up", "Up", "s")
    pilot.until(lambda facts: facts["auto"] and facts["speed"] == 16)
    facts = pilot.until(lambda facts: facts["card"])
    assert facts["card"] == [
        "STAGE CLEAR",
        f"{2 + left} moves, minimum 7",
        f"That is {left - 5} more than the minimum.",
    ]
    assert facts["made"] == 2 + left
    assert not facts["auto"]
    pilot.keys("r")
    pilot.until(lambda facts: facts["made"] == 0 and not facts["card"])


def test_clicks_undo_hints_and_stage_clear(start: Start) -> None:
    """Three discs are moved to the goal by clicks, with undo, redo, hints, marks, help and the toolbar on the way. The
    ending shows the number of moves, and a frame takes less than 16 ms.
    """
    pilot = start("hanoi discs=3")
    pilot.click("peg 0")
    pilot.until(lambda facts: facts["lifted"] == ["disc 1"])
    pilot.keys("Escape")
    pilot.still(lambda facts: facts["lifted"] == [] and facts["selected"] == [])
    pilot.click("peg 0", "peg 2")
    pilot.still(lambda facts: facts["made"] == 1)
    pilot.keys("u")
    pilot.until(lambda facts: facts["made"] == 0)
    pilot.keys("y")
    pilot.until(lambda facts: facts["made"] == 1)
    pilot.keys("z", "y")
    pilot.keys("h")
    pilot.until(lambda facts: facts["hint"] == 1 and facts["note"] == "Move “2”.")
    pilot.keys("h")
    pilot.until(lambda facts: facts["hint"] == 2 and facts["note"] == "Move “2” to peg 2.")
    pilot.keys("m")
    pilot.until(lambda facts: facts["marks"].get("1-2") == "better")
    pilot.keys("question")
    pilot.until(lambda facts: facts["help"])
    pilot.keys("F1")
    pilot.until(lambda facts: not facts["help"])
    pilot.click("undo")
    pilot.still(lambda facts: facts["made"] == 0)
    pilot.click("redo")
    pilot.still(lambda facts: facts["made"] == 1)
    for number, (a, b) in enumerate([(0, 1), (2, 1), (0, 2), (1, 0), (1, 2), (0, 2)], 2):
        pilot.click(f"peg {a}", f"peg {b}")
        pilot.until(shows("made", number))
    facts = pilot.until(lambda facts: facts["card"] and facts["optimum"] is not None)
    assert facts["card"] == ["STAGE CLEAR", "7 moves, minimum 7", "You reached the minimum."]
    assert facts["frame"] < 16, "a frame takes longer than a sixtieth of a second"


@pytest.mark.slow
def test_every_game_is_chosen_and_played_to_its_end(start: Start) -> None:
    """Each game is opened by keyboard from the level chooser, and the solver plays it to its end, with the least cost
    if it is known.
    """
    pilot = start("")
    pilot.until(lambda facts: facts["choosing"])
    pilot.keys(*["Up"] * 4)  # ignored while the level chooser is open
    played = set()
    for number, name in enumerate(GAMES):
        if number:
            pilot.keys("l")
            pilot.until(lambda facts: facts["choosing"])
            pilot.keys("Tab")
        pilot.until(shows("choosing", name))
        if name == "klotski":
            pilot.keys("Right")  # the easiest level
            pilot.until(lambda facts: facts["choosing"] == "klotski:paper")
        pilot.keys("Return", *["shift+Up" if name in ("tiles", "route") else "Up"] * 4, "s")
        facts = pilot.until(lambda facts: facts["card"] and not facts["choosing"], seconds=120)
        played.add(facts["problem"].partition(":")[0])
        assert facts["over"]
        if facts["optimum"] is not None and len(facts["seats"]) == 1 and name != "snakes":
            assert facts["cost"] == facts["optimum"]
    assert played == set(GAMES)


def test_dragging_blocks_keyboard_focus_and_pushing(start: Start) -> None:
    """A block is moved by dragging, by Tab and Enter, and by Shift with an arrow key. Blocked and aimless drags make no
    move.
    """
    pilot = start("klotski:classic")
    x, _y = pilot.facts["handles"]["cell 4,1"]
    unit = pilot.facts["handles"]["cell 4,2"][0] - x
    pilot.drag("piece f", 4, unit * 0.95)
    pilot.still(lambda facts: facts["state"].splitlines()[3:] == ["c.gd", "hf.i"])
    pilot.drag("piece e", unit * 0.5, 0)  # blocked: the piece returns to its place
    pilot.still(lambda facts: facts["made"] == 1 and not facts["lifted"])
    pilot.drag("piece a", 0, unit * 4)  # released far from any target
    pilot.still(lambda facts: facts["made"] == 1)
    pilot.keys("u")
    pilot.until(lambda facts: facts["made"] == 0)
    pilot.keys("Tab")
    focus = pilot.until(lambda facts: facts["focus"])["focus"]
    seen = [focus]
    while focus != "piece h":
        pilot.keys("Tab")
        focus = pilot.until(lambda facts: facts["focus"] not in seen)["focus"]
        seen.append(focus)
    pilot.keys("Return")
    pilot.until(lambda facts: facts["selected"] == ["piece h"])
    pilot.keys("Right")  # moves the focus, not the size of the game
    pilot.until(lambda facts: facts["focus"] == "cell 4,1")
    pilot.keys("Return")
    pilot.until(lambda facts: facts["state"].splitlines()[4] == ".h.i")
    pilot.keys("Escape", "shift+Left")
    pilot.until(lambda facts: facts["note"].startswith("Choose a piece first"))
    pilot.click("piece h")
    pilot.until(lambda facts: facts["selected"] == ["piece h"])
    pilot.keys("shift+Left")
    facts = pilot.until(lambda facts: facts["state"].splitlines()[4] == "h..i")
    assert facts["made"] == 2


def test_the_window_can_be_resized(start: Start) -> None:
    """In a small, a tall and a large window, all handles and buttons lie inside the window, and clicks move the right
    discs.
    """
    pilot = start("hanoi discs=3")
    for number, (wide, high) in enumerate([(430, 390), (500, 780), (1200, 760)]):
        facts = pilot.resize(wide, high)
        assert all(0 < x < wide and 0 < y < high for x, y in facts["handles"].values())
        assert all(0 < x < wide and 0 < y < high for x, y in facts["click_areas"].values())
        pilot.click(*(["peg 0", "peg 1"], ["peg 0", "peg 2"], ["peg 1", "peg 2"])[number])
        pilot.still(shows("made", number + 1))


def test_an_opponent_answers(start: Start) -> None:
    """The paper's player answers every move and loses to a fork that it does not see. Keys change the opponent, the
    theme and the language.
    """
    pilot = start("mnk --opponent paper")
    for number, cell in enumerate([1, 9, 7], 1):
        pilot.keys(str(cell))
        pilot.still(shows("made", 2 * number))
    state = pilot.facts["state"]
    pilot.click("cell 4" if state[4] == "." else "cell 8")
    facts = pilot.until(lambda facts: facts["card"])
    assert facts["card"] == ["YOU WIN", "X has 3 in a line"]
    pilot.keys("Escape", "n", "o")
    pilot.until(lambda facts: facts["seats"] == ["human", "expert"] and facts["made"] == 0)
    pilot.click("cell 5")
    pilot.until(lambda facts: facts["made"] == 2)
    pilot.keys("t", "i")
    pilot.until(lambda facts: facts["theme"] == "dark" and facts["language"] == "id")


@pytest.mark.slow
def test_dice_for_four(start: Start) -> None:
    """Four players roll the dice in turn: by Space, by a click on the dice and by a number key."""
    pilot = start("snakes:small --players 4")
    for number, throw in enumerate(["space", "click", "3", "space", "space"], 1):
        if throw == "click":
            pilot.click("roll 1")
        else:
            pilot.keys(throw)
        facts = pilot.still(shows("made", number))
        assert facts["turn"] == number % 4
    pilot.keys("Up", "Up", "Up", "Up", "s")
    facts = pilot.until(lambda facts: facts["card"])
    assert facts["card"][0] == "STAGE CLEAR"
    assert facts["card"][1].startswith("Player ")


def test_ones_own_puzzle_without_a_picture(start: Start, tmp_path: Path) -> None:
    """In a puzzle without a picture, moves are chosen from a list: by click, by number, and by Tab and Enter."""
    (tmp_path / "own.py").write_text(OWN, encoding="utf-8")
    pilot = start(f"{tmp_path}/own.py:Count")
    pilot.click("move add one")
    pilot.until(lambda facts: facts["state"] == "1")
    pilot.keys("2")
    pilot.until(lambda facts: facts["state"] == "2")
    pilot.keys("Tab", "Tab", "Return")
    pilot.until(lambda facts: facts["state"] == "4" and facts["left"] == 2)
    pilot.keys("Right")
    pilot.until(lambda facts: facts["focus"])  # the arrow keys now move the focus
    pilot.keys("Escape", "Right")
    pilot.until(lambda facts: facts["problem"].endswith("goal=11") and facts["made"] == 0)


OWN = """
from langkah import Puzzle, Step

class Count(Puzzle):
    start = 0

    def __init__(self, goal: int = 10) -> None:
        self.goal = goal

    def steps(self, state):
        yield Step("add one", state + 1)
        if 0 < state < 9:
            yield Step("double", 2 * state)

    def is_goal(self, state):
        return state == self.goal
"""


def run(code: str) -> "subprocess.CompletedProcess[str]":
    """Run Python code in another process."""
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)


def test_without_pygame() -> None:
    """Without pygame, one line names the package to install."""
    code = (
        "import sys; sys.modules['pygame'] = None\n"
        "from langkah.apps.cli.main import main\n"
        "sys.exit(main(['play', '--window', 'hanoi', '--lang', 'en']))"
    )
    done = run(code)
    assert done.returncode == 2
    assert done.stderr.strip() == "The window needs pygame-ce: pip install 'langkah[window]'"


def test_without_a_screen() -> None:
    """Without a screen, one line says that no window can be opened."""
    code = (
        "import os, sys; os.environ['SDL_VIDEODRIVER'] = 'x11'; os.environ['DISPLAY'] = ':9999'\n"
        "from langkah.apps.cli.main import main\n"
        "sys.exit(main(['play', '--window', 'hanoi', '--lang', 'en']))"
    )
    done = run(code)
    assert done.returncode == 2
    assert done.stderr.startswith("No window can be opened here")
