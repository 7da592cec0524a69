"""Checks a certificate about a puzzle (docs/proofs.md) with nothing but the puzzle's rules. Nothing here searches.

It lists states in blocks, each block with a label, and is read twice, as a stream: once to know where each state is
listed, once to ask the rules about it. To trust it, read this file, the exact numbers in `state_text` and the rules."""

import gzip
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from math import inf
from typing import Any, BinaryIO

from langkah.errors import BadInput, DoesNotHold, format_exception
from langkah.language import N_, _, format_number
from langkah.proofs.state_text import encode_state, list_steps, read_cost, read_label, read_number, read_state

LINE_BYTES = 1 << 22  # of one line, at most
MEMORY = 1 << 30  # bytes for all states together, unless said otherwise
STATE_BYTES = 56  # of memory for a state, besides its text
TOO_LARGE = N_("this certificate needs more than {n} bytes of memory: --memory allows more")
ABSENT = N_("a move leads to {after}, which is not listed or has too high a label")


def require(holds: object, why: str, after: Any = None, **values: object) -> None:
    """Say where a claim fails; `after` is a state."""
    if not holds:
        raise DoesNotHold(_(why).format(after=encode_state(after), **values))


def list_states(file: BinaryIO) -> Iterator[tuple[int, str, Any, int]]:
    """What follows the header: of every state the number of its line, its text, its label, the number of its block."""
    label, block = None, 0
    file.seek(0)
    with gzip.GzipFile(fileobj=file) as unpacked:
        for number, line in enumerate(iter(lambda: unpacked.readline(LINE_BYTES), b""), 1):
            if not line.endswith(b"\n"):
                raise EOFError("a line has no end")
            if line.startswith(b"@"):
                label, block = read_label(line[1:].decode()), block + 1
            elif number > 1:
                yield number, line[:-1].decode(), label, block


class Checker:
    """A certificate, what its header `said`, and the rules. `rows`: name, block and text of every state, sorted;
    `marked`: which of them follow a state of the layer before; `pairs`: how often two with one key were compared."""

    def __init__(self, file: BinaryIO, said: Mapping[str, Any], problem: Any, memory: int = MEMORY) -> None:
        self.file, self.said, self.problem, self.memory, self.room = file, said, problem, memory, memory
        self.claim, self.merged, self.pairs = said["claim"], said["merged"], 0
        self.bound = read_number(said["cost"] if self.claim == "least" else None)
        self.estimate: Callable[[Any], Any] = lambda _state: 0  # of the cost to go: see `estimate_checker`
        self.examine = getattr(self, f"examine_{self.claim.replace('-', '_')}")
        self.labels, self.counts, self.rows = dict[int, Any](), Counter[Any](), [b"~"]  # behind every name

    def check(self, progress: Callable[[int], None]) -> dict[str, Any]:
        """What is true of all states together. Raises `DoesNotHold` at the first state that is not as claimed."""
        self.collect()
        for number, text, label, block in list_states(self.file):
            try:
                state = read_state(text, self.problem)
                require(self.find(state, label)[1] == block, N_("the state is listed twice"))
                self.examine(state, label, block)
            except Exception as error:
                raise DoesNotHold(getattr(error, "why", format_exception(error)), number, text) from None
            self.counts.update(() if isinstance(label, list) else (label,))
            progress(number)
        self.check_whole()
        layers = [self.counts[each] for each in range(len(self.counts))]
        return {"states": len(self.rows) - 1, "layers": layers, "hardest": max(self.counts.keys() - {inf}, default=inf)}

    def collect(self) -> None:
        """Read all states, to find them by name."""
        for _number, text, label, block in list_states(self.file):
            name, self.labels[block] = self.identify(read_state(text, self.problem), label), label
            self.rows.append(f"{name}\t{block}\t{'' if name == text else text}".encode())
            self.room -= len(self.rows[-1]) + STATE_BYTES
            if self.room < 0:
                raise BadInput(_(TOO_LARGE).format(n=format_number(self.memory)))
        self.rows.sort()
        self.marked = bytearray(len(self.rows))

    def identify(self, state: Any, _label: Any = None) -> str:
        """What tells a state from others: its text, or that of its key."""
        return encode_state(self.problem.key(state) if self.merged else state)

    def find(self, state: Any, label: Any = None) -> tuple[Any, int, int]:
        """The label of a state, its block, its place in `rows`; infinity and -1 where it is not listed, or twice."""
        name = f"{self.identify(state, label)}\t".encode()
        place = bisect_left(self.rows, name)
        if not self.rows[place].startswith(name) or self.rows[place + 1].startswith(name):
            return inf, -1, -1
        known, block, text = self.rows[place].decode().split("\t", 2)
        other = read_state(text or known, self.problem)
        if other != state:
            self.pairs += 1
            same = self.merged and self.list_future(state) == self.list_future(other)
            require(same, N_("{after} and {other}: the same key, but not equivalent"), state, other=encode_state(other))
        return self.labels[int(block)], int(block), place

    def list_future(self, state: Any) -> Any:
        """What decides how it goes on: whether it is a goal, and to which keys it leads at which costs."""
        return self.problem.is_goal(state), {(c, self.problem.key(to)) for c, to in list_steps(self.problem, state)}

    def examine_least(self, state: Any, label: Any, _block: int) -> None:
        """No goal costs less than is claimed, or there is none at all."""
        require(not self.problem.is_goal(state), N_("the claim rules out that this state is a goal"))
        require(0 <= label < self.bound, N_("the label is negative or not below the cost"))
        for cost, after in list_steps(self.problem, state):
            if label + cost + self.estimate(after) < self.bound:
                require(self.find(after)[0] <= label + cost, ABSENT, after)

    examine_impossible = examine_least

    def examine_distances(self, state: Any, label: Any, block: int) -> None:
        """A label is the least of step and next label; one such step leads to an earlier block, so that they end."""
        least, led = inf, False
        for cost, after in list_steps(self.problem, state):
            there, where, _place = self.find(after)
            require(where >= 0, ABSENT, after)
            least, led = min(least, cost + there), led or (cost + there == label and where < block)
        least, led = (0, True) if self.problem.is_goal(state) else (least, led or least == inf)
        require(label == least, N_("the label should be {n}"), n=least)
        require(led, N_("no move on a cheapest path leads to an earlier block"))

    def examine_layers(self, state: Any, label: Any, _block: int) -> None:
        """No step leads more than one layer on, and every state but the start is marked in the end."""
        for _cost, after in list_steps(self.problem, state):
            depth, _where, place = self.find(after)
            require(depth <= label + 1, ABSENT, after)
            self.marked[place] |= depth == label + 1 < inf

    def check_whole(self) -> None:
        """The start has its label, every other state of a layer is marked, and the plan has its cost."""
        state, cost = self.problem.start, 0
        label, block, place = self.find(state)
        listed = label == 0 if self.claim in ("least", "layers") else block >= 0
        require(listed or self.bound == 0, N_("the start {after} is not listed, or has a wrong label"), state)
        self.marked[place] = self.marked[-1] = True
        lost = self.marked.find(False) if self.claim == "layers" else -1
        other = self.rows[lost].split(b"\t")[0].decode()
        require(lost < 0, N_("no state of the previous layer leads to {other}"), other=other)
        for move in self.said["plan"] if self.claim == "least" else ():
            steps = enumerate(self.problem.steps(state))
            step: Any = next((s for n, s in steps if move in (n, self.problem.notation(s.move))), None)
            require(step, N_("the move {move} of the plan is not legal in {after}"), state, move=move)
            state, cost = step.state, cost + read_cost(step.cost)
        reached = self.claim != "least" or (self.problem.is_goal(state) and cost == self.bound)
        require(reached, N_("the plan ends in {after} at cost {n}: not a goal at the claimed cost"), state, n=cost)
