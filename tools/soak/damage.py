"""Damages checkpoints and stores as a disk, a person or another program may do. A resumed run must then give the right
result, or refuse with exit code 2.

The runs are in this process: the state spaces are small, and their machine code is loaded once.
"""

import contextlib
import io
import json
import shutil
import tempfile
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random

from langkah.apps.cli.main import main
from langkah.engine.store.state_files import held_files
from tools.soak.cases import Case, Counts, require
from tools.soak.kills import measure_towers

SPACES = ("discs=4", "discs=5 rule=cyclic", "discs=4 rule=linear", "discs=3 pegs=4 rule=star", "discs=6 rule=cyclic")
LIMITS = (10, 30, 60, 10_000)
CODES = (0, 2)


def make_damage_case(rng: Random) -> Case:
    """A random case: two explorations that stop at a limit, how their states are stored, and the damage to the files of
    the first one.
    """
    return {
        "way": rng.choice(("checkpoint", "store")),
        "space": rng.choice(SPACES),
        "other": rng.choice(SPACES),
        "nodes": rng.choice(LIMITS),
        "damage": [[rng.choice(list(DAMAGES)), rng.random(), rng.randrange(256)] for _time in range(rng.randint(1, 2))],
    }


def _choose_file(folder: Path, place: float) -> Path | None:
    """The file at the share `place` (from 0 up to 1) of all sorted files in a folder; None if there are no files."""
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    return files[int(place * len(files))] if files else None


def _flip_byte(folder: Path, _other: Path, place: float, value: int) -> None:
    """Change one byte."""
    path = _choose_file(folder, place)
    data = bytearray(path.read_bytes()) if path else bytearray()
    if path and data:
        data[value * len(data) // 256] ^= 1 + value % 255
        path.write_bytes(data)


def _cut_file(folder: Path, _other: Path, place: float, value: int) -> None:
    """Truncate a file."""
    path = _choose_file(folder, place)
    if path:
        data = path.read_bytes()
        path.write_bytes(data[: value * len(data) // 256])


def _add_rubbish(folder: Path, _other: Path, place: float, value: int) -> None:
    """Append rubbish to a file."""
    path = _choose_file(folder, place)
    if path:
        path.write_bytes(path.read_bytes() + bytes([value]) * (1 + value))


def _lose_file(folder: Path, _other: Path, place: float, _value: int) -> None:
    """Delete a file."""
    path = _choose_file(folder, place)
    if path:
        path.unlink()


def _swap_file(folder: Path, other: Path, place: float, _value: int) -> None:
    """Replace a file by that of another checkpoint or store."""
    path = _choose_file(folder, place)
    theirs = path and _choose_file(other / path.parent.relative_to(folder), place)
    if path and theirs:
        shutil.copy(theirs, path)


def _make_folder(folder: Path, _other: Path, place: float, _value: int) -> None:
    """Replace a file by a folder."""
    path = _choose_file(folder, place)
    if path:
        path.unlink()
        path.mkdir()


def _write_text(folder: Path, _other: Path, place: float, value: int) -> None:
    """Replace the content of a file."""
    path = _choose_file(folder, place)
    if path:
        path.write_text(("", "{}", "[]", "null", "{", "1" * 5000, '{"ends": 3}\n')[value % 7], encoding="utf-8")


DAMAGES: dict[str, Callable[[Path, Path, float, int], None]] = {
    "flip": _flip_byte,
    "cut": _cut_file,
    "rubbish": _add_rubbish,
    "lose": _lose_file,
    "swap": _swap_file,
    "folder": _make_folder,
    "text": _write_text,
}


def check_damage_case(case: Case) -> Counts:
    """Run an exploration up to a limit, damage its files and resume it. The result must be right, or the exit code must
    be 2.
    """
    with tempfile.TemporaryDirectory(prefix="soak-damage-") as name:
        folder, other, way = Path(name) / "one", Path(name) / "two", case.get("way", "checkpoint")
        for space, where in ((case["space"], folder), (case["other"], other)):
            code, _out, err = _explore(space, way, where, ["--limit-nodes", str(case["nodes"])])
            require(code in (0, 4), f"a stopped run ended with {code}", err)
        for kind, place, value in case["damage"]:
            DAMAGES[kind](folder, other, place, value)
        code, out, err = _explore(case["space"], way, folder, ["--resume"])
    about = f"{case} -> {code}\n{err[-500:]}"
    require(code in CODES, f"a damaged {way} ended with {code}", about)
    if code == 2:
        require(bool(err.strip()), "refused without a word", about)
        return Counter({"damages": 1, "damages, refused": 1, f"damages, {way}": 1})
    found, truth = json.loads(out), measure_towers(case["space"])
    require(found["complete"] and found["layers"] == truth.layers, f"a damaged {way} was believed", about)
    require(found["goals"] == len(truth.goals), f"a damaged {way} was believed", about)
    return Counter({"damages": 1, "damages, harmless": 1, f"damages, {way}": 1})


def _explore(space: str, way: str, folder: Path, more: list[str]) -> tuple[int, str, str]:
    """Run `langkah explore` on the Tower of Hanoi in this process, with empty file caches. Returns the exit code, the
    output and the errors.
    """
    out, err = io.StringIO(), io.StringIO()
    held_files.clear()
    words = ["explore", "hanoi", *space.split(), "--json", f"--{way}", str(folder), *more]
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = main(words)
    return code, out.getvalue(), err.getvalue()
