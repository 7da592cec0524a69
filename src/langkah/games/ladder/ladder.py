"""Word ladders: change one letter at a time, each time into a word of the list, until one word becomes another.

This is Lewis Carroll's Doublets, and an exercise of the course IF2211, whose text format of two words is supported. A
state is a word. The included lists are short and of common words, so that people can find a ladder of a few steps
without a dictionary; `words` takes your own list.
"""

import tomllib
from collections.abc import Iterator, Sequence
from functools import cache, cached_property
from pathlib import Path as FilePath
from typing import Self

from langkah.language import N_, _
from langkah.model import Estimate, Puzzle, Step
from langkah.scene import Path, Rect, Scene, Shape, Text
from langkah.settings import Mistakes, Setting, quote_value

LISTS = ("english", "indonesian")
LEAST_LETTERS, MOST_LETTERS = 2, 15
MOST_WORDS = 200_000
KEYS_ACROSS = 9  # letters in a row below the ladder
KEY = 0.86  # the size of a letter below the ladder
RAIL, RUNG_HEIGHT = 0.55, 1.25


@cache
def load_words(name: str) -> frozenset[str]:
    """The words of an included list."""
    found = tomllib.loads((FilePath(__file__).parent / f"{name}.toml").read_text(encoding="utf-8"))
    return frozenset(word for text in found.values() for word in text.split())


class Ladder(Puzzle[str, str]):
    """Change one word into another, letter by letter."""

    title = N_("Word ladder")
    shelf = N_("Find a way")
    about = N_(
        "Turn the first word into the last word by changing one letter at a time. Every word on the way must be in the "
        "list."
    )
    level_groups = (N_("English, first steps"), N_("English, long ladders"), N_("Indonesian"), N_("Impossible"))
    small = {"start": "cat", "goal": "dog", "words": ["cat", "cot", "cog", "dog", "dot", "bat", "bog", "cut"]}
    settings = (
        Setting("start", "cold", N_("the first word"), label=N_("First word")),
        Setting("goal", "warm", N_("the last word"), label=N_("Last word")),
        Setting(
            "words",
            "english",
            N_("english, indonesian, a list of words, or the name of a text file with words"),
            form='["cat", "cot", "dot", "dog"]',
            label=N_("Words"),
        ),
    )
    reversible = True
    lists_all_goals = True

    def __init__(self, start: str = "cold", goal: str = "warm", words: str | Sequence[str] = "english") -> None:
        mistakes = Mistakes()
        mistakes.check(self.settings, {"start": start, "goal": goal})
        ends = {name: _read_end(name, value, mistakes) for name, value in (("start", start), ("goal", goal))}
        known = _read_words(words, mistakes)
        if mistakes.are_fine("start", "goal") and len(ends["start"]) != len(ends["goal"]):
            text = _("start = {start} has {n} letters and goal = {goal} has {m}: both must have the same length")
            sizes = {"n": len(ends["start"]), "m": len(ends["goal"])}
            mistakes.say(text.format(start=quote_value(start), goal=quote_value(goal), **sizes), "start", "goal")
        for name, word in ends.items():
            if mistakes.are_fine("start", "goal", "words") and word not in known:
                mistakes.say(_describe_unknown(name, word, known), name)
        mistakes.raise_any()
        self.start, self.goal = ends["start"], ends["goal"]
        self.known = frozenset(word for word in known if len(word) == len(self.start))
        self.words = words if isinstance(words, str) and words in LISTS else sorted(self.known)

    @classmethod
    def from_text(cls, text: str) -> dict[str, object] | None:
        """The settings for a text of two words, with the included list that contains more of the two words. None if the
        text has another format.
        """
        found = text.casefold().split()
        if len(found) != 2 or len(text) > 3 * MOST_LETTERS:
            return None
        if len(found[0]) != len(found[1]) and len(text.strip().splitlines()) < 2:
            return None
        if not all(word.isalpha() and LEAST_LETTERS <= len(word) <= MOST_LETTERS for word in found):
            return None
        best = max(LISTS, key=lambda name: len(load_words(name).intersection(found)))
        return {"start": found[0], "goal": found[1], "words": best}

    def to_text(self) -> str:
        """The two words, one per line; "" if the problem has its own list of words."""
        return f"{self.start}\n{self.goal}\n" if isinstance(self.words, str) else ""

    # Rules

    @cached_property
    def _letters(self) -> list[list[str]]:
        """For each position, the letters that occur there in the words of the list."""
        return [sorted({word[place] for word in self.known}) for place in range(len(self.goal))]

    def steps(self, state: str) -> Iterator[Step[str, str]]:
        """A step to each listed word that differs in one letter, in the order of the positions, then of the
        alphabet.
        """
        for place, old in enumerate(state):
            for letter in self._letters[place]:
                word = state[:place] + letter + state[place + 1 :]
                if letter != old and word in self.known:
                    yield Step(word, word)

    def is_goal(self, state: str) -> bool:
        """Whether the current word is the last word."""
        return state == self.goal

    def goals(self) -> tuple[str]:
        """The only goal state: the last word."""
        return (self.goal,)

    def turn_around(self) -> Self:
        """The same puzzle with the first and the last word exchanged."""
        return type(self)(self.goal, self.start, self.words)

    def count_wrong_letters(self, state: str) -> int:
        """The number of letters that differ from the last word: each needs a step."""
        return sum(map(str.__ne__, state, self.goal))

    estimates = (
        Estimate(
            N_("letters"),
            count_wrong_letters,
            True,
            N_("number of letters that differ from the last word"),
            N_("h = number of positions in which the letter differs from the last word"),
        ),
    )

    # Text and pictures

    def gestures(self, state: str, move: str) -> tuple[tuple[str, str]]:
        """The clicks that perform a move: on a letter of the word, then on the letter that takes its place."""
        place = next(place for place, (old, new) in enumerate(zip(state, move, strict=True)) if old != new)
        return ((f"place {place}", f"letter {move[place]}"),)

    def refusal(self, state: str, clicks: Sequence[str]) -> str:
        """Why clicks are refused: no letter is chosen, or the new word is not in the list."""
        places = [click[6:] for click in clicks if click.startswith("place ")]
        letters = [click[7:] for click in clicks if click.startswith("letter ")]
        if not places:
            return _("First choose the letter to change, then the new letter.")
        if not letters or not places[0].isdecimal() or int(places[0]) >= len(state):
            return ""
        word = state[: int(places[0])] + letters[-1] + state[int(places[0]) + 1 :]
        return "" if word == state else _("{word} is not in the list of words.").format(word=quote_value(word))

    def scene(self, state: str) -> Scene:
        """A ladder with the last word on top and the current one below, and an alphabet to choose from. Letters that
        agree with the last word have another colour.
        """
        count, alphabet = len(state), sorted({letter for letters in self._letters for letter in letters})
        rows = -(-len(alphabet) // KEYS_ACROSS)
        width = max(count + 2 * RAIL + 0.6, KEYS_ACROSS * KEY + 0.4)
        left = (width - count) / 2
        foot = 3 * RUNG_HEIGHT + 0.5
        height = foot + 0.5 + rows * KEY
        shapes: list[Shape] = [Rect(0, 0, width, height, "board", id="board", round=0.3)]
        shapes += _draw_rails(left - RAIL, left + count + RAIL, foot)
        for place, letter in enumerate(self.goal):
            shapes.append(Rect(left + place + 0.06, 0.35, 0.88, 0.88, "goal", id=f"goal {place}", round=0.12))
            shapes.append(Text(left + place + 0.5, 0.8, letter.upper(), 0.5, "text", id=f"goal letter {place}"))
        for place, letter in enumerate(state):
            role = "piece:2" if letter == self.goal[place] else "piece"
            x, y = left + place + 0.06, 2 * RUNG_HEIGHT + 0.1
            shapes.append(Rect(x, y, 0.88, 0.88, role, letter.upper(), f"place {place}", f"place {place}", 0.12))
        shapes += self._draw_keys(state, alphabet, (width - KEYS_ACROSS * KEY) / 2, foot + 0.25)
        told = _("The word is {word}; it must become {goal}.").format(word=state, goal=self.goal)
        return Scene(width, height, tuple(shapes), told)

    def _draw_keys(self, state: str, alphabet: list[str], left: float, top: float) -> Iterator[Shape]:
        """The alphabet as buttons. Letters that lead to a word at some position have another colour."""
        useful = {
            step.move[place]
            for step in self.steps(state)
            for place in range(len(state))
            if step.move[place] != state[place]
        }
        for number, letter in enumerate(alphabet):
            row, column = divmod(number, KEYS_ACROSS)
            x, y, handle = left + column * KEY, top + row * KEY, f"letter {letter}"
            role, size = "piece:0" if letter in useful else "cell:1", KEY - 0.12
            yield Rect(x + 0.06, y + 0.06, size, size, role, letter.upper(), handle, handle, 0.1)


def _draw_rails(left: float, right: float, foot: float) -> Iterator[Shape]:
    """Two wooden rails and three rungs."""
    for rung in (0.8, RUNG_HEIGHT + 0.75, 2 * RUNG_HEIGHT + 0.55):
        yield Path(((left, rung), (right, rung)), "piece", width=0.18)
    for x in (left, right):
        yield Path(((x, 0.15), (x, foot)), "wall", width=0.26)


def _read_end(name: str, value: object, mistakes: Mistakes) -> str:
    """The first or last word of the ladder in lower case, read from the setting `name`; "" after recording a
    mistake.
    """
    word = value.strip().casefold() if isinstance(value, str) else ""
    if word.isalpha() and LEAST_LETTERS <= len(word) <= MOST_LETTERS:
        return word
    if mistakes.are_fine(name):
        text = _("{name} = {value}: this must be a word of {least} to {most} letters")
        told = text.format(name=name, value=quote_value(value), least=LEAST_LETTERS, most=MOST_LETTERS)
        mistakes.say(told, name)
    return ""


def _read_words(value: object, mistakes: Mistakes) -> frozenset[str]:
    """The words that the setting `words` gives as the name of an included list, as a list, or as a text. Mistakes are
    recorded.
    """
    if isinstance(value, str) and value in LISTS:
        return load_words(value)
    given = value.split() if isinstance(value, str) else value
    if not isinstance(given, list | tuple) or not all(isinstance(word, str) for word in given) or len(given) < 2:
        text = _("words = {value}: this must be one of {names}, a list of words, or the name of a text file")
        mistakes.say(text.format(value=quote_value(value), names=", ".join(LISTS)), "words")
        return frozenset()
    if len(given) > MOST_WORDS:
        text = _("words: there are {n} words; at most {most} are allowed")
        mistakes.say(text.format(n=len(given), most=MOST_WORDS), "words")
    return frozenset(word.strip().casefold() for word in given if word.strip().isalpha())


def _describe_unknown(name: str, word: str, known: frozenset[str]) -> str:
    """A message that a word is not in the list, with at most eight listed words that differ from it in one letter."""
    near = sorted(each for each in known if len(each) == len(word) and sum(map(str.__ne__, each, word)) == 1)
    line = _("{name} = {word}: it is not in the list of words").format(name=name, word=quote_value(word))
    return line + "; " + _("one letter away: {words}").format(words=", ".join(near[:8])) if near else line
