"""The question 'what does the whole state space look like?': states by depth, goals, the hardest starts."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from langkah.engine.explore import explore
from langkah.engine.facts import gather_facts
from langkah.engine.gpu.device import DEVICES
from langkah.engine.keeper import Store, StoreStats
from langkah.engine.survey import Survey
from langkah.engine.ways import describe_ways
from langkah.model import Problem
from langkah.tasks.context import Context

if TYPE_CHECKING:
    from langkah.engine.store.forecast import Forecast

__all__ = [
    "DEVICES",
    "ExploreAnswer",
    "ExplorePlan",
    "ExploreRequest",
    "Store",
    "StoreStats",
    "Survey",
    "explore_space",
    "plan_exploration",
]


@dataclass(frozen=True)
class ExploreRequest:
    """A problem, and how to go about it."""

    problem: Problem[Any, Any]
    hardest: bool = True
    threads: int | None = None
    device: str = "auto"
    store: Store | None = None


@dataclass(frozen=True)
class ExploreAnswer:
    """What an exploration found."""

    problem: Problem[Any, Any]
    survey: Survey

    def as_dict(self) -> dict[str, Any]:
        """The answer as plain JSON values."""
        return self.survey.as_dict(self.problem)


@dataclass(frozen=True)
class ExplorePlan:
    """What a space would cost, and which ways to explore it fit: the first that does is taken."""

    forecast: "Forecast"
    ways: list[dict[str, str]]

    def as_dict(self) -> dict[str, Any]:
        """The answer as plain JSON values."""
        return self.forecast.as_dict() | {"ways": self.ways}


def explore_space(request: ExploreRequest, context: Context) -> ExploreAnswer:
    """Visit every state that can be reached."""
    survey = explore(
        request.problem,
        limit=context.limit,
        device=request.device,
        threads=request.threads,
        store=request.store,
        hardest=request.hardest,
        progress=context.progress,
        cancelled=context.cancelled,
    )
    return ExploreAnswer(request.problem, survey)


def plan_exploration(request: ExploreRequest, context: Context) -> ExplorePlan:
    """Look at the first layers, and say what the whole space would cost, and how it would be explored."""
    from langkah.engine.store.forecast import forecast

    asked = (request.device, request.threads, request.store, request.hardest)
    ways = describe_ways(gather_facts(request.problem, context.limit, *asked))
    return ExplorePlan(forecast(request.problem, context.limit), ways)
