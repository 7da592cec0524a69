"""One problem of every game, small enough to be searched by any algorithm while somebody looks on, and the algorithms
that fit each."""

from langkah.games import GAMES, get_game_class, load
from langkah.search import list_algorithms

SMALL = {name: dict(get_game_class(name).small) for name in GAMES}
FITTING = [(game, name) for game in GAMES for name in list_algorithms(load(game, SMALL[game]))]
