"""Places in the numbers that kernels and their callers share, and what a kernel answers."""

# In `control`: what changes ...
HEAD, TAIL, END, DEPTH, EDGES, WIDEST, PRUNED = 0, 1, 2, 3, 4, 5, 6
# ... what is given ...
STOP, ROOM, SHIFT, HALT, KEEP, BRANCHING, DEEPEST, LAYERS, WIDE = 7, 8, 9, 10, 11, 12, 13, 14, 15
# ... and what threads share, a cache line each.
CURSOR, NEXT, MET, STEPS = 16, 24, 32, 40
CONTROL = 48  # numbers in all

DONE, STOPPED, FULL, GOAL, BROKEN = 0, 1, 2, 3, 4  # why a kernel returned

RING = 32  # states under way between asking for a slot and looking at it
BUFFER = 1024  # new states that a thread gathers before it hands them over
PORTION = 256  # states that a thread takes at a time
INDEX_BITS = 40  # of a slot that holds the number of a state; the other bits come from its hash

# In `control` of a search on a tray: level of the stack, bound, least value beyond it, nodes looked at, how many may
# be taken, and how many were.
LEVEL, BOUND, OVER, NODES, BUDGET, TAKEN = 0, 1, 2, 3, 4, 5
FOUND, EXHAUSTED, UNFINISHED = 0, 1, 2  # why such a search returned
FRAME = 12  # numbers on the stack for each level
WAY = 5  # numbers for each way of the blank
CELL = 4 * WAY + 1  # numbers for each cell: how many ways, then the ways
TILE = 32  # cells that a tile may be on, at most

# A duel adds to LEVEL, BOUND (here: marks), NODES and BUDGET: who moves first, 0 the attacker.
SIDE = 5
MOVES, MOST_MOVES = 7, 50  # where the moves of a frame begin, and how many there can be
FRAME_OF_MOVES = MOVES + MOST_MOVES
BUCKET, RANGE_BITS = 4, 5  # entries of the table that share a place; bits of the number of one side's moves
