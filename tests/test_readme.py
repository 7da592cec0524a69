"""The README is run: its Python, its commands and its puzzle file."""

import re
import shlex
from pathlib import Path

import pytest

from langkah.apps.cli.main import main

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    """The code blocks of one language."""
    return re.findall(rf"```{language}\n(.*?)```", README, flags=re.DOTALL)


@pytest.mark.parametrize("code", blocks("python"))
def test_python(code: str) -> None:
    """Every example runs, and what it asserts holds."""
    exec(compile(code, "README.md", "exec"), {"__name__": "readme"})


COMMANDS = [
    line.removeprefix("$ ") for block in blocks("console") for line in block.splitlines() if line.startswith("$ ")
]


@pytest.mark.parametrize("line", COMMANDS)
def test_commands(line: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Every command answers with exit code 0."""
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    monkeypatch.chdir(tmp_path)
    program, *words = shlex.split(line)
    assert program == "langkah"
    assert main(words) == 0


@pytest.mark.parametrize("text", blocks("toml"))
def test_files(text: str, tmp_path: Path) -> None:
    """Every puzzle file is solved."""
    path = tmp_path / "puzzle.toml"
    path.write_text(text, encoding="utf-8")
    assert main(["solve", str(path)]) == 0


def test_the_two_commands_are_named() -> None:
    """What a newcomer types first."""
    assert "make run" in README
    assert "make test" in README
