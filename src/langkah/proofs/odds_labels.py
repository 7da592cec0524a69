"""Computes labels for games with dice, as fractions: the expected number of turns or, with two players, the first
player's chance to win.

Fractions that satisfy the equations are not enough for a proof. So blocks are ordered: from each state that is not
final, some roll, or every move of a player, leads to an earlier block. Therefore every game ends with probability 1,
and the equations have only one solution.
"""

from collections.abc import Hashable
from fractions import Fraction
from typing import Any

from langkah.dice_odds.chain import Chain, make_chain
from langkah.dice_odds.exact import AFFORDABLE_EFFORT, find_values
from langkah.dice_odds.two_players import Duel
from langkah.errors import DoesNotFit
from langkah.language import _
from langkah.proofs.game_checker import list_rolls
from langkah.proofs.labelling import Listing
from langkah.proofs.state_text import encode_state, read_number
from langkah.proofs.writing import Block, write_number

MOST_BITS = 13_000  # of a fraction: beyond 4,000 digits Python reads no number


def list_turns(listing: Listing) -> list[Block]:
    """All reachable states, labelled with the expected number of turns: first the goals, then the others in the order
    of the least number of turns to a goal. Raises `DoesNotFit` if a game can get stuck or the fractions are too long.
    """
    problem: Any = listing.problem
    chain: Chain[Any] = make_chain(problem, listing.deadline)
    if not all(chain.hopeful):
        raise DoesNotFit(
            _("the game can get stuck in a state without a path to a goal, so its average length is undefined")
        )
    goals: dict[Hashable, Any] = {}
    for state in chain.states or (problem.start,):
        reached = [after for _chance, after in list_rolls(problem, state)] or [state]
        goals.update({listing.identify(each): each for each in reached if problem.is_goal(each)})
    for name, state in (*goals.items(), *((listing.identify(each), each) for each in chain.states)):
        listing.add(name, state)
    numerators, denominator = find_values(chain, [Fraction(1)] * len(chain)) if chain.states else ([], 1)
    if denominator.bit_length() > MOST_BITS:
        raise DoesNotFit(_("the exact odds of this board are fractions of more than 4,000 digits: too long to certify"))
    order = sorted(range(len(chain)), key=lambda each: (chain.least[each] or 0, each))
    blocks: list[Block] = [(0, [encode_state(each) for each in goals.values()])]
    for each in order:
        turns = read_number(Fraction(numerators[each], denominator))
        blocks.append((write_number(turns), [encode_state(chain.states[each])]))
    return blocks


def list_worths(listing: Listing) -> list[Block]:
    """The first player's chance to win from each position of a two-player game; a draw counts as half a win. Final
    positions come first, then positions from which some roll, or every move, leads to an earlier position. Raises
    `DoesNotFit` if a player can prolong the game for ever or the odds take too long to compute.
    """
    game: Any = listing.problem
    duel = Duel(game, listing.look, most=listing.most)
    ranks = _rank_positions(duel)
    if len(ranks) < len(duel.states):
        raise DoesNotFit(_("a player can prolong the game for ever, so no certificate of its value can be written"))
    worths = duel.find_exact_worths(AFFORDABLE_EFFORT)
    if worths is None or max(each.denominator.bit_length() for each in worths.values()) > MOST_BITS:
        raise DoesNotFit(_("the exact odds of this game take too long to compute: choose a smaller game"))
    names = [listing.identify(state) for state in duel.states]
    for name, state in zip(names, duel.states, strict=True):
        listing.add(name, state)
    blocks = listing.group((name, (ranks[number], worths[number])) for number, name in enumerate(names))
    return [(write_number(read_number(worth)), states) for (_rank, worth), states in blocks]


def _rank_positions(duel: Duel) -> dict[int, int]:
    """The number of moves and rolls from each position to the end of the game. If a player decides, this is the
    greatest number; if the dice decide, the least. Positions from which a player can prolong the game for ever are left
    out.
    """
    ranks = dict.fromkeys(duel.ends, 0)
    into: dict[int, list[int]] = {}
    left = [1 if duel.weights[number] else len(onward) for number, onward in enumerate(duel.onward)]
    for number, onward in enumerate(duel.onward):
        for there in onward:
            into.setdefault(there, []).append(number)
    queue = list(ranks)
    for there in queue:
        for number in into.get(there, ()):
            left[number] -= 1
            if left[number] == 0:
                ranks[number] = ranks[there] + 1
                queue.append(number)
    return ranks
