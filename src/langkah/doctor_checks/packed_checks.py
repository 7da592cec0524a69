"""Checks of a packed form: the packed numbers and the plain states must agree about goals and successors.

A packed form may merge states that `key` distinguishes, such as mirror images. This is correct if all states with the
same number are goals or none is, and if their successors have the same numbers; these checks compare both.
"""

import re
import time
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING, Any

from langkah.doctor_checks.survey import Case, Finding, StateSurvey
from langkah.errors import BadInput, describe_exception, find_nearest_names
from langkah.language import _, format_number
from langkah.model import Puzzle
from langkah.packed import Packed

if TYPE_CHECKING:
    from langkah.engine.patterns import PatternDatabases

WATCHED_STATES = 200  # states whose packed form is run with operators that detect what compiled code cannot do
WATCHED_SECONDS = 0.5
PROOF_SECONDS = 0.2  # least time for pattern databases
MAKE_PACKED = "return Packed.of(self.start, pack, unpack, expand, goal, branching=..., unit_cost=True)"


def _get_packed(survey: StateSurvey) -> Packed[Any] | None:
    assert isinstance(survey.problem, Puzzle)
    return survey.problem.packed()


def check_packed(survey: StateSurvey) -> Iterator[Finding]:
    """Check that goals, successors, costs and unpacking of the packed form agree with the plain puzzle."""
    try:
        packed = _get_packed(survey)
    except TypeError as error:
        yield _describe_keyword(error)
        return
    if packed is None:
        return
    yield from _check_keywords(packed)
    puzzle = survey.problem
    assert isinstance(puzzle, Puzzle)
    if packed.pack(puzzle.start) != packed.start:
        yield Finding(
            True,
            _("packed: its start is not the number that pack() gives for the puzzle's start"),
            survey.board(puzzle.start),
        )
    for case in survey:
        word, board = packed.pack(case.state), survey.board(case.state)
        successors, expected = list(packed.successors(word)), [packed.pack(step.state) for step in case.steps]
        if set(successors) != set(expected):
            yield Finding(
                True,
                _("packed: its successors are not the numbers that pack() gives for the successors in steps()"),
                board,
            )
        elif Counter(successors) != Counter(expected):
            text = _(
                "packed: a successor occurs more or less often than in steps(), so compiled code and plain "
                "Python count differently"
            )
            yield Finding(False, text, board)
        if bool(packed.is_goal(word)) != bool(puzzle.is_goal(case.state)):
            yield Finding(True, _("packed: goal and is_goal() disagree"), board)
        if packed.unit_cost and any(step.cost != 1 for step in case.steps):
            yield Finding(
                True,
                _("packed: unit_cost declares that every step costs 1, but one step does not"),
                board,
                advice="unit_cost=False",
            )
        yield from _check_numbers(packed, puzzle, case, board)
        try:
            unpacked = packed.unpack(word)
        except NotImplementedError:
            continue
        if packed.pack(unpacked) != word:
            yield Finding(True, _("packed: unpack() returns a state for which pack() gives a different number"), board)
        elif unpacked == case.state and successors != expected and Counter(successors) == Counter(expected):
            text = _("packed: the successors are in a different order from steps(), so ties are broken differently")
            yield Finding(False, text, board)


def _check_numbers(
    packed: Packed[Any], puzzle: Puzzle[Any, Any], case: Case, board: tuple[Any, ...]
) -> Iterator[Finding]:
    """Check that the packed costs and estimates of a state equal those of the puzzle."""
    word = packed.pack(case.state)
    if packed.costs and {(packed.pack(step.state), step.cost) for step in case.steps} != set(packed.list_steps(word)):
        yield Finding(True, _("packed: the cost of a step in expand differs from its cost in steps()"), board)
    if packed.estimate is None:
        return
    if type(puzzle).estimate is Puzzle.estimate:
        text = _("packed: its estimate is not used, because the puzzle does not define estimate()")
        yield Finding(False, text, advice="def estimate(self, state): return packed_estimate(pack(state))")
    elif packed.guess(word) != max(puzzle.estimate(case.state), 0):
        yield Finding(True, _("packed: its estimate differs from the result of estimate()"), board)


def check_patterns(survey: StateSurvey) -> Iterator[Finding]:
    """Check that every step has an abstract step in each abstraction, and that no cost is counted twice. Only then are
    the estimates from pattern databases admissible.
    """
    from langkah.engine.patterns import PATTERNS, find_patterns

    assert isinstance(survey.problem, Puzzle)
    packed = _get_packed(survey)
    if packed is None or not packed.abstractions:
        return
    if PATTERNS not in survey.problem.all_estimates():
        text = _("packed: its abstractions are not used, because `estimates` does not list PATTERNS")
        yield Finding(False, text, advice="estimates = (PATTERNS,)")
    try:
        patterns = find_patterns(survey.problem)
    except BadInput as error:
        yield Finding(True, error.lines[0])
        return
    survey.deadline = max(survey.deadline, time.monotonic() + PROOF_SECONDS)  # building may have used all the time
    yield from _prove_patterns(survey, patterns)


def _prove_patterns(survey: StateSurvey, patterns: "PatternDatabases") -> Iterator[Finding]:
    """Prove that every step has an abstract step in each abstraction, and verify the distances in the pattern
    databases, as far as time allows.
    """
    from langkah.engine.patterns import find_lost_steps, find_wrong_distances, list_states

    assert isinstance(survey.problem, Puzzle)
    packed, proved, sound = patterns.packed, 0, True
    goals = [packed.pack(goal) for goal in survey.problem.goals() or ()]
    looked = _Counted(survey.go_on(list_states(packed, [packed.start, *goals]), share=0.5))
    for text in find_lost_steps(packed, looked):
        sound = False
        yield Finding(True, text, _show_packed(survey, packed, looked.last))
    for text in survey.go_on(find_wrong_distances(patterns, goals)):
        proved += not text
        if text:
            sound = False
            yield Finding(True, text)
    if not sound:
        return
    told = {"n": format_number(patterns.size), "k": format_number(proved), "states": format_number(looked.count)}
    text = _(
        "patterns: the abstractions preserve every step in the {states} states examined before the time limit; {k} of "
        "{n} distances are proved"
    )
    if not survey.is_late:
        text = _(
            "patterns: admissible, because the abstractions preserve every step in all {states} states; all {n} "
            "distances are proved"
        )
    yield Finding(False, text.format(**told))


def _show_packed(survey: StateSurvey, packed: Packed[Any], word: int) -> tuple[str, ...]:
    """A packed state as the puzzle writes it as text; () if it cannot be unpacked."""
    try:
        return survey.board(packed.unpack(word))
    except NotImplementedError:
        return ()


class _Counted:
    """Iterates over states, counting them and remembering the last one."""

    def __init__(self, words: Iterator[int]) -> None:
        self.words, self.count, self.last = words, 0, 0

    def __iter__(self) -> Iterator[int]:
        for word in self.words:
            self.count, self.last = self.count + 1, word
            yield word


def _check_keywords(packed: Packed[Any]) -> Iterator[Finding]:
    """Check that every keyword given to a packed form is the name of one of its fields or methods."""
    known = [name for name in (*vars(Packed), *Packed.__annotations__) if not name.startswith("_")]
    for name in vars(packed) if type(packed) is Packed else ():
        if name not in known:
            yield _describe_unknown_keyword(name, known)


def _describe_keyword(error: TypeError) -> Finding:
    """The finding about an unknown keyword in a call of `Packed.of`, or about any other error in packed()."""
    found = re.search(r"unexpected keyword argument '(\w+)'", str(error))
    known = [name for name in Packed.__annotations__ if not name.startswith("_")]
    return _describe_unknown_keyword(found[1], known) if found else Finding(True, describe_exception(error))


def _describe_unknown_keyword(name: str, known: list[str]) -> Finding:
    near = find_nearest_names(name, known)
    text = _("packed: `{name}` is not a keyword argument of Packed.of")
    return Finding(True, text.format(name=name), advice=f"Packed.of(..., {near[0]}=...)" if near else "")


def check_compiled(survey: StateSurvey) -> Iterator[Finding]:
    """Check whether compiled code can search this puzzle. If not, the finding says why, with the line in the puzzle's
    source.
    """
    from langkah.engine.compiler import can_compile
    from langkah.engine.watched_code import find_refusal

    try:
        packed = _get_packed(survey)
    except Exception:  # `check_packed` reports this error
        return
    if packed is None:
        if not survey.complete:
            yield Finding(
                False, _("only plain Python can search this puzzle: it does not define packed()"), advice=MAKE_PACKED
            )
        return
    if packed.expand is None or packed.goal is None:
        text = _("compiled code will not be used: {why}").format(why=_("packed() does not define `expand` and `goal`"))
        yield Finding(False, text, advice=MAKE_PACKED)
        return
    words = list(dict.fromkeys(packed.pack(case.state) for case in survey))
    some = islice(words, 0, None, len(words) // WATCHED_STATES + 1)
    refusal = find_refusal(packed, some, seconds=WATCHED_SECONDS)
    if refusal is not None and refusal.only_slow:
        yield Finding(False, _("compiled code will not be used: {why}").format(why=refusal.text))
    elif refusal is not None:
        yield Finding(True, f"packed: {refusal.text}")
    elif not can_compile():
        text = _("compiled code will not be used: {why}")
        why = _("the compiler is not installed")
        yield Finding(False, text.format(why=why), advice="pip install 'langkah[fast]'")
    own = type(survey.problem).estimate is not Puzzle.estimate  # type: ignore[attr-defined]
    if own and packed.estimate is None and (packed.unit_cost or packed.costs):
        text = _("A* runs only in plain Python: packed() does not define `estimate`")
        yield Finding(False, text, advice="Packed.of(..., estimate=packed_estimate)")
    if (
        not packed.unit_cost
        and not packed.costs
        and all(step.cost == 1 for case in survey.all() for step in case.steps)
    ):
        text = _("packed: every step costs 1, but without unit_cost compiled searches cannot call a plan optimal")
        yield Finding(False, text, advice="Packed.of(..., unit_cost=True)")
