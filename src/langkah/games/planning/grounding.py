"""Grounding: replaces each action with variables by concrete actions, one for each choice of objects with which the
action could ever apply. The choices are found by computing which facts could be reached if nothing were ever deleted.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple

from langkah.errors import BadInput
from langkah.games.planning.ground_task import Change, GroundAction, GroundTask
from langkah.games.planning.pddl import Action, Atom, Effect, Literal, PlanningTask
from langkah.language import _
from langkah.model import Cost

MOST_ACTIONS = 100_000
MOST_TRIES = 5_000_000  # bindings of variables that are tried: a few seconds

Binding = dict[str, str]


class _Instance(NamedTuple):
    action: Action
    binding: Binding

    def fill(self, atom: Atom) -> Atom:
        """The atom with its variables replaced by the objects of this instance."""
        return (atom[0], *(self.binding.get(term, term) for term in atom[1:]))


def ground_task(task: PlanningTask) -> GroundTask:
    """The equivalent task without variables."""
    instances, reached = _Reachability(task).explore()
    changed = _find_changed_facts(instances, task.facts, reached)
    fluent = sorted(atom for atom in reached if atom in changed)
    bits = {atom: 1 << place for place, atom in enumerate(fluent)}
    frame = _Frame(bits, task.facts)
    actions = [_ground_action(task, each, frame) for each in instances]
    goal = frame.read(task.goal, _bind_nothing)
    missing = next((each for each in task.goal if not _can_hold(each, frame)), None)
    return GroundTask(
        tuple(" ".join(atom) for atom in fluent),
        sum(bits[atom] for atom in task.facts if atom in bits),
        *(goal or (0, 0)),
        tuple(sorted((each for each in actions if each), key=lambda action: action.name)),
        str(missing.at) if missing else "",
    )


def _bind_nothing(atom: Atom) -> Atom:
    return atom


def _can_hold(literal: Literal, frame: "_Frame") -> bool:
    return frame.read((literal,), _bind_nothing) is not None


class _Frame(NamedTuple):
    """The bits of the facts that can change, and the truth of all other facts."""

    bits: Mapping[Atom, int]
    facts: frozenset[Atom]

    def read(self, literals: Iterable[Literal], fill: Callable[[Atom], Atom]) -> tuple[int, int] | None:
        """The facts that `literals` require and the facts that they forbid, as bits; None if the literals can never
        hold together.
        """
        need = avoid = 0
        for literal in literals:
            atom = fill(literal.atom)
            if atom in self.bits:
                need |= self.bits[atom] if literal.positive else 0
                avoid |= 0 if literal.positive else self.bits[atom]
            elif (atom[1] == atom[2] if atom[0] == "=" else atom in self.facts) != literal.positive:
                return None
        return None if need & avoid else (need, avoid)


def _ground_action(task: PlanningTask, instance: _Instance, frame: _Frame) -> GroundAction | None:
    """The concrete action for an instance; None if its conditions can never hold, or it can never change anything."""
    wanted = frame.read(instance.action.conditions, instance.fill)
    if wanted is None:
        return None
    changes = []
    for effect in instance.action.effects:
        condition = frame.read(effect.conditions, instance.fill)
        if condition is None:
            continue
        add = delete = 0
        for literal in effect.changes:
            bit = frame.bits.get(instance.fill(literal.atom), 0)
            add |= bit if literal.positive else 0
            delete |= 0 if literal.positive else bit
        changes.append(Change(*condition, add, delete))
    if not changes:
        return None
    name = f"({' '.join((instance.action.name, *instance.binding.values()))})"
    return GroundAction(name, _add_costs(task, instance), *wanted, _join_changes(changes))


def _join_changes(changes: list[Change]) -> tuple[Change, ...]:
    """Merge all changes that have the same conditions."""
    joined: dict[tuple[int, int], tuple[int, int]] = {}
    for need, avoid, add, delete in changes:
        more, less = joined.get((need, avoid), (0, 0))
        joined[need, avoid] = more | add, less | delete
    return tuple(Change(*condition, *change) for condition, change in joined.items())


def _add_costs(task: PlanningTask, instance: _Instance) -> Cost:
    if not task.counts_costs:
        return 1
    whole: Cost = 0
    for part in instance.action.costs:
        if isinstance(part, tuple):
            atom = instance.fill(part)
            if atom not in task.values:
                text = _("({name}) has no value in :init, but it is the cost of {action}")
                raise BadInput(text.format(name=" ".join(atom), action=instance.action.name))
            whole += task.values[atom]
        else:
            whole += part
    return whole


def _find_changed_facts(instances: Iterable[_Instance], facts: frozenset[Atom], reached: set[Atom]) -> set[Atom]:
    """The facts whose truth can change: some action adds them and they are false at the start, or some action deletes
    them and they can be reached.
    """
    changed: set[Atom] = set()
    for instance in instances:
        for effect in instance.action.effects:
            for literal in effect.changes:
                atom = instance.fill(literal.atom)
                if atom not in facts if literal.positive else atom in reached:
                    changed.add(atom)
    return changed


class _Reachability:
    """Finds the facts that can ever hold, and the actions that can ever apply, if nothing is ever deleted."""

    def __init__(self, task: PlanningTask) -> None:
        self.task = task
        self.reached: set[Atom] = set(task.facts)
        self.by_predicate: dict[str, list[Atom]] = {}
        for atom in sorted(task.facts):
            self.by_predicate.setdefault(atom[0], []).append(atom)
        self.tries = 0
        deleted = {literal.atom[0] for action in task.actions for literal in _list_changes(action, False)}
        self.added = {literal.atom[0] for action in task.actions for literal in _list_changes(action, True)}
        self.lasting = {atom for atom in task.facts if atom[0] not in deleted}  # never deleted

    def explore(self) -> tuple[list[_Instance], set[Atom]]:
        """The actions that can apply and the facts that can hold, found by going through all actions again and again
        until no new fact is found. Raises `BadInput` if there are too many actions.
        """
        found: dict[tuple[str, ...], _Instance] = {}
        while True:
            before = len(self.reached)
            fresh: list[Atom] = []
            for action in self.task.actions:
                for binding in self._bind(action):
                    instance = _Instance(action, binding)
                    found.setdefault((action.name, *binding.values()), instance)
                    if len(found) > MOST_ACTIONS:
                        text = _(
                            "the planning task has more than {n} ground actions, which is too many; the limit was "
                            "exceeded while grounding {action}"
                        )
                        raise BadInput(text.format(n=MOST_ACTIONS, action=action.name))
                    fresh += [instance.fill(each.atom) for each in self._list_additions(instance)]
            for atom in fresh:
                if atom not in self.reached:
                    self.reached.add(atom)
                    self.by_predicate.setdefault(atom[0], []).append(atom)
            if len(self.reached) == before:
                return list(found.values()), self.reached

    def _list_additions(self, instance: _Instance) -> Iterator[Literal]:
        for effect in instance.action.effects:
            if all(self._may_hold(each, instance.fill(each.atom)) for each in effect.conditions):
                yield from (each for each in effect.changes if each.positive)

    def _may_hold(self, literal: Literal, atom: Atom) -> bool:
        if atom[0] == "=":
            return (atom[1] == atom[2]) == literal.positive
        return atom in self.reached if literal.positive else atom not in self.lasting

    def _bind(self, action: Action) -> Iterator[Binding]:
        """Every way to bind the variables of an action to objects such that the conditions of the action may hold."""
        positive = [each for each in action.conditions if each.positive and each.atom[0] != "="]
        positive.sort(key=lambda each: (each.atom[0] in self.added, len(self.by_predicate.get(each.atom[0], ()))))
        rest = [each for each in action.conditions if not each.positive or each.atom[0] == "="]
        yield from self._bind_facts(action, positive, rest, {})

    def _bind_facts(
        self, action: Action, positive: list[Literal], rest: list[Literal], binding: Binding
    ) -> Iterator[Binding]:
        types = dict(action.parameters)
        while positive and all(term in binding or term not in types for term in positive[0].atom[1:]):
            head, *positive = positive  # nothing left to bind
            if _Instance(action, binding).fill(head.atom) not in self.reached:
                return
        if not positive:
            yield from self._bind_free(action, rest, binding)
            return
        head, *later = positive
        for fact in self.by_predicate.get(head.atom[0], ()):
            self._count_try(action)
            more = dict(binding)
            for term, value in zip(head.atom[1:], fact[1:], strict=True):
                if term in types and term not in more and self.task.is_of_type(value, types[term]):
                    more[term] = value
                elif more.get(term, term) != value:
                    break
            else:
                yield from self._bind_facts(action, later, rest, more)

    def _bind_free(self, action: Action, rest: list[Literal], binding: Binding) -> Iterator[Binding]:
        """Complete a binding in every possible way: each variable that is not bound yet, because it occurs in no
        positive condition, takes every object of its type. Only bindings for which the conditions in `rest` may hold
        are kept.
        """
        free = next(((name, kind) for name, kind in action.parameters if name not in binding), None)
        if free is None:
            ordered = {name: binding[name] for name, _kind in action.parameters}
            instance = _Instance(action, ordered)
            if all(self._may_hold(each, instance.fill(each.atom)) for each in rest):
                yield ordered
            return
        for value in self.task.objects:
            self._count_try(action)
            if self.task.is_of_type(value, free[1]):
                yield from self._bind_free(action, rest, {**binding, free[0]: value})

    def _count_try(self, action: Action) -> None:
        self.tries += 1
        if self.tries > MOST_TRIES:
            text = _("grounding {action} takes too long: too many objects match its variables")
            raise BadInput(text.format(action=action.name))


def _list_changes(action: Action, positive: bool) -> Iterator[Literal]:
    effects: tuple[Effect, ...] = action.effects
    return (each for effect in effects for each in effect.changes if each.positive == positive)
