"""Summarizes rows: names configurations, computes their figures over all instances, and compares two experiments."""

from collections.abc import Iterator, Mapping, Sequence
from statistics import median
from typing import Any, NamedTuple

from langkah.experiments.one_run import VOLATILE, Row
from langkah.search import get_algorithm_title
from langkah.tracing import cost_to_json

OPTION_COLUMNS = ("weight", "width", "ties", "detect_duplicates")
IDENTITY = ("problem", "settings", "start", "seed", "algorithm", "estimate", *OPTION_COLUMNS)
NOT_COMPARED = ("run", "instance", "version", *VOLATILE)


class ConfigurationSummary(NamedTuple):
    """The results of one configuration over all instances: the median cost of the solved runs, the medians of nodes and
    seconds of all runs, and the totals of expanded nodes and seconds.
    """

    name: str
    runs: int
    solved: int
    optimal: int
    cost: float | None
    expanded: float
    generated: float
    frontier_max: float
    seconds: float
    total_expanded: int
    total_seconds: float


def identify_configuration(row: Row) -> tuple[Any, ...]:
    """The algorithm, the estimate and the options of a row, which identify the configuration of the row."""
    return (row["algorithm"], row["estimate"], *(str(row.get(name)) for name in OPTION_COLUMNS))


def name_configurations(rows: Sequence[Row]) -> dict[tuple[Any, ...], str]:
    """The display name of each configuration. The name contains the algorithm and the estimate; the weight, if there is
    one; and those other options that differ among rows of the same algorithm.
    """
    found: dict[tuple[Any, ...], str] = {}
    values: dict[tuple[str, str], set[str]] = {}
    for row in rows:
        for name in OPTION_COLUMNS:
            values.setdefault((row["algorithm"], name), set()).add(str(row.get(name)))
    for row in rows:
        key = identify_configuration(row)
        if key not in found:
            told = [_format_option(name, row[name]) for name in OPTION_COLUMNS if _is_varied(row, name, values)]
            found[key] = " ".join([get_algorithm_title(row["algorithm"], row["estimate"] or ""), *told])
    return found


def _is_varied(row: Row, name: str, values: Mapping[tuple[str, str], set[str]]) -> bool:
    if row.get(name) is None:
        return False
    return len(values[row["algorithm"], name]) > 1 or name == "weight"


def _format_option(name: str, value: Any) -> str:
    if name == "weight":
        return f"w={value:g}"
    return f"{name}={','.join(value) if isinstance(value, list) else value}"


def group_rows(rows: Sequence[Row]) -> dict[str, list[Row]]:
    """The rows of each configuration, by the display name of the configuration."""
    names = name_configurations(rows)
    found: dict[str, list[Row]] = {name: [] for name in names.values()}
    for row in rows:
        found[names[identify_configuration(row)]].append(row)
    return found


def summarize_configurations(rows: Sequence[Row]) -> list[ConfigurationSummary]:
    """The summary of each configuration over all instances."""
    return [_summarize(name, mine) for name, mine in group_rows(rows).items()]


def _summarize(name: str, rows: Sequence[Row]) -> ConfigurationSummary:
    def middle(column: str) -> float:
        return median([row[column] or 0 for row in rows])

    costs = [float(row["cost"]) for row in rows if row["status"] == "solved" and row["cost"] is not None]
    return ConfigurationSummary(
        name,
        len(rows),
        sum(row["status"] == "solved" for row in rows),
        sum(bool(row["optimal"]) for row in rows),
        cost_to_json(median(costs)) if costs else None,
        middle("expanded"),
        middle("generated"),
        middle("frontier_max"),
        middle("seconds"),
        sum(row["expanded"] or 0 for row in rows),
        sum(row["seconds"] or 0.0 for row in rows),
    )


class Difference(NamedTuple):
    """The difference of two experiments: rows missing in one of them, and columns in which matching rows differ."""

    only_here: list[Row]
    only_there: list[Row]
    same: int
    changed: list[tuple[Row, Row, list[str]]]

    @property
    def is_none(self) -> bool:
        """Whether both experiments have the same rows, with equal values in all compared columns."""
        return not (self.only_here or self.only_there or self.changed)

    def as_dict(self) -> dict[str, Any]:
        """The difference as plain JSON values."""
        return {
            "same": self.same,
            "only_here": [row["run"] for row in self.only_here],
            "only_there": [row["run"] for row in self.only_there],
            "changed": [
                {"run": one["run"], "against": two["run"], **{name: [one[name], two[name]] for name in names}}
                for one, two, names in self.changed
            ],
        }


def compare_rows(here: Sequence[Row], there: Sequence[Row]) -> Difference:
    """Match the rows of two experiments by problem, start, algorithm and options, and compare all columns that a
    repeated run reproduces.
    """
    mine, theirs = dict(_key_rows(here)), dict(_key_rows(there))
    changed: list[tuple[Row, Row, list[str]]] = []
    for key in mine.keys() & theirs.keys():
        one, two = mine[key], theirs[key]
        names = [name for name in one if name not in NOT_COMPARED and one[name] != two.get(name)]
        if names:
            changed.append((one, two, names))
    changed.sort(key=lambda each: int(each[0]["run"]))
    return Difference(
        [row for key, row in mine.items() if key not in theirs],
        [row for key, row in theirs.items() if key not in mine],
        len(mine.keys() & theirs.keys()) - len(changed),
        changed,
    )


def _key_rows(rows: Sequence[Row]) -> Iterator[tuple[tuple[str, ...], Row]]:
    """Yield each row with a key that identifies its run. Runs with the same problem and settings are numbered, so that
    their keys differ.
    """
    turns: dict[tuple[str, ...], int] = {}
    for row in rows:
        key = tuple(str(row.get(name)) for name in IDENTITY)
        turns[key] = turns.get(key, 0) + 1
        yield (*key, str(turns[key])), row
