"""An experiment of 100 instances and 4 configurations gives the same rows when it is killed or interrupted and then
resumed, on processes and on Dask.
"""

import json
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from langkah import ExperimentResult
from langkah.experiments.one_run import VOLATILE
from langkah.experiments.summary import compare_rows

FILE = """title = "Killed and resumed"
problems = "suite:tiles8"
random = 100
seed = 5
algorithms = ["a-star", "weighted-a-star", "ida-star"]
estimates = ["manhattan"]
weight = [1.5, 3]
limit_nodes = 20_000
memory = false
"""


def start(folder: Path, *more: str) -> "subprocess.Popen[bytes]":
    """Start the experiment on the command line, with its rows in `folder`."""
    words = ["experiment", str(folder.parent / "x.toml"), "-o", str(folder), *more]
    return subprocess.Popen([sys.executable, "-m", "langkah", *words], stdout=subprocess.DEVNULL)


def read_lasting(folder: Path) -> list[dict[str, Any]]:
    """The rows of a folder without the columns that differ from run to run."""
    rows = [json.loads(line) for line in (folder / "runs.jsonl").read_text().splitlines()]
    return [{name: value for name, value in row.items() if name not in VOLATILE} for row in rows]


@pytest.mark.slow
def test_same_rows_whatever_happens(tmp_path: Path) -> None:
    """The 400 rows are the same in three experiments: on two processes, killed and resumed on two processes,
    interrupted and resumed on Dask.
    """
    (tmp_path / "x.toml").write_text(FILE)
    assert start(tmp_path / "whole", "--workers", "2").wait() == 0
    whole = read_lasting(tmp_path / "whole")
    assert [row["run"] for row in whole] == list(range(1, 401))
    for folder, end, more in (
        (tmp_path / "killed", signal.SIGKILL, ("--workers", "2")),
        (tmp_path / "dask", signal.SIGINT, ("--cluster", "local:2")),
    ):
        process = start(folder, *more)
        rows = folder / "runs.jsonl"
        until = time.monotonic() + 120
        while not rows.exists() or rows.read_bytes().count(b"\n") < 60:
            assert process.poll() is None
            assert time.monotonic() < until
            time.sleep(0.02)
        process.send_signal(end)
        assert process.wait(60) == (130 if end == signal.SIGINT else -end)
        kept = rows.read_bytes().count(b"\n")
        assert 60 <= kept < 400
        assert start(folder, "--resume", *more).wait() == 0
        assert read_lasting(folder) == whole
    once, again = ExperimentResult.open(tmp_path / "killed"), ExperimentResult.open(tmp_path / "dask")
    assert compare_rows(once.rows, again.rows).is_none
