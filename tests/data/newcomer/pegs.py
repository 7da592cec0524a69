from langkah import Puzzle, Step, Setting

N = 5
CELLS = [(r, c) for r in range(N) for c in range(r + 1)]
JUMPS = []
for r, c in CELLS:
    for dr, dc in ((0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, -1)):
        over, to = (r + dr, c + dc), (r + 2 * dr, c + 2 * dc)
        if over in CELLS and to in CELLS:
            JUMPS.append((CELLS.index((r, c)), CELLS.index(over), CELLS.index(to)))


class Triangle(Puzzle):
    """Jump until one peg is left, on a triangle of 15 holes."""

    settings = (Setting("hole", 0, "the empty hole", low=0, high=14),)
    level_cost = True

    def __init__(self, hole=0):
        self.hole = hole
        self.start = tuple(i != hole for i in range(15))

    def steps(self, state):
        for a, b, c in JUMPS:
            if state[a] and state[b] and not state[c]:
                new = list(state)
                new[a], new[b], new[c] = False, False, True
                yield Step((a, c), tuple(new))

    def notation(self, move):
        return f"{move[0]}>{move[1]}"

    def is_goal(self, state):
        return sum(state) == 1

    def text(self, state):
        return "\n".join(
            " " * (N - 1 - r) + " ".join("o" if state[CELLS.index((r, c))] else "." for c in range(r + 1)) for r in range(N)
        )
