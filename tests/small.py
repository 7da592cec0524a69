"""The settings of one small problem of every game, and the algorithms that fit each problem. Any of these algorithms
searches the problem quickly, even if an observer is attached.
"""

from langkah.games import GAMES, get_game_class, load
from langkah.search import list_algorithms

SMALL = {name: dict(get_game_class(name).small) for name in GAMES}
FITTING = [(game, name) for game in GAMES for name in list_algorithms(load(game, SMALL[game]))]
