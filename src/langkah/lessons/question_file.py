"""The questions of a lesson's file. What is right is written there, or left to the record of the search:

choice   choose one; several may be right, and each of them counts
all      choose all that are right
number   compute something: h of a node, a bound; any of the answers counts
order    put nodes that wait into the order in which they are expanded; equal ones in any order
node     find a node: the next one, the one whose other branches are cut, one that is never expanded
"""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from langkah.language import _
from langkah.lessons.table_reader import NO_WORDS, TableReader, Words
from langkah.settings import make_unknown_name

KINDS: dict[str, tuple[str, ...]] = {  # and what each may hold besides `kind`, `text` and `at`
    "choice": ("choices",),
    "all": ("choices",),
    "number": ("answer", "reply", "wrong"),
    "order": ("most", "reply", "wrong"),
    "node": ("which", "reply", "wrong"),
}
WHICH = ("next", "cut", "never expanded")
LEAST_ORDERED, MOST_ORDERED = 2, 8  # nodes that are put into order


class Choice(NamedTuple):
    """An answer that can be chosen, whether it is right, and what is said to whoever chooses it."""

    text: Words
    reply: Words
    right: bool


class Question(NamedTuple):
    """A question; which fields it has is said by its kind."""

    kind: str
    text: Words
    at: int | str = "end"
    choices: tuple[Choice, ...] = ()
    answers: tuple[str, ...] = ()  # numbers, or blanks that are filled in with one
    which: str = ""
    most: int = 4
    reply: Words = NO_WORDS  # said to a right answer
    wrong: Words = NO_WORDS  # and to another one


def read_questions(reader: TableReader, found: Mapping[str, Any]) -> Iterator[Question]:
    """All questions: `[question]`, where there is one, or each of `[[questions]]`."""
    if "question" in found and "questions" in found:
        reader.say(_("give either [question] or [[questions]]"), "questions")
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
    """One answer or several, each a number or a text with blanks."""
    value = table.get("answer")
    found = value if isinstance(value, list) else [value]
    if not found or not all(isinstance(each, str | int | float) and not isinstance(each, bool) for each in found):
        reader.say_wrong("answer", value, _('a number, a blank as in answer = "{h}", or a list of them'))
        return ()
    return tuple(map(str, found))


def _read_most(reader: TableReader, table: Mapping[str, Any]) -> int:
    value = table.get("most", 4)
    if isinstance(value, bool) or not isinstance(value, int) or not LEAST_ORDERED <= value <= MOST_ORDERED:
        text = _("a whole number from {low} to {high}")
        reader.say_wrong("most", value, text.format(low=LEAST_ORDERED, high=MOST_ORDERED))
        return 4
    return value
