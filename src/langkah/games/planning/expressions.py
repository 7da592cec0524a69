"""Parenthesised expressions in PDDL, each with its place in the text."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from langkah.errors import BadInput
from langkah.language import _

MOST_DEPTH = 40  # nesting depth of parentheses
TOKEN = re.compile(r"(?P<skipped>;[^\n]*|\s+)|(?P<sign>[()])|(?P<word>[^\s();]+)")
WORD = re.compile(r"[a-z0-9_?:=<>+*/.@#-]+")


class Expression(NamedTuple):
    """A word or a list of expressions, with its line and column in the text."""

    word: str  # "" for a list
    parts: tuple["Expression", ...]
    line: int
    column: int

    @property
    def head(self) -> str:
        """The first word of a list; "" if there is none."""
        return self.parts[0].word if self.parts else ""

    def refuse(self, why: str) -> BadInput:
        """The error that reports a mistake at the line and column of this expression."""
        return BadInput(_("line {line}, column {column}: {why}").format(line=self.line, column=self.column, why=why))

    def __str__(self) -> str:
        return self.word or f"({' '.join(map(str, self.parts))})"


def read_expressions(text: str) -> list[Expression]:
    """All expressions in a text, in lower case because PDDL ignores case; comments after `;` are skipped. Raises
    `BadInput` at the first mistake.
    """
    open_lists: list[tuple[int, int, list[Expression]]] = []
    found: list[Expression] = []
    for token, line, column in _list_tokens(text):
        inner = open_lists[-1][2] if open_lists else found
        if token == "(":
            if len(open_lists) == MOST_DEPTH:
                raise Expression("", (), line, column).refuse(
                    _("parentheses are nested more than {n} deep").format(n=MOST_DEPTH)
                )
            open_lists.append((line, column, []))
        elif token == ")":
            if not open_lists:
                raise Expression("", (), line, column).refuse(_("this closing parenthesis has no opening one"))
            first_line, first_column, parts = open_lists.pop()
            (open_lists[-1][2] if open_lists else found).append(Expression("", tuple(parts), first_line, first_column))
        else:
            word = Expression(token, (), line, column)
            if not WORD.fullmatch(token):
                raise word.refuse(_("'{word}' is not a valid name in PDDL").format(word=token[:60]))
            if not open_lists:
                raise word.refuse(_("'{word}' is outside all parentheses").format(word=token[:60]))
            inner.append(word)
    if open_lists:
        line, column, _parts = open_lists[-1]
        raise Expression("", (), line, column).refuse(_("this parenthesis is never closed"))
    return found


def _list_tokens(text: str) -> Iterator[tuple[str, int, int]]:
    """The tokens of a text with line and column, both from 1."""
    line, begins = 1, 0
    for match in TOKEN.finditer(text):
        token = match.group()
        if match.lastgroup != "skipped":
            yield token.lower(), line, match.start() - begins + 1
        if breaks := token.count("\n"):
            line += breaks
            begins = match.start() + token.rindex("\n") + 1
