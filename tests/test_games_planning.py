"""Planning tasks: costs and steps against an independent planner, heuristics, the SAS format, and mistakes with their
place.
"""

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from langkah import explore, load, solve
from langkah.errors import BadInput
from langkah.games import list_levels, parse_settings
from langkah.games.planning.expressions import read_expressions
from langkah.games.planning.planning import BLOCKS, SUSSMAN, Planning
from tests.oracle import distances, least_cost
from tests.planner import NaivePlanner

LEVELS = list_levels("planning")
SAS = """begin_version
3
end_version
begin_metric
1
end_metric
2
begin_variable
var0
-1
3
Atom at(robot, a)
Atom at(robot, b)
Atom at(robot, c)
end_variable
begin_variable
var1
-1
2
Atom lit()
NegatedAtom lit()
end_variable
1
begin_mutex_group
2
0 0
0 1
end_mutex_group
begin_state
0
1
end_state
begin_goal
2
0 2
1 0
end_goal
4
begin_operator
go a b
0
1
0 0 0 1
3
end_operator
begin_operator
go b c
0
2
0 0 1 2
1 1 0 1 -1 1
4
end_operator
begin_operator
go c b
0
1
0 0 2 1
0
end_operator
begin_operator
light
1
0 2
1
0 1 -1 0
2
end_operator
0
"""


def open_level(name: str) -> Planning:
    """The problem of a level of the game `planning`."""
    found = load(f"planning:{name}")
    assert isinstance(found, Planning)
    return found


@pytest.mark.parametrize("name", LEVELS)
def test_levels_cost_what_another_planner_says(name: str) -> None:
    problem = open_level(name)
    result = solve(problem)
    assert result.optimal
    assert result.cost == NaivePlanner(problem.domain, problem.problem).solve() == least_cost(problem)


@pytest.mark.parametrize("name", LEVELS)
def test_every_state_has_the_steps_that_another_planner_finds(name: str) -> None:
    """Along a random walk, the actions that change the state, the facts after each action and the costs agree with an
    independent planner.
    """
    problem, rng = open_level(name), Random(name)
    other = NaivePlanner(problem.domain, problem.problem)
    state, facts = problem.start, other.start
    known = {tuple(each.split()) for each in problem.task.facts}
    for _step in range(25):
        mine = {step.move: step for step in problem.steps(state)}
        theirs = {name: (after, cost) for name, after, cost in other.steps(facts)}
        assert mine.keys() == theirs.keys()
        for move, step in mine.items():
            held = {tuple(fact.split()) for fact in problem.task.list_facts(step.state)}
            assert held == set(theirs[move][0]) & known
            assert step.cost == theirs[move][1]
        if not mine:
            break
        move = rng.choice(sorted(mine))
        state, facts = mine[move].state, theirs[move][0]


@pytest.mark.parametrize("name", LEVELS)
def test_estimates_keep_their_word(name: str) -> None:
    """h-max never exceeds the least cost or h-add, and goal-count is positive in every state that is not a goal."""
    problem = open_level(name)
    for state in [problem.start, *(step.state for step in problem.steps(problem.start))][:20]:
        least = solve(problem.at(state), "uniform-cost").cost
        values = {each.name: each.of(problem, state) for each in problem.all_estimates()}
        assert least is None or values["h-max"] <= least
        assert values["h-max"] <= values["h-add"]
        assert problem.is_goal(state) or values["goal-count"] > 0


@pytest.mark.parametrize("name", ["blocks-3", "gripper-2", "ferry", "blocks-6", "parcels"])
def test_compiled_states_are_counted_alike(name: str) -> None:
    problem = open_level(name)
    packed = problem.packed()
    assert packed is not None
    assert sorted(packed.successors(packed.start)) == sorted(step.state for step in problem.steps(problem.start))
    assert explore(problem).states == len(distances(problem))


def test_more_than_63_facts_take_several_words() -> None:
    names = [f"b{n}" for n in range(8)]
    facts = "(handempty)" + "".join(f"(ontable {each}) (clear {each})" for each in names)
    text = f"(define (problem wide) (:domain blocks) (:objects {' '.join(names)}) (:init {facts}) (:goal (on b0 b1)))"
    problem = Planning(problem=text)
    packed = problem.packed()
    assert packed is not None
    assert packed.words == 2
    assert sorted(packed.successors(packed.start)) == sorted(step.state for step in problem.steps(problem.start))
    assert solve(problem, "breadth-first").cost == solve(problem, "a-star").cost == 2


def test_output_sas() -> None:
    problem = Planning(sas=SAS)
    result = solve(problem)
    assert (result.cost, result.optimal) == (3 + 4 + 2, True)
    assert result.cost == least_cost(problem)
    assert problem.text(problem.start) == "at: robot a"


@pytest.mark.parametrize(
    ("old", "new", "place", "words"),
    [
        ("end_version", "end_versions", "line 3", "end_version"),
        ("-1\n3\n", "0\n3\n", "line 10", "derived"),
        ("0 0 0 1\n3", "0 7 0 1\n3", "line 43", "variable 7"),
        ("0 0 0 1\n3", "0 0 0\n3", "line 43", "4"),
        ("end_operator\n0\n", "end_operator\n", "line 69", "early"),
    ],
)
def test_damaged_sas_names_the_line(old: str, new: str, place: str, words: str) -> None:
    assert old in SAS
    with pytest.raises(BadInput) as error:
        Planning(sas=SAS.replace(old, new, 1))
    assert place in str(error.value)
    assert words in str(error.value)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (":strips", ":strips :fluents", "domain: line 2, column 26: :fluents is not supported"),
        ("(holding ?x)\n", "(or (holding ?x))\n", "line 8, column 19: not supported: disjunctions in a condition"),
        ("(holding ?x)\n", "(forall (?z) (clear ?z))\n", "not supported: quantifiers"),
        ("(clear ?y))\n", "(clear ?z))\n", "Name '?z' is not known. Did you mean"),
        ("(clear ?y))\n", "(clear ?y ?y))\n", "clear takes 1 arguments, not 2"),
        ("(:action put-down", "(:derived put-down", "not supported: derived predicates"),
        ("(:action put-down", "(:action pick-up", "pick-up is defined twice"),
        ("?x ?y)\n    :precondition (and (holding", "?x ?x)\n    :precondition (and (holding", "?x is defined twice"),
        ("(holding ?x))\n  (:action", "(holding ?x)\n  (:action", "domain: "),
        ("(handempty) (holding ?x))\n", "(handempty) (holding ?x - block))\n", "Type 'block' is not known"),
    ],
)
def test_mistakes_in_a_domain_name_their_place(old: str, new: str, said: str) -> None:
    assert old in BLOCKS
    with pytest.raises(BadInput) as error:
        Planning(domain=BLOCKS.replace(old, new, 1))
    assert said in str(error.value)
    assert "line" in str(error.value)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("(:domain blocks)", "(:domain bricks)", "problem: line 2, column 3: the problem belongs to the domain bricks"),
        ("(clear c)", "(cler c)", "problem: line 4, column 44: Predicate 'cler' is not known. Did you mean clear?"),
        ("(:goal", "(:gaol", ":gaol is not known here"),
        ("(on b c))", "(on b d))", "Name 'd' is not known"),
    ],
)
def test_mistakes_in_a_problem_name_their_place(old: str, new: str, said: str) -> None:
    assert old in SUSSMAN
    with pytest.raises(BadInput) as error:
        Planning(problem=SUSSMAN.replace(old, new, 1))
    assert said in str(error.value)


def test_an_unreachable_goal_is_proved_without_a_search() -> None:
    problem = Planning(problem=SUSSMAN.replace("(on a b)", "(on a a)"))
    assert solve(problem).status == "impossible"
    never = Planning(problem=SUSSMAN.replace("(clear b) (handempty)", "(clear b)"))
    assert "is unreachable" in never.hopeless()
    assert solve(never).status == "impossible"


def test_two_files_and_one(tmp_path: Path, langkah: Any) -> None:
    domain, problem, both = tmp_path / "d.pddl", tmp_path / "p.pddl", tmp_path / "both.pddl"
    domain.write_text(BLOCKS)
    problem.write_text(SUSSMAN)
    both.write_text(SUSSMAN + BLOCKS)
    for words in ([str(domain), str(problem)], [str(both)]):
        _code, out, _err = langkah("solve", *words, "--json")
        found = json.loads(out)
        assert (found["cost"], found["optimal"]) == (6, True)
        assert found["moves"][0] == "(unstack c a)"
    assert solve(load(str(domain), parse_settings([str(problem)]))).cost == 6
    code, _out, err = langkah("solve", str(domain))
    assert (code, "domain.pddl problem.pddl" in err) == (2, True)
    both.write_text(SUSSMAN + BLOCKS.replace("(handempty)", "(handmpty)", 1))
    assert "line 10, column" in langkah("solve", str(both))[2]


@given(st.text(st.sampled_from("() \n;ab?:-="), max_size=80))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        found = read_expressions(text)
    except BadInput as error:
        assert "line" in str(error)  # noqa: PT017 - either way is right
    else:
        assert text.count("(") >= len(found)


@settings(max_examples=60)
@given(st.integers(0, len(BLOCKS) - 1), st.sampled_from(["", "(", ")", "?", "a", ":action", " and "]), st.booleans())
def test_damaged_pddl_never_ends_in_a_traceback(place: int, sign: str, swap: bool) -> None:
    domain = BLOCKS[:place] + sign + BLOCKS[place + 1 :]
    try:
        problem = Planning(domain=SUSSMAN if swap else domain, problem=domain if swap else SUSSMAN)
    except BadInput as error:
        assert str(error)  # noqa: PT017 - either way is right
    else:
        assert problem.steps(problem.start) is not None


def test_sizes_are_bounded() -> None:
    """An action with 1500 conditions is accepted; an action with too many parameters is refused with its place."""
    names = [f"(p{number})" for number in range(1500)]
    domain = (
        f"(define (domain d) (:predicates (q) {' '.join(names)}) (:action a{{}} :precondition (and {{}}) :effect (q)))"
    )
    problem = f"(define (problem p) (:domain d) (:init {' '.join(names)}) (:goal (q)))"
    assert solve(Planning(domain.format("", " ".join(names)), problem)).moves == ("(a)",)
    many = " :parameters (" + " ".join(f"?v{number}" for number in range(61)) + ")"
    with pytest.raises(BadInput, match=r"line 1, column [0-9]+: a has 61 parameters; at most 60"):
        Planning(domain.format(many, ""), problem)
