"""The control block that the best-first and IDA* loops share with their callers, and the layout of a node."""

# What changes ...
EXPANDED, GENERATED, SKIPPED, PRUNED, LIVE, WIDEST, USED, LOWEST, HIGHEST, NODE = range(10)
CUT_BY_DEPTH, CUT_BY_ESTIMATE = 10, 11  # 1 where that left nodes out, 2 where the other one had done so before
# ... what is given ...
STOP, ROOM, SHIFT, BRANCHING, DEEPEST, COST_WEIGHT, ESTIMATE_WEIGHT, REOPEN, NEWEST, DEPTH_SIGN = range(12, 22)
DEPTH_BITS, KEYS, LAST_COST = 22, 23, 24  # LAST_COST: where `out` has the cost of the first successor, -1 for 1 each
# ... of IDA*: the bound, the least value beyond it, and how much is remembered (nothing, all, or no more states) ...
BOUND, BEYOND, REMEMBERS, HELD, STACK_ROOM, PATH_ROOM = range(25, 31)
# ... and of one state that is looked at alone: how many successors, whether it is a goal, its estimate.
PROBED, COUNT, IS_GOAL, GUESS = range(31, 35)
NUMBERS = 35  # in all

DONE, STOPPED, FULL, GOAL, BROKEN, FAR = 0, 1, 2, 3, 4, 5  # why a loop returned; FAR: a number is too large for it

# A node: the words of its state, then
VALUES = 0  # the estimate, above the cost so far
LINKS = 1  # the next node in the queue, above the parent; 0 for none, else the number of the node and 1
DEPTH = 2  # the steps from the start; the lowest bit is set where the node is done with
NODE_WORDS = 3

FRAME_WORDS = 3  # on the stack of IDA*, after the words of a state: cost, depth, serial number
STRAIGHT_BACK = 2  # steps: one there, one back

HALF = (1 << 32) - 1
MOST_COST = (1 << 31) - 1
DEAD_END = 1 << 62  # as in `packed`
NO_GOAL = HALF >> 1  # the estimate of a node from which no goal can be reached
