"""The command line of a soak (a long run of random tests)."""

import argparse
import json
import signal
import sys
import time
from pathlib import Path

from tools.soak.cases import FOLDER
from tools.soak.run import format_report, soak
from tools.soak.table import ATTACKS
from tools.soak.worker import try_case


def replay_cases(files: list[Path], folder: Path) -> int:
    """Try saved cases again, all in the folder or these files; returns the number of failures."""
    failing = 0
    for path in files or sorted(folder.glob("*.json")):
        name, kept = path.name, json.loads(path.read_text(encoding="utf-8"))
        _counts, failures = try_case(ATTACKS[kept["attack"]], kept["case"])
        failing += bool(failures)
        print(f"{name}: {failures[0][1][:300] if failures else 'passes'}", flush=True)
    return failing


def main() -> int:
    """Run a soak, or try saved cases again; returns the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tools.soak", description=__doc__)
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--seed", default=time.strftime("%Y-%m-%d %H:%M"))
    parser.add_argument("--only", default=",".join(ATTACKS), help="attacks, separated by commas")
    parser.add_argument("--keep", type=Path, default=FOLDER, help="where failing cases are kept")
    parser.add_argument("--replay", nargs="*", type=Path, metavar="FILE", help="try kept cases again, all or these")
    args = parser.parse_args()
    if args.replay is not None:
        return min(1, replay_cases(args.replay, args.keep))
    names = args.only.split(",")
    strange = [name for name in names if name not in ATTACKS]
    if strange:
        parser.error(f"no such attack: {', '.join(strange)}; known: {', '.join(ATTACKS)}")
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # a terminated soak reports its findings
    report = soak(args.minutes, args.workers, args.seed, names, lambda line: print(line, flush=True), args.keep)
    print(format_report(report))
    return 0 if not report.unknown and report.is_flat() else 1


if __name__ == "__main__":
    sys.exit(main())
