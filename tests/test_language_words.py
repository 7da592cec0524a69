"""Plain words: the words that 'Plain words' in CONTRIBUTING.md advises against and that a program can find, and the
subjects of commits.
"""

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest
from tools.commit_subject import find_mistake
from tools.messages import collect_texts

from tests.offenders import ROOT, assert_none

OUTSIDE = {"made", "_build"}
DOCUMENTS = [
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "SECURITY.md", "CODE_OF_CONDUCT.md", "Makefile")),
    *(path for path in sorted((ROOT / "docs").rglob("*.md")) if not OUTSIDE & set(path.relative_to(ROOT).parts)),
]
SOURCES = [
    path
    for folder in ("src", "tests", "tools", "benchmarks", "examples", "docs")
    for suffix in ("py", "css", "js", "mjs", "html")
    for path in sorted((ROOT / folder).rglob(f"*.{suffix}"))
    if not {"_build", "data", "soak_cases"} & set(path.relative_to(ROOT).parts)
]

# Hidden actors, invented words instead of the field's terms, and "is there" instead of a condition.
PLAIN = re.compile(
    r"\b(?:whoever|nobody|somebody|anybody|one's own|foretold|told|told so|in silence|called off|does not obey"
    r"|as far as (?:is|it is) known|what was (?:found|asked|said)|is left to itself|not believed"
    r"|where (?:it|that|those|they|one) (?:is|are) there|whichever is there|the house|by chance alone"
    r"|whatever (?:is|was|may|else))\b",
    re.IGNORECASE,
)


DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


def read_prose(path: Path) -> Iterator[str]:
    """The prose of a file: a document without its code and its examples of bad style, or the docstrings and comments of
    source code.
    """
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".py":
        tokens = tokenize.generate_tokens(io.StringIO(text).readline)
        yield from (token.string for token in tokens if token.type == tokenize.COMMENT)
        yield from (ast.get_docstring(node) or "" for node in ast.walk(ast.parse(text)) if isinstance(node, DOCUMENTED))
        return
    if path.suffix in (".css", ".js", ".mjs", ".html"):
        comments = re.findall(r"/\*.*?\*/|<!--.*?-->|(?<![:\"'`])//[^\n]*", text, flags=re.DOTALL)
        yield from (re.sub(r"@\w+ \{.*\}(?: \[?[\w.]+\]?)?", "", comment) for comment in comments)
        return
    text = re.sub(r"^\| instead of \|.*?\n\n|^\| instead of \|.*\Z", "", text, flags=re.DOTALL | re.MULTILINE)
    text = re.sub(r"^```.*?^```", "", text, flags=re.DOTALL | re.MULTILINE)
    yield re.sub(r"`[^`]*`", "", text)


def find_odd(path: Path) -> list[str]:
    """The words in the prose of a file that CONTRIBUTING.md advises against. Names in backquotes are ignored."""
    return [match[0] for part in read_prose(path) for match in find_patterns(part)]


def find_patterns(text: str) -> Iterator[re.Match[str]]:
    """The words in a text that CONTRIBUTING.md advises against. Names in backquotes are ignored."""
    return PLAIN.finditer(re.sub(r"`[^`]*`", "", " ".join(text.split())))


@pytest.mark.parametrize("files", [DOCUMENTS, SOURCES], ids=["documents", "sources"])
def test_plain_words(files: list[Path]) -> None:
    """Documents and source code contain none of the words that CONTRIBUTING.md advises against. The section 'Plain
    words' says what to write instead.
    """
    assert len(files) > 25
    assert_none((path, ", ".join(find_odd(path))) for path in files)


def test_plain_messages() -> None:
    """No message of the program contains a word that CONTRIBUTING.md advises against."""
    texts = [
        text for message in collect_texts() for text in ([message.id] if isinstance(message.id, str) else message.id)
    ]
    assert len(texts) > 4000
    assert not [text for text in texts if list(find_patterns(text))]


@pytest.mark.parametrize(
    ("name", "text", "odd"),
    [
        ("a.md", "What was found is told.", ["What was found", "told"]),
        ("a.md", "`nobody` and\n```sh\nwhoever\n```\n", []),
        ("a.md", "| instead of | write |\n|---|---|\n| nobody | no client |\n\nThen somebody.", ["somebody"]),
        ("a.py", 'nobody = "told" # whoever\n', ["whoever"]),
        ("a.py", 'def find():\n    """What was found."""\n', ["What was found"]),
        ("a.css", "/* whoever */ a::after { content: 'told' }\n", ["whoever"]),
        ("a.js", 'const told = "whoever"; // nobody\n', ["nobody"]),
    ],
)
def test_odd_words_are_noticed(tmp_path: Path, name: str, text: str, odd: list[str]) -> None:
    """Words that CONTRIBUTING.md advises against are found in prose but not in code."""
    (tmp_path / name).write_text(text, encoding="utf-8")
    assert find_odd(tmp_path / name) == odd


def test_replacements_have_no_odd_words() -> None:
    """The table of words and replacements in CONTRIBUTING.md has at least twenty rows, and no replacement contains a
    word that is advised against.
    """
    table = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8").split("| instead of | write |\n|---|---|\n")[1]
    pairs = re.findall(r"^\| (.+) \| (.+) \|$", table, flags=re.MULTILINE)
    assert len(pairs) >= 20
    assert not [better for _odd, better in pairs if PLAIN.search(better)]


@pytest.mark.parametrize(
    ("message", "wrong"),
    [
        ("klotski: merge equivalent blocks\n\nReasons.\n", ""),
        ("# a remark of git's\nhanoi: count discs\n", ""),
        ("Merge branch 'a-name-that-is-as-long-as-somebody-wanted-it-to-be' into the-main-branch-of-all\n", ""),
        ("", "empty"),
        ("x: " + "y" * 70, "73 characters"),
        ("Count discs of towers", "area"),
        ("hanoi: count discs.", "full stop"),
        ("hanoi: count discs\nand pegs", "blank"),
    ],
)
def test_subjects_of_commits(message: str, wrong: str) -> None:
    """The commit hook of `make hooks` accepts good messages and names the mistake in bad ones."""
    found = find_mistake(message)
    assert wrong in found
    assert bool(wrong) == bool(found)


def test_hooks_are_installed_for_messages() -> None:
    """`make hooks` installs the pre-commit and the commit-msg hook, and the commit-msg hook runs
    `tools.commit_subject`.
    """
    text = (ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8")
    assert "default_install_hook_types: [pre-commit, commit-msg]" in text
    assert re.search(r"entry: .*tools\.commit_subject\n(?:.*\n)*? *stages: \[commit-msg\]", text)
