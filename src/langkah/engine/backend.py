"""The one form that every way to explore a space has: open it, advance it, read it out, close it.

A new way (another machine, another store) is one more class of this form, and one more line where `explore` chooses.
"""

from collections.abc import Callable
from contextlib import suppress
from typing import Any, Protocol

from langkah.engine.space import OutOfMemory
from langkah.engine.survey import Survey
from langkah.engine.team import NeverReturned
from langkah.run import Run, Stopped


class Advancing(Protocol):
    """A search that goes on moment by moment."""

    def advance(self) -> bool:
        """Go on for a moment, by a layer or by a part of one; False when there is nothing left to do."""


class Backend(Advancing, Protocol):
    """A space that is being explored. Making it opens it."""

    def survey(self, limit: str) -> Survey:
        """What was found, all of it or as far as a limit let it come."""

    def add_hardest(self, survey: Survey) -> None:
        """Find the states farthest from every goal, or say in the survey why not. All of the space is known. Raises
        `OutOfMemory` where another backend can still be made of this one."""

    def close(self) -> None:
        """Give all memory back."""


def visit(backend: Advancing, run: Run[Any, Any]) -> str:
    """Advance until all is done; says which limit ended it, "" where none did."""
    try:
        while backend.advance():
            run.check()
    except Stopped as stop:
        return stop.limit
    except (OutOfMemory, MemoryError):
        return "memory"
    except NeverReturned:
        return "cancel" if run.cancelled is not None and run.cancelled() else "seconds"
    except KeyboardInterrupt:
        return "interrupt"
    return run.cut_by


def explore_with(
    backend: Backend, run: Run[Any, Any], *, hardest: bool, when_full: Callable[[], Backend] | None = None
) -> Survey:
    """The whole exploration; `when_full` makes the one that goes on when the memory that may be used is full."""
    try:
        limit = visit(backend, run)
        if limit == "memory" and when_full is not None:
            try:
                backend = when_full()
                limit = visit(backend, run)
            except Stopped as stop:
                limit = stop.limit
            except MemoryError:  # the numbers so far are told
                limit = "memory"
        survey = backend.survey(limit)
        if hardest and not limit and survey.goals:
            try:
                backend.add_hardest(survey)
            except (OutOfMemory, MemoryError):
                if when_full is not None:
                    with suppress(Stopped, MemoryError):
                        backend = when_full()
                        backend.add_hardest(survey)
                survey.note_missing_hardest("memory")
    finally:
        backend.close()
    return survey
