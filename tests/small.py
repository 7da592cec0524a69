"""One problem of every game, small enough to be searched by any algorithm while somebody looks on."""

SMALL: dict[str, dict[str, object]] = {
    "snakes": {"rows": 5, "cols": 5, "jumps": {3: 11, 17: 4}},
    "klotski": {"board": "**a/**b/..c", "goal": {"*": [[1, 0], [1, 1], [2, 0], [2, 1]]}},
    "hanoi": {"discs": 3},
    "mnk": {"rows": 2, "cols": 3, "k": 2},
    "tiles": {"rows": 2, "cols": 3, "start": [4, 5, 0, 3, 1, 2]},
    "queens": {"n": 5},
}
