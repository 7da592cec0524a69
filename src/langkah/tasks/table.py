"""Everything a page or a window asks for that may take time: what is needed, hints, solutions, records, odds.

Plain JSON values in, plain JSON values out. Each task has a time of its own and obeys whoever calls it off; where it
runs, and how it is ended if it does not obey, is no matter of this file.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any, NamedTuple

from langkah.model import Problem
from langkah.players import Player as Thinker
from langkah.players import make_player, require_game
from langkah.session import Advisor, Player, Session, pack_link, save_session
from langkah.tasks import compare, odds, odds_choices, race, trace
from langkah.tasks.context import Context, Values
from langkah.tasks.problems import ProblemStore
from langkah.views.json_form import hint_to_json, lapse_to_json, least_to_json, mark_to_json

MEMORY = 1 << 30  # bytes of the process that works on a task
MOST_MOVES = 1000  # of a plan that is sent at once; the rest is asked for when they have been made
MOST_ADVISORS, MOST_THINKERS = 4, 8


class RememberingStore(ProblemStore):
    """A shelf whose advisors and opponents remember what they found out, as long as the process lives."""

    def __init__(self, own: tuple[str, ...] = ()) -> None:
        super().__init__(own)
        self.remembered = lru_cache(MOST_ADVISORS)(Advisor)
        self.thinker = lru_cache(MOST_THINKERS)(_make_thinker)

    def advisor(self, problem: Problem[Any, Any]) -> Advisor:
        """The same advisor for the same problem."""
        return self.remembered(problem)

    def opponent(self, problem: Problem[Any, Any], name: str) -> Player:
        """The player itself."""
        return self.thinker(problem, name)


def _make_thinker(problem: Problem[Any, Any], name: str) -> Thinker[Any, Any]:
    """A player of the table, seated at a game."""
    return make_player(name, require_game(problem))


def _find_least(session: Session, kit: Context) -> Values:
    """What is still needed from here; the plan stays unsaid."""
    return {**least_to_json(session.least(kit.limit, kit.cancelled), session), "plan": []}


def _mark_moves(session: Session, kit: Context) -> Values:
    """What each legal move does."""
    return {"marks": [mark_to_json(mark) for mark in session.marks(kit.limit, kit.cancelled)]}


def _give_hint(session: Session, kit: Context) -> Values:
    """A hint, one grade plainer than the last, and the session that remembers it."""
    found = session.ask(kit.limit, kit.cancelled)
    keep = save_session(session)
    return {"hint": hint_to_json(found), "saved": keep, "token": pack_link(keep)}


def _solve_position(session: Session, kit: Context) -> Values:
    """The solution from here. A long plan is cut: its length is told, and its first moves."""
    options = {name: kit.options[name] for name in ("algorithm",) if kit.options.get(name)}
    result = session.solve(kit.limit, progress=kit.progress, cancelled=kit.cancelled, **options)
    told = result.as_dict(session.problem)
    return {**told, "moves": told["moves"][:MOST_MOVES], "length": len(told["moves"])}


def _review_moves(session: Session, kit: Context) -> Values:
    """The moves that lost ground, and what the whole would have needed."""
    lapses = session.review(replace(kit.limit, seconds=(kit.limit.seconds or 10) / 2), kit.cancelled)
    start = session.advisor.least(session.problem.start, kit.limit, kit.cancelled)
    return {"lapses": [lapse_to_json(each) for each in lapses], "least": {**least_to_json(start, session), "plan": []}}


def _make_reply(session: Session, kit: Context) -> Values:
    """The move of the opponent whose turn it is, and why it makes it. Seed and position decide, not what was before."""
    del kit
    if session.opponent is not None and isinstance(session.opponent.choose, Thinker):
        session.opponent.choose.random.seed(f"{session.seed}:{session.made}")
    turn = session.respond()
    return {"move": turn.label, "reason": session.reason}


class Task(NamedTuple):
    """A row of the table: what to do, for how long at most, and whether it is heavy."""

    run: Callable[[Session, Context], Values]
    seconds: float
    heavy: bool = False


TASKS = {
    "least": Task(_find_least, 2.0),
    "marks": Task(_mark_moves, 4.0),
    "hint": Task(_give_hint, 6.0),
    "reply": Task(_make_reply, 10.0, heavy=True),
    "review": Task(_review_moves, 10.0, heavy=True),
    "solve": Task(_solve_position, 30.0, heavy=True),
    "record": Task(trace.record_trace, 30.0, heavy=True),
    "watch": Task(trace.record_for_watching, 30.0, heavy=True),
    "race": Task(race.run_race, 60.0, heavy=True),
    "compare": Task(compare.compare_here, 60.0, heavy=True),
    "odds": Task(odds.work_out_odds, 60.0, heavy=True),
    "odds of seats": Task(odds.work_out_race, 30.0, heavy=True),
    "odds of jumps": Task(odds_choices.weigh_jumps, 30.0, heavy=True),
    "odds of choices": Task(odds_choices.weigh_choices, 60.0, heavy=True),
    "odds of games": Task(odds_choices.play_games, 20.0, heavy=True),
}


def run_task(bench: RememberingStore, task: str, found: Mapping[str, Any], kit: Context) -> Values:
    """Do a task on a saved session."""
    return TASKS[task].run(bench.session(found), kit)
