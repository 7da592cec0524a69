"""The control block of a duel by threats, what it answers, and the form of its stack and its table."""

# Level of the stack, bound on marks, nodes looked at, how many may be taken, and who moves first: 0 the attacker.
LEVEL, BOUND, NODES, BUDGET, SIDE = 0, 1, 3, 4, 5
FOUND, EXHAUSTED, UNFINISHED = 0, 1, 2  # why it returned

MOVES, MOST_MOVES = 7, 50  # where the moves of a frame begin, and how many there can be
FRAME = MOVES + MOST_MOVES  # numbers on the stack for each level
BUCKET, RANGE_BITS = 4, 5  # entries of the table that share a place; bits of the number of one side's moves
