"""Reads Fast Downward's `output.sas`, version 3: a grounded planning task with multi-valued variables. Axioms are
refused; mutex groups are ignored, as a search does not need them.
"""

from collections.abc import Iterator

from langkah.errors import BadInput
from langkah.games.planning.ground_task import Change, GroundAction, GroundTask
from langkah.language import _

MOST_FACTS = 100_000


class _Lines:
    """Reads the lines of a file in their order; errors name the current line."""

    def __init__(self, text: str) -> None:
        self.lines = [line.strip() for line in text.splitlines()]
        self.at = 0

    def refuse(self, why: str) -> BadInput:
        return BadInput(_("line {line}, column {column}: {why}").format(line=self.at, column=1, why=why))

    def take(self) -> str:
        self.at += 1
        if self.at > len(self.lines):
            raise self.refuse(_("the file ends too early"))
        return self.lines[self.at - 1]

    def expect(self, word: str) -> None:
        if (found := self.take()) != word:
            raise self.refuse(_("expected '{word}', found '{found}'").format(found=found[:60], word=word))

    def take_numbers(self, count: int | None = None) -> list[int]:
        words = self.take().split()
        if not all(word.removeprefix("-").isdecimal() and len(word) < 10 for word in words) or count not in (
            None,
            len(words),
        ):
            text = (
                _("{n} whole numbers are expected here") if count is not None else _("whole numbers are expected here")
            )
            raise self.refuse(text.format(n=count))
        return list(map(int, words))

    def take_number(self, low: int = 0, high: int = MOST_FACTS) -> int:
        (number,) = self.take_numbers(1)
        if not low <= number <= high:
            raise self.refuse(_("this must be a whole number from {low} to {high}").format(low=low, high=high))
        return number


def read_sas(text: str) -> GroundTask:
    """The planning task in the text of an `output.sas`."""
    lines = _Lines(text)
    lines.expect("begin_version")
    if lines.take_number() != 3:
        raise lines.refuse(_("only version 3 is supported"))
    lines.expect("end_version")
    lines.expect("begin_metric")
    counts_costs = lines.take_number(0, 1) == 1
    lines.expect("end_metric")
    # Variables: each value is a fact
    firsts: list[int] = []
    sizes: list[int] = []
    names: list[str] = []
    for _variable in range(lines.take_number(1)):
        lines.expect("begin_variable")
        lines.take()
        if lines.take_number(-1) != -1:
            raise lines.refuse(_("not supported: {what}").format(what=_("derived predicates")))
        firsts.append(len(names))
        sizes.append(lines.take_number(1))
        names += [_shorten_atom(lines.take()) for _value in range(sizes[-1])]
        if len(names) > MOST_FACTS:
            raise lines.refuse(_("the planning task has more than {n} facts, which is too many").format(n=MOST_FACTS))
        lines.expect("end_variable")
    variables = _Variables(lines, firsts, sizes)
    for _group in range(lines.take_number()):
        lines.expect("begin_mutex_group")
        for _fact in range(lines.take_number()):
            lines.take_numbers(2)
        lines.expect("end_mutex_group")
    # The initial state and the goal
    lines.expect("begin_state")
    start = sum(variables.get_bit(variable, lines.take_number()) for variable in range(len(firsts)))
    lines.expect("end_state")
    lines.expect("begin_goal")
    goal = 0
    for _fact in range(lines.take_number()):
        goal |= variables.get_bit(*lines.take_numbers(2))
    lines.expect("end_goal")
    actions = [variables.read_operator(counts_costs) for _operator in range(lines.take_number())]
    if lines.take_number():
        raise lines.refuse(_("not supported: {what}").format(what=_("derived predicates")))
    ordered = tuple(sorted(_tell_apart(actions), key=lambda action: action.name))
    return GroundTask(tuple(names), start, goal, 0, ordered)


class _Variables:
    """The facts of multi-valued variables: every value of every variable is one fact."""

    def __init__(self, lines: _Lines, firsts: list[int], sizes: list[int]) -> None:
        self.lines, self.firsts, self.sizes = lines, firsts, sizes

    def get_bit(self, variable: int, value: int) -> int:
        """The bit of the fact "`variable` has the value `value`". Raises `BadInput` if there is no such variable or
        value.
        """
        if not 0 <= variable < len(self.sizes):
            text = _("there is no variable {n}: variables are numbered from 0 to {last}")
            raise self.lines.refuse(text.format(n=variable, last=len(self.sizes) - 1))
        if not 0 <= value < self.sizes[variable]:
            text = _("variable {n} has no value {value}: its values are numbered from 0 to {last}")
            raise self.lines.refuse(text.format(n=variable, value=value, last=self.sizes[variable] - 1))
        return 1 << self.firsts[variable] + value

    def get_all_bits(self, variable: int) -> int:
        """The bits of all values of a variable."""
        return ((1 << self.sizes[variable]) - 1) << self.firsts[variable]

    def read_operator(self, counts_costs: bool) -> GroundAction:
        """Read an operator: its prevail conditions, then its effects, each with conditions of its own."""
        lines = self.lines
        lines.expect("begin_operator")
        name, need = lines.take(), 0
        for _condition in range(lines.take_number()):
            need |= self.get_bit(*lines.take_numbers(2))
        changes = []
        for _effect in range(lines.take_number()):
            count, *numbers = lines.take_numbers() or [0]
            if count < 0 or len(numbers) != 2 * count + 3:
                raise lines.refuse(_("{n} whole numbers are expected here").format(n=2 * max(count, 0) + 4))
            conditions = 0
            for place in range(0, 2 * count, 2):
                conditions |= self.get_bit(numbers[place], numbers[place + 1])
            variable, before, after = numbers[2 * count :]
            add = self.get_bit(variable, after)
            if before != -1:
                need |= self.get_bit(variable, before)
            changes.append(Change(conditions, 0, add, self.get_all_bits(variable) & ~add))
        cost = lines.take_number(0, 10**9)
        lines.expect("end_operator")
        return GroundAction(f"({name})", cost if counts_costs else 1, need, 0, tuple(changes))


def _shorten_atom(text: str) -> str:
    """An atom in the short form: `on a b` for `Atom on(a, b)`."""
    words = text.removeprefix("Atom ").replace("(", " ").replace(",", " ").rstrip(")").split()
    return " ".join(words)


def _tell_apart(actions: list[GroundAction]) -> Iterator[GroundAction]:
    """The actions, numbered where several have the same name, so that a typed move is unambiguous."""
    met: dict[str, int] = {}
    for action in actions:
        met[action.name] = met.get(action.name, 0) + 1
        count = met[action.name]
        yield action if count == 1 else action._replace(name=f"({action.name[1:-1]} #{count})")
