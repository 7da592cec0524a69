"""The question 'what does the whole state space look like?': states by depth, goals, the hardest starts."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from langkah.engine.explore import explore
from langkah.engine.gpu.device import DEVICES
from langkah.engine.survey import Survey
from langkah.model import Problem
from langkah.tasks.context import Context

__all__ = ["DEVICES", "ExploreAnswer", "ExploreRequest", "Survey", "explore_space"]


@dataclass(frozen=True)
class ExploreRequest:
    """A problem, and how to go about it. `checkpoint` and `disk` are folders."""

    problem: Problem[Any, Any]
    hardest: bool = True
    threads: int | None = None
    checkpoint: Path | None = None
    resume: bool = False
    disk: Path | None = None
    device: str = "auto"


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
    )
    return ExploreAnswer(request.problem, survey)
