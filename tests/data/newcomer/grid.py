from langkah import Puzzle, Step

HILLS = ["1193111", "1191191", "1291191", "1111193", "9999191", "1115191", "1911111"]


class Hills(Puzzle):
    """Cheapest way to the other corner; entering a cell costs its digit."""

    admissible = True
    start = (0, 0)

    def __init__(self, rows=HILLS):
        self.rows = [tuple(map(int, row)) for row in rows]

    def steps(self, state):
        r, c = state
        for name, y, x in (("N", r - 1, c), ("E", r, c + 1), ("S", r + 1, c), ("W", r, c - 1)):
            if 0 <= y < len(self.rows) and 0 <= x < len(self.rows[0]):
                yield Step(name, (y, x), self.rows[y][x])

    def is_goal(self, state):
        return state == (len(self.rows) - 1, len(self.rows[0]) - 1)

    def estimate(self, state):
        return len(self.rows) - 1 - state[0] + len(self.rows[0]) - 1 - state[1]
