"""Snakes and ladders: the tables of the papers snakes-bnb and snakes-bfs, known boards, and every rule against a piece
that moves square by square.
"""

import json
import tomllib
from collections import defaultdict
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from langkah import load, solve
from langkah.games import LEVELS, list_levels
from langkah.games.snakes import FIRST_BOARD, Snakes
from langkah.tracing import Kind, Result, Status, Trace
from tests.oracle import distances, replay

DATA = json.loads((Path(__file__).parent / "data" / "snakes.json").read_text(encoding="utf-8"))
BOARDS = [*DATA["boards"], *DATA["random"]]
RULES = {"stay": "stay", "bounce": "bounce", "over": "win"}
OVERSHOOT = ("stay", "bounce", "win")


def board(name: str, **more: object) -> Snakes:
    """The board of a level or of another problem name."""
    found = load(name, more)
    assert isinstance(found, Snakes)
    return found


def known(entry: dict[str, Any], **more: Any) -> Snakes:
    """The board of an entry of the data file."""
    given = {"squares": entry["squares"], "die": entry["die"], "overshoot": RULES[entry["rule"]], **more}
    return Snakes(start=entry["start_square"], jumps=entry["jumps"], **given)


# A second implementation of the rules, square by square.


def walk(game: Snakes, square: int, roll: int) -> int | None:
    """The square where a roll ends, counted one square at a time and with the jump; None if the roll is lost."""
    here, direction = square, 1
    for _square in range(roll):
        if here == game.last and direction == 1:
            if game.overshoot == "win":
                return game.last
            if game.overshoot == "stay":
                return None
            direction = -1
        elif here == 0:
            direction = 1
        here += direction
    return game.jumps.get(here, here)


def turns(game: Snakes, square: int) -> dict[tuple[int, ...], int]:
    """Every turn that moves the piece: its rolls, and the square where the turn ends. A turn that returns to an earlier
    square is not continued.
    """
    found: dict[tuple[int, ...], int] = {}
    rolls: tuple[int, ...] = ()
    been: list[int] = []
    here: int | None = square
    while here is not None and here not in been and here != game.last:
        been.append(here)
        for roll in range(1, game.die + 1):
            end = walk(game, here, roll)
            if game.six_again and roll == game.die and end != game.last:
                continue
            if end is not None or rolls:
                found[(*rolls, roll)] = here if end is None else end
        if not game.six_again:
            break
        rolls, here = (*rolls, game.die), walk(game, here, game.die)
    return found


def by_chance(game: Snakes, square: int) -> dict[int, float]:
    """The probability of each end of a turn, by throwing the die until the turn is almost certainly over."""
    ended: dict[int, float] = defaultdict(float)
    under_way = {square: 1.0}
    while sum(under_way.values()) > 1e-13:
        still: dict[int, float] = defaultdict(float)
        for here, chance in under_way.items():
            for roll in range(1, game.die + 1):
                end = walk(game, here, roll)
                stands = here if end is None else end
                again = game.six_again and roll == game.die and stands != game.last
                (still if again else ended)[stands] += chance / game.die
        under_way = still
    return dict(ended)


@st.composite
def games(draw: st.DrawFn, most: int = 30) -> Snakes:
    """Random small boards with random rules."""
    last = draw(st.integers(1, most))
    inside = st.integers(1, max(1, last - 1))
    jumps = draw(st.dictionaries(inside, st.integers(1, last), max_size=10)) if last > 1 else {}
    return Snakes(
        squares=last,
        cols=draw(st.integers(1, 7)),
        die=draw(st.integers(1, 8) | st.integers(9, 70)),
        overshoot=draw(st.sampled_from(OVERSHOOT)),
        start=draw(st.integers(0, last - 1)),
        six_again=draw(st.booleans()),
        jumps={foot: end for foot, end in jumps.items() if foot != end},
    )


@settings(max_examples=300)
@given(games())
def test_steps_and_their_reverse_are_the_rules(game: Snakes) -> None:
    """The steps are those of `turns`, in a fixed order and with unique notations; `back` is exactly their reverse."""
    reverse: dict[int, set[tuple[int, int]]] = defaultdict(set)
    for square in range(game.last + 1):
        steps = game.steps(square)
        assert {tuple(game.rolls(step.move)): step.state for step in steps} == turns(game, square)
        assert len({game.notation(step.move) for step in steps}) == len(steps)
        assert steps == game.steps(square)
        assert all(step.cost == 1 for step in steps)
        for step in steps:
            reverse[step.state].add((step.move, square))
    for square in range(game.last + 1):
        into = [(step.move, step.state) for step in game.back(square)]
        assert len(into) == len(set(into))
        assert set(into) == reverse[square]


@settings(max_examples=200)
@given(games())
def test_the_packed_form_is_the_game(game: Snakes) -> None:
    """The packed form has the same steps in the same order and the same goal as the puzzle."""
    packed = game.packed()
    assert packed is not None
    for square in range(game.last + 1):
        assert packed.unpack(packed.pack(square)) == square
        assert list(packed.successors(square)) == [step.state for step in game.steps(square)]
        assert packed.is_goal(square) == game.is_goal(square)


def test_turns_without_end_have_no_packed_form() -> None:
    """If one turn can have thousands of throws of a large die, the board has no packed form."""
    assert Snakes(100, 100, die=1000, six_again=True).packed() is None
    assert Snakes(100, 100, die=1000).packed() is not None


@settings(max_examples=300)
@given(games())
def test_chances_are_exact(game: Snakes) -> None:
    """The probabilities of the turns from a square add up to 1, agree with `by_chance`, and lead to the squares that
    the steps reach, apart from the square itself.
    """
    for square in range(game.last):
        chances = game.chances(square)
        assert sum(chance for chance, _square in chances) == 1
        assert len({end for _chance, end in chances}) == len(chances)
        reached = {end for _chance, end in chances}
        assert reached - {square} == {step.state for step in game.steps(square)} - {square}
        if game.die > 1:
            assert {end: float(chance) for chance, end in chances} == pytest.approx(by_chance(game, square))
    assert game.chances(game.last) == [(Fraction(1), game.last)]


def naive_least(game: Snakes) -> int | None:
    """The least number of turns, layer by layer; None if the last square cannot be reached."""
    reached, layer, count = {game.start}, {game.start}, 0
    while layer:
        if game.last in layer:
            return count
        layer = {end for square in layer for end in turns(game, square).values()} - reached
        reached |= layer
        count += 1
    return None


@settings(max_examples=200)
@given(games(most=45), st.sampled_from(["", "breadth-first", "a-star", "branch-and-bound", "bidirectional"]))
def test_least_turns(game: Snakes, algorithm: str) -> None:
    """Searches find and prove the cost of `naive_least`, or prove that the last square cannot be reached."""
    least = naive_least(game)
    result = solve(game, algorithm or None)
    assert result.cost == least
    if least is None:
        assert result.status is Status.IMPOSSIBLE
    else:
        assert result.optimal
        assert replay(game, result) == (game.last, least)


@settings(max_examples=200)
@given(games(most=60))
def test_the_default_estimate_is_never_too_high(game: Snakes) -> None:
    """The default heuristic is admissible and consistent: the estimate never exceeds the true distance, and no step
    lowers the estimate by more than its cost.
    """
    for square in range(game.last + 1):
        least = naive_least(game.at(square))
        guess = game.ladders_only(square)
        assert least is None or guess <= least
        assert all(guess <= 1 + game.ladders_only(step.state) for step in game.steps(square))
    assert game.ladders_only(game.last) == 0


def test_the_default_estimate_takes_snakes_that_help_into_account() -> None:
    """From 4, the snake at 5 leads back to the foot of a long ladder: two turns reach 90, and four turns reach the end.
    The default estimate allows for this snake.
    """
    game = Snakes(jumps={3: 90, 5: 2})
    result = solve(game.at(4))
    assert (result.cost, result.states[:3]) == (4, (4, 2, 90))
    assert game.ladders_only(4) <= 4 < game.without_ladders(4) == 16


@pytest.mark.parametrize("entry", BOARDS, ids=lambda entry: entry["name"])
def test_known_boards(entry: dict[str, Any]) -> None:
    """Each board has the known least number of rolls, the probability of this number, the number of reachable squares,
    and the exact expected number of rolls.
    """
    game = known(entry)
    assert solve(game).cost == entry["min_rolls"]
    assert expected(game) == Fraction(entry["expected_rolls_exact"])
    reach = distances(game)
    assert len(reach) == entry.get("reachable_states", len(reach))
    at: dict[int, Fraction] = {game.start: Fraction(1)}
    for _roll in range(entry["min_rolls"]):
        after: dict[int, Fraction] = defaultdict(Fraction)
        for square, chance in at.items():
            for more, end in game.chances(square):
                after[end] += chance * more
        at = after
    assert float(at[game.last]) == pytest.approx(entry["prob_of_min"])


def expected(game: Snakes) -> Fraction:
    """The expected number of turns from the start, by eliminating the squares one by one from the linear equations, the
    start last.
    """
    rows = {square: dict[int, Fraction]() for square in range(game.last)}
    cost = dict.fromkeys(rows, Fraction(1))
    for square, row in rows.items():
        for chance, end in game.chances(square):
            row[end] = chance
    order = [square for square in rows if square != game.start] + [game.start]
    for done, square in enumerate(order):
        row = rows[square]
        stay = 1 / (1 - row.pop(square, Fraction(0)))
        cost[square] *= stay
        rows[square] = {end: chance * stay for end, chance in row.items()}
        for other in order[done + 1 :]:
            share = rows[other].pop(square, None)
            if share is not None:
                cost[other] += share * cost[square]
                for end, chance in rows[square].items():
                    rows[other][end] = rows[other].get(end, Fraction(0)) + share * chance
    return cost[game.start]


@pytest.mark.parametrize("die", [2, 3, 6, 15, 20])
def test_spinners(die: int) -> None:
    """The classic board with dice of other sizes has the published expected numbers of turns."""
    game = known(DATA["boards"][0], die=die)
    assert float(expected(game)) == pytest.approx(DATA["spinner_sizes_MB47"][str(die)], abs=1e-4)


# The papers.


def papers_search(level: str) -> tuple[Snakes, Result[int, int], Trace]:
    """The branch and bound of snakes-bnb: the paper's heuristic and tie-breaks, without duplicate detection."""
    game, trace = board(level), Trace()
    result = solve(game, "branch-and-bound", estimate="paper", ties=("deep", "high"), duplicates=False, observe=trace)
    return game, result, trace


def queues(trace: Trace, costs: bool) -> list[str]:
    """One line for each expanded node: the node, and the frontier after its children were added."""
    takes = [index for index, event in enumerate(trace.events) if event.kind is Kind.TAKE]
    lines = []
    for index, until in zip(takes, [*takes[1:], len(trace)], strict=True):
        row = trace.after(until).frontier()
        told = (f"{event.state}:{event.total}" if costs else str(event.state) for event in row)
        lines.append(f"{trace.events[index].state} | {' '.join(told)}")
    return lines


def test_snakes_bnb_board_1() -> None:
    """The correct queue tables of board 1: those of the paper, without its slips (squares 87, 86, 95, 93, 100)."""
    _game, result, trace = papers_search("snakes:paper-1")
    assert result.notation == ("3", "6", "1", "6", "5", "4")
    assert (result.cost, result.stats.expanded, result.stats.generated) == (6, 7, 37)
    assert not result.optimal
    assert "admissible" in result.why
    assert trace.node(0).total == 17
    lines = queues(trace, costs=True)
    assert lines[0] == "0 | 21:15 6:17 5:17 4:17 2:18 1:18"
    assert lines[1] == "21 | 27:15 26:15 25:15 24:15 23:15 22:15 6:17 5:17 4:17 2:18 1:18"
    assert lines[2].startswith("27 | 84:6 33:15 32:15 31:15 30:15 29:15 26:15 25:15 24:15 23:15 22:15 6:17")
    assert lines[3].startswith("84 | 91:6 89:6 87:7 86:7 85:7 33:15 32:15")
    assert lines[4].startswith("91 | 96:6 95:6 94:6 89:6 92:7 87:7 86:7 85:7")
    assert lines[5].startswith("96 | 100:6 95:6 94:6 89:6 99:7 99:7 98:7 98:7 92:7")
    assert len(lines) == 7


def test_snakes_bnb_board_2() -> None:
    """On board 2, the paper's heuristic gives 9 rolls and an admissible heuristic gives 6, so the fault is in the
    heuristic, not in the algorithm.
    """
    game, result, _trace = papers_search("snakes:paper-2")
    assert result.notation == ("4", "6", "6", "6", "6", "6", "6", "6", "2")
    assert (result.cost, result.stats.expanded, result.stats.generated) == (9, 10, 55)
    assert not result.optimal
    sound = solve(game, "branch-and-bound")
    assert (sound.cost, sound.optimal, sound.estimate) == (6, True, "jumps")
    assert sound.notation == ("6", "6", "4", "5", "6", "1")
    gaps = {square: game.without_ladders(square) - (naive_least(game.at(square)) or 0) for square in range(101)}
    assert max(gaps.values()) == gaps[0] == 11
    assert gaps[6] == 11  # the shortest path uses this square, which the paper's queue postpones


def test_snakes_bfs() -> None:
    """Breadth-first search gives the paper's table of iterations, one line for each expanded node, and the seven rolls
    of the paper.
    """
    game, trace = board("snakes:paper-bfs"), Trace()
    result = solve(game, "breadth-first", observe=trace)
    assert result.states == (0, 14, 16, 22, 84, 88, 94, 100)
    assert result.notation == ("4", "2", "6", "6", "4", "6", "6")
    assert result.optimal
    assert result.stats.expanded == 82
    lines = queues(trace, costs=False)
    assert lines[:9] == [
        "0 | 38 2 3 14 5 6",
        "38 | 2 3 14 5 6 39 40 41 42 43 44",
        "2 | 3 14 5 6 39 40 41 42 43 44 7 8",
        "3 | 14 5 6 39 40 41 42 43 44 7 8 31",
        "14 | 5 6 39 40 41 42 43 44 7 8 31 15 16 18 19 20",
        "5 | 6 39 40 41 42 43 44 7 8 31 15 16 18 19 20 10 11",
        "6 | 39 40 41 42 43 44 7 8 31 15 16 18 19 20 10 11 12",
        "39 | 40 41 42 43 44 7 8 31 15 16 18 19 20 10 11 12 45",
        "40 | 41 42 43 44 7 8 31 15 16 18 19 20 10 11 12 45 46",
    ]
    assert lines[68:82] == [
        "73 | 94 75 96 70 71 74 97 79 76 77 78",
        "94 | 75 96 70 71 74 97 79 76 77 78 99 100",
        "75 | 96 70 71 74 97 79 76 77 78 99 100 81",
        "96 | 70 71 74 97 79 76 77 78 99 100 81",
        "70 | 71 74 97 79 76 77 78 99 100 81",
        "71 | 74 97 79 76 77 78 99 100 81",
        "74 | 97 79 76 77 78 99 100 81",
        "97 | 79 76 77 78 99 100 81",
        "79 | 76 77 78 99 100 81 82 83",
        "76 | 77 78 99 100 81 82 83",
        "77 | 78 99 100 81 82 83",
        "78 | 99 100 81 82 83",
        "99 | 100 81 82 83",
        "100 | 81 82 83",
    ]


def test_the_graph_of_snakes_bfs() -> None:
    """The steps agree with the rows of the matrix that the paper prints (no step leads to 4, the foot of a ladder), and
    with its list.
    """
    game = board("snakes:paper-bfs")
    ends = {square: list(dict.fromkeys(step.state for step in game.steps(square))) for square in range(101)}
    assert [square for square in range(9) if square in ends[1]] == [2, 3, 5, 6, 7]
    assert [square for square in range(9) if square in ends[2]] == [3, 5, 6, 7, 8]
    assert ends[0] == [38, 2, 3, 14, 5, 6]
    assert not ends[100]


@pytest.mark.parametrize("level", list_levels("snakes"))
def test_levels(level: str) -> None:
    """Each level has the optimum that its file states."""
    told = tomllib.loads((LEVELS / "snakes" / f"{level}.toml").read_text(encoding="utf-8"))
    game = board(f"snakes:{level}")
    result = solve(game)
    assert result.optimal
    assert result.cost == told["optimum"] == naive_least(game)


def test_the_default_board() -> None:
    """Without settings, the board is that of snakes-bfs; boards of other sizes have no jumps."""
    assert Snakes().jumps == board("snakes:paper-bfs").jumps == FIRST_BOARD
    assert Snakes(squares=30).jumps == Snakes(rows=9).jumps == Snakes(jumps={}).jumps == {}
    assert solve(Snakes(squares=30)).cost == 5
    assert solve(Snakes()).algorithm == "breadth-first"


# The rule that a six rolls again.


def test_six_again_by_hand() -> None:
    """A turn is any number of sixes and one more roll. Sixes that lead round in a circle give one step, and their
    probabilities are summed exactly.
    """
    game = Snakes(squares=14, die=6, six_again=True, jumps={12: 6})
    turns_of_0 = {game.notation(step.move): step.state for step in game.steps(0)}
    low = {"1": 1, "2": 2, "3": 3, "4": 4, "5": 5}
    after_six = {"6-1": 7, "6-2": 8, "6-3": 9, "6-4": 10, "6-5": 11}
    assert turns_of_0 == low | after_six
    chances = {square: chance for chance, square in game.chances(0)}
    sixes = Fraction(1, 6) / (1 - Fraction(1, 6))  # the chance of another roll from 6, summed over all rounds
    assert chances == {square: Fraction(1, 6) for square in range(1, 6)} | {
        square: sixes * Fraction(1, 6) for square in range(7, 12)
    }


def test_six_again_at_the_end() -> None:
    """A six that wins ends the turn; after a six that is lost, the player rolls again; a last roll that is lost ends
    the turn.
    """
    assert [step.move for step in Snakes(squares=6, six_again=True).steps(0)] == [1, 2, 3, 4, 5, 6]
    game = Snakes(squares=8, six_again=True)
    steps = {game.notation(step.move): step.state for step in game.steps(0)}
    assert steps == {"1": 1, "2": 2, "3": 3, "4": 4, "5": 5, "6-1": 7, "6-2": 8, "6-3": 6, "6-4": 6, "6-5": 6}
    chances = {square: chance for chance, square in game.chances(7)}
    assert chances == {8: Fraction(1, 5), 7: Fraction(4, 5)}
    assert [step.move for step in game.steps(7)] == [1]


def test_a_turn_without_end() -> None:
    """With a die of one face, every roll is the highest: the turn wins at once, or never ends and moves nothing."""
    assert Snakes(squares=9, die=1, six_again=True).chances(0) == [(Fraction(1), 9)]
    assert solve(Snakes(squares=9, die=1, six_again=True)).notation == ("-".join("1" * 9),)
    endless = Snakes(squares=9, die=1, six_again=True, jumps={5: 2})
    assert endless.chances(0) == [(Fraction(1), 0)]
    assert solve(endless).status is Status.IMPOSSIBLE


def test_a_board_without_end() -> None:
    """Six snakes in a row cannot be passed with six faces, which is proved. With seven faces, the piece passes the
    snakes by 7-9-16-20.
    """
    wall = dict.fromkeys(range(10, 16), 1)
    assert solve(Snakes(squares=20, jumps=wall)).status is Status.IMPOSSIBLE
    assert solve(Snakes(squares=20, jumps=wall, die=7)).cost == 4


def test_large_boards_and_dice() -> None:
    """The largest board, the largest die, and a die larger than the board give correct results."""
    assert solve(Snakes(squares=10_000)).cost == 1667
    assert solve(Snakes(squares=10_000, six_again=True)).cost == 1
    assert solve(Snakes(squares=10_000, die=1000)).cost == 10
    assert sum(chance for chance, _square in Snakes(squares=10_000, six_again=True).chances(0)) == 1
    tiny = Snakes(squares=3, die=12, overshoot="bounce")
    assert [step.state for step in tiny.steps(0)] == [1, 2, 3, 2, 1, 0, 1, 2, 3, 2, 1, 0]
