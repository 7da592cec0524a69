"""Offsets into the control block of a sliding-tile search, its return codes, and the layout of its tables."""

# Stack level, bound, least value beyond it, visited nodes, node budget, and expanded nodes.
LEVEL, BOUND, OVER, NODES, BUDGET, TAKEN = 0, 1, 2, 3, 4, 5
FOUND, EXHAUSTED, UNFINISHED = 0, 1, 2  # return codes

FRAME = 12  # numbers per stack frame
WAY = 5  # numbers per move of the blank
CELL = 4 * WAY + 1  # numbers per cell: the count of moves, then the moves
TILE = 32  # largest number of cells
