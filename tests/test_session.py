"""Sessions: history, typed moves, clicks and advice, for every game. `tests/test_session_seats.py` tests seats, dice,
saving and sharing.
"""

import random
from collections.abc import Iterable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from langkah import BadInput, Game, Limit, Puzzle, Status, Step, load
from langkah.games import GAMES, load_shipped
from langkah.session import (
    Advisor,
    Seat,
    Session,
    make_token,
    open_link,
    restore_session,
    save_session,
)
from tests.nim import Nim
from tests.oracle import distances

LONG = Limit(seconds=60)


def walked(session: Session, moves: int, seed: int = 0) -> Session:
    """The session after up to this number of random moves."""
    chance = random.Random(seed)
    for _move in range(moves):
        if session.over:
            break
        if session.dice or session.falls:
            session.roll()
            continue
        choices = session.choices()
        if not choices:
            break
        choice = chance.choice(choices)
        session.make(choice.step, choice.label)
    return session


def hanoi(discs: int = 3) -> Session:
    """A session of the Tower of Hanoi."""
    return Session(load("hanoi", discs=discs))


# History


def test_history() -> None:
    """Moves are made, undone and redone. A new move discards the undone moves, unless it is the same move as the next
    of them.
    """
    session = hanoi()
    for move in ("1-3", "1-2", "3-2"):
        session.play(move)
    assert (session.made, session.cost, session.state) == (3, 3, (1, 1, 0))
    assert session.undo()
    assert session.undo()
    assert session.state == (2, 0, 0)
    assert session.redo()
    assert session.state == (2, 1, 0)
    session.play("3-1")
    assert not session.redo()
    assert [turn.label for turn in session.turns] == ["1-3", "1-2", "3-1"]
    session.reset()
    assert (session.made, session.state) == (0, (0, 0, 0))
    assert not session.undo()
    session.play("1-3")
    assert len(session.turns) == 3, "the same move again keeps what follows it"


@given(st.lists(st.sampled_from(["undo", "redo", "reset", "1-2", "1-3", "2-1", "2-3", "3-1", "3-2"]), max_size=40))
def test_history_is_a_list_with_a_mark(words: list[str]) -> None:
    """After any sequence of actions, the session agrees with a plain list of moves and the number of moves made."""
    session = hanoi()
    moves: list[str] = []
    made = 0
    for word in words:
        if word == "undo":
            made = max(0, made - 1)
            session.undo()
        elif word == "redo":
            made = min(len(moves), made + 1)
            session.redo()
        elif word == "reset":
            made = 0
            session.reset()
        elif word in [choice.label for choice in session.choices()]:
            if moves[made : made + 1] != [word]:
                moves = [*moves[:made], word]
            made += 1
            session.play(word)
        else:
            with pytest.raises(BadInput):
                session.play(word)
        assert ([turn.label for turn in session.turns], session.made) == (moves, made)
    again = hanoi()
    for move in moves[:made]:
        again.play(move)
    assert again.state == session.state


# Typed moves


@pytest.mark.parametrize("name", GAMES)
def test_typed_moves(name: str) -> None:
    """Every legal move can be typed, in any case and with any spaces, and leads to the state of its step."""
    session = walked(Session(load(name), dice=False), 3)
    for choice in session.choices():
        for text in (choice.label, f"  {choice.label.upper()} ", " ".join(choice.label)):
            assert session.match(text) == choice
        session.play(choice.label)
        assert session.state == choice.step.state
        session.undo()


def test_a_beginning_will_do_if_it_fits_one_move() -> None:
    """The beginning of a move is accepted if it fits only one legal move; if it fits several, the error lists them."""
    session = hanoi()
    session.play("1-2")
    assert session.play("2-1").label == "2-1"
    session.undo()
    with pytest.raises(BadInput, match=r"'2' could mean 2-1, 2-3"):
        session.play("2")
    assert session.match("1").label == "1-3"


def test_pieces_that_differ_only_by_case() -> None:
    """If pieces differ only by case (`a` and `A`), a move typed in the exact case is the exact move."""
    session = Session(load("klotski", board="a..\nA..", goal={"a": [[0, 2]]}))
    labels = [choice.label for choice in session.choices()]
    assert {label.casefold() for label in labels} != set(labels)
    for choice in session.choices():
        assert session.match(choice.label) == choice
        assert open_link(make_token(session), load_shipped).match(choice.label).label == choice.label


@pytest.mark.parametrize("text", ["", " ", "9-9", "1", "nonsense", "1-1", "\0", "１-３", "1-3" * 1000, "🂡"])
def test_bad_moves_are_refused(text: str) -> None:
    """A text that is not a legal move is refused with a list of the legal moves, and the session does not change."""
    session = hanoi()
    with pytest.raises(BadInput, match=r"1-2, 1-3"):
        session.play(text)
    assert session.made == 0


def test_no_move_after_the_end() -> None:
    """A solved puzzle accepts no more moves, and the refusal says that it is solved."""
    session = hanoi(1)
    session.play("1-2")
    assert session.over
    assert not session.choices()
    with pytest.raises(BadInput, match="Solved: 1 move"):
        session.play("2-1")


def test_a_dead_end_says_so() -> None:
    """In a dead end, a typed move is refused because no move is legal; the hint says that no goal can be reached."""

    class Pit(Puzzle[int, int]):
        start = 0

        def steps(self, state: int) -> Iterable[Step[int, int]]:
            return [Step(1, 1)] if state == 0 else []

        def is_goal(self, state: int) -> bool:
            return state == 2

    session = Session(Pit())
    session.play("1")
    with pytest.raises(BadInput, match="There is no legal move here"):
        session.play("1")
    hint = session.ask()
    assert "No goal can be reached" in hint.text


# Clicks


@pytest.mark.parametrize("name", GAMES)
def test_clicks(name: str) -> None:
    """Each gesture of each legal move performs exactly this move: all clicks but the last one select. A gesture of two
    handles also works as a drag.

    If one gesture of a move is the beginning of another one, the shorter one is clicked, and the longer one is dragged.
    """
    session = walked(Session(load(name), dice=False), 4)
    made = session.made
    for choice in session.choices():
        for gesture in choice.gestures:
            if gesture[:-1] not in choice.gestures:
                for handle in gesture[:-1]:
                    assert session.click(handle).kind == "selected"
                assert list(session.selected) == list(gesture[:-1])
                assert session.click(gesture[-1]) == ("moved", choice.label)
                assert session.state == choice.step.state
                assert not session.selected
                session.goto(made)
            if len(gesture) == 2:
                assert session.drag(*gesture) == ("moved", choice.label)
                assert session.state == choice.step.state
                session.goto(made)


def test_select_take_back_refuse() -> None:
    """A second click on the same handle clears the selection. An illegal move and an unknown handle are refused with
    the reason.
    """
    session = hanoi()
    session.play("1-2")
    assert session.click("peg 0").kind == "selected"
    assert session.highlights() == {"peg 0": "selected", "peg 2": "option"}
    assert session.click("peg 0").kind == "cleared"
    assert session.highlights() == {"peg 0": "start", "peg 1": "start"}
    session.click("peg 0")
    answer = session.click("peg 1")
    assert answer == ("refused", "Disc 2 is larger than disc 1, so it cannot lie on it.")
    assert not session.selected
    session.click("peg 1")
    answer = session.click("nowhere")
    assert answer.kind == "refused"
    assert answer.text == "peg 2 cannot go to nowhere. It can go to: peg 1, peg 3."
    assert not session.selected
    assert session.click("peg 2") == ("refused", "Peg 3 is empty.")
    assert session.drag("peg 0", "peg 1").kind == "refused"
    assert session.made == 1


def test_another_piece_is_chosen_instead() -> None:
    """A block cannot move onto another block, so a click on another block selects that block."""
    session = Session(load("klotski:classic"))
    first, second = sorted({choice.gestures[0][0] for choice in session.choices()})[:2]
    for handle in (first, second):
        assert session.click(handle).kind == "selected"
        assert list(session.selected) == [handle]


@given(st.lists(st.text(max_size=8) | st.sampled_from(["peg 0", "peg 1", "peg 2"]), max_size=30))
def test_no_click_can_break_a_session(handles: list[str]) -> None:
    """Any click gets an answer of one of four kinds, and the session can still be saved and restored."""
    session = hanoi()
    for handle in handles:
        answer = session.click(handle)
        assert answer.kind in ("moved", "selected", "cleared", "refused")
        assert answer.text or answer.kind == "cleared"
    assert restore_session(save_session(session), load_shipped).state == session.state


# Advice


@pytest.mark.parametrize(
    ("name", "settings", "moves"),
    [
        ("hanoi", {"discs": 4}, 9),
        ("hanoi", {"discs": 3, "pegs": 4, "rule": "star"}, 5),
        ("klotski:paper", {}, 5),
        ("snakes:paper-2", {}, 3),
    ],
)
def test_least_and_marks_agree_with_plain_search(name: str, settings: dict[str, object], moves: int) -> None:
    """The least cost and all marks, computed with and without a table of distances, agree with breadth-first search."""
    session = walked(Session(load(name, settings), dice=False), moves, seed=5)
    puzzle = session.problem
    assert isinstance(puzzle, Puzzle)

    def truth(state: Any) -> int:
        found = distances(puzzle.at(state)) if name.startswith(("hanoi", "snakes")) else None
        if found is None:
            return shortest(puzzle, state)
        return min(steps for key, steps in found.items() if puzzle.is_goal(key))

    here = truth(session.state)
    assert session.least(LONG).cost == here
    advisor, least = session.advisor, session.least(LONG)
    by_search = tuple(
        advisor.mark_step(each.step, least, advisor.least(each.step.state, LONG)) for each in session.choices()
    )
    marks = session.marks(LONG)
    assert marks == by_search
    for mark, choice in zip(marks, session.choices(), strict=True):
        after = truth(choice.step.state)
        assert mark.move == choice.label
        assert mark.least == after
        assert mark.verdict == ("better" if after < here else "equal" if after == here else "worse")
        assert mark.best == (after + 1 == here)


def shortest(puzzle: Puzzle[Any, Any], state: Any) -> int:
    """The number of steps to the nearest goal, by plain breadth-first search."""
    layer, seen, steps = [state], {puzzle.key(state)}, 0
    while not any(puzzle.is_goal(each) for each in layer):
        fresh = {puzzle.key(step.state): step.state for each in layer for step in puzzle.steps(each)}
        layer = [each for key, each in fresh.items() if key not in seen]
        seen |= fresh.keys()
        steps += 1
    return steps


def test_marks_follow_costs_not_steps() -> None:
    """If steps have different costs, including 0, the marks, the plan and the review follow the least cost instead of
    the least number of steps.
    """

    class Streets(Puzzle[str, str]):
        start = "a"
        ways = {"a": {"b": 1, "c": 10}, "b": {"a": 0, "c": 3, "d": 0}, "d": {"b": 0, "e": 1}, "e": {"c": 1}, "c": {}}

        def steps(self, state: str) -> Iterable[Step[str, str]]:
            return [Step(to, to, cost) for to, cost in self.ways[state].items()]

        def is_goal(self, state: str) -> bool:
            return state == "c"

    session = Session(Streets())
    assert [(mark.move, mark.verdict, mark.best, mark.least) for mark in session.marks()] == [
        ("b", "better", True, 2),
        ("c", "better", False, 0),
    ]
    least = session.least()
    assert (least.cost, [step.move for step in least.plan]) == (3, ["b", "d", "e", "c"])
    session.play("c")
    assert [lapse.text for lapse in session.review()] == ["move 1, c: adds 7 to the least cost; better: b"]


def values(game: Game[Any, Any], state: Any) -> int:
    """The value of a state for the player to move, by plain minimax: 1 (win), 0 (draw) or -1 (loss)."""
    ended = game.outcome(state)
    if ended is not None:
        return 0 if ended.winner is None else 1 if ended.winner == game.player(state) else -1
    return max(
        values(game, step.state) * (1 if game.player(step.state) == game.player(state) else -1)
        for step in game.steps(state)
    )


@pytest.mark.parametrize("game", [load("tictactoe", position=["X..", ".O.", "..X"]), Nim(7), Nim(8, last_wins=False)])
def test_marks_of_two_player_games(game: Game[Any, Any]) -> None:
    """The value of every move agrees with plain minimax, and the best moves are marked."""
    session = Session(game)
    names = {1: "win", 0: "draw", -1: "loss"}
    here = values(game, game.start)
    assert session.least(LONG).value == names[here]
    for mark, choice in zip(session.marks(LONG), session.choices(), strict=True):
        same = game.player(choice.step.state) == game.player(game.start)
        after = values(game, choice.step.state) * (1 if same else -1)
        assert mark.value == names[after]
        assert mark.best == (after == here)
        assert mark.verdict == ("equal" if after == here else "worse")


def test_review_names_what_lost_ground() -> None:
    """The review lists exactly the moves that leave the shortest path, each with its loss and a better move."""
    session = walked(hanoi(4), 30, seed=4)
    puzzle = session.problem
    assert isinstance(puzzle, Puzzle)
    states = [puzzle.start, *(turn.step.state for turn in session.turns)]
    left = [shortest(puzzle, state) for state in states]
    lost = [(number, 1 + left[number] - left[number - 1]) for number in range(1, len(states))]
    review = session.review(LONG)
    assert [(lapse.number, lapse.lost) for lapse in review] == [(number, loss) for number, loss in lost if loss]
    assert len(review) > 3
    for lapse in review:
        before = states[lapse.number - 1]
        (better,) = (step for step in puzzle.steps(before) if puzzle.notation(step.move) in lapse.better)
        assert shortest(puzzle, better.state) == left[lapse.number - 1] - 1
    perfect = hanoi()
    for step in perfect.least().plan:
        perfect.make(step)
    assert perfect.review() == ()
    assert perfect.over


def test_review_of_two_players_leaves_opponents_out() -> None:
    """The review covers only the moves of people. A move that turns a draw into a loss is listed with a better move."""
    game = load("tictactoe")
    session = Session(game, seats=[Seat(), Seat("script", lambda _state: 4)])
    session.play("1")
    session.respond()
    session.play("9")
    assert session.review(LONG) == ()
    session = Session(game, seats=[Seat("script", lambda _state: 0), Seat()])
    session.respond()
    session.play("2")
    (lapse,) = session.review(LONG)
    assert lapse.text == "move 2, 2: turns a draw into a loss; better: 5"


def test_hints_grow_plainer_stay_and_are_counted() -> None:
    """The first hint names the piece, the second one the target, and the third one the move. Further requests change
    nothing, and a move clears the hint.
    """
    session = hanoi()
    assert session.hint() is None
    first, second, third, fourth = (session.ask() for _times in range(4))
    assert (first.text, first.ids) == ("Move “1”.", ("disc 1",))
    assert second.text in ("Move “1” to peg 2.", "Move “1” to peg 3.")
    assert third == fourth
    assert session.match(third.move).label == third.move
    assert session.hints == 3
    assert session.hint() == third, "it stays"
    session.play(third.move)
    assert session.hint() is None
    session.ask()
    assert session.hints == 4


@pytest.mark.parametrize("name", GAMES)
def test_hints_of_every_game_lead_to_the_end(name: str) -> None:
    """Following the most detailed hints solves a puzzle at the least cost, and leads every other game to its end."""
    session = Session(load(name), dice=False)
    least = session.least(LONG)
    while not session.over and session.made < 200:
        if session.falls:
            session.respond()
            continue
        texts = {session.ask(LONG).text for _grade in range(3)}
        assert all(texts)
        hint = session.hint(LONG)
        assert hint is not None
        session.play(hint.move)
    assert session.over
    if least.cost is not None:
        assert session.cost == least.cost
    ending = session.ending()
    assert ending is not None
    assert ending.text


def test_advice_respects_limits() -> None:
    """A search for advice that a limit stops says so, and its marks are unknown; so does a cancelled search. A later
    search without these limits does not reuse their answers.
    """
    advisor = Advisor(load("hanoi", discs=8, pegs=4, rule="linear"))
    cut = advisor.least(advisor.problem.start, Limit(nodes=10))
    assert cut.status is Status.STOPPED
    assert cut.why
    marks = advisor.marks(advisor.problem.start, Limit(nodes=10))
    assert {mark.verdict for mark in marks} == {"unknown"}
    assert advisor.least(advisor.problem.start, LONG, lambda: True).status is Status.STOPPED
    whole = advisor.least(advisor.problem.start, LONG)
    fresh = Advisor(advisor.problem).least(advisor.problem.start, LONG)
    assert (whole.status, whole.cost, whole.optimal) == (Status.SOLVED, fresh.cost, True)
    assert "unknown" not in {mark.verdict for mark in advisor.marks(advisor.problem.start, LONG)}
    small = Advisor(load("hanoi", discs=6))
    assert not small.survey(LONG, lambda: True)
    assert small.survey(LONG), "a cancelled survey does not make the space too large"


def test_large_spaces_are_answered_without_a_table() -> None:
    """If the space is too large for a table of distances, every move is still marked, and exactly one move is best."""
    session = walked(Session(load("hanoi", discs=12)), 3)
    marks = session.marks(LONG)
    assert session.advisor.too_large
    assert {mark.verdict for mark in marks} <= {"better", "equal", "worse"}
    assert sum(mark.best for mark in marks) == 1


def test_one_plan_answers_for_every_state_along_its_way() -> None:
    """After one solution, every state along its plan is known, so that no other search is needed."""
    session = Session(load("klotski:paper"))
    for step in session.least().plan:
        session.make(step)
        assert session.state in session.advisor.known


def test_a_relabelled_state_gets_a_plan_of_its_own_moves() -> None:
    """States that differ only by swapping identical pieces share distances, but not moves: the plan for a state can be
    played from that state.
    """
    session = walked(Session(load("klotski:paper")), 40, seed=2)
    session.advisor.survey(LONG)
    for step in session.least().plan:
        session.play(session.problem.notation(step.move))
    assert session.over
