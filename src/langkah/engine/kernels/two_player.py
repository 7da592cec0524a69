"""Two players who mark cells until one has a line: can the attacker be stopped from having one in time?

Every question is a yes or no: does the attacker, whoever moves first, complete a line before the board holds more than
so many marks, whatever the defender does? The attacker needs one good move, the defender too. Threats cut most of the
tree: who can complete a line does, who must block has one move, and who faces two threats is lost. A search stands on
a stack, one frame for each level, and can be left and entered again at any node. A frame holds the marks of both, the
key of the position, the next move to try, how many there are, and the moves.
"""

from typing import Any

from langkah.engine import layout as at
from langkah.engine.blocks import Words
from langkah.engine.kernels import kernel
from langkah.engine.kernels.instructions import count_ones, hash_to_slot, mix_word

ALIKE = 10  # marks up to which positions are turned into one of their images; later ones rarely meet
FAR = 1 << 20


def find_threats(lines: Any, count: int, attacker: int, defender: int) -> Any:
    """What the lines say: cells that complete one, for each side; how many marks the attacker needs at least; cells of
    lines that lack two of the attacker's marks, those in several such lines, and the same for the defender."""
    wins, blocks, need, once, twice, counter = 0, 0, FAR, 0, 0, 0
    for number in range(count):
        line = lines[number]
        if line & defender == 0:
            rest = line & ~attacker
            missing = count_ones(rest)
            need = min(need, missing)
            if missing == 1:
                wins |= rest
            elif missing == 2:
                twice |= once & rest
                once |= rest
        elif line & attacker == 0:
            rest = line & ~defender
            missing = count_ones(rest)
            if missing == 1:
                blocks |= rest
            elif missing == 2:
                counter |= rest
    return wins, blocks, need, once, twice, counter


def find_image(marks: int, images: Any, first: int) -> int:
    """A set of cells, turned or mirrored; images[first + cell] is the cell's image as a bit."""
    found, cell = 0, 0
    while marks:
        if marks & 1:
            found |= images[first + cell]
        marks >>= 1
        cell += 1
    return found


def look_up(table: Any, place: int, attacker: int, stamp: int) -> int:
    """What is known about a position: 1 the attacker makes it, 0 not, -1 nothing."""
    for entry in range(place, place + 2 * at.BUCKET, 2):
        if table[entry] == attacker and table[entry + 1] >> 1 == stamp:
            return table[entry + 1] & 1  # type: ignore[no-any-return]
    return -1


def store_answer(table: Any, place: int, attacker: int, stamp: int, answer: int, turn: int) -> int:
    """Remember an answer: in a free entry of its bucket, else instead of one of the others in turn."""
    chosen = place + 2 * (turn % at.BUCKET)
    for entry in range(place, place + 2 * at.BUCKET, 2):
        if table[entry + 1] == 0:
            chosen = entry
            break
    table[chosen], table[chosen + 1] = attacker, stamp << 1 | answer
    return 0


def list_moves(stack: Any, top: int, order: Any, cells: int, first: int, second: int, rest: int) -> int:
    """Write the moves into a frame: three sets, one after the other, each in the given order. Returns how many."""
    count = 0
    for cell_set in (first, second & ~first, rest & ~first & ~second):
        for number in range(cells):
            if cell_set >> order[number] & 1:
                stack[top + at.MOVES + count] = order[number]
                count += 1
    return count


def judge_threats(wins: int, blocks: int, need: int, left: int, attacks: bool) -> Any:
    """What can be said at once: the answer or -1, and the cells of which one must be marked now, if any must."""
    if need > (left + 1 if attacks else left) // 2:
        return 0, 0
    if attacks and wins:
        return 1, 0
    if not attacks and blocks:
        return 0, 0
    forced = blocks if attacks else wins
    if forced & (forced - 1):  # two threats at once cannot be met
        return (0 if attacks else 1), 0
    return -1, forced


def write_key(stack: Any, top: int, images: Any, symmetries: int, cells: int) -> int:
    """Write the key of a position into its frame: early in a game, the least of its images."""
    attacker, defender = stack[top], stack[top + 1]
    mine, theirs = attacker, defender
    if count_ones(attacker | defender) <= ALIKE:
        for symmetry in range(1, symmetries):
            one = find_image(attacker, images, symmetry * cells)
            if one <= mine:
                two = find_image(defender, images, symmetry * cells)
                if one < mine or two < theirs:
                    mine, theirs = one, two
    stack[top + 2], stack[top + 3] = mine, theirs
    return 0


def enter_position(
    stack: Any, top: int, lines: Any, count: int, order: Any, cells: int, images: Any, symmetries: int, table: Any,
    shift: int, tag: int, bound: int, attacks: bool,
) -> int:  # fmt: skip
    """Look at a new position: the answer where it is plain or known, else -1 and the moves in its frame."""
    attacker, defender = stack[top], stack[top + 1]
    wins, blocks, need, once, twice, counter = find_threats(lines, count, attacker, defender)
    answer, forced = judge_threats(wins, blocks, need, bound - count_ones(attacker | defender), attacks)
    if answer >= 0:
        return answer  # type: ignore[no-any-return]
    write_key(stack, top, images, symmetries, cells)
    mine, theirs = stack[top + 2], stack[top + 3]
    known = look_up(table, find_bucket(mine, theirs, shift), mine, theirs << at.TAG_BITS | tag)
    if known >= 0:
        return known
    free = ((1 << cells) - 1) & ~(attacker | defender)
    stack[top + 4] = 0
    if forced:
        stack[top + 5] = list_moves(stack, top, order, cells, forced, 0, 0)
    elif attacks:
        stack[top + 5] = list_moves(stack, top, order, cells, twice, once, free)
    else:
        stack[top + 5] = list_moves(stack, top, order, cells, once, counter, free)
    return -1


def find_bucket(attacker: int, defender: int, shift: int) -> int:
    """Where the bucket of a position begins in the table."""
    return hash_to_slot(mix_word(attacker, defender), shift) * 2 * at.BUCKET


@kernel
def attack(
    lines: Words, count: int, order: Words, cells: int, images: Words, symmetries: int, table: Words, shift: int, stack:
    Words, control: Words,
) -> int:  # fmt: skip
    """Search for a number of nodes. FOUND: the attacker makes it; EXHAUSTED: the defender holds."""
    level, bound, budget, tag, side = (
        control[at.LEVEL],
        control[at.BOUND],
        control[at.BUDGET],
        control[at.TAG],
        control[at.SIDE],
    )
    nodes, new, answer = 0, True, -1
    while True:
        top = level * at.FRAME_OF_MOVES
        attacks = (side + level) % 2 == 0
        if new:
            if nodes == budget:
                control[at.NODES] += nodes
                control[at.LEVEL] = level
                return at.UNFINISHED
            nodes += 1
            answer = enter_position(
                stack, top, lines, count, order, cells, images, symmetries, table, shift, tag, bound, attacks
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
            stack[top + at.FRAME_OF_MOVES] = stack[top] | (1 << cell if attacks else 0)
            stack[top + at.FRAME_OF_MOVES + 1] = stack[top + 1] | (0 if attacks else 1 << cell)
            level, new = level + 1, True
            continue
        if not plain:
            place = find_bucket(stack[top + 2], stack[top + 3], shift)
            store_answer(table, place, stack[top + 2], stack[top + 3] << at.TAG_BITS | tag, answer, nodes)
        if level == 0:
            control[at.NODES] += nodes
            return at.FOUND if answer else at.EXHAUSTED
        level, new = level - 1, False
