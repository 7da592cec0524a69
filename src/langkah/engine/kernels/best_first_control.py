"""Offsets into the control block shared by the best-first and IDA* loops and their callers, and the layout of a
node.
"""

# Counters ...
EXPANDED, GENERATED, SKIPPED, PRUNED, LIVE, WIDEST, USED, LOWEST, HIGHEST, NODE = range(10)
CUT_BY_DEPTH, CUT_BY_ESTIMATE = 10, 11  # 0: no node was skipped for this reason; 2: the other reason came first; else 1
# ... parameters ...
STOP, ROOM, SHIFT, BRANCHING, DEEPEST, COST_WEIGHT, ESTIMATE_WEIGHT, REOPEN, NEWEST, DEPTH_SIGN = range(12, 22)
DEPTH_BITS, KEYS, LAST_COST = 22, 23, 24  # LAST_COST: offset in `out` of the first successor's cost, -1 for unit costs
# ... for IDA*: the bound, the least value beyond it, the mode of the table (off, on, full), the number of states in the
# table, the room of the stack and of the path ...
BOUND, BEYOND, REMEMBERS, HELD, STACK_ROOM, PATH_ROOM = range(25, 31)
# ... and for the examination of a single state: its number of successors, whether it is a goal, its estimate.
PROBED, COUNT, IS_GOAL, GUESS = range(31, 35)
NUMBERS = 35  # length of the block

DONE, STOPPED, FULL, GOAL, BROKEN, FAR = 0, 1, 2, 3, 4, 5  # return codes; FAR: a number is too large

# A node: the words of its state, then these numbers
VALUES = 0  # the estimate in the high bits, the path cost in the low bits
LINKS = 1  # the next node in the queue (index + 1, or 0) in the high bits, the parent in the low bits
DEPTH = 2  # the steps from the start; the lowest bit is set if the node is closed
NODE_WORDS = 3

FRAME_WORDS = 3  # numbers of an IDA* stack frame after the words of the state: cost, depth, serial number
STRAIGHT_BACK = 2  # steps between a node and its grandparent

HALF = (1 << 32) - 1
MOST_COST = (1 << 31) - 1
DEAD_END = 1 << 62  # the same as in `packed`
NO_GOAL = HALF >> 1  # the estimate of a node from which no goal can be reached
