"""Independent answers for comparison: plain searches that share no code with the searches under test."""

from collections import deque
from collections.abc import Hashable
from typing import Any

from langkah.model import Cost, Problem, Puzzle
from langkah.tracing import Result


def distances(problem: Puzzle[Any, Any], most: int = 10**9) -> dict[Hashable, int]:
    """The number of steps from the start to every reachable state, by the state's key. Breadth-first search ends once
    it has found `most` keys.
    """
    found: dict[Hashable, int] = {problem.key(problem.start): 0}
    queue = deque([problem.start])
    while queue and len(found) < most:
        state = queue.popleft()
        for step in problem.steps(state):
            key = problem.key(step.state)
            if key not in found:
                found[key] = found[problem.key(state)] + 1
                queue.append(step.state)
    return found


def least_cost(problem: Puzzle[Any, Any]) -> Any:
    """The cost of the cheapest plan, by the Bellman-Ford algorithm: relax every step until no cost changes. None if
    there is no plan.
    """
    cost: dict[Hashable, Cost] = {problem.key(problem.start): 0}
    states = {problem.key(problem.start): problem.start}
    changed = True
    while changed:
        changed = False
        for key, state in list(states.items()):
            for step in problem.steps(state):
                after, total = problem.key(step.state), cost[key] + step.cost
                if after not in cost or total < cost[after]:
                    cost[after], states[after], changed = total, step.state, True
    return min((cost[key] for key, state in states.items() if problem.is_goal(state)), default=None)


def step_costs(problem: Puzzle[Any, Any]) -> set[Cost]:
    """The set of costs of all steps from reachable states."""
    waiting, seen, found = [problem.start], {problem.key(problem.start)}, set[Cost]()
    while waiting:
        for step in problem.steps(waiting.pop()):
            found.add(step.cost)
            if problem.key(step.state) not in seen:
                seen.add(problem.key(step.state))
                waiting.append(step.state)
    return found


def fewest_steps(problem: Puzzle[Any, Any]) -> int | None:
    """The number of steps of the shortest plan, by a search layer by layer; None if there is no plan."""
    layer, seen, depth = [problem.start], {problem.key(problem.start)}, 0
    while layer:
        if any(problem.is_goal(state) for state in layer):
            return depth
        below = {problem.key(step.state): step.state for state in layer for step in problem.steps(state)}
        layer = [state for key, state in below.items() if key not in seen]
        seen |= set(below)
        depth += 1
    return None


def replay(problem: Problem[Any, Any], result: Result[Any, Any]) -> Any:
    """Play a plan by its notations, each of which must be legal; return the last state and the cost of the plan."""
    state = problem.start
    cost: Cost = 0
    for word, planned in zip(result.notation, result.path, strict=True):
        legal = {problem.notation(step.move): step for step in problem.steps(state)}
        assert word in legal, f"{word} is not legal in {state}"
        state, cost = legal[word].state, cost + legal[word].cost
        assert problem.key(state) == problem.key(planned.state)
    return state, cost
