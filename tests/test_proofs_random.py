"""Two hundred random directed puzzles with costs of every kind, against an oracle that shares no code with proofs."""

from fractions import Fraction
from itertools import pairwise
from math import inf
from random import Random

import pytest

from langkah import DoesNotHold, Puzzle, Step, check, prove, solve
from langkah.model import Cost
from langkah.proofs.certificate import ProofRequest, write_proof
from langkah.tracing import Result, Status
from tests.proof_cases import read_parts

PUZZLES = 200


class Graph(Puzzle[int, int]):
    """A puzzle on a graph of random edges."""

    start = 0

    def __init__(self, rng: Random) -> None:
        kinds: tuple[tuple[Cost, ...], ...] = ((1,), (1, 2, 5), (0, 1), (0, 0, 3), (Fraction(1, 3), 1), (0.25, 0, 2))
        costs, size = rng.choice(kinds), rng.randint(2, 12)
        both = rng.random() < 0.3
        self.edges: dict[int, list[tuple[int, Cost]]] = {each: [] for each in range(size)}
        for _edge in range(rng.randint(1, 3 * size)):
            one, two, cost = rng.randrange(size), rng.randrange(size), rng.choice(costs)
            self.edges[one].append((two, cost))
            if both:
                self.edges[two].append((one, cost))
        self.ends = set(rng.sample(range(size), rng.randint(0, min(2, size))))

    def steps(self, state: int) -> list[Step[int, int]]:
        """The edges from a node; two edges may lead to the same state, and then have the same name."""
        return [Step(after, after, cost) for after, cost in self.edges[state]]

    def find_edge(self, one: int, two: int) -> Cost:
        """The cost of the cheapest edge between two nodes."""
        return min(Fraction(cost) for after, cost in self.edges[one] if after == two)

    def is_goal(self, state: int) -> bool:
        """The goals are the nodes in `ends`."""
        return state in self.ends


def measure_all(graph: Graph) -> dict[int, Cost]:
    """The distance of every node to the nearest goal, by Bellman and Ford's algorithm."""
    far: dict[int, Cost] = {each: 0 if each in graph.ends else inf for each in graph.edges}
    for _round in graph.edges:
        for one, edges in graph.edges.items():
            for two, cost in edges:
                far[one] = min(far[one], Fraction(cost) + far[two] if far[two] < inf else inf)
    return far


def read_cost(value: object) -> Cost:
    """A cost as a certificate states it; None is infinite."""
    return inf if value is None else Fraction(str(value))


@pytest.mark.parametrize("seed", range(4))
def test_random_puzzles(seed: int) -> None:
    """Certificates of every claim are accepted and agree with the oracle; wrong answers get no certificate."""
    refused = 0
    for number in range(PUZZLES // 4):
        graph = Graph(Random(f"{seed} {number}"))
        far = measure_all(graph)
        proof = prove(graph)
        header, _blocks = read_parts(proof.data)
        assert check(proof, graph).claim == ("least" if far[0] < inf else "impossible")
        assert read_cost(header.get("cost")) == far[0]
        _header, blocks = read_parts(prove(graph, "distances").data)
        for label, states in blocks:
            assert {read_cost(label)} == {far[int(state)] for state in states}
        assert check(prove(graph, "layers"), graph).states == len(
            [state for _label, states in blocks for state in states]
        )
        refused += refuses_wrong_answers(graph, far[0])
    assert refused > PUZZLES // 20


def refuses_wrong_answers(graph: Graph, least: Cost) -> int:
    """Assert that wrong answers get no certificate, and return the number of wrong answers."""
    count = 0
    if least < inf and graph.start not in graph.ends:
        wrong: Result[int, int] = Result("", "", Status.IMPOSSIBLE, optimal=True)
        with pytest.raises(DoesNotHold):
            write_proof(ProofRequest(graph, result=wrong))
        count += 1
        longer = solve(graph, "depth-first")
        if sum(graph.find_edge(*pair) for pair in pairwise(longer.states)) > least:
            wrong = Result("", "", Status.SOLVED, longer.cost, True, path=longer.path)
            with pytest.raises(DoesNotHold):
                write_proof(ProofRequest(graph, result=wrong))
            count += 1
    return count
