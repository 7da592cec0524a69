"""Reads the questions of a lesson. The right answer is in the file, or follows from the recording of the search. The
kinds of questions are:

choice   choose one answer; if several are right, each of them counts
all      choose all right answers
number   compute a number, such as h of a node or a bound; any of the listed answers counts
order    sort nodes of the frontier by the order of expansion; equal nodes may be in any order
node     find a node: the next one, the one whose remaining branches are cut, or one that is never expanded
"""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from langkah.language import _
from langkah.lessons.table_reader import NO_WORDS, TableReader, Words
from langkah.settings import make_unknown_name

KINDS: dict[str, tuple[str, ...]] = {  # the fields of each kind besides `kind`, `text` and `at`
    "choice": ("choices",),
    "all": ("choices",),
    "number": ("answer", "reply", "wrong"),
    "order": ("most", "reply", "wrong"),
    "node": ("which", "reply", "wrong"),
}
WHICH = ("next", "cut", "never expanded")
LEAST_ORDERED, MOST_ORDERED = 2, 8  # nodes to sort


class Choice(NamedTuple):
    """An answer to choose, the reply to a reader who chooses it, and whether it is right."""

    text: Words
    reply: Words
    right: bool


class Question(NamedTuple):
    """A question; its kind determines which fields are used."""

    kind: str
    text: Words
    at: int | str = "end"
    choices: tuple[Choice, ...] = ()
    answers: tuple[str, ...] = ()  # numbers, or blanks that become numbers
    which: str = ""
    most: int = 4
    reply: Words = NO_WORDS  # the reply to a right answer
    wrong: Words = NO_WORDS  # the reply to a wrong answer


def read_questions(reader: TableReader, found: Mapping[str, Any]) -> Iterator[Question]:
    """All questions: the single `[question]`, or each of `[[questions]]`."""
    if "question" in found and "questions" in found:
        reader.say(_("give [question] or [[questions]], not both"), "questions")
    if "question" in found:
        yield _read_question(reader, reader.read_table(found, "question"), "question", "")
    for number, table in enumerate(reader.read_list(found, "questions"), 1):
        yield _read_question(reader, table, f"questions {number}", _("question {n}: ").format(n=number))
    reader.enter("", "")


def _read_question(reader: TableReader, table: Mapping[str, Any], name: str, where: str) -> Question:
    reader.enter(name, where or "question: ")
    kind = table.get("kind", "choice")
    if kind not in KINDS:
        reader.say(make_unknown_name(_("Kind"), str(kind), KINDS).lines[0], "kind")
        return Question("choice", NO_WORDS)
    reader.check_names(table, ("kind", "text", "at", *KINDS[kind]))
    question = Question(kind, reader.read_words(table, "text"), reader.read_moment(table, "end"))
    if kind in ("choice", "all"):
        return question._replace(choices=tuple(_read_choices(reader, table, name, where)))
    question = question._replace(
        reply=reader.read_words(table, "reply"), wrong=reader.read_words(table, "wrong", needed=False)
    )
    if kind == "number":
        return question._replace(answers=_read_answers(reader, table))
    if kind == "order":
        return question._replace(most=_read_most(reader, table))
    which = table.get("which", "next")
    if which not in WHICH:
        reader.say("which: " + make_unknown_name(_("Name"), str(which), WHICH).lines[0], "which")
    return question._replace(which=str(which))


def _read_choices(reader: TableReader, table: Mapping[str, Any], name: str, where: str) -> Iterator[Choice]:
    right = 0
    tables = reader.read_list(table, "choices", f"{name.split()[0]}.")
    for number, each in enumerate(tables, 1):
        reader.enter(f"{name}.choices {number}", where + _("choice {n}: ").format(n=number))
        reader.check_names(each, ("text", "reply", "right"))
        mark = each.get("right", False)
        if not isinstance(mark, bool):
            reader.say_wrong("right", mark, _("true or false"))
        right += mark is True
        yield Choice(reader.read_words(each, "text"), reader.read_words(each, "reply"), mark is True)
    reader.enter(name, where)
    if len(tables) < 2 or not right:
        reader.say(_("a question needs at least two choices, one or more of them with right = true"), "choices")


def _read_answers(reader: TableReader, table: Mapping[str, Any]) -> tuple[str, ...]:
    """The right answers of a number question: one or several, each a number or a text with blanks."""
    value = table.get("answer")
    found = value if isinstance(value, list) else [value]
    if not found or not all(isinstance(each, str | int | float) and not isinstance(each, bool) for each in found):
        reader.say_wrong("answer", value, _('a number, a blank as in answer = "{h}", or a list of these'))
        return ()
    return tuple(map(str, found))


def _read_most(reader: TableReader, table: Mapping[str, Any]) -> int:
    value = table.get("most", 4)
    if isinstance(value, bool) or not isinstance(value, int) or not LEAST_ORDERED <= value <= MOST_ORDERED:
        text = _("a whole number from {low} to {high}")
        reader.say_wrong("most", value, text.format(low=LEAST_ORDERED, high=MOST_ORDERED))
        return 4
    return value
