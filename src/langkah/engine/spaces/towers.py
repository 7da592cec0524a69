"""Explores all positions of a tower on four pegs region by region, with the positions of only one region in memory.

A region consists of all positions in which the largest discs are in the same places. Regions that differ only by a
permutation of the pegs 1 to 3 are symmetric, and only one of them is kept. (Peg 0 is the peg of the start.) A large
disc can move only while all small discs are on the two pegs that the move does not use. Such positions, the gates, are
the only connections between regions.

A region is flooded, that is, searched breadth-first, from its gates; each gate has a time at which it is entered. The
times at which the flood reaches the gates of the region are passed on to the neighbours, one move later. If this
improves a time of a neighbour, the neighbour has to be flooded again, the region with the earliest improvement first.
When nothing improves any more, every time is exact. Until then, all times before the earliest pending improvement are
exact.

A kept region represents all its symmetric images. Therefore entry times are passed on under every permutation of pegs
that leaves the neighbour unchanged.

On a star whose start is in the centre, all this holds as well, because its three leaves can be exchanged.
"""

import json
from collections.abc import Callable, Iterator
from functools import partial
from itertools import permutations
from typing import Any, Protocol

from langkah.engine.blocks import Block, Bytes, Halves, Words
from langkah.engine.compiler import load_kernel
from langkah.engine.keeper import HEADER, Keeper
from langkah.engine.kernels.tower_regions import (
    NEVER,
    PAIRS,
    STAR_PAIRS,
    enter_level,
    expand_level,
    hand_over,
    make_targets,
    sort_entries,
)
from langkah.engine.space import Counts, Distances, Moment, Unwritable
from langkah.engine.store.folder import compute_checksum, describe_disk_failure
from langkah.engine.team import Team
from langkah.language import _
from langkah.memory import measure_memory, measure_total_memory
from langkah.packed import Pegs
from langkah.run import Run
from langkah.tracing import Limit

Name = tuple[int, ...]  # name of a region: the pegs of the largest discs, largest first

MANY_DISCS = 13  # from here on, a space is too large for a second search for the hardest starts
LEAST_DISCS, MOST_DISCS = (
    6,
    30,
)  # small discs of a region: those inside a word and those that index the words of a block
USUAL_DISCS = 14  # small discs of a region, if memory allows: 100 MB
MOST_LEVELS = 4096  # levels of a flood; towers of 24 discs need fewer than 700
RENAMINGS = [(0, *others) for others in permutations((1, 2, 3))]


def can_use_regions(pegs: Pegs, limit: Limit) -> bool:
    """Whether a tower can be explored by regions: it has four pegs and more than `LEAST_DISCS` discs, all discs start
    on one peg (on a star, in the centre), neither layers nor nodes are limited, and a region fits into memory.
    """
    if pegs.pegs != 4 or len(set(pegs.start)) != 1 or len(pegs.start) <= LEAST_DISCS:
        return False
    if pegs.is_star and pegs.start[0] != 0:
        return False
    if limit.nodes is not None or limit.depth is not None:
        return False
    return choose_small_discs(len(pegs.start), limit.memory) >= LEAST_DISCS


def choose_small_discs(discs: int, memory: int | None) -> int:
    """The number of small discs whose positions form a region: usually `USUAL_DISCS`; more for a tower that would
    otherwise have more than four large discs; fewer if memory is short.
    """
    room = (memory or measure_total_memory()) - measure_memory()
    small = min(discs - 1, max(USUAL_DISCS, discs - 4))
    while small >= LEAST_DISCS and measure_region(small) + measure_gates(small, discs - small) > room:
        small -= 1
    return small


def measure_region(small: int) -> int:
    """The bytes of memory for all positions of `small` discs, three bits for each, and for the data of each block of
    positions.
    """
    blocks: int = 4 ** (small - LEAST_DISCS)
    return (3 * 8 * 64 + 19) * blocks


def measure_gates(small: int, large: int) -> int:
    """The bytes of memory for the entry and arrival times of the gates of all regions."""
    return count_regions(large) * 8 * (6 << small)


def count_regions(large: int) -> int:
    """The number of regions that are kept: the ways to place `large` discs on the pegs. Placements that differ only by
    a permutation of the pegs 1 to 3 count as one.
    """
    count: int = (4**large + 3 * 2**large + 2) // 6
    return count


def list_regions(large: int) -> Iterator[Name]:
    """The names of the regions that are kept, one of each set of symmetric regions. In a name, which lists the pegs
    from the largest disc down, peg 1 occurs before peg 2, and peg 2 before peg 3.
    """
    names: list[Name] = [()]
    for _disc in range(large):
        names = [(*name, peg) for name in names for peg in range(min(max(name, default=0) + 2, 4))]
    yield from names


def find_pegs(name: Name) -> Name:
    """A permutation of the pegs that maps a region to the symmetric region that is kept. The permutation is a tuple
    with the image of each peg.
    """
    called = {0: 0}
    for peg in (*name, 1, 2, 3):
        called.setdefault(peg, len(called))
    return tuple(called[peg] for peg in range(4))


def find_neighbours(name: Name, *, is_star: bool) -> Iterator[tuple[Name, tuple[int, int]]]:
    """The regions to which one move of a large disc leads, each with the two pegs that must hold all small discs for
    this move.
    """
    for place, peg in enumerate(name):
        smaller = name[place + 1 :]
        for to in {0, 1, 2, 3} - {peg} if peg not in smaller else ():
            if to not in smaller and (0 in (peg, to) or not is_star):
                one, two = sorted({0, 1, 2, 3} - {peg, to})
                yield (*name[:place], to, *smaller), (one, two)


def make_times(gates: int) -> Halves:
    """A memory block with one time for each gate, initially NEVER."""
    block = Halves(gates)
    block.map[: 4 * gates] = b"\xff" * (4 * gates)
    return block


class Region:
    """The data of a region: the entry and arrival times of its gates, and the number of positions at each level."""

    def __init__(self, gates: int) -> None:
        self.entries, self.times = make_times(gates), make_times(gates)
        self.counts: list[int] = []
        self.goals: list[int] = []  # the number of goals at each level
        self.due = NEVER  # the earliest entry not yet processed


class RegionCheckpoint:
    """A checkpoint with one file for the data of each region. After a flood, the neighbours' files are written first,
    and the file of the flooded region last. If the run is killed in between, the old file of this region remains, so
    that the region is flooded again, which does no harm.
    """

    def __init__(self, keeper: Keeper) -> None:
        self.keeper, self.folder = keeper, keeper.folder
        self.small: Any = keeper.header.get("small")  # discs inside a region
        if type(self.small) is not int or not LEAST_DISCS <= self.small < MOST_DISCS:
            raise self.folder.make_damaged(HEADER)

    def write(self, name: Name, region: Region) -> None:
        """Write the data of a region to its file."""
        facts = {"counts": region.counts, "goals": region.goals, "due": region.due}
        gates = 4 * region.entries.count
        parts = (memoryview(region.entries.map)[:gates], memoryview(region.times.map)[:gates])
        line = json.dumps({**facts, "sum": self._compute_checksum(name, facts, parts)}).encode() + b"\n"
        try:
            self.folder.write(name_region(name), line, *parts, is_safe=True)
        except OSError as error:
            raise Unwritable(describe_disk_failure(self.folder, error)) from None
        finally:
            for part in parts:
                part.release()

    def read(self, large: int, gates: int) -> Iterator[tuple[Name, Region]]:
        """Read every region that has a file; yields its name and its data."""
        there = self.folder.find_names("region-*")
        for name in list_regions(large):
            file = name_region(name)
            if file not in there:
                continue
            line, _newline, data = self.folder.read(file).partition(b"\n")
            parts = (memoryview(data)[: 4 * gates], memoryview(data)[4 * gates :])
            try:
                facts = json.loads(line)
                stated = facts.pop("sum")
                sound = len(data) == 8 * gates and stated == self._compute_checksum(name, facts, parts)
            except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
                sound = False
            if not sound:
                raise self.folder.make_damaged(file)
            region = Region(gates)
            region.entries.map[: 4 * gates], region.times.map[: 4 * gates] = parts
            region.counts, region.goals, region.due = facts["counts"], facts["goals"], facts["due"]
            yield name, region

    def _compute_checksum(self, name: Name, facts: dict[str, Any], parts: tuple[memoryview, ...]) -> str:
        return compute_checksum(json.dumps([self.keeper.header["sum"], name, facts], sort_keys=True).encode(), *parts)


def name_region(name: Name) -> str:
    """The file name of a region."""
    return f"region-{''.join(map(str, name))}"


class Flood(Protocol):
    """A breadth-first search of one region, which can be repeated for other regions. It runs on the processor or on
    another device.
    """

    def begin(self, order: Halves, goals: list[int]) -> None:
        """Begin a new flood, with no position reached yet. `order` lists the gates by the time at which they are
        entered, and `goals` lists the positions that are goals.
        """

    def advance(self, level: int, first: int, last: int) -> int:
        """Find the positions of the next level, including the gates that are entered at this level: order[first] to
        order[last - 1]. Returns the number of positions found.
        """

    def read_times(self) -> tuple[Halves, list[int]]:
        """For each gate, and for each goal: the time (level) at which it was reached, or NEVER."""

    def close(self) -> None:
        """Free all memory."""


class ProcessorFlood:
    """A flood on the processor, with all threads. Three bitmaps hold the state of each position."""

    def __init__(self, small: int, threads: int, *, is_star: bool = False) -> None:
        self.small, self.team, self.pairs = small, Team(threads), STAR_PAIRS if is_star else len(PAIRS)
        words, blocks = 4 ** (small - 3), 4 ** (small - LEAST_DISCS)
        self.seen, *self.frontiers = (Words(words, huge=True) for _map in range(3))
        self.marks, self.due, self.full = (Words(blocks), Words(blocks)), (Bytes(blocks), Bytes(blocks)), Bytes(blocks)
        self.targets, self.cursor = Bytes(384), Words(8)
        self.targets.fill(make_targets())
        self.scratch = [Words(128) for _thread in range(threads)]
        self.order, self.times, self.goals = Halves(0), Halves(0), dict[int, int]()

    def begin(self, order: Halves, goals: list[int]) -> None:
        """Begin a new flood, with no position reached yet. `order` lists the gates by the time at which they are
        entered, and `goals` lists the positions that are goals.
        """
        for block in (self.seen, *self.marks, *self.due, self.full):
            block.clear()
        self.order, self.times = order, make_times(order.count)
        self.goals = dict.fromkeys(goals, NEVER)

    def advance(self, level: int, first: int, last: int) -> int:
        """Find the positions of the next level on all threads, including the gates that are entered at this level:
        order[first] to order[last - 1]. Returns the number of positions found. Ctrl-C ends it early.
        """
        now, after = level + 1 & 1, level & 1
        self.cursor[0] = 0
        blocks: tuple[Block, ...] = (
            self.seen, self.frontiers[now], self.frontiers[after], self.marks[now], self.marks[after], self.due[after],
            self.due[now], self.full, self.times, self.targets,
        )  # fmt: skip
        parts = [(*blocks, scratch, self.cursor, self.small, level, self.pairs) for scratch in self.scratch]
        stop = partial(self.cursor.fill, [self.full.count])
        count = sum(self.team.run(load_kernel(expand_level), parts, stop=stop))
        count += load_kernel(enter_level)(
            self.seen, self.frontiers[after], self.marks[after], self.due[now], self.times, self.order, first, last,
            self.small, level,
        )  # fmt: skip
        for goal, time in self.goals.items():
            if time == NEVER and self.seen[goal >> 6] >> (goal & 63) & 1:
                self.goals[goal] = level
        return count

    def read_times(self) -> tuple[Halves, list[int]]:
        """For each gate, and for each goal: the time (level) at which it was reached, or NEVER."""
        return self.times, list(self.goals.values())

    def close(self) -> None:
        """Free all memory."""
        self.team.close()
        for block in (self.seen, *self.frontiers):
            block.close()


class TowerSpace:
    """The exploration of a tower: it floods regions until no time improves any more."""

    def __init__(
        self,
        pegs: Pegs,
        run: Run[Any, Any],
        flood: Callable[[int], Flood],
        small: int,
        checkpoint: RegionCheckpoint | None = None,
        engine: str = "compiled regions",
    ) -> None:
        self.run, self.checkpoint, self.engine, self.is_star = run, checkpoint, engine, pegs.is_star
        discs = len(pegs.start)
        self.small: int = small if checkpoint is None else checkpoint.small
        self.large = discs - self.small
        self.gates = 6 << self.small
        self.flood = flood(self.small)
        self.order, self.ends = Halves(self.gates), Words(MOST_LEVELS + 2)
        self.regions: dict[Name, Region] = {}
        home = pegs.start[0]
        self.goals = [self._find_position([peg ^ home for peg in goal]) for goal in pegs.goals]
        if checkpoint is not None:
            self.regions = self._read_regions(checkpoint)
        if (0,) * self.large not in self.regions:  # also if a run was killed before it wrote what follows the start
            start = self._get_region((0,) * self.large)
            self._enter_start(start)
            start.due = 0

    def _read_regions(self, checkpoint: RegionCheckpoint) -> dict[Name, Region]:
        try:
            return dict(checkpoint.read(self.large, self.gates))
        except BaseException:
            self.close()
            raise

    def _get_region(self, name: Name) -> Region:
        if name not in self.regions:
            self.regions[name] = Region(self.gates)
        return self.regions[name]

    def _find_position(self, pegs: list[int]) -> tuple[Name, int]:
        """Map a position to the symmetric position in a region that is kept: returns the name of this region, and the
        index of the symmetric position in it.
        """
        called = find_pegs(tuple(reversed(pegs[self.small :])))
        names = [called[peg] for peg in pegs]
        position = sum(peg << 2 * disc for disc, peg in enumerate(names[: self.small]))
        return tuple(reversed(names[self.small :])), position

    def advance(self, most: int = 0) -> Moment:
        """Flood the region with the earliest improvement, and pass its arrival times on to its neighbours."""
        del most
        name = min(self.regions, key=lambda each: (self.regions[each].due, each))
        region = self.regions[name]
        if region.due < NEVER:
            self._flood(name, region)
            region.due = NEVER
            changed = {
                self._hand_over(region, other, pair) for other, pair in find_neighbours(name, is_star=self.is_star)
            }
            self._keep([*sorted(changed - {name}), name])
        states = self._count_states()
        return Moment(states, states, 0, all(each.due == NEVER for each in self.regions.values()))

    def _keep(self, names: list[Name]) -> None:
        """Write these regions to the checkpoint, if there is one. If that fails, the exploration stops with the results
        so far.
        """
        if self.checkpoint is not None:
            for each in names:
                self.checkpoint.write(each, self.regions[each])

    def _flood(self, name: Name, region: Region) -> None:
        """Flood a region level by level, from its first entry until every position of the region is reached."""
        load_kernel(sort_entries)(region.entries, self.gates, self.order, self.ends, MOST_LEVELS)
        wanted = [position for where, position in self.goals if where == name]  # each symmetric image counts
        positions = sorted(set(wanted))
        level = next(level for level in range(MOST_LEVELS) if self.ends[level + 1])  # the first with an entry
        counts, reached, whole = [0] * level, 0, 4**self.small
        self.flood.begin(self.order, positions)
        while reached < whole:
            found = self.flood.advance(level, self.ends[level], self.ends[level + 1])
            counts.append(found)
            reached, level = reached + found, level + 1
            self.run.check()
        region.times, times = self.flood.read_times()
        levels = dict(zip(positions, times, strict=True))
        met = [levels[position] for position in wanted]
        region.counts, region.goals = counts, [met.count(level) for level in range(len(counts))]

    def _hand_over(self, region: Region, other: Name, pair: tuple[int, int]) -> Name:
        """Pass the arrival times of a region on to its neighbour `other`, under every permutation of pegs that maps
        `other` to a region that is kept. `pair` names the pegs that hold all small discs. Returns the name of the kept
        region, which may be `region` itself.
        """
        kept = tuple(find_pegs(other)[peg] for peg in other)
        neighbour, source = self._get_region(kept), PAIRS.index(pair) << self.small
        for renamed in RENAMINGS:
            if tuple(renamed[peg] for peg in other) == kept:
                one, two = renamed[pair[0]], renamed[pair[1]]
                target = PAIRS.index((min(one, two), max(one, two))) << self.small
                lowest = load_kernel(hand_over)(
                    region.times, source, neighbour.entries, neighbour.times, target, 1 << self.small, int(one > two)
                )
                neighbour.due = min(neighbour.due, lowest)
        return kept

    def find_flaw(self, name: Name) -> str:
        """Flood a region again from the gate times of its neighbours, and compare the results with the stored ones.
        Returns the kind of the first difference, or "" if there is none. If no region has a difference, all times are
        exact, since every entry time except that of the start is one move later than an arrival time in a neighbouring
        region.
        """
        known, fresh = self.regions[name], Region(self.gates)
        sources = list(self.regions.items())
        self.regions[name] = fresh
        if name == (0,) * self.large:
            self._enter_start(fresh)
        for source, region in sources:
            for other, pair in find_neighbours(source, is_star=self.is_star):
                if tuple(find_pegs(other)[peg] for peg in other) == name:
                    self._hand_over(region, other, pair)
        try:
            gates = 4 * self.gates
            if bytes(fresh.entries.map[:gates]) != bytes(known.entries.map[:gates]):
                return "entries"
            self._flood(name, fresh)
            if bytes(fresh.times.map[:gates]) != bytes(known.times.map[:gates]):
                return "times"
            return "" if (fresh.counts, fresh.goals) == (known.counts, known.goals) else "counts"
        finally:
            self.regions[name] = known

    def _enter_start(self, region: Region) -> None:
        for pair, (one, _two) in enumerate(PAIRS):
            if one == 0:
                region.entries[pair << self.small] = 0

    def _count_look_alikes(self, name: Name) -> int:
        """The number of symmetric regions that a kept region represents, including itself."""
        return (1, 3, 6, 6)[max(name)]

    def _count_states(self) -> int:
        return sum(self._count_look_alikes(name) * sum(region.counts) for name, region in self.regions.items())

    def count(self) -> Counts:
        """The counts of all levels before the earliest pending improvement, which are exact."""
        exact = min(region.due for region in self.regions.values())
        depth = min(exact, max((len(region.counts) for region in self.regions.values()), default=0))
        layers, goals = [0] * depth, [0] * depth
        for name, region in self.regions.items():
            for level, count in enumerate(region.counts[:depth]):
                layers[level] += self._count_look_alikes(name) * count
            for level, count in enumerate(region.goals[:depth]):
                goals[level] += count
        if not layers:  # stopped during the first flood: only the start is certain
            layers, goals = [1], [self.goals.count(((0,) * self.large, 0))]
        return Counts(layers, goals, sum(layers))

    def open_backwards(self) -> Distances | str:
        """Return the reason why there is no backward search: the search by regions does not support it."""
        return _(
            "the hardest starts were not searched for: a search of the Tower of Hanoi region by region "
            "does not support this"
        )

    def close(self) -> None:
        """Free all memory."""
        self.flood.close()
        if self.checkpoint is not None:
            self.checkpoint.keeper.close()
