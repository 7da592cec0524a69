"""The second checker, in JavaScript and written from the document alone, agrees with ours: what holds and what not."""

import subprocess
from pathlib import Path
from random import Random

import pytest

from langkah import load, prove
from langkah.model import Problem
from tests.node import NODE
from tests.proof_cases import list_mutations
from tests.small import SMALL

CHECKER = Path(__file__).parent.parent / "examples" / "check_proof.mjs"
MUTATIONS = 9  # of all certificates together, for each kind of problem


def run_second(data: bytes, file: Path) -> subprocess.CompletedProcess[str]:
    """What the second checker says."""
    file.write_bytes(data)
    return subprocess.run([str(NODE), str(CHECKER), str(file)], capture_output=True, text=True, check=False)


def test_it_is_short() -> None:
    """A page or two, which shares nothing with us."""
    assert len(CHECKER.read_text(encoding="utf-8").splitlines()) < 200


@pytest.mark.parametrize(
    "problem", [load("hanoi", discs=4, pegs=4), load("klotski", SMALL["klotski"])], ids=["hanoi", "klotski"]
)
def test_two_checkers_agree(problem: "Problem[object, object]", tmp_path: Path) -> None:
    """Certificates that we wrote hold; changed ones do not."""
    file, rng = tmp_path / "a.proof", Random(7)
    for claim in ("least", "layers", "distances"):
        proof = prove(problem, claim)
        done = run_second(proof.data, file)
        assert (done.returncode, done.stderr) == (0, "")
        assert f"{proof.verdict.states} states" in done.stdout
        for kind, data in list_mutations(proof.data, rng, MUTATIONS // 3):
            assert "byte" in kind or run_second(data, file).returncode == 5, kind


def test_what_it_does_not_know_is_said(tmp_path: Path) -> None:
    """Exit code 2: no verdict, in either direction."""
    assert run_second(prove("snakes").data, tmp_path / "a.proof").returncode == 2
    assert run_second(b"nothing", tmp_path / "a.proof").returncode == 2
