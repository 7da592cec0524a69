"""Certificates of all levels that come with Langkah: `python -m tools.level_proofs [GAME ...]`.

Writes `games/levels/proofs.json`: for each level the proved claim (its least cost, that it has no solution, or the
value of a game) and the sha256 of the states listed by the certificate, which the level's own file also names as
`proof`. Levels that need more states than the limit are listed with the reason. A level whose file has not changed is
skipped, unless its game is named.
"""

import gzip
import hashlib
import json
import sys
from pathlib import Path
from typing import Any

from langkah import Limit, load, prove
from langkah.errors import LangkahError
from langkah.games import GAMES, LEVELS, list_levels
from langkah.games.files import read_text

FILE = LEVELS / "proofs.json"
NAMED = "proof = "  # start of the line with a checksum
ANCHORS = ("optimum", "group", "title")  # the line is placed after the first of these
LIMIT = Limit(nodes=150_000, seconds=120)


def list_names(games: list[str]) -> list[str]:
    """The names of all levels of these games, as in `klotski:classic`."""
    return [f"{game}:{level}" for game in games for level in list_levels(game)]


def split_file(name: str) -> tuple[Path, str, str]:
    """The path of a level's file, its text without the line with the checksum, and the checksum, which is "" if there
    is none.
    """
    game, _colon, level = name.partition(":")
    path = LEVELS / game / f"{level}.toml"
    lines = read_text(path).splitlines(keepends=True)
    named = [line.split('"')[1] for line in lines if line.startswith(NAMED)]
    return path, "".join(line for line in lines if not line.startswith(NAMED)), named[0] if named else ""


def hash_level(name: str) -> str:
    """The sha256 of a level's file without the checksum line."""
    return hashlib.sha256(split_file(name)[1].encode()).hexdigest()


def name_checksum(name: str, checksum: str) -> None:
    """Write the checksum of a level's certificate into the level's file, after the line with the least costs, or else
    with the group or the title. An empty checksum removes the line.
    """
    path, text, named = split_file(name)
    if named == checksum:
        return
    lines = text.splitlines(keepends=True)
    said = {line.partition(" ")[0]: place for place, line in enumerate(lines, 1) if line.startswith(ANCHORS)}
    place = next(said[anchor] for anchor in ANCHORS if anchor in said)
    added = [f'{NAMED}"{checksum}"\n'] if checksum else []
    path.write_text("".join([*lines[:place], *added, *lines[place:]]), encoding="utf-8")


def certify_level(name: str, limit: Limit = LIMIT) -> dict[str, Any]:
    """The table row of a level: the sha256 of its file, with the proved claim and the sha256 of the states in the
    certificate, or with the reason why there is no proof.
    """
    try:
        data = prove(load(name), limit=limit).data
    except LangkahError as error:
        return {"level": hash_level(name), "why": str(error).splitlines()[0]}
    header, _newline, listed = gzip.decompress(data).partition(b"\n")
    told = json.loads(header)
    kept = {
        key: told[key]
        for key in ("claim", "cost", "value", "expected", "estimate", "patterns", "states")
        if key in told
    }
    return {"level": hash_level(name), **kept, "sha256": hashlib.sha256(listed).hexdigest()}


def read_table() -> dict[str, dict[str, Any]]:
    """The rows of `proofs.json` by level; empty if the file does not exist."""
    found: dict[str, dict[str, Any]] = json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}
    return found


def main() -> None:
    """Certify the levels that are new, that have changed or whose game is named, and write the table."""
    named, table = sys.argv[1:], read_table()
    names = [name for name in list_names(list(GAMES)) if (LEVELS / name.partition(":")[0]).is_dir()]
    table = {name: table[name] for name in names if name in table}
    for name in names:
        known = table.get(name, {}).get("level") == hash_level(name)
        if not known or name.partition(":")[0] in named:
            table[name] = certify_level(name)
            row = table[name]
            print(name, *(row[key] for key in ("cost", "value", "expected", "why") if key in row), flush=True)
            lines = ",\n".join(f"{json.dumps(each)}: {json.dumps(table[each])}" for each in sorted(table))
            FILE.write_text(f"{{\n{lines}\n}}\n", encoding="utf-8")
        name_checksum(name, table[name].get("sha256", ""))


if __name__ == "__main__":
    main()
