"""One problem of every game, small enough to be searched by any algorithm while somebody looks on."""

from langkah.games import GAMES, get_game_class

SMALL = {name: dict(get_game_class(name).small) for name in GAMES}
