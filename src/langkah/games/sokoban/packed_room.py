"""Sokoban for compiled searches: a position is the square of the player and a bit for each square with a crate.

The first word is the player's square or, in the metric `pushes`, the first square that the player can reach. Each
further word holds the bits of 60 squares. The data list begins with the number of squares, the number of words, and the
offset of the scratch space in `out`. Then follow the four squares beside each square (-1 for a wall), and for each
square whether it is a goal.
"""

from typing import Any

from langkah.games.sokoban.room import Room

CELLS, WORDS, ROOM, BESIDE = range(4)
BITS = 60  # squares per word


def make_data(room: Room, branching: int) -> list[int]:
    """The list `data` that the functions below read, for a room where a position has at most `branching` successors."""
    size = len(room.cells)
    words = count_words(size)
    data = [size, words, (branching + 1) * words]
    data += [beside for four in room.beside for beside in four]
    data += [int(cell in room.goals) for cell in range(size)]
    return data


def count_words(size: int) -> int:
    """The number of words per position in a room with `size` squares: one for the player, the others for the crates."""
    return 1 + -(-size // BITS)


def is_packed_goal(state: Any, data: Any) -> bool:
    """Whether every crate is on a goal."""
    goals = BESIDE + 4 * data[CELLS]
    for cell in range(data[CELLS]):
        if state[1 + cell // BITS] >> cell % BITS & 1 == 1 and data[goals + cell] == 0:
            return False
    return True


def expand_moves(state: Any, out: Any, data: Any) -> int:
    """Write to `out` the position after each possible step of the player, with or without a push, and return the number
    of positions. The order is up, down, left, right.
    """
    place, words, player = 0, data[WORDS], state[0]
    for way in range(4):
        onto = data[BESIDE + 4 * player + way]
        if onto >= 0:
            box = state[1 + onto // BITS] >> onto % BITS & 1
            ahead = data[BESIDE + 4 * onto + way] if box == 1 else onto
            if box == 0 or (ahead >= 0 and state[1 + ahead // BITS] >> ahead % BITS & 1 == 0):
                for word in range(1, words):
                    out[place + word] = state[word]
                out[place] = onto
                if box == 1:
                    out[place + 1 + onto // BITS] ^= 1 << onto % BITS
                    out[place + 1 + ahead // BITS] ^= 1 << ahead % BITS
                place += words
    return int(place // words)


def expand_pushes(state: Any, out: Any, data: Any) -> int:
    """Write to `out` the position after each possible push of a crate within the player's reach, and return the number
    of positions. The positions are ordered by the crate's square, then by direction: up, down, left, right.
    """
    size, words, room = data[CELLS], data[WORDS], data[ROOM]
    for word in range(words):
        out[room + word] = state[word]
    reach = room + words  # marks of the squares within reach, then two queues
    find_first(out, room, reach, data)
    place = 0
    for box in range(size):
        if state[1 + box // BITS] >> box % BITS & 1 == 1:
            for way in range(4):
                behind, ahead = data[BESIDE + 4 * box + (way ^ 1)], data[BESIDE + 4 * box + way]
                free = ahead >= 0 and state[1 + ahead // BITS] >> ahead % BITS & 1 == 0
                if free and behind >= 0 and out[reach + behind] == 1:
                    for word in range(1, words):
                        out[place + word] = state[word]
                    out[place + 1 + box // BITS] ^= 1 << box % BITS
                    out[place + 1 + ahead // BITS] ^= 1 << ahead % BITS
                    out[place] = box
                    out[place] = find_first(out, place, reach + 2 * size, data)
                    place += words
    return int(place // words)


def find_first(out: Any, first: int, marks: int, data: Any) -> int:
    """The first square that the player can reach in the position at out[first]. All squares within reach are marked
    with 1, from out[marks] on.
    """
    size, player = data[CELLS], out[first]
    queue = marks + size
    for cell in range(size):  # `out` still holds the results of the last call
        out[marks + cell] = 0
    out[queue] = player
    out[marks + player] = 1
    taken, made, least = 0, 1, player
    while taken < made:
        here = out[queue + taken]
        taken += 1
        least = min(least, here)
        for way in range(4):
            there = data[BESIDE + 4 * here + way]
            free = there >= 0 and out[first + 1 + there // BITS] >> there % BITS & 1 == 0
            if free and out[marks + there] == 0:
                out[marks + there] = 1
                out[queue + made] = there
                made += 1
    return int(least)
