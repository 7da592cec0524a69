"""Two players mark cells until one has a line: can the defender stop the attacker from completing one in time?

Every question is a yes or no: can the attacker force a line before the board holds more than a given number of marks?
Either side may move first, and each side needs only one good move at its turn. Threats cut most of the tree: a player
completes a line if possible, blocks a single threat, and loses to two threats. Two facts cut most of the rest; both
hold because one more mark never harms its owner:

- A line with marks of both players is dead, and so is one that lacks more marks than its owner can still make in
  time. A cell on dead lines only does not matter: positions with the same living lines are equivalent, and such a
  cell need not be marked while others are free.
- Let a living line of the attacker that lacks n marks weigh 1 / 2**n. If their total weight is less than 1 when
  the defender is to move, the defender holds by marking the heaviest cell each time (Erdős and Selfridge 1973). When
  the attacker is to move, the lines of the heaviest cell count twice.

The search keeps its stack in memory, one frame per level, so that it can be interrupted and resumed at any node. A
frame holds the marks of both players, the key of the position, the next move to try, the number of moves, the number of
marks the attacker may still make, and the moves.
"""

from typing import Any

from langkah.engine.blocks import Words
from langkah.engine.kernels import duel_control as at
from langkah.engine.kernels import kernel
from langkah.engine.kernels.instructions import count_ones, find_lowest_bit, hash_to_slot, mix_word

ALIKE = 10  # marks up to which positions are normalised by symmetry; later, symmetric ones rarely occur
FAR = 1 << 20
WHOLE = 1 << 50  # the weight of a complete line
LOW = (1 << at.RANGE_BITS) - 1


def find_threats(lines: Any, count: int, attacker: int, defender: int, moves: int, others: int) -> Any:
    """Scan the living lines; the attacker can still make `moves` marks, and the defender `others`. Returns six values:
    the cells with which the attacker completes a line; those with which the defender completes one; the least number of
    marks that the attacker needs; the cells of the attacker's living lines; those of the defender's living lines; and
    the total weight of the attacker's lines.
    """
    wins, blocks, need, mine, theirs, weight = 0, 0, FAR, 0, 0, 0
    for number in range(count):
        line = lines[number]
        if line & defender == 0:
            missing = count_ones(line & ~attacker)
            if missing <= moves:
                need = min(need, missing)
                weight += WHOLE >> missing
                mine |= line
                if missing == 1:
                    wins |= line & ~attacker
        if line & attacker == 0:
            missing = count_ones(line & ~defender)
            if missing <= others:
                theirs |= line
                if missing == 1:
                    blocks |= line & ~defender
    return wins, blocks, need, mine, theirs, weight


def find_image(marks: int, images: Any, first: int) -> int:
    """The image of a set of cells under a symmetry; images[first + cell] is the image of a cell as a bit."""
    found = 0
    while marks:
        found |= images[first + find_lowest_bit(marks)]
        marks &= marks - 1
    return found


def look_up(table: Any, place: int, attacker: int, stamp: int, moves: int) -> int:
    """The stored answer for a position: 1 if the attacker wins with `moves` more marks, 0 if not, -1 if unknown."""
    for entry in range(place, place + 2 * at.BUCKET, 2):
        if table[entry] == attacker and table[entry + 1] >> 2 * at.RANGE_BITS == stamp:
            known = table[entry + 1]
            if moves >= LOW - (known & LOW):
                return 1
            return 0 if moves <= known >> at.RANGE_BITS & LOW else -1
    return -1


def store_answer(table: Any, place: int, attacker: int, stamp: int, answer: int, moves: int, turn: int) -> int:
    """Store the answer to the question whether the attacker wins with `moves` more marks. The answer goes into the
    entry of the position or, if there is none yet, into a free entry of its bucket; if the bucket is full, it
    overwrites the entry that `turn` selects. An entry holds two numbers of marks of the attacker: one that suffices to
    win, and one that does not.
    """
    chosen, enough, too_few = place + 2 * (turn % at.BUCKET), LOW, 0
    for entry in range(place, place + 2 * at.BUCKET, 2):
        known = table[entry + 1]
        if known == 0:
            chosen = entry
            break
        if table[entry] == attacker and known >> 2 * at.RANGE_BITS == stamp:
            chosen, enough, too_few = entry, LOW - (known & LOW), known >> at.RANGE_BITS & LOW
            break
    if answer:
        enough = min(enough, moves)
    else:
        too_few = max(too_few, moves)
    table[chosen], table[chosen + 1] = attacker, (stamp << at.RANGE_BITS | too_few) << at.RANGE_BITS | LOW - enough
    return 0


def weigh_cells(
    stack: Any, scratch: int, lines: Any, count: int, cells: int, attacker: int, defender: int, moves: int, others: int
) -> int:
    """Write two weights for every cell to `stack`, from index `scratch` on: first the weights of all cells in the
    attacker's lines, then their weights in the defender's lines. Returns the largest weight in the attacker's lines.
    """
    for cell in range(2 * cells):
        stack[scratch + cell] = 0
    for number in range(count):
        line = lines[number]
        if line & defender == 0:
            rest = line & ~attacker
            missing = count_ones(rest)
            weight = WHOLE >> missing if missing <= moves else 0
            while rest and weight:
                stack[scratch + find_lowest_bit(rest)] += weight
                rest &= rest - 1
        if line & attacker == 0:
            rest = line & ~defender
            missing = count_ones(rest)
            weight = WHOLE >> missing if missing <= others else 0
            while rest and weight:
                stack[scratch + cells + find_lowest_bit(rest)] += weight
                rest &= rest - 1
    most = 0
    for cell in range(cells):
        most = max(most, stack[scratch + cell])
    return most


def list_moves(stack: Any, top: int, scratch: int, cells: int, free: int) -> int:
    """Write the cells in `free` as moves into the frame at `top`, the cell with the largest total weight first; returns
    the number of moves. The attacker's weight counts twice.
    """
    count = 0
    while free:
        cell = find_lowest_bit(free)
        free &= free - 1
        weight = 2 * stack[scratch + cell] + stack[scratch + cells + cell]
        place = count
        while place > 0:
            before = stack[top + at.MOVES + place - 1]
            if 2 * stack[scratch + before] + stack[scratch + cells + before] >= weight:
                break
            stack[top + at.MOVES + place] = before
            place -= 1
        stack[top + at.MOVES + place] = cell
        count += 1
    return count


def judge_threats(wins: int, blocks: int, attacks: bool) -> Any:
    """Decide a position by its threats. Returns the answer (1: the attacker wins, 0: the defender holds, -1: threats do
    not decide), and the bit of a cell that must be marked now, or 0.
    """
    if attacks and wins:
        return 1, 0
    if not attacks and blocks:
        return 0, 0
    forced = blocks if attacks else wins
    if forced & (forced - 1):  # two threats cannot both be blocked
        return (0 if attacks else 1), 0
    return -1, forced


def write_key(stack: Any, top: int, images: Any, symmetries: int, cells: int, attacker: int, defender: int) -> int:
    """Write the key of a position into its frame; the answer for the position is stored under this key. Early in a
    game, the key is the least of the symmetric images of the position.
    """
    mine, theirs = attacker, defender
    if count_ones(stack[top] | stack[top + 1]) <= ALIKE:
        for symmetry in range(1, symmetries):
            one = find_image(attacker, images, symmetry * cells)
            if one <= mine:
                two = find_image(defender, images, symmetry * cells)
                if one < mine or two < theirs:
                    mine, theirs = one, two
    stack[top + 2], stack[top + 3] = mine, theirs
    return 0


def enter_position(
    stack: Any, top: int, scratch: int, lines: Any, count: int, cells: int, images: Any, symmetries: int, table: Any,
    shift: int, bound: int, attacks: bool,
) -> int:  # fmt: skip
    """Examine a new position. Returns the answer if it is obvious or stored; otherwise writes the moves into the frame,
    and returns -1.
    """
    attacker, defender = stack[top], stack[top + 1]
    marked, first = attacker | defender, 1 if attacks else 0
    moves = (bound - count_ones(marked) + first) // 2
    wins, blocks, need, mine, theirs, weight = find_threats(lines, count, attacker, defender, moves, moves - first)
    alive = (mine | theirs) & ~marked
    moves = min(moves, (count_ones(alive) + first) // 2)
    if need > moves or weight < (WHOLE // 2 if attacks else WHOLE):
        return 0
    answer, forced = judge_threats(wins, blocks, attacks)
    if answer >= 0:
        return answer  # type: ignore[no-any-return]
    dead = ((1 << cells) - 1) & ~(alive | attacker & mine | defender & theirs)
    write_key(stack, top, images, symmetries, cells, attacker & mine | dead, defender & theirs | dead)
    stamp = stack[top + 3] << 1 | (1 if attacks else 0)
    known = look_up(table, find_bucket(stack[top + 2], stamp, shift), stack[top + 2], stamp, moves)
    if known >= 0:
        return known
    most = weigh_cells(stack, scratch, lines, count, cells, attacker, defender, moves, moves - first)
    if attacks and weight + most < WHOLE:
        return 0
    stack[top + 4], stack[top + 6] = 0, moves
    stack[top + 5] = list_moves(stack, top, scratch, cells, forced if forced else alive)
    return -1


def find_bucket(attacker: int, stamp: int, shift: int) -> int:
    """The offset of a position's bucket in the table."""
    return hash_to_slot(mix_word(attacker, stamp), shift) * 2 * at.BUCKET


@kernel
def attack(
    lines: Words, count: int, cells: int, images: Words, symmetries: int, table: Words, shift: int, stack: Words,
    control: Words,
) -> int:  # fmt: skip
    """Continue the search for a given number of nodes. Returns FOUND if the attacker wins, EXHAUSTED if the defender
    holds, UNFINISHED if the search must continue.
    """
    level, bound, budget, side = control[at.LEVEL], control[at.BOUND], control[at.BUDGET], control[at.SIDE]
    scratch = (cells + 2) * at.FRAME
    nodes, new, answer = 0, True, -1
    while True:
        top = level * at.FRAME
        attacks = (side + level) % 2 == 0
        if new:
            if nodes == budget:
                control[at.NODES] += nodes
                control[at.LEVEL] = level
                return at.UNFINISHED
            nodes += 1
            answer = enter_position(
                stack, top, scratch, lines, count, cells, images, symmetries, table, shift, bound, attacks
            )
            plain = answer >= 0
        else:
            plain = False
            if answer != (1 if attacks else 0):
                answer = -1
        if answer < 0 and stack[top + 4] == stack[top + 5]:
            answer = 0 if attacks else 1
        if answer < 0:
            cell = stack[top + at.MOVES + stack[top + 4]]
            stack[top + 4] += 1
            stack[top + at.FRAME] = stack[top] | (1 << cell if attacks else 0)
            stack[top + at.FRAME + 1] = stack[top + 1] | (0 if attacks else 1 << cell)
            level, new = level + 1, True
            continue
        if not plain:
            stamp = stack[top + 3] << 1 | (1 if attacks else 0)
            place = find_bucket(stack[top + 2], stamp, shift)
            store_answer(table, place, stack[top + 2], stamp, answer, stack[top + 6], nodes)
        if level == 0:
            control[at.NODES] += nodes
            return at.FOUND if answer else at.EXHAUSTED
        level, new = level - 1, False
