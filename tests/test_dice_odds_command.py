"""The command `langkah odds`, and its error messages."""

import json
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from langkah.apps.cli.main import main
from langkah.dice_odds import distribution, find_odds
from langkah.dice_odds.chain import make_chain
from langkah.dice_odds.report import format_ratio
from langkah.dice_odds.simulate import simulate
from langkah.games import load
from tests.test_dice_odds import FACTS, Coin


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, dict[str, Any]]:
    """The exit code and the JSON output of `langkah odds` with these words."""
    code = main(["odds", *words, "--json"])
    return code, json.loads(capsys.readouterr().out)


def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    """The JSON output has the odds of a published board: length, quantiles, players, moves, jumps and visits."""
    jumps = "{" + ", ".join(f"{a} = {b}" for a, b in FACTS["boards"][0]["jumps"].items()) + "}"
    code, said = run(capsys, "snakes", "players=3", f"jumps={jumps}")
    assert code == 0
    assert said["expected_exact"] == FACTS["boards"][0]["expected_rolls_exact"]
    assert (said["minimum"], said["median"], said["mode"]) == (7, 32, 22)
    assert said["quantiles"] == {"q25": 22, "q75": 50, "q95": 89}
    assert len(said["win_chances"]) == 3
    assert len(said["minimum_moves"]) == 7
    assert len(said["jumps"]) == 19
    assert sum(said["distribution"]) == pytest.approx(1)
    assert set(said["visits"]) >= {"0", "99"}


def test_never_ending_exit_code(capsys: pytest.CaptureFixture[str]) -> None:
    """If a game cannot end, the exit code is 3, and the output contains the results that are known."""
    code, said = run(capsys, "snakes", "squares=8", "jumps={2=1,3=1,4=1,5=1,6=1,7=1}")
    assert (code, said["status"], said["expected"], said["finishes"]) == (3, "impossible", None, 0.0)


def test_choices_and_random_games(capsys: pytest.CaptureFixture[str]) -> None:
    """Choices of dice, declined jumps and a reproducible simulation work in one command."""
    code, said = run(capsys, "snakes", "--or", "die=4", "--decline", "--simulate", "5000", "--seed", "4")
    assert code == 0
    assert said["choice"]["expected"] < said["expected"]
    assert ["17", "7"] in said["choice"]["declined"]
    assert abs(said["simulation"]["mean"] - said["expected"]) < 4 * said["simulation"]["standard_error"]
    again = run(capsys, "snakes", "--simulate", "5000", "--seed", "4")[1]["simulation"]
    assert again["mean"] == said["simulation"]["mean"]


def test_text(capsys: pytest.CaptureFixture[str]) -> None:
    """The text output has the expected turns, the players' chances, the effects of jumps, and the declined jumps."""
    assert main(["odds", "snakes:paper-1", "players=2", "--simulate", "2000", "--decline", "--or", "die=8"]) == 0
    said = capsys.readouterr().out
    assert "turns expected" in said
    assert "player 2 wins" in said
    assert "Effect of each jump" in said
    assert "decline: " in said


@pytest.mark.parametrize("words", ["cols=6", "rows=9", "squares=99"])
def test_rules_that_change_the_board_cannot_be_chosen(words: str, capsys: pytest.CaptureFixture[str]) -> None:
    """`--or` refuses a setting that changes the goal, such as the size of the board."""
    assert main(["odds", "snakes:small", "--or", words]) == 2
    assert "changes the goal" in capsys.readouterr().err


def test_tiny_chances_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    """A probability that is too small for a float is printed, and a long sequence of rolls is shortened."""
    assert main(["odds", "snakes", "squares=3000", "jumps={}"]) == 0
    said = capsys.readouterr().out
    assert "fewest turns: 500, with chance about 10^-389 (rolls: 6 6 6" in said
    assert "6 6 ...)" in said


def test_pictures(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Charts and heat maps are drawn as SVG and PNG, in both themes."""
    for theme in ("light", "dark"):
        for ending in ("svg", "png"):
            files = [tmp_path / f"{name}-{theme}.{ending}" for name in ("chart", "heat")]
            words = ["odds", "snakes", "--chart", str(files[0]), "--heat", str(files[1]), "--theme", theme]
            assert main(words) == 0
            for file in files:
                data = file.read_bytes()
                assert data.startswith(b"\x89PNG" if ending == "png" else b"<svg")
                if ending == "svg":
                    assert ElementTree.fromstring(data.decode()).tag.endswith("svg")
    capsys.readouterr()


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("hanoi", "not a game with dice"),
        ("snakes players=0", "from 1 to 100"),
        ("snakes players=two", "from 1 to 100"),
        ("snakes --at 5,101", "'101' is not known"),
        ("snakes players=3 --at 5,6", "one for each player"),
        ("snakes --or wheels=3", "'wheels' is not known"),
        ("snakes --or die=0", "die = 0"),
        ("snakes --or die", "not a setting"),
        ("snakes --simulate many", "not a whole number"),
        ("snakes --chart picture.bmp", ".svg, .png"),
        ("snakes --chart /nowhere/at/all.svg", "cannot be written"),
        ("snakes start=200", "start"),
    ],
)
def test_bad_input(words: str, told: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A mistake gives exit code 2, and a message with the expected text."""
    assert main(["odds", *words.split()]) == 2
    assert told in capsys.readouterr().err


def test_a_distribution_of_nothing() -> None:
    """A game that starts at the goal has length 0, computed and simulated."""
    found = find_odds(load("snakes", squares=9, jumps={}).at(9))
    assert found.expected_exact == Fraction(0)
    assert (found.minimum, found.median, found.mode) == (0, 0, 0)
    assert distribution.make_distribution(make_chain(Coin(0)), 0.0).chances == [1.0]
    assert simulate(Coin(0), 10).mean == 0


def test_fractions_of_dense_boards_are_left_out_by_default() -> None:
    """Exact fractions are omitted on a large board where repeated throws can reach every square, since computing them
    would take very long.
    """
    board = load("snakes", rows=20, cols=20, die=2, six_again=True)
    found = find_odds(board)
    assert found.expected_exact is None
    assert found.expected == pytest.approx(134.1111, abs=1e-4)
    small = find_odds(load("snakes", rows=7, cols=7, die=2, six_again=True))
    assert small.expected_exact is not None
    assert small.variance_exact is not None


def test_long_fractions_are_written_in_full() -> None:
    """Fractions with more than 4,300 digits, Python's limit for the conversion to text, are written in full."""
    value = Fraction(10**5000 + 1, 3)
    assert format_ratio(value) == "1" + "0" * 4999 + "1/3"


def test_a_time_limit_holds() -> None:
    """On a board that takes minutes, the time limit stops the command with exit code 4 and a clear text."""
    words = ["rows=100", "cols=100", "die=1000", "six_again=true", "--limit-seconds", "0.5"]
    command = [sys.executable, "-m", "langkah", "odds", "snakes", *words]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (4, "")
    assert ": the expected length is not known\n  stopped at the time limit\n" in done.stdout


@pytest.mark.slow
def test_what_is_known_when_the_limit_strikes(capsys: pytest.CaptureFixture[str]) -> None:
    """At the time limit, the output has the fewest turns and says that the rest was not computed."""
    words = ("snakes", "rows=100", "cols=100", "die=1000", "jumps={}", "--limit-seconds", "6")
    code, said = run(capsys, *words)
    assert code == 4
    assert (said["status"], said["minimum"], len(said["minimum_moves"])) == ("stopped", 10, 10)
    assert said["expected"] is None
    assert said["probability_of_minimum"] is None
    assert "time limit" in said["why"]
    assert main(["odds", *words]) == 4
    assert "fewest turns: 10 (" in capsys.readouterr().out


def test_unknown_places_are_listed_by_number(capsys: pytest.CaptureFixture[str]) -> None:
    """The error message for an unknown square lists the known ones by number, not in alphabetical order."""
    assert main(["odds", "snakes", "--at", "500"]) == 2
    assert "Known: 0, 2, 3, 5, 6," in capsys.readouterr().err
