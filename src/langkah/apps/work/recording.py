"""A search from a position, recorded to be watched.

Plain JSON values in and out. What is recorded is the real search, within bounds on events, time and memory; how much
was left out is told. Boards come twice: as the small pictures of the tree, and as shapes for the page's own canvas.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from langkah.apps.work.drawing import shape_out
from langkah.apps.work.kit import Kit, Values
from langkah.language import _
from langkah.model import Problem, Puzzle, titled
from langkah.search import ALGORITHMS, algorithms_for, choose, default_estimate, solve
from langkah.search.best import TIES
from langkah.session import Session
from langkah.trace import Limit, Result, Trace
from langkah.views.boards import Album
from langkah.views.paint import painted
from langkah.views.replay import common, recording_data
from langkah.views.sentences import left_out, verdict
from langkah.views.svg import palette

MOST_EVENTS = 20_000  # that are recorded
MOST_SHAPES = 250_000  # of all boards of a recording together
MOST_MOVES = 1000  # of a plan that is told move by move
SECONDS = 10.0  # of a search, at most
OPTIONS = ("estimate", "ties", "duplicates", "weight", "width", "find_all")


def here(session: Session) -> Problem[Any, Any]:
    """The problem from where the session stands."""
    return session.problem.at(session.state) if session.made else session.problem


# What can be chosen


def menu(session: Session) -> Values:
    """Every algorithm that fits, with what it promises and the options that it heeds; estimates and tie-breaks."""
    problem = here(session)
    estimates = problem.all_estimates() if isinstance(problem, Puzzle) else ()
    return {
        "algorithms": [algorithm(name) for name in algorithms_for(problem)],
        "usual": {
            "algorithm": instructive(problem),
            "estimate": default_estimate(problem).name if isinstance(problem, Puzzle) else None,
        },
        "estimates": [{"name": each.name, "about": _(each.about), "admissible": each.admissible} for each in estimates],
        "ties": [{"name": name, "about": _(about)} for name, about in TIES.items()],
    }


def instructive(problem: Problem[Any, Any]) -> str:
    """A sound algorithm that searches: a plan that is merely written down shows little."""
    name = choose(problem)
    return "a-star" if ALGORITHMS[name].needs else name


def algorithm(name: str) -> Values:
    """One algorithm, as a form shows it."""
    row = ALGORITHMS[name]
    return {
        "name": name,
        "about": _(row.about),
        "promises": _(row.promises),
        "options": list(row.options),
        "ties": list(row.ties),
    }


# One search


class Search(NamedTuple):
    """A search as it was asked for."""

    algorithm: str
    options: Values
    limit: Limit

    @classmethod
    def asked(cls, problem: Problem[Any, Any], told: Mapping[str, Any], kit: Kit, seconds: float) -> "Search":
        """The search that a request describes; what it leaves out is as usual."""
        options = {name: told[name] for name in OPTIONS if told.get(name) is not None}
        limit = Limit(told.get("nodes"), min(told.get("seconds") or seconds, seconds), told.get("depth"))
        return cls(told.get("algorithm") or choose(problem), options, replace(limit, memory=kit.limit.memory))

    def run(self, problem: Problem[Any, Any], kit: Kit, observe: Any = None, **limit: Any) -> Result[Any, Any]:
        """Search, while somebody looks on."""
        bounded = replace(self.limit, **limit)
        calls: Values = {"progress": kit.progress, "cancelled": kit.cancelled}
        return solve(problem, self.algorithm, limit=bounded, observe=observe, **self.options, **calls)


def record(session: Session, kit: Kit) -> Values:
    """One search, recorded."""
    return recorded(*searched(session, kit))


def watch(session: Session, kit: Kit) -> Values:
    """One search, recorded with boards that can be drawn without knowing its problem."""
    problem, trace, result = searched(session, kit)
    short, album = trace.first(room(problem, trace)), Album(problem)
    data = short.as_dict(problem, result, board=album)
    return {**data, "shapes": album.shapes(), **ended(problem, short, result, data["result"])}


def searched(session: Session, kit: Kit) -> tuple[Problem[Any, Any], Trace, Result[Any, Any]]:
    """The search that is asked for, from where a session stands, and its record."""
    problem, trace = here(session), Trace(MOST_EVENTS)
    search = Search.asked(problem, kit.options.get("search", kit.options), kit, SECONDS)
    return problem, trace, search.run(problem, kit, trace)


def recorded(problem: Problem[Any, Any], trace: Trace, result: Result[Any, Any]) -> Values:
    """A recording for the page: what the panes need, boards for its own canvas, and the answer in words."""
    short = trace.first(room(problem, trace))
    data = recording_data(problem, short, result)
    drawn = scenes(problem, short)
    boards = drawn.pop("boards")
    for state, board in zip(data["states"], boards, strict=True):
        state["scene"] = board
    return {**data, "scenes": drawn, "title": titled(problem), **ended(problem, short, result, data["result"])}


def ended(problem: Problem[Any, Any], trace: Trace, result: Result[Any, Any], told: Values) -> Values:
    """How a search ended, in figures and in words, and what its record leaves out."""
    return {"result": brief(told), "verdict": spoken(problem, result), "left": left_out(trace)}


def spoken(problem: Problem[Any, Any], result: Result[Any, Any]) -> str:
    """The answer in a sentence or two."""
    said = verdict(problem, result)
    why = "" if result.why and result.why.casefold() in said.casefold() else result.why
    return ". ".join(each[0].upper() + each[1:] for each in (said, why) if each) + "."


def brief(told: Values) -> Values:
    """A result without plans that nobody could read."""
    cut: Values = {name: told[name][:MOST_MOVES] for name in ("moves", "line") if name in told}
    return {**{name: value for name, value in told.items() if name != "all_moves"}, **cut}


def room(problem: Problem[Any, Any], trace: Trace) -> int:
    """How many events there is room for, if every state they meet is drawn."""
    shapes = max(len(problem.scene(problem.start).shapes), 1)
    seen: set[Any] = set()
    for index, event in enumerate(trace.events):
        seen.add(event.state)
        if len(seen) * shapes > MOST_SHAPES:
            return max(index, 1)
    return len(trace)


def scenes(problem: Problem[Any, Any], trace: Trace) -> Values:
    """The boards of all states as the page draws them: every shape once, and what all boards share from the back."""
    album = Album(problem)
    boards = [album(state) for state in dict.fromkeys(event.state for event in trace.made.values())]
    numbers = [board[-1] for board in boards]
    same = common(numbers) if boards else 0
    whole = problem.scene(problem.start)
    shapes = [shape_out(each) for each in painted(whole._replace(shapes=tuple(album.known)), palette("page"))]
    rest = [{"size": [round(wide, 3), round(high, 3)], "shapes": each[same:]} for wide, high, each in boards]
    return {"ground": numbers[0][:same] if boards else [], "shapes": shapes, "boards": rest}
