"""Computes the optimal policy of a player who may choose among several dice, or decline a jump.

A turn is a gamble: each roll has a probability, a cost, and the states that it offers. The player chooses the gamble
before the roll and one of the offered states after the roll, to minimise the expected number of turns. Howard's policy
iteration finds the optimal policy: evaluate the current policy, improve it in every state, and repeat this until
nothing improves. The iteration first uses floats and then, if this does not take too long, fractions.
"""

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Any, NamedTuple, Protocol, runtime_checkable

from langkah.dice_odds import exact
from langkah.dice_odds.chain import Chain, check_cancelled, make_chain, never, refuse_many_states, require_dice
from langkah.dice_odds.elimination import factorise
from langkah.dice_throws import check_chances, has_decisions, list_decisions
from langkah.errors import BadInput, DoesNotFit
from langkah.language import _
from langkah.settings import quote_value
from langkah.tracing import Cancelled

GOAL = -1
SAME = 1e-10  # closer values count as equal until they are compared exactly


@runtime_checkable
class Offering(Protocol):
    """A game in which the result of a roll can be declined."""

    def offers(self, state: Any) -> Iterable[tuple[Fraction, int, tuple[Any, ...]]]:
        """List the rolls in a state. Each roll has a probability, a cost (0 or 1 turns), and the states that it offers,
        the default one first.
        """
        ...


class _Gamble(NamedTuple):
    """A choice that the player can make before a roll: its name, and the possible rolls, each with its probability,
    cost and offered states.
    """

    name: str
    rolls: tuple[tuple[Fraction, int, tuple[int, ...]], ...]


class Policy(NamedTuple):
    """The optimal policy. `expected` is the expected number of turns; None if no policy is sure to end the game."""

    expected: float | None
    expected_exact: Fraction | None
    choices: dict[Any, str]  # for each reachable state, the name of the gamble
    declined: tuple[tuple[Any, Any], ...]  # (the offered state, the state kept instead)

    def __repr__(self) -> str:
        return f"<Policy: {self.expected} turns expected, {len(self.choices):,} states>"

    def list_declined(self, problem: Any) -> list[list[str]]:
        """Pairs of labels: the state that the policy keeps, and the offered state that it declines. A goal has the
        label "the goal".
        """
        labels = [[_("the goal") if each is None else problem.label(each) for each in pair] for pair in self.declined]
        return [[kept, offered] for offered, kept in labels]


class _Process:
    """All states that the player's choices and the dice can reach, numbered, and for each state the gambles: the
    choices that the player has before the roll.
    """

    def __init__(self, versions: Sequence[tuple[str, Any]], *, decline: bool, cancelled: Cancelled = never) -> None:
        self.problem = versions[0][1]
        self.states: list[Any] = []
        self.numbers: dict[Any, int] = {}
        self.gambles: list[list[_Gamble]] = []
        self.number(self.problem.start)
        for state in self.states:
            found = (each for name, version in versions for each in self._gambles_in(name, version, state, decline))
            self.gambles.append(list(found))
            check_cancelled(cancelled)
            refuse_many_states(len(self.states))

    def number(self, state: Any) -> int:
        """The number of a state; a new state gets the next number, and every goal has the number `GOAL`."""
        if self.problem.is_goal(state):
            return GOAL
        key = self.problem.key(state)
        if key not in self.numbers:
            self.numbers[key] = len(self.states)
            self.states.append(state)
        return self.numbers[key]

    def _gambles_in(self, name: str, version: Any, state: Any, decline: bool) -> Iterator[_Gamble]:
        """Yield the gambles that the player can choose in a state, in one version of the game."""
        if decline:
            offered = check_chances(state, ((chance, (cost, tuple(to))) for chance, cost, to in version.offers(state)))
            if any(cost not in (0, 1) or not to for _chance, (cost, to) in offered):
                text = _(
                    "in state {state}, each roll must cost 0 or 1 turns and offer at least one state, but "
                    "these are the rolls: {offers}"
                )
                raise BadInput(text.format(state=quote_value(state), offers=[each for _chance, each in offered]))
            rolls = tuple((chance, cost, tuple(map(self.number, to))) for chance, (cost, to) in offered)
            yield _Gamble(name, rolls)
            return
        own = has_decisions(version)
        for choice, outcomes in list_decisions(version, state):
            checked = check_chances(state, outcomes)
            rolls = tuple((chance, 1, (self.number(after),)) for chance, after in checked)
            yield _Gamble(", ".join(filter(None, (name, choice if own else ""))), rolls)


def find_best_policy(problem: Any, alternatives: Sequence[tuple[str, Any]] = (), *, decline: bool = False) -> Policy:
    """The optimal policy if the player may follow the rules of `problem` or of one of the `alternatives`, and may
    choose anew in each turn. With `decline`, the player may also decline a jump; raises `DoesNotFit` if the game does
    not allow this.
    """
    versions = [("", problem), *alternatives]
    if decline and not all(isinstance(version, Offering) for _name, version in versions):
        title = problem.name or type(problem).__name__
        raise DoesNotFit(_("In {problem}, a player can never decline a jump.").format(problem=title))
    process = _Process(versions, decline=decline)
    if not process.states:
        return Policy(0.0, Fraction(0), {}, ())
    nearness = _find_sure_ways(process)
    if nearness[0] is None:
        return Policy(None, None, {}, ())
    return _Improver(process, nearness).best()


def play_best(problem: Any, cancelled: Cancelled = never) -> tuple[Chain[Any], Policy | None]:
    """The Markov chain of a game with dice under optimal play, and the optimal policy; None for the policy if the
    player has no choices. If no policy is sure to end the game, the chain follows `chances` and ignores the choices.
    """
    if not has_decisions(problem):
        return make_chain(problem, cancelled), None
    require_dice(problem)
    process = _Process([("", problem)], decline=False, cancelled=cancelled)
    nearness = _find_sure_ways(process)
    if not process.states or nearness[0] is None:
        return make_chain(problem, cancelled), Policy(None if process.states else 0.0, None, {}, ())
    improver = _Improver(process, nearness)
    policy = improver.best(cancelled)
    return improver.make_chain(), policy


def _find_sure_ways(process: _Process) -> list[int | None]:
    """For each state from which some policy is sure to reach a goal: the least number of turns to a goal. None for
    every other state.
    """
    kept = [True] * len(process.states)
    while True:
        near = _find_nearest(process, kept)
        if [each is not None for each in near] == kept:
            return near
        kept = [each is not None for each in near]


def _find_nearest(process: _Process, kept: list[bool]) -> list[int | None]:
    """For each state, the least number of turns to a goal, if the player uses only gambles that are safe (see
    `_is_safe`) for the states in `kept`. None if no goal can be reached like this.
    """
    into: dict[int, list[int]] = {}
    for state, gambles in enumerate(process.gambles):
        if kept[state]:
            for gamble in gambles:
                if _is_safe(gamble, kept):
                    for place in _find_reached(gamble):
                        into.setdefault(place, []).append(state)
    near: list[int | None] = [None] * len(kept)
    todo = deque([(GOAL, 0)])
    while todo:
        place, turns = todo.popleft()
        for state in into.get(place, ()):
            if near[state] is None:
                near[state] = turns + 1
                todo.append((state, turns + 1))
    return near


def _find_reached(gamble: _Gamble) -> set[int]:
    return {place for _chance, _cost, offered in gamble.rolls for place in offered}


def _is_safe(gamble: _Gamble, kept: Sequence[object]) -> bool:
    """Whether the player can always stay among the states in `kept` or reach a goal: every roll of the gamble offers
    such a state.
    """
    return all(any(place == GOAL or kept[place] for place in offered) for _chance, _cost, offered in gamble.rolls)


class _Improver:
    """Howard's policy iteration. The first policy prefers gambles that can lead closer to a goal, so that its games are
    sure to end.
    """

    def __init__(self, process: _Process, near: list[int | None]) -> None:
        self.process = process
        self.sure = [turns is not None for turns in near]
        self.values = [0.0 if turns is None else float(turns) for turns in near]
        self.open = [state for state, sure in enumerate(self.sure) if sure]
        self.place = {state: index for index, state in enumerate(self.open)}
        self.chosen = [0] * len(near)
        for state in self.open:
            gambles = process.gambles[state]
            nearer = [number for number, gamble in enumerate(gambles) if self._goes_nearer(gamble, near, state)]
            self.chosen[state] = nearer[0]
        self.picked = self._picks()

    def _goes_nearer(self, gamble: _Gamble, near: list[int | None], state: int) -> bool:
        """Whether a gamble is safe and has a roll that can lead closer to a goal. `near` has the least number of turns
        from each state.
        """
        here = near[state] or 0
        return _is_safe(gamble, self.sure) and any(
            place == GOAL or (self.sure[place] and (near[place] or 0) < here) for place in _find_reached(gamble)
        )

    def value(self, place: int) -> float:
        """The expected cost of the turns from a state to the end of the game; 0 for a goal."""
        return 0.0 if place == GOAL else self.values[place]

    def pick(self, offered: tuple[int, ...]) -> int:
        """The offered state with the least expected cost, among those from which the game is sure to end. Of equally
        good states, it is the first, so that the default is preferred.
        """
        usable = [place for place in offered if place == GOAL or self.sure[place]]
        best = min(map(self.value, usable))
        return next(place for place in usable if self.value(place) <= best + SAME * (1 + abs(best)))

    def _picks(self) -> dict[int, list[int]]:
        """For each state, which offered state the player picks after each roll of the chosen gamble."""
        return {
            state: [self.pick(offered) for _chance, _cost, offered in self._gamble(state).rolls] for state in self.open
        }

    def _keep_picks(self, state: int, before: tuple[list[int], dict[int, list[int]]]) -> list[int]:
        """The picks in a state after an improvement of the policy. `before` holds the gambles and the picks of the
        previous policy.

        If the state still uses the same gamble, a previous pick is replaced only by a better one. Otherwise, changes
        between equally good picks could go on for ever.
        """
        chosen, picked = before
        best = self.picked[state]
        if chosen[state] != self.chosen[state]:
            return best
        pairs = zip(picked[state], best, strict=True)
        return [old if self.value(old) <= self.value(new) * (1 + SAME) + SAME else new for old, new in pairs]

    def _gamble(self, state: int) -> _Gamble:
        return self.process.gambles[state][self.chosen[state]]

    def worth(self, gamble: _Gamble) -> float:
        """The expected cost of a gamble if the player picks the best offered state after the roll."""
        return sum(float(chance) * (cost + self.value(self.pick(offered))) for chance, cost, offered in gamble.rolls)

    def chain(self) -> tuple[Chain[int], list[Fraction]]:
        """The Markov chain of the game under the current policy, and the expected cost of a turn in each state. Only
        states from which some policy is sure to end the game are included.
        """
        rows, finish, costs = [], [], []
        for state in self.open:
            row: dict[int, Fraction] = {}
            done, paid = Fraction(0), Fraction(0)
            for (chance, cost, _offered), place in zip(self._gamble(state).rolls, self.picked[state], strict=True):
                paid += chance * cost
                if place == GOAL:
                    done += chance
                else:
                    row[self.place[place]] = row.get(self.place[place], Fraction(0)) + chance
            rows.append(row)
            finish.append(done)
            costs.append(paid)
        return Chain(tuple(self.open), tuple(rows), tuple(finish)), costs

    def _improve(self) -> bool:
        """Evaluate the policy in floats, then improve it in every state. Returns whether any choice changed."""
        chain, costs = self.chain()
        for state, value in zip(self.open, factorise(chain).solve([float(cost) for cost in costs]), strict=True):
            self.values[state] = value
        before = list(self.chosen), self.picked
        for state in self.open:
            gambles = self.process.gambles[state]
            worths = {number: self.worth(each) for number, each in enumerate(gambles) if _is_safe(each, self.sure)}
            best = min(worths.values())
            if worths[self.chosen[state]] > best + SAME * (1 + abs(best)):
                self.chosen[state] = min(worths, key=worths.__getitem__)
        self.picked = self._picks()
        if not all(self.chain()[0].hopeful):  # free rolls: equally good choices may form a cycle
            self.picked = {state: self._keep_picks(state, before) for state in self.open}
        return (self.chosen, self.picked) != before

    def _improve_exactly(self) -> tuple[Fraction, bool]:
        """Evaluate the policy in fractions, then improve it in every state. Returns the expected cost from the start
        under the evaluated policy, and whether anything changed.
        """
        chain, costs = self.chain()
        numerators, scale = exact.find_values(chain, costs)
        values = {GOAL: 0, **dict(zip(self.open, numerators, strict=True))}  # times `scale`, for states sure to end

        def find_usable(offered: tuple[int, ...]) -> list[int]:
            return [place for place in offered if place in values]

        def find_worth(gamble: _Gamble) -> Fraction:
            rolls = ((chance, cost, min(map(values.__getitem__, find_usable(to)))) for chance, cost, to in gamble.rolls)
            return sum((chance * (cost * scale + least) for chance, cost, least in rolls), Fraction(0))

        changed = False
        for state in self.open:
            gambles = self.process.gambles[state]
            worths = {number: find_worth(each) for number, each in enumerate(gambles) if _is_safe(each, self.sure)}
            picked: Sequence[int | None] = self.picked[state]
            if worths[self.chosen[state]] > min(worths.values()):
                self.chosen[state] = min(worths, key=worths.__getitem__)
                picked = [None] * len(self._gamble(state).rolls)
            better = []
            for (_chance, _cost, offered), now in zip(self._gamble(state).rolls, picked, strict=True):
                best = min(find_usable(offered), key=values.__getitem__)
                better.append(best if now is None or values[now] > values[best] else now)
            changed = changed or better != picked
            self.picked[state] = better
        return Fraction(values[0], scale), changed

    def best(self, cancelled: Cancelled = never) -> Policy:
        """Improve the policy until nothing changes. Returns the final policy, restricted to the states
        that it reaches.
        """
        while self._improve():
            check_cancelled(cancelled)
        found: Fraction | None = None
        changed = exact.estimate_effort(self.chain()[0]) <= exact.AFFORDABLE_EFFORT
        while changed:
            check_cancelled(cancelled)
            found, changed = self._improve_exactly()
        choices: dict[Any, str] = {}
        declined: dict[tuple[Any, Any], None] = {}
        todo, seen = [0], {0}
        while todo:
            state = todo.pop()
            gamble = self._gamble(state)
            choices[self.process.states[state]] = gamble.name
            for (_chance, _cost, offered), place in zip(gamble.rolls, self.picked[state], strict=True):
                if place != offered[0]:
                    declined[self._get_state(offered[0]), self._get_state(place)] = None
                if place not in seen and place != GOAL:
                    seen.add(place)
                    todo.append(place)
        return Policy(self.values[0] if found is None else float(found), found, choices, tuple(declined))

    def make_chain(self) -> Chain[Any]:
        """The Markov chain of the states that the policy reaches, the start first."""
        whole, _costs = self.chain()
        order, numbers = [self.place[0]], {self.place[0]: 0}
        for place in order:
            for there in whole.rows[place]:
                if there not in numbers:
                    numbers[there] = len(order)
                    order.append(there)
        rows = tuple({numbers[there]: chance for there, chance in whole.rows[place].items()} for place in order)
        states = tuple(self.process.states[self.open[place]] for place in order)
        return Chain(states, rows, tuple(whole.finish[place] for place in order))

    def _get_state(self, place: int) -> Any:
        """The state with a number; None for a goal."""
        return None if place == GOAL else self.process.states[place]
