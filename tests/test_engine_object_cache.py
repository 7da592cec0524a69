"""Machine code in the cache is never used after an edit, is refused if damaged, and does not grow without limit."""

import os
import subprocess
import sys
import textwrap
import time
from pathlib import Path
from typing import Any

import pytest

from langkah.engine import object_cache
from langkah.engine.blocks import Bytes, Words, make_words
from langkah.engine.compiler import load_kernel
from langkah.engine.fingerprint import compute_fingerprint
from langkah.engine.kernels import kernel
from langkah.engine.kernels.backward import sum_counts

pytest.importorskip("numba")

SOURCE = """
    from langkah import Packed, Puzzle
    from langkah.engine import explore as exploring
    exploring.PATIENCE_STATES = 0
    LIMIT = {limit}
    TABLE = [1, {step}]

    def onward(state):
        return state + TABLE[1]

    def expand(state, out):
        out[0] = onward(state)
        return 1 if out[0] < LIMIT else 0

    def goal(state):
        return state == LIMIT - {near}

    class Line(Puzzle):
        start = 0
        def packed(self):
            return Packed.of(0, int, int, expand, goal)

    survey = exploring.explore(Line(), hardest=False)
    print(survey.engine, survey.states, survey.goals)
"""


def run(folder: Path, **values: int) -> list[str]:
    """The words that the program SOURCE prints with these values, in a new process with a cache in `folder`."""
    file = folder / "line.py"
    file.write_text(textwrap.dedent(SOURCE).format(**values), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, str(file)],
        env={"PATH": "", "LANGKAH_CACHE": str(folder / "cache"), "PYTHONPATH": ":".join(sys.path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


@pytest.mark.slow
def test_edits_are_never_stale(tmp_path: Path) -> None:
    """After each change of a constant, a list or a function, the program gives the new result; unchanged code is taken
    from the cache, unless the cached file is damaged.
    """
    assert run(tmp_path, limit=100, step=1, near=1) == ["compiled", "100", "1"]
    assert run(tmp_path, limit=100, step=2, near=1) == ["compiled", "50", "0"]
    assert run(tmp_path, limit=50, step=2, near=2) == ["compiled", "25", "1"]
    kept = sorted(path.name for path in (tmp_path / "cache").iterdir())
    assert run(tmp_path, limit=100, step=1, near=1) == ["compiled", "100", "1"]
    assert sorted(path.name for path in (tmp_path / "cache").iterdir()) == kept
    for path in (tmp_path / "cache").iterdir():
        path.write_bytes(path.read_bytes()[:-7] + b"damaged")
    assert run(tmp_path, limit=100, step=1, near=1) == ["compiled", "100", "1"]


def test_the_folder_does_not_grow_without_bound(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The cache deletes the oldest files beyond its limit, and does not return a damaged file."""
    monkeypatch.setenv("LANGKAH_CACHE", str(tmp_path))
    for number in range(12):
        object_cache.write_cached(f"{number}.o", b"x", most=5)
    assert len(list(tmp_path.glob("*.o"))) == 5
    assert object_cache.read_cached("11.o") == b"x"
    assert object_cache.read_cached("0.o") is None
    (tmp_path / "11.o").write_bytes(b"something else")
    assert object_cache.read_cached("11.o") is None


def test_what_killed_runs_left_goes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An old half-written file of a killed process is deleted from the cache; a recent one is kept, because another
    process may still write to it.
    """
    monkeypatch.setenv("LANGKAH_CACHE", str(tmp_path))
    for name, age in ((".new-old", 7200), (".new-young", 10)):
        (tmp_path / name).write_bytes(b"half")
        os.utime(tmp_path / name, (time.time() - age,) * 2)
    object_cache.write_cached("a.o", b"x")
    assert sorted(path.name for path in tmp_path.iterdir()) == [".new-young", "a.o"]


def test_a_folder_that_cannot_be_written_costs_nothing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """If the cache folder cannot be written, nothing is cached, and there is no error."""
    (tmp_path / "file").write_text("in the way", encoding="utf-8")
    monkeypatch.setenv("LANGKAH_CACHE", str(tmp_path / "file" / "folder"))
    object_cache.write_cached("a.o", b"x")
    assert object_cache.read_cached("a.o") is None


def test_kernels_carry_their_signatures() -> None:
    """A kernel (a compiled function) with incomplete type hints is refused when it is made. A call with arguments of
    the wrong type or number is refused before the kernel runs.
    """

    def incomplete(states: Words, count: Any) -> int:
        del states, count
        return 0

    with pytest.raises(TypeError, match="not complete"):
        kernel(incomplete)
    assert sum_counts.kinds == (Words, int)
    add_up: Any = load_kernel(sum_counts)
    bounds = make_words([1, 2, 3, 0])
    for wrong in ((bounds,), (bounds, 2, 3), (Bytes(9), 2), (2, bounds), (bounds.address, 2)):
        with pytest.raises(TypeError, match="sum_counts takes"):
            add_up(*wrong)
    add_up(bounds, 2)
    assert bounds.read(0, 4) == [1, 3, 6, 0]


def test_fingerprints() -> None:
    """A function's fingerprint depends on its code, its constants, the names that it uses and the values of these
    names, but not on comments or line numbers.
    """

    def made(text: str, **names: Any) -> Any:
        scope: dict[str, Any] = dict(names)
        exec(text, scope)
        return scope["f"]

    one = made("def f(x):\n    return x + A", A=1)
    assert compute_fingerprint(one) == compute_fingerprint(made("\n\n# moved\ndef f(x):\n    return x + A", A=1))
    others = [
        made("def f(x):\n    return x + A", A=2),
        made("def f(x):\n    return x + A", A=[1]),
        made("def f(x):\n    return x - A", A=1),
        made("def f(x):\n    return x + 1"),
        made("def f(x, y=1):\n    return x + A", A=1),
    ]
    assert len({compute_fingerprint(each) for each in [one, *others]}) == 6
    inner = [made("def f(x):\n    return g(x)", g=made(f"def f(x):\n    return x * {n}")) for n in (2, 3)]
    assert compute_fingerprint(inner[0]) != compute_fingerprint(inner[1])
