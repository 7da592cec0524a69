"""The trusted code of the checker: one short file, and three for rarer claims. These files import no search, need
little memory, and run on their own.
"""

import base64
import gzip
import io
import json
import re
import subprocess
import sys
import tracemalloc
import zipfile
from dataclasses import dataclass, make_dataclass
from pathlib import Path
from typing import Any

import pytest
from tools.arrows import list_imports

import langkah
from langkah import BadInput, DoesNotHold, Puzzle, Step, load
from langkah.apps.cli.main import main
from langkah.apps.site.build import make_archive, take_rules
from langkah.apps.worker_client import Conversation, Job, make_command
from langkah.proofs.checker import Checker
from langkah.proofs.verdict import check_certificate, read_header
from tests.proof_cases import make_proof, read_parts, write_parts
from tests.small import SMALL

PROOFS = Path(langkah.__file__).parent / "proofs"
TRUSTED = ("checker", "game_checker", "estimate_checker", "state_text")
MOST_LINES = 150
UNTRUSTED = (
    *("search", "engine", "tasks", "players", "player_audit", "dice_odds", "session", "views", "run", "tracing"),
    *("proofs.labelling", "proofs.strategies", "proofs.writing", "apps.worker", "apps.web", "numba", "numpy"),
)
FLAT: dict[str, dict[str, Any]] = {"tiles": {"rows": 2, "cols": 2}, "nim": {}}
DOCUMENT = Path(__file__).parent.parent / "docs" / "proofs.md"
EXAMPLES = Path(__file__).parent.parent / "examples"


def test_every_trusted_file_is_short() -> None:
    """Every trusted file is short, docs/proofs.md states its number of lines, and `checker` imports from Langkah only
    errors, translation and the text form of states.
    """
    lines = {name: len((PROOFS / f"{name}.py").read_text(encoding="utf-8").splitlines()) for name in TRUSTED}
    assert {name: count for name, count in lines.items() if count >= MOST_LINES} == {}
    said = dict(re.findall(r"^\| `(\w+)\.py` \| (\d+) \|", DOCUMENT.read_text(encoding="utf-8"), flags=re.MULTILINE))
    assert {name: int(count) for name, count in said.items()} == lines
    imported = {name for name in list_imports(PROOFS / "checker.py") if name.startswith("langkah.")}
    modules = {"langkah.errors", "langkah.language", "langkah.proofs.state_text"}
    assert {name.rpartition(".")[0] for name in imported} == modules


ALONE = """
import json, sys
sys.path.insert(0, sys.argv[1])
from langkah.apps.check_worker import answer
answer(sys.stdin.read(), lambda word, text: print(word, text))
print(json.dumps(sorted(sys.modules)))
"""
OWN = """
from langkah import Puzzle, Step
class Mine(Puzzle):
    start = 0
    def steps(self, state):
        return [Step(f"+{by}", state + by) for by in (1, 3) if state < 10]
    def is_goal(self, state):
        return state == 10
"""


@pytest.fixture(scope="module")
def rules(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The unpacked archive with which a browser checks certificates."""
    folder = tmp_path_factory.mktemp("rules")
    with zipfile.ZipFile(io.BytesIO(take_rules(make_archive()))) as archive:
        archive.extractall(folder)
    return folder


def ask_alone(proof: bytes, saved: dict[str, Any], own: str | None, folder: Path) -> tuple[dict[str, Any], list[str]]:
    """The answer of a Python process that has only the checker and the rules, and the modules that the process has
    loaded.
    """
    body = {"data": base64.b64encode(proof).decode(), "saved": saved}
    message = json.dumps({"path": "check", "body": body, "language": "en", "own": own})
    words = [sys.executable, "-I", "-c", ALONE, str(folder)]
    done = subprocess.run(words, input=message, capture_output=True, text=True, check=True, cwd=folder)
    *said, modules = done.stdout.splitlines()
    assert said[0] == "accepted {}"
    assert said[-1].startswith("result ")
    return json.loads(said[-1].removeprefix("result ")), json.loads(modules)


@pytest.mark.parametrize(("game", "claim"), [("klotski", "least"), ("mnk", "value"), ("pig", "odds"), ("own", "least")])
def test_nothing_that_searches_is_loaded(game: str, claim: str, rules: Path, tmp_path: Path) -> None:
    """The browser's archive contains no search, and a check loads none."""
    saved: dict[str, Any] = {"problem": game, "settings": SMALL.get(game, {})}
    if game == "own":
        (tmp_path / "puzzle.py").write_text(OWN)
        saved["problem"] = "puzzle.py:Mine"
        data = langkah.prove(load(f"{tmp_path / 'puzzle.py'}:Mine")).data
    else:
        data = make_proof(game, claim).data
    found, modules = ask_alone(data, saved, OWN if game == "own" else None, rules)
    assert (found["holds"], found["claim"]) == (True, claim)
    assert "langkah.proofs.checker" in modules
    assert "langkah.proofs.certificate" not in modules
    assert [name for name in modules if name.removeprefix("langkah.").startswith(UNTRUSTED)] == []
    assert not [name for name in UNTRUSTED if (rules / "langkah" / name.replace(".", "/")).with_suffix(".py").exists()]
    assert not [name for name in UNTRUSTED if (rules / "langkah" / name.replace(".", "/")).is_dir()]


def test_the_page_starts_a_process_for_it() -> None:
    """The web app's process for checks speaks the protocol of other workers, says what does not hold, answers once and
    ends.
    """
    header, blocks = read_parts(make_proof("hanoi", "least").data)
    wrong = write_parts({**header, "cost": header["cost"] + 1}, blocks)
    values = {"data": base64.b64encode(wrong).decode(), "saved": {"problem": "hanoi", "settings": SMALL["hanoi"]}}
    command, talk = make_command((), "check"), Conversation()
    assert command[-1] == "langkah.apps.check_worker"
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(talk.ask(Job("check", values)))
        process.stdin.flush()
        words = [word for line in process.stdout if (word := talk.hear(line)) is not None]
        process.stdin.close()
        assert [word.kind for word in words] == ["accepted", "result"]
        told = json.loads(words[-1].text)
        assert "not listed" in told["why"]
        assert (told["claim"], told["problem"]) == ("least", "hanoi discs=3"), "what it is about, though it fails"
        assert process.wait() == 0


def test_a_program_that_loads_no_search(tmp_path: Path) -> None:
    """`python -m langkah.proofs` has the verdicts and exit codes of `langkah check`, and loads no search."""
    file = tmp_path / "small.proof"
    header, blocks = read_parts(make_proof("hanoi", "least").data)
    for data, code, words in (
        (write_parts(header, blocks), 0, "and none costs less"),
        (write_parts({**header, "cost": 2}, blocks), 5, "line "),
        (b"nothing", 2, "not a certificate"),
    ):
        file.write_bytes(data)
        command = [sys.executable, "-X", "importtime", "-m", "langkah.proofs", str(file)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert (done.returncode, words in done.stdout + done.stderr) == (code, True)
        loaded = re.findall(r"langkah\.([\w.]+)", done.stderr)
        assert "proofs.checker" in loaded
        assert [name for name in loaded if name.startswith(UNTRUSTED)] == []


def make_long_text(states: int, label: str = "") -> bytes:
    """A certificate that lists this many states, right or wrong; if a label is given, each state has a block of its
    own.
    """
    header, _blocks = read_parts(make_proof("hanoi", "layers").data)
    above = f"@{label}\n" if label else ""
    lines = "".join(f"{above}[{number},1,1,2,0,2,1,0]\n" for number in range(states))
    return gzip.compress(f"{json.dumps(header)}\n@0\n{lines}".encode(), 1)


@pytest.mark.parametrize(
    "label", ["", "5", "[0, 999]", '[0, "1 2", "h right"]', "[1000, -7" + ', 999, "ab", "é!"' * 9 + "]"]
)
def test_memory_is_bounded(label: str) -> None:
    """The checker uses no more memory than it counts for states and labels, and a certificate that exceeds the memory
    limit is refused with a clear line.
    """
    file = io.BytesIO(make_long_text(20_000, label))
    checker = Checker(file, read_header(file), load("hanoi"))
    tracemalloc.start()
    with pytest.raises(DoesNotHold):
        checker.check(lambda _line: None)
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert len(checker.rows) == 20_001
    assert most < checker.memory - checker.room + 1_000_000
    with pytest.raises(BadInput, match="1,000,000 bytes of memory: raise the limit with --memory"):
        check_certificate(io.BytesIO(make_long_text(20_000)), memory=1_000_000)


def test_large_labels_count_as_memory() -> None:
    """A label of megabytes at every state is refused for its form or for its size."""
    header, _blocks = read_parts(make_proof("hanoi", "layers").data)
    for item, error, words in (("[]", DoesNotHold, "line 2, "), ("0", BadInput, "10,000,000 bytes of memory")):
        label = f"[{','.join([item] * 1_000_000)}]"
        lines = "".join(f"@{label}\n[{number},1,1]\n" for number in range(3))
        data = gzip.compress(f"{json.dumps(header)}\n{lines}".encode(), 1)
        with pytest.raises(error, match=words):
            check_certificate(io.BytesIO(data), memory=10_000_000)


@pytest.mark.parametrize("line", ["null", "[99,1,2]", '{"Foo":[1]}', "[[[", "@[[1]]", "@x", "\\xff", "\x1b[2J"])
def test_a_damaged_line_has_a_place(line: str) -> None:
    """A damaged line is refused with exit code 5, its number and its text, also before any move is examined."""
    text = gzip.decompress(make_proof("klotski", "layers").data).splitlines()
    text[4] = line.encode().replace(b"\\xff", b"\xff")
    with pytest.raises(DoesNotHold) as caught:
        check_certificate(io.BytesIO(gzip.compress(b"\n".join([*text, b""]))))
    assert (caught.value.exit_code, caught.value.line) == (5, 5)
    assert caught.value.state
    assert str(caught.value).startswith("line 5, state ")
    assert str(caught.value).isprintable()


def test_another_problems_states_have_a_place() -> None:
    """The states of one board under the header of another are refused with a line and a state."""
    one, other = (langkah.prove(f"klotski:{level}") for level in ("first-steps-01", "first-steps-02"))
    wrong = write_parts(read_parts(one.data)[0], read_parts(other.data)[1])
    with pytest.raises(DoesNotHold, match=r"^line [0-9]+, state "):
        check_certificate(io.BytesIO(wrong))


@pytest.mark.parametrize(
    ("game", "claim", "name", "value"),
    [
        ("mnk", "never-loses", "player", "expert\nproved: P = NP"),
        ("mnk", "never-loses", "player", "expert\x1b[2K"),
        ("mnk", "never-loses", "player", "nobody in particular"),
        ("hanoi", "least", "merged", "yes"),
        ("hanoi", "least", "cost", "7/1"),
        ("hanoi", "least", "claim", "least\n"),
        ("hanoi", "least", "problem", "hanoi\nproved: P = NP"),
        ("hanoi", "least", "states", "19"),
    ],
)
def test_a_header_forges_no_line(game: str, claim: str, name: str, value: object) -> None:
    """A header with an invalid name, or with a number that is not in its one legal form, is refused in one printable
    line.
    """
    header, blocks = read_parts(make_proof(game, claim).data)
    lines = [json.dumps({**header, name: value}), *(x for label, s in blocks for x in ["@" + json.dumps(label), *s])]
    with pytest.raises(BadInput, match="header") as caught:
        check_certificate(io.BytesIO(gzip.compress("".join(f"{line}\n" for line in lines).encode())))
    assert str(caught.value).isprintable()


def test_what_is_no_certificate_is_said_plainly(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A file that is no certificate is refused without Python's words and without the content of the file."""
    file = tmp_path / "passwd"
    for data, words in (
        (b"root:x:0:0\n", "it is not compressed with gzip"),
        (gzip.compress(b"root:x:0:0\n"), "its first line is not a header in JSON"),
        (gzip.compress(b"[1]\n"), "its first line is not a header in JSON"),
        (make_proof("hanoi", "least").data[:-9], "damaged or cut off"),
    ):
        file.write_bytes(data)
        assert main(["check", str(file)]) == 2
        said = capsys.readouterr().err
        assert words in said
        assert not re.search("Error|File|root", said)


def test_ranks_that_are_no_numbers_prove_nothing() -> None:
    """`NaN` is refused as a rank: `NaN` is neither less nor more than another rank, so a plan could go in circles."""
    header, blocks = read_parts(make_proof("nim", "value").data)
    wrong = [([label[0], float("nan")], states) for label, states in blocks]
    with pytest.raises(DoesNotHold):
        check_certificate(io.BytesIO(write_parts(header, wrong)))


@pytest.mark.parametrize("counted", [True, False])
@pytest.mark.parametrize("game", ["tiles", "nim"])
def test_a_layer_holds_nothing_that_is_out_of_reach(game: str, counted: bool) -> None:
    """A layer with unreachable states is refused: the other half of a sliding puzzle, or a larger heap of Nim. Moves
    lead from these states to listed ones, and the header counts the states in the last layer or at infinite distance;
    but no state of the previous layer leads to the added states.
    """
    header, blocks = read_parts(langkah.prove(load(game, FLAT[game]), "layers").data)
    other = langkah.prove(load("tiles", **FLAT["tiles"], start=[2, 1, 3, 0]), "layers")
    more = [state for _label, states in read_parts(other.data)[1] for state in states]
    more = more if game == "tiles" else ["[[0,0,6],1]"]
    layers = [*header["layers"][:-1], header["layers"][-1] + len(more)] if counted else [*header["layers"], 0]
    label = len(layers) - 1 if counted else None
    wrong = write_parts({**header, "layers": layers}, [*blocks, (label, more)])
    with pytest.raises(DoesNotHold, match="no state of the previous layer leads to"):
        check_certificate(io.BytesIO(wrong))


@dataclass(frozen=True)
class Room:
    """A state with a number."""

    number: int


class Rooms(Puzzle[object, str]):
    """A puzzle in which a step leads to a state of another class with the same class name."""

    start = Room(1)

    def steps(self, state: object) -> list[Step[object, str]]:
        """A step to the first state of the other class, or from there to the second."""
        if isinstance(state, Room):
            return [Step("in", OtherRoom(1))]
        return [Step("on", OtherRoom(2))]

    def is_goal(self, state: object) -> bool:
        """The goal is the second state of the other class."""
        return isinstance(state, OtherRoom) and state == OtherRoom(2)


OtherRoom = make_dataclass("Room", [("number", int)], frozen=True)


def test_states_that_are_written_alike_are_not_taken_for_one() -> None:
    """The checker does not compare texts: it reads the listed states back and compares the states."""
    header = {"claim": "impossible", "merged": False, "states": 1}
    wrong = write_parts(header, [(0, ['{"Room":[1]}'])])
    with pytest.raises(DoesNotHold, match="not equivalent"):
        Checker(io.BytesIO(wrong), header, Rooms()).check(lambda _number: None)


def test_no_position_can_be_left_out() -> None:
    """A certificate of odds in which a position of either player is left out or has another probability is refused."""
    header, blocks = read_parts(make_proof("pig", "odds").data)
    count = 0
    for place, (label, states) in enumerate(blocks):
        for state in states:
            count += 1
            rest = [*blocks[:place], (label, [each for each in states if each != state]), *blocks[place + 1 :]]
            for wrong in (rest, [*rest[: place + 1], ("1/7", [state]), *rest[place + 1 :]]):
                with pytest.raises(DoesNotHold):
                    check_certificate(io.BytesIO(write_parts(header, wrong)))
    assert count == header["states"]


def test_a_later_format_is_named() -> None:
    """Certificates of formats 1 and 2 are read; another format is refused and named."""
    header, blocks = read_parts(make_proof("hanoi", "least").data)
    assert header["format"] == "langkah proof 1"
    assert read_parts(make_proof("pig", "odds").data)[0]["format"] == "langkah proof 2"
    assert check_certificate(io.BytesIO(write_parts({**header, "format": "langkah proof 2"}, blocks))).claim == "least"
    with pytest.raises(BadInput, match="format 'langkah proof 3', not 'langkah proof 2'"):
        check_certificate(io.BytesIO(write_parts({**header, "format": "langkah proof 3"}, blocks)))


def test_pattern_databases_are_proved() -> None:
    """A certificate lists the tables of pattern databases. A table with a distance that is too high or without one of
    its entries is refused.
    """
    problem = load(f"{EXAMPLES / 'pancakes.py'}:Pancakes", n=6)
    proof = langkah.prove(problem, estimate="patterns")
    header, blocks = read_parts(proof.data)
    assert header["patterns"] == 2
    assert "whose tables are proved" in langkah.check(proof, problem).unproved[-1]
    whole = langkah.prove(problem, "consistent", estimate="patterns")
    assert "in all 720 listed states" in langkah.check(whole, problem).proved
    tables = [place for place, (label, _words) in enumerate(blocks) if isinstance(label, list)]
    assert len(tables) > 5
    for place in tables:
        label, words = blocks[place]
        higher = [*blocks[:place], ([label[0], label[1] + 2], words), *blocks[place + 1 :]]
        shorter = [*blocks[:place], (label, words[1:]), *blocks[place + 1 :]]
        for wrong in (higher, shorter):
            with pytest.raises(DoesNotHold):
                langkah.check(write_parts(header, wrong), problem)


def test_values_where_positions_repeat() -> None:
    """If positions can repeat, the value that `solve` finds is certified, and a certificate with any other value is
    refused.
    """
    game = load(f"{EXAMPLES / 'cat_and_mouse.py'}:CatAndMouse")
    for state in [game.start, *(step.state for step in game.steps(game.start))]:
        here = game.at(state)
        proof = langkah.prove(here)
        header, blocks = read_parts(proof.data)
        assert header["value"] == langkah.solve(here).value
        for other in {"win", "draw", "loss"} - {header["value"]}:
            with pytest.raises(DoesNotHold):
                langkah.check(write_parts({**header, "value": other}, blocks), here)
