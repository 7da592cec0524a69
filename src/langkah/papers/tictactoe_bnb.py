"""n x n tic-tac-toe by branch and bound: the program's strength, which the paper leaves open, and the four queens."""

from langkah.audit import audit
from langkah.games import load
from langkah.language import _
from langkah.model import Game
from langkah.papers import Claim
from langkah.players import player
from langkah.search import solve


def claims() -> list[Claim]:
    """The test games, the open question, and the node counts of the quoted example."""
    return [*program(), *queens()]


def program() -> list[Claim]:
    """The program against every possible human, who moves first."""
    game = load("mnk", size=3)
    assert isinstance(game, Game)
    record = audit(player("paper", game), game, seat=1)
    expert = audit(player("expert", game), game, seat=1)
    line = " ".join(record.losing_lines[0]) if record.losing_lines else ""
    return [
        Claim(
            _("3x3: games that the human wins"),
            0,
            record.opponent_wins,
            _(
                "the paper tried 10 games and left open whether that is enough. Of all {games} games the program "
                "wins {wins}, loses {losses}, draws {draws}. It loses, for example, to the fork {line}"
            ).format(
                games=record.games,
                wins=record.player_wins,
                losses=record.opponent_wins,
                draws=record.draws,
                line=line,
            ),
        ),
        Claim(
            _("3x3: possible games"),
            9 * 7 * 5 * 3 * 1,
            record.games,
            _("the product counts moves after the end of a game; real games stop at a win"),
        ),
        Claim(_("3x3: the eight-rule expert never loses"), True, expert.opponent_wins == 0),
        Claim(_("3x3: with best play the result is a draw"), "draw", solve(game).value),
    ]


def queens() -> list[Claim]:
    """Four queens: how many nodes each way of searching makes."""
    whole = solve(load("queens", n=4, tree="permutation"), "breadth-first")
    everything = solve(load("queens", n=4, tree="permutation"), "backtracking", find_all=True)
    first = solve(load("queens", n=4, tree="permutation"), "backtracking")
    perfect = solve(load("queens", n=4, tree="permutation"), "branch-and-bound", estimate="perfect")
    del whole
    return [
        Claim(_("4 queens: nodes of the tree of permutations"), 65, everything.stats.generated),
        Claim(
            _("4 queens: nodes made by backtracking until the first solution"),
            16,
            first.stats.generated,
            _("the root and the nodes that break a rule are counted"),
        ),
        Claim(
            _("4 queens: nodes made by branch and bound with perfect costs"),
            10,
            perfect.stats.generated - 1,
            _("the root is not counted"),
        ),
    ]
