"""The table of algorithms, and lookups in it.

The row of each algorithm is in the file of the algorithm: requirements, guarantees, options and pseudo-code. Command
line, page, window, documents and tests read the rows from here. To add an algorithm, write one file, and add one line
to the table.
"""

from typing import Any

from langkah.engine.patterns import PATTERNS
from langkah.errors import DoesNotFit
from langkah.language import N_, _
from langkah.model import ZERO, Chance, Estimate, Game, Problem, Puzzle
from langkah.registry import Registry
from langkah.search.algorithm import PATH, Algorithm
from langkah.search.backtracking import BACKTRACKING
from langkah.search.beam import BEAM
from langkah.search.best_first import A_STAR, BRANCH_AND_BOUND, GREEDY, UNIFORM_COST, WEIGHTED_A_STAR
from langkah.search.bidirectional import BIDIRECTIONAL
from langkah.search.breadth_first import BREADTH_FIRST
from langkah.search.construction import FRAME_STEWART, ITERATIVE, RECURSIVE
from langkah.search.deepening import IDA_STAR, ITERATIVE_DEEPENING
from langkah.search.depth_first import DEPTH_FIRST
from langkah.search.depth_first_bound import DEPTH_FIRST_BRANCH_AND_BOUND
from langkah.search.expectimax import EXPECTIMAX
from langkah.search.expectiminimax import EXPECTIMINIMAX
from langkah.search.game_tree import ALPHA_BETA, MINIMAX, NEGAMAX
from langkah.search.hill_climbing import ENFORCED_HILL_CLIMBING, HILL_CLIMBING
from langkah.search.meet_in_the_middle import MEET_IN_THE_MIDDLE
from langkah.search.pseudocode import CodeLine
from langkah.search.retrograde import RETROGRADE
from langkah.search.transpositions import IDA_STAR_WITH_TABLE
from langkah.settings import make_unknown_name, quote_value

_OWN = {
    row.name: row
    for row in (
        BREADTH_FIRST,
        DEPTH_FIRST,
        ITERATIVE_DEEPENING,
        UNIFORM_COST,
        GREEDY,
        A_STAR,
        WEIGHTED_A_STAR,
        IDA_STAR,
        IDA_STAR_WITH_TABLE,
        BIDIRECTIONAL,
        MEET_IN_THE_MIDDLE,
        BEAM,
        HILL_CLIMBING,
        ENFORCED_HILL_CLIMBING,
        BRANCH_AND_BOUND,
        DEPTH_FIRST_BRANCH_AND_BOUND,
        BACKTRACKING,
        RECURSIVE,
        ITERATIVE,
        FRAME_STEWART,
        MINIMAX,
        ALPHA_BETA,
        NEGAMAX,
        RETROGRADE,
        EXPECTIMAX,
        EXPECTIMINIMAX,
    )
}


def _adopt_algorithm(name: str, found: Any) -> Algorithm:
    if not isinstance(found, Algorithm) or found.name != name:
        text = _("this object is not an algorithm with this name: {value}")
        raise TypeError(text.format(value=quote_value(found)))
    return found


ALGORITHMS: dict[str, Algorithm] = Registry("langkah.algorithms", _OWN, _adopt_algorithm)
_ALIASES = {alias: row for row in _OWN.values() for alias in row.aliases}
_KINDS: dict[type[Any], str] = {
    Puzzle: N_("a puzzle"),
    Game: N_("a two-player game"),
    Chance: N_("a puzzle or a game with dice"),
}


def find_algorithm(name: str) -> Algorithm:
    """The row of an algorithm. The name may also be an alias, and may be written with capitals and spaces: `A*`,
    `Branch and bound`. Raises `UnknownName` if there is no such algorithm.
    """
    plain = "-".join(name.lower().replace("_", " ").split())
    if plain in _ALIASES:
        return _ALIASES[plain]
    if plain in ALGORITHMS:
        return ALGORITHMS[plain]
    for row in ALGORITHMS.values():  # algorithms of other packages have short names, too
        if plain in row.aliases or name == row.name:
            return row
    raise make_unknown_name(_("Algorithm"), name, [*ALGORITHMS, *_ALIASES])


def get_algorithm_title(name: str, estimate: str | None = "") -> str:
    """The display name of an algorithm, with the name of its heuristic if there is one: 'A* (manhattan)'. An unknown
    algorithm keeps its name.
    """
    title = _(ALGORITHMS[name].title) if name in ALGORITHMS else ""
    return (title or name) + (f" ({_(estimate)})" if estimate else "")


def get_code(name: str) -> tuple[CodeLine, ...]:
    """The pseudo-code of an algorithm; empty if the algorithm is unknown, as in an imported trace."""
    return ALGORITHMS[name].code if name in ALGORITHMS else ()


def get_frontier(name: str) -> str:
    """A phrase in the current language that names an algorithm's kind of frontier, such as a queue or a stack."""
    return _(ALGORITHMS[name].frontier if name in ALGORITHMS else PATH)


def explain_misfit(problem: Problem[Any, Any], name: str) -> str:
    """Why an algorithm cannot run on a problem; "" if it can."""
    row = find_algorithm(name)
    if not isinstance(problem, row.on):
        return _("it works on {kind}").format(kind=_(_KINDS[row.on]))
    if row.needs is not None and not row.needs.is_met(problem):
        return _("this player needs {needs}").format(needs=_(row.needs.text))
    return ""


def require_fit(problem: Problem[Any, Any], name: str) -> Algorithm:
    """The row of an algorithm. Raises `UnknownName` if it is unknown, `DoesNotFit` if it cannot run on a problem."""
    row = find_algorithm(name)
    if misfit := explain_misfit(problem, name):
        text = _("{algorithm} does not fit {problem}: {why}.") + " " + _("These algorithms fit: {names}.")
        title = problem.name or type(problem).__name__
        fitting = ", ".join(list_algorithms(problem))
        raise DoesNotFit(text.format(algorithm=row.name, problem=title, why=misfit, names=fitting))
    return row


def list_algorithms(problem: Problem[Any, Any]) -> list[str]:
    """The names of all algorithms that can run on a problem."""
    return [name for name, row in ALGORITHMS.items() if row.fits(problem)]


def choose_estimate(problem: Puzzle[Any, Any]) -> Estimate:
    """The default heuristic: the first admissible one that is not `zero` or, if there is none, the first of all. If all
    plans cost the same, no heuristic can mislead, and the first is used. Pattern databases come after the puzzle's own
    heuristics, because they must be built first; `zero` comes last.
    """
    known = sorted(problem.all_estimates(), key=lambda each: (each is ZERO, each is PATTERNS))
    usable = [each for each in known if each.admissible and each is not ZERO and not problem.level_cost]
    return (usable or known)[0]


def find_estimate(problem: Puzzle[Any, Any], name: str | None) -> Estimate:
    """The heuristic of a puzzle with this name; the default heuristic if `name` is None. Raises `UnknownName` if there
    is no such heuristic.
    """
    if name is None:
        return choose_estimate(problem)
    for each in problem.all_estimates():
        if each.name == name:
            return each
    raise make_unknown_name(_("Heuristic (estimate)"), name, [each.name for each in problem.all_estimates()])
