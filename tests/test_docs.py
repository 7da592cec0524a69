"""The Python code, the commands and the puzzle files of the documents and the README run without errors; the documents
build without a warning, and their links lead to existing places.
"""

import contextlib
import io
import re
import shlex
import subprocess
import sys
import tomllib
from html import unescape
from importlib.util import find_spec
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
from tests.node import run_script

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
RUN = {"python", "console", "toml", "sh"}
ELSEWHERE = re.compile(r"--device gpu|://|slurm|^langkah play")  # needs a GPU, a cluster, a bucket, or never ends
LONG = re.compile(r"rows=3 cols=4|discs=19|/data/|fast_lights|pocket_cube|^langkah site")
SHOWN = {"text", "html", "json", "mermaid", "c", "yaml", "jsonc"}  # outputs, drawings and other programs' files
OUTSIDE = {"made", "_build"}
MEANT = {  # words that people search for, and the page that must come first
    "en": {"keyboard": "page", "install": "index", "heuristic": "tutorials/students", "wolf": "reference/games"},
    "id": {
        "papan ketik": "page",
        "instalasi": "index",
        "heuristik": "tutorials/students",
        "serigala": "reference/games",
    },
}
OTHER_TERMS = {  # Indonesian words for which the program has another one, and that one
    r"\b[Bb]ila\b": "jika",
    r"\b(?:bentuk|keadaan|teka-teki|perkiraan|fungsi) \*?(?:yang di)?padat": "terkemas",
    r"\b(?:jalan|jalur) (?:terpendek|termurah|terbaik)": "lintasan",
    r"\badmissible\b(?!`| =)": "admisibel",
    r"(?<!simpul hidup \()\bfrontier\b(?!, offset)": "simpul hidup",
}
DOCUMENTS = [
    ROOT / "README.md",
    *(path for path in sorted(DOCS.rglob("*.md")) if not OUTSIDE & set(path.relative_to(DOCS).parts)),
]


class Block(NamedTuple):
    """A code block of the documents, and its file and line."""

    place: str
    language: str
    code: str


def list_blocks(paths: list[Path]) -> list[Block]:
    """Every code block of the documents in these files."""
    found = []
    for path in paths:
        text = path.read_text(encoding="utf-8")
        for block in re.finditer(r"^```([^\n`]*)\n(.*?)^```", text, flags=re.DOTALL | re.MULTILINE):
            line = text.count("\n", 0, block.start()) + 1
            found.append(Block(f"{path.relative_to(ROOT)}:{line}", block[1].strip(), block[2]))
    return found


BLOCKS = list_blocks(DOCUMENTS)


def select(language: str) -> list[Any]:
    """The code blocks in one language, as test cases."""
    return [pytest.param(each.code, id=each.place) for each in BLOCKS if each.language == language]


def select_commands(language: str) -> list[Any]:
    """The `langkah` commands in the code blocks of one language, as test cases."""
    lines = [
        (each.place, line.removeprefix("$ "))
        for each in BLOCKS
        if each.language == language
        for line in each.code.replace("\\\n", " ").splitlines()
        if line.removeprefix("$ ").startswith("langkah ")
    ]
    return [pytest.param(line, id=f"{place}-{line}") for place, line in lines]


def test_every_block_says_what_it_is() -> None:
    """Every code block has a known language; the tests would not run a block with an unknown one."""
    odd = [each.place for each in BLOCKS if each.language not in RUN | SHOWN and each.language[:1] != "{"]
    assert not odd, f"write one of {', '.join(sorted(RUN | SHOWN))} after the backticks: {odd}"


def test_the_two_commands_are_named() -> None:
    """The README shows `make run` and `make test`. Before the section about playing, it shows how to install Langkah
    from a clone, and not from PyPI, since Langkah is not published yet.
    """
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert {"make run", "make test"} <= set(re.findall(r"^make \w+", readme, flags=re.MULTILINE))
    first_screen = readme.split("## Play")[0]
    assert "pip install '.[all]'" in first_screen
    assert "github.io" not in first_screen  # not published yet
    assert "pip install 'langkah" not in first_screen


def test_settings_of_games_in_the_readme_are_settings() -> None:
    """Every name in code format in a game's row of the README's table is a setting of that game."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    for game, rest in re.findall(r"^\| `(\w+)` \|(.*)\|$", readme, flags=re.MULTILINE):
        if game in GAMES:
            known = {each.name for each in get_game_settings(game)}
            settings = re.sub(r"`tictactoe size=n`", "", rest)
            assert set(re.findall(r"`(\w+)`", settings)) <= known, game


@pytest.mark.portable
@pytest.mark.parametrize("code", select("python"))
def test_python(code: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Every Python example runs and its assertions hold. An example that starts processes runs as a program."""
    monkeypatch.chdir(tmp_path)
    if "__main__" in code:
        (tmp_path / "example.py").write_text(code, encoding="utf-8")
        subprocess.run([sys.executable, "example.py"], check=True)
    else:
        before = set(ALGORITHMS)
        exec(compile(code, "document", "exec"), {"__name__": "document"})
        for name in set(ALGORITHMS) - before:  # an algorithm that the example registered
            del ALGORITHMS[name]


def list_shown_answers() -> list[Any]:
    """The commands in console blocks as test cases, each with the output shown below it."""
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
    """Every command in a console block exits with code 0 and prints the output that the document shows, if any."""
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    monkeypatch.chdir(tmp_path)
    program, *words = shlex.split(line, comments=True)
    assert (program, main(words)) == ("langkah", 0)
    out = capsys.readouterr().out
    if "--plan" in words:  # the methods listed next depend on the machine
        out = out.partition("method  ")[0]
    assert shown in ("", out)


def list_commands_by_document() -> list[Any]:
    """For each document, its commands that can run here, in order, without the long ones; and, as slow cases, all of
    these commands for each document that has long ones.
    """
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
    """Every command of a document that can run here exits with code 0."""
    for name in ("examples", "node_modules"):
        (tmp_path / name).symlink_to(ROOT / name)
    monkeypatch.chdir(tmp_path)
    for line in lines:
        assert main(shlex.split(line.replace("/data/", f"{tmp_path}/"), comments=True)[1:]) == 0, line


NOT_NOW = re.compile(f"{ELSEWHERE.pattern}|{LONG.pattern}")


@pytest.mark.parametrize("line", [case for case in select_commands("sh") if NOT_NOW.search(str(case.values[0]))])
def test_commands_that_are_not_run_now_exist(line: str) -> None:
    """The help text of each command that is not run lists every option that the documents show for the command."""
    _program, command, *words = shlex.split(line.split(">")[0].split("|")[0], comments=True)
    shown = io.StringIO()
    with contextlib.redirect_stdout(shown):
        assert main([command, "--help"]) == 0
    known = set(re.findall(r"(?<![\w-])--?[a-z][a-z-]*", shown.getvalue()))
    assert {word.split("=")[0] for word in words if word.startswith("-") and word != "-"} <= known


@pytest.mark.portable
@pytest.mark.parametrize("text", select("toml"))
def test_files(text: str, tmp_path: Path) -> None:
    """Every puzzle file in the documents can be solved, every lesson file passes its check, and every experiment file
    runs.
    """
    path = tmp_path / "puzzle.toml"
    path.write_text(text, encoding="utf-8")
    (tmp_path / "frogs.py").symlink_to(ROOT / "examples" / "frogs.py")
    words = ["lesson", str(path), "--check"] if "[[stops]]" in text else ["solve", str(path)]
    if "algorithms =" in text:
        words = ["experiment", str(path), "-o", str(tmp_path / "rows"), "--workers", "1"]
    assert main(words) == 0


def test_the_library_is_whole() -> None:
    """The reference contains every public name of the library, and a description of every parameter of every public
    function.
    """
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
    """Every text that `make docs-texts` collected has an Indonesian translation that is not marked as fuzzy."""
    with (DOCS / "locale" / "id" / "LC_MESSAGES" / "documents.po").open("rb") as file:
        texts = [text for text in read_po(file, locale="id") if text.id]
    assert len(texts) > 1000
    assert not [text.id for text in texts if not text.string or text.fuzzy]
    lists = [text.id for text in texts if re.match(r"\d+\. ", str(text.string))]
    others = [
        f"{term}, not {found[0]}: {str(text.string)[:60]}"
        for text in texts
        for pattern, term in OTHER_TERMS.items()
        if text.string != text.id and (found := re.search(pattern, str(text.string)))
    ]
    assert not others
    assert not lists, f"a translation that begins a list stays in English; write 1\\. instead of 1. in {lists}"


@pytest.mark.parametrize("language", ["en", pytest.param("id", marks=pytest.mark.slow)])
def test_the_documents_build(language: str, tmp_path: Path) -> None:
    """The documents build without a warning, load nothing from other sites, and have no dead links."""
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
    found, messages = search(tmp_path / "html", [*MEANT[language], "langkah"])
    assert {word: pages[:1] for word, pages in found.items() if word in MEANT[language]} == {
        word: [page] for word, page in MEANT[language].items()
    }
    assert found["langkah"][-1] == "changelog"
    assert not [word for word, pages in found.items() if "changelog" in pages[:-1]]
    notebook = (tmp_path / "html" / "notebook.html").read_text(encoding="utf-8")
    assert "<td>Expected turns</td>" in notebook
    assert '<iframe sandbox="allow-scripts"' in notebook
    if language == "id":
        assert "Mulai dari mana" in (tmp_path / "html" / "index.html").read_text(encoding="utf-8")
        assert not list_english_words(tmp_path / "html")
        assert not [text for text, shown in messages.items() if shown in ("", text)]
        assert messages["Search finished, found one page matching the search query."].count("${resultCount}") == 1


def search(folder: Path, words: list[str]) -> tuple[dict[str, list[str]], dict[str, str]]:
    """For each word, the pages that the search of the built documents finds, in order; and the messages of the search
    page, by the English message.
    """
    script = "(module, given) => module.searchDocuments(...given)"
    answer = run_script(ROOT / "tests" / "javascript" / "search.mjs", script, [str(folder), words])
    return answer["found"], answer["messages"]


def list_english_words(folder: Path) -> list[str]:
    """The headings that have a translation and the words of the theme that are still in English on the built Indonesian
    pages.
    """
    theme = find_spec("furo")
    assert theme is not None
    assert theme.origin is not None
    templates = [path.read_text(encoding="utf-8") for path in Path(theme.origin).parent.rglob("*.html")]
    english = set(re.findall(r"<title>([^<{]+)</title>|aria-label=\"([^\"{]+)\"", "".join(templates))) - {("Menu", "")}
    assert len(english) > 8
    words = {label or title for title, label in english} | {"'s"}
    with (DOCS / "locale" / "id" / "LC_MESSAGES" / "documents.po").open("rb") as file:
        words |= {text.id for text in read_po(file, locale="id") if text.id and text.string != text.id}
    left = []
    for path in sorted(folder.rglob("*.html")):
        page = path.read_text(encoding="utf-8")
        shown = re.findall(r"<h\d[^>]*>(.*?)<a class=\"headerlink\"", page, flags=re.DOTALL)
        shown += re.findall(r"<title>(.*?)</title>", page) + re.findall(r"aria-label=\"(.*?)\"", page)
        shown += re.findall(r"@pradyunsg</a>('s)?", page)
        plain = [unescape(re.sub(r"<[^>]+>", "", each)) for each in shown]
        left += [f"{path.relative_to(folder)}: {each}" for each in plain if each in words]
    return left


def list_dead_links(folder: Path) -> list[str]:
    """The links in a folder of HTML documents that lead to a missing file or anchor, or that no browser can open. A
    link to the same document in the other language is resolved in this folder, since each language is built separately.
    """
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
    """In the documents of a release, the pictures link to the web app of the same site; without a site, they link to
    the published web app.
    """
    urls = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["urls"]
    assert find_page("", "id") == urls["Try it"]
    release = (ROOT / ".github" / "workflows" / "release.yml").read_text(encoding="utf-8")
    made = re.search(r"make site docs PAGE=(\S+) && cp -r docs/_build/html (\S+)", release)
    assert made, "the release says where the page is"
    option = f"langkah site dist/site $(if $(PAGE),--documents {Path(made[2]).name}/)"
    assert option in (ROOT / "Makefile").read_text(encoding="utf-8"), "and the page says where the documents are"
    for code, place in (("en", "reference"), ("id", "id/reference")):
        assert (tmp_path / made[2] / place / find_page(made[1], code)).resolve() == tmp_path / "dist" / "site"
    boards = re.findall(r"<a href='PAGE\?embed=1#([^']+)'>", describe_games(tmp_path, "PAGE"))
    assert len(boards) > 20
    assert {board.partition(":")[0] for board in boards} == set(langkah.GAMES)


def test_dead_links_are_noticed(tmp_path: Path) -> None:
    """Links to a missing anchor, to a missing file, to a folder and to an address that no browser opens are dead."""
    lines = ["#here", "other.html#there", "#gone", "other.html#gone", "gone.html", "tcp://x:8786", "../../?embed=1#x"]
    page = '<p id="here"></p>' + "".join(f'<a class="x" href="{link}">x</a>' for link in lines)
    (tmp_path / "html").mkdir()
    (tmp_path / "html" / "index.html").write_text(page, encoding="utf-8")
    (tmp_path / "html" / "other.html").write_text('<p id="there"></p>', encoding="utf-8")
    assert list_dead_links(tmp_path / "html") == [f"index.html: {link}" for link in lines[2:]]
