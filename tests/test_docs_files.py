"""The reference of file formats is true: its JSON equals that of real files, and its tables list the fields of real
answers.
"""

import json
import re
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from langkah.apps.cli.main import COMMANDS
from langkah.tracing.storage import COLUMNS
from tests.static_site import PACKAGES

TEXT = (Path(__file__).parent.parent / "docs" / "reference" / "files.md").read_text(encoding="utf-8")
SHOWN = [json.loads(block) for block in re.findall(r"^```json\n(.*?)^```", TEXT, flags=re.DOTALL | re.MULTILINE)]
Run = Callable[..., tuple[int, str, str]]

# For each command, calls whose answers together contain all its fields.
ASKED = {
    "solve": ("solve hanoi discs=2 --states", "solve tictactoe"),
    "prove": ("prove hanoi discs=2 -o towers.proof",),
    "check": ("check towers.proof",),
    "trace": ("trace hanoi discs=2", "trace tictactoe size=2"),
    "compare": ("compare hanoi discs=2",),
    "experiment": ("experiment few.toml -o few --workers 1",),
    "explore": ("explore hanoi discs=2",),
    "generate": ("generate hanoi discs=3 --least 5",),
    "hardest": ("hardest hanoi discs=2",),
    "explore --plan": ("explore tiles rows=3 cols=4 --plan --limit-nodes 20000",),
    "store": ("store towers", "store towers 'start=[[2],[1],[]]' --plan", "store towers --hardest --check"),
    "odds": ("odds snakes:small --simulate 10",),
    "audit": ("audit paper tictactoe",),
    "match": ("match random random tictactoe --games 2",),
    "doctor": ("doctor hanoi discs=2",),
    "map": ("map hanoi discs=2",),
    "lesson": ("lesson", "lesson a-star"),
    "worksheet": ("worksheet hanoi discs=2", "worksheet hanoi discs=2 -o sheet.html"),
    "draw": ("draw hanoi",),
    "play": ("play hanoi",),
    "list": ("list", "list hanoi"),
    "example": ("example", "example jugs"),
    "reproduce": ("reproduce hanoi-bfs",),
    "demo": ("demo",),
}


def read_fields(row: str) -> tuple[set[str], dict[str, set[str]]]:
    """The names of the fields in a row of the table of answers; and, for each field that is an object, the names of the
    object's fields, which the row gives in brackets.
    """
    row = re.sub(r"the fields of `solve`( without `states`)?", "", row)
    inner = {name: set(re.findall(r"`(\w+)`", inside)) for name, inside in re.findall(r"`(\w+)` \(([^)]*)\)", row)}
    outer = re.sub(r"\([^)]*\)|with `-\S+`", "", row)
    return set(re.findall(r"`(\w+)`", outer)), inner


TABLE = {
    command: read_fields(row)
    for command, row in re.findall(r"^\| `([^`]+)` \| (.*) \|$", TEXT.partition("## Answers")[2], flags=re.MULTILINE)
}


def test_every_command_has_a_row() -> None:
    """Every command has a row in the table of answers, and ASKED covers every row except `site` (too slow), `handout`
    and `grade` (which need a class).
    """
    assert {name.split()[0] for name in TABLE} == set(COMMANDS)
    assert set(ASKED) == set(TABLE) - {"site", "handout", "grade"}


@pytest.mark.parametrize("command", ASKED)
def test_answers(command: str, langkah: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """For each command, the fields in its row are exactly those of real JSON answers."""
    monkeypatch.chdir(tmp_path)
    Path("few.toml").write_text('problems = ["hanoi discs=2"]\nalgorithms = ["bfs"]\n', encoding="utf-8")
    if command == "check":
        langkah(*shlex.split(ASKED["prove"][0]))
    if command == "store":
        langkah("explore", "hanoi", "discs=2", "--store", "towers")
    found: dict[str, Any] = {}
    for line in ASKED[command]:
        code, out, err = langkah(*shlex.split(line), "--json")
        assert code == 0, err
        found |= json.loads(out)
    fields, inner = TABLE[command]
    if command == "trace":
        fields |= TABLE["solve"][0] - {"states"}
    assert set(found) == fields
    for name, wanted in inner.items():
        value = next(iter(found[name]), None) if isinstance(found[name], list) else found[name]
        if isinstance(value, dict) and wanted:
            assert wanted <= set(value), name


@pytest.mark.slow
def test_the_answer_of_the_site(langkah: Run, tmp_path: Path) -> None:
    """The JSON answer of `site`, which takes long to build, has exactly the fields in its row."""
    code, out, err = langkah("site", str(tmp_path / "site"), "--packages", str(PACKAGES), "--no-kernels", "--json")
    assert code == 0, err
    assert set(json.loads(out)) == TABLE["site"][0]


def mask(value: Any) -> Any:
    """A file's content without the parts that differ between versions: checksums, versions and sizes."""
    text = re.sub(r"[0-9a-f]{32}", "SUM", json.dumps(value))
    return json.loads(re.sub(r'"langkah": "[^"]+"|"size": \d+', '"": ""', text))


def test_checkpoints_and_stores(langkah: Run, tmp_path: Path) -> None:
    """The checkpoint and store files shown in the reference equal the files that Langkah writes."""
    for option in ("checkpoint", "store"):
        assert langkah("explore", "hanoi", "discs=2", f"--{option}", str(tmp_path / option))[0] == 0
    checkpoint, store = tmp_path / "checkpoint", tmp_path / "store"
    assert (checkpoint / "states" / "000000.bin").stat().st_size == 72
    names = [folder / name for folder in (checkpoint, store) for name in ("store.json", "layers/000000.json")]
    assert [mask(json.loads(path.read_text(encoding="utf-8"))) for path in names] == list(map(mask, SHOWN))


def test_recordings(langkah: Run, tmp_path: Path) -> None:
    """Every field of a recording has a row in the reference and vice versa, and `trace` can open the recording."""
    path = tmp_path / "trace.json"
    assert langkah("trace", "hanoi", "discs=2", "--record", str(path))[0] == 0
    rows = re.findall(r"^\| (.*?) \| (.*) \|$", TEXT.partition("## Recordings")[2].partition("\n## ")[0], re.MULTILINE)
    told = {name: about for names, about in rows for name in re.findall(r"`(\w+)`", names)}
    found = json.loads(path.read_text(encoding="utf-8"))
    assert set(found) == set(told)
    assert set(COLUMNS) | {"state"} == set(re.findall(r"`(\w+)`", told["nodes"])) - {"states"}
    assert langkah("trace", str(path))[0] == 0
