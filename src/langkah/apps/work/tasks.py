"""Everything a page or a window asks for that may take time: what is needed, hints, solutions, records, odds.

Plain JSON values in, plain JSON values out. Each task has a time of its own and obeys whoever calls it off; where it
runs, and how it is ended if it does not obey, is no matter of this file.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any, NamedTuple

from langkah.apps.work import chances, racing, recording, wagers
from langkah.apps.work.kit import Kit, Values
from langkah.apps.work.shelf import Shelf
from langkah.model import Problem
from langkah.players import Player as Thinker
from langkah.players import player, two_player
from langkah.session import Advisor, Player, Session, packed, saved
from langkah.views.wire import hint_out, lapse_out, least_out, mark_out

MEMORY = 1 << 30  # bytes of the process that works on a task
MOST_MOVES = 1000  # of a plan that is sent at once; the rest is asked for when they have been made
MOST_ADVISORS, MOST_THINKERS = 4, 8


class Workbench(Shelf):
    """A shelf whose advisors and opponents remember what they found out, as long as the process lives."""

    def __init__(self, own: tuple[str, ...] = ()) -> None:
        super().__init__(own)
        self.remembered = lru_cache(MOST_ADVISORS)(Advisor)
        self.thinker = lru_cache(MOST_THINKERS)(thinker)

    def advisor(self, problem: Problem[Any, Any]) -> Advisor:
        """The same advisor for the same problem."""
        return self.remembered(problem)

    def opponent(self, problem: Problem[Any, Any], name: str) -> Player:
        """The player itself."""
        return self.thinker(problem, name)


def thinker(problem: Problem[Any, Any], name: str) -> Thinker[Any, Any]:
    """A player of the table, seated at a game."""
    return player(name, two_player(problem))


def least(session: Session, kit: Kit) -> Values:
    """What is still needed from here; the plan stays unsaid."""
    return {**least_out(session.least(kit.limit, kit.cancelled), session), "plan": []}


def marks(session: Session, kit: Kit) -> Values:
    """What each legal move does."""
    return {"marks": [mark_out(mark) for mark in session.marks(kit.limit, kit.cancelled)]}


def hint(session: Session, kit: Kit) -> Values:
    """A hint, one grade plainer than the last, and the session that remembers it."""
    found = session.ask(kit.limit, kit.cancelled)
    keep = saved(session)
    return {"hint": hint_out(found), "saved": keep, "token": packed(keep)}


def solve(session: Session, kit: Kit) -> Values:
    """The solution from here. A long plan is cut: its length is told, and its first moves."""
    options = {name: kit.options[name] for name in ("algorithm",) if kit.options.get(name)}
    result = session.solve(kit.limit, progress=kit.progress, cancelled=kit.cancelled, **options)
    told = result.as_dict(session.problem)
    return {**told, "moves": told["moves"][:MOST_MOVES], "length": len(told["moves"])}


def review(session: Session, kit: Kit) -> Values:
    """The moves that lost ground, and what the whole would have needed."""
    lapses = session.review(replace(kit.limit, seconds=(kit.limit.seconds or 10) / 2), kit.cancelled)
    start = session.advisor.least(session.problem.start, kit.limit, kit.cancelled)
    return {"lapses": [lapse_out(each) for each in lapses], "least": {**least_out(start, session), "plan": []}}


def reply(session: Session, kit: Kit) -> Values:
    """The move of the opponent whose turn it is, and why it makes it. Seed and position decide, not what was before."""
    del kit
    if session.opponent is not None and isinstance(session.opponent.choose, Thinker):
        session.opponent.choose.random.seed(f"{session.seed}:{session.made}")
    turn = session.respond()
    return {"move": turn.label, "reason": session.reason}


class Task(NamedTuple):
    """A row of the table: what to do, for how long at most, and whether it is heavy."""

    run: Callable[[Session, Kit], Values]
    seconds: float
    heavy: bool = False


TASKS = {
    "least": Task(least, 2.0),
    "marks": Task(marks, 4.0),
    "hint": Task(hint, 6.0),
    "reply": Task(reply, 10.0, heavy=True),
    "review": Task(review, 10.0, heavy=True),
    "solve": Task(solve, 30.0, heavy=True),
    "record": Task(recording.record, 30.0, heavy=True),
    "watch": Task(recording.watch, 30.0, heavy=True),
    "race": Task(racing.race, 60.0, heavy=True),
    "compare": Task(racing.compare, 60.0, heavy=True),
    "odds": Task(chances.odds, 60.0, heavy=True),
    "odds of seats": Task(chances.race, 30.0, heavy=True),
    "odds of jumps": Task(wagers.jumps, 30.0, heavy=True),
    "odds of choices": Task(wagers.choices, 60.0, heavy=True),
    "odds of games": Task(wagers.games, 20.0, heavy=True),
}


def perform(bench: Workbench, task: str, found: Mapping[str, Any], kit: Kit) -> Values:
    """Do a task on a saved session."""
    return TASKS[task].run(bench.session(found), kit)
