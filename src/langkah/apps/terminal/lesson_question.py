"""Asks a lesson's questions, of any kind, in a terminal. Choices are typed as numbers, separated by spaces."""

from collections.abc import Callable, Iterator
from fractions import Fraction

from langkah.language import _
from langkah.views.recording_json import LessonQuestionJson
from langkah.views.watch_texts import get_watch_text


def tell_question(question: LessonQuestionJson) -> Iterator[str]:
    """A question and the right answer, as lines."""
    yield from _put(question)
    right, reply = _find_answer(question), question["reply"]
    if question["kind"] in ("choice", "node", "all"):
        reply = reply or " ".join(question["choices"][place]["reply"] for place in question["right"])
    yield _("Answer: {n}. {why}").format(n=right, why=reply)


def _put(question: LessonQuestionJson) -> Iterator[str]:
    """The text of a question and its numbered choices, as lines."""
    yield question["text"]
    for number, each in enumerate(question["choices"], 1):
        node = f"#{each['node']} " if each["node"] >= 0 else ""
        yield f"  {number}. {node}{each['text']}"


def _find_answer(question: LessonQuestionJson) -> str:
    """The right answer as the user would type it. If several answers are right, and one of them is enough, all of them,
    separated by slashes.
    """
    right = question["right"]
    if question["kind"] == "number":
        return " / ".join(question["answers"])
    if question["kind"] == "order":
        return " ".join(str(place + 1) for place in sorted(range(len(right)), key=lambda place: right[place]))
    return (" " if question["kind"] == "all" else " / ").join(str(place + 1) for place in right)


def ask_question(question: LessonQuestionJson, ask: Callable[[str], str], write: Callable[[str], object]) -> bool:
    """Ask the question until it is answered correctly. Returns False if the user quits."""
    write("")
    for line in _put(question):
        write(line)
    prompts = {
        "number": _("Your answer, a number (q: quit)"),
        "all": _("Your answers: the numbers of all right choices, as in 1 3 (q: quit)"),
        "order": _("Your order, as in 2 1 3 (q: quit)"),
    }
    usual = _("Your answer, 1 to {n} (q: quit)").format(n=len(question["choices"]))
    while True:
        typed = ask(prompts.get(question["kind"], usual) + " ").strip().lower()
        if typed == "q":
            return False
        judged = judge_answer(question, typed)
        if judged is None:
            continue
        write(judged[1])
        if judged[0]:
            return True


def judge_answer(question: LessonQuestionJson, typed: str) -> tuple[bool, str] | None:
    """Judge a typed answer. Returns whether it is right, and the reply to show; None if the typed text is not a
    possible answer.
    """
    kind, right, choices = question["kind"], question["right"], question["choices"]
    if kind == "number":
        given, known = _read_number(typed), [_read_number(each) for each in question["answers"]]
        return None if given is None else _reply(question, good=given in known)
    words = typed.replace(",", " ").split()
    if not words or not all(word.isdecimal() and 1 <= int(word) <= len(choices) for word in words):
        return None
    places = [int(word) - 1 for word in words]
    if kind == "order":
        ranks = [right[place] for place in places]
        return _reply(question, good=sorted(places) == list(range(len(choices))) and ranks == sorted(ranks))
    if kind == "all":
        wrong = [place for place in places if place not in right]
        if wrong:
            return False, choices[wrong[0]]["reply"]
        if set(places) != set(right):
            return False, get_watch_text("lessonMore")
        return True, " ".join(choices[place]["reply"] for place in right)
    if len(places) != 1:
        return None
    reply = choices[places[0]]["reply"]
    good = places[0] in right
    return (good, reply) if reply else _reply(question, good=good)


def _reply(question: LessonQuestionJson, *, good: bool) -> tuple[bool, str]:
    """The judgement of an answer: `good`, and the question's reply to a right answer if `good`, otherwise to a wrong
    one.
    """
    if good:
        return True, question["reply"] or get_watch_text("lessonRight")
    return False, question["wrong"] or get_watch_text("lessonWrong")


def _read_number(text: str) -> Fraction | None:
    try:
        return Fraction(text.strip().replace("−", "-").replace(",", "."))
    except (ValueError, ZeroDivisionError):
        return None
