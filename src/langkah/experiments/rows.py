"""The rows of an experiment in its folder. Each row is appended to `runs.jsonl`, as a whole or not at all; the CSV and
Parquet files are written once all runs are finished.

An incomplete row, left by a kill or a full disk, is removed when the folder is reopened.
"""

import csv
import io
import json
import os
from collections.abc import Iterable, Sequence
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from langkah.errors import BadInput, MissingExtra
from langkah.experiments.one_run import COLUMNS, Row
from langkah.language import _
from langkah.output_file import write_file

ROWS, TABLE, PARQUET, DEFINITION = "runs.jsonl", "runs.csv", "runs.parquet", "experiment.json"
NESTED = ("settings", "ties", "rounds")  # columns whose values are JSON in flat tables


class RowFile:
    """The file of result rows in an experiment's folder, open for appending."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / ROWS
        try:
            whole = self.path.read_bytes().rfind(b"\n") + 1 if self.path.exists() else 0
            self.rows = read_rows(self.path, keep_torn=False) if whole else []
            self.handle = os.open(self.path, os.O_WRONLY | os.O_CREAT, 0o666)
            os.ftruncate(self.handle, whole)
            os.lseek(self.handle, 0, os.SEEK_END)
        except OSError as error:
            raise BadInput(_("{path} cannot be written: {why}").format(path=self.path, why=error.strerror)) from None

    def append(self, row: Row) -> None:
        """Append one row. If it cannot be written as a whole, remove it again and raise `BadInput`."""
        before, data = os.lseek(self.handle, 0, os.SEEK_CUR), _encode(row)
        try:
            written = os.write(self.handle, data)
            if written < len(data):
                os.write(self.handle, data[written:])
            os.fsync(self.handle)
        except OSError as error:
            os.ftruncate(self.handle, before)
            raise BadInput(_("{path} cannot be written: {why}").format(path=self.path, why=error.strerror)) from None
        self.rows.append(row)

    def close(self) -> None:
        """Close the file."""
        os.close(self.handle)


def _encode(row: Row) -> bytes:
    return (json.dumps(row, ensure_ascii=False) + "\n").encode()


def read_rows(path: Path, *, keep_torn: bool = True) -> list[Row]:
    """The rows of a JSON lines file. If the last line is incomplete, it raises an error with `keep_torn`, and is
    ignored without `keep_torn`.
    """
    try:
        text = path.read_text(encoding="utf-8", errors="replace")
    except FileNotFoundError:
        raise BadInput(_("{path}: there is no such file").format(path=path)) from None
    except OSError as error:
        raise BadInput(_("{path} cannot be read: {why}").format(path=path, why=error.strerror)) from None
    lines = text.split("\n")
    if lines.pop() and keep_torn:
        raise BadInput(_("{path}: the last row is incomplete; continue with --resume").format(path=path))
    return parse_rows(lines, str(path))


def parse_rows(lines: Iterable[str], where: str = "") -> list[Row]:
    """Parse rows from JSON lines; an invalid row is reported with its line."""
    found = []
    for number, line in enumerate(lines, 1):
        try:
            row = json.loads(line)
        except (ValueError, RecursionError):
            row = None
        if not isinstance(row, dict) or not {"run", "instance", "algorithm", "status"} <= row.keys():
            text = _("{path}, line {n}: this is not a row of an experiment").format(path=where or ROWS, n=number)
            raise BadInput(text)
        found.append(dict.fromkeys(COLUMNS) | row)
    return found


def format_csv(rows: Sequence[Row]) -> str:
    """Rows as a CSV table; nested values are JSON."""
    out = io.StringIO()
    writer = csv.DictWriter(out, COLUMNS, lineterminator="\n", extrasaction="ignore")
    writer.writeheader()
    writer.writerows(flatten_row(row) for row in rows)
    return out.getvalue()


def flatten_row(row: Row) -> Row:
    """A row with nested values as JSON text."""
    return {
        name: json.dumps(row[name], ensure_ascii=False) if name in NESTED and row[name] is not None else row[name]
        for name in COLUMNS
    }


def can_write_parquet() -> bool:
    """Whether pyarrow is installed."""
    return find_spec("pyarrow") is not None


def format_parquet(rows: Sequence[Row]) -> bytes:
    """Rows as a Parquet file, with one type per column."""
    if not can_write_parquet():
        text = _("Parquet needs pyarrow, which is not installed. Try: {command}")
        raise MissingExtra(text.format(command="pip install pyarrow"))
    arrow, parquet = import_module("pyarrow"), import_module("pyarrow.parquet")
    flat = [flatten_row(row) for row in rows]
    columns: dict[str, Any] = {}
    for name in COLUMNS:
        values = [row[name] for row in flat]
        if any(isinstance(each, float) for each in values):
            values = [None if each is None else float(each) for each in values]
        columns[name] = values
    out = io.BytesIO()
    parquet.write_table(arrow.table(columns), out)
    return out.getvalue()


def write_tables(folder: Path, rows: Sequence[Row]) -> list[str]:
    """Write all rows, in the order of their runs, in each available format; returns the file names."""
    rows = sorted(rows, key=lambda row: row["run"])
    write_file(folder / ROWS, b"".join(map(_encode, rows)))
    write_file(folder / TABLE, format_csv(rows))
    if can_write_parquet():
        write_file(folder / PARQUET, format_parquet(rows))
    return [ROWS, TABLE, *([PARQUET] if can_write_parquet() else [])]
