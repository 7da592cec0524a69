from fractions import Fraction

from langkah import Chance, Puzzle, Setting, Step


class Race(Puzzle, Chance):
    """Reach the last square exactly, with the big die (6) or the small one (2); too far: stay. Square 5 leads back to 1."""

    settings = (Setting("last", 10, "the last square", low=2, high=50),)

    def __init__(self, last=10):
        self.last = last
        self.start = 0

    def go(self, state, n):
        to = state + n
        if to > self.last:
            return state
        return 1 if to == 5 and self.last > 5 else to

    def throw(self, state, faces):
        return [(Fraction(1, faces), self.go(state, n)) for n in range(1, faces + 1)]

    def steps(self, state):
        return [Step(n, self.go(state, n)) for n in range(1, 7)]

    def chances(self, state):
        return self.throw(state, 6)

    def decisions(self, state):
        return {"big": self.throw(state, 6), "small": self.throw(state, 2)}

    def is_goal(self, state):
        return state == self.last
