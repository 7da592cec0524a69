"""Bad input: command lines, files, request bodies, links, and users' Python files.

All inputs are tried in this process, hundreds per second, through the functions that the program and the workers of the
web app use. For every input, the exit code must be a documented one and never that of a defect, `--json` must print one
object, and a task must answer or refuse.
"""

import atexit
import base64
import contextlib
import io
import json
import os
import shutil
import sys
import tempfile
import warnings
import zlib
from collections import Counter
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from langkah import LangkahError, Limit
from langkah.apps.cli.main import main
from langkah.games import GAMES
from langkah.search import ALGORITHMS
from langkah.tasks.context import Context
from langkah.tasks.problems import ProblemCatalogue
from langkah.tasks.request import list_fields
from langkah.tasks.table import TASKS, run_task
from tools.soak.cases import Case, Counts, Mismatch, require
from tools.soak.games import GAMES as MAKERS

SMALL = ["--limit-seconds", "1", "--limit-nodes", "200"]
LIMITED = ("solve", "trace", "explore", "compare", "worksheet", "audit", "match")
OTHERS = ("list", "draw", "odds", "doctor")
ENDINGS = (0, 2, 3, 4)
SIGNS = [
    "",
    " ",
    "-",
    "--",
    "=",
    "==",
    "a=b=c",
    "é",
    "\udcff",
    "'",
    '"',
    "\n",
    "[",
    "{",
    "[[[[",
    "🙂",
    "\x1b[31m",
    "%s",
    "{0}",
]
WORDS = [
    *SIGNS,
    "%s",
    "{0}",
    "a" * 3000,
    "../no such folder/file",  # a path argument may be written to, so it must not exist
    "9" * 400,
    "-1",
    "1e999",
    "nan",
    "inf",
    "0x10",
    "１２",
    "True",
    "null",
]
FLAGS = [
    "--json",
    "--states",
    "--all",
    "--algorithm",
    "--estimate",
    "--ties",
    "--weight",
    "--width",
    "--memory",
    "--lang",
]
FLAGS += ["--limit-depth", "--limit-nodes", "--limit-seconds", "--seed", "--games", "--seat", "--at", "--theme", "-o"]
NAMES = [
    "discs",
    "pegs",
    "start",
    "goal",
    "rule",
    "board",
    "metric",
    "axis",
    "same",
    "gates",
    "rows",
    "cols",
    "k",
    "size",
]
NAMES += ["position", "n", "fixed", "tree", "squares", "die", "overshoot", "six_again", "jumps", "players"]
SMALLEST = {
    "hanoi": ["discs=2"], "tiles": ["rows=2", "cols=2"], "queens": ["n=4"], "snakes": ["squares=9", "jumps={}"],
    "klotski": ["board=a./..", 'goal={"a"=[[1,1]]}'], "mnk": ["rows=2", "cols=2", "k=2"],
}  # fmt: skip


def draw_value(rng: Random, depth: int = 2) -> Any:
    """A random JSON value."""
    kind = rng.randrange(9 if depth else 6)
    if kind == 0:
        return rng.choice((None, True, False))
    if kind == 1:
        return rng.choice((0, 1, -1, 2, 3, 63, 64, 10**6, 2**31, 2**63, 10**40, -(10**20)))
    if kind == 2:
        return rng.choice((0.5, -0.0, 1e308, 3.0, 1e-9))
    if kind in (3, 4, 5):
        return rng.choice((*WORDS, *GAMES, *NAMES, "peg 2", "X..", "ab/.."))
    if kind == 6:
        return {str(draw_value(rng, 0))[:40]: draw_value(rng, depth - 1) for _each in range(rng.randint(0, 3))}
    return [draw_value(rng, depth - 1) for _each in range(rng.randint(0, 4))]


def draw_settings(rng: Random, game: str) -> dict[str, Any]:
    """Settings of a game: valid ones, randomly corrupted."""
    maker = MAKERS.get(game)
    settings = dict(maker[0](rng)) if maker and rng.random() < 0.8 else {}
    for _time in range(rng.randint(0, 2)):
        settings[rng.choice((*settings, *NAMES))] = draw_value(rng)
    return settings


def make_words(rng: Random) -> Case:
    """A random case: a command line, often with mistakes."""
    command = rng.choice((*LIMITED, *OTHERS, *(("",) if rng.random() < 0.1 else ())))
    words = [command] if rng.random() < 0.97 else [rng.choice(WORDS)]
    words += (
        [rng.choice(("random", "perfect", "paper", "expert", "", "nobody"))] if command in ("audit", "match") else []
    )
    words += [rng.choice(("random", "alpha-beta", "x"))] if command == "match" else []
    game = rng.choice((*MAKERS, *MAKERS, "tictactoe", "klotski:classic", "snakes:paper-9", *WORDS))
    words += [game] if rng.random() < 0.95 else []
    words += SMALLEST.get(game, []) if rng.random() < 0.5 else []
    for _time in range(rng.randint(0, 4)):
        if rng.random() < 0.4:
            words.append(f"{rng.choice(NAMES)}={_write_word(rng)}")
        elif rng.random() < 0.5:
            words += [rng.choice(FLAGS), rng.choice((*WORDS, *ALGORITHMS, "zero", "deep", "3", "id"))]
        else:
            words.append(rng.choice((*FLAGS, *WORDS)))
    if rng.random() < 0.4:
        words.append("--json")
    words += SMALL if command in LIMITED else []
    words += ["--limit-seconds", "1"] if command in ("doctor", "odds") else []
    words += ["--games", "1"] if command == "match" else []
    return {"way": "words", "words": words}


def _write_word(rng: Random) -> str:
    """A random value as typed on a command line, sometimes truncated."""
    value = draw_value(rng)
    word = value if isinstance(value, str) else json.dumps(value)
    return word if rng.random() < 0.7 else word[: rng.randint(0, len(word))]


def make_file(rng: Random) -> Case:
    """A random case: the text of a file, which is valid TOML, corrupted TOML, or no TOML at all."""
    game = rng.choice(list(MAKERS))
    lines = [f'game = "{game}"'] if rng.random() < 0.9 else []
    settings = draw_settings(rng, game)
    lines += [f"{name} = {_write_toml(value)}" for name, value in settings.items() if value is not None]
    text = "\n".join(lines) + "\n"
    spoil = rng.random()
    if spoil < 0.2:
        text = "".join(rng.choice((sign, sign, sign, sign, rng.choice(WORDS)[:9])) for sign in text)
    elif spoil < 0.3:
        text = text[: rng.randint(0, len(text))]
    elif spoil < 0.35:
        depth = rng.choice((50, 300, 1500))
        text += "x" + ".a" * depth + " = 1\n" if rng.random() < 0.5 else "x = " + "[" * depth
    elif spoil < 0.5:
        text = rng.choice(("10 10\n3,21\n17,4\n", "1221\n0000\n", "3 3\nx\n", "\0", "\ufeff", "99999999 9\n1,2\n", ""))
    return {"way": "file", "text": text, "name": rng.choice(("case.toml", "case.toml", "case.txt"))}


def _write_toml(value: Any) -> str:
    """A value as TOML."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{json.dumps(name)} = {_write_toml(each)}" for name, each in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(_write_toml, value)) + "]"
    return json.dumps(value)


def make_body(rng: Random) -> Case:
    """A random case: a request to a task, whose fields are valid or corrupted."""
    task = rng.choice(list(TASKS))
    game = rng.choice(list(MAKERS))
    saved: dict[str, Any] = {"langkah": 1, "problem": game, "settings": draw_settings(rng, game)}
    if rng.random() < 0.5:
        saved["moves"] = [str(draw_value(rng, 0))[:40] for _move in range(rng.randint(0, 3))]
    for _time in range(rng.randint(0, 2)):
        saved[rng.choice(("langkah", "moves", "made", "seats", "dice", "seed", "hints", "grade", "x"))] = draw_value(
            rng
        )
    body: dict[str, Any] = {"saved": saved, "problem": game, "settings": saved["settings"], "text": "game = 1"}
    body |= {"token": "x", "game": game, "start": "", "deed": draw_value(rng), "search": {"algorithm": "a-star"}}
    request: Any = TASKS[task].request
    known = list_fields(request).fields
    body = {name: value for name, value in body.items() if name in known}
    for _time in range(rng.randint(0, 2)):
        body[rng.choice((*known, "x"))] = draw_value(rng)
    return {"way": "body", "task": task, "body": body}


def make_link(rng: Random) -> Case:
    """A random case: a token after the # of a link, often corrupted."""
    inner = json.dumps({"langkah": 1, "problem": "hanoi", "moves": ["1-2"], "x": draw_value(rng)}).encode()
    packed = base64.urlsafe_b64encode(zlib.compress(inner)).decode().rstrip("=")
    token = rng.choice((packed, packed[: rng.randint(0, len(packed))], rng.choice(WORDS), packed + "A" * 40))
    return {"way": "body", "task": "link", "body": {"token": token}}


STATES = ("0", "(0, 0)", "'a'", "[0]", "None", "{}", "float('nan')", "object()", "frozenset()")
STEPS = (
    "return [Step('on', state + 1)]", "yield Step('on', state + 1)", "return None", "return 5", "return [5]",
    "return [Step('on', [state])]", "return [Step('on', state + 1, 'x')]", "return [Step('on', state + 1, -1)]",
    "return [Step('on', state + 1, float('nan'))]", "return [Step('on', state + 1, float('inf'))]",
    "return [Step(None, state)]", "return [Step([], state + 1)]", "raise ValueError('no')", "raise KeyboardInterrupt",
    "raise SystemExit(3)", "raise MemoryError", "return self.steps(state)", "return [Step('on', (state, state))]",
    "raise Exception", "return [Step('on', state + 1, 2**70), Step('off', state + 2, 0)]", "import sys; sys.exit()",
    "return [Step('a', state + 1), Step('a', state + 2)]", "raise OSError(28, 'full')", "state.append(1); return []",
    "return (Step('on', state + n) for n in (1, 2))", "raise StopIteration", "assert False", "raise BaseException",
    "return map(lambda n: Step(n, n), 3)", "import langkah; return langkah.nothing", "print('hi'); return []",
)  # fmt: skip
GOALS = ("return state == 3", "return None", "return []", "raise IndexError", "return state.x", "return 'yes'", "1 / 0")
MORE = (
    "", "", "", "    reversible = True", "    admissible = True", "    def key(self, state):\n        return []",
    "    def key(self, state):\n        return 0", "    def estimate(self, state):\n        return 'x'",
    "    def estimate(self, state):\n        return float('nan')", "    def goals(self):\n        return 5",
    "    def goals(self):\n        return [9]", "    def text(self, state):\n        return 5",
    "    def notation(self, move):\n        raise KeyError(move)", "    def hopeless(self):\n        return 7",
    "    def packed(self):\n        return 3", "    def packed(self):\n        return Packed()",
    "    def scene(self, state):\n        return 'x'", "    estimates = 5", "    settings = 7", "    name = 5",
    "    def __init__(self, size):\n        pass", "    def __init__(self):\n        raise RuntimeError('no')",
    "    def __repr__(self):\n        raise RuntimeError('no')", "    def preferred(self):\n        return 'magic'",
)  # fmt: skip


def make_own_file(rng: Random) -> Case:
    """A random case: a user's Python file, often with mistakes, and a command that reads the file."""
    lines = [
        "from langkah import Packed, Puzzle, Step",
        "",
        "",
        "class Mine(Puzzle):",
        f"    start = {rng.choice(STATES)}",
    ]
    lines += ["    def steps(self, state):", f"        {rng.choice(STEPS)}"]
    lines += ["    def is_goal(self, state):", f"        {rng.choice(GOALS)}", rng.choice(MORE)]
    text = "\n".join(lines) + "\n"
    if rng.random() < 0.1:
        text = text[: rng.randint(0, len(text))]
    command = rng.choice(("solve", "solve", "trace", "explore", "compare", "doctor", "draw"))
    words = [] if rng.random() < 0.8 else [f"{rng.choice(NAMES)}={_write_word(rng)}"]
    words += SMALL if command in LIMITED else ["--limit-seconds", "1"] if command == "doctor" else []
    words += ["--json"] if rng.random() < 0.5 else []
    return {"way": "own", "text": text, "command": command, "words": words}


WAYS: tuple[tuple[Callable[[Random], Case], int], ...] = (
    (make_words, 30),
    (make_file, 25),
    (make_body, 25),
    (make_link, 5),
    (make_own_file, 15),
)


def make_input_case(rng: Random) -> Case:
    """A random case of one of the kinds of input."""
    makers = [make for make, weight in WAYS for _time in range(weight)]
    return rng.choice(makers)(rng)


def check_input_case(case: Case) -> Counts:
    """Pass an input to Langkah, and check the exit code or the answer."""
    if case["way"] == "body":
        _check_body(case)
    elif case["way"] == "words":
        _check_words(case["words"])
    else:
        path = get_folder() / (case["name"] if case["way"] == "file" else "mine.py")
        path.unlink(missing_ok=True)  # much faster than truncating it
        path.write_text(case["text"], encoding="utf-8", errors="surrogateescape")
        if case["way"] == "file":
            _check_words(["solve", str(path), "--json", *SMALL])
        else:
            _check_words([case["command"], f"{path}:Mine", *case["words"]])
    return Counter({"inputs": 1, f"inputs, {case['way']}": 1})


@cache
def get_folder() -> Path:
    """The temporary folder of this process. Commands run there, so that their outputs do not litter other folders."""
    folder = Path(tempfile.mkdtemp(prefix="soak-inputs-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def _check_words(words: list[str]) -> None:
    """Run a command line in this process, and check its exit code and output."""
    out, err = io.StringIO(), io.StringIO()
    before = Path.cwd()
    os.chdir(get_folder())
    limit = sys.getrecursionlimit()
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            code = main(words)
    except BaseException as error:
        raise Mismatch("the program raised", f"{words!r}: {type(error).__name__}: {error}") from error
    finally:
        sys.setrecursionlimit(limit)
        os.chdir(before)
    about = f"{words!r} -> {code}\n{err.getvalue()[-600:]}"
    if any("KeyboardInterrupt" in word for word in words) or (code == 130 and words[-1:] and ":Mine" in words[1]):
        return  # a puzzle that raises KeyboardInterrupt
    require(code in ENDINGS, f"exit code {code}", about)
    require("Traceback" not in err.getvalue(), "a traceback", about)
    if code == 2:
        require(bool((err.getvalue() + out.getvalue()).strip()), "refused without a word", about)
    if "--json" in words and "-h" not in words and "--help" not in words and "-o" not in words:
        _check_json(out.getvalue(), about)


def _check_json(text: str, about: str) -> None:
    """Check that a text is one JSON object and nothing else."""
    try:
        found = json.loads(text)
    except ValueError:
        raise Mismatch("not one JSON object", f"{about}\n{text[:300]}") from None
    require(isinstance(found, dict), "not one JSON object", about)


def _check_body(case: Case) -> None:
    """Run a task as a worker of the web app does. The task must refuse, stop, or give an answer that is valid JSON."""
    context = Context(Limit(seconds=0.3, nodes=2_000))
    limit = sys.getrecursionlimit()
    try:
        answer = run_task(case["task"], case["body"], context, get_catalogue())
    except LangkahError:
        return
    except BaseException as error:
        if type(error).__name__ != "Stopped":
            raise
        return
    finally:
        sys.setrecursionlimit(limit)
    try:
        json.dumps(answer, allow_nan=False)
    except ValueError as error:
        raise Mismatch("an answer that is no JSON", str(error)) from None


@cache
def get_catalogue() -> ProblemCatalogue:
    """The catalogue of problems that the tasks use."""
    return ProblemCatalogue()
