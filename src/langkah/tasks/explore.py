"""The question 'what does the whole state space look like?': states by depth, goals, the hardest starts."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from langkah.engine.explore import explore
from langkah.engine.gpu.device import DEVICES
from langkah.engine.survey import Survey
from langkah.model import Problem
from langkah.tasks.context import Context

if TYPE_CHECKING:
    from langkah.engine.store.exploration import StoreProgress
    from langkah.engine.store.forecast import Forecast

__all__ = [
    "DEVICES",
    "ExploreAnswer",
    "ExploreRequest",
    "Forecast",
    "StoreProgress",
    "Survey",
    "explore_space",
    "forecast_space",
]


@dataclass(frozen=True)
class ExploreRequest:
    """A problem, and how to go about it. `checkpoint` and `disk` are folders, `store` is a folder or an address."""

    problem: Problem[Any, Any]
    hardest: bool = True
    threads: int | None = None
    checkpoint: Path | None = None
    resume: bool = False
    disk: Path | None = None
    device: str = "auto"
    store: str | None = None
    workers: int | None = None
    cluster: str = ""
    disk_limit: int | None = None
    report: "Callable[[StoreProgress], None] | None" = None


@dataclass(frozen=True)
class ExploreAnswer:
    """What an exploration found."""

    problem: Problem[Any, Any]
    survey: Survey

    def as_dict(self) -> dict[str, Any]:
        """The answer as plain JSON values."""
        return self.survey.as_dict(self.problem)


def explore_space(request: ExploreRequest, context: Context) -> ExploreAnswer:
    """Visit every state that can be reached."""
    survey = explore(
        request.problem,
        limit=context.limit,
        hardest=request.hardest,
        threads=request.threads,
        progress=context.progress,
        cancelled=context.cancelled,
        checkpoint=request.checkpoint,
        resume=request.resume,
        disk=request.disk,
        device=request.device,
        store=request.store,
        workers=request.workers,
        cluster=request.cluster,
        disk_limit=request.disk_limit,
        report=request.report,
    )
    return ExploreAnswer(request.problem, survey)


def forecast_space(problem: Problem[Any, Any], context: Context) -> "Forecast":
    """Look at the first layers, and say what the whole space would cost."""
    from langkah.engine.store.forecast import forecast

    return forecast(problem, context.limit)
