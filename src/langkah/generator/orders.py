"""Generates puzzles on request: each has a proved least cost and a rating, and all are different.

If the whole space can be explored, starts are chosen from its layers; if a puzzle defines `new_board` or `random`,
these supply the boards; otherwise starts are sampled and solved. Each candidate is rebuilt from the settings of its
future file, and its least cost is proved on that problem: by its whole space, or by a search within a limit on nodes.
Neither the clock nor the order of hashes influences anything, so a seed gives the same puzzles on every machine.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from random import Random
from typing import Any, NamedTuple

from langkah.errors import BadInput
from langkah.generator.difference import find_pattern
from langkah.generator.rating import Rating, rate_puzzle
from langkah.generator.source import Source
from langkah.generator.whole_space import WholeSpace, explore_whole, list_goal_layers
from langkah.language import _
from langkah.model import Cost, Problem, Puzzle, Step
from langkah.run import Deadline, Stopped
from langkah.search import SearchRequest, run_search
from langkah.tracing import Limit, Progress, Stats, Status

PROOF_NODES = 20_000  # nodes expanded at most to prove the least cost of a sampled start
ATTEMPTS, ATTEMPTS_EACH = 150, 20  # candidates that are tried, and the number added for each requested puzzle
GRADED_SAMPLES = 9  # starts that are solved and ranked by least cost, to choose those of a grade
PROVING = ("backtracking", "bidirectional")  # searches that a puzzle may prefer for its proof
MOST_GOALS, MOST_WALKED, WALKED_MORE = 1000, 100, 3  # of walks: goals, highest wanted cost, steps beyond it
LARGE_BOARDS = 3  # consecutive boards with too large a space before starts are sampled and solved instead
LEAST_GRADED = 3  # least cost of a graded puzzle, if any candidate reaches it
GRADES: Mapping[str, tuple[float, float]] = {"easy": (0.1, 0.35), "medium": (0.35, 0.65), "hard": (0.65, 1.0)}


class Wanted(NamedTuple):
    """The wanted least cost of new puzzles: bounds, or a grade, which stands for bounds relative to the highest
    possible least cost.
    """

    low: Cost = 1
    high: Cost = float("inf")
    grade: str = ""

    def narrow(self, costs: Sequence[Cost]) -> "Wanted":
        """The bounds on the cost that the wanted grade stands for, given the possible costs; `self` if no grade is
        wanted.
        """
        if not self.grade or not costs:
            return self
        low, high = GRADES[self.grade]
        most = max(costs)
        return Wanted(max(most * low, min(LEAST_GRADED, most)), max(most * high, min(LEAST_GRADED, most)))

    def fits(self, cost: Cost) -> bool:
        """Whether a puzzle with this least cost is wanted."""
        return cost > 0 and self.low <= cost <= self.high


@dataclass(frozen=True)
class MadePuzzle:
    """A new puzzle: the problem, the content of its file (`head` names the game or class, `settings` are its settings),
    a cheapest plan and its rating.
    """

    problem: Puzzle[Any, Any]
    head: dict[str, str]
    settings: dict[str, object]
    plan: tuple[Step[Any, Any], ...]
    rating: Rating

    @property
    def least(self) -> Cost:
        """The proved least cost of this puzzle."""
        return self.rating.least

    @property
    def metric(self) -> str:
        """The metric in which the least cost is counted; if the problem defines none, "moves" if the least cost is the
        number of moves, else "cost".
        """
        found = getattr(self.problem, "metric", "")
        return found if isinstance(found, str) and found else "cost" if self.least != len(self.plan) else "moves"


@dataclass
class MadePuzzles:
    """The new puzzles, and the limit that stopped the work. If `limit` is "", no limit stopped the work: either all
    requested puzzles were made, or no more were found.
    """

    puzzles: list[MadePuzzle] = field(default_factory=list)
    limit: str = ""


def make_puzzles(
    problem: Problem[Any, Any],
    wanted: Wanted,
    count: int,
    seed: int,
    is_over: Deadline | None = None,
    progress: Progress | None = None,
) -> MadePuzzles:
    """Make puzzles of the same kind as a problem. When the time is up, the puzzles found so far are returned. Raises
    `DoesNotFit` if the problem is not a puzzle, and `BadInput` if no file can describe its starts.
    """
    maker = _Maker(Source(problem), wanted, count, seed, is_over or Deadline(None))
    maker.progress = progress
    try:
        maker.make()
    except Stopped as stop:
        maker.made.limit = stop.limit
    except KeyboardInterrupt:
        maker.made.limit = "interrupt"
    if not maker.made.puzzles and not maker.made.limit and maker.unwritable:
        raise maker.make_unwritable()
    return maker.made


class _Maker:
    """Generates the requested puzzles, and holds those made so far."""

    def __init__(self, source: Source, wanted: Wanted, count: int, seed: int, is_over: Deadline) -> None:
        self.source, self.wanted, self.count, self.seed, self.is_over = source, wanted, count, seed, is_over
        self.rng = Random(f"puzzles {seed}")
        self.most_states = source.problem.generator_states
        self.made = MadePuzzles()
        self.progress: Progress | None = None
        self.stats = Stats()
        self.patterns: set[str] = set()
        self.small_boards = self.large_boards = 0  # numbers of drawn boards, by the size of their space
        self.explored: tuple[Puzzle[Any, Any], WholeSpace | None] | None = None  # the last board drawn
        self.unwritable = False  # whether some start could not be written to a file

    def make_unwritable(self) -> BadInput:
        """The error for a problem whose other starts no file can describe."""
        text = _(
            "{name}: a file cannot describe another start; add a setting `start` or `board`, or define `settings_at`"
        )
        return BadInput(text.format(name=self.source.name))

    def make(self) -> None:
        """Make the requested number of puzzles, or as many as the candidates allow. Raises `Stopped` when the time is
        up.
        """
        tried = 0
        for settings in self._list_candidates():
            if self.is_over():
                raise Stopped(self.is_over.limit)
            if len(self.made.puzzles) >= self.count or tried > ATTEMPTS + ATTEMPTS_EACH * self.count:
                return
            problem = self.source.build(settings)
            if problem is None or problem.hopeless():
                continue
            pattern = find_pattern(problem)
            if pattern in self.patterns:
                continue
            tried += 1
            puzzle = self._prove(problem, settings)
            if self.progress is not None:
                self.progress(self.stats)
            if puzzle is not None and self.wanted.fits(puzzle.least):
                self.patterns.add(pattern)
                self.made.puzzles.append(puzzle)

    # Candidates

    def _list_candidates(self) -> Iterator[dict[str, object]]:
        problem = self.source.problem
        draws_boards = type(problem).new_board is not Puzzle.new_board
        has_own_random = draws_boards or type(problem).random not in (Problem.random, Puzzle.random)
        if not has_own_random and not self.source.can_describe_steps():
            raise self.make_unwritable()
        space = None if has_own_random else explore_whole(problem, self.most_states, self.is_over)
        if space is not None:
            groups = {cost: list(map(space.get_state, group)) for cost, group in space.group_by_least().items()}
            self.wanted = self.wanted.narrow(list(groups))
            yield from self._choose_from_layers(groups)
            return
        if not has_own_random and not self.wanted.grade:
            layers = list_goal_layers(problem, self.most_states, self.is_over)
            if layers and self.wanted.high <= max(layers):
                yield from self._choose_from_layers(layers)
                return
        attempts = ATTEMPTS + ATTEMPTS_EACH * self.count
        bases: Iterable[Puzzle[Any, Any] | None] = (self._draw_base() for _attempt in range(attempts))
        if self.wanted.grade and not has_own_random:
            bases = self._sort_by_least([self._draw_base() for _sample in range(GRADED_SAMPLES)])
        for base in bases:
            if base is not None:
                yield from self._choose_of_base(base, has_own_random)

    def _draw_base(self) -> Puzzle[Any, Any] | None:
        problem = self.source.problem
        try:
            drawn = problem.new_board(self.rng) or self._walk_from_goal(problem) or problem.random(self.rng)
        except BadInput:
            return None
        return None if drawn is problem else drawn

    def _walk_from_goal(self, problem: Puzzle[Any, Any]) -> Puzzle[Any, Any] | None:
        """A start reached by a random walk from a goal, about as long as the wanted least cost; None if the puzzle does
        not allow such walks.
        """
        is_usual = type(problem).random is Puzzle.random and problem.reversible and self.wanted.high <= MOST_WALKED
        goals = list(islice(problem.goals() or (), MOST_GOALS)) if is_usual else []
        if not goals:
            return None
        length = self.rng.randint(int(self.wanted.low), int(self.wanted.high) + WALKED_MORE)
        state, before = self.rng.choice(goals), None
        for _step in range(length):
            onward = [step.state for step in problem.steps(state)]
            fresh = [each for each in onward if problem.key(each) not in (before, problem.key(state))]
            before, state = problem.key(state), self.rng.choice(fresh or onward or [state])
        return problem.at(state)

    def _choose_from_layers(self, groups: Mapping[Cost, list[Any]]) -> Iterator[dict[str, object]]:
        """Yield the settings of starts with a wanted least cost. Each time, a random cost is chosen, then a random
        start with this cost.
        """
        fitting = {cost: group for cost, group in groups.items() if self.wanted.fits(cost)}
        while fitting:
            cost = self.rng.choice(list(fitting))
            group = fitting[cost]
            place = self.rng.randrange(len(group))
            group[place], group[-1] = group[-1], group[place]
            state = group.pop()
            if not group:
                del fitting[cost]
            yield from self._write(self.source.problem, state)

    def _choose_of_base(self, base: Puzzle[Any, Any], has_own_random: bool) -> Iterator[dict[str, object]]:
        """Yield the settings of a new puzzle made from the board `base`, or nothing if no suitable start is found. The
        puzzle has the start of the board or, if the space is small and this start does not have a wanted least cost, a
        state that does.
        """
        space = explore_whole(base, self.most_states, self.is_over) if has_own_random else None
        self.explored = (base, space) if has_own_random else None
        if space is None:
            self.large_boards += 1
            if (not self.small_boards and self.large_boards > LARGE_BOARDS) or not has_own_random or base.level_cost:
                yield from self._write(base, base.start)
            return
        self.small_boards += 1
        groups = space.group_by_least()
        wanted = self.wanted.narrow(list(groups))
        fitting = [cost for cost in groups if wanted.fits(cost)]
        if space.least[0] in fitting:
            yield from self._write(base, base.start)
        elif fitting:
            yield from self._write(base, space.get_state(self.rng.choice(groups[self.rng.choice(fitting)])))

    def _write(self, problem: Puzzle[Any, Any], state: Any) -> Iterator[dict[str, object]]:
        settings = self.source.list_settings(problem, state)
        self.unwritable = self.unwritable or settings is None
        if settings is not None:
            yield settings

    # Proofs

    def _prove(self, problem: Puzzle[Any, Any], settings: dict[str, object]) -> MadePuzzle | None:
        """The finished puzzle with its least cost, proved on the problem as its file describes it. None if no least
        cost is proved, or if the start is already a goal.
        """
        space = self._explore_again(problem)
        self.stats.expanded += self.most_states if space is None else len(space.states)
        plan = self._solve(problem) if space is None else tuple(space.make_plan()) if space.least[0] else None
        if not plan or not problem.is_goal(plan[-1].state):
            return None
        rng = Random(f"random player {self.seed} {len(self.made.puzzles)}")
        return MadePuzzle(problem, self.source.head, settings, plan, rate_puzzle(problem, plan, space, rng))

    def _explore_again(self, problem: Puzzle[Any, Any]) -> WholeSpace | None:
        """The whole space of a candidate as its file describes it. If the file describes the board that was explored
        last, that space is reused.
        """
        if self.explored is not None:
            base, space = self.explored
            same_start = base.start == problem.start and base.text(base.start) == problem.text(problem.start)
            if same_start and base.given() == problem.given():
                return space
        return explore_whole(problem, self.most_states, self.is_over)

    def _solve(self, problem: Puzzle[Any, Any]) -> tuple[Step[Any, Any], ...] | None:
        """A plan that is proved to be cheapest, found by a search in plain Python; None if the search proves no plan
        within its limit on nodes.
        """
        guided = problem.all_estimates()[0].admissible and problem.all_estimates()[0].name != "zero"
        name = "depth-first" if problem.level_cost else "a-star" if guided else "uniform-cost"
        if problem.preferred() in PROVING:
            name = problem.preferred()
        request = SearchRequest(name, limit=Limit(nodes=PROOF_NODES))
        result = run_search(problem, request, cancelled=self.is_over)
        if result.limit in ("cancel", "interrupt"):
            raise Stopped(self.is_over.limit or result.limit)
        return result.path if result.status is Status.SOLVED and result.optimal else None

    def _sort_by_least(self, bases: list[Puzzle[Any, Any] | None]) -> list[Puzzle[Any, Any]]:
        """Solve the sampled starts, and sort those that were solved by their least cost. Returns those whose rank fits
        the wanted grade, or all of them if none fits.
        """
        solved = [(base, self._solve(base)) for base in bases if base is not None]
        known = sorted((sum(step.cost for step in plan), number) for number, (_base, plan) in enumerate(solved) if plan)
        low, high = GRADES[self.wanted.grade]
        self.wanted = Wanted()
        chosen = known[int(len(known) * low) : max(int(len(known) * high), 1)] or known
        return [each for number in chosen if (each := solved[number[1]][0]) is not None]
