"""Every search and every command checks a packed form before use, and refuses a wrong one with a message that names the
mistake.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from langkah import BadInput, Packed, Puzzle, Step, explore, hardest, load, solve

Run = Callable[..., tuple[int, str, str]]
NEWCOMER = Path(__file__).parent / "data" / "newcomer"


class Ring(Puzzle[tuple[int, ...], int]):
    """A puzzle: sort a row of four numbers by exchanging neighbours. The packed form has four bits for each number;
    `how` replaces parts of it.
    """

    start, reversible = (2, 0, 3, 1), True

    def __init__(self, **how: Any) -> None:
        self.how = how

    def steps(self, state: tuple[int, ...]) -> list[Step[tuple[int, ...], int]]:
        """One step for each pair of neighbours."""
        return [Step(n, (*state[:n], state[n + 1], state[n], *state[n + 2 :])) for n in range(3)]

    def is_goal(self, state: tuple[int, ...]) -> bool:
        """Whether the numbers are in order."""
        return state == (0, 1, 2, 3)

    def packed(self) -> Packed[tuple[int, ...]]:
        """The packed form, with the parts that the test replaces."""
        how: dict[str, Any] = {"unpack": unpack, "branching": 3, "unit_cost": True, **self.how}
        return Packed.of(self.start, pack, how.pop("unpack"), swap, is_sorted, **how)


def pack(state: tuple[int, ...]) -> int:
    """The packed form of a state, with the first number in the lowest bits."""
    return sum(number << 4 * place for place, number in enumerate(state))


def unpack(word: int) -> tuple[int, ...]:
    """The state that has this packed form."""
    return tuple(word >> 4 * place & 15 for place in range(4))


def swap(state: int, out: Any) -> int:
    """Writes the successor for each of the three pairs of neighbours into `out`; returns 3."""
    for place in range(3):
        one = state >> 4 * place & 15
        two = state >> 4 * place + 4 & 15
        out[place] = state ^ (one ^ two) << 4 * place ^ (one ^ two) << 4 * place + 4
    return 3


def is_sorted(state: int) -> bool:
    """Whether the numbers are in order."""
    return state == 0x3210


ASK: list[Callable[[Any], Any]] = [
    lambda puzzle: solve(puzzle, "breadth-first"), lambda puzzle: solve(puzzle, "a-star"), explore, hardest,
]  # fmt: skip


@pytest.mark.parametrize("ask", ASK)
def test_a_way_back_that_leads_elsewhere(ask: Callable[[Any], Any]) -> None:
    """An `unpack` that does not reverse `pack` is refused, because it would show wrong states for correct numbers; a
    correct packed form is accepted.
    """
    with pytest.raises(
        BadInput, match=r"Ring: unpack\(pack\(state\)\) returns \(1, 3, 0, 2\) for the state \(2, 0, 3, 1\)"
    ):
        ask(Ring(unpack=lambda word: unpack(word)[::-1]))
    ask(Ring())


@pytest.mark.parametrize("ask", ASK)
def test_a_branching_that_is_too_small(ask: Callable[[Any], Any]) -> None:
    """A `branching` that is too small is refused with the number to declare, even if there is still room for one more
    successor.
    """
    for branching in (1, 2):
        text = rf"expand\({pack(Ring.start)}\) writes more than branching = {branching} successors: declare branching=3"
        with pytest.raises(BadInput, match=text):
            ask(Ring(branching=branching))


def test_a_bad_cost_has_its_place() -> None:
    """A negative step cost is refused with a message that names the state and the step."""

    class Paid(Ring):
        def steps(self, state: tuple[int, ...]) -> list[Step[tuple[int, ...], int]]:
            return [step._replace(cost=-1 if state[0] == 0 else 1) for step in super().steps(state)]

        def packed(self) -> Any:
            return None

    for algorithm in ("a-star", "uniform-cost", "depth-first", "iterative-deepening", "breadth-first"):
        with pytest.raises(BadInput, match=r"step \d from \(0, .*\) costs -1: the cost of a step must be"):
            solve(Paid(), algorithm)


def test_errors_name_the_puzzle_and_its_state() -> None:
    """The message names the puzzle, and shows the state in the puzzle's form, not as a packed number."""

    class Forgets(Ring):
        lists_all_goals = True

        def goals(self) -> list[tuple[int, ...]]:
            return [(3, 2, 1, 0)]

    with pytest.raises(BadInput) as error:
        solve(Forgets(), "bidirectional")
    assert "Forgets: " in str(error.value)
    assert "goals() lists (3, 2, 1, 0), but is_goal() says that it is not a goal" in str(error.value)


def test_hints_for_a_file_of_ones_own(langkah: Run, tmp_path: Path) -> None:
    """The `langkah check` command that `prove` prints works for a puzzle in a file; `hardest` reports costs for a
    puzzle with step costs.
    """
    name, proof = str(NEWCOMER / "grid.py"), str(tmp_path / "hills.proof")
    code, out, _err = langkah("prove", name, "-o", proof)
    assert (code, out.splitlines()[-1]) == (0, f"Check it: langkah check {proof} --problem {name}")
    assert langkah("check", proof, "--problem", name)[0] == 0
    assert ") need cost " in langkah("hardest", name)[1]
    code, out, _err = langkah("prove", "hanoi", "discs=2", "-o", proof)
    assert out.splitlines()[-1] == f"Check it: langkah check {proof}"


def test_a_chance_below_one_in_a_table(langkah: Run) -> None:
    """The table of `compare` shows a probability just below 1 without rounding it to 1."""
    told = langkah("compare", str(NEWCOMER / "race.py"), "--algorithms", "expectimax", "--no-memory")[1]
    assert "chance 0.99997" in told


def test_the_start_of_any_puzzle() -> None:
    """`load` can set the start of a puzzle whose constructor has no argument for it."""
    assert load(str(NEWCOMER / "grid.py"), start=[0, 2]).start == (0, 2)
