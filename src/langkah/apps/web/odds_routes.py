"""The endpoints behind 'Odds': how long a game of chance takes from a position, and what if.

The work is done in the processes that work on tasks (see `chances` and `wagers`); here requests are only checked, so
that what cannot be answered is refused at once and in plain sentences.
"""

from collections.abc import Callable
from typing import Annotated, Any

from fastapi import APIRouter
from fastapi.concurrency import run_in_threadpool
from pydantic import Field

from langkah.apps.web.api import STREAM_ANSWERS, JsonAnswer
from langkah.apps.web.event_stream import Stream
from langkah.apps.web.forms import Form, Name, SavedForm
from langkah.apps.web.pool import Job, Pool
from langkah.odds import MOST_PLAYERS
from langkah.session.play import MOST_TOKENS
from langkah.tasks import odds as odds_task
from langkah.tasks import odds_choices
from langkah.tasks.odds import Stand
from langkah.tasks.problems import ProblemStore


class OddsForm(Form):
    """A position, and whose odds are asked for; without a seat, those of the player whose turn it is."""

    saved: SavedForm
    seat: Annotated[int, Field(ge=0, lt=MOST_TOKENS)] | None = None

    def options(self) -> dict[str, Any]:
        """What was asked for, apart from the position."""
        return self.model_dump(exclude={"saved"})


class _SeatsForm(OddsForm):
    """The same with a number of players who all stand there."""

    players: Annotated[int, Field(ge=2, le=MOST_PLAYERS)] = 2


class _ChoicesForm(OddsForm):
    """Choices that the player could be given: to decline jumps, or to play a turn with another value of a setting."""

    decline: bool = False
    setting: Name | None = None
    value: bool | int | Annotated[str, Field(max_length=300)] | None = None


class _GamesForm(OddsForm):
    """How many games to play at random, and the seed that decides them."""

    games: Annotated[int, Field(ge=1, le=odds_choices.MOST_GAMES)] = 10_000
    seed: Annotated[int, Field(ge=0, lt=2**63)] = 0


Check = Callable[[Stand, dict[str, Any]], object]


def make_odds_routes(shelf: ProblemStore, pool: Pool) -> APIRouter:
    """Every endpoint about odds."""
    api = APIRouter(prefix="/api/odds", default_response_class=JsonAnswer, tags=["odds"])

    async def worked(task: str, form: OddsForm, check: Check | None = None) -> Stream:
        told, options = form.saved.told(), form.options()

        def checked() -> None:
            where = odds_task.find_stand(shelf.session(told), options)
            if check is not None:
                check(where, options)

        await run_in_threadpool(checked)
        pool.admit()
        return Stream(pool.run(Job(task, told, options)))

    @api.post("", responses=STREAM_ANSWERS, response_class=Stream)
    async def odds(form: _SeatsForm) -> Stream:
        """Expected and least number of turns, how likely each length is, visits, and each seat's chance to win. Parts
        that are known are told on the way: `progress` with `part` and `told`."""
        return await worked("odds", form)

    @api.post("/seats", responses=STREAM_ANSWERS, response_class=Stream)
    async def seats(form: _SeatsForm) -> Stream:
        """Each seat's chance to win."""
        return await worked("odds of seats", form)

    @api.post("/jumps", responses=STREAM_ANSWERS, response_class=Stream)
    async def jumps(form: OddsForm) -> Stream:
        """Which jump matters most: the expected length without each of them."""
        return await worked("odds of jumps", form)

    @api.post("/choices", responses=STREAM_ANSWERS, response_class=Stream)
    async def choices(form: _ChoicesForm) -> Stream:
        """What it is worth to choose, and the best way to do so."""
        return await worked("odds of choices", form, odds_choices.list_wanted_choices)

    @api.post("/games", responses=STREAM_ANSWERS, response_class=Stream)
    async def games(form: _GamesForm) -> Stream:
        """Games played at random, beside the exact odds."""
        return await worked("odds of games", form)

    return api
