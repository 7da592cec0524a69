"""Files from untrusted sources: reading any TOML text takes memory and time in proportion to its size."""

import random
import subprocess
import sys
import tomllib
from importlib import import_module
from typing import Any

import pytest

from langkah import BadInput
from langkah.games.files import MOST_PARTS, count_name_parts, parse_toml

SIZE = 120_000
MOST_MEGABYTES = 100  # for a text of SIZE; reading in quadratic space took gigabytes
BOMBS = {
    "bare": "a." * (SIZE // 2) + "a = 1",
    "escaped quotes": r'"\"".' * (SIZE // 5) + "a = 1",
    "literal": "''." * (SIZE // 3) + "a = 1",
    "header": "[" + "a . " * (SIZE // 4) + "a]",
    "array of tables": "[[" + r'"\"" . ' * (SIZE // 7) + "a]]",
    "inline table": "x = {" + r'"\"".' * (SIZE // 5) + "a = 1}",
    "in a list": "x = [1, {" + "a\t.\t" * (SIZE // 4) + "a = 1}]",
    "behind a text": 'x = "\\" # "\n' + "a." * (SIZE // 2) + "a = 1",
    "behind a long text": 'x = """ \\""" a""""\n' + "a." * (SIZE // 2) + "a = 1",
    "behind a long literal": "x = '''a'''''\n" + "a." * (SIZE // 2) + "a = 1",
    "behind a remark": '# """\n' + "a." * (SIZE // 2) + "a = 1",
    "tables": "".join(f"[{number:x}]\n" for number in range(SIZE // 8)),
    "deep names": "[a.a.a.a.a.a.a.a]\n" + "".join(f"{number:x}.b.b.b.b.b.b.b=1\n" for number in range(SIZE // 21)),
    "lists": "x=[" + "[]," * (SIZE // 3) + "]",
    "tables in a list": "x=[" + "{a.b=1}," * (SIZE // 8) + "]",
    "nested": "x=" + "[" * SIZE,
    "a text without an end": '"' + '\\"' * (SIZE // 2),
}
MEASURE = """
import resource, sys, time
from langkah.errors import BadInput
from langkah.games.files import parse_toml
text = sys.stdin.read()
began, before = time.process_time(), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
try:
    parse_toml(text)
except BadInput:
    pass
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
print((peak - before) // 1024, time.process_time() - began)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="peak memory in kilobytes")
@pytest.mark.parametrize("name", BOMBS)
def test_no_text_takes_much_memory(name: str) -> None:
    """Reading a hostile text takes little memory and time, measured in a separate process."""
    words = [sys.executable, "-c", MEASURE]
    done = subprocess.run(words, input=BOMBS[name], capture_output=True, text=True, check=True, timeout=60)
    megabytes, seconds = done.stdout.split()
    assert int(megabytes) < MOST_MEGABYTES
    assert float(seconds) < 10


def test_names_of_many_parts_are_refused() -> None:
    """A name of MOST_PARTS parts is read, and a longer name is refused. Numbers with a point and texts do not count as
    names.
    """
    fine = ".".join("a" * MOST_PARTS)
    assert parse_toml(f"{fine} = 1")
    assert parse_toml(f"[{fine}]")
    assert parse_toml("x = [" + "1.5, " * 100 + "]")
    assert parse_toml("x = '''" + "a." * 100 + "'''")
    for text in (f"{fine}.a = 1", f'[{fine} . "x"]', f"x = [{{ {fine}.'' = 1 }}]"):
        with pytest.raises(BadInput, match=f"more than {MOST_PARTS} parts"):
            parse_toml(text)


def test_parts_are_counted_as_the_reader_of_toml_does(monkeypatch: pytest.MonkeyPatch) -> None:
    """On random texts of quotes and separators, `tomllib` never reads a longer name than `count_name_parts` counts."""
    parser: Any = import_module("tomllib._parser")
    longest, parse_key = 0, parser.parse_key

    def watch(src: str, pos: int) -> Any:
        nonlocal longest
        pos, key = parse_key(src, pos)
        longest = max(longest, len(key))
        return pos, key

    monkeypatch.setattr(parser, "parse_key", watch)
    quotes = ['"""', "'''", '"\\""', "''", ' = ""']
    tokens = [*quotes, *"aa..==[]{},#\n 1\"'\\\t", "a.a", "\n", "[[", "]]", "é", "\r\n"]
    rng = random.Random(9)
    read = 0
    for _case in range(30_000):
        text = "".join(rng.choices(tokens, k=rng.randint(1, 24)))
        longest = refused = 0
        try:
            tomllib.loads(text)
            read += 1
        except (ValueError, RecursionError):
            refused = 1  # three quotes instead of a name: tomllib reads an empty part and then refuses the text
        assert longest <= count_name_parts(text) + refused, repr(text)
    assert read > 300
