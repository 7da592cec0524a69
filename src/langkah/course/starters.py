"""Writes starter files, which run without changes, and public test cases for them."""

import json
from typing import Any

from langkah.course.assignment import Assignment, CourseTask
from langkah.course.instances import draw_answer, draw_instance, draw_questions
from langkah.course.links import describe_instance
from langkah.model import Puzzle
from langkah.search import choose_algorithm, run_search
from langkah.search.options import SearchRequest
from langkah.tracing import Limit

SEARCH = '''def {name}(problem):
    """{algorithm}: return the list of moves from problem.start to a goal, or None.

    problem.steps(state) gives steps with .move, .state and .cost; problem.is_goal(state) is True at a goal;
    problem.estimate(state) is the heuristic h. Every call of steps() expands a node; the order of expansions is marked.
    """
    return None
'''
ESTIMATE = '''def {name}(problem, state):
    """A lower bound on the cost from a state to a goal. The state is of the same kind as step.state."""
    return 0
'''
PUZZLE = '''class {name}(Puzzle):
    """Write the start, the steps from a state, and which states are goals."""

{own}    start = None

    def steps(self, state):
        return []

    def is_goal(self, state):
        return False
'''
TRIES = {"algorithm": "try_search", "estimate": "try_estimate", "puzzle": "try_puzzle"}
CASES = '''"""Public cases: python {file}

Hidden cases decide the marks. These public cases show whether your code runs, and whether it is right for them.
"""

from langkah import load


def try_search(name, search, problem, least):
    state, cost = problem.start, 0
    for move in search(problem) or []:
        step = next((each for each in problem.steps(state) if each.move == move), None)
        if step is None:
            return print(name, "- the plan has a move that is not legal:", move)
        state, cost = step.state, cost + step.cost
    goal = "reaches a goal" if problem.is_goal(state) else "reaches no goal"
    print(name, "-", goal, "at cost", cost, "- the least is", least)


def try_estimate(name, estimate, problem, cases):
    for state, far in cases:
        h = estimate(problem, state)
        print(name, "-", state, "h =", h, "and the cost to go is", far, "" if h <= far else "- NOT ADMISSIBLE")


def try_puzzle(name, puzzle):
    puzzle, states = puzzle(), {{}}
    waiting = [puzzle.start]
    while waiting and len(states) < 10_000:
        state = waiting.pop()
        if puzzle.key(state) not in states:
            states[puzzle.key(state)] = state
            waiting += [step.state for step in puzzle.steps(state)]
    print(name, "-", len(states), "states,", sum(map(puzzle.is_goal, states.values())), "goals")

'''
MOST_NODES = 200_000  # the limit of the search for the least cost of a public case
MOST_CASES = 6  # states of one public case


def write_starters(assignment: Assignment, student: str) -> dict[str, str]:
    """The starter files for one student, by name; with `cases.py` if there are public test cases."""
    found: dict[str, str] = {}
    answers: list[str] = []
    for task in assignment.tasks:
        if task.source[0]:
            file, name = task.source
            text = {"algorithm": SEARCH, "estimate": ESTIMATE, "puzzle": PUZZLE}[task.kind]
            drawn = draw_answer(assignment, task, student)[0] if task.choices else {}
            own = "".join(f"    {each} = {value!r}\n" for each, value in drawn.items())
            found.setdefault(file, "from langkah import Puzzle, Step  # noqa: F401\n")
            found[file] += "\n\n" + text.format(name=name, algorithm=task.algorithm, own=own)
        elif task.kind == "table":
            found[task.file] = "expanded\n"
        elif task.kind == "quiz":
            asked = draw_questions(assignment, task, student)
            answers.append(f"{task.slug} = {json.dumps(['' if 'answer' in each else [] for each in asked])}")
            found[task.file] = "\n".join(answers) + "\n"
        elif task.file:
            found.setdefault(task.file, "")
    lines = [line for task in assignment.tasks if task.source[0] for line in _write_case(assignment, task, student)]
    return {**found, "cases.py": CASES.format(file="cases.py") + "\n".join(lines) + "\n"} if lines else found


def _write_case(assignment: Assignment, task: CourseTask, student: str) -> list[str]:
    """The public test case of a task, as lines of Python; [] if there is none."""
    module, name = task.source[0].removesuffix(".py"), task.source[1]
    lines = ["", f"from {module} import {name}", ""]
    if task.kind == "puzzle":
        return [*lines, f"try_puzzle({task.name!r}, {name})"]
    problem = draw_instance(assignment, task, student)
    saved = describe_instance(task, problem)
    if saved is None or not isinstance(problem, Puzzle):
        return []
    opened = f"load({saved['problem']!r}, {saved['settings']!r})"
    found = run_search(problem, SearchRequest(choose_algorithm(problem), limit=Limit(nodes=MOST_NODES)))
    if found.cost is None or not found.optimal:
        return []
    if task.kind == "algorithm":
        return [*lines, f"try_search({task.name!r}, {name}, {opened}, {found.cost})"]
    cases, left, state = [], found.cost, problem.start
    for step in found.path:
        cases.append((state, left))
        state, left = step.state, left - step.cost
    return [*lines, f"try_estimate({task.name!r}, {name}, {opened}, {_thin([*cases, (state, left)])!r})"]


def _thin(cases: list[Any]) -> list[Any]:
    """At most about `MOST_CASES` of the cases, evenly spaced, including the first and the last."""
    return cases[:: -(-len(cases) // MOST_CASES)] + cases[-1:]
