"""Plain words: the patterns of CONTRIBUTING.md's 'Plain words' that a machine can find, and the subjects of commits."""

import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest
from tools.commit_subject import find_mistake

from tests.offenders import ROOT, assert_none

LATER = {"proofs", "course", "records", "oeis", "benchmarks"}  # being rewritten elsewhere
MADE = {"searches", "changelog"}  # from the source's own texts; what was written before
OUTSIDE = {"made", "_build"}
DOCUMENTS = [
    path
    for path in sorted((ROOT / "docs").rglob("*.md"))
    if path.stem not in LATER | MADE and not OUTSIDE & set(path.relative_to(ROOT).parts)
]
SCOPE = [*(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "SECURITY.md")), *DOCUMENTS]

# Hidden actors, words of our own where the field has one, and presence instead of a condition.
PLAIN = re.compile(
    r"\b(?:whoever|nobody|somebody|anybody|one's own|foretold|told|told so|in silence|called off|does not obey"
    r"|as far as (?:is|it is) known|what was (?:found|asked|said)|is left to itself|not believed"
    r"|where (?:it|that|those|they|one) (?:is|are) there|whichever is there|the house|by chance alone"
    r"|whatever (?:is|was|may|else))\b",
    re.IGNORECASE,
)


def read_prose(path: Path) -> Iterator[str]:
    """What people read of a file: a document without its code and its examples of bad style, or comments and texts."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".py":
        tokens = tokenize.generate_tokens(io.StringIO(text).readline)
        yield from (token.string for token in tokens if token.type in (tokenize.COMMENT, tokenize.STRING))
        return
    text = re.sub(r"^\| instead of \|.*?\n\n|^\| instead of \|.*\Z", "", text, flags=re.DOTALL | re.MULTILINE)
    text = re.sub(r"^```.*?^```", "", text, flags=re.DOTALL | re.MULTILINE)
    yield re.sub(r"`[^`]*`", "", text)


def find_odd(path: Path) -> list[str]:
    """The odd words of a file, as they stand there."""
    return [match[0] for part in read_prose(path) for match in PLAIN.finditer(" ".join(part.split()))]


def test_plain_words() -> None:
    """See 'Plain words' in CONTRIBUTING.md for what to write instead."""
    assert len(SCOPE) > 25
    assert_none((path, ", ".join(find_odd(path))) for path in SCOPE)


@pytest.mark.parametrize(
    ("name", "text", "odd"),
    [
        ("a.md", "What was found is told.", ["What was found", "told"]),
        ("a.md", "`nobody` and\n```sh\nwhoever\n```\n", []),
        ("a.md", "| instead of | write |\n|---|---|\n| nobody | no client |\n\nThen somebody.", ["somebody"]),
        ("a.py", 'nobody = "told" # whoever\n', ["told", "whoever"]),
    ],
)
def test_odd_words_are_noticed(tmp_path: Path, name: str, text: str, odd: list[str]) -> None:
    """In prose, and not in code."""
    (tmp_path / name).write_text(text, encoding="utf-8")
    assert find_odd(tmp_path / name) == odd


def test_every_pair_begins_with_an_odd_text() -> None:
    """At least twenty pairs, each with something to write instead."""
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
    """What the hook of `make hooks` says of them."""
    found = find_mistake(message)
    assert wrong in found
    assert bool(wrong) == bool(found)


def test_hooks_are_installed_for_messages() -> None:
    """`make hooks` installs both kinds of hook, and the one for messages runs the check."""
    text = (ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8")
    assert "default_install_hook_types: [pre-commit, commit-msg]" in text
    assert re.search(r"entry: .*tools\.commit_subject\n(?:.*\n)*? *stages: \[commit-msg\]", text)
