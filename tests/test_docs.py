"""The documents and the README are run: their Python, their commands, their puzzle files; they build without a warning,
and their links lead somewhere."""

import contextlib
import io
import json
import re
import shlex
import subprocess
import sys
import tomllib
from html import unescape
from inspect import isfunction, signature
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import unquote, urlsplit

import pytest
from babel.messages.pofile import read_po
from tools.document_parts import describe_games, find_page

import langkah
from langkah.apps.cli.main import main
from langkah.games import GAMES, get_game_settings
from langkah.search import ALGORITHMS

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
RUN = {"python", "console", "toml", "sh"}
ELSEWHERE = re.compile(r"--device gpu|://|slurm|^langkah play")  # needs a GPU, a cluster, a bucket, or never ends
LONG = re.compile(r"rows=3 cols=4|discs=19|/data/|fast_lights|pocket_cube|^langkah site")
SHOWN = {"text", "html", "json", "mermaid", "c", "yaml", "jsonc"}  # outputs, drawings and other programs' files
OUTSIDE = {"made", "_build"}
MEANT = {  # words that people search for, and where they should be found
    "keyboard": ("titleterms", "page"),
    "install": ("titleterms", "index"),
    "heuristic": ("titleterms", "own-puzzles"),
    "wolf": ("terms", "reference/games"),
}
DOCUMENTS = [
    ROOT / "README.md",
    *(path for path in sorted(DOCS.rglob("*.md")) if not OUTSIDE & set(path.relative_to(DOCS).parts)),
]


class Block(NamedTuple):
    """A block of code, and where it stands."""

    place: str
    language: str
    code: str


def list_blocks(paths: list[Path]) -> list[Block]:
    """Every block of code of some documents."""
    found = []
    for path in paths:
        text = path.read_text(encoding="utf-8")
        for block in re.finditer(r"^```([^\n`]*)\n(.*?)^```", text, flags=re.DOTALL | re.MULTILINE):
            line = text.count("\n", 0, block.start()) + 1
            found.append(Block(f"{path.relative_to(ROOT)}:{line}", block[1].strip(), block[2]))
    return found


BLOCKS = list_blocks(DOCUMENTS)


def select(language: str) -> list[Any]:
    """The blocks of one language, as cases."""
    return [pytest.param(each.code, id=each.place) for each in BLOCKS if each.language == language]


def select_commands(language: str) -> list[Any]:
    """The commands of Langkah in the blocks of a language, as cases."""
    lines = [
        (each.place, line.removeprefix("$ "))
        for each in BLOCKS
        if each.language == language
        for line in each.code.replace("\\\n", " ").splitlines()
        if line.removeprefix("$ ").startswith("langkah ")
    ]
    return [pytest.param(line, id=f"{place}-{line}") for place, line in lines]


def test_every_block_says_what_it_is() -> None:
    """A block without a known language would be run by nobody."""
    odd = [each.place for each in BLOCKS if each.language not in RUN | SHOWN and each.language[:1] != "{"]
    assert not odd, f"write one of {', '.join(sorted(RUN | SHOWN))} after the backticks: {odd}"


def test_the_two_commands_are_named() -> None:
    """What a newcomer types first."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert {"make run", "make test"} <= set(re.findall(r"^make \w+", readme, flags=re.MULTILINE))
    first_screen = readme.split("## Play")[0]
    assert "pip install '.[all]'" in first_screen
    assert "github.io" not in first_screen  # nothing that is not there yet
    assert "pip install 'langkah" not in first_screen


def test_settings_of_games_in_the_readme_are_settings() -> None:
    """What the table of games names in code is a setting of that game or of its alias."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    for game, rest in re.findall(r"^\| `(\w+)` \|(.*)\|$", readme, flags=re.MULTILINE):
        if game in GAMES:
            known = {each.name for each in get_game_settings(game)}
            settings = re.sub(r"`tictactoe size=n`", "", rest)
            assert set(re.findall(r"`(\w+)`", settings)) <= known, game


@pytest.mark.portable
@pytest.mark.parametrize("code", select("python"))
def test_python(code: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Every example runs, and what it asserts holds; one that starts processes is a program of its own."""
    monkeypatch.chdir(tmp_path)
    if "__main__" in code:
        (tmp_path / "example.py").write_text(code, encoding="utf-8")
        subprocess.run([sys.executable, "example.py"], check=True)
    else:
        before = set(ALGORITHMS)
        exec(compile(code, "document", "exec"), {"__name__": "document"})
        for name in set(ALGORITHMS) - before:  # an example adds one
            del ALGORITHMS[name]


def list_shown_answers() -> list[Any]:
    """The commands in blocks of a console, each with the lines that are shown below it, as cases."""
    parts = [
        (each.place, *part.partition("\n")[::2])
        for each in BLOCKS
        if each.language == "console"
        for part in re.split(r"^\$ ", each.code, flags=re.MULTILINE)[1:]
    ]
    return [pytest.param(line, shown, id=f"{place}-{line}") for place, line, shown in parts]


@pytest.mark.portable
@pytest.mark.parametrize(("line", "shown"), list_shown_answers())
def test_commands(
    line: str, shown: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Every command answers with exit code 0, and with what is shown, where an answer is shown."""
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    monkeypatch.chdir(tmp_path)
    program, *words = shlex.split(line, comments=True)
    assert (program, main(words)) == ("langkah", 0)
    out = capsys.readouterr().out
    if "--plan" in words:  # then come the ways to explore, which depend on the machine
        out = out.partition("method  ")[0]
    assert shown in ("", out)


def list_commands_by_document() -> list[Any]:
    """What can be run here of the commands of each document, in order; all of them, as a proof, if some take long."""
    found: dict[str, list[str]] = {}
    for line, place in [(case.values[0], str(case.id)) for case in select_commands("sh")]:
        if not ELSEWHERE.search(str(line)):
            found.setdefault(place.partition(":")[0], []).append(str(line))
    short = {place: [line for line in lines if not LONG.search(line)] for place, lines in found.items()}
    cases = [pytest.param(lines, id=place) for place, lines in short.items() if lines]
    long = [place for place in found if len(short[place]) < len(found[place])]
    marks = (pytest.mark.slow, pytest.mark.timeout(1800))
    return cases + [pytest.param(found[place], id=f"{place}, whole", marks=marks) for place in long]


@pytest.mark.parametrize("lines", list_commands_by_document())
def test_commands_one_after_the_other(lines: list[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Every command of a document that can be run here answers with exit code 0."""
    for name in ("examples", "node_modules"):
        (tmp_path / name).symlink_to(ROOT / name)
    monkeypatch.chdir(tmp_path)
    for line in lines:
        assert main(shlex.split(line.replace("/data/", f"{tmp_path}/"), comments=True)[1:]) == 0, line


NOT_NOW = re.compile(f"{ELSEWHERE.pattern}|{LONG.pattern}")


@pytest.mark.parametrize("line", [case for case in select_commands("sh") if NOT_NOW.search(str(case.values[0]))])
def test_commands_that_are_not_run_now_exist(line: str) -> None:
    """Every option that is shown is one that the command knows."""
    _program, command, *words = shlex.split(line.split(">")[0].split("|")[0], comments=True)
    shown = io.StringIO()
    with contextlib.redirect_stdout(shown):
        assert main([command, "--help"]) == 0
    known = set(re.findall(r"(?<![\w-])--?[a-z][a-z-]*", shown.getvalue()))
    assert {word.split("=")[0] for word in words if word.startswith("-") and word != "-"} <= known


@pytest.mark.portable
@pytest.mark.parametrize("text", select("toml"))
def test_files(text: str, tmp_path: Path) -> None:
    """Every puzzle file is solved, every lesson can be given, every experiment be run."""
    path = tmp_path / "puzzle.toml"
    path.write_text(text, encoding="utf-8")
    (tmp_path / "frogs.py").symlink_to(ROOT / "examples" / "frogs.py")
    words = ["lesson", str(path), "--check"] if "[[stops]]" in text else ["solve", str(path)]
    if "algorithms =" in text:
        words = ["experiment", str(path), "-o", str(tmp_path / "rows"), "--workers", "1"]
    assert main(words) == 0


def test_the_library_is_whole() -> None:
    """Every public name stands in the reference, and every parameter of a function with what it is."""
    text = (DOCS / "reference" / "library.md").read_text(encoding="utf-8")
    assert not [name for name in langkah.__all__ if f":: langkah.{name}\n" not in text]
    parts = re.split(r"^\.\. auto\w+:: langkah\.", text, flags=re.MULTILINE)[1:]
    described = {part.split("\n")[0]: set(re.findall(r":param (\w+): \S", part)) for part in parts}
    functions = {name: getattr(langkah, name) for name in langkah.__all__ if isfunction(getattr(langkah, name))}
    assert len(functions) > 15
    assert {name: set(signature(found).parameters) for name, found in functions.items()} == {
        name: described[name] for name in functions
    }


def test_what_was_collected_is_translated() -> None:
    """No text that `make docs-texts` has collected is left in English, nor guessed."""
    with (DOCS / "locale" / "id" / "LC_MESSAGES" / "documents.po").open("rb") as file:
        texts = [text for text in read_po(file, locale="id") if text.id]
    assert len(texts) > 1000
    assert not [text.id for text in texts if not text.string or text.fuzzy]


@pytest.mark.parametrize("language", ["en", pytest.param("id", marks=pytest.mark.slow)])
def test_the_documents_build(language: str, tmp_path: Path) -> None:
    """Without a warning: links, headings, tables, examples; nothing is fetched from elsewhere."""
    words = ("-q", "-W", "--keep-going", "-b", "html", "-D", f"language={language}", "-d", tmp_path / "trees")
    built = subprocess.run(
        [sys.executable, "-m", "sphinx", *map(str, words), str(DOCS), str(tmp_path / "html")],
        capture_output=True,
        text=True,
        check=False,
    )
    assert built.returncode == 0, built.stderr
    for page in (tmp_path / "html").rglob("*.html"):
        text = page.read_text(encoding="utf-8")
        assert not re.findall(r"<(?:script|img|link rel=\"stylesheet\")[^>]+(?:src|href)=\"https?:", text), page.name
    assert not list_dead_links(tmp_path / "html")
    if language == "en":
        assert not list_lost_words(tmp_path / "html")
    if language == "id":
        assert "Mulai dari mana" in (tmp_path / "html" / "index.html").read_text(encoding="utf-8")


def list_lost_words(folder: Path) -> list[str]:
    """Words that the search of the built documents does not find where they are meant, or whose ranking is Sphinx's."""
    index = json.loads((folder / "searchindex.js").read_text(encoding="utf-8")[len("Search.setIndex(") : -1])
    ranking = (folder / "_static" / "language_data.js").read_text(encoding="utf-8")
    lost = [] if '"changelog"' in ranking else ["changelog"]
    for word, (part, name) in MEANT.items():
        found = [found for stem, found in index[part].items() if word.startswith(stem) and len(stem) > 3]
        places = {place for each in found for place in (each if isinstance(each, list) else [each])}
        if name not in {index["docnames"][place] for place in places}:
            lost.append(word)
    return lost


def list_dead_links(folder: Path) -> list[str]:
    """The links of a folder of documents that lead to no file, to no place in one, or that no browser opens. Those to
    the same document in the other language lead to a folder that is built by itself."""
    texts = {path: path.read_text(encoding="utf-8") for path in folder.rglob("*.html")}
    places = {path: set(re.findall(r'\bid="([^"]+)"', text)) for path, text in texts.items()}
    dead = []
    for path, text in texts.items():
        for link in map(unescape, re.findall(r"<(?:a|link|img|script)\b[^>]*?\b(?:href|src)=[\"']([^\"']*)", text)):
            parts = urlsplit(link)
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            for other in (folder / "id", folder.parent):
                if not target.exists() and target.is_relative_to(other):
                    target = folder / target.relative_to(other)
            lost = parts.fragment and target in places and unquote(parts.fragment) not in places[target]
            if parts.scheme not in ("https", "data") and (parts.scheme or not target.is_file() or lost):
                dead.append(f"{path.relative_to(folder)}: {link}")
    return dead


def test_pictures_open_the_page(tmp_path: Path) -> None:
    """Below a site its own page, where the release says it is; else the published one."""
    urls = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["urls"]
    assert find_page("", "id") == urls["Try it"]
    release = (ROOT / ".github" / "workflows" / "release.yml").read_text(encoding="utf-8")
    made = re.search(r"make site docs PAGE=(\S+) && cp -r docs/_build/html (\S+)", release)
    assert made, "the release says where the page is"
    for code, place in (("en", "reference"), ("id", "id/reference")):
        assert (tmp_path / made[2] / place / find_page(made[1], code)).resolve() == tmp_path / "dist" / "site"
    boards = re.findall(r"<a href='PAGE\?embed=1#([^']+)'>", describe_games(tmp_path, "PAGE"))
    assert len(boards) > 20
    assert {board.partition(":")[0] for board in boards} == set(langkah.GAMES)


def test_dead_links_are_noticed(tmp_path: Path) -> None:
    """A file, a place and a browser's way that there are not."""
    lines = ["#here", "other.html#there", "#gone", "other.html#gone", "gone.html", "tcp://x:8786", "../../?embed=1#x"]
    page = '<p id="here"></p>' + "".join(f'<a class="x" href="{link}">x</a>' for link in lines)
    (tmp_path / "html").mkdir()
    (tmp_path / "html" / "index.html").write_text(page, encoding="utf-8")
    (tmp_path / "html" / "other.html").write_text('<p id="there"></p>', encoding="utf-8")
    assert list_dead_links(tmp_path / "html") == [f"index.html: {link}" for link in lines[2:]]
