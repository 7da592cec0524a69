"""A made-up class: an assignment with a task of every kind, and the submissions of its students."""

from pathlib import Path

from langkah import load, solve
from langkah.course.assignment import Assignment
from langkah.course.assignment_file import read_assignment
from langkah.course.instances import draw_instance
from langkah.course.marking import read_reference
from langkah.course.result_code import PageResult, make_student_key, write_code

ASSIGNMENT = """
title = "Search 2"
students = "roster.csv"
seed = 7
key = "not for students"

[[tasks]]
name = "Queue by hand"
kind = "table"
problem = "tiles"
settings = { rows = 2, cols = 3 }
least = "3..4"
algorithm = "breadth-first"
points = 4

[[tasks]]
name = "Gap heuristic"
kind = "estimate"
from = "student.py:misplaced"
problem = "tiles"
settings = { rows = 2, cols = 3 }
require = ["admissible", "consistent"]
expanded = { full = 2.0, none = 8.0, of = "manhattan" }
leaderboard = "nodes expanded"
points = 3

[[tasks]]
name = "My A*"
kind = "algorithm"
from = "student.py:search"
algorithm = "a-star"
estimate = "manhattan"
problem = "tiles"
settings = { rows = 2, cols = 3 }
least = "8..12"
points = 5

[[tasks]]
name = "Solve it"
kind = "plan"
problem = "hanoi"
settings = { discs = 3 }
points = 2

[[tasks]]
name = "Jugs"
kind = "puzzle"
from = "student.py:Mine"
like = "jugs.py:Jugs"
points = 1

[[tasks]]
name = "Quiz"
kind = "quiz"
points = 2
questions = [
  { text = "Which are complete?", choices = ["breadth-first", "iterative deepening", "beam"], right = [1, 2] },
  { text = "Which uses h?", choices = ["A*", "uniform cost"], right = [1] },
]

[[tasks]]
name = "On the page"
kind = "lesson"
lesson = "breadth-first"
points = 1
"""
JUGS = """
from langkah import Puzzle, Step

class Jugs(Puzzle):
    start = (0, 0)

    def steps(self, state):
        a, b = state
        right, left = min(a, 5 - b), min(b, 3 - a)
        for name, after in enumerate(((3, b), (a, 5), (0, b), (a, 0), (a - right, b + right), (a + left, b - left))):
            yield Step(name, after)

    def is_goal(self, state):
        return 4 in state
"""
MISPLACED = """
def misplaced(problem, state):
    return sum(tile not in (0, place + 1) for place, tile in enumerate(state))
"""
SEARCH = """
import heapq
from itertools import count

def search(problem):
    number = count()
    heap = [(problem.estimate(problem.start), next(number), 0, problem.start, ())]
    best = {problem.start: 0}
    while heap:
        f, _number, g, state, plan = heapq.heappop(heap)
        if g > best[state]:
            continue
        if problem.is_goal(state):
            return list(plan)
        for step in problem.steps(state):
            cost = g + step.cost
            if cost < best.get(step.state, 10**9):
                best[step.state] = cost
                entry = (cost + problem.estimate(step.state), next(number), cost, step.state, plan + (step.move,))
                heapq.heappush(heap, entry)
"""
MINE = (
    JUGS.replace("Jugs", "Mine")
    .replace("start = (0, 0)", 'start = "00"')
    .replace("a, b = state", "a, b = map(int, state)")
    .replace("yield Step(name, after)", 'yield Step(name, f"{after[0]}{after[1]}")')
    .replace("4 in state", '"4" in state')
)
RIGHT = MISPLACED + SEARCH + MINE
FULL = {"Queue by hand": 4, "Gap heuristic": 3, "My A*": 5, "Solve it": 2, "Jugs": 1, "Quiz": 2, "On the page": 1}
FIRST_IN = SEARCH.replace("heapq.heappop(heap)", "heap.pop(0)").replace(
    "heapq.heappush(heap, entry)", "heap.append(entry)"
)
# The code of each kind of student, and the points for the tasks that lose some; None: any number below the full points
STUDENTS: dict[str, tuple[str, dict[str, float | None]]] = {
    "right": (RIGHT, {}),
    "queue": (MISPLACED + FIRST_IN + MINE, {"My A*": None}),
    "toohigh": (RIGHT.replace("return sum(", "return 9 + sum("), {"Gap heuristic": 0}),
    "weak": ("def misplaced(problem, state):\n    return 0\n" + SEARCH + MINE, {"Gap heuristic": None}),
    "almost": (RIGHT.replace("5 - b", "4 - b"), {"Jugs": 0}),
    "noplan": (MISPLACED + SEARCH.replace("return list(plan)", "return []") + MINE, {"My A*": 2.5}),
    "endless": (MISPLACED + "def search(problem):\n    while True: pass\n" + MINE, {"My A*": 0}),
    "broken": ("def misplaced(:\n", {"Gap heuristic": 0, "My A*": 0, "Jugs": 0}),
    "crash": ("import os\nos.abort()\n", {"Gap heuristic": 0, "My A*": 0, "Jugs": 0}),
    "early": ("import os\nos._exit(0)\n", {"Gap heuristic": 0, "My A*": 0, "Jugs": 0}),
    "memory": (MISPLACED + "def search(problem):\n    return [0] * 10**12\n" + MINE, {"My A*": 0}),
    "reader": (
        MISPLACED + "def search(problem):\n    return open(HIDDEN).read()\n" + MINE,
        {"My A*": 0},
    ),
    "writer": (
        "import os\nfor number in range(3, 500):\n"
        '    try: os.write(number, b\'{"values": [], "rows": [], "done": true}\\n\')\n    except OSError: pass\n'
        + RIGHT,
        {"Gap heuristic": 0, "My A*": 0, "Jugs": 0},
    ),
    "patcher": (
        "import langkah.course.marking as judge\njudge.TaskMark = lambda *words: 100\n"
        "import langkah.model\nlangkah.model.Puzzle.is_goal = lambda *words: True\n"
        "def misplaced(problem, state):\n    return 99\n"
        "def search(problem):\n    return []\n" + MINE,
        {"Gap heuristic": 0, "My A*": 0},
    ),
    "caller": (MISPLACED + "import socket\ndef search(problem):\n    socket.socket()\n" + MINE, {"My A*": 0}),
    "starter": (MISPLACED + "import os\ndef search(problem):\n    os.system('true')\n" + MINE, {"My A*": 0}),
}


def write_class(folder: Path, ids: list[str]) -> tuple[Assignment, Path]:
    """Write the assignment and the submissions of the students. Returns the assignment and the folder of submissions.
    An id is a kind of student, optionally followed by a dot and a number.
    """
    (folder / "hw.toml").write_text(ASSIGNMENT, encoding="utf-8")
    (folder / "jugs.py").write_text(JUGS, encoding="utf-8")
    (folder / "roster.csv").write_text("id,name\n" + "".join(f"{each},Student\n" for each in ids), encoding="utf-8")
    assignment = read_assignment(folder / "hw.toml")
    for each in ids:
        kind = each.partition(".")[0]
        if kind != "missing":
            write_submission(folder / "submissions" / each, assignment, each, STUDENTS[kind][0])
    return assignment, folder / "submissions"


def write_submission(folder: Path, assignment: Assignment, student: str, code: str) -> None:
    """Write the files of a submission; everything except the code is correct."""
    folder.mkdir(parents=True)
    table = assignment.tasks[0]
    rows = ["expanded", *read_reference(draw_instance(assignment, table, student), table)]
    key = make_student_key(assignment.key, assignment.seed, student, "on-the-page")
    hidden = repr(str(assignment.folder / "hw.toml"))
    files = {
        "table.csv": "\n".join(rows) + "\n",
        "plan.txt": "\n".join(solve(load("hanoi", discs=3)).notation),
        "student.py": code.replace("HIDDEN", hidden),
        "answers.toml": "quiz = [[2, 1], [1]]\n",
        "codes.txt": write_code(PageResult("on-the-page", student, "7", 10, 10), key) + "\n",
    }
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
