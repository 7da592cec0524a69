from langkah import Puzzle, Step, Setting


class Missionaries(Puzzle):
    """Bring n missionaries and n cannibals over; cannibals never outnumber missionaries where there are any."""

    title = "Missionaries and cannibals"
    settings = (Setting("n", 3, "of each kind", low=1, high=9), Setting("boat", 2, "places in the boat", low=1, high=6))
    reversible = True
    lists_all_goals = True

    def __init__(self, n=3, boat=2):
        self.n, self.boat = n, boat
        self.start = (n, n, 0)  # on the left, side of boat

    def safe(self, m, c):
        return m == 0 or m >= c

    def steps(self, state):
        m, c, side = state
        sign = -1 if side == 0 else 1
        have_m, have_c = (m, c) if side == 0 else (self.n - m, self.n - c)
        for dm in range(have_m + 1):
            for dc in range(have_c + 1):
                if 1 <= dm + dc <= self.boat and (dm == 0 or dm >= dc):
                    nm, nc = m + sign * dm, c + sign * dc
                    if self.safe(nm, nc) and self.safe(self.n - nm, self.n - nc):
                        yield Step((dm, dc), (nm, nc, 1 - side))

    def notation(self, move):
        return f"{move[0]}M{move[1]}C"

    def is_goal(self, state):
        return state == (0, 0, 1)

    def goals(self):
        return [(0, 0, 1)]
