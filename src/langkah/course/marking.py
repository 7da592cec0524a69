"""Marks one task of one submission. The marking process (the *judge*) computes the right answers itself, from the
problem of the assignment; the student's code runs in another process.
"""

import re
from collections.abc import Callable
from fractions import Fraction
from math import inf
from pathlib import Path
from threading import Lock
from typing import Any

from langkah.course.assignment import Assignment, CourseTask
from langkah.course.hand_table import LISTED, compare_queue, explain_label, find_label, read_hand_table, squeeze
from langkah.course.instances import OutOfReach, draw_answer, draw_instance, draw_questions, parse_number
from langkah.course.marks import TaskMark
from langkah.course.plain_space import PlainSpace, explore_plainly
from langkah.course.result_code import PageResult, make_student_key, read_claim, read_code
from langkah.course.same_space import find_difference
from langkah.course.student_process import StudentFailed, ask_student, pack
from langkah.errors import BadInput
from langkah.games.files import parse_toml, read_text
from langkah.games.python_files import read_neighbours
from langkah.language import _, format_plural
from langkah.legal_runs import begin_run
from langkah.legal_runs.by_hand import RunByHand
from langkah.legal_runs.record import RecordedRun
from langkah.model import Estimate, Problem, Puzzle
from langkah.run import Options, Run
from langkah.search import ALGORITHMS, choose_algorithm, find_estimate, run_search
from langkah.search.options import SearchRequest
from langkah.search.single import run_single
from langkah.tracing import Limit, Result, Status, format_cost
from langkah.views.replay import make_replay_page

STUDENT_SECONDS = 20.0  # time for the code of one task
MOST_NODES = 1_000_000  # limit of each of the judge's own searches
NUMBER = re.compile(r"-?[0-9]{1,1200}(/[0-9]{1,1200})?")  # long enough for the exact value of any float
MOST_MOVES = 20_000  # moves in a plan
MOST_CODES = 200  # lines that are read of a file with codes
EARLY_GOALS = ("breadth-first", "depth-first")  # algorithms that may recognise a goal when it is generated


class Marker:
    """Marks the submissions of one assignment; results that do not depend on the student are computed once."""

    def __init__(self, assignment: Assignment, seconds: float = STUDENT_SECONDS) -> None:
        self.assignment, self.seconds = assignment, seconds
        self._spaces: dict[tuple[str, str], PlainSpace] = {}
        self._one_explores = Lock()

    def _explore(self, task: CourseTask, problem: Problem[Any, Any], drawn: str = "") -> PlainSpace:
        """The whole state space of a problem, whose drawn settings are `drawn`. The space is cached, since students
        with the same start and settings share it.
        """
        name = task.slug, f"{drawn} {problem.text(problem.start)}"
        with self._one_explores:
            if name not in self._spaces:
                if task.least is not None:
                    self._spaces.clear()  # each student has a different space
                self._spaces[name] = explore_plainly(problem)
            return self._spaces[name]

    def mark(self, task: CourseTask, student: str, folder: Path) -> TaskMark:
        """The mark for one task. Mistakes in the submission become comments, never errors. Raises `OutOfReach` if the
        assignment has no instance for this student.
        """
        judge: Callable[[CourseTask, str, Path], TaskMark] = getattr(self, f"_mark_{task.kind}")
        try:
            return judge(task, student, folder)
        except OutOfReach:  # a mistake in the assignment, which must not cost a student points
            raise
        except StudentFailed as error:
            return TaskMark(task.name, 0, task.points, (str(error),), _("program failed"))
        except BadInput as error:
            return TaskMark(task.name, 0, task.points, error.lines, _("cannot be read"))
        except Exception as error:  # a case that is not foreseen here must not stop the marking of the rest
            line = _("the task could not be marked: {why}").format(why=f"{type(error).__name__}: {error}"[:200])
            return TaskMark(task.name, 0, task.points, (line,), _("not marked"))

    # A table by hand

    def _mark_table(self, task: CourseTask, student: str, folder: Path) -> TaskMark:
        rows = read_hand_table(self._find_file(task, folder))
        problem = draw_instance(self.assignment, task, student)
        recorded = RecordedRun(begin_run(problem, task.algorithm, SearchRequest(estimate=task.estimate)))
        run = recorded.run
        for number, (label, queue) in enumerate(rows, 1):
            node = find_label(run.list_legal(), problem, label)
            if node is None:
                return self._make_wrong(task, recorded, number, explain_label(run, label))
            recorded.take(node.number)
            if queue is not None and (why := compare_queue(run, queue)):
                return self._make_wrong(task, recorded, number, why)
        if run.over:
            text = format_plural("all {n} line is right", "all {n} lines are right", len(rows))
            return TaskMark(task.name, task.points, task.points, (text,))
        why = _("the search is not over: {state} comes next").format(state=run.label(run.list_legal()[0]))
        return self._make_wrong(task, recorded, len(rows) + 1, why)

    def _make_wrong(self, task: CourseTask, recorded: RecordedRun[Any, Any], step: int, why: str) -> TaskMark:
        """The mark for a run whose step number `step` is the first wrong one. The steps before it earn points."""
        run = recorded.run
        legal = [run.label(node) for node in run.list_legal()[:LISTED]]
        lines = [_("step {n}: {why}").format(n=step, why=why)]
        if legal:
            lines.append(_("may be expanded at this step: {states}").format(states=", ".join(legal)))
        whole = max(count_expanded(run.problem, task.algorithm, task.estimate), step)
        points = round(task.points * (step - 1) / whole, 2)
        page = make_replay(task, recorded, lines[0])
        return TaskMark(task.name, points, task.points, tuple(lines), _("wrong step"), replay=page)

    # A plan

    def _mark_plan(self, task: CourseTask, student: str, folder: Path) -> TaskMark:
        words = re.split(r"[\n,;]+", self._find_file(task, folder))
        moves = [" ".join(word.split()) for word in words if word.strip()]
        if len(moves) > MOST_MOVES:
            raise BadInput(_("a plan may have at most {n} moves").format(n=MOST_MOVES))
        problem = draw_instance(self.assignment, task, student)
        assert isinstance(problem, Puzzle)
        state, cost = problem.start, Fraction(0)
        for number, move in enumerate(moves, 1):
            found = {squeeze(problem.notation(step.move)): step for step in problem.steps(state)}
            step = found.get(squeeze(move))
            if step is None:
                line = _("move {n}, {move}: not legal here").format(n=number, move=move)
                return TaskMark(task.name, 0, task.points, (line,), _("illegal move"))
            state, cost = step.state, cost + Fraction(step.cost)
        if not problem.is_goal(state):
            line = format_plural("no goal is reached after {n} move", "no goal is reached after {n} moves", len(moves))
            return TaskMark(task.name, 0, task.points, (line,), _("goal not reached"))
        least = find_least(problem)
        if least.cost is None or not least.optimal:
            return TaskMark(task.name, task.points, task.points, (_("the plan reaches a goal"),))
        share = 1.0 if cost == 0 else float(Fraction(least.cost) / cost)
        line = _("cost {cost}, least cost {least}").format(cost=format_cost(cost), least=format_cost(least.cost))
        missed = "" if share == 1 else _("not the least cost")
        return TaskMark(task.name, round(task.points * share, 2), task.points, (line,), missed)

    # An estimate

    def _mark_estimate(self, task: CourseTask, student: str, folder: Path) -> TaskMark:
        problem = draw_instance(self.assignment, task, student)
        assert isinstance(problem, Puzzle)
        space = self._explore(task, problem)
        asked = {
            "do": "estimate",
            "file": task.source[0],
            "name": task.source[1],
            "problem": [task.problem, dict(task.settings), pack(problem.start)],
            "states": [pack(state) for state in space.states],
        }
        told = self._ask(task, folder, asked, extra=_list_files(task, self.assignment))
        if not isinstance(told.get("values"), list) or len(told["values"]) != len(space.states):
            raise StudentFailed(_("the program sent data that is not a valid answer"))
        values = [_read_number(each) for each in told["values"]]
        wrong = [number for number, value in enumerate(values) if value is None]
        if wrong:
            text = _("{state}: the estimate is {value}, which is not a number")
            line = text.format(state=problem.label(space.states[wrong[0]]), value=told["values"][wrong[0]])
            return TaskMark(task.name, 0, task.points, (line,), _("not a number"))
        return self._judge_estimate(task, problem, space, [value for value in values if value is not None])

    def _judge_estimate(
        self, task: CourseTask, problem: Puzzle[Any, Any], space: PlainSpace, values: list[Fraction | float]
    ) -> TaskMark:
        lines, missed = [], ""
        for number, (value, far) in enumerate(zip(values, space.distances, strict=True)):
            if "admissible" in task.require and value > far:
                text = _("not admissible: {state} has h = {h}, but the remaining cost is {far}")
                lines = [text.format(state=problem.label(space.states[number]), h=value, far=far)]
                missed = _("not admissible")
                break
        for number, steps in enumerate(space.steps if "consistent" in task.require and not missed else ()):
            bad = next((each for each in steps if values[number] > each[1] + values[each[0]]), None)
            if bad is not None:
                text = _("not consistent: h({state}) = {h} > {cost} + h({other}) = {cost} + {less}")
                names = {"state": problem.label(space.states[number]), "other": problem.label(space.states[bad[0]])}
                lines = [text.format(**names, h=values[number], cost=bad[1], less=values[bad[0]])]
                missed = _("not consistent")
                break
        if missed:
            return TaskMark(task.name, 0, task.points, tuple(lines), missed)
        table = {problem.key(state): value for state, value in zip(space.states, values, strict=True)}
        given = Estimate("given", lambda this, state: table[this.key(state)], False, "")
        expanded = _count_with(problem, given)
        lines = [_("expanded nodes: {n}").format(n=expanded)]
        share = 1.0
        if task.expanded is not None:
            reference = _count_with(problem, find_estimate(problem, task.expanded.of))
            ratio = expanded / max(reference, 1)
            scale = task.expanded
            share = min(max((scale.none - ratio) / (scale.none - scale.full), 0.0), 1.0)
            text = _("{ratio} times as many expanded nodes as with {name}")
            lines.append(text.format(ratio=round(ratio, 2), name=scale.of))
            missed = "" if share == 1 else _("too many nodes")
        record = float(expanded) if task.leaderboard else None
        return TaskMark(task.name, round(task.points * share, 2), task.points, tuple(lines), missed, record)

    # A search

    def _mark_algorithm(self, task: CourseTask, student: str, folder: Path) -> TaskMark:
        problem = draw_instance(self.assignment, task, student)
        assert isinstance(problem, Puzzle)
        recorded = RecordedRun(begin_run(problem, task.algorithm, SearchRequest(estimate=task.estimate)))
        run, counting = recorded.run, _Counting(problem, recorded, task.algorithm)
        asked = {"do": "search", "file": task.source[0], "name": task.source[1], "start": counting.send(problem.start)}
        told = self._ask(task, folder, asked, counting.answer)
        if counting.wrong:
            return self._make_wrong(task, recorded, len(run.taken) + 1, counting.wrong)
        ends = [node for node in run.list_legal() if problem.is_goal(node.state)]
        if not ends and run.goal is None and task.algorithm in EARLY_GOALS:
            ends = [run.nodes[number] for number in run.list_waiting() if problem.is_goal(run.nodes[number].state)]
        least = find_least(problem)
        if not ends and run.goal is None and least.cost is not None:
            why = _("the search stopped before it expanded a goal")
            return self._make_wrong(task, recorded, len(run.taken) + 1, why)
        if why := counting.find_wrong_plan(told.get("plan")):
            return TaskMark(task.name, round(task.points / 2, 2), task.points, (why,), _("wrong plan"))
        text = format_plural(
            "{n} node expanded, all in a legal order", "{n} nodes expanded, all in a legal order", len(run.taken)
        )
        return TaskMark(task.name, task.points, task.points, (text,))

    # A puzzle

    def _mark_puzzle(self, task: CourseTask, student: str, folder: Path) -> TaskMark:
        settings, problem = draw_answer(self.assignment, task, student)
        right = self._explore(task, problem, repr(settings))
        most = 4 * len(right.states) + 1000
        asked = {"do": "puzzle", "file": task.source[0], "name": task.source[1], "settings": settings, "most": most}
        told = self._ask(task, folder, asked)
        if "rows" not in told:
            line = told.get("wrong") or _("more than {n} states are reachable").format(n=told.get("too large"))
            return TaskMark(task.name, 0, task.points, (line,), _("different state space"))
        texts = [
            [goal, [(number, str(Fraction(cost))) for number, cost in steps], ""]
            for goal, steps in zip(right.goals, right.steps, strict=True)
        ]
        mine = _read_rows(told["rows"])
        if why := find_difference(mine, texts):
            return TaskMark(task.name, 0, task.points, (why,), _("different state space"))
        text = format_plural("the same state space: {n} state", "the same state space: {n} states", len(mine))
        return TaskMark(task.name, task.points, task.points, (text,))

    # Questions

    def _mark_quiz(self, task: CourseTask, student: str, folder: Path) -> TaskMark:
        questions = draw_questions(self.assignment, task, student)
        found = parse_toml(self._find_file(task, folder)).get(task.slug, [])
        lines, right = [], 0
        for number, question in enumerate(questions, 1):
            chosen = found[number - 1] if isinstance(found, list) and number <= len(found) else []
            if "answer" in question:
                good = parse_number(chosen) is not None and parse_number(chosen) == parse_number(question["answer"])
            else:
                good = isinstance(chosen, list) and sorted(map(str, chosen)) == sorted(map(str, question["right"]))
            right += good
            lines.append(_("question {n}: {verdict}").format(n=number, verdict=_("right") if good else _("wrong")))
        points = round(task.points * right / max(len(questions), 1), 2)
        return TaskMark(
            task.name, points, task.points, tuple(lines), "" if right == len(questions) else _("wrong answer")
        )

    def _mark_lesson(self, task: CourseTask, student: str, folder: Path) -> TaskMark:
        """The mark for a lesson or for 'be the algorithm'. The submission contains codes from the web page; the best
        result counts.
        """
        results, lines = [], []
        for line in filter(None, map(str.strip, self._find_file(task, folder).splitlines()[:MOST_CODES])):
            found = self._read_code(line, task, student)
            if isinstance(found, PageResult):
                results.append(found)
            elif found:
                lines.append(found)
        if not results:
            return TaskMark(
                task.name,
                0,
                task.points,
                tuple(lines) or (_("the submission has no result code from the web app for this task"),),
                _("no result"),
            )
        best = max(results, key=lambda each: each.share)
        text = _("{right} of {all} right, {hints} hints, {seconds} s")
        line = text.format(right=best.right, all=best.of, hints=best.hints, seconds=best.seconds)
        missed = "" if best.share == 1 else _("mistakes")
        return TaskMark(task.name, round(task.points * best.share, 2), task.points, (line, *lines), missed)

    _mark_be = _mark_lesson

    def _read_code(self, line: str, task: CourseTask, student: str) -> PageResult | str:
        """The result in the code `line`, or a message about the mistake in it; "" if the code is for another task."""
        own = make_student_key(self.assignment.key, self.assignment.seed, student, task.slug)
        found = read_code(line, own)
        if isinstance(found, str):
            claimed = read_claim(line)
            if claimed is not None and claimed.task != task.slug:
                return ""
            if claimed is not None and claimed.student != student:
                return _("this code belongs to {id}, not to {student}").format(id=claimed.student, student=student)
            return found
        if (found.student, found.task) != (student, task.slug):
            return _("this code belongs to {id}, not to {student}").format(id=found.student, student=student)
        return self._check_steps(found, task, student) or found

    def _check_steps(self, found: PageResult, task: CourseTask, student: str) -> str:
        """Replay the steps of a search by hand, which the code contains. Returns the mistake in the steps; "" if there
        is none, or if the task is not of the kind `be`.
        """
        if task.kind != "be":
            return ""
        problem = draw_instance(self.assignment, task, student)
        hand = RunByHand(begin_run(problem, task.algorithm, SearchRequest(estimate=task.estimate)))
        if not all(hand.follow(deed) for deed in found.taken):
            return _(
                "the steps in the code from the web app are not a legal run of {algorithm} on this instance"
            ).format(algorithm=task.algorithm)
        if not hand.is_whole or found.of != len(found.taken):
            return _("the steps in the signed result are not a complete run")
        return ""

    # Shared by all kinds

    def _find_file(self, task: CourseTask, folder: Path) -> str:
        path = folder / task.file
        if not path.is_file() or path.is_symlink():
            raise BadInput(_("{file} is missing").format(file=task.file))
        return read_text(path)

    def _ask(
        self,
        task: CourseTask,
        folder: Path,
        question: dict[str, Any],
        answer: Callable[[dict[str, Any]], Any] | None = None,
        extra: tuple[Path, ...] = (),
    ) -> dict[str, Any]:
        if not (folder / task.source[0]).is_file():
            raise BadInput(_("{file} is missing").format(file=task.source[0]))
        told = ask_student(folder, question, self.seconds, answer, extra)
        if "missing" in told:
            raise BadInput(_("{file} does not define {name}").format(file=task.source[0], name=task.source[1]))
        if "failed" in told:
            raise StudentFailed(str(told["failed"]))
        return told


class _Counting:
    """Answers the requests of a student's search by means of the correct puzzle, and checks the order in which the
    search expands states.
    """

    def __init__(self, problem: Puzzle[Any, Any], recorded: RecordedRun[Any, Any], algorithm: str) -> None:
        self.problem, self.recorded, self.run, self.algorithm = problem, recorded, recorded.run, algorithm
        self.states: list[Any] = []
        self.wrong = ""
        self.estimate = self.run.rules.estimate

    def send(self, state: Any) -> list[Any]:
        """Give a state the next number, and pack the state for the student's process."""
        self.states.append(state)
        return [len(self.states) - 1, pack(state)]

    def answer(self, asked: dict[str, Any]) -> Any:
        """Answer a request of the student's search about a state: for its steps (which expands the state), its
        estimate, or whether it is a goal.
        """
        (what, number), *_rest = asked.items() if isinstance(asked, dict) and asked else [("", None)]
        if not isinstance(number, int) or not 0 <= number < len(self.states):
            raise StudentFailed(_("the program sent data that is not a valid answer"))
        state = self.states[number]
        if what == "goal":
            return self.problem.is_goal(state)
        if what == "estimate":
            value = self.estimate.of(self.problem, state)
            return value if isinstance(value, int | float) else float(value)
        self._expand(state)
        return [[pack(step.move), self.send(step.state), _to_json(step.cost)] for step in self.problem.steps(state)]

    def _expand(self, state: Any) -> None:
        """Record that the student's search expands a state. If the rules of the algorithm do not allow this, record the
        reason instead, and ignore all later expansions.
        """
        if self.wrong:
            return
        found = self.run.find_state(state)
        if found is None:
            self.wrong = self.run.explain(state)
        else:
            self.recorded.take(found)

    def find_wrong_plan(self, plan: Any) -> str:
        """A description of the mistake in a plan, which is a list of state numbers; "" if the plan is right."""
        least = find_least(self.problem)
        if least.cost is None:
            return "" if plan is None else _("there is no solution, but a plan was returned")
        if not isinstance(plan, list) or not all(
            isinstance(each, int) and 0 <= each < len(self.states) for each in plan
        ):
            return _("the search returned no plan: return the list of moves from the start to a goal")
        state, cost = self.problem.start, Fraction(0)
        for number in plan:
            steps = [step for step in self.problem.steps(state) if step.state == self.states[number]]
            if not steps:
                return _("the plan has a move that is not legal")
            state, cost = steps[0].state, cost + min(Fraction(step.cost) for step in steps)
        if not self.problem.is_goal(state):
            return _("the plan does not end at a goal")
        if ALGORITHMS[self.algorithm].promises.least_cost and cost > least.cost:
            text = _("the plan costs {cost}, but the least cost is {least}")
            return text.format(cost=format_cost(cost), least=format_cost(least.cost))
        return ""


def _to_json(cost: Any) -> Any:
    return cost if isinstance(cost, int) else float(cost)


def make_replay(task: CourseTask, recorded: RecordedRun[Any, Any], why: str) -> str:
    """A web page that replays the correct steps, and stops at the first wrong step."""
    problem, trace = recorded.run.problem, recorded.trace
    estimate = recorded.run.rules.estimate.name
    result: Result[Any, Any] = Result(
        problem.name or type(problem).__name__, task.algorithm, Status.STOPPED, estimate=estimate, source=problem
    )
    return make_replay_page(problem, trace, result, verdict=why, at=len(trace))


# The judge's own searches, for comparison


def find_least(problem: Puzzle[Any, Any]) -> Result[Any, Any]:
    """The result of a search for the least cost of an instance. The cost is not proved if the search reaches its node
    limit.
    """
    return run_search(problem, SearchRequest(choose_algorithm(problem), limit=Limit(nodes=MOST_NODES)))


def read_reference(problem: Problem[Any, Any], task: CourseTask) -> list[str]:
    """One right answer to a task. For a plan: the moves of a cheapest plan. For any other task: the expanded states in
    the order of a run that follows the rules of the algorithm.
    """
    if task.kind == "plan":
        assert isinstance(problem, Puzzle)
        return list(find_least(problem).notation)
    run = begin_run(problem, task.algorithm, SearchRequest(estimate=task.estimate))
    while not run.over:
        run.take(run.find_legal()[0])
    return [run.label(run.nodes[number]) for number in run.taken]


def count_expanded(problem: Problem[Any, Any], algorithm: str, estimate: str | None) -> int:
    """The number of nodes that the judge's own search expands, at most up to its node limit."""
    return run_search(
        problem, SearchRequest(algorithm, estimate=estimate, limit=Limit(nodes=MOST_NODES))
    ).stats.expanded


def _count_with(problem: Puzzle[Any, Any], estimate: Estimate) -> int:
    """The number of nodes that A* expands with the heuristic `estimate`, at most up to its node limit."""
    run: Run[Any, Any] = Run(Limit(nodes=MOST_NODES), Options(estimate, ties=()))
    result = run_single(problem, ALGORITHMS["a-star"], run)
    return result.stats.expanded


def _read_rows(rows: Any) -> list[list[Any]]:
    """Parse the state space that a student's process sent; raises `StudentFailed` if it is not valid."""
    try:
        found: list[list[Any]] = [
            [bool(goal), [(int(to), str(cost)) for to, cost in steps], str(name)] for goal, steps, name in rows
        ]
    except (TypeError, ValueError, OverflowError):
        found = []
    if not found or not all(0 <= to < len(found) for _goal, steps, _name in found for to, _cost in steps):
        raise StudentFailed(_("the program sent data that is not a valid answer"))
    return found


def _read_number(text: Any) -> Fraction | float | None:
    """Parse a number written by a student's process, including "inf"; None for anything else."""
    if text == "inf":
        return inf
    try:
        return Fraction(text) if isinstance(text, str) and NUMBER.fullmatch(text) else None
    except ZeroDivisionError:
        return None


def _list_files(task: CourseTask, assignment: Assignment) -> tuple[Path, ...]:
    """The files of the task's own puzzle, to be copied beside the submission; () for a game of Langkah."""
    file = task.problem.partition(":")[0]
    if not file.endswith(".py"):
        return (assignment.folder / file,) if "." in file else ()
    return (assignment.folder / file, *(assignment.folder / name for name in read_neighbours(assignment.folder / file)))
