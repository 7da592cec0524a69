"""Offsets into the control block shared by breadth-first loops and their callers, and the return codes."""

# Counters ...
HEAD, TAIL, END, DEPTH, EDGES, WIDEST, PRUNED = 0, 1, 2, 3, 4, 5, 6
# ... parameters ...
STOP, ROOM, SHIFT, HALT, KEEP, BRANCHING, DEEPEST, LAYERS, WIDE = 7, 8, 9, 10, 11, 12, 13, 14, 15
# ... and values shared by threads, one per cache line.
CURSOR, NEXT, MET, STEPS = 16, 24, 32, 40
NUMBERS = 48  # length of the block

DONE, STOPPED, FULL, GOAL, BROKEN = 0, 1, 2, 3, 4  # return codes

RING_STATES = 32  # entries between the prefetch and the lookup of a slot
BUFFER_STATES = 1024  # new states that a thread buffers
TAKEN_STATES = 256  # portion of states that a thread takes
INDEX_BITS = 40  # bits of a slot that hold an index; the other bits hold part of the hash
