"""Repeats a run from its row alone, and writes the equivalent command."""

import json
from typing import Any

from langkah.engine.store.problem_source import ProblemSource
from langkah.errors import BadInput
from langkah.experiments.instances import Instance
from langkah.experiments.one_run import VOLATILE, ExperimentRun, Row
from langkah.language import _
from langkah.tracing import Limit

OPTION_NAMES = {"estimate": "estimate", "weight": "weight", "width": "width", "ties": "ties"}


def make_run(row: Row) -> ExperimentRun:
    """The run that a row describes. Raises `BadInput` if its problem cannot be loaded by name, or has changed since the
    run.
    """
    if not row.get("problem"):
        text = _("run {n} used a problem that was given as a Python object, so it cannot be loaded by name")
        raise BadInput(text.format(n=row["run"]))
    request: dict[str, Any] = {"algorithm": row["algorithm"]}
    request |= {name: row[column] for name, column in OPTION_NAMES.items() if row.get(column) is not None}
    if row.get("detect_duplicates") is not None:
        request["duplicates"] = row["detect_duplicates"]
    request |= {name: row[f"limit_{name}"] for name in Limit.__slots__ if row.get(f"limit_{name}") is not None}
    source = ProblemSource(row["problem"], dict(row["settings"] or {}))
    instance = Instance(row["instance"], source, row["start"], row["seed"])
    problem = instance.open()
    if "/".join(problem.text(problem.start).split("\n")) != row["start"]:
        text = _("{problem} with these settings does not start in {start}: the file has changed since the run")
        raise BadInput(text.format(problem=row["problem"], start=row["start"]))
    details = row.get("expanded") or 0 if row.get("reopened") is not None else -1
    return ExperimentRun(row["run"], instance, request, details, row.get("memory") is not None)


def repeat_row(row: Row) -> tuple[Row, list[str]]:
    """The row of the repeated run, and the names of the columns in which it differs from the old row. Columns that may
    differ between repetitions, such as times, are not compared.
    """
    again = make_run(row).measure()
    return again, [name for name in again if name not in (*VOLATILE, "version") and again[name] != row.get(name)]


def make_command(row: Row) -> list[str]:
    """The words of a command that runs the same search on the same problem."""
    words = ["langkah", "solve", row["problem"]]
    words += [f"{name}={_format_setting(value)}" for name, value in (row["settings"] or {}).items()]
    words += ["--algorithm", row["algorithm"]]
    for column in ("estimate", "weight", "width", "ties"):
        if row.get(column) is not None:
            value = row[column]
            words += [f"--{column}", ",".join(value) if isinstance(value, list) else str(value)]
    if row.get("detect_duplicates") is not None:
        words.append("--duplicates" if row["detect_duplicates"] else "--no-duplicates")
    for name in Limit.__slots__:
        if row.get(f"limit_{name}") is not None:
            words += ["--memory" if name == "memory" else f"--limit-{name}", str(row[f"limit_{name}"])]
    return words


def _format_setting(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value)
