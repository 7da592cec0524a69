from langkah import Game, Outcome, Step


class Hexapawn(Game):
    """Three pawns each on 3 x 3: reach the far row, or leave the other without a move."""

    players = ("white", "black")
    start = ("bbb...www", 0)

    def player(self, state):
        return state[1]

    def steps(self, state):
        if self.won(state) is None:
            yield from self.moves(state)

    def won(self, state):
        if "w" in state[0][:3]:
            return 0
        if "b" in state[0][6:]:
            return 1
        return None

    def moves(self, state):
        board, who = state
        me, you, way = ("w", "b", -1) if who == 0 else ("b", "w", 1)
        for place, sign in enumerate(board):
            if sign != me:
                continue
            r, c = divmod(place, 3)
            for dc in (0, -1, 1):
                y, x = r + way, c + dc
                if 0 <= y < 3 and 0 <= x < 3 and board[3 * y + x] == ("." if dc == 0 else you):
                    new = list(board)
                    new[place], new[3 * y + x] = ".", me
                    yield Step((place, 3 * y + x), ("".join(new), 1 - who))

    def notation(self, move):
        return f"{'abc'[move[0] % 3]}{3 - move[0] // 3}-{'abc'[move[1] % 3]}{3 - move[1] // 3}"

    def outcome(self, state):
        won = self.won(state)
        if won is not None:
            return Outcome(won, "a pawn is through")
        if not list(self.moves(state)):
            return Outcome(1 - state[1], "no move left")
        return None

    def text(self, state):
        b = state[0]
        return "\n".join((b[:3], b[3:6], b[6:]))
