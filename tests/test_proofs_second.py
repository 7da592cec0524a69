"""The second checker, written in JavaScript from the document alone, agrees with Langkah's checker."""

import subprocess
from pathlib import Path
from random import Random

import pytest

from langkah import DoesNotHold, check, load, prove
from langkah.model import Problem
from tests.node import NODE
from tests.proof_cases import list_mutations, read_parts, write_parts
from tests.small import SMALL

CHECKER = Path(__file__).parent.parent / "examples" / "check_proof.mjs"
MUTATIONS = 9  # for each problem, over all its certificates


def run_second(data: bytes, file: Path) -> subprocess.CompletedProcess[str]:
    """Run the second checker on a certificate."""
    file.write_bytes(data)
    return subprocess.run([str(NODE), str(CHECKER), str(file)], capture_output=True, text=True, check=False)


def test_it_is_short() -> None:
    """The second checker has fewer than 200 lines."""
    assert len(CHECKER.read_text(encoding="utf-8").splitlines()) < 200


@pytest.mark.parametrize(
    "problem", [load("hanoi", discs=4, pegs=4), load("klotski", SMALL["klotski"])], ids=["hanoi", "klotski"]
)
def test_two_checkers_agree(problem: "Problem[object, object]", tmp_path: Path) -> None:
    """The second checker accepts Langkah's certificates and refuses changed ones, except for changed bytes, which may
    leave a certificate valid.
    """
    file, rng = tmp_path / "a.proof", Random(7)
    for claim in ("least", "layers", "distances"):
        proof = prove(problem, claim)
        done = run_second(proof.data, file)
        assert (done.returncode, done.stderr) == (0, "")
        assert f"{proof.verdict.states} states" in done.stdout
        for kind, data in list_mutations(proof.data, rng, MUTATIONS // 3):
            assert "byte" in kind or run_second(data, file).returncode == 5, kind


def test_it_believes_no_label_of_its_own_kind(tmp_path: Path) -> None:
    """Both checkers refuse a layer at infinite distance that leads to itself and a state with a text as a number; the
    second checker also refuses texts as labels.
    """
    header, blocks = read_parts(prove(load("hanoi", discs=2), "layers").data)
    far, texts = [(None, states) for _label, states in blocks[1:]], [(f"{label}/1", each) for label, each in blocks]
    for wrong in (write_parts(header, [blocks[0], *far]), write_parts(header, [*blocks[:-1], (0, ['[0,"0"]'])])):
        assert run_second(wrong, tmp_path / "a.proof").returncode == 5
        with pytest.raises(DoesNotHold):
            check(wrong)
    assert run_second(write_parts(header, texts), tmp_path / "a.proof").returncode == 5


def test_what_it_does_not_know_is_said(tmp_path: Path) -> None:
    """For an unknown game and for a file that is no certificate, the second checker exits with 2."""
    assert run_second(prove("snakes").data, tmp_path / "a.proof").returncode == 2
    assert run_second(b"nothing", tmp_path / "a.proof").returncode == 2
