"""Checks of the common parts of all problems: deterministic steps, keys, notations, pictures, clicks."""

from collections import Counter
from collections.abc import Hashable, Iterator, Mapping
from math import isfinite
from typing import Any

from langkah.doctor_checks.survey import Case, Finding, StateSurvey
from langkah.errors import describe_exception, find_nearest_names
from langkah.language import _
from langkah.model import Game, Problem, Puzzle
from langkah.scene import ROLES, Path, Scene
from langkah.settings import quote_value

ARROWS = {"up", "down", "left", "right"}  # the names of the arrow keys in front ends


def check_determinism(survey: StateSurvey) -> Iterator[Finding]:
    """Check that repeated calls of `steps`, `key` and `is_goal` for the same state give the same result."""
    problem = survey.problem
    for case in survey:
        if not case.steps == tuple(problem.steps(case.state)) == tuple(problem.steps(case.state)):
            text = _(
                "two calls of steps() for this state return different steps (or states that do not compare as equal)"
            )
            yield Finding(True, text, survey.board(case.state))
        if problem.key(case.state) != problem.key(case.state):
            yield Finding(True, _("two calls of key() for this state return different keys"), survey.board(case.state))
        if isinstance(problem, Puzzle) and problem.is_goal(case.state) != problem.is_goal(case.state):
            yield Finding(
                True, _("two calls of is_goal() for this state return different results"), survey.board(case.state)
            )


def check_keys(survey: StateSurvey) -> Iterator[Finding]:
    """Check that states with the same key are equivalent: both are goals or neither is, and their steps lead to the
    same keys at the same costs.
    """
    problem = survey.problem
    first: dict[Hashable, Case] = {}
    for case in survey:
        same = first.setdefault(problem.key(case.state), case)
        if same is case:
            continue
        boards = survey.board(same.state, case.state)
        if _judge_state(survey, case.state) != _judge_state(survey, same.state):
            differ = (
                _("these two states have the same key, but a different player to move or a different outcome")
                if isinstance(problem, Game)
                else _("these two states have the same key, but only one of them is a goal")
            )
            yield Finding(True, differ, boards, 1)
        elif _list_next_keys(survey, case) != _list_next_keys(survey, same):
            yield Finding(
                True,
                _("these two states have the same key, but their successors have different keys or step costs"),
                boards,
            )


def _judge_state(survey: StateSurvey, state: Any) -> object:
    """Whether a state is a goal of a puzzle. In a two-player game, the player to move, and how the game ended. None for
    any other problem.
    """
    problem = survey.problem
    if isinstance(problem, Game):
        ended = problem.outcome(state)
        return (problem.player(state), None if ended is None else (True, ended.winner))
    return bool(problem.is_goal(state)) if isinstance(problem, Puzzle) else None


def _list_next_keys(survey: StateSurvey, case: Case) -> frozenset[tuple[Hashable, Any]]:
    """The keys of the successors of a state, each with the cost of the step."""
    return frozenset((survey.problem.key(step.state), step.cost) for step in case.steps)


def check_notation(survey: StateSurvey) -> Iterator[Finding]:
    """Check that the moves from a state have distinct notations, ignoring case and spaces."""
    for case in survey:
        words = [survey.problem.notation(step.move) for step in case.steps]
        wrong = [word for word in words if not isinstance(word, str) or not word.strip()]
        if wrong:
            text = _("the notation of a move is {word}, which cannot be typed")
            yield Finding(True, text.format(word=repr(wrong[0])), survey.board(case.state))
            continue
        typed = Counter("".join(word.casefold().split()) for word in words)
        twice = [word for word in words if typed["".join(word.casefold().split())] > 1]
        if twice:
            text = _("two moves have the same notation: {word}")
            yield Finding(True, text.format(word=repr(twice[0])), survey.board(case.state))


def check_pictures(survey: StateSurvey) -> Iterator[Finding]:
    """Check that each scene has a size, that its shapes are at finite places, and that their ids are unique."""
    for case in survey:
        board = survey.board(case.state)
        try:
            scene = survey.problem.scene(case.state)
        except Exception as error:
            text = _("scene() fails, so players see only the text of this state: {why}")
            yield Finding(True, text.format(why=describe_exception(error)), board)
            continue
        if not isinstance(scene, Scene) or not (0 < scene.width < 1e6 and 0 < scene.height < 1e6):
            yield Finding(True, _("scene() of this state does not return a Scene of a valid size"), board)
            continue
        ids = Counter(shape.id for shape in scene.shapes if shape.id)
        twice = [name for name, count in ids.items() if count > 1]
        if twice:
            yield Finding(True, _("two shapes of one picture have the id {id}").format(id=repr(twice[0])), board)
        if not all(isfinite(place) for shape in scene.shapes for place in _list_coordinates(shape)):
            yield Finding(True, _("a coordinate of a shape is not a finite number"), board)
        for role in {shape.role for shape in scene.shapes if shape.role not in ROLES}:
            yield _describe_unknown_role(role, board)


def _describe_unknown_role(role: str, board: tuple[str, ...]) -> Finding:
    """The finding about a role that no theme defines. A shape with such a role is drawn like the part of the role
    before the colon, if a theme defines this part, else like a piece.
    """
    near, first = find_nearest_names(role, ROLES), role.partition(":")[0]
    text = _("the themes do not define the role {role}, so it is drawn like {like}")
    words = text.format(role=quote_value(role), like=quote_value(first if first in ROLES else "piece"))
    return Finding(first not in ROLES, words, board, advice=f'role="{near[0]}"' if near else "")


def _draw(problem: Problem[Any, Any], state: Any) -> Scene | None:
    """The picture of a state; None if `scene` fails, which `check_pictures` reports."""
    try:
        scene = problem.scene(state)
    except Exception:
        return None
    return scene if isinstance(scene, Scene) else None


def _list_coordinates(shape: Any) -> list[float]:
    return [part for point in shape.points for part in point] if isinstance(shape, Path) else [shape.x, shape.y]


def check_gestures(survey: StateSurvey) -> Iterator[Finding]:
    """Check that every move can be made by clicks on handles in the picture, and that no sequence of clicks means two
    moves.
    """
    problem, listed = survey.problem, 0
    for case in survey:
        clicks = {step.move: [tuple(each) for each in problem.gestures(case.state, step.move)] for step in case.steps}
        if not any(clicks.values()):
            listed += bool(clicks)
            continue
        scene = _draw(problem, case.state)
        if scene is None:
            continue
        handles = {shape.handle for shape in scene.shapes if shape.handle}
        for move, ways in clicks.items():
            yield from _check_clickable(survey, case, move, ways, handles)
        yield from _check_ambiguous(survey, case, clicks)
    if listed == sum(bool(case.steps) for case in survey.all()) and listed:
        line = 'def gestures(self, state, move): return [("HANDLE OF A SHAPE",)]'
        yield Finding(False, _("no move can be clicked: players choose from a list"), advice=line)


def _check_clickable(
    survey: StateSurvey, case: Case, move: Any, ways: list[tuple[str, ...]], handles: set[str]
) -> Iterator[Finding]:
    """Check that a move can be made by clicks on shapes in the picture. Arrow keys may be additional
    ways to make it.
    """
    word, board = survey.problem.notation(move), survey.board(case.state)
    strange = [handle for way in ways for handle in way if handle not in handles and handle not in ARROWS]
    if strange or () in ways:
        text = _("move {move} needs a click on {handle}, which is not in the picture")
        yield Finding(True, text.format(move=word, handle=repr(strange[0] if strange else "")), board)
    elif not any(handles.issuperset(way) for way in ways):
        yield Finding(True, _("move {move} cannot be clicked, though others can").format(move=word), board)


def _check_ambiguous(survey: StateSurvey, case: Case, clicks: Mapping[Any, list[tuple[str, ...]]]) -> Iterator[Finding]:
    """Check that the clicks of one move do not also perform another move, and are not the beginning of another move's
    clicks.
    """
    owner = {way: move for move, ways in clicks.items() for way in ways}
    for move, ways in clicks.items():
        for way in ways:
            for length in range(1, len(way) + 1):
                other = owner.get(way[:length], move)
                if other != move:
                    text = _(
                        "the clicks {clicks} perform {move}, but the clicks for {other} are the same or begin with "
                        "these"
                    )
                    names = {"move": survey.problem.notation(other), "other": survey.problem.notation(move)}
                    yield Finding(True, text.format(clicks=" ".join(way[:length]), **names), survey.board(case.state))


def check_renaming(survey: StateSurvey) -> Iterator[Finding]:
    """Check that the ids that a move renames are in the picture before the move, and that the new ids are in the
    picture after it.
    """
    problem = survey.problem
    for case in survey:
        for step in case.steps:
            renamed = problem.moved(case.state, step.move)
            if not renamed:
                continue
            scenes = [_draw(problem, state) for state in (case.state, step.state)]
            if None in scenes:
                continue
            before, after = ({shape.id for shape in scene.shapes} for scene in scenes if scene is not None)
            missing = [
                *(old for old in renamed if old not in before),
                *(new for new in renamed.values() if new not in after),
            ]
            if missing:
                text = _(
                    "move {move} renames an id, but {id} is missing from the picture before the move (old "
                    "id) or after it (new id)"
                )
                words = text.format(move=problem.notation(step.move), id=repr(missing[0]))
                yield Finding(True, words, survey.board(case.state, step.state))
