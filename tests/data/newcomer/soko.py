from langkah import BadInput, Puzzle, Step

BOARD = """
#######
#  .  #
# $#  #
#@ $ .#
#######
"""
WAYS = {"u": (-1, 0), "d": (1, 0), "l": (0, -1), "r": (0, 1)}


class Push(Puzzle):
    """Push all crates onto the dots."""

    def __init__(self, board=BOARD):
        rows = board.strip("\n").split("\n")
        self.board = board
        self.walls, self.dots, crates, me = set(), set(), set(), None
        for r, row in enumerate(rows):
            for c, sign in enumerate(row):
                if sign == "#":
                    self.walls.add((r, c))
                if sign in ".*+":
                    self.dots.add((r, c))
                if sign in "$*":
                    crates.add((r, c))
                if sign in "@+":
                    me = (r, c)
        if me is None:
            raise BadInput("board: there is no @")
        self.size = (len(rows), max(map(len, rows)))
        self.start = (me, frozenset(crates))

    def steps(self, state):
        (r, c), crates = state
        for name, (dr, dc) in WAYS.items():
            to = (r + dr, c + dc)
            if to in self.walls:
                continue
            if to in crates:
                beyond = (to[0] + dr, to[1] + dc)
                if beyond in self.walls or beyond in crates:
                    continue
                yield Step(name.upper(), (to, crates - {to} | {beyond}))
            else:
                yield Step(name, (to, crates))

    def is_goal(self, state):
        return state[1] == self.dots

    def text(self, state):
        def sign(p):
            if p in self.walls:
                return "#"
            if p == state[0]:
                return "+" if p in self.dots else "@"
            if p in state[1]:
                return "*" if p in self.dots else "$"
            return "." if p in self.dots else " "

        return "\n".join("".join(sign((r, c)) for c in range(self.size[1])) for r in range(self.size[0]))
