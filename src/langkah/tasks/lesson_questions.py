"""Prepares the questions of a lesson and their right answers. The answers are derived from the recorded search and the
rules of its algorithm: which nodes may be expanded next, the order of the frontier, which branches are cut, which nodes
are never expanded.
"""

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any, NamedTuple

from langkah.errors import BadInput, DoesNotFit
from langkah.language import _
from langkah.legal_runs import LegalRun, begin_run
from langkah.lessons import Lesson, fill_blanks, find_stops, list_values
from langkah.lessons.question_file import Question
from langkah.lessons.stops import MomentsNotFound
from langkah.lessons.table_reader import Words
from langkah.model import Problem
from langkah.search import SearchRequest
from langkah.tracing import Event, Kind, Result, Trace
from langkah.views.quiz import WalkQuestion, make_walk_questions
from langkah.views.recording_json import LessonChoiceJson, LessonQuestionJson

MOST_CHOICES = 8  # nodes offered as choices
ALL_QUESTIONS = 100_000  # more than any lesson's search has events


class LessonFiller:
    """Fills in the values in the sentences of a lesson, in every language. Records a mistake for each placeholder
    without a value.
    """

    def __init__(
        self, problem: Problem[Any, Any], trace: Trace, result: Result[Any, Any], others: Mapping[str, Result[Any, Any]]
    ) -> None:
        self.problem, self.trace, self.result, self.others = problem, trace, result, others
        self.lines: list[str] = []

    def fill(self, words: Words, at: int, where: str) -> str:
        """The sentence `words` in the current language, with the values that hold after `at` events. The sentence is
        checked in all languages; each mistake is added to `lines`, with `where` at its beginning. Returns "" if `lines`
        contains any mistake.
        """
        values = list_values(self.problem, self.trace, self.result, self.others, at)
        for code, text in words.texts.items():
            try:
                fill_blanks(text, values)
            except BadInput as error:
                self.lines += [f"{where}{code}{': ' if code else ''}{line}" for line in error.lines]
        return "" if self.lines else fill_blanks(words.say(), values)


class QuestionMaker:
    """Prepares the questions of one lesson."""

    def __init__(self, lesson: Lesson, filler: LessonFiller) -> None:
        self.lesson, self.filler = lesson, filler
        self.problem, self.trace = filler.problem, filler.trace

    def make_questions(self) -> list[LessonQuestionJson]:
        """The questions at the end of the lesson, in order."""
        found = []
        for number, question in enumerate(self.lesson.questions, 1):
            where = _("question {n}: ").format(n=number) if len(self.lesson.questions) > 1 else "question: "
            place = self.lesson.places.get(f"question {number}", "")
            where = f"{place}: {where}" if place else where
            try:
                at = find_stops(self.trace, [question.at])[0]
                found.append(self._make_question(question, at, where))
            except MomentsNotFound as error:
                self.filler.lines += [where + line for _number, line in error.found]
            except BadInput as error:
                self.filler.lines += [where + line for line in error.lines]
        return found

    def _make_question(self, question: Question, at: int, where: str) -> LessonQuestionJson:
        fill = self.filler.fill
        choices: list[LessonChoiceJson] = []
        for number, each in enumerate(question.choices, 1):
            place = where + _("choice {n}: ").format(n=number)
            choices.append({"text": fill(each.text, at, place), "reply": fill(each.reply, at, place), "node": -1})
        found: LessonQuestionJson = {
            "kind": question.kind,  # type: ignore[typeddict-item]
            "text": fill(question.text, at, where),
            "at": at,
            "then": at,
            "choices": choices,
            "right": [number for number, each in enumerate(question.choices) if each.right],
            "answers": [],
            "reply": fill(question.reply, at, where),
            "wrong": fill(question.wrong, at, where),
        }
        if question.kind == "number":
            found["at"] = max(0, at - 1)  # the event itself would reveal the answer
            found["answers"] = [fill(Words({"": each}), at, where) for each in question.answers]
        elif question.kind == "order":
            found["choices"], found["right"] = self._order_nodes(at, question.most)
        elif question.kind == "node":
            found["choices"], found["right"], found["then"] = self._find_nodes(question.which, at)
        return found

    def _order_nodes(self, at: int, most: int) -> tuple[list[LessonChoiceJson], list[int]]:
        """The first `most` nodes of the frontier after `at` events, in random order; and for each of them its rank in
        the order of expansion, from 0. Equally good nodes have the same rank.
        """
        frontier = self.trace.after(at).frontier(most)
        if len(frontier) < 2 or self.trace.keeps_path():
            raise BadInput(_("the frontier has fewer than two nodes at that moment, or the search has no frontier"))
        costs = self.trace.ordered_by_cost()
        ranks = {event.node: event.order[0] if costs else place for place, event in enumerate(frontier)}
        order = sorted(set(ranks.values()))
        nodes = Random(self.lesson.name).sample(sorted(ranks), len(ranks))
        return [self._offer(node) for node in nodes], [order.index(ranks[node]) for node in nodes]

    def _find_nodes(self, which: str, at: int) -> tuple[list[LessonChoiceJson], list[int], int]:
        """What a question about nodes needs: the nodes offered as choices, the indices of the right choices, and the
        number of events after which the recording shows the answer. `which` says which nodes the question asks for.
        """
        events = self.trace.events
        waiting = [event.node for event in self.trace.after(at).frontier()]
        if which == "never expanded":
            taken = {event.node for event in events if event.kind is Kind.TAKE}
            right, others = [node for node in waiting if node not in taken], [node for node in waiting if node in taken]
            then = len(events)
        elif which == "cut":
            cut = next((number for number in range(at, len(events)) if events[number].kind is Kind.CUT), None)
            right = [] if cut is None else [events[cut].node]
            then = at if cut is None else cut + 1
            others = [event.node for event in events[:then] if event.kind is Kind.TAKE and event.node not in right]
        else:
            follower = RunFollower(self.lesson, self.problem, self.trace)
            step = follower.find_step(at)
            right, others, then = step.right, [node for node in waiting if node not in step.right], step.then
        if not right or not others:
            raise BadInput(
                _(
                    "which = {which}: the question needs a right and a wrong answer, but at that moment no node "
                    "is right, or no node is wrong"
                ).format(which=which)
            )
        shown = sorted([*right, *others[: MOST_CHOICES - len(right)]])
        return [self._offer(node) for node in shown], [shown.index(node) for node in shown if node in right], then

    def _offer(self, node: int, reply: str = "") -> LessonChoiceJson:
        return {"text": self.problem.label(self.trace.node(node).state), "reply": reply, "node": node}

    def make_steps(self, at: int, count: int) -> list[LessonQuestionJson]:
        """The questions of 'be the algorithm' for the next `count` steps after `at` events: which node is expanded
        next, whether a branch is cut off, which value a node gets, or whether a move is taken back.
        """
        if self.trace.keeps_path() or self.trace.has_players():
            return list(self._make_walk_steps(at, count))
        follower = RunFollower(self.lesson, self.problem, self.trace)
        found: list[LessonQuestionJson] = []
        for _step in range(count):
            step = follower.find_step(at)
            nodes = sorted(event.node for event in self.trace.after(step.at).frontier())
            found.append(
                {
                    "kind": "node",
                    "text": _("Which node is expanded next?"),
                    "at": step.at,
                    "then": step.then,
                    "choices": [self._offer(node, step.replies.get(node, "")) for node in nodes],
                    "right": [place for place, node in enumerate(nodes) if node in step.right],
                    "answers": [],
                    "reply": "",
                    "wrong": "",
                }
            )
            at = step.then
        return found

    def _make_walk_steps(self, at: int, count: int) -> Iterator[LessonQuestionJson]:
        asked = make_walk_questions(self.problem, self.trace, ALL_QUESTIONS)
        coming = [question for question in asked if question.at >= at][:count]
        if len(coming) < count:
            text = _("be = {n}: from this point on, only {m} steps can be turned into questions")
            raise BadInput(text.format(n=count, m=len(coming)))
        yield from map(_ask_walk, coming)


def _ask_walk(question: WalkQuestion) -> LessonQuestionJson:
    replies = zip(question.choices, question.replies, strict=True)
    return {
        "kind": "choice",
        "text": question.ask,
        "at": question.at,
        "then": question.then,
        "choices": [{"text": text, "reply": reply, "node": -1} for text, reply in replies],
        "right": [question.answer],
        "answers": [],
        "reply": "",
        "wrong": "",
    }


class NextStep(NamedTuple):
    """An expansion in a recorded search. `at` is the index of its event, `right` lists the nodes that were legal then,
    and `replies` has the reply to a reader for each node of the frontier. `then` is the number of events before the
    next expansion; if there is none, it is the number of all events.
    """

    at: int
    right: list[int]
    replies: dict[int, str]
    then: int


class RunFollower:
    """Replays the recorded search of a lesson by the rules of its algorithm, to find every node that is legal at a
    step.
    """

    def __init__(self, lesson: Lesson, problem: Problem[Any, Any], trace: Trace) -> None:
        self.lesson, self.problem, self.trace = lesson, problem, trace

    def find_step(self, at: int) -> NextStep:
        """The first expansion after `at` events, with the nodes that were legal at that moment. Raises `BadInput` if no
        node is expanded after that.
        """
        events = self.trace.events
        takes = [number for number, event in enumerate(events) if event.kind is Kind.TAKE]
        place = next((place for place, number in enumerate(takes) if number >= at), None)
        if place is None:
            raise BadInput(_("no node is expanded after this moment"))
        run = self._follow([events[number] for number in takes[:place]])
        now, coming = takes[place], takes[place + 1] if place + 1 < len(takes) else len(events)
        legal = {node.key for node in run.list_legal()}
        taken = events[now].node
        right, replies = [], {}
        for event in self.trace.after(now).frontier():
            label = self.problem.label(event.state)
            if self.problem.key(event.state) not in legal:
                replies[event.node] = _("no: {why}").format(why=run.explain_rule(event.state))
                continue
            right.append(event.node)
            text = (
                _("right: {state} is expanded")
                if event.node == taken
                else _("right, although this search expands #{n} first")
            )
            replies[event.node] = text.format(state=label, n=taken)
        if taken not in right:
            raise DoesNotFit(_("the recorded steps of this search do not follow the rules of its algorithm"))
        return NextStep(now, right, replies, coming)

    def _follow(self, taken: list[Event]) -> LegalRun[Any, Any]:
        search = SearchRequest.from_dict(self.lesson.search)
        run: LegalRun[Any, Any] = begin_run(self.problem, search.algorithm, search)
        for event in taken:
            number = run.find_state(event.state)
            if number is None:
                raise DoesNotFit(_("the recorded steps of this search do not follow the rules of its algorithm"))
            run.take(number)
        return run
