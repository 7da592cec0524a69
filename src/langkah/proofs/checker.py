"""Checks a certificate (docs/proofs.md) with nothing but the rules of its puzzle. Nothing here searches.

It lists states in blocks, each block with a label, and is read twice: once to collect the labels, once to ask the rules
about every listed state. Besides the rules and the form of the file, this is all that must be trusted."""

import json
from collections import Counter
from collections.abc import Callable
from math import inf
from typing import Any

from langkah.errors import DoesNotHold, format_exception
from langkah.language import N_, _
from langkah.proofs.certificate_text import CertificateText, decode_state, encode_state, read_cost, read_number

ABSENT = N_("a move leads to {after}: that is not listed, or its label is too high")
FALLS = N_("its estimate falls by more than the move to {after} costs")


def require(holds: object, why: str, after: Any = None, **values: object) -> None:
    """Say where a claim fails; `after` is a state."""
    if not holds:
        raise DoesNotHold(_(why).format(after=encode_state(after), **values))


def list_steps(problem: Any, state: Any) -> list[tuple[Any, Any]]:
    """What can follow a state: the exact cost of each step, and the state that it leads to."""
    return [(read_cost(step.cost), step.state) for step in problem.steps(state)]


class Checker:
    """A certificate and the rules that it is about. `met`: the states that follow one of the layer before theirs."""

    def __init__(self, text: CertificateText, problem: Any) -> None:
        self.text, self.said, self.problem, self.start, self.pairs = text, text.header, problem, problem.start, 0
        self.claim, self.merged = self.said["claim"], self.said["merged"]
        self.bound = read_number(self.said["cost"] if self.claim == "least" else None)
        named = {each.name: each.of for each in problem.all_estimates()} if "estimate" in self.said else {}
        self._examine_claim = getattr(self, f"_examine_{self.claim.replace('-', '_')}")
        self.guess: Callable[[Any, Any], Any] = named[self.said["estimate"]] if named else lambda _problem, _state: 0

    def estimate(self, state: Any) -> Any:
        """What the estimate that is named says of a state; 0 where none is."""
        return max(0, read_number(self.guess(self.problem, state)))

    def examine(self, state: Any, label: Any, block: int) -> None:
        """Ask the rules about one listed state."""
        self._examine_claim(state, label, block)

    def check(self, progress: Callable[[int], None]) -> None:
        """Raise `DoesNotHold` at the first state, or the first word of the header, that is not as claimed."""
        self.text.collect(lambda line: self.identify(self._decode(line.text), line.label))
        self.met = bytearray(len(self.text.rows))
        for number, text, label, block in self.text:
            try:
                state = self._decode(text)
                require(self.text.find(self.identify(state, label))[1] == block, N_("it is listed twice"))
                self.examine(state, label, block)
            except Exception as error:
                raise DoesNotHold(getattr(error, "why", format_exception(error)), number, text) from None
            progress(number)
        self._compare_with_header()

    def _decode(self, text: str) -> Any:
        return decode_state(json.loads(text), self.problem)

    def identify(self, state: Any, label: Any = None) -> str:
        """What tells a state from others: its text, or that of its key; in games for two after the side that plans."""
        side = f"{label[0]} " if isinstance(label, list) else ""
        return side + encode_state(self.problem.key(state) if self.merged else state)

    def find(self, state: Any, label: Any = None) -> tuple[Any, int]:
        """The label and the block of a state, infinity and -1 where it is not listed. A key that merges is tested."""
        _place, block, text = self.text.find(self.identify(state, label))
        if self.merged and text and text != encode_state(state):
            self.pairs += 1
            same = self.list_future(state) == self.list_future(self._decode(text))
            require(same, N_("{after} and {other} have one key and two futures"), state, other=text)
        return self.text.labels[block], block

    def list_future(self, state: Any) -> Any:
        """What decides how it goes on: whether it is a goal, and to which keys it leads at which costs."""
        steps = list_steps(self.problem, state)
        return self.problem.is_goal(state), {(cost, self.problem.key(after)) for cost, after in steps}

    def _examine_least(self, state: Any, label: Any, _block: int) -> None:
        require(not self.problem.is_goal(state), N_("it is a goal that costs less than is claimed"))
        require(0 <= label < self.bound, N_("its label is not below the cost"))
        for cost, after in list_steps(self.problem, state):
            if label + cost + self.estimate(after) < self.bound:
                require(self.find(after)[0] <= label + cost, ABSENT, after)

    def _examine_distances(self, state: Any, label: Any, block: int) -> None:
        goal, least, led = self.problem.is_goal(state), inf, False
        for cost, after in list_steps(self.problem, state):
            there, place = self.find(after)
            require(place >= 0, ABSENT, after)
            least, led = min(least, cost + there), led or (cost + there == label and place < block)
        require(label == (0 if goal else least), N_("its label should be {n}"), n=0 if goal else least)
        require(goal or led or least == inf, N_("no move of that cost leads to an earlier block"))

    def _examine_layers(self, state: Any, label: Any, _block: int) -> None:
        require(label > 0 or encode_state(state) == encode_state(self.start), N_("only the start has depth 0"))
        for _cost, after in list_steps(self.problem, state):
            depth, _place = self.find(after)
            require(depth <= label + 1, ABSENT, after)
            self.met[self.text.find(self.identify(after))[0]] |= depth == label + 1

    def _examine_consistent(self, state: Any, _label: Any, _block: int) -> None:
        here = self.estimate(state)
        require(here <= 0 or not self.problem.is_goal(state), N_("it is a goal, and its estimate is {n}"), n=here)
        for cost, after in list_steps(self.problem, state):
            require(self.find(after)[1] >= 0, ABSENT, after)
            require(here <= cost + self.estimate(after), FALLS, after)

    _examine_impossible = _examine_least

    def _compare_with_header(self) -> None:
        said, labels, counts, state, cost = self.said, self.text.labels, Counter[Any](), self.start, 0
        self.find_start()
        for place, row in enumerate(self.text.rows[:-1]):
            label = labels[int(row.split(b"\t")[1])]
            met = self.claim != "layers" or label == 0 or self.met[place]
            require(met, N_("no state of the layer before leads to {other}"), other=row.split(b"\t")[0].decode())
            counts.update(() if isinstance(label, list) else (label,))
        facts = {"states": len(self.text.rows) - 1, "hardest": max(counts.keys() - {inf}, default=inf)}
        for name, fact in {**facts, "layers": [counts[each] for each in range(len(counts))]}.items():
            known = name not in said or (said[name] if name == "layers" else read_number(said[name])) == fact
            require(known, N_("the header is wrong: {name} is {fact}"), name=name, fact=fact)
        for move in said["plan"] if self.claim == "least" else ():
            steps: Any = enumerate(self.problem.steps(state))
            named = (s for n, s in steps if move == (n if isinstance(move, int) else self.problem.notation(s.move)))
            step: Any = next(named, None)
            require(step, N_("the move {move} of the plan is not legal in {after}"), state, move=move)
            state, cost = step.state, cost + read_cost(step.cost)
        reached = self.claim != "least" or (self.problem.is_goal(state) and cost == self.bound)
        require(reached, N_("the plan ends in {after}, at a cost of {n}"), state, n=cost)

    def find_start(self) -> None:
        """The start is listed, with the label that it must have."""
        label, place = self.find(self.start)
        listed = self.bound == 0 or (place >= 0 and (label == 0 or self.claim != "least"))
        require(listed, N_("the start {after} is not listed, or not with its label"), self.start)
