"""Games whose positions repeat: win, loss or draw by repetition, compared with a plain fixed-point computation."""

from random import Random
from typing import Any

from langkah import Limit, Session, Status, audit, match, solve
from langkah.model import Game, Outcome, Step
from langkah.players import list_players, make_player
from langkah.session import make_seat

Spots = list[tuple[int, list[int], int | None]]


class Loops(Game[int, str]):
    """A game on any graph, cycles included. Each entry of `spots` is a state: the player to move, the successors, and
    the winner if there are no successors.
    """

    def __init__(self, spots: Spots) -> None:
        self.spots, self.start = spots, 0

    def player(self, state: int) -> int:
        return self.spots[state][0]

    def steps(self, state: int) -> list[Step[int, str]]:
        return [Step(f"{index}: {to}", to) for index, to in enumerate(self.spots[state][1])]

    def outcome(self, state: int) -> Outcome | None:
        return None if self.spots[state][1] else Outcome(self.spots[state][2], "the end")


def make_spots(seed: int) -> Spots:
    rng = Random(seed)
    size = rng.randint(2, 12)
    spots: Spots = []
    for _spot in range(size):
        onward = [rng.randrange(size) for _way in range(rng.choice((0, 1, 1, 2, 2, 3)))]
        spots.append((rng.randint(0, 1), onward, rng.choice((0, 1, None))))
    return spots


def count_plies(spots: Spots) -> dict[int, tuple[int | None, int]]:
    """For each state that is not a draw, the winner and the number of plies with best play, by repeated passes over all
    states. Draws are left out.
    """
    known: dict[int, tuple[int | None, int]] = {
        here: (winner, 0) for here, (_player, onward, winner) in enumerate(spots) if not onward and winner is not None
    }
    for plies in range(1, 2 * len(spots) + 2):
        fresh = {}
        for here, (player, onward, _winner) in enumerate(spots):
            if here in known or not onward:
                continue
            after = [known.get(there) for there in onward]
            if any(each is not None and each == (player, plies - 1) for each in after):
                fresh[here] = (player, plies)
                continue
            lost = [each[1] for each in after if each is not None and each[0] == 1 - player]
            if len(lost) == len(after) and max(lost) == plies - 1:
                fresh[here] = (1 - player, plies)
        known |= fresh
    return known


def test_hundreds_of_games_with_circles() -> None:
    """On random games with cycles, retrograde analysis and negamax find the correct value, number of plies and best
    moves.
    """
    loops = 0
    for seed in range(300):
        game = Loops(make_spots(seed))
        if not game.spots[0][1]:
            continue
        known, mover = count_plies(game.spots), game.player(0)
        for algorithm in ("retrograde", "negamax"):
            result = solve(game, algorithm)
            assert result.status is Status.SOLVED
            winner, plies = known.get(0, (None, 0))
            assert result.value == ("draw" if winner is None else "win" if winner == mover else "loss")
            if winner is not None:
                assert result.why.endswith(f" in {plies}")
                assert len(result.path) == plies
            keep = {step.move for step in game.steps(0) if known.get(step.state, (None, 0))[0] == winner}
            assert set(result.best_moves) <= keep
            assert winner is not None or set(result.best_moves) == keep
            loops += "repetition" in result.why
    assert loops > 40


def make_chase(size: int = 6) -> Loops:
    """A chase on a ring: two players move one place each in turn, and the player who lands on the other wins."""
    places = [(one, two, turn) for one in range(size) for two in range(size) for turn in (0, 1)]
    numbers = {place: number for number, place in enumerate(places)}
    spots: Spots = []
    for one, two, turn in places:
        onward = []
        for by in (1, -1) if one != two else ():
            after = ((one + by) % size, two, 1) if turn == 0 else (one, (two + by) % size, 0)
            onward.append(numbers[after])
        spots.append((turn, onward, 1 - turn))
    game = Loops(spots)
    game.start = numbers[0, size // 2, 0]
    return game


def test_searches_down_a_tree_say_that_they_have_no_end() -> None:
    for algorithm in ("minimax", "alpha-beta"):
        result = solve(make_chase(), algorithm)
        assert (result.status, result.limit) == (Status.STOPPED, "depth")
        assert "positions repeat" in result.why
        assert solve(make_chase(), algorithm, limit=Limit(depth=5)).limit == "depth"
    assert "repetition" in solve(make_chase()).why


def test_players_audits_matches_and_hints_know_that_it_is_a_draw() -> None:
    game = make_chase()
    assert "perfect" in list_players(game)
    perfect: Any = make_player("perfect", game)
    assert perfect.options(game.start)[0].reason == "solved: draw with best play"
    record = audit("perfect", game, seat="first")
    assert record.unbeaten
    assert "never ends counts as a draw" in record.why
    assert not audit("random", game).unbeaten
    assert match("perfect", "random", game, games=6).total.losses == 0
    assert match("perfect", "perfect", game, games=2).total.draws == 2
    both = Session(game, seats=[make_seat(game, "perfect"), make_seat(game, "perfect")])
    while not both.over:
        both.respond()
    assert both.made < 200
    assert "third time" in str(both.ending())
    session = Session(game)
    assert session.least().value == "draw"
    assert {mark.value for mark in session.marks()} == {"draw"}


def test_limits_hold_and_what_is_proved_stays_proved() -> None:
    whole = solve("mnk", "retrograde")
    assert (whole.value, whole.stats.expanded) == ("draw", 765)
    stopped = solve("mnk", "retrograde", limit=Limit(nodes=100))
    assert (stopped.status, stopped.limit, stopped.stats.expanded, stopped.value) == (Status.STOPPED, "nodes", 100, "")
    assert "positions were listed" in stopped.why
    near = Loops([(0, [1, 2], None), (1, [], 0), (1, [3], None), (0, [2], None)])
    found = solve(near, "retrograde", limit=Limit(depth=1))
    assert (found.value, found.optimal) == ("win", False)
