"""Certificates: every claim on every game, corrupted and hostile files, states of every class, users' own puzzles, and
the command line.
"""

import gzip
import io
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest

import langkah
from langkah import BadInput, DoesNotHold, LangkahError, Limit, Puzzle, Step, check, load, prove
from langkah.apps.cli.main import main
from langkah.proofs.certificate import CLAIMS, ProofRequest, write_proof
from langkah.proofs.verdict import check_certificate
from langkah.tracing import Result, Status
from tests.proof_cases import list_cases, list_mutations, make_proof, read_parts, write_parts

CASES = list_cases()
MUTATIONS = 6  # per certificate
PLACE = re.compile(r'[\[{"0-9]|header|plan')  # a message without a line names a state or the header
SAME_SENTENCE = ("byte", "packed byte", "label side", "label rank", "label move")  # may leave the sentence as it is


def test_every_claim_on_every_game() -> None:
    """Every claim that fits the small problem of a game has a certificate that is accepted from its bytes alone."""
    assert {claim for _game, claim in CASES} == set(CLAIMS) - {"impossible"}
    for game, claim in CASES:
        verdict = check(make_proof(game, claim).data)
        assert verdict.claim == claim, (game, claim)
        assert verdict.states > 0, (game, claim)


def is_outside_the_lines(kind: str, data: bytes, before: bytes) -> bool:
    """Whether the mutation changed a byte of the gzip data or of the header."""
    if kind != "byte":
        return kind == "packed byte"
    return gzip.decompress(data).partition(b"\n")[0] != gzip.decompress(before).partition(b"\n")[0]


def try_mutations(game: str, claim: str, count: int) -> Iterator[tuple[str, str]]:
    """Yield the kind of each mutation, with the reason, if the mutated certificate is accepted although it proves
    another statement, or if it is refused without naming a place.
    """
    proof = make_proof(game, claim)
    for kind, data in list_mutations(proof.data, Random(f"{game} {claim}"), count):
        try:
            found = check(data)
        except DoesNotHold as error:
            if not error.line and not PLACE.search(error.why):
                yield kind, f"no place in: {error.why}"
        except BadInput as error:
            if "header" not in str(error) and not is_outside_the_lines(kind, data, proof.data):
                yield kind, f"no place in: {error}"
        else:  # a byte of the program's version or of gzip's header, or a label lower than necessary
            if kind not in SAME_SENTENCE or found.proved != proof.verdict.proved:
                yield kind, found.proved


def test_mutations_are_found() -> None:
    """A mutated certificate is refused with a place, or still proves the same statement."""
    assert {case: found for case in CASES if (found := list(try_mutations(*case, MUTATIONS)))} == {}


@pytest.mark.slow
@pytest.mark.parametrize(("game", "claim"), CASES)
def test_ten_thousand_mutations_are_found(game: str, claim: str) -> None:
    """Of more than 10,000 mutated certificates, each is refused with a place, or still proves the same statement."""
    assert list(try_mutations(game, claim, 1 + 10_000 // len(CASES))) == []


def pack(*lines: str) -> bytes:
    """Lines, compressed as in a certificate."""
    return gzip.compress("".join(f"{line}\n" for line in lines).encode())


def make_hostile_files() -> Iterator[tuple[str, bytes]]:
    """The names and contents of files that try to harm the checker."""
    header, blocks = read_parts(make_proof("hanoi", "least").data)
    head = json.dumps(header)
    yield "empty", b""
    yield "no gzip", b"hello"
    yield "cut", make_proof("hanoi", "least").data[:-20]
    yield "no header", pack("[1]")
    yield "deep", pack(head, "@0", "[" * 100_000)
    yield "long number", pack(head, "@0", "9" * 100_000)
    yield "long line", gzip.compress(b" " * 20_000_000)
    yield "bomb", gzip.compress((head + "\n@0\n").encode() + b"".join(b"[%d,9]\n" % n for n in range(200_000)))
    told, listed = read_parts(make_proof("hanoi", "layers").data)
    yield "a claim without its figures", write_parts({key: told[key] for key in told if key != "layers"}, listed)
    yield "no such claim", write_parts({**header, "claim": "compare_with_header"}, blocks)
    yield "no such game", write_parts({**header, "problem": "chess"}, blocks)
    yield "a file", write_parts({**header, "problem": "mine.py:Mine"}, blocks)
    yield "a huge exponent", pack(head, '@"1e999999999"', "[0,0,0]")
    yield "a class of Python", pack(head, "@0", '{"Step":[1,2,3]}')
    yield "a huge board", write_parts({**header, "settings": {"discs": 10**12}, "given": {"discs": 10**12}}, blocks)


DAMAGED_LINES = ("deep", "long number", "a huge exponent", "a class of Python")


def test_hostile_files_end_in_a_clear_line() -> None:
    """With limited memory, a hostile file is refused with a short message and exit code 2 or 5."""
    for name, data in make_hostile_files():
        with pytest.raises(LangkahError) as caught:
            check_certificate(io.BytesIO(data), memory=10_000_000)
        assert caught.value.exit_code == (5 if name in DAMAGED_LINES else 2), name
        assert len(str(caught.value)) < 500, name


class Side(Enum):
    """The bank where the boat is."""

    LEFT = 1
    RIGHT = 2


class Place(NamedTuple):
    """A named tuple in a state."""

    x: int
    side: Side


@dataclass(frozen=True)
class Spot:
    """A dataclass as a state, with every type of value that a state can contain."""

    place: Place
    seen: frozenset[int]
    share: Fraction
    tag: bytes
    words: tuple[str | bool | float | None, ...]


class Spots(Puzzle[Spot, int]):
    """A puzzle whose states contain values of every class."""

    start = Spot(Place(0, Side.LEFT), frozenset(), Fraction(1, 3), b"\0", ("a\n", None, True, 0.5))

    def steps(self, state: Spot) -> Iterator[Step[Spot, int]]:
        """Move one or two places on; the costs are fractions and floats."""
        for by in (1, 2):
            x = state.place.x + by
            if x <= 6:
                place = Place(x, Side.RIGHT if x % 2 else Side.LEFT)
                spot = Spot(place, state.seen | {x}, state.share / 2, state.tag + b"x", state.words)
                yield Step(by, spot, Fraction(by, 3) if by == 1 else 0.5)

    def is_goal(self, state: Spot) -> bool:
        """The goal is the last place."""
        return state.place.x == 6


def test_states_of_any_class() -> None:
    """States with named tuples, dataclasses, enumerations, sets, fractions and bytes are written and read back."""
    proof = prove(Spots())
    assert read_parts(proof.data)[0]["cost"] == "3/2"
    assert check(proof, Spots()).states == proof.verdict.states
    for claim in ("distances", "layers"):
        assert check(prove(Spots(), claim), Spots()).claim == claim
    with pytest.raises(BadInput, match="only if you name it"):
        check(proof)


class WrongKey(Puzzle[int, str]):
    """A puzzle whose key merges states that are not equivalent."""

    start = 0

    def key(self, state: int) -> int:
        """A wrong key, because the states 3 and 5 are not equivalent."""
        return 3 if state == 5 else state

    def steps(self, state: int) -> list[Step[int, str]]:
        """Add 1 or 2, up to 8."""
        return [Step(f"+{by}", state + by) for by in (1, 2) if state + by < 9]

    def is_goal(self, state: int) -> bool:
        """The goal is 8."""
        return state == 8


def test_a_wrong_key_is_found() -> None:
    """A certificate with a wrong key is refused, and without merging the puzzle has a certificate."""
    with pytest.raises(DoesNotHold, match="the same key, but not equivalent"):
        prove(WrongKey(), "layers")
    assert check(prove(WrongKey(), every_state=True), WrongKey()).proved.endswith("cost 4, and none costs less.")


@pytest.mark.parametrize(("game", "bad"), [("hanoi", "depth-first"), ("tiles", "depth-first"), ("snakes", "greedy")])
def test_a_search_with_a_bug_gets_no_certificate(game: str, bad: str) -> None:
    """A plan that is too long and a false 'impossible' get no certificate, although the result claims that they are
    proved.
    """
    problem = load(game, {"hanoi": {"discs": 3}, "tiles": {"rows": 2, "cols": 3}}.get(game, {}))
    least, found = langkah.solve(problem), langkah.solve(problem, bad)
    assert least.cost is not None
    if found.cost != least.cost:
        wrong: Result[Any, Any] = Result(problem.name, bad, Status.SOLVED, found.cost, True, path=found.path)
        with pytest.raises(DoesNotHold):
            write_proof(ProofRequest(problem, result=wrong))
    none: Result[Any, Any] = Result(problem.name, bad, Status.IMPOSSIBLE, optimal=True)
    with pytest.raises(DoesNotHold, match="goal"):
        write_proof(ProofRequest(problem, result=none))


def test_with_an_estimate_it_is_said() -> None:
    """A certificate with a heuristic lists fewer states and names the heuristic as unproved; if the limit is tight, a
    heuristic is used without a request.
    """
    problem = load("tiles", rows=2, cols=3)
    whole, some = prove(problem), prove(problem, estimate="manhattan")
    assert some.verdict.states < whole.verdict.states / 2
    assert "manhattan" in some.verdict.unproved[-1]
    answer = langkah.solve(problem)
    tight = write_proof(ProofRequest(problem, result=answer), Limit(nodes=whole.verdict.states - 1))
    assert "linear-conflict" in tight.verdict.unproved[-1]
    with pytest.raises(LangkahError, match="more than 5 states") as caught:
        write_proof(ProofRequest(problem, result=answer), Limit(nodes=5))
    assert caught.value.exit_code == 4


def test_another_start_is_named() -> None:
    """A certificate from another position names its start."""
    problem = load("hanoi", discs=3)
    proof = prove(problem.at((1, 0, 0)))
    assert "from the state [1,0,0]" in check(proof).proved


def test_no_solution_and_its_proof() -> None:
    """A certificate that there is no solution lists every reachable state."""
    proof = prove(load("tiles", rows=2, cols=2, start=[2, 1, 3, 0]))
    assert check(proof.data).claim == "impossible"
    assert proof.verdict.states == 12


OWN = """
from pathlib import Path
from langkah import Puzzle, Step
Path(__file__).with_suffix(".ran").write_text("yes")
class Mine(Puzzle):
    start = 0
    def steps(self, state):
        return [Step(f"+{by}", state + by) for by in (1, 3) if state < 10]
    def is_goal(self, state):
        return state == 10
"""


def test_a_python_file_runs_only_if_it_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A check runs a Python file only if the user names the file, and refuses a file that has changed."""
    file, proof, ran = tmp_path / "mine.py", tmp_path / "mine.proof", tmp_path / "mine.ran"
    file.write_text(OWN)
    assert main(["prove", f"{file}:Mine", "-o", str(proof)]) == 0
    ran.unlink()
    assert main(["check", str(proof)]) == 2
    assert "--problem mine.py:Mine" in capsys.readouterr().err
    assert not ran.exists()
    assert main(["check", str(proof), "--problem", f"{file}:Mine", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["holds"]
    file.write_text(OWN.replace("(1, 3)", "(1, 2)"))
    assert main(["check", str(proof), "--problem", f"{file}:Mine"]) == 2
    assert "its file has changed since" in capsys.readouterr().err


def test_the_doctor_proves_that_an_estimate_is_consistent(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`doctor --proof` certifies over the whole space that a heuristic is consistent; an inconsistent heuristic gets no
    certificate.
    """
    file = tmp_path / "manhattan.proof"
    assert main(["doctor", "tiles", "rows=2", "cols=3", "--proof", str(file)]) == 0
    assert "linear-conflict is consistent in all 360 listed states" in capsys.readouterr().out
    assert check(file).claim == "consistent"
    header, blocks = read_parts(file.read_bytes())
    with pytest.raises(DoesNotHold, match="not listed"):
        check(write_parts(header, [(label, states[1:]) for label, states in blocks]))
    with pytest.raises(DoesNotHold, match="falls by more than the cost of the move"):
        prove(Uneven(), "consistent", estimate="own")


class Uneven(Puzzle[int, str]):
    """A puzzle with an admissible but inconsistent heuristic."""

    start, admissible = 5, True

    def steps(self, state: int) -> list[Step[int, str]]:
        """Subtract 1."""
        return [Step("-1", state - 1)] if state else []

    def is_goal(self, state: int) -> bool:
        """The goal is 0."""
        return state == 0

    def estimate(self, state: int) -> int:
        """The true distance in odd states, and 0 in even states."""
        return state if state % 2 else 0


def test_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`check` exits with 0 if a certificate holds, with 5 and the failing state if it does not, and with 2 for other
    files; `solve --proof` writes a certificate, too.
    """
    file = tmp_path / "hanoi.proof"
    assert main(["solve", "hanoi", "discs=3", "--proof", str(file)]) == 0
    assert main(["check", str(file)]) == 0
    header, blocks = read_parts(file.read_bytes())
    blocks[4] = (9, blocks[4][1])
    file.write_bytes(write_parts(header, blocks))
    capsys.readouterr()
    assert main(["check", str(file), "--json"]) == 5
    told = json.loads(capsys.readouterr().out)
    assert not told["holds"]
    assert told["line"] > 0
    assert told["state"].startswith("[")
    file.write_text("nothing")
    assert main(["check", str(file)]) == 2
    assert main(["check", str(tmp_path / "none")]) == 2
    assert main(["prove", "hanoi", "--claim", "value"]) == 2
