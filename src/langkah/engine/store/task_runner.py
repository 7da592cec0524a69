"""Hands tasks to workers, collects the results even if workers die, and reports progress."""

from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from typing import Any

from langkah.engine.store.workers import Workers, is_lost
from langkah.errors import BadInput
from langkah.language import _
from langkah.run import Run

POLL_SECONDS = 0.2  # between two checks of the limits
MOST_LOSSES = 30  # consecutive losses of workers without any finished task


class TaskRunner:
    """Runs the tasks of one layer at a time. `tell` is called with the number of finished tasks and the number of all
    tasks.
    """

    def __init__(
        self, workers: Workers, run: Run[Any, Any], address: str, tell: Callable[[int, int], None]
    ) -> None:  # fmt: skip
        self.workers, self.run, self.address, self.tell = workers, run, address, tell
        self.peak = 0  # peak memory of a worker, in bytes

    def run_tasks(self, work: Sequence[Callable[[], Any]]) -> list[Any]:
        """Hand out tasks and collect the results; tasks of lost workers are handed out again. Raises `BadInput` if the
        workers are lost again and again, or cannot be replaced.
        """
        answers: list[Any] = [None] * len(work)
        waiting: dict[Future[Any], int] = {}
        todo, failed, done = list(range(len(work))), 0, 0
        try:
            while todo or waiting:
                self.tell(done, len(work))
                lost = self._submit(work, todo, waiting)
                for future in wait(waiting, POLL_SECONDS, FIRST_COMPLETED).done:
                    number = waiting.pop(future)
                    try:
                        answers[number] = self.note(future.result())
                        failed, done = 0, done + 1
                    except Exception as error:
                        if not is_lost(error):
                            raise
                        lost = error
                        todo.append(number)
                self.run.check()
                if lost is not None:
                    failed += 1
                    todo += waiting.values()
                    for future in waiting:
                        future.cancel()
                    waiting.clear()
                    if failed > MOST_LOSSES or not self.workers.renew():
                        text = _(
                            "the workers were lost ({why}); the results so far are in {path}: continue with --resume"
                        )
                        raise BadInput(text.format(why=type(lost).__name__, path=self.address))
        finally:
            for future in waiting:
                future.cancel()
        return answers

    def _submit(
        self, work: Sequence[Callable[[], Any]], todo: list[int], waiting: dict[Future[Any], int]
    ) -> Exception | None:  # fmt: skip
        """Hand out the tasks in `todo`; returns an error if the workers are lost, otherwise None."""
        try:
            while todo:
                waiting[self.workers.submit(_call, work[todo[0]])] = todo[0]
                del todo[0]
                self.run.check()
        except Exception as error:
            if not is_lost(error):
                raise
            return error
        return None

    def note(self, answer: Any) -> Any:
        """Record the peak memory that the result of a task reports, and return the result."""
        self.peak = max(self.peak, answer.peak)
        return answer


def _call(work: Callable[[], Any]) -> Any:
    return work()
