"""A random planning problem in the domain of a given one: the same objects, another initial state and another goal.

Initial state and goal are found by random actions, so that nothing needs to be known about the domain. Each fact of the
new goal has the same predicate and the same first object as some fact of the given goal.
"""

from collections.abc import Callable
from random import Random

from langkah.games.planning.expressions import Expression, read_expressions
from langkah.games.planning.ground_task import GroundTask, iterate_bits

Walk = Callable[[int, Random], int]  # from a state to the state after a random walk
MOST_DRAWS = 40


def draw_problem(problem: str, task: GroundTask, walk: Walk, rng: Random) -> str | None:
    """The text of a problem with another start and goal, both reached by random walks; None if every goal that was
    tried already holds at the new start.
    """
    subjects = {_get_subject(fact) for fact in task.list_facts(task.goal)}
    start = walk(task.start, rng)
    for _draw in range(MOST_DRAWS):
        end = walk(walk(start, rng), rng)
        goal = [bit for bit in iterate_bits(end) if _get_subject(task.facts[bit]) in subjects]
        if any(not start >> bit & 1 for bit in goal):
            wanted = [f"({task.facts[bit]})" for bit in goal]
            wanted += [f"(not ({task.facts[bit]}))" for bit in iterate_bits(task.goal_avoid) if not end >> bit & 1]
            return _write(problem, task, start, wanted)
    return None


def _get_subject(fact: str) -> tuple[str, ...]:
    """The predicate and the first object of a fact."""
    return tuple(fact.split()[:2])


def _write(problem: str, task: GroundTask, start: int, goal: list[str]) -> str:
    """The text of the problem with another initial state and goal. Facts that never change and the values of functions
    are kept.
    """
    changing = {f"({fact})" for fact in task.facts}
    (whole,) = read_expressions(problem)
    lines = []
    for section in whole.parts[1:]:
        if section.head == ":init":
            kept = [str(each) for each in section.parts[1:] if str(each) not in changing and each.head != "not"]
            facts = [f"({fact})" for fact in task.list_facts(start)]
            lines.append(f"(:init {' '.join([*facts, *kept])})")
        elif section.head == ":goal":
            lines.append(f"(:goal (and {' '.join(goal)}))")
        else:
            lines.append(str(_rename(section)))
    return "(define " + "\n  ".join(lines) + ")\n"


def _rename(section: Expression) -> Expression:
    """The section, unchanged unless it holds the name of the problem: then the name becomes "drawn"."""
    if section.head != "problem":
        return section
    name = section.parts[1]
    return section._replace(parts=(section.parts[0], name._replace(word="drawn"), *section.parts[2:]))
