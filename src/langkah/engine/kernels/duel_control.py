"""Offsets into the control block of the threat search in `two_player`, its return codes, and the layout of its stack
and table.
"""

# Stack level, bound on marks, visited nodes, node budget, and the side that moves first: 0 the attacker.
LEVEL, BOUND, NODES, BUDGET, SIDE = 0, 1, 3, 4, 5
FOUND, EXHAUSTED, UNFINISHED = 0, 1, 2  # return codes

MOVES, MOST_MOVES = 7, 50  # offset of the moves in a frame, and their maximum number
FRAME = MOVES + MOST_MOVES  # numbers per stack frame
BUCKET, RANGE_BITS = 4, 5  # table entries per bucket; bits for the number of one side's moves
