from langkah import Puzzle, Step

HOPS = [[q for q in range(9) if sorted((abs(p // 3 - q // 3), abs(p % 3 - q % 3))) == [1, 2]] for p in range(9)]


def mirror(board):
    return "".join(board[3 * r + 2 - c] for r in range(3) for c in range(3))


class Knights(Puzzle):
    """Two white and two black knights change sides; left and right are alike."""

    start = "w.w...b.b"
    reversible = True

    def steps(self, state):
        for place, sign in enumerate(state):
            if sign == ".":
                continue
            for to in HOPS[place]:
                if state[to] == ".":
                    row = list(state)
                    row[place], row[to] = ".", sign
                    yield Step((place, to), "".join(row))

    def key(self, state):
        return min(state, mirror(state))

    def is_goal(self, state):
        return state == "b.b...w.w"

    def notation(self, move):
        return f"{move[0]}-{move[1]}"

    def text(self, state):
        return "\n".join((state[:3], state[3:6], state[6:]))
