"""The same work by libraries from PyPI, and by the papers' own method, rewritten from its description."""

import copy
import resource
from collections import deque
from importlib import import_module
from typing import Any

from benchmarks.measure import best
from langkah import load
from langkah.model import Puzzle


def answer(seconds: float, **more: Any) -> dict[str, Any]:
    """The result of a benchmark: its processor time, the peak memory of this process in bytes, and the values in
    `more`.
    """
    return {"cpu": seconds, "peak": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024, **more}


def paper_hanoi(discs: int) -> dict[str, Any]:
    """Breadth-first search as the hanoi paper describes it: every position is a deep copy, and the visited positions
    are a list that is scanned for each new position.
    """

    def search() -> int:
        start = [list(range(discs, 0, -1)), [], []]
        queue: deque[tuple[list[list[int]], int]] = deque([(start, 0)])
        visited: list[list[list[int]]] = [start]
        while queue:
            pegs, moves = queue.popleft()
            if len(pegs[1]) == discs or len(pegs[2]) == discs:
                return moves
            for one in range(3):
                for two in range(3):
                    if one != two and pegs[one] and (not pegs[two] or pegs[two][-1] > pegs[one][-1]):
                        after = copy.deepcopy(pegs)
                        after[two].append(after[one].pop())
                        if after not in visited:
                            visited.append(after)
                            queue.append((after, moves + 1))
        return -1

    seconds, moves = best(search, 1)
    return answer(seconds, cost=moves)


def klotski() -> Puzzle[Any, Any]:
    """The classic Klotski board, which the libraries solve through the public functions of its packed form."""
    problem = load("klotski:classic")
    assert isinstance(problem, Puzzle)
    return problem


def simpleai_klotski() -> dict[str, Any]:
    """Measure simpleai's breadth-first search of the classic Klotski board."""
    search: Any = import_module("simpleai.search")
    packed: Any = klotski().packed()

    class Board(search.SearchProblem):  # type: ignore[misc]
        def actions(self, state: int) -> list[int]:
            return list(packed.successors(state))

        def result(self, _state: int, action: int) -> int:
            return action

        def is_goal(self, state: int) -> bool:
            return bool(packed.is_goal(state))

    seconds, found = best(lambda: search.breadth_first(Board(packed.start), graph_search=True), 1)
    return answer(seconds, cost=len(found.path()) - 1)


def networkx_klotski() -> dict[str, Any]:
    """Measure networkx: build the graph of the classic Klotski board, then compute all distances from the start."""
    networkx: Any = import_module("networkx")
    packed = klotski().packed()
    assert packed is not None

    def once() -> int:
        graph, queue, seen = networkx.Graph(), [packed.start], {packed.start}
        for word in queue:
            for after in packed.successors(word):
                graph.add_edge(word, after)
                if after not in seen:
                    seen.add(after)
                    queue.append(after)
        return len(networkx.single_source_shortest_path_length(graph, packed.start))

    seconds, states = best(once, 1)
    return answer(seconds, states=states)


def easyai_grid() -> dict[str, Any]:
    """Measure easyAI with a transposition table: it computes only the value of the empty board of tic-tac-toe on 4 x 4,
    four in a line.
    """
    easy: Any = import_module("easyAI")
    game = load("mnk", rows=4, cols=4, k=4)
    lines = game.lines  # type: ignore[attr-defined]

    class Marks(easy.TwoPlayerGame):  # type: ignore[misc]
        def __init__(self) -> None:
            self.players, self.current_player = [None, None], 1
            self.own = [0, 0]

        def possible_moves(self) -> list[int]:
            taken = self.own[0] | self.own[1]
            return [cell for cell in range(16) if not taken >> cell & 1]

        def make_move(self, move: int) -> None:
            self.own[self.current_player - 1] |= 1 << move

        def unmake_move(self, move: int) -> None:
            self.own[self.current_player - 1] &= ~(1 << move)

        def lost(self) -> bool:
            other = self.own[2 - self.current_player]
            return any(other & line == line for line in lines)

        def is_over(self) -> bool:
            return self.lost() or not self.possible_moves()

        def scoring(self) -> int:
            return -100 if self.lost() else 0

        def ttentry(self) -> tuple[int, ...]:
            return (*self.own, self.current_player)

    def once() -> int:
        table = import_module("easyAI").TranspositionTable()
        solved = import_module("easyAI").solve_with_iterative_deepening
        result: int = solved(Marks(), ai_depths=range(16, 17), win_score=100, scoring=None, tt=table, verbose=False)[0]
        return result

    seconds, value = best(once, 1)
    return answer(seconds, value=value)
