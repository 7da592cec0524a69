from langkah import Puzzle, Step

ROOM = """
..#.....
....#...
.......#
#..S....
.....#..
..G#....
.#....#.
"""


class Ice(Puzzle):
    """Slide until a wall stops you; stop on G."""

    def __init__(self, room=ROOM):
        self.room = room
        self.rows = room.strip().split()
        spots = {s: (r, c) for r, row in enumerate(self.rows) for c, s in enumerate(row)}
        self.start, self.exit = spots["S"], spots["G"]

    def free(self, r, c):
        return 0 <= r < len(self.rows) and 0 <= c < len(self.rows[0]) and self.rows[r][c] != "#"

    def steps(self, state):
        for name, dr, dc in (("north", -1, 0), ("south", 1, 0), ("west", 0, -1), ("east", 0, 1)):
            r, c = state
            while self.free(r + dr, c + dc):
                r, c = r + dr, c + dc
            if (r, c) != state:
                yield Step(name, (r, c))

    def is_goal(self, state):
        return state == self.exit

    def text(self, state):
        return "\n".join("".join("@" if (r, c) == state else "." if s == "S" else s for c, s in enumerate(row))
                         for r, row in enumerate(self.rows))
