"""Reads a planning domain and a problem in PDDL: types, predicates, actions, objects, initial facts, goal, costs.

It supports STRIPS, typing, constants, equality, negative preconditions, conditional effects and action costs; anything
else is refused, with its line. The parser is our own, because mistakes in untrusted files deserve a line and column,
and because it also runs in a browser.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple

from langkah.errors import BadInput
from langkah.games.planning.expressions import Expression, read_expressions
from langkah.language import N_, _
from langkah.model import Cost
from langkah.settings import make_unknown_name

OBJECT = "object"  # the type of all objects
MOST_PARAMETERS = 60  # parameters of an action
REQUIREMENTS = (
    ":strips", ":typing", ":equality", ":negative-preconditions", ":conditional-effects", ":action-costs",
)  # fmt: skip
UNKNOWN = {
    "or": N_("disjunctions in a condition"), "imply": N_("disjunctions in a condition"),
    "exists": N_("quantifiers"), "forall": N_("quantifiers"),
    "assign": N_("numbers that change"), "decrease": N_("numbers that change"),
    "scale-up": N_("numbers that change"), "scale-down": N_("numbers that change"),
    ":derived": N_("derived predicates"), ":durative-action": N_("actions that take time"),
    "either": N_("types with `either`"), ":constraints": N_("constraints"),
}  # fmt: skip

Atom = tuple[str, ...]  # a predicate and its arguments


class Literal(NamedTuple):
    """A condition or change: an atom that must be true or, if `positive` is False, false. The predicate `=` compares
    its two arguments.
    """

    atom: Atom
    positive: bool
    at: Expression


class Effect(NamedTuple):
    """One effect of an action: the changes that it makes if all `conditions` hold."""

    conditions: tuple[Literal, ...]
    changes: tuple[Literal, ...]


class Action(NamedTuple):
    """An action with variables: its name, conditions, effects and costs."""

    name: str
    parameters: tuple[tuple[str, str], ...]  # variable and type
    conditions: tuple[Literal, ...]
    effects: tuple[Effect, ...]
    costs: tuple[Atom | Cost, ...]  # summed up: numbers, or functions with their arguments


class PlanningTask(NamedTuple):
    """A domain with one of its problems."""

    name: str
    supertypes: Mapping[str, str]
    objects: Mapping[str, str]  # by name, constants first: the type
    actions: tuple[Action, ...]
    facts: frozenset[Atom]
    goal: tuple[Literal, ...]
    values: Mapping[Atom, Cost]  # the values of functions
    counts_costs: bool  # False: every action costs 1

    def is_of_type(self, name: str, wanted: str) -> bool:
        """Whether an object has a type or one of its subtypes."""
        kind = self.objects[name]
        while kind not in (wanted, OBJECT):
            kind = self.supertypes[kind]
        return kind == wanted


def read_pddl(domain: str, problem: str) -> PlanningTask:
    """The planning task that the texts of a domain and a problem define. Each error says in which text the
    mistake is.
    """
    reader = _Reader()
    try:
        reader.read_domain(_find_definition(domain, "domain"))
    except BadInput as error:
        raise BadInput(*(f"domain: {line}" for line in error.lines)) from None
    try:
        return reader.read_problem(_find_definition(problem, "problem"))
    except BadInput as error:
        raise BadInput(*(f"problem: {line}" for line in error.lines)) from None


def split_pddl(text: str) -> dict[str, str]:
    """The parts of a text that define a domain and a problem, named "domain" and "problem", in any order; a missing
    part is left out. Blank lines before each part keep its line numbers correct.
    """
    places = [match.start() for match in re.finditer(r"\(\s*define\b", text, re.IGNORECASE)]
    found: dict[str, str] = {}
    for begin, end in pairwise([*places, len(text)]):
        part = "\n" * text.count("\n", 0, begin) + text[begin:end]
        kind = re.match(r"\s*\(\s*define\s*\(\s*(domain|problem)\b", part, re.IGNORECASE)
        if kind:
            found.setdefault(kind[1].lower(), part)
    return found


def _find_definition(text: str, kind: str) -> Expression:
    found = read_expressions(text)
    if len(found) != 1 or found[0].head != "define" or len(found[0].parts) < 2 or found[0].parts[1].head != kind:
        at = found[1] if len(found) > 1 else found[0] if found else Expression("", (), 1, 1)
        raise at.refuse(
            _("this must be a single definition, (define ({kind} NAME) ...), and nothing else").format(kind=kind)
        )
    return found[0]


class _Reader:
    """Reads a domain, then a problem, and holds the definitions read so far."""

    def __init__(self) -> None:
        self.domain = ""
        self.supertypes: dict[str, str] = {}
        self.objects: dict[str, str] = {}
        self.predicates: dict[str, tuple[str, ...]] = {}  # the types of the arguments
        self.functions: dict[str, tuple[str, ...]] = {}
        self.actions: list[Action] = []

    # A domain

    def read_domain(self, whole: Expression) -> None:
        """Read the sections of a domain. Types, constants, predicates and functions are read before actions, wherever
        they stand, because actions refer to them.
        """
        self.domain = _read_name(whole.parts[1])
        sections = whole.parts[2:]
        order = (":requirements", ":types", ":constants", ":predicates", ":functions", ":action")
        for section in sections:
            if section.head not in order:
                raise _refuse_unknown(section, order)
        for kind in order:
            for section in sections:
                if section.head == kind:
                    getattr(self, f"_read_{kind[1:]}")(section)

    def _read_requirements(self, section: Expression) -> None:
        for each in section.parts[1:]:
            if each.word not in REQUIREMENTS:
                text = _("{word} is not supported; supported are {names}")
                raise each.refuse(text.format(word=each, names=" ".join(REQUIREMENTS)))

    def _read_types(self, section: Expression) -> None:
        for name, parent in _read_typed_list(section.parts[1:]):
            if name.word in self.supertypes:
                raise name.refuse(_("the type {name} is defined twice").format(name=name))
            if name.word != OBJECT:
                self.supertypes[name.word] = parent.word if parent else OBJECT
        for name, parent in _read_typed_list(section.parts[1:]):
            self._require_type(parent)
            seen, kind = {name.word}, self.supertypes.get(name.word, OBJECT)
            while kind != OBJECT:
                if kind in seen:
                    raise name.refuse(_("the type {name} is a subtype of itself").format(name=name))
                seen.add(kind)
                kind = self.supertypes[kind]

    def _require_type(self, kind: Expression | None) -> str:
        if kind is None:
            return OBJECT
        if kind.word != OBJECT and kind.word not in self.supertypes:
            raise _refuse_name(kind, _("Type"), [*self.supertypes, OBJECT])
        return kind.word

    def _read_constants(self, section: Expression) -> None:
        for name, kind in _read_typed_list(section.parts[1:]):
            if self.objects.setdefault(name.word, self._require_type(kind)) != self._require_type(kind):
                raise name.refuse(_("{name} is defined twice, with different types").format(name=name))

    def _read_predicates(self, section: Expression) -> None:
        for each in section.parts[1:]:
            self.predicates[_read_head(each)] = self._read_arguments(each)

    def _read_functions(self, section: Expression) -> None:
        for each in section.parts[1:]:
            if each.parts:  # otherwise `- number`, which has no meaning
                self.functions[_read_head(each)] = self._read_arguments(each)

    def _read_arguments(self, each: Expression) -> tuple[str, ...]:
        return tuple(self._require_type(kind) for _name, kind in _read_typed_list(each.parts[1:]))

    def _read_action(self, section: Expression) -> None:
        name = _read_name(section)
        if any(name == action.name for action in self.actions):
            raise section.refuse(_("{name} is defined twice").format(name=name))
        keys = [each.word for each in section.parts[2::2]]
        parts = dict(zip(keys, section.parts[3::2], strict=False))
        for key, each in zip(keys, section.parts[2::2], strict=False):
            if key not in (":parameters", ":precondition", ":effect"):
                raise _refuse_unknown(each, (":parameters", ":precondition", ":effect"))
        parameters = parts.get(":parameters")
        scope: dict[str, str] = {}
        for variable, kind in _read_typed_list(parameters.parts if parameters else ()):
            if not variable.word.startswith("?"):
                raise variable.refuse(_("a parameter begins with ?, as in ?x"))
            if variable.word in scope:
                raise variable.refuse(_("{name} is defined twice").format(name=variable))
            scope[variable.word] = self._require_type(kind)
        if len(scope) > MOST_PARAMETERS:
            text = _("{name} has {n} parameters; at most {most} are allowed")
            raise section.refuse(text.format(name=name, n=len(scope), most=MOST_PARAMETERS))
        condition = parts.get(":precondition")
        conditions = tuple(self._read_condition(condition, scope)) if condition else ()
        effects: list[Effect] = []
        costs: list[Atom | Cost] = []
        if ":effect" in parts:
            self._read_effect(parts[":effect"], scope, (), effects, costs)
        self.actions.append(Action(name, tuple(scope.items()), conditions, tuple(effects), tuple(costs)))

    # Conditions and effects

    def _read_condition(self, each: Expression, scope: Mapping[str, str]) -> Iterable[Literal]:
        if each.head == "and" or (not each.parts and not each.word):
            for part in each.parts[1:]:
                yield from self._read_condition(part, scope)
        elif each.head == "not":
            if len(each.parts) != 2:
                raise each.refuse(_("`not` takes exactly one condition"))
            yield Literal(self._read_atom(each.parts[1], scope), False, each)
        else:
            yield Literal(self._read_atom(each, scope), True, each)

    def _read_effect(
        self,
        each: Expression,
        scope: Mapping[str, str],
        conditions: tuple[Literal, ...],
        effects: list[Effect],
        costs: list[Atom | Cost],
    ) -> None:
        if each.head == "and" or (not each.parts and not each.word):
            for part in each.parts[1:]:
                self._read_effect(part, scope, conditions, effects, costs)
        elif each.head == "when":
            if len(each.parts) != 3 or conditions:
                raise each.refuse(_("`when` takes a condition and an effect, and no other `when` inside"))
            wanted = tuple(self._read_condition(each.parts[1], scope))
            self._read_effect(each.parts[2], scope, wanted or (), effects, costs)
        elif each.head == "increase":
            if len(each.parts) != 3 or str(each.parts[1]) != "(total-cost)" or conditions:
                raise each.refuse(_("only (increase (total-cost) ...) is supported, and not inside `when`"))
            costs.append(self._read_cost(each.parts[2], scope))
        else:
            positive = each.head != "not"
            if not positive and len(each.parts) != 2:
                raise each.refuse(_("in an effect, `not` takes exactly one fact"))
            atom = self._read_atom(each if positive else each.parts[1], scope)
            if atom[0] == "=":
                raise each.refuse(_("`=` is not allowed in an effect"))
            effects.append(Effect(conditions, (Literal(atom, positive, each),)))

    def _read_cost(self, each: Expression, scope: Mapping[str, str]) -> Atom | Cost:
        return self._read_terms(each, self.functions, _("Function"), scope) if each.parts else _read_number(each)

    def _read_atom(self, each: Expression, scope: Mapping[str, str]) -> Atom:
        if each.head in UNKNOWN:
            raise each.refuse(_("not supported: {what}").format(what=_(UNKNOWN[each.head])))
        if not each.parts:
            raise each.refuse(_("this must be a fact in parentheses, as in (on ?x ?y)"))
        return self._read_terms(each, {**self.predicates, "=": (OBJECT, OBJECT)}, _("Predicate"), scope)

    def _read_terms(
        self, each: Expression, known: Mapping[str, Sequence[str]], kind: str, scope: Mapping[str, str]
    ) -> Atom:
        head = _read_head(each)
        if head not in known:
            raise _refuse_name(each.parts[0], kind, known)
        terms = each.parts[1:]
        if len(terms) != len(known[head]):
            text = _("{name} takes {n} arguments, not {given}")
            raise each.refuse(text.format(name=head, n=len(known[head]), given=len(terms)))
        for term in terms:
            if term.word not in scope and term.word not in self.objects:
                raise _refuse_name(term, _("Name"), [*scope, *self.objects])
        return (head, *(term.word for term in terms))

    # A problem

    def read_problem(self, whole: Expression) -> PlanningTask:
        """The task that a problem defines in this domain: its objects, initial facts, goal, and whether costs count."""
        name, sections = _read_name(whole.parts[1]), {each.head: each for each in whole.parts[2:]}
        order = (":domain", ":requirements", ":objects", ":init", ":goal", ":metric")
        for section in whole.parts[2:]:
            if section.head not in order:
                raise _refuse_unknown(section, order)
        if ":domain" in sections and _read_name(sections[":domain"]) != self.domain:
            text = _("the problem belongs to the domain {other}, not to {domain}")
            raise sections[":domain"].refuse(text.format(other=_read_name(sections[":domain"]), domain=self.domain))
        if ":requirements" in sections:
            self._read_requirements(sections[":requirements"])
        if ":objects" in sections:
            self._read_constants(sections[":objects"])
        for needed in (":init", ":goal"):
            if needed not in sections or (needed == ":goal" and len(sections[needed].parts) != 2):
                raise whole.refuse(_("the problem must have ({section} ...)").format(section=needed))
        facts, values = self._read_init(sections[":init"])
        goal = tuple(self._read_condition(sections[":goal"].parts[1], {}))
        metric = sections.get(":metric")
        if metric and str(metric) != "(:metric minimize (total-cost))":
            raise metric.refuse(_("only (:metric minimize (total-cost)) is supported"))
        return PlanningTask(
            name, self.supertypes, self.objects, tuple(self.actions), facts, goal, values, metric is not None
        )

    def _read_init(self, section: Expression) -> tuple[frozenset[Atom], dict[Atom, Cost]]:
        facts: set[Atom] = set()
        values: dict[Atom, Cost] = {}
        for each in section.parts[1:]:
            if each.head == "=" and len(each.parts) == 3 and each.parts[1].parts:
                values[self._read_terms(each.parts[1], self.functions, _("Function"), {})] = _read_number(each.parts[2])
            elif each.head == "not" and len(each.parts) == 2:
                self._read_atom(each.parts[1], {})  # false already: facts that are not listed do not hold
            else:
                facts.add(self._read_atom(each, {}))
        return frozenset(facts), values


def _read_typed_list(parts: Iterable[Expression]) -> list[tuple[Expression, Expression | None]]:
    """The names in a list, each with its type, as in `a b - block c`; the type is None for a name that is given without
    one.
    """
    found: list[tuple[Expression, Expression | None]] = []
    waiting: list[Expression] = []
    typed = False
    for each in parts:
        if typed:
            if each.parts:
                raise _refuse_unknown(each, ())
            found += [(name, each) for name in waiting]
            waiting, typed = [], False
        elif each.word == "-":
            typed = True
        elif each.parts:
            raise each.refuse(_("this must be a name"))
        else:
            waiting.append(each)
    return found + [(name, None) for name in waiting]


def _read_head(each: Expression) -> str:
    if not each.head:
        raise each.refuse(_("this must begin with a name, as in (on ?x ?y)"))
    return each.head


def _read_name(each: Expression) -> str:
    """The second word of a list, which is the name of what the list defines."""
    if len(each.parts) < 2 or not each.parts[1].word:
        raise each.refuse(_("a name is missing here"))
    return each.parts[1].word


def _read_number(each: Expression) -> Cost:
    try:
        number = Fraction(each.word)
    except (ValueError, ZeroDivisionError):
        raise each.refuse(_("'{word}' is not a number").format(word=each)) from None
    if number < 0:
        raise each.refuse(_("a cost must not be below 0"))
    return int(number) if number.denominator == 1 else number


def _refuse_name(at: Expression, kind: str, known: Iterable[str]) -> BadInput:
    return at.refuse(str(make_unknown_name(kind, str(at), known)))


def _refuse_unknown(at: Expression, known: Sequence[str]) -> BadInput:
    word = at.head or at.word
    if word in UNKNOWN:
        return at.refuse(_("not supported: {what}").format(what=_(UNKNOWN[word])))
    return at.refuse(_("{word} is not known here; known are {names}").format(word=word or at, names=" ".join(known)))
