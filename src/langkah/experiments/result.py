"""All rows of an experiment, with summaries, data frames and tables."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from langkah.data_frame import make_frame
from langkah.errors import BadInput
from langkah.experiments.one_run import Row
from langkah.experiments.rows import DEFINITION, ROWS, flatten_row, parse_rows, read_rows, write_tables
from langkah.experiments.summary import ConfigurationSummary, summarize_configurations
from langkah.language import _


@dataclass(frozen=True, repr=False)
class ExperimentResult:
    """The finished rows, and the total number of runs; `ended` says why the experiment stopped early, or is "".

    >>> Experiment("hanoi", "bfs", memory=False).run()
    <ExperimentResult: 1 of 1 rows, 1 solved>
    """

    rows: list[Row]
    runs: int
    title: str = ""
    folder: Path | None = None
    resumed: int = 0  # rows from earlier sessions
    ended: str = ""

    def __repr__(self) -> str:
        solved = sum(row["status"] == "solved" for row in self.rows)
        return f"<ExperimentResult: {len(self.rows):,} of {self.runs:,} rows, {solved:,} solved>"

    @classmethod
    def open(cls, folder: str | Path) -> "ExperimentResult":
        """The rows of a folder, or of a file of JSON lines."""
        path = Path(folder)
        if path.is_dir():
            if not (path / ROWS).exists():
                raise BadInput(_("{path} contains no experiment").format(path=path))
            rows, said = read_rows(path / ROWS), _read_json(path / DEFINITION)
        else:
            rows, said = read_rows(path), {}
        rows.sort(key=lambda row: row["run"])
        return cls(rows, int(said.get("runs") or len(rows)), str(said.get("title") or path.name), path)

    @classmethod
    def parse(cls, text: str, title: str = "") -> "ExperimentResult":
        """The rows in a text of JSON lines."""
        rows = parse_rows([line for line in text.split("\n") if line.strip()], title)
        return cls(rows, len(rows), title)

    @property
    def complete(self) -> bool:
        """Whether every run has its row."""
        return len(self.rows) == self.runs

    @property
    def summaries(self) -> list[ConfigurationSummary]:
        """The summary of each configuration over all instances."""
        return summarize_configurations(self.rows)

    def to_frame(self, library: str = "") -> Any:
        """A data frame of `library`, by default of Polars or pandas, whichever is installed; nested values become JSON
        text.
        """
        return make_frame(map(flatten_row, self.rows), library)

    def write(self, folder: str | Path) -> list[str]:
        """Write all rows as JSON lines, CSV and, if pyarrow is installed, Parquet; returns the file names."""
        Path(folder).mkdir(parents=True, exist_ok=True)
        return write_tables(Path(folder), self.rows)

    def as_dict(self) -> dict[str, Any]:
        """The JSON output of the command line."""
        return {
            "title": self.title,
            "runs": self.runs,
            "complete": self.complete,
            "rows": self.rows,
            "configurations": [each._asdict() for each in self.summaries],
        }


def _read_json(path: Path) -> dict[str, Any]:
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def name_rows(rows: Sequence[Row]) -> list[str]:
    """The names of the instances in rows, without repetition."""
    return list(dict.fromkeys(str(row["instance"]) for row in rows))
