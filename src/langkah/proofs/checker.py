"""Checks a certificate about a puzzle (docs/proofs.md), using only the puzzle's rules. Nothing here searches.

A certificate lists states in blocks with labels. The checker reads it twice, as a stream: first to record where each
state is, then to check each by the rules. To trust the result, read this file, `state_text` and the puzzle's rules."""

import gzip
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Mapping
from math import inf
from typing import Any, BinaryIO

from langkah.errors import BadInput, DoesNotHold, LangkahError, format_exception
from langkah.language import N_, _, format_number
from langkah.proofs.state_text import encode_state, list_steps, read_cost, read_label, read_number, read_state

LINE_BYTES, MEMORY = 1 << 22, 1 << 30  # bytes of one line; default limit of all states and labels together
STATE_BYTES, LABEL_BYTES = 56, 16  # memory for a state, besides its text; for each character of a label
TOO_LARGE = N_("this certificate needs more than {n} bytes of memory: raise the limit with --memory")
ABSENT = N_("a move leads to {after}, which is not listed or has too high a label")


def require(holds: object, why: str, after: Any = None, **values: object) -> None:
    """Raise `DoesNotHold` with the text `why` unless `holds` is true; `{after}` in the text stands for a state."""
    if not holds:
        raise DoesNotHold(_(why).format(after=encode_state(after), **values))


class Checker:
    """A certificate, its header (`said`) and the rules. `rows`: the name, block and text of every state, sorted;
    `marked`: by row, whether the previous layer leads to the state; `pairs`: the number of pairs with equal keys."""

    def __init__(self, file: BinaryIO, said: Mapping[str, Any], problem: Any, memory: int = MEMORY) -> None:
        self.file, self.said, self.problem, self.memory, self.room = file, said, problem, memory, memory
        self.claim, self.merged, self.pairs = said["claim"], said["merged"], 0
        self.bound = read_number(said["cost"] if self.claim == "least" else None)
        self.estimate: Callable[[Any], Any] = lambda _state: 0  # the remaining cost: see `estimate_checker`
        self.examine = getattr(self, f"examine_{self.claim.replace('-', '_')}")
        self.labels, self.counts, self.rows = dict[int, Any](), Counter[Any](), [b"~"]  # "~" sorts after every name

    def check(self, progress: Callable[[int], None]) -> dict[str, Any]:
        """Check all states; returns facts to compare with the header. Raises `DoesNotHold` at the first wrong state."""
        self.read_states(self._keep, lambda _line: None)
        self.rows.sort()
        self.marked = bytearray(len(self.rows))
        self.read_states(self._check, progress)
        self.check_whole()
        layers = [self.counts[each] for each in range(len(self.counts))]
        return {"states": len(self.rows) - 1, "layers": layers, "hardest": max(self.counts.keys() - {inf}, default=inf)}

    def read_states(self, use: Callable[[Any, Any, int, str], None], progress: Callable[[int], None]) -> None:
        """Call `use` with every listed state, its label, the number of its block, and its text."""
        label, block = None, 0
        self.file.seek(0)
        with gzip.GzipFile(fileobj=self.file) as unpacked:
            for number, line in enumerate(iter(lambda: unpacked.readline(LINE_BYTES), b""), 1):
                try:
                    text = line[:-1].decode()
                    require(line.endswith(b"\n"), N_("the line is too long, or has no line break at its end"))
                    if text.startswith("@"):
                        label, block = read_label(text[1:]), block + 1
                    elif number > 1:  # the first line is the header
                        use(read_state(text, self.problem), label, block, text)
                except Exception as error:
                    why = str(error) if isinstance(error, LangkahError) else format_exception(error)
                    raise DoesNotHold(why, number, line[:-1].decode(errors="replace")) from None
                if self.room < 0:
                    raise BadInput(_(TOO_LARGE).format(n=format_number(self.memory)))
                progress(number)

    def _keep(self, state: Any, label: Any, block: int, text: str) -> None:
        name = self.identify(state, label)
        self.rows.append(f"{name}\t{block}\t{'' if name == text else text}".encode())
        self.room -= len(self.rows[-1]) + STATE_BYTES
        self.room -= 0 if block in self.labels else 2 * STATE_BYTES + LABEL_BYTES * len(str(label))
        self.labels[block] = label

    def _check(self, state: Any, label: Any, block: int, _text: str) -> None:
        require(self.find(state, label)[1] == block, N_("the state is listed twice"))
        self.examine(state, label, block)
        self.counts.update(() if isinstance(label, list) else (label,))

    def identify(self, state: Any, _label: Any = None) -> str:
        """The name of a state: its text or, if equivalent states are merged, the text of its key."""
        return encode_state(self.problem.key(state) if self.merged else state)

    def find(self, state: Any, label: Any = None) -> tuple[Any, int, int]:
        """The label, block and index in `rows` of a state; infinity, -1, -1 unless it is listed exactly once."""
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
        """What must be equal in states that `key` merges: whether they are goals, and their steps by cost and key."""
        return self.problem.is_goal(state), {(c, self.problem.key(to)) for c, to in list_steps(self.problem, state)}

    def examine_least(self, state: Any, label: Any, _block: int) -> None:
        """Check that no goal costs less than claimed or, for the claim `impossible`, that there is no goal."""
        require(not self.problem.is_goal(state), N_("this state is a goal, which contradicts the claim"))
        require(0 <= label < self.bound, N_("the label is negative, or not less than the claimed cost"))
        for cost, after in list_steps(self.problem, state):
            if label + cost + self.estimate(after) < self.bound:
                require(self.find(after)[0] <= label + cost, ABSENT, after)

    examine_impossible = examine_least

    def examine_distances(self, state: Any, label: Any, block: int) -> None:
        """Check that the label is min(step cost + next label); a step with this sum must lead to an earlier block."""
        least, led = inf, False
        for cost, after in list_steps(self.problem, state):
            there, where, _place = self.find(after)
            require(where >= 0, ABSENT, after)
            least, led = min(least, cost + there), led or (cost + there == label and where < block)
        least, led = (0, True) if self.problem.is_goal(state) else (least, led or least == inf)
        require(label == least, N_("the label should be {n}"), n=least)
        require(led, N_("no move on a cheapest path leads to an earlier block"))

    def examine_layers(self, state: Any, label: Any, _block: int) -> None:
        """Check that no step leads beyond the next layer, and mark the successors in the next layer."""
        for _cost, after in list_steps(self.problem, state):
            depth, _where, place = self.find(after)
            require(depth <= label + 1, ABSENT, after)
            self.marked[place] |= depth == label + 1 < inf

    def check_whole(self) -> None:
        """Check that the start has its label, that every state of a layer is marked, and that the plan has its cost."""
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
        require(reached, N_("the plan ends in {after} at cost {n}: not a goal, or not the claimed cost"), state, n=cost)
