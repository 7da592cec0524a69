"""`langkah draw`: pictures in files, in the format of the file extension."""

import builtins
import json
import os
import subprocess
import sys
import xml.etree.ElementTree as ET
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from langkah import load
from langkah.apps.cli.main import main
from langkah.games import GAMES
from langkah.views.json_form import scene_to_json
from langkah.views.text import draw_text


@pytest.mark.parametrize("name", GAMES)
def test_every_game_in_every_form(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """SVG, PNG and text files are written in both themes. The themes change SVG and PNG, but not text; standard output
    stays empty.
    """
    for ending in ("svg", "png", "txt"):
        target, light = tmp_path / f"board.{ending}", tmp_path / f"light.{ending}"
        for file, theme in ((target, "dark"), (light, "light")):
            assert main(["draw", name, "-o", str(file), "--theme", theme, "--size", "20"]) == 0
            assert file.stat().st_size > 50
        assert (target.read_bytes() == light.read_bytes()) == (ending == "txt")
    out, err = capsys.readouterr()
    assert (out, err.count("written: ")) == ("", 6)
    assert ET.parse(tmp_path / "board.svg").getroot().tag.endswith("svg")
    scene = load(name).scene(load(name).start)
    with Image.open(tmp_path / "board.png") as picture:
        assert picture.size[0] == round((scene.width + 0.6) * 20)
    assert (tmp_path / "board.txt").read_text(encoding="utf-8") == draw_text(scene) + "\n"


def test_text_on_the_terminal_and_json(capsys: pytest.CaptureFixture[str]) -> None:
    """Without a file name, the board after the moves in `--moves` is printed as text or, with --json, as a scene."""
    assert main(["draw", "hanoi", "discs=3", "--moves", "1-3, 1-2"]) == 0
    printed = capsys.readouterr().out
    assert main(["draw", "hanoi", "discs=3", "--moves", "1-3, 1-2", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    problem = load("hanoi", discs=3)
    assert printed == draw_text(problem.scene((2, 1, 0))) + "\n"
    assert found["scene"] == json.loads(json.dumps(scene_to_json(problem.scene((2, 1, 0)))))
    assert found["problem"] == "hanoi discs=3"


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (["-o", "board.bmp"], "must end in one of .svg, .png, .txt"),
        (["-o", "board"], "must end in one of"),
        (["-o", "no/such/folder/board.svg"], "cannot be written"),
        (["-o", "board.png", "--size", "9000"], "too large"),
        (["-o", "board.svg", "--size", "99999999"], "too large"),
        (["-o", "board.svg", "--size", "0"], "'0' is not a number above 0"),
        (["--moves", "1-1"], "'1-1' is not a legal move here"),
        (["--theme", "pink"], "pink"),
    ],
)
def test_mistakes(
    words: list[str], line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A mistake gives exit code 2 and a clear message, and leaves no file."""
    monkeypatch.chdir(tmp_path)
    assert main(["draw", "hanoi", *words]) == 2
    assert line in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_without_pillow(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Without pillow, SVG and text files can be written; for PNG, the message names the extra to install."""
    real = builtins.__import__

    def poor(name: str, *rest: Any) -> Any:
        if name.split(".")[0] == "PIL":
            raise ImportError(name)
        return real(name, *rest)

    for module in [name for name in sys.modules if name.split(".")[0] == "PIL"]:
        monkeypatch.delitem(sys.modules, module)
    monkeypatch.setattr(builtins, "__import__", poor)
    for ending in ("svg", "txt"):
        assert main(["draw", "hanoi", "-o", str(tmp_path / f"a.{ending}")]) == 0
    assert main(["draw", "hanoi", "-o", str(tmp_path / "a.png")]) == 2
    assert "pip install 'langkah[pictures]'" in capsys.readouterr().err


DIGESTS = """
from hashlib import sha256
from langkah import load
from langkah.games import GAMES
from langkah.views.png import draw_png
from langkah.views.svg import draw_svg
for name in GAMES:
    scene = load(name).scene(load(name).start)
    print(name, sha256(draw_svg(scene).encode() + draw_png(scene)).hexdigest())
"""


def test_pictures_are_the_same_every_time() -> None:
    """Two processes with different hash seeds draw identical pictures of every game."""
    with ExitStack() as stack:
        processes = [
            stack.enter_context(
                subprocess.Popen(
                    [sys.executable, "-c", DIGESTS],
                    env={**os.environ, "PYTHONHASHSEED": seed},
                    stdout=subprocess.PIPE,
                    text=True,
                )
            )
            for seed in ("1", "2")
        ]
        first, second = (process.communicate()[0].splitlines() for process in processes)
    assert first == second
    assert len(first) == len(GAMES)
