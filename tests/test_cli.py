"""The command line as scripts use it: names, files, JSON, exit codes and languages. No input causes a traceback."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from langkah.apps.cli.main import COMMANDS
from langkah.games import GAMES, list_levels

EXAMPLES = Path(__file__).parent.parent / "examples"
Run = tuple[int, str, str]


def named(value: object) -> str:
    """The id of a test case: the words of its command line."""
    return " ".join(value) if isinstance(value, list) else ""


def data(answer: Run) -> dict[str, Any]:
    """The JSON object on standard output, after checking that the output is a single line."""
    assert len(answer[1].splitlines()) == 1
    found: dict[str, Any] = json.loads(answer[1])
    return found


@pytest.mark.parametrize("game", [*GAMES, "tictactoe"])
def test_every_game_solves_by_name_alone(langkah: Any, game: str) -> None:
    """`langkah solve GAME` works for each game, as text and as JSON."""
    code, out, err = langkah("solve", game)
    assert (code, err) == (0, "")
    assert out.startswith(f"{game}: ")
    found = data(langkah("solve", game, "--json"))
    assert found["status"] == "solved"
    assert found["optimal"] is True
    assert {"expanded", "generated", "skipped", "pruned", "frontier_max", "seconds", "engine"} <= set(found["stats"])


def test_json_of_solve(langkah: Any) -> None:
    """The fields that `solve --json` promises."""
    found = data(langkah("solve", "hanoi", "discs=3", "--states", "--json"))
    assert found["problem"] == "hanoi discs=3"
    assert (found["cost"], len(found["moves"]), len(found["states"])) == (7, 7, 8)
    assert found["states"][0] == "[[3, 2, 1], [], []]"
    assert found["limit"] is None
    game = data(langkah("solve", "tictactoe", "--json"))
    assert (game["value"], len(game["best_moves"]), len(game["line"])) == ("draw", 9, 9)


def test_settings_may_stand_after_options(langkah: Any) -> None:
    """Words of the form name=value are settings of the problem, before and after options."""
    assert data(langkah("solve", "hanoi", "--json", "discs=4", "--algorithm", "a-star", "pegs=4"))["cost"] == 9


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["solve", "hanoi"], 0),
        (["solve", "hanoi", "discs=2", "pegs=2"], 3),
        (["solve", "hanoi", "discs=9", "--algorithm", "breadth-first", "--limit-nodes", "5"], 4),
        (["solve", "hanoi", "discs=9", "--algorithm", "breadth-first", "--limit-depth", "5"], 4),
        (
            [
                "solve",
                "tiles",
                "rows=4",
                "cols=4",
                "start=[13,6,8,12,15,14,0,10,11,7,4,5,9,1,3,2]",
                "--limit-seconds",
                "0.1",
            ],
            4,
        ),
        (["solve", "queens", "n=3"], 3),
        (["compare", "hanoi", "discs=3"], 0),
        (["list"], 0),
        (["list", "hanoi"], 0),
        (["demo"], 0),
        ([], 0),
        (["--version"], 0),
        (["--help"], 0),
        (["solve", "--help"], 0),
    ],
    ids=named,
)
def test_exit_codes(langkah: Any, words: list[str], code: int) -> None:
    """Exit code 0 for an answer, 3 for a proof that there is no solution, 4 for a stop at a limit."""
    assert langkah(*words)[0] == code


MISTAKES = [
    (["slove", "hanoi"], "Did you mean solve"),
    (["solve"], "langkah solve --help"),
    (["solve", "hanio"], "Did you mean hanoi?"),
    (["solve", "hanoi:nowhere"], "'hanoi:nowhere' is not known"),
    (["solve", "klotski:nonsense"], "'klotski:nonsense' is not known. To see all 87: langkah list klotski\n"),
    (["solve", "klotski:rush-hour-1"], "Did you mean klotski:rush-hour-01, "),
    (["solve", "klotski:clasic"], "Did you mean klotski:classic?"),
    (["solve", "hanoi", "disks=3"], "Did you mean discs?"),
    (["solve", "hanoi", "discs"], "name=value"),
    (["solve", "hanoi", "discs=3", "discs=4"], "given twice"),
    (["solve", "hanoi", "--algorithm", "bsf"], "Did you mean bfs, gbfs?"),
    (["solve", "hanoi", "--algorithm", "minimax"], "does not fit"),
    (["solve", "tictactoe", "--algorithm", "a-star"], "These algorithms fit: minimax, alpha-beta, "),
    (["solve", "hanoi", "--algorithm", "a-star", "--estimate", "none"], "Known: misplaced, zero."),
    (["solve", "hanoi", "--algorithm", "a-star", "--ties", "deepest"], "Did you mean deep?"),
    (["solve", "hanoi", "--limit-seconds", "-1"], "not a number above 0"),
    (["solve", "hanoi", "--limit-nodes", "many"], "not a whole number"),
    (["solve", "hanoi", "--memory", "lots"], "500M or 4G"),
    (["solve", "hanoi", "--algorithm", "beam", "--width", "0"], "at least 1"),
    (["solve", "hanoi", "--lang", "fr"], "--lang: invalid choice: 'fr'"),
    (["solve", "hanoi", "--nonsense"], "--nonsense"),
    (["solve", "nothere.toml"], "no such file"),
    (["solve", str(EXAMPLES)], "is a folder, not a puzzle file"),
    (["solve", "nothere.py:Jugs"], "no such file"),
    (["solve", f"{EXAMPLES / 'jugs.py'}:Jug"], "Did you mean Jugs?"),
    (["solve", f"{EXAMPLES / 'jugs.py'}:Jugs", "goal=3"], "Setting 'goal' is not known. Known: a, b, target."),
    (["trace", "hanoi", "discs=2", "--csv", "/nowhere/at/all.csv"], "cannot be written"),
    (["solve", "hanoi", "--animate", "x.mp4"], ".svg, .gif"),
    (["solve", "hanoi", "--animate", "/nowhere/at/all.svg"], "no such folder"),
    (["compare", "hanoi", "--algorithms", "dijkstra"], "Algorithm 'dijkstra' is not known."),
    (["reproduce", "chess"], "Paper 'chess' is not known. Known: hanoi-bfs, klotski-bfs"),
    (["list", "chess"], "Game 'chess' is not known."),
    (["store", "9" * 400], "99999"),
    (["experiment", "9" * 400 + ".toml", "-o", "x"], "99999"),
]


@pytest.mark.parametrize(("words", "told"), MISTAKES, ids=named)
def test_mistakes_get_exit_code_2_and_a_clear_line(langkah: Any, words: list[str], told: str) -> None:
    """A mistake gives exit code 2, and a message on standard error without a traceback."""
    code, out, err = langkah(*words)
    assert code == 2
    assert out == ""
    assert told in err
    assert "Traceback" not in err


def test_mistakes_in_json(langkah: Any) -> None:
    """With --json, a mistake is also reported as one JSON object on standard output."""
    answer = langkah("solve", "hanoi", "disks=3", "--json")
    assert answer[0] == 2
    assert "discs" in data(answer)["error"][0]


FILES = {
    "game = 'hanoi'\ndiscs = 3": (0, ""),
    "game = 'hanoi'\ndiscs = 3\ntitle = 'Mine'\noptimum = 7": (0, ""),
    "discs = 3": (2, "must name the game"),
    "game = 'hanoi'\nrule = 'x'\ndiscs = 0\nfoo = 1": (2, "foo"),
    "game = 3": (2, "must name the game"),
    "game = 'chess'": (2, "chess"),
    "game = ": (2, "not TOML"),
    "": (2, "must name the game"),
    "\x00\x01": (2, "binary"),
    "game = 'hanoi'\n" + "# " * 600_000: (2, "larger than"),
    "a = [" * 5000: (2, "not TOML"),
}


@pytest.mark.parametrize(("text", "expected"), FILES.items(), ids=lambda value: str(value)[:20])
def test_files(langkah: Any, tmp_path: Path, text: str, expected: tuple[int, str]) -> None:
    """Valid files are solved. For an invalid file, all mistakes are reported at once, with the name of the file."""
    path = tmp_path / "puzzle.toml"
    path.write_text(text, encoding="utf-8")
    code, _out, err = langkah("solve", str(path))
    assert code == expected[0], err
    assert expected[1] in err
    if "foo" in text:
        assert err.count("puzzle.toml") == 3


def test_files_that_cannot_be_read(langkah: Any, tmp_path: Path) -> None:
    """Wrong encodings and broken Python files are reported."""
    latin = tmp_path / "latin.toml"
    latin.write_bytes("title = 'caf\xe9'".encode("latin-1"))
    assert "UTF-8" in langkah("solve", str(latin))[2]
    broken = tmp_path / "broken.py"
    broken.write_text("class Broken(:\n", encoding="utf-8")
    assert "line 1" in langkah("solve", f"{broken}:Broken")[2]
    broken.write_text("1 / 0\n", encoding="utf-8")
    assert "ZeroDivisionError" in langkah("solve", f"{broken}:Broken")[2]


def test_a_puzzle_that_breaks_while_searched(langkah: Any, tmp_path: Path) -> None:
    """An exception in a user's puzzle is reported with file and line, without a traceback."""
    path = tmp_path / "mine.py"
    path.write_text(
        "from langkah import Puzzle\nclass Mine(Puzzle):\n    start = 0\n    def steps(self, state):\n"
        "        return state.moves\n    def is_goal(self, state):\n        return False\n",
        encoding="utf-8",
    )
    code, out, err = langkah("solve", f"{path}:Mine")
    assert (code, out) == (2, "")
    assert "mine.py, line 5" in err
    assert "Traceback" not in err


MINE = """
import sys
from langkah import Puzzle, Step

class Mine(Puzzle):
    start = 0
    def steps(self, state):
        {body}
    def is_goal(self, state):
        return state == 3
"""
STEP = "Step('on', state + 1)"


@pytest.mark.parametrize(
    "body",
    [
        "return None",
        "return [('on', state + 1)]",
        "return [Step('on', [state])]",
        "return [Step('on', state + 1, '1')]",
        "return [Step('on', state + 1, float('nan'))]",
        "return self.steps(state)",
        "sys.exit(0)",
        "raise SystemExit",
    ],
)
def test_own_puzzles_that_misbehave(langkah: Any, tmp_path: Path, body: str) -> None:
    """A mistake in a user's puzzle is reported as bad input, in one JSON object, and not as a defect of Langkah."""
    path = tmp_path / "mine.py"
    path.write_text(MINE.format(body=body), encoding="utf-8")
    code, out, err = langkah("solve", f"{path}:Mine", "--json")
    assert code == 2
    assert list(json.loads(out)) == ["error"]
    assert "Traceback" not in err


def test_own_puzzles_that_misbehave_in_two_ways(langkah: Any, tmp_path: Path) -> None:
    """If a method of a user's puzzle raises `SystemExit` and another one returns a wrong value, the wrong value is
    reported.
    """
    path = tmp_path / "mine.py"
    text = MINE.format(body="raise SystemExit(3)") + "    def goals(self):\n        return 5\n"
    path.write_text(text, encoding="utf-8")
    code, out, err = langkah("compare", f"{path}:Mine", "--json")
    assert (code, list(json.loads(out))) == (2, ["error"])
    assert "not iterable" in err


def test_what_own_puzzles_print_does_not_spoil_the_json(langkah: Any, tmp_path: Path) -> None:
    """Texts that a user's file prints, when it is loaded or in `steps`, go to standard error."""
    path = tmp_path / "mine.py"
    body = f"print('thinking'); return [{STEP}]"
    path.write_text("print('loading')\n" + MINE.format(body=body), encoding="utf-8")
    for command in ("solve", "trace"):
        code, out, err = langkah(command, f"{path}:Mine", "--json")
        assert code == 0
        assert json.loads(out)["cost"] == 3
        assert "loading" in err
        assert "thinking" in err


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="alarms")
@pytest.mark.parametrize("where", ["file", "constructor", "steps", "generator"])
def test_time_limits_hold_in_the_code_of_a_puzzle(langkah: Any, tmp_path: Path, where: str) -> None:
    """The time limit also stops endless code of a puzzle, with exit code 4 and the status 'stopped'."""
    path = tmp_path / "mine.py"
    body = {"steps": "while True: pass", "generator": f"while True: yield {STEP}"}.get(where, f"return [{STEP}]")
    text = MINE.format(body=body)
    text += "    def __init__(self):\n        while True: pass\n" if where == "constructor" else ""
    path.write_text(text + ("\nwhile True: pass\n" if where == "file" else ""), encoding="utf-8")
    began = time.perf_counter()
    code, out, _err = langkah("solve", f"{path}:Mine", "--json", "--limit-seconds", "0.2")
    assert time.perf_counter() - began < 20
    found = json.loads(out)
    assert (code, found["status"], found["limit"], found["optimal"]) == (4, "stopped", "seconds", False)
    assert signal.getitimer(signal.ITIMER_REAL)[0] == 0


def test_own_files_that_leave_the_program(langkah: Any, tmp_path: Path) -> None:
    """A file that calls `sys.exit` is reported as a file that cannot be loaded."""
    path = tmp_path / "mine.py"
    path.write_text("import sys\nsys.exit(0)\n", encoding="utf-8")
    code, out, _err = langkah("solve", f"{path}:Mine", "--json")
    assert code == 2
    assert "cannot be loaded" in json.loads(out)["error"][0]


def test_own_files_may_use_dataclasses(langkah: Any, tmp_path: Path) -> None:
    """Dataclasses with postponed annotations, which look up their module, work in a user's file, even if the file has
    the name of a standard module.
    """
    path = tmp_path / "random.py"
    path.write_text(
        "from __future__ import annotations\nfrom dataclasses import dataclass\nfrom langkah import Puzzle, Step\n"
        "@dataclass(frozen=True)\nclass At:\n    n: int\n"
        "class Mine(Puzzle):\n    start = At(0)\n"
        "    def steps(self, state):\n        return [Step('on', At(state.n + 1))]\n"
        "    def is_goal(self, state):\n        return state.n == 3\n",
        encoding="utf-8",
    )
    assert langkah("solve", f"{path}:Mine")[0] == 0
    assert "Random" in dir(sys.modules["random"])


@pytest.mark.skipif(sys.platform == "win32", reason="pipes")
def test_pipes_and_devices_are_not_read(langkah: Any, tmp_path: Path) -> None:
    """Pipes and devices are rejected unread: reading this pipe, which has no writer, would never end."""
    os.mkfifo(tmp_path / "pipe.toml")
    code, _out, err = langkah("solve", str(tmp_path / "pipe.toml"))
    assert (code, "pipe or a device" in err) == (2, True)
    assert langkah("solve", "/dev/zero")[0] == 2


@pytest.mark.parametrize("name", ["", "a" * 300, ":", "klotski:../../x", "klotski:classic/../classic", "\udcff.toml"])
def test_names_that_nothing_has(langkah: Any, name: str) -> None:
    """An unknown name of a problem is reported in JSON that can be encoded as UTF-8."""
    code, out, _err = langkah("solve", name, "--json")
    assert code == 2
    assert json.loads(out)["error"]
    assert out.encode()


def test_numbers_of_thousands_of_digits(langkah: Any) -> None:
    """A number with too many digits for Python to print is rejected with a clear message."""
    for value in ("0x" + "f" * 8000, "9" * 5000):
        code, _out, err = langkah("solve", "hanoi", f"discs={value}")
        assert (code, "whole number from 1 to 64" in err) == (2, True)


def test_options_are_not_guessed(langkah: Any) -> None:
    """Abbreviated options are rejected: `--jso` would print the answer as JSON, but not the errors."""
    assert langkah("solve", "hanoi", "--jso")[0] == 2


def run_with(words: str, **more: Any) -> subprocess.CompletedProcess[str]:
    """The result of the program, run in a shell with this command line."""
    command = f"{sys.executable} -m langkah {words}"
    return subprocess.run(command, shell=True, capture_output=True, text=True, check=False, **more)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="devices")
def test_outputs_that_cannot_be_written() -> None:
    """If the output is a full disk, the exit code is 2, without a traceback; a closed output changes no exit code."""
    for words in ("solve hanoi --json", "solve nope --json", "list"):
        done = run_with(words + " > /dev/full")
        assert done.returncode == 2
        assert "Traceback" not in done.stderr
    assert run_with("solve hanoi --json >&-").returncode == 0
    assert run_with("solve nope --json >&- 2>&-").returncode == 2


def test_readers_with_few_letters() -> None:
    """On an output that can encode only ASCII, JSON and text are still printed."""
    done = run_with("list klotski --json", env={**os.environ, "PYTHONIOENCODING": "ascii"})
    assert json.loads(done.stdout)["games"]
    assert run_with("demo", env={**os.environ, "PYTHONIOENCODING": "ascii"}).returncode == 0


def test_trace_in_every_format(langkah: Any, tmp_path: Path) -> None:
    """A trace is printed as text, CSV, Markdown, LaTeX and JSON; CSV and JSON have all seven rows."""
    words = ("trace", "hanoi", "discs=2", "--algorithm", "breadth-first")
    assert "[[2, 1], [], []]" in langkah(*words)[1]
    assert langkah(*words, "--csv", "-")[1].count("\n") == 8
    assert langkah(*words, "--markdown", "-")[1].startswith("| ")
    assert langkah(*words, "--latex", "-")[1].startswith(r"\begin{tabular}")
    assert len(data(langkah(*words, "--json"))["rows"]) == 7
    target = tmp_path / "x.csv"
    assert langkah(*words, "--csv", str(target))[0] == 0
    assert target.read_text(encoding="utf-8").count("\n") == 8


def test_animate(langkah: Any, tmp_path: Path) -> None:
    """`--animate` writes the solution as a moving picture, in addition to the answer."""
    for name in ("x.svg", "x.gif"):
        assert data(langkah("solve", "hanoi", "discs=2", "--animate", str(tmp_path / name), "--json"))["cost"] == 3
        assert (tmp_path / name).stat().st_size > 1000


def test_a_worksheet_in_json(langkah: Any, tmp_path: Path) -> None:
    """The JSON contains the worksheet's page itself or, with `-o`, the name of the file with the page."""
    assert "<html" in json.loads(langkah("worksheet", "hanoi", "discs=2", "--json")[1])["page"]
    path = tmp_path / "sheet.html"
    assert json.loads(langkah("worksheet", "hanoi", "discs=2", "--json", "-o", str(path))[1])["file"] == str(path)
    assert "<html" in path.read_text(encoding="utf-8")


def test_compare_rows(langkah: Any) -> None:
    """There is one row for each algorithm that fits; rows that claim optimality agree on the cost."""
    found = data(langkah("compare", "hanoi", "discs=3", "--json"))
    assert {row["algorithm"] for row in found["rows"]} >= {"breadth-first", "a-star", "recursive", "beam"}
    assert all(row["cost"] == 7 for row in found["rows"] if row["optimal"])


def test_list_is_complete(langkah: Any) -> None:
    """`list --json` has all games with their levels and settings, and all algorithms with their descriptions and
    promises.
    """
    found = data(langkah("list", "--json"))
    assert set(found["games"]) == set(GAMES)
    for name, game in found["games"].items():
        assert sorted(game["levels"]) == list_levels(name)
        assert list(game["level_facts"]) == game["levels"]
        assert all(each["about"] for each in game["settings"])
    assert all(row["about"] and row["promises"] for row in found["algorithms"].values())


def test_reproduce(langkah: Any) -> None:
    """All papers are listed; each claim that disagrees has a note with the reason."""
    found = data(langkah("reproduce", "--json"))
    assert [paper["paper"] for paper in found["papers"]] == [
        "snakes-bnb",
        "klotski-bfs",
        "hanoi-bfs",
        "snakes-bfs",
        "tictactoe-bnb",
    ]
    for paper in found["papers"]:
        for claim in paper["claims"]:
            assert claim["agrees"] == (claim["paper"] in (None, claim["ours"]))
            assert claim["agrees"] or claim["note"]
    slips = {
        (paper["paper"], claim["claim"])
        for paper in found["papers"]
        for claim in paper["claims"]
        if not claim["agrees"]
    }
    assert slips == {
        ("snakes-bnb", "board 1: queue after square 84"),
        ("snakes-bnb", "board 1: queue after square 91"),
        ("snakes-bnb", "board 1: queue after square 96"),
        ("snakes-bnb", "board 1: nodes expanded"),
        ("hanoi-bfs", "2^n - 1 for 8 discs"),
    }


def test_indonesian(langkah: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """--lang and LANG switch the language of every text, including the texts of argparse."""
    assert "terbukti" in langkah("solve", "hanoi", "--lang", "id")[1]
    monkeypatch.setenv("LANG", "id_ID.UTF-8")
    for variable in ("LANGUAGE", "LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(variable, raising=False)
    assert "terbukti" in langkah("solve", "hanoi")[1]
    monkeypatch.delenv("LANGUAGE", raising=False)
    assert "penggunaan" in langkah("--help")[1]
    monkeypatch.delenv("LANGUAGE", raising=False)
    assert "proved" in langkah("solve", "hanoi", "--lang", "en")[1]


WORDS = st.one_of(
    st.sampled_from([name for name in COMMANDS if name != "play"]),  # `play` runs until it is stopped
    st.sampled_from([*GAMES, "tictactoe", "--json", "--lang", "id", "--algorithm", "a-star", "--all"]),
    st.sampled_from(
        ["discs=3", "n=4", "rows=2", "size=3", "board=ab/..", "jumps={2=4}", "--states", "--ties", "deep", "-h"]
    ),
    st.text(max_size=8),
    st.tuples(
        st.sampled_from(["discs", "n", "k", "goal", "start", "board", "jumps", "position", "fixed"]),
        st.text(max_size=8),
    ).map("=".join),
)


@settings(max_examples=150)
@given(st.sampled_from(["solve", "list", "trace", ""]), st.lists(WORDS, max_size=5))
def test_no_words_make_a_traceback(langkah: Any, command: str, words: list[str]) -> None:
    """For any command line, the exit code is one of the documented ones, and there is no traceback."""
    bounds = ["--limit-nodes", "200"] if command in ("solve", "trace") else []
    code, _out, err = langkah(command, *words, *bounds) if command else langkah(*words[:1])
    assert code in (0, 2, 3, 4)
    assert "Traceback" not in err


def test_a_language_that_there_is_not(langkah: Any) -> None:
    """An unknown language is rejected with a list of the known ones, also if --lang stands before the command."""
    for words in (("--lang", "xx", "solve", "hanoi"), ("solve", "hanoi", "--lang", "xx")):
        code, _out, err = langkah(*words)
        assert code == 2
        assert "--lang: invalid choice: 'xx'" in err
        assert re.search(r"choose from '?en'?, '?id'?\)", err)
