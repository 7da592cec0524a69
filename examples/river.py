"""A farmer, a wolf, a goat and a cabbage cross a river; the boat carries the farmer and one passenger. Shows named
moves, an admissible heuristic, and a text form.
"""

from collections.abc import Iterator

from langkah import Puzzle, Step

THINGS = ("wolf", "goat", "cabbage")
State = tuple[bool, frozenset[str]]  # whether the farmer is across; the others that are across


class River(Puzzle[State, str]):
    """Bring all of them across; never leave the wolf alone with the goat, or the goat with the cabbage."""

    start = (False, frozenset())
    reversible = True
    admissible = True

    def steps(self, state: State) -> Iterator[Step[State, str]]:
        """The farmer crosses alone or with one passenger from his bank, unless something would then be eaten."""
        farmer, across = state
        here = across if farmer else frozenset(THINGS) - across
        for cargo in (None, *sorted(here)):
            moved = frozenset((cargo,)) if cargo else frozenset()
            after = across - moved if farmer else across | moved
            if not self.eaten(after if farmer else frozenset(THINGS) - after):
                yield Step(f"take the {cargo}" if cargo else "cross alone", (not farmer, after))

    @staticmethod
    def eaten(left_behind: frozenset[str]) -> bool:
        """Whether something is eaten if the farmer leaves only `left_behind` on a bank."""
        return {"wolf", "goat"} <= left_behind or {"goat", "cabbage"} <= left_behind

    def is_goal(self, state: State) -> bool:
        """Whether all are across."""
        return state == (True, frozenset(THINGS))

    def estimate(self, state: State) -> int:
        """The number of passengers that are not yet across: each of them needs a crossing of its own."""
        return len(THINGS) - len(state[1])

    def text(self, state: State) -> str:
        """Both banks, with the river between them."""
        farmer, across = state
        there = [*(["farmer"] if farmer else []), *(name for name in THINGS if name in across)]
        here = [name for name in ("farmer", *THINGS) if name not in there]
        return f"{' '.join(here)} ~~~ {' '.join(there)}"
