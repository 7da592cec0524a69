"""The table of certified levels is true; `python -m tools.level_proofs` writes the table."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from tools.level_proofs import LIMIT, certify_level, hash_level, list_names, read_table, split_file

from langkah.games import GAMES, LEVELS, find_level_file
from langkah.games.files import read_file
from langkah.tasks.context import Context
from langkah.tasks.problems import ProblemCatalogue
from langkah.tasks.table import run_task
from tests.offenders import assert_none

NAMES = [name for name in list_names(list(GAMES)) if (LEVELS / name.partition(":")[0]).is_dir()]


def is_stated(name: str, cost: int | str) -> bool:
    """Whether the file of a level states this least cost in one of its metrics, or states no cost. Costs may differ by
    0.001, because floats are rounded in the file.
    """
    found = read_file(find_level_file(*name.split(":")), {}).get("optimum")
    stated: list[Any] = list(found.values()) if isinstance(found, dict) else [found]
    return any(each is None or abs(Fraction(cost) - Fraction(each)) < 1e-3 for each in stated)


def test_the_table_agrees_with_the_levels() -> None:
    """The certified cost of every level that has not changed since the proof is the cost that its file states."""
    table = {name: row for name, row in read_table().items() if name in NAMES and row["level"] == hash_level(name)}
    assert len(table) > 150
    assert sum("sha256" in row for row in table.values()) > 100
    assert [name for name, row in table.items() if "cost" in row and not is_stated(name, row["cost"])] == []


def test_every_level_file_names_its_checksum() -> None:
    """Every level file names the checksum from the table, or none if nothing is certified, and `langkah list` returns
    the checksum.
    """
    table = read_table()
    assert_none(
        (split_file(name)[0], split_file(name)[2] != row.get("sha256", "") and "run `python -m tools.level_proofs`")
        for name, row in table.items()
    )
    listed = run_task("list", {"game": "klotski"}, Context(), ProblemCatalogue())["games"]["klotski"]["level_facts"]
    assert listed["classic"]["proof"] == table["klotski:classic"]["sha256"]


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_every_level_is_certified() -> None:
    """Every level is proved again without a time limit, with the result that the table states. A new or changed level
    is proved, too; a level that the table marks as too large is skipped.
    """
    table = read_table()
    for name in NAMES:
        known = table.get(name, {})
        if "why" in known and known["level"] == hash_level(name):
            continue
        found = certify_level(name, replace(LIMIT, seconds=None))
        if known.get("level") == found["level"]:
            assert known == found, name
        assert "cost" not in found or is_stated(name, found["cost"]), name
    assert_none((LEVELS / "proofs.json", name not in NAMES and f"{name} is no level") for name in table)
