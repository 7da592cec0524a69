"""Puzzles in Python files: settings that are enforced, files that import neighbouring files, levels and instances,
examples.

Only the command line and Python can open a Python file by its name. A page can open only the games of Langkah and the
puzzle that was given on the command line.
"""

import inspect
import json
import os
import re
import sys
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import langkah.model
from langkah import BadInput, Chance, Limit, Puzzle, Setting, compare, explore, load, odds, solve
from langkah.doctor_checks import examine
from langkah.doctor_checks.hooks import list_hooks
from langkah.engine.store.problem_source import describe_source
from langkah.games import find_python_file, list_instances, list_levels
from langkah.games.files import parse_toml
from langkah.model import Game, Problem, draw_scene
from langkah.packed import Packed
from langkah.session import Session
from langkah.tasks.context import Context
from langkah.tasks.files import format_toml_value
from langkah.tasks.problems import ProblemCatalogue
from langkah.tasks.table import run_task

EXAMPLES = Path(__file__).parent.parent / "examples"
Run = Callable[..., tuple[int, str, str]]
MINE = """
from words import ONE
from langkah import Puzzle, Setting, Step

class Mine(Puzzle):
    '''Count to n.'''
    settings = (
        Setting("n", 5, "how far", low=1, high=12),
        Setting("kind", "up", "which way", choices=("up", "down")),
        Setting("share", 0.5, "a part", low=0, high=1),
        Setting("names", None, "anything"),
    )
    start = 0

    def __init__(self, n=5, kind="up", share=0.5, names=None):
        assert type(n) is int and 1 <= n <= 12
        self.n, self.kind, self.share, self.names = n, {"up": 1, "down": -1}[kind], share, names

    def steps(self, state):
        import words  # late, and still the neighbour
        return [Step("on", state + words.ONE * self.kind)] if abs(state) < 20 else []

    def is_goal(self, state):
        return state == self.n * self.kind
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a puzzle, the file that the puzzle imports, a second puzzle file, levels, a file of settings and a
    file of instances.
    """
    monkeypatch.chdir(tmp_path)
    (tmp_path / "levels").mkdir()
    files = {
        "mine.py": MINE,
        "words.py": "ONE = 1\n",
        "two.py": MINE + "\nclass Other(Mine):\n    pass\n",
        "four.toml": 'problem = "mine.py:Mine"\nn = 4\n',
        "levels/hard.toml": 'problem = "../mine.py:Mine"\ntitle = "Hard"\noptimum = 9\nn = 9\n',
        "levels/easy.toml": 'problem = "../mine.py"\ntitle = "Easy"\noptimum = 2\nn = 2\n',
        "levels/other.toml": 'problem = "../two.py:Other"\nn = 3\n',
        "some.jsonl": '{"problem": "mine.py", "n": 3, "title": "Three"}\n{"n": 4}\n{"game": "hanoi", "discs": 2}\n',
    }
    for name, text in files.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


# Settings


WRONG: list[tuple[dict[str, Any], str]] = [
    ({"n": 50}, "n = 50: this must be a whole number from 1 to 12"),
    ({"n": 0}, "n = 0: this must be a whole number from 1 to 12"),
    ({"n": "5"}, "n = '5': this must be a whole number"),
    ({"n": True}, "n = True"),
    ({"kind": "bogus"}, "kind = 'bogus': this must be one of up, down"),
    ({"share": 1.5}, "share = 1.5: this must be a number from 0 to 1"),
    ({"n": 13, "m": 2}, "Setting 'm' is not known"),
]


@pytest.mark.parametrize(("given", "words"), WRONG)
def test_settings_are_enforced_for_every_caller(given: dict[str, Any], words: str, folder: Path, langkah: Run) -> None:
    """Every front end and every file format refuses wrong settings before the constructor runs."""
    cls: Any = type(load("mine.py:Mine"))
    if "m" not in given:
        with pytest.raises(BadInput, match=words.split(":")[0]):
            cls(**given)
    for name in ("mine.py", "mine.py:Mine", "mine.py:Mine:hard", "four.toml", "some.jsonl:1"):
        with pytest.raises(BadInput) as caught:
            load(name, given)
        assert words in str(caught.value)
    lines = "".join(f"{name} = {format_toml_value(value)}\n" for name, value in given.items())
    (folder / "wrong.toml").write_text('problem = "mine.py:Mine"\n' + lines, encoding="utf-8")
    assert parse_toml(lines) == given
    with pytest.raises(BadInput, match=r"wrong\.toml: "):
        load("wrong.toml")
    catalogue = ProblemCatalogue(("mine.py:Mine",))
    asked: dict[str, Any] = {
        "problem": {"problem": "mine.py:Mine", "settings": given},
        "position": {"saved": {"langkah": 1, "problem": "mine.py:Mine", "settings": given}},
    }
    for task, values in asked.items():
        with pytest.raises(BadInput) as caught:
            run_task(task, values, Context(), catalogue)
        assert words in str(caught.value)
    if isinstance(given.get("n", 0), int):
        typed = [f"{name}={format_toml_value(value)}" for name, value in given.items()]
        code, _out, err = langkah("solve", "mine.py", *typed)
        assert code == 2
        assert words in err


def test_legal_settings_pass() -> None:
    """Legal settings, defaults and arguments without limits are accepted, by position or by name."""

    class Plain(Puzzle[int, int]):
        settings = (Setting("n", 5, "", low=1, high=12), Setting("list", (), ""), Setting("part", 1.5, "", low=1))
        start = 0

        def __init__(self, n: int | None = None, list: object = (), part: float = 1.5, hidden: int = 99) -> None:  # noqa: A002
            self.n, self.list, self.part, self.hidden = n, list, part, hidden

    assert Plain(12).n == 12
    assert Plain(n=None).n is None
    assert (Plain(3, [1], 2).list, Plain(hidden=-1).hidden) == ([1], -1)
    for wrong in ({"n": 13}, {"part": 0.5}):
        with pytest.raises(BadInput):
            Plain(**wrong)
    with pytest.raises(BadInput, match="a number of at least 1"):
        Plain(part=0)
    with pytest.raises(TypeError):
        type("Bare", (Puzzle,), {"start": 0})(5)


def test_the_shipped_example_refuses_nothing_to_move() -> None:
    """The frogs example refuses zero frogs."""
    with pytest.raises(BadInput, match="each = 0: this must be a whole number from 1 to 9"):
        load(str(EXAMPLES / "frogs.py"), each=0)


def test_what_a_constructor_cannot_take_is_said(folder: Path) -> None:
    """The message says which setting or argument the constructor cannot accept."""
    head = "from langkah import Puzzle, Setting\nclass Mine(Puzzle):\n    start = 0\n"
    for body, words in {
        "    settings = (Setting('n', 3, ''),)\n": "write `def __init__",
        "    def __init__(self, n, m): pass\n": "Mine needs a value for m",
        "    settings = Setting('n', 3, '')\n": "settings = (Setting(...),)",
    }.items():
        (folder / "odd.py").write_text(head + body, encoding="utf-8")
        with pytest.raises(BadInput) as caught:
            load("odd.py", n=2)
        assert words in str(caught.value)


# Names


@pytest.mark.usefixtures("folder")
def test_names() -> None:
    """The only class of a file needs no name; a level or line number follows a colon; `origin` has the full name."""
    assert {
        name: (load(name).origin, solve(load(name)).cost)
        for name in ("mine.py", "mine.py:Mine", "mine.py:hard", "mine.py:Mine:easy", "four.toml", "some.jsonl:2")
    } == {
        "mine.py": (("mine.py:Mine", {}), 5),
        "mine.py:Mine": (("mine.py:Mine", {}), 5),
        "mine.py:hard": (("mine.py:Mine:hard", {}), 9),
        "mine.py:Mine:easy": (("mine.py:Mine:easy", {}), 2),
        "four.toml": (("mine.py:Mine", {"n": 4}), 4),
        "some.jsonl:2": (("mine.py:Mine", {"n": 4}), 4),
    }
    assert solve(load("levels/hard.toml")).cost == 9
    assert solve(load("mine.py:Mine:hard", n=6)).cost == 6
    assert repr(load("some.jsonl:3")) == "load('some.jsonl:3')"
    assert list_levels("mine.py:Mine") == list_levels("mine.py") == ["easy", "hard"]
    assert list_levels("two.py:Other") == ["other"]
    assert list_instances("some.jsonl") == ["some.jsonl:1", "some.jsonl:2", "some.jsonl:3"]
    assert list_instances("mine.py") == []


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("two.py", "two.py has several puzzles: choose one, as in two.py:Mine. Known: Mine, Other."),
        ("words.py", "words.py has no puzzle: write `class MyPuzzle(Puzzle):`"),
        ("mine.py:Mien", "Did you mean Mine?"),
        ("mine.py:hrd", "Did you mean hard?"),
        ("mine.py:Mine:hrd", "Level 'mine.py:Mine:hrd' is not known. Did you mean mine.py:Mine:hard"),
        ("some.jsonl", "some.jsonl has 3 instances: choose one by its line number, as in some.jsonl:1"),
        ("some.jsonl:4", "some.jsonl has no line 4: its last line is 3"),
        ("away.jsonl:1", "there is no such file"),
        ("broken.jsonl:2", "broken.jsonl, line 2: expected a JSON object of settings"),
        ("absolute.toml", "a Python file in this folder"),
        ("below/above.toml", "a Python file in this folder"),
        ("below/levels/far.toml", "a Python file in this folder"),
        ("below/above.jsonl:1", "a Python file in this folder"),
        ("both.toml", "Setting 'problem' is not known"),
    ],
)
def test_names_that_mean_nothing(name: str, words: str, folder: Path) -> None:
    """The message for an unknown name says what is wrong and what is legal."""
    (folder / "broken.jsonl").write_text('{"game": "hanoi"}\n[1]\n', encoding="utf-8")
    (folder / "absolute.toml").write_text(f'problem = "{folder.as_posix()}/mine.py:Mine"\n', encoding="utf-8")
    (folder / "below" / "levels").mkdir(parents=True)
    (folder / "below" / "above.jsonl").write_text('{"problem": "../mine.py:Mine"}\n', encoding="utf-8")
    for far, up in (("above", "../"), ("levels/far", "../../")):
        (folder / "below" / f"{far}.toml").write_text(f'problem = "{up}mine.py:Mine"\n', encoding="utf-8")
    (folder / "both.toml").write_text('problem = "mine.py"\ngame = "hanoi"\n', encoding="utf-8")
    with pytest.raises(BadInput) as caught:
        load(name)
    assert words in str(caught.value)


def test_which_file_would_run(folder: Path) -> None:
    """`find_python_file` names the Python file that a problem would run, without running it."""
    (folder / "four.txt").write_bytes((folder / "four.toml").read_bytes())
    names = ("mine.py:hard", "four.toml", "four.toml:1", "four.txt", "four.txt:1", "levels/hard.toml", "some.jsonl:3")
    found = {name: find_python_file(name) for name in names}
    assert found == {
        "mine.py:hard": "mine.py",
        **dict.fromkeys(("four.toml", "four.toml:1", "four.txt", "four.txt:1"), "mine.py"),
        "levels/hard.toml": "mine.py",
        "some.jsonl:3": "",
    }
    lesson = 'problem = "four.toml"\ntitle = "Four"\n[[stops]]\nwhen = "goal"\ntext = "There."\n'
    (folder / "lesson.toml").write_text(lesson, encoding="utf-8")
    from langkah.lessons.lesson_file import read_lesson

    with pytest.raises(BadInput, match=r"this would run .*mine\.py with your permissions"):
        read_lesson(folder / "lesson.toml")


def test_list_of_a_level_of_the_own_puzzle(langkah: Run, folder: Path) -> None:
    """`list` reads a level file as `solve` does, and refuses a bad file for the same reason."""
    assert langkah("solve", "four.toml")[0] == langkah("solve", "four.toml:1")[0] == 0
    code, out, _err = langkah("list", "four.toml", "--json")
    assert code == 0
    (level,) = json.loads(out)["levels"]
    assert (level["game"], level["wrong"]) == ("mine.py:Mine", [])
    code, out, _err = langkah("list", "four.toml")
    assert code == 0
    assert "mine.py:Mine" in out
    assert "not known" not in out
    (folder / "lost.toml").write_text('problem = "lost.py:Mine"\n', encoding="utf-8")
    code, out, err = langkah("list", "lost.toml")
    assert (code, out) == (2, "")
    assert "lost.toml: lost.py: there is no such file" in err
    code, _out, err = langkah("list", "nowhere.toml")
    assert (code, "nowhere.toml: there is no such file" in err) == (2, True)


@pytest.mark.usefixtures("folder")
def test_commands(langkah: Run) -> None:
    """`list` and `compare` support the levels of a puzzle file and files of instances."""
    code, out, _err = langkah("list", "mine.py")
    assert code == 0
    assert out.index("mine.py:easy") < out.index("mine.py:hard")
    code, out, _err = langkah("list", "some.jsonl", "--json")
    facts = json.loads(out)["games"]["some.jsonl"]
    assert [facts["level_facts"][line]["title"] for line in facts["levels"]] == ["Three", "n=4", "discs=2"]
    code, out, err = langkah("compare", "some.jsonl", "--algorithms", "bfs", "--no-memory", "--json")
    assert code == 0, err
    assert [row["cost"] for row in json.loads(out)["rows"]] == [3, 4, 3]
    code, out, _err = langkah("compare", "mine.py", "--levels", "all", "--algorithms", "bfs", "--no-memory", "--json")
    assert [row["cost"] for row in json.loads(out)["rows"]] == [2, 9]
    assert [row.result.cost for row in compare("some.jsonl", algorithms=["bfs"]).rows] == [3, 4, 3]


def test_a_data_file_that_runs_python_says_so(folder: Path, langkah: Run) -> None:
    """A note on standard error says that a data file runs Python code, unless the command line names both files."""
    for name, file in (("four.toml", "mine.py"), (str(Path("levels") / "hard.toml"), "mine.py"), ("mine.py:hard", "")):
        code, _out, err = langkah("solve", name)
        assert code == 0
        assert (f"names a Python file, which Langkah runs: {file}" in err) is bool(file)
    assert folder.exists()


def test_errors_name_the_neighbours_line(folder: Path, langkah: Run) -> None:
    """An error in a file that the puzzle imports is reported with the line of that file, as an error of the puzzle."""
    (folder / "words.py").write_text("ONE = 1\n\ndef fail():\n    return {}[ONE]\n", encoding="utf-8")
    text = MINE.replace("return state == self.n * self.kind", "import words; return words.fail()")
    (folder / "mine.py").write_text(text, encoding="utf-8")
    for name in ("mine.py", "four.toml"):
        code, _out, err = langkah("solve", name)
        assert code == 2
        assert "words.py, line 4, in fail: KeyError: 1" in err
    (folder / "words.py").write_text("ONE = = 1\n", encoding="utf-8")
    with pytest.raises(BadInput, match=r"words.py, line 1: invalid syntax"):
        load("mine.py")


# Neighbours


@pytest.mark.usefixtures("folder")
def test_neighbours_stay_in_their_folder(tmp_path: Path) -> None:
    """Files of the same name in two folders do not collide, and never hide the standard library."""
    other = tmp_path / "other"
    other.mkdir()
    (other / "mine.py").write_text(MINE, encoding="utf-8")
    (other / "words.py").write_text("ONE = 2\n", encoding="utf-8")
    for name in ("random", "json", "langkah"):
        (other / f"{name}.py").write_text("raise RuntimeError('planted')\n", encoding="utf-8")
    (other / "mine.py").write_text("import json, random\n" + MINE, encoding="utf-8")
    here, there = load("mine.py"), load("other/mine.py", n=4)
    assert (solve(here).cost, solve(there).cost, solve(here).cost) == (5, 2, 5)
    assert not {"words", "mine"} & sys.modules.keys()
    assert os.fspath(other) not in sys.path
    with pytest.raises(ModuleNotFoundError):
        __import__("words")


def test_a_changed_neighbour_is_read_again(folder: Path) -> None:
    """A neighbouring file that has changed is read again, with the file that imports it."""
    assert solve(load("mine.py", n=4)).cost == 4
    (folder / "words.py").write_text("ONE = 2  # another size of file\n", encoding="utf-8")
    assert solve(load("mine.py", n=4)).cost == 2


def test_neighbours_travel_to_workers(folder: Path) -> None:
    """A worker receives the source code of all files of a puzzle and the settings of the level."""
    packed = "    def packed(self):\n        return Packed.of(0, int, int, grow, end)\n\n"
    code = MINE.replace("    def is_goal", packed + "    def is_goal").replace("import Puzzle", "import Packed, Puzzle")
    (folder / "mine.py").write_text(code.replace("import ONE", "import *"), encoding="utf-8")
    grow = "def grow(state, out):\n    out[0] = state + ONE\n    return 1\n"
    end = "def end(state):\n    return state == 9\n"
    (folder / "words.py").write_text("ONE = 1\n" + grow + end, encoding="utf-8")
    problem: Any = load("mine.py:hard")
    source = describe_source(problem, problem.packed())
    assert set(source.beside) == {"words.py"}
    for path in (folder / "words.py", folder / "mine.py", folder / "levels" / "hard.toml"):
        path.unlink()
    opened: Any = source.open()
    assert opened.n == 9
    assert opened.packed().successors(3) == [4]


# The page


@pytest.mark.usefixtures("folder")
def test_a_page_opens_no_file() -> None:
    """The web app opens no Python file by name, link or text, but the levels from the command line."""
    strangers = ("mine.py", "two.py:Other", "four.toml", "some.jsonl:1", "two.py:Other:other", "levels/hard.toml")
    for own in ((), ("mine.py:Mine",)):
        catalogue = ProblemCatalogue(own)
        for name in strangers:
            asked: dict[str, Any] = {
                "link": {"token": name},
                "levels": {"game": name},
                "problem": {"problem": name},
                "list": {"game": name},
                "position": {"saved": {"langkah": 1, "problem": name}},
            }
            for task, values in asked.items():
                with pytest.raises(BadInput):
                    run_task(task, values, Context(), catalogue)
        with pytest.raises(BadInput, match="the web app cannot open Python files"):
            run_task("read", {"text": 'problem = "mine.py:Mine"\n'}, Context(), catalogue)
    cards = run_task("levels", {"game": "mine.py:Mine"}, Context(), catalogue)["levels"]
    assert [(card["name"], card["title"], card["least"]) for card in cards] == [
        ("mine.py:Mine:easy", "Easy", 2),
        ("mine.py:Mine:hard", "Hard", 9),
    ]
    opened = run_task("link", {"token": "mine.py:Mine:hard"}, Context(), catalogue)
    assert opened["saved"]["problem"] == "mine.py:Mine:hard"
    assert run_task("problem", {"problem": "mine.py:Mine:hard"}, Context(), catalogue)["level"] == "Hard"


def test_a_scene_that_fails(folder: Path, langkah: Run) -> None:
    """A puzzle whose scene fails is shown as text with the error below; `draw` reports only the error."""
    scene = "    def scene(self, state):\n        return {0: 1}[state - 3]\n"
    (folder / "mine.py").write_text(MINE + "\n" + scene, encoding="utf-8")
    catalogue, line = ProblemCatalogue(("mine.py:Mine",)), MINE.count("\n") + 3
    shown = run_task("games", {}, Context(), catalogue)["games"][0]["scene"]["title"]
    assert shown == f"0\n\nscene: KeyError: -3 (mine.py, line {line})"
    opened = run_task("link", {"token": "mine.py:Mine"}, Context(), catalogue)
    assert opened["scene"]["title"] == shown
    session = Session(load("mine.py"))
    session.play("on")
    assert "KeyError: -2" in session.scene().title
    assert "expected a Scene, not 1" in draw_scene(load("mine.py"), 3).title
    code, _out, err = langkah("draw", "mine.py")
    assert code == 2
    assert f"mine.py, line {line}, in scene: KeyError: -3" in err


# The examples


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.py")), ids=lambda path: path.stem)
def test_examples_are_healthy(path: Path) -> None:
    """Every example puzzle loads without the name of its class and passes the doctor."""
    if path.stem in ("klotski_atlas", "hanoi_ways", "solitaire_bitmaps", "solitaire_on_gpu"):
        pytest.skip("a program, not a puzzle")
    report = examine(load(str(path)), Limit(600, 3))
    assert report.healthy, report


def test_chomp() -> None:
    """In Chomp, the first player wins on 3 x 4 and 3 x 3, and loses on 1 x 1."""
    game = load(str(EXAMPLES / "chomp.py"))
    assert isinstance(game, Game)
    found = solve(game)
    assert (found.value, found.best_moves) == ("win", ((1, 2),))
    assert solve(load(str(EXAMPLES / "chomp.py"), rows=3, cols=3)).best_moves == ((1, 1),)
    assert solve(load(str(EXAMPLES / "chomp.py"), rows=1, cols=1)).value == "loss"


@pytest.mark.parametrize("faces", [2, 6, 8])
def test_all_faces(faces: int) -> None:
    """The expected number of throws until all n faces have been thrown is n (1 + 1/2 + ... + 1/n)."""
    puzzle = load(str(EXAMPLES / "all_faces.py"), faces=faces)
    assert isinstance(puzzle, Chance)
    assert odds(puzzle, exact=True).expected_exact == faces * sum(Fraction(1, n) for n in range(1, faces + 1))
    assert solve(puzzle).cost == faces


def test_symmetric_lights() -> None:
    """The packed form explores the layers of the plain boards, with symmetric boards counted once."""
    puzzle: Any = load(str(EXAMPLES / "symmetric_lights.py"))
    packed = puzzle.packed()
    met, layer, layers = {puzzle.start}, {puzzle.start}, [1]
    for _depth in range(3):
        layer = {step.state for state in layer for step in puzzle.steps(state)} - met
        met |= layer
        layers.append(len({packed.pack(state) for state in layer}))
    assert layers == [1, 6, 49, 319]
    assert explore(puzzle, limit=Limit(depth=3)).layers[:4] == layers
    near = puzzle.at(packed.unpack(packed.successors(packed.successors(0)[7])[12]))
    assert solve(near, algorithm="breadth-first").cost == 2


def test_the_document_lists_every_hook() -> None:
    """The tables of docs/own-puzzles.md list every hook once, in the section of its kind, and no other hook."""
    text = (EXAMPLES.parent / "docs" / "own-puzzles.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `([^`]+)` \| \S.* \| .* \|", text, flags=re.MULTILINE)
    assert sorted(rows) == sorted(hook.form for hook in list_hooks().values())
    used = re.findall(r"\b([A-Z]\w+)[(.]", "\n".join(re.findall(r"^\| `.*$", text, flags=re.MULTILINE)))
    assert [name for name in used if name != "Maze" and not hasattr(langkah.model, name)] == []
    _head, problem, puzzle, rest = text.split("\n### ")
    for kinds, part in (((Problem,), problem), ((Puzzle,), puzzle), ((Game, Chance), rest)):
        assert {hook.name for hook in list_hooks().values() if hook.kind in kinds} == set(
            re.findall(r"^\| `(\w+)", part, flags=re.MULTILINE)
        )


def test_cat_and_mouse() -> None:
    """In a game whose positions can repeat, the usual start is a draw, and other starts are a win or a loss."""
    for given, value in (({}, "draw"), ({"mouse": 2, "cat": 1}, "win"), ({"mouse": 1, "cat": 3}, "loss")):
        found = solve(load(str(EXAMPLES / "cat_and_mouse.py"), given))
        assert (found.value, found.optimal) == (value, True)
        assert ("repetition" in found.why) == (value == "draw")
    with pytest.raises(BadInput, match="the board has 16 squares"):
        load(str(EXAMPLES / "cat_and_mouse.py"), cat=17)


def test_race_home() -> None:
    """With dice before each choice, `solve` and `odds` agree, and the first player has the advantage."""
    game: Any = load(str(EXAMPLES / "race_home.py"), squares=3, die=2)
    found, told = odds(game), solve(game)
    assert found.worth is not None
    assert found.worth == pytest.approx(float(told.probability or 0))
    assert 0.5 < found.worth < 0.8
    assert sum(found.win_chances) == pytest.approx(1)
    assert told.best_moves == ()  # the first move is a throw
    session = Session(game, seed=3)
    assert session.falls
    assert session.respond().label in "12"
    assert session.choices()


def test_packed_shows_its_keywords() -> None:
    """`help(Packed.of)` lists every keyword with its default, and hides none behind `**more`."""
    shown = inspect.signature(Packed.of).parameters
    assert "more" not in shown
    assert {name: shown[name].default for name in ("branching", "unit_cost", "words")} == {
        "branching": 64,
        "unit_cost": False,
        "words": 1,
    }
