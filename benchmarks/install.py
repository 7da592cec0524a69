"""The time from nothing to a solved puzzle: `python -m benchmarks.install` writes the table of docs/releasing.md.

Builds the wheel, then repeats: an empty environment, `pip install` of the wheel with its dependencies from pip's usual
index, and the first solution. The best of all runs counts. Compiled code is not kept between runs.
"""

import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).parent.parent
DOCUMENT = ROOT / "docs" / "releasing.md"
RUNS = 3


def run(*words: str | Path, **more: str) -> float:
    """Run a program without this source tree in its path; returns the seconds."""
    kept = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "VIRTUAL_ENV")}
    began = time.perf_counter()
    subprocess.run([*map(str, words)], check=True, capture_output=True, env={**kept, **more})
    return time.perf_counter() - began


def measure(wheel: Path) -> dict[str, float]:
    """The seconds of each stage of an installation in a new virtual environment, by the name of the stage."""
    with tempfile.TemporaryDirectory() as folder:
        programs = Path(folder) / "venv" / ("Scripts" if os.name == "nt" else "bin")
        wanted = ("--constraint", ROOT / "constraints.txt", wheel)
        made = run(sys.executable, "-m", "venv", Path(folder) / "venv")
        installed = run(programs / "python", "-m", "pip", "install", "--quiet", *wanted)
        solved = run(programs / "langkah", "solve", "klotski:classic", LANGKAH_CACHE=folder)
    return {
        "`python -m venv` and its pip": made,
        "`pip install` of the wheel and what it needs": installed,
        "`langkah solve klotski:classic`, the first time": solved,
        "from `pip install` to a solved puzzle": installed + solved,
    }


def weigh(wheel: Path, extras: str) -> float:
    """The size in megabytes of a new virtual environment in which the wheel is installed with these extras."""
    with tempfile.TemporaryDirectory() as folder:
        run(sys.executable, "-m", "venv", folder)
        programs = Path(folder) / ("Scripts" if os.name == "nt" else "bin")
        wanted = f"langkah[{extras}] @ {wheel.as_uri()}"
        run(programs / "python", "-m", "pip", "install", "--quiet", "--constraint", ROOT / "constraints.txt", wanted)
        files = [path for path in Path(folder).rglob("*") if path.is_file() and not path.is_symlink()]
        return sum(path.stat().st_size for path in files) / 1e6


def main() -> int:
    """Measure the stages of the installation and its size, and write them into the document."""
    with tempfile.TemporaryDirectory() as folder:
        run(sys.executable, "-m", "build", "--wheel", "--outdir", folder, ROOT)
        wheel = next(Path(folder).glob("*.whl"))
        runs = [measure(wheel) for _run in range(RUNS)]
        size = weigh(wheel, "fast,web,pictures")
    rows = [f"| {name} | {min(each[name] for each in runs):.1f} s |\n" for name in runs[0]]
    rows.append(f"| what `make run` installs, with Python's own pip | {size:.0f} MB |\n")
    text = DOCUMENT.read_text(encoding="utf-8")
    table = "".join(["| | measured |\n", "|---|---|\n", *rows])
    DOCUMENT.write_text(re.sub(r"\| \| measured \|\n(\|.*\n)+", lambda _old: table, text), encoding="utf-8")
    print(table)
    return 0


if __name__ == "__main__":
    sys.exit(main())
