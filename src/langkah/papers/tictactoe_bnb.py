"""n x n tic-tac-toe by branch and bound: the program's strength, which the paper leaves open, and the four queens."""

from math import prod

from langkah.games import load
from langkah.games.queens import count_trees
from langkah.language import _
from langkah.model import Game
from langkah.papers import Claim
from langkah.player_audit import audit
from langkah.players import make_player
from langkah.search import SearchRequest, run_search


def recompute_claims() -> list[Claim]:
    """The test games, the open question, and the node counts of the quoted example."""
    return [*_check_program(), *_check_queens()]


def _check_program() -> list[Claim]:
    """The program against every possible human, if the human moves first."""
    game = load("mnk", size=3)
    assert isinstance(game, Game)
    record = audit(make_player("paper", game), game, seat=1)
    expert = audit(make_player("expert", game), game, seat=1)
    line = " ".join(record.losing_lines[0]) if record.losing_lines else ""
    return [
        Claim(_("3x3: sequences of human moves if no game ended early"), 945, prod(range(9, 0, -2))),
        Claim(_("3x3: games that are really possible against the program"), None, record.games),
        Claim(_("3x3: games that the program wins"), None, record.player_wins),
        Claim(_("3x3: games that are drawn"), None, record.draws),
        Claim(
            _("3x3: games that the human wins"),
            None,
            record.opponent_wins,
            _(
                "the paper tried 10 games, lost none, and left open whether the program can be beaten. It can, for "
                "example by the fork {line}"
            ).format(line=line),
        ),
        Claim(_("3x3: the eight-rule expert never loses"), True, expert.opponent_wins == 0),
        Claim(_("3x3: with best play the result is a draw"), "draw", run_search(game).value),
    ]


def _check_queens() -> list[Claim]:
    """Four queens: the number of nodes in each kind of search."""
    first = run_search(load("queens", n=4, tree="permutation"), SearchRequest("backtracking"))
    perfect = run_search(load("queens", n=4, tree="permutation"), SearchRequest("branch-and-bound", "perfect"))
    return [
        Claim(_("4 queens: nodes of the tree of permutations"), 65, count_trees(4).permutation),
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
