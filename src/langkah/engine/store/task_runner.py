"""Hands tasks out to workers and gathers the answers, whatever becomes of the workers; and how far that is."""

from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from typing import Any

from langkah.engine.store.workers import Workers, is_lost
from langkah.errors import BadInput
from langkah.language import _
from langkah.run import Run

POLL_SECONDS = 0.2  # between two looks at the limits
MOST_LOSSES = 30  # times in a row that workers may be lost with nothing done in between


class TaskRunner:
    """One layer's tasks at a time. `tell` hears how many are done, and of how many."""

    def __init__(
        self, workers: Workers, run: Run[Any, Any], address: str, tell: Callable[[int, int], None]
    ) -> None:  # fmt: skip
        self.workers, self.run, self.address, self.tell = workers, run, address, tell
        self.peak = 0  # bytes of memory that a worker held

    def run_tasks(self, work: Sequence[Callable[[], Any]]) -> list[Any]:
        """Hand tasks out and gather the answers; what was lost with a worker is handed out again."""
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
                        text = _("the workers were lost ({why}); what is done is in {path}: go on with --resume")
                        raise BadInput(text.format(why=type(lost).__name__, path=self.address))
        finally:
            for future in waiting:
                future.cancel()
        return answers

    def _submit(
        self, work: Sequence[Callable[[], Any]], todo: list[int], waiting: dict[Future[Any], int]
    ) -> Exception | None:  # fmt: skip
        """Hand out what is to be done; what went wrong where the workers are lost."""
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
        """An answer, whose memory is noted."""
        self.peak = max(self.peak, answer.peak)
        return answer


def _call(work: Callable[[], Any]) -> Any:
    return work()
