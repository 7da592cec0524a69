"""The group that permutations generate: how many there are in it, and whether one of them is in it.

The method of Schreier and Sims: a chain of subgroups, each of which leaves one place more as it is, with a product of
generators for every place that a subgroup can bring to its base place. A permutation belongs to the group where it
can be undone link by link. Rubik's cube (43,252,003,274,489,856,000 positions) takes a sixth of a second; for all
permutations of many places the work grows with the fifth power of their number, and the chain is left incomplete.
"""

from math import prod

from langkah.games.permutation.cycles import Permutation, invert, multiply

MOST_WORK = 10_000_000  # places looked up in products, about half a second


class _Link:
    """One subgroup of the chain: its base place, what generates it, and how each place comes to the base."""

    def __init__(self, base: int, size: int) -> None:
        self.base = base
        self.generators: list[Permutation] = []
        self.back: dict[int, Permutation] = {base: tuple(range(size))}  # takes each place of the orbit to the base


class PermutationGroup:
    """The group that some permutations of the same places generate."""

    def __init__(self, generators: list[Permutation]) -> None:
        self.size = len(generators[0]) if generators else 0
        self.chain: list[_Link] = []
        self.work = 0
        for each in generators:
            self._extend(each, 0)

    @property
    def is_complete(self) -> bool:
        """Whether the work was finished: only then is what the chain does not hold outside the group."""
        return self.work <= MOST_WORK

    @property
    def order(self) -> int:
        """How many permutations there are in the group, where the chain is complete."""
        return prod(len(link.back) for link in self.chain)

    def __contains__(self, permutation: Permutation) -> bool:
        return self._undo(permutation, 0)[0] is None

    def _undo(self, permutation: Permutation, level: int) -> tuple[Permutation | None, int]:
        """What is left of a permutation after going down the chain, None where it is nothing; and how far that led."""
        while level < len(self.chain):
            link = self.chain[level]
            back = link.back.get(permutation[link.base])
            if back is None:
                return permutation, level
            permutation = multiply(back, permutation)
            self.work += self.size
            level += 1
        is_done = all(place == source for place, source in enumerate(permutation))
        return (None if is_done else permutation), level

    def _extend(self, permutation: Permutation, first: int) -> None:
        """Let the chain from a link on hold a permutation that leaves the base places above as they are."""
        rest, last = self._undo(permutation, first)
        for level in range(first, last + 1) if rest is not None else ():
            self._add(rest or permutation, level)

    def _add(self, permutation: Permutation, level: int) -> None:
        """One generator more for a subgroup of the chain."""
        if level == len(self.chain):
            base = next(place for place, source in enumerate(permutation) if place != source)
            self.chain.append(_Link(base, self.size))
        link = self.chain[level]
        link.generators.append(permutation)
        queue = [(place, permutation) for place in link.back]
        while queue and self.is_complete:
            place, generator = queue.pop()
            # A product that takes the base to `place`, then on by the generator; and how its end comes back.
            way = multiply(generator, invert(link.back[place]))
            end = way[link.base]
            if end not in link.back:
                link.back[end] = invert(way)
                queue += [(end, each) for each in link.generators]
                continue
            self._extend(multiply(link.back[end], way), level + 1)
