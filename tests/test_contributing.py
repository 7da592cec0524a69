"""What CONTRIBUTING.md shows works: its examples are added to the tables and used."""

import json
import re
import sys
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from langkah import Limit, load, solve
from langkah.apps.cli.main import COMMANDS, main
from langkah.audit import audit
from langkah.games import GAMES
from langkah.players import PLAYERS, PlayerRow, make_player, require_game
from langkah.search import ALGORITHMS

ROOT = Path(__file__).parent.parent
TEXT = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
BLOCKS = dict(re.findall(r"```python\n# ([^\n]+)\n(.*?)```", TEXT, flags=re.DOTALL))
FILES = [name for name in BLOCKS if name.startswith("src/")]
TABLES: tuple[dict[str, Any], ...] = (GAMES, ALGORITHMS, PLAYERS, COMMANDS)


@pytest.fixture(autouse=True)
def examples(monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, ModuleType]]:
    """The files of the examples as modules; whatever is added to a table is taken out again."""
    before = [dict(table) for table in TABLES]
    found: dict[str, ModuleType] = {}
    for path in FILES:
        name = path.removeprefix("src/").removesuffix(".py").replace("/", ".")
        module = ModuleType(name)
        exec(compile(BLOCKS[path], "CONTRIBUTING.md", "exec"), module.__dict__)
        monkeypatch.setitem(sys.modules, name, module)
        found[Path(path).stem] = module
    yield found
    for table, rows in zip(TABLES, before, strict=True):
        table.clear()
        table.update(rows)


def test_a_game() -> None:
    """One line, and it is solved; its settings are checked."""
    GAMES["frogs"] = "langkah.games.frogs:Frogs"
    result = solve(load("frogs"))
    assert (result.cost, result.optimal) == (15, True)
    assert main(["solve", "frogs", "each=0"]) == 2


def test_an_algorithm(examples: dict[str, ModuleType]) -> None:
    """One line, and it searches."""
    row = examples["hill_climbing"].HILL_CLIMBING
    ALGORITHMS[row.name] = row
    found = solve(load("tiles", rows=2, cols=2, start=[1, 2, 0, 3]), "hill-climbing")
    assert (found.cost, found.optimal) == (1, False)
    assert solve(load("hanoi", discs=4), "hill-climbing", limit=Limit(depth=3)).status == "stopped"


def test_a_player(examples: dict[str, ModuleType]) -> None:
    """One line, and it plays; an audit proves that it can be beaten."""
    PLAYERS["first"] = PlayerRow(examples["first_move"].FirstMove, "the first legal move")
    game = require_game(load("mnk"))
    assert audit(make_player("first", game), game, 1).opponent_wins > 0


def test_a_command(capsys: pytest.CaptureFixture[str]) -> None:
    """One line, and it answers."""
    COMMANDS["moves"] = "show what can be done at the start"
    assert main(["moves", "hanoi", "--json"]) == 0
    assert len(json.loads(capsys.readouterr().out)["moves"]) == 2


def test_a_front_end() -> None:
    """A few lines that ask a task."""
    (code,) = [text for name, text in BLOCKS.items() if name not in FILES]
    exec(compile(code, "CONTRIBUTING.md", "exec"), {"__name__": "contributing"})


def test_links_lead_somewhere() -> None:
    """Every document that a document names is there."""
    for document in (ROOT / "CONTRIBUTING.md", ROOT / "README.md", *(ROOT / "docs").glob("*.md")):
        for target in re.findall(r"\]\(([^)#]+)\)", document.read_text(encoding="utf-8")):
            assert target.startswith("http") or (document.parent / target).exists(), f"{document.name}: {target}"


SOURCES = [*sorted((ROOT / "docs").glob("*.md")), ROOT / "README.md", *sorted((ROOT / "src").rglob("*.py"))]


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_named_modules_exist(path: Path) -> None:
    """Whoever reads `langkah.some.module` finds it."""
    for name in set(re.findall(r"`(langkah(?:\.\w+)+)`", path.read_text(encoding="utf-8"))) - GROUPS:
        assert find_object(name), name


GROUPS = {"langkah.games", "langkah.algorithms", "langkah.players"}  # of entry points


def find_object(name: str) -> bool:
    """Whether a dotted name leads to a module, or to something in one."""
    module, _dot, last = name.rpartition(".")
    try:
        return find_spec(name) is not None or hasattr(import_module(module), last)
    except ModuleNotFoundError:
        return hasattr(import_module(module), last)
