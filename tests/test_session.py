"""The middle end: history, typed moves, clicks, advice, seats, dice, keeping and sharing; over every game alike."""

import json
import random
import tomllib
from collections.abc import Iterable
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from langkah import BadInput, Chance, Game, Limit, Puzzle, Status, Step, load
from langkah.games import GAMES, load_shipped
from langkah.scene import Disc, Scene
from langkah.session import (
    Advisor,
    Seat,
    Session,
    make_seat,
    make_token,
    open_link,
    pack_link,
    restore_session,
    save_session,
    unpack_link,
)
from langkah.session.dice import draw_together, list_throws
from tests.nim import Nim
from tests.oracle import distances

LONG = Limit(seconds=60)


def walked(session: Session, moves: int, seed: int = 0) -> Session:
    """The session after random moves."""
    chance = random.Random(seed)
    for _move in range(moves):
        if session.over:
            break
        if session.dice:
            session.roll()
            continue
        choices = session.choices()
        if not choices:
            break
        choice = chance.choice(choices)
        session.make(choice.step, choice.label)
    return session


def hanoi(discs: int = 3) -> Session:
    """The game that most tests play."""
    return Session(load("hanoi", discs=discs))


# History


def test_history() -> None:
    """Moves are made, taken back and made again; a new move forgets what was taken back."""
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


@settings(deadline=None)
@given(st.lists(st.sampled_from(["undo", "redo", "reset", "1-2", "1-3", "2-1", "2-3", "3-1", "3-2"]), max_size=40))
def test_history_is_a_list_with_a_mark(words: list[str]) -> None:
    """Whatever is done, the session agrees with a plain list of moves and a number."""
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
    """Every legal move can be typed, in any case and with any spaces, and leads where its step leads."""
    session = walked(Session(load(name), dice=False), 3)
    for choice in session.choices():
        for text in (choice.label, f"  {choice.label.upper()} ", " ".join(choice.label)):
            assert session.match(text) == choice
        session.play(choice.label)
        assert session.state == choice.step.state
        session.undo()


def test_a_beginning_will_do_if_it_fits_one_move() -> None:
    """`2` is 2-1 where nothing else begins so; where several do, they are named."""
    session = hanoi()
    session.play("1-2")
    assert session.play("2-1").label == "2-1"
    session.undo()
    with pytest.raises(BadInput, match=r"'2' could be 2-1, 2-3"):
        session.play("2")
    assert session.match("1").label == "1-3"


def test_pieces_that_differ_only_by_case() -> None:
    """`a` and `A` are two pieces: what is typed exactly is meant exactly."""
    session = Session(load("klotski", board="a..\nA..", goal={"a": [[0, 2]]}))
    labels = [choice.label for choice in session.choices()]
    assert {label.casefold() for label in labels} != set(labels)
    for choice in session.choices():
        assert session.match(choice.label) == choice
        assert open_link(make_token(session), load_shipped).match(choice.label).label == choice.label


@pytest.mark.parametrize("text", ["", " ", "9-9", "1", "nonsense", "1-1", "\0", "１-３", "1-3" * 1000, "🂡"])
def test_bad_moves_are_refused(text: str) -> None:
    """What is not a move is quoted and answered with the legal ones; nothing changes."""
    session = hanoi()
    with pytest.raises(BadInput, match=r"1-2, 1-3"):
        session.play(text)
    assert session.made == 0


def test_no_move_after_the_end() -> None:
    """A solved puzzle says so and takes no more moves."""
    session = hanoi(1)
    session.play("1-2")
    assert session.over
    assert not session.choices()
    with pytest.raises(BadInput, match="Solved: 1 move"):
        session.play("2-1")


def test_a_dead_end_says_so() -> None:
    """Where no move is left, typing one says what to do."""

    class Pit(Puzzle[int, int]):
        start = 0

        def steps(self, state: int) -> Iterable[Step[int, int]]:
            return [Step(1, 1)] if state == 0 else []

        def is_goal(self, state: int) -> bool:
            return state == 2

    session = Session(Pit())
    session.play("1")
    with pytest.raises(BadInput, match="No move is left"):
        session.play("1")
    hint = session.ask()
    assert "No goal can be reached" in hint.text


# Clicks


@pytest.mark.parametrize("name", GAMES)
def test_clicks(name: str) -> None:
    """Each gesture of each legal move performs exactly that move, selecting on the way; drags do too.

    Where a gesture only lengthens another one of the same move, the shorter is clicked and the longer dragged.
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
    """A second click on the same thing lets go; a disc cannot be put onto a smaller one; nonsense is refused."""
    session = hanoi()
    session.play("1-2")
    assert session.click("peg 0").kind == "selected"
    assert session.highlights() == {"peg 0": "selected", "peg 2": "option"}
    assert session.click("peg 0").kind == "cleared"
    assert session.highlights() == {"peg 0": "start", "peg 1": "start"}
    session.click("peg 0")
    answer = session.click("peg 1")
    assert answer == ("refused", "peg 1 cannot go to peg 2. It can go to: peg 3.")
    assert not session.selected
    session.click("peg 1")
    answer = session.click("nowhere")
    assert answer.kind == "refused"
    assert answer.text == "peg 2 cannot go to nowhere. It can go to: peg 1, peg 3."
    assert not session.selected
    assert session.click("peg 2") == ("refused", "Nothing can be moved from peg 3.")
    assert session.drag("peg 0", "peg 1").kind == "refused"
    assert session.made == 1


def test_another_piece_is_chosen_instead() -> None:
    """Pieces do not lie on pieces, so a click on another one means that one."""
    session = Session(load("klotski:classic"))
    first, second = sorted({choice.gestures[0][0] for choice in session.choices()})[:2]
    for handle in (first, second):
        assert session.click(handle).kind == "selected"
        assert list(session.selected) == [handle]


@settings(deadline=None)
@given(st.lists(st.text(max_size=8) | st.sampled_from(["peg 0", "peg 1", "peg 2"]), max_size=30))
def test_no_click_can_break_a_session(handles: list[str]) -> None:
    """Whatever is clicked, the session answers with one of four kinds and stays legal."""
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
    """The least cost and every mark, with the table and without it, against breadth-first search from each state."""
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
    """How many steps lead to a goal: plain breadth-first search that stops there."""
    layer, seen, steps = [state], {puzzle.key(state)}, 0
    while not any(puzzle.is_goal(each) for each in layer):
        fresh = {puzzle.key(step.state): step.state for each in layer for step in puzzle.steps(each)}
        layer = [each for key, each in fresh.items() if key not in seen]
        seen |= fresh.keys()
        steps += 1
    return steps


def test_marks_follow_costs_not_steps() -> None:
    """With steps of different cost, and steps that cost nothing, the table finds the cheapest way and walks it."""

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
    assert [lapse.text for lapse in session.review()] == ["move 1, c: 7 more than needed; better: b"]


def values(game: Game[Any, Any], state: Any) -> int:
    """The value for the player to move: plain minimax."""
    ended = game.outcome(state)
    if ended is not None:
        return 0 if ended.winner is None else 1 if ended.winner == game.player(state) else -1
    return max(
        values(game, step.state) * (1 if game.player(step.state) == game.player(state) else -1)
        for step in game.steps(state)
    )


@pytest.mark.parametrize("game", [load("tictactoe", position=["X..", ".O.", "..X"]), Nim(7), Nim(8, last_wins=False)])
def test_marks_of_two_player_games(game: Game[Any, Any]) -> None:
    """Win, draw or loss of every move agrees with plain minimax; the best ones are marked."""
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
    """Moves off the shortest way are named with what would have been better; moves on it are not."""
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
    """Only a person's moves are reviewed: throwing a draw away is named with every better move."""
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
    assert lapse.text == "move 2, 2: from a draw to a loss; better: 5"


def test_hints_grow_plainer_stay_and_are_counted() -> None:
    """First the piece, then where to, then the move; asking again changes nothing; a move clears it."""
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
    """Following the plainest hints solves the puzzle in the least number of moves, or never loses a game."""
    session = Session(load(name), dice=False)
    least = session.least(LONG)
    while not session.over and session.made < 200:
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
    """A search that is cut short says so, and is not taken for an answer later."""
    advisor = Advisor(load("hanoi", discs=8, pegs=4, rule="linear"))
    cut = advisor.least(advisor.problem.start, Limit(nodes=10))
    assert cut.status is Status.STOPPED
    assert cut.why
    marks = advisor.marks(advisor.problem.start, Limit(nodes=10))
    assert {mark.verdict for mark in marks} == {"unknown"}
    assert advisor.least(advisor.problem.start, LONG, lambda: True).status is Status.STOPPED


def test_large_spaces_are_answered_without_a_table() -> None:
    """Where the space is too large for a table, every move is still marked, and the table is not tried twice."""
    session = walked(Session(load("hanoi", discs=12)), 3)
    marks = session.marks(LONG)
    assert session.advisor.too_large
    assert {mark.verdict for mark in marks} <= {"better", "equal", "worse"}
    assert sum(mark.best for mark in marks) == 1


def test_one_plan_answers_for_every_state_along_its_way() -> None:
    """After one solution, following it asks no solver again."""
    session = Session(load("klotski:paper"))
    for step in session.least().plan:
        session.make(step)
        assert session.state in session.advisor.known


def test_a_relabelled_state_gets_a_plan_of_its_own_moves() -> None:
    """Look-alike pieces share distances, never moves: every plan can be played from the very state it is for."""
    session = walked(Session(load("klotski:paper")), 40, seed=2)
    session.advisor.survey(LONG)
    for step in session.least().plan:
        session.play(session.problem.notation(step.move))
    assert session.over


# Seats


def test_opponents_answer_and_are_undone_together() -> None:
    """An opponent moves when it is its turn; undo takes back its answer too; illegal wishes are refused."""
    game = load("tictactoe")
    session = Session(game, seats=[Seat(), make_seat(game, "paper")])
    session.play("1")
    assert session.opponent
    turn = session.respond()
    assert (turn.label, turn.player) == ("5", 1)
    assert session.reason
    with pytest.raises(BadInput, match="person's turn"):
        session.respond()
    assert (session.undo(), session.made) == (True, 0)
    assert (session.redo(), session.made) == (True, 2)
    cheat = Session(game, seats=[Seat("cheat", lambda _state: 99), Seat()])
    with pytest.raises(BadInput, match="cheat wants 99"):
        cheat.respond()
    assert cheat.made == 0


def test_undo_stops_where_no_person_moved() -> None:
    """An opponent's first move is not taken back for a person who has not moved yet."""
    game = load("tictactoe")
    session = Session(game, seats=[make_seat(game, "paper"), Seat()])
    session.respond()
    assert not session.undo()
    assert session.made == 1
    robots = Session(game, seats=[make_seat(game, "paper"), make_seat(game, "paper")])
    robots.respond()
    robots.respond()
    assert robots.undo()
    assert robots.made == 1


@pytest.mark.parametrize(("name", "seats"), [("tictactoe", 1), ("tictactoe", 3), ("hanoi", 2), ("snakes", 5)])
def test_wrong_number_of_players(name: str, seats: int) -> None:
    """Two for a game, one for a puzzle, one to four for a race."""
    with pytest.raises(BadInput, match=f"{seats} players"):
        Session(load(name), seats=[Seat()] * seats)


# Dice


@pytest.mark.parametrize("settings", [{}, {"overshoot": "bounce"}, {"six_again": True}, {"die": 4, "overshoot": "win"}])
def test_throws_have_the_chances_of_the_game(settings: dict[str, object]) -> None:
    """In every state throws add up to 1, have names of their own, and lead where the game says, as often."""
    problem = load("snakes", settings)
    assert isinstance(problem, Chance)
    for state in range(0, 100, 7):
        found = list_throws(problem, state)
        assert sum(each.probability for each in found) == 1
        assert len({each.label for each in found}) == len(found)
        led: dict[Any, Fraction] = {}
        for each in found:
            led[each.state] = led.get(each.state, Fraction(0)) + each.probability
        assert led == {after: chance for chance, after in problem.chances(state)}


def test_a_seed_decides_the_race() -> None:
    """The same seed throws the same; a throw taken back comes again; every number comes up about as often."""
    one, other = (walked(Session(load("snakes"), seats=[Seat()] * 3, seed=7), 500) for _times in range(2))
    assert one.turns == other.turns
    assert one.over
    ending = one.ending()
    assert ending is not None
    assert ending.winner == one.turns[-1].player
    assert "has arrived" in ending.text
    with pytest.raises(BadInput, match="has arrived"):
        one.roll()
    label = one.turns[-1].label
    one.undo()
    assert one.roll().label == label
    firsts = [Session(load("snakes"), seed=seed).roll().label for seed in range(600)]
    assert all(60 < firsts.count(str(face)) < 140 for face in range(1, 7))


def test_race_rules() -> None:
    """Players take turns, each from their own square; a click on a face throws; nothing can be chosen."""
    session = Session(load("snakes"), seats=[Seat()] * 2, seed=3)
    assert session.choices() == []
    assert [session.roll().player for _turn in range(3)] == [0, 1, 0]
    assert session.turn == 1
    assert session.states == [session.turns[2].step.state, session.turns[1].step.state]
    assert session.click("roll 1").kind == "moved"
    assert session.made == 4
    assert set(session.highlights().values()) == {"selected"}
    assert session.click("square 77").kind == "refused"
    with pytest.raises(BadInput, match="dice decide"):
        session.play("3")
    with pytest.raises(BadInput, match="no dice"):
        hanoi().roll()
    assert session.review() == ()
    assert session.marks() == ()
    assert session.least().cost == shortest(session.problem, session.state)  # type: ignore[arg-type]
    assert session.ask().text == "Here the dice decide: roll."


def test_lost_throws() -> None:
    """A throw that leads nowhere is played as a lost one, and can be kept and reopened."""
    session = Session(load("snakes", squares=2, jumps={}, start=1), seed=1)
    labels = [session.roll().label for _throw in range(3) if not session.over]
    assert set(labels) <= {"-", "1"}
    assert open_link(make_token(session), load_shipped).states == session.states


def test_every_player_has_a_token() -> None:
    """Tokens of several players stand apart in their own colours, and only tokens differ from the game's picture."""
    problem = load("snakes")
    picture = draw_together(problem, [5, 5, 9, 0])
    tokens = [shape for shape in picture.shapes if shape.id.startswith("token")]
    assert [shape.role for shape in tokens] == ["piece:0", "piece:1", "piece:2", "piece:3"]
    assert len({(shape.x, shape.y) for shape in tokens if isinstance(shape, Disc)}) == 4
    alone = problem.scene(5)
    assert [shape for shape in alone.shapes if shape.id != "token"] == [
        shape for shape in picture.shapes if not shape.id.startswith("token")
    ]
    assert isinstance(picture, Scene)
    assert "player 4" in picture.title


def test_choosing_instead_of_throwing() -> None:
    """Without dice the same game is a puzzle: the papers' question."""
    session = Session(load("snakes:paper-2"), dice=False)
    assert session.least().cost == 6
    assert [choice.label for choice in session.choices()] == list("123456")


# Keeping and sharing


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("moves", [0, 1, 12])
def test_a_link_alone_reopens_the_exact_position(name: str, moves: int) -> None:
    """Every game, at any point: the same states, history, marks and counters; the text can stand in any link."""
    session = walked(Session(load(name), seed=5), moves)
    session.undo()
    session.hints, session.grade = 3, 1
    text = make_token(session)
    assert set(text) <= set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
    again = open_link(text, load_shipped)
    assert again.states == session.states
    assert (again.turns, again.made, again.hints, again.grade) == (session.turns, session.made, 3, 1)
    assert make_token(again) == text


def test_kept_in_json_and_toml() -> None:
    """What is kept is plain: JSON and TOML give it back unchanged."""
    session = walked(Session(load("hanoi", start=[[3, 1], [2], []], goal="peg 3")), 3)
    found = save_session(session)
    assert json.loads(json.dumps(found)) == found
    lines = [f"{name} = {json.dumps(value)}" for name, value in found.items() if name != "settings"]
    lines += ["[settings]", *(f"{name} = {json.dumps(value)}" for name, value in found["settings"].items())]
    assert tomllib.loads("\n".join(lines)) == found
    assert restore_session(found, load_shipped).state == session.state


def test_own_boards_travel_whole(tmp_path: Any) -> None:
    """A board from a file is shared with all it needs: the file is not there for whoever opens the link."""
    path = tmp_path / "own.toml"
    path.write_text('game = "klotski"\nboard = """\na.\n*b\n"""\ngoal = { "*" = [[0, 1]] }\n', encoding="utf-8")
    session = walked(Session(load(str(path))), 3)
    text = make_token(session)
    path.unlink()
    again = open_link(text, load_shipped)
    assert again.problem.text(again.state) == session.problem.text(session.state)
    assert again.problem.origin[0] == "klotski"


def test_what_was_made_in_python_cannot_be_kept_but_says_so() -> None:
    """No name, no link."""
    with pytest.raises(BadInput, match="loaded by name"):
        save_session(Session(Nim()))
    with pytest.raises(BadInput, match="loaded by name"):
        save_session(Session(load("hanoi").at((1, 1, 1, 1, 1))))


BAD = [
    ({}, "must name its problem"),
    ({"problem": 3}, "problem = 3"),
    ({"problem": "hanoi", "moves": "1-2"}, "moves = '1-2'"),
    ({"problem": "hanoi", "moves": [1]}, "moves = "),
    ({"problem": "hanoi", "moves": ["1-1"]}, "move 1: '1-1' is not a legal move"),
    ({"problem": "hanoi", "moves": ["1"]}, "move 1: '1' could be 1-2, 1-3"),
    ({"problem": "hanoi", "moves": ["1-2", "1-2"]}, "move 2"),
    ({"problem": "hanoi", "made": -1}, "made = -1"),
    ({"problem": "hanoi", "made": True}, "made = True"),
    ({"problem": "hanoi", "seed": 2**64}, "seed = "),
    ({"problem": "hanoi", "extra": 1}, "'extra' is not known"),
    ({"problem": "hanoi", "langkah": 99}, "langkah = 99"),
    ({"problem": "hanoi", "settings": {"discs": "many"}}, "discs = 'many'"),
    ({"problem": "hanoi", "settings": [1]}, "settings = "),
    ({"problem": "hanoi", "dice": 1}, "dice = 1"),
    ({"problem": "no such game"}, "no such game"),
    ({"problem": "tictactoe", "seats": ["human", "nobody"]}, "nobody"),
    ({"problem": "tictactoe", "seats": ["human"]}, "1 players"),
    ({"problem": "hanoi", "seats": ["paper"]}, "not a game for two"),
    ({"problem": "snakes", "moves": ["7"]}, "'7' cannot be thrown here"),
]


@pytest.mark.parametrize(("found", "line"), BAD)
def test_bad_sessions_are_refused(found: dict[str, Any], line: str) -> None:
    """Every mistake is named; nothing is believed."""
    with pytest.raises(BadInput) as caught:
        restore_session(found, load_shipped)
    assert line in str(caught.value)
    with pytest.raises(BadInput):
        open_link(pack_link(found), load_shipped)


@pytest.mark.parametrize(
    "name",
    ["evil.py:Evil", "hanoi:evil.py:Evil", "hanoi:../../../etc/passwd", "/etc/passwd", "x.toml", "klotski:x.toml", ""],
)
def test_a_link_opens_no_file_and_runs_nothing(name: str, tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """A name from a stranger means a game or nothing, even where a file of that name lies ready."""
    monkeypatch.chdir(tmp_path)
    for file in ("evil.py", "hanoi:evil.py", "x.toml", "klotski:x.toml"):
        (tmp_path / file).write_text("raise SystemExit('run!')\n", encoding="utf-8")
    with pytest.raises(BadInput, match="is not known"):
        open_link(pack_link({"problem": name}), load_shipped)


@settings(deadline=None)
@given(st.text(max_size=60) | st.binary(max_size=60).map(lambda data: pack_link({"x": data.hex()})))
def test_damaged_links_are_refused(text: str) -> None:
    """Any text at all is either a session or a clear refusal."""
    with pytest.raises(BadInput):
        open_link(text, load_shipped)


def test_huge_links_are_refused_before_they_grow() -> None:
    """A small text that unpacks to something huge is cut off."""
    bomb = pack_link({"problem": "hanoi", "moves": ["1-2"] * 10_000_000})
    assert len(bomb) < 200_000
    with pytest.raises(BadInput, match="damaged"):
        unpack_link(bomb)
    with pytest.raises(BadInput, match="damaged"):
        unpack_link(make_token(hanoi())[:-5])
