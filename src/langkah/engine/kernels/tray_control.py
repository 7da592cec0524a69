"""The control block of a search on a tray of numbered tiles, what it answers, and the form of its tables."""

# Level of the stack, bound, least value beyond it, nodes looked at, how many may be taken, and how many were.
LEVEL, BOUND, OVER, NODES, BUDGET, TAKEN = 0, 1, 2, 3, 4, 5
FOUND, EXHAUSTED, UNFINISHED = 0, 1, 2  # why it returned

FRAME = 12  # numbers on the stack for each level
WAY = 5  # numbers for each way of the blank
CELL = 4 * WAY + 1  # numbers for each cell: how many ways, then the ways
TILE = 32  # cells that a tile may be on, at most
