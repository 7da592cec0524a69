"""The control block that breadth-first loops and their callers share, and what a loop answers."""

# What changes ...
HEAD, TAIL, END, DEPTH, EDGES, WIDEST, PRUNED = 0, 1, 2, 3, 4, 5, 6
# ... what is given ...
STOP, ROOM, SHIFT, HALT, KEEP, BRANCHING, DEEPEST, LAYERS, WIDE = 7, 8, 9, 10, 11, 12, 13, 14, 15
# ... and what threads share, a cache line each.
CURSOR, NEXT, MET, STEPS = 16, 24, 32, 40
NUMBERS = 48  # in all

DONE, STOPPED, FULL, GOAL, BROKEN = 0, 1, 2, 3, 4  # why a loop returned

RING_STATES = 32  # under way between asking for a slot and looking at it
BUFFER_STATES = 1024  # new ones that a thread gathers before it hands them over
TAKEN_STATES = 256  # that a thread takes at a time
INDEX_BITS = 40  # of a slot that holds the number of a state; the other bits come from its hash
