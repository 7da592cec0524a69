from langkah import PATTERNS, Packed, Puzzle, Setting, Step


def flip(state, out, data):  # digit 0 (lowest 4 bits) is the top
    n = data[0]
    for k in range(2, n + 1):
        new = state
        for i in range(k):
            piece = state >> 4 * i & 15
            j = k - 1 - i
            new = new & ~(15 << 4 * j) | piece << 4 * j
        out[k - 2] = new
    return n - 1


def is_sorted(state, data):
    return state == data[1]


def gap(state, data):
    n = data[0]
    gaps = 0
    for i in range(n):
        here = state >> 4 * i & 15
        below = state >> 4 * (i + 1) & 15 if i < n - 1 else n + 1
        gaps += abs(here - below) > 1
    return gaps


def keep_small(state, data):
    kept = 0
    for i in range(data[0]):
        piece = state >> 4 * i & 15
        kept |= (piece if piece <= data[0] // 2 else 15) << 4 * i
    return kept


def keep_big(state, data):
    kept = 0
    for i in range(data[0]):
        piece = state >> 4 * i & 15
        kept |= (piece if piece > data[0] // 2 else 0) << 4 * i
    return kept


class Stack(Puzzle):
    """Sort pancakes by flipping the top k."""

    settings = (Setting("n", 7, "pancakes", low=2, high=12),)
    estimates = (PATTERNS,)
    admissible = True
    reversible = True
    lists_all_goals = True

    def __init__(self, n=7):
        self.n = n
        odd, even = range(1, n + 1, 2), range(2, n + 1, 2)
        self.start = tuple(even) + tuple(odd)

    def pack(self, state):
        return sum(p << 4 * i for i, p in enumerate(state))

    def unpack(self, number):
        return tuple(number >> 4 * i & 15 for i in range(self.n))

    def steps(self, state):
        return [Step(k, state[:k][::-1] + state[k:]) for k in range(2, self.n + 1)]

    def goals(self):
        return [tuple(range(1, self.n + 1))]

    def is_goal(self, state):
        return state == tuple(range(1, self.n + 1))

    def estimate(self, state):
        return gap(self.pack(state), (self.n,))

    def packed(self):
        data = [self.n, self.pack(self.goals()[0])]
        return Packed.of(self.start, self.pack, self.unpack, flip, is_sorted, data=data, branching=self.n - 1,
                         unit_cost=True, estimate=gap, abstractions=(keep_small, keep_big))
