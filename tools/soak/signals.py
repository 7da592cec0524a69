"""Ctrl-C and other signals, once or many times, at any moment of any command."""

import signal
import tempfile
import time
from collections import Counter
from random import Random

from tools.soak.cases import Case, Counts, require
from tools.soak.programs import end_program, read_object, start_program

COMMANDS = (
    "explore hanoi discs=12 pegs=4",
    "explore hanoi discs=13 pegs=4 --threads 2",
    "explore hanoi discs=11",
    "explore hanoi discs=9 rule=cyclic",
    "explore klotski:classic",
    "explore tiles",
    "explore mnk rows=4 cols=4 k=4",
    "solve tiles rows=4 cols=4 --algorithm ida-star",
    "solve klotski:classic --algorithm a-star",
    "solve mnk rows=4 cols=4 k=4",
    "solve queens n=20 --all --algorithm backtracking",
    "solve snakes:paper-2 --algorithm expectimax --limit-depth 60",
    "odds snakes rows=20 cols=20",
    "compare hanoi discs=7",
    "trace hanoi discs=6 --algorithm breadth-first",
    "match perfect random tictactoe --games 200",
    "audit expert tictactoe --seat first",
    "doctor klotski",
    "reproduce",
)
ENDINGS = {"INT": (0, 3, 4, 130, -2), "TERM": (0, 3, 4, 130, 143, -15), "HUP": (0, 3, 4, 130, 129, -1)}
OURS = "src/langkah/"  # in a traceback: our code, not Python's own start
PROMPT = 20.0  # seconds in which a program must end after the last signal, on a busy machine


def make_signal_case(rng: Random) -> Case:
    """A command, how it is started, and the time, kind and number of signals."""
    kind = rng.choice(("INT", "INT", "INT", "INT", "INT", "TERM", "HUP"))
    times = 1 if kind != "INT" or rng.random() < 0.6 else rng.randint(2, 8)
    return {
        "words": [*rng.choice(COMMANDS).split(), *(["--json"] if rng.random() < 0.7 else [])],
        "signal": kind,
        "times": times,
        "moment": round(rng.random() ** 2 * 1.6, 4),
        "gap": round(rng.random() ** 3 * 0.2, 4),
        "script": rng.random() < 0.5,
    }


def check_signal_case(case: Case) -> Counts:
    """Send the signals to a program. The program must end soon, with a documented exit code and without a traceback
    from Langkah. With `--json`, a program that was not killed must print one object, or nothing after several signals.
    """
    kind = getattr(signal, "SIG" + case["signal"])
    sent = 0
    with tempfile.TemporaryDirectory() as folder:
        del folder
        process = start_program(case["words"], script=case.get("script", False))
        time.sleep(case["moment"])
        for _time in range(case["times"]):
            if process.poll() is not None:
                break
            process.send_signal(kind)
            sent += 1
            time.sleep(case["gap"])
        ending, out, err = end_program(process, PROMPT + 60 * (sent == 0))
    about = (
        f"{case['words']} {case['signal']} x {sent} after {case['moment']} s -> {ending}\n{out[-200:]}\n{err[-800:]}"
    )
    ours = OURS in err.replace("\\", "/")
    if err and not out and not ours and ending in (1, -signal.SIGINT) and case["signal"] == "INT":
        return Counter({"signals": sent, "signals, before Langkah began": sent})
    require(ending in ENDINGS[case["signal"]], f"ended with {ending} by SIG{case['signal']}", about)
    require("Traceback" not in err or not ours, "a traceback", about)
    if "--json" in case["words"] and ending >= 0 and (out or sent < 2):
        read_object(out, about)
    repeated = "signals, repeated" if case["times"] > 1 else "signals, single"
    return Counter({"signals": sent, repeated: sent})
