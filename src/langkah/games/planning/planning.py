"""Planning tasks: facts that hold or not, and actions that require and change facts.

A state is the set of true facts, as bits of a number; a move is the name of an action, as in `(pick-up a)`.
"""

from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import chain, groupby
from random import Random
from typing import Self

from langkah.errors import BadInput
from langkah.games.planning.ground_task import GroundAction, GroundTask
from langkah.games.planning.grounding import ground_task
from langkah.games.planning.pddl import read_pddl, split_pddl
from langkah.games.planning.random_task import draw_problem
from langkah.games.planning.relaxation import Relaxation
from langkah.games.planning.sas import read_sas
from langkah.language import N_, _
from langkah.model import Estimate, Puzzle, Step
from langkah.packed import Packed
from langkah.scene import Rect, Scene, Shape, Text
from langkah.settings import Mistakes, Setting
from langkah.start_settings import Order, take_random_walk
from langkah.state_picture import draw_state

WORD = 63  # bits per word of compiled code
GAP, LETTER_WIDTH, ACTIONS_WIDTH = 0.6, 0.26, 8.0  # measures of the picture, in units
HIDDEN = ("NegatedAtom", "<none")  # values in Fast Downward's output that only say what does not hold
BLOCKS = """(define (domain blocks)
  (:requirements :strips)
  (:predicates (on ?x ?y) (ontable ?x) (clear ?x) (handempty) (holding ?x))
  (:action pick-up :parameters (?x)
    :precondition (and (clear ?x) (ontable ?x) (handempty))
    :effect (and (not (ontable ?x)) (not (clear ?x)) (not (handempty)) (holding ?x)))
  (:action put-down :parameters (?x)
    :precondition (holding ?x)
    :effect (and (not (holding ?x)) (clear ?x) (handempty) (ontable ?x)))
  (:action stack :parameters (?x ?y)
    :precondition (and (holding ?x) (clear ?y))
    :effect (and (not (holding ?x)) (not (clear ?y)) (clear ?x) (handempty) (on ?x ?y)))
  (:action unstack :parameters (?x ?y)
    :precondition (and (on ?x ?y) (clear ?x) (handempty))
    :effect (and (holding ?x) (clear ?y) (not (clear ?x)) (not (handempty)) (not (on ?x ?y)))))
"""
SUSSMAN = """(define (problem sussman)
  (:domain blocks)
  (:objects a b c)
  (:init (on c a) (ontable a) (ontable b) (clear c) (clear b) (handempty))
  (:goal (and (on a b) (on b c))))
"""


class Planning(Puzzle[int, str]):
    """Plan actions to make the goal facts hold."""

    title = N_("Planning (PDDL)")
    shelf = N_("Find a way")
    about = N_("Choose actions, each of which needs some facts and changes some, until every fact of the goal holds.")
    level_groups = (N_("First steps"), N_("Easy"), N_("Medium"))
    settings = (
        Setting("domain", BLOCKS, N_("the domain in PDDL"), label=N_("Domain")),
        Setting("problem", SUSSMAN, N_("the problem in PDDL"), label=N_("Problem")),
        Setting("sas", "", N_("the output.sas file of Fast Downward, instead of PDDL"), label=N_("Fast Downward task")),
    )
    estimates = (
        Estimate("h-max", lambda problem, state: problem.relaxation.estimate_max(state), True,
                 N_("the cost of the most expensive goal fact if no fact is ever deleted")),
        Estimate("ff", lambda problem, state: problem.relaxation.estimate_plan(state), False,
                 N_("the cost of a plan if no fact is ever deleted (FF)")),
        Estimate("h-add", lambda problem, state: problem.relaxation.estimate_sum(state), False,
                 N_("the sum of the costs of all goal facts if no fact is ever deleted")),
        Estimate("goal-count", lambda problem, state: problem.count_open_goals(state), False,
                 N_("the number of goal facts that do not hold yet")),
    )  # fmt: skip

    puzzle_orders = {
        "easy": Order(({},), 3, 8, ("monkey", "gripper-2")),
        "medium": Order((), 5, 120, ("blocks-6", "briefcase", "ferry")),
        "hard": Order((), 9, 200, ("blocks-6", "gripper-5", "parcels")),
    }

    def __init__(self, domain: str = BLOCKS, problem: str = SUSSMAN, sas: str = "") -> None:
        mistakes = Mistakes()
        mistakes.check(self.settings, {"domain": domain, "problem": problem, "sas": sas})
        mistakes.raise_any()
        self.domain, self.problem, self.sas = domain, problem, sas
        self.task: GroundTask = read_sas(sas) if sas else ground_task(read_pddl(domain, problem))
        self.start = self.task.start

    @classmethod
    def from_text(cls, text: str) -> dict[str, object] | None:
        """The settings for a text with a domain and a problem in PDDL, or for an output.sas of Fast Downward; None for
        any other text. Raises `BadInput` if only a domain or only a problem is given.
        """
        if text.lstrip().startswith("begin_version"):
            return {"sas": text}
        code = "\n".join(line.partition(";")[0] for line in text.splitlines()).lstrip()
        found = split_pddl(text) if code.startswith("(") else {}
        if not found:
            return None
        if len(found) == 1:
            kind = "problem" if "domain" in found else "domain"
            shape = _("give both files: langkah solve domain.pddl problem.pddl")
            raise BadInput(_("there is no {kind} in this file").format(kind=kind) + "; " + shape)
        return dict(found)

    def new_board(self, rng: Random) -> Self:
        """A random problem with the same objects, another initial state, and another goal of the same kind; `self` if
        the task comes from an output.sas, or if no such problem is found.
        """
        if self.sas:
            return self
        drawn = draw_problem(self.problem, self.task, lambda state, each: take_random_walk(self, state, each), rng)
        return self if drawn is None else type(self)(self.domain, drawn)

    def likeness(self, state: int) -> str:
        """The state and the goal as text: the true facts, then the facts that the goal requires and, after a line with
        `-`, the facts that the goal forbids.
        """
        goal = [*self.task.list_facts(self.task.goal), "-", *self.task.list_facts(self.task.goal_avoid)]
        return "\n".join([self.text(state), *goal])

    def steps(self, state: int) -> list[Step[int, str]]:
        """Every applicable action, in the order of their names."""
        return [
            Step(action.name, action.apply(state), action.cost)
            for action in self.task.actions
            if state & action.need == action.need and not state & action.avoid
        ]

    def is_goal(self, state: int) -> bool:
        """Whether all facts that the goal requires hold, and none that it forbids."""
        return state & self.task.goal == self.task.goal and not state & self.task.goal_avoid

    def hopeless(self) -> str:
        """A reason why there is no plan: one of the conditions in the goal can never hold, even if no fact were ever
        deleted. Otherwise "".
        """
        text = _("the goal fact {fact} is unreachable, even if no fact were ever deleted")
        return text.format(fact=self.task.hopeless) if self.task.hopeless else ""

    def text(self, state: int) -> str:
        """The true facts, one line for each predicate that has any."""
        held = {name: ", ".join(sorted(found)) for name, found in self.group_facts(state).items() if found}
        return "\n".join(f"{name}: {words}" if words else name for name, words in held.items())

    def group_facts(self, state: int) -> dict[str, frozenset[str]]:
        """The true facts by predicate. Predicates without a true fact are included, so that the picture keeps its
        layout.
        """
        found: dict[str, set[str]] = {fact.split()[0]: set() for fact in self.task.facts if not fact.startswith(HIDDEN)}
        for fact in self.task.list_facts(state):
            name, _space, rest = fact.partition(" ")
            if name in found:
                found[name].add(rest)
        return {name: frozenset(rest) for name, rest in found.items()}

    def scene(self, state: int) -> Scene:
        """The true facts as chips, one line per predicate; beside them, a button for each applicable action."""
        facts = self._draw_facts(state)
        shapes, width, height = _draw_actions([step.move for step in self.steps(state)], facts.width + GAP)
        tall, whole = max(facts.height, height), max(facts.width, width)
        ground = Rect(0, 0, whole, tall, "board", id="board", round=0.08)
        return Scene(whole, tall, (ground, *facts.shapes[1:], *shapes), self.text(state))

    def goal_scene(self) -> Scene:
        """A picture of the facts that the goal requires."""
        return self._draw_facts(self.task.goal)

    def _draw_facts(self, state: int) -> Scene:
        facts = {name: frozenset(each or _("yes") for each in held) for name, held in self.group_facts(state).items()}
        return draw_state(_Facts(facts))._replace(title=self.text(state))

    def gestures(self, state: int, move: str) -> Iterable[tuple[str, ...]]:
        """The click for an action: its button."""
        del state
        return ((move,),)

    @cached_property
    def relaxation(self) -> Relaxation:
        """The task without deletions, on which the estimates are computed."""
        return Relaxation(self.task)

    def count_open_goals(self, state: int) -> int:
        """The number of required facts that do not hold, plus the number of forbidden facts that hold."""
        return (self.task.goal & ~state).bit_count() + (self.task.goal_avoid & state).bit_count()

    def packed(self) -> Packed[int] | None:
        """The packed form: the facts as bits of one or more words. None if there are conditional effects or no
        actions.
        """
        task = self.task
        if any(len(action.changes) != 1 or any(action.changes[0][:2]) for action in task.actions) or not task.actions:
            return None
        words = -(-len(task.facts) // WORD)
        numbers = chain.from_iterable(_list_numbers(action) for action in task.actions)
        cut = [piece for number in (*numbers, task.goal, task.goal_avoid) for piece in _cut(number, words)]
        return Packed.of(
            self.start,
            pack=_stay,
            unpack=_stay,
            expand=_expand_word if words == 1 else _expand_words,
            goal=_is_goal_word if words == 1 else _is_goal_words,
            data=[words, len(task.actions), *cut],
            words=words,
            branching=len(task.actions),
            unit_cost=all(action.cost == 1 for action in task.actions),
        )


def _draw_actions(moves: list[str], left: float) -> tuple[list[Shape], float, float]:
    """The buttons of the actions, grouped by name and placed to the right of x = `left`. Also returns the x coordinate
    of the right end and the y coordinate of the lower end of the buttons.
    """
    shapes: list[Shape] = []
    x, y, right = left, 0.1, left
    for name, group in groupby(moves, lambda move: move.strip("()").split()[0]):
        heading = LETTER_WIDTH * len(name) + 0.4
        shapes.append(Text(left + heading / 2, y + 0.5, name, 0.34))
        x = left + heading
        for move in group:
            words = " ".join(move.strip("()").split()[1:]) or name
            wide = max(0.9, LETTER_WIDTH * len(words) + 0.5)
            if x + wide > left + heading + ACTIONS_WIDTH and x > left + heading:
                x, y = left + heading, y + 0.8
            shapes.append(Rect(x, y + 0.15, wide, 0.7, "piece:1", words, move, move, 0.15))
            x += wide + 0.1
            right = max(right, x)
        y += 1
    return shapes, right + 0.1, y


class _Facts(dict[str, frozenset[str]]):
    """The facts to be drawn, by predicate: the picture has one line for each predicate."""


def _stay(state: int) -> int:
    return state


def _list_numbers(action: GroundAction) -> Iterable[int]:
    change = action.changes[0]
    return action.need, action.avoid, change.delete & ~change.add, change.add


def _cut(number: int, words: int) -> Iterable[int]:
    return (number >> WORD * place & (1 << WORD) - 1 for place in range(words))


def _expand_word(state: int, out: list[int], data: Sequence[int]) -> int:
    count = 0
    for action in range(data[1]):
        at = 2 + 4 * action
        if state & data[at] == data[at] and state & data[at + 1] == 0:
            out[count] = (state | data[at + 2]) ^ data[at + 2] | data[at + 3]
            count += 1
    return count


def _is_goal_word(state: int, data: Sequence[int]) -> bool:
    at = 2 + 4 * data[1]
    return state & data[at] == data[at] and state & data[at + 1] == 0


def _expand_words(state: Sequence[int], out: list[int], data: Sequence[int]) -> int:
    count = 0
    words = data[0]
    for action in range(data[1]):
        at = 2 + 4 * words * action
        fits = 1
        for word in range(words):
            if state[word] & data[at + word] != data[at + word] or state[word] & data[at + words + word] != 0:
                fits = 0
        if fits == 1:
            for word in range(words):
                gone = data[at + 2 * words + word]
                out[count * words + word] = (state[word] | gone) ^ gone | data[at + 3 * words + word]
            count += 1
    return count


def _is_goal_words(state: Sequence[int], data: Sequence[int]) -> bool:
    words = data[0]
    at = 2 + 4 * words * data[1]
    met = 1
    for word in range(words):
        if state[word] & data[at + word] != data[at + word] or state[word] & data[at + words + word] != 0:
            met = 0
    return met == 1
