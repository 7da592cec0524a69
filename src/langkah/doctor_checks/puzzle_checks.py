"""Checks of puzzles: goals, predecessors, constructed plans, estimates."""

from collections.abc import Hashable, Iterator
from itertools import islice
from math import isnan
from typing import Any

from langkah.doctor_checks.goal_distances import find_gaps, find_goal_distances
from langkah.doctor_checks.survey import Finding, StateSurvey
from langkah.language import _
from langkah.model import ZERO, Cost, Estimate, Puzzle

LONGEST_PLAYED_MOVES = 20_000  # moves of a construction that are played


def _get_puzzle(survey: StateSurvey) -> Puzzle[Any, Any]:
    """The problem as a puzzle; these checks run only on puzzles."""
    assert isinstance(survey.problem, Puzzle)
    return survey.problem


def check_goals(survey: StateSurvey) -> Iterator[Finding]:
    """Check that a goal can be reached, unless `hopeless` says why not; and that `goals` lists all goals and nothing
    else.
    """
    puzzle = _get_puzzle(survey)
    met = [case.state for case in survey.all() if puzzle.is_goal(case.state)]
    reached = find_goal_distances(survey, puzzle).get(puzzle.start)
    reason = puzzle.hopeless()
    if reason and reached is not None:
        text = _("hopeless() says '{why}', but a goal can be reached, at a cost of {cost}")
        yield Finding(True, text.format(why=reason, cost=reached), survey.board(puzzle.start))
    elif reached is None and not reason:
        yield Finding(
            survey.complete,
            _("no goal can be reached from the start")
            if survey.complete
            else _("no path from the start to a goal was found among the states examined"),
        )
    listed = puzzle.goals()
    if listed is None:
        return
    listed = list(islice(listed, 1_000))
    for goal in listed:
        if not puzzle.is_goal(goal):
            yield Finding(True, _("goals() lists a state that is not a goal"), survey.board(goal))
    known = {puzzle.key(goal) for goal in listed}
    for state in met:
        if len(listed) < 1_000 and puzzle.key(state) not in known:
            yield Finding(True, _("this goal is missing from goals()"), survey.board(state))


def check_reversible(survey: StateSurvey) -> Iterator[Finding]:
    """If the puzzle declares that its steps are reversible, check that every step has a reverse step of the same cost.
    Otherwise, suggest this declaration if every step in the whole space can be undone.
    """
    puzzle = _get_puzzle(survey)
    stuck = 0
    for case in survey:
        home = puzzle.key(case.state)
        for step in case.steps:
            after = survey.cases.get(step.state)
            if after is None or any(puzzle.key(back.state) == home and back.cost == step.cost for back in after.steps):
                continue
            stuck += 1
            if puzzle.reversible:
                text = _("{move} cannot be undone at the same cost, although the puzzle is declared reversible")
                boards = survey.board(case.state, step.state)
                yield Finding(True, text.format(move=puzzle.notation(step.move)), boards)
    if not stuck and not puzzle.reversible and survey.complete and len(survey.cases) > 1:
        yield Finding(
            False, _("every step can be undone: searches can use this if you declare it"), advice="reversible = True"
        )


def check_backward(survey: StateSurvey) -> Iterator[Finding]:
    """Check that `back` lists exactly the steps that lead into a state."""
    puzzle = _get_puzzle(survey)
    for case in survey:
        ways = puzzle.back(case.state)
        if ways is None:
            continue
        for way in ways:
            if not any(
                puzzle.key(step.state) == puzzle.key(case.state) and step.cost == way.cost
                for step in puzzle.steps(way.state)
            ):
                boards = survey.board(way.state, case.state)
                yield Finding(
                    True,
                    _("back() lists a step from the first state to the second, but steps() has none at that cost"),
                    boards,
                )
        for step in case.steps:
            into = puzzle.back(step.state)
            if into is not None and not any(
                puzzle.key(way.state) == puzzle.key(case.state) and way.cost == step.cost for way in into
            ):
                boards = survey.board(case.state, step.state)
                yield Finding(
                    True, _("a step leads from the first state to the second, but back() does not list it"), boards
                )


def check_promising(survey: StateSurvey) -> Iterator[Finding]:
    """Check that no goal can be reached from a state that `promising` rejects."""
    puzzle = _get_puzzle(survey)
    far = find_goal_distances(survey, puzzle)
    for case in survey:
        if case.state in far and not puzzle.promising(case.state):
            text = _("promising() rejects this state, but a goal can be reached from it at a cost of {cost}")
            yield Finding(True, text.format(cost=far[case.state]), survey.board(case.state))


def check_level_cost(survey: StateSurvey) -> Iterator[Finding]:
    """If the puzzle declares that all plans from a state cost the same, check that no step begins a plan with another
    cost.
    """
    puzzle = _get_puzzle(survey)
    if not puzzle.level_cost:
        return
    far = find_goal_distances(survey, puzzle)
    for case in survey:
        for step in case.steps:
            if case.state in far and step.state in far and far[case.state] != step.cost + far[step.state]:
                text = _("level_cost is declared, but from this state there are plans of cost {low} and {high}")
                costs = {"low": far[case.state], "high": step.cost + far[step.state]}
                yield Finding(True, text.format(**costs), survey.board(case.state), costs["high"] - costs["low"])


def check_constructions(survey: StateSurvey) -> Iterator[Finding]:
    """Check that each constructed plan is legal, has the declared length, ends at a goal, and is as
    cheap as claimed.
    """
    puzzle = _get_puzzle(survey)
    least = find_goal_distances(survey, puzzle).get(puzzle.start) if survey.complete else None
    for name, plan in puzzle.constructions().items():
        if plan.length > LONGEST_PLAYED_MOVES:
            yield Finding(
                False, _("{name} was not checked: its plan of {n} moves is too long").format(name=name, n=plan.length)
            )
            continue
        state, count = puzzle.start, 0
        cost: Cost = 0
        for move in plan.moves:
            step = next((step for step in puzzle.steps(state) if step.move == move), None)
            if step is None:
                text = _("{name} makes an illegal move: {move}")
                words = text.format(name=name, move=puzzle.notation(move))
                yield Finding(True, words, survey.board(state))
                break
            state, cost, count = step.state, cost + step.cost, count + 1
        else:
            yield from _check_plan_end(survey, name, plan, (state, cost, count), least)


def _check_plan_end(
    survey: StateSurvey, name: str, plan: Any, end: tuple[Any, Cost, int], least: Cost | None
) -> Iterator[Finding]:
    puzzle = _get_puzzle(survey)
    state, cost, count = end
    if not puzzle.is_goal(state):
        yield Finding(True, _("{name} does not end at a goal").format(name=name), survey.board(state))
    if count != plan.length:
        text = _("{name} declares {n} moves, but makes {count}")
        yield Finding(True, text.format(name=name, n=plan.length, count=count))
    if plan.proof and least is not None and cost > least:
        text = _("{name} declares its plan of cost {cost} proved optimal, but the least cost is {least}")
        yield Finding(True, text.format(name=name, cost=cost, least=least))


def check_estimates(survey: StateSurvey) -> Iterator[Finding]:
    """Check that the values of each heuristic are numbers, and are never too high if the heuristic is declared
    admissible. Other observations, such as a lack of consistency, are only notes.
    """
    puzzle = _get_puzzle(survey)
    far = find_goal_distances(survey, puzzle)
    for estimate in puzzle.all_estimates():
        if estimate is ZERO:
            continue
        wrong = [case.state for case in survey if not _is_estimate(estimate.of(puzzle, case.state))]
        if wrong:
            text = _("{name} returns {value}, which is not a number")
            words = text.format(name=estimate.name, value=repr(estimate.of(puzzle, wrong[0]))[:30])
            yield Finding(True, words, survey.board(wrong[0]))
            continue
        yield from _check_admissible(survey, estimate, far)
        yield from _check_consistent(survey, estimate)


def _is_estimate(value: object) -> bool:
    """Whether a value can be an estimate: a number, or infinity for a dead end."""
    return isinstance(value, Cost) and not isinstance(value, bool) and not (isinstance(value, float) and isnan(value))


def _check_admissible(survey: StateSurvey, estimate: Estimate, far: dict[Hashable, Cost]) -> Iterator[Finding]:
    puzzle = _get_puzzle(survey)
    found = list(find_gaps(survey, puzzle, estimate, far))
    if found:
        worst = max(found, key=lambda gap: gap.estimate - gap.true)
        text = (
            _(
                "{name} is declared admissible, but here it is {guess}, although a goal can be reached at a "
                "cost of {true}"
            )
            if estimate.admissible
            else _(
                "{name} is not admissible (and not declared to be): here its value is {guess}, but the least "
                "cost is at most {true}"
            )
        )
        words = text.format(name=estimate.name, guess=worst.estimate, true=worst.true)
        yield Finding(estimate.admissible, words, survey.board(worst.state), worst.estimate - worst.true)
    elif not estimate.admissible and survey.complete:
        text = _("{name} is never too high in the whole space: it is admissible here, but not declared admissible")
        line = (
            "admissible = True" if estimate.name == "own" else f'Estimate("{estimate.name}", ..., admissible=True, ...)'
        )
        yield Finding(False, text.format(name=estimate.name), advice=line)


def _check_consistent(survey: StateSurvey, estimate: Estimate) -> Iterator[Finding]:
    """If the estimate falls over some step by more than the cost of the step, note the step with the largest excess."""
    puzzle = _get_puzzle(survey)
    worst: tuple[Cost, Any, Any, Cost] | None = None
    for case in survey:
        here = estimate.of(puzzle, case.state)
        for step in case.steps:
            fall = here - estimate.of(puzzle, step.state) if here != float("inf") else 0
            if fall > step.cost and (worst is None or fall - step.cost > worst[0]):
                worst = fall - step.cost, case.state, step.state, step.cost
    if worst is not None:
        text = _("{name} is not consistent: over a step of cost {cost} it falls by {fall}")
        words = text.format(name=estimate.name, cost=worst[3], fall=worst[0] + worst[3])
        yield Finding(False, words, survey.board(worst[1], worst[2]), worst[0])
