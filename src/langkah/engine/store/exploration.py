"""An exploration whose layers are kept in a store: hands out the tasks of a layer at a time, and commits the layer."""

import json
import time
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import dataclass, replace
from errno import EDQUOT, EFBIG, ENOSPC
from functools import partial
from heapq import nsmallest
from typing import Any

from langkah.engine.backend import visit
from langkah.engine.store import partition_tasks as tasks
from langkah.engine.store.folder import StoreFolder
from langkah.engine.store.partition_tasks import CompiledProblem, Expanded, Job, Merged
from langkah.engine.store.problem_source import ProblemSource, describe_source, remember_view
from langkah.engine.store.records import (
    FORMAT,
    HEADER,
    LayerRecord,
    name_record,
    read_header,
    read_layers,
    read_record,
    write_header,
    write_record,
)
from langkah.engine.store.state_files import PartFile, read_layer
from langkah.engine.store.workers import OwnProcess, Workers, is_lost
from langkah.engine.survey import SHOWN, Hardest, Survey, find_nearest_goal
from langkah.errors import BadInput
from langkah.language import _, current_language, format_number
from langkah.model import Problem, Puzzle
from langkah.packed import Packed
from langkah.search.run import Run, Stopped
from langkah.settings import quote_value

PART = 1 << 20  # states in a partition, about
MANY_PARTS = 12  # log2 of the partitions from which on they rather grow, as far as the memory of a worker allows
SMALL = 1 << 14  # states of a layer that is not worth handing out
SHARED = 1 << 16  # states of a layer for which every worker should have something to do
MEMORY = 1 << 30  # bytes of a worker where nobody says otherwise
BASE = 200 << 20  # bytes that a worker holds before it has any state
PEAK, MORE = 5, 4  # words of memory for each state that a task works on, and for each of its successors, at most
SHIP = 6  # bytes of each word of a successor on its way, about
BACK_PAYS = 100e-9  # seconds that a successor costs on its way: how long finding the step back may take
LOOK = 0.2  # seconds between two looks at the limits
TRIES = 30  # times in a row that workers may be lost with nothing done in between
FULL = {ENOSPC, EDQUOT, EFBIG}
GOALS = "from-goals"  # the folder of the search backwards


@dataclass(frozen=True)
class StoreProgress:
    """How far an exploration with a store has come."""

    depth: int  # of the layer that is made
    states: int
    size: int  # bytes that the store holds
    rate: float  # states a second, since this run began
    workers: int
    link: str  # of Dask's dashboard
    done: int  # tasks of the layer
    tasks: int
    skew: float  # the largest partition of the last layer, compared with the average
    seconds_left: float | None  # until all is done, where it is known how many states there are


class StoreExploration:
    """The layers of a space in a store. `starts`: the goals of another store, from which to go instead."""

    def __init__(
        self,
        problem: Problem[Any, Any],
        view: Packed[Any],
        run: Run[Any, Any],
        address: str,
        workers: Workers | None = None,
        *,
        resume: bool = False,
        disk_limit: int | None = None,
        report: Callable[[StoreProgress], None] | None = None,
        starts: "StoreExploration | None" = None,
    ) -> None:
        self.problem, self.view, self.run, self.workers = problem, view, run, workers or OwnProcess()
        self.reversible = isinstance(problem, Puzzle) and problem.reversible
        self.disk_limit, self.report, self.starts = disk_limit, report, starts
        self.memory: int = (run.limit.memory or MEMORY) if starts is None else starts.memory
        run.limit = replace(run.limit, memory=None)  # it is that of each worker, and is used in measured portions
        self.source = describe_source(problem, view)
        remember_view(self.source, problem)
        self.folder, self.code = StoreFolder(address), CompiledProblem(view)
        self._check_place()
        self.unlock: Callable[[], object] = (lambda: None) if starts is not None else self.folder.lock()
        self.job = Job(address, self._make_source(), 4 * self._choose_room(), current_language.get())
        self.layers: list[LayerRecord] = []
        self.seen: list[LayerRecord] = []  # of a directed space: all layers but the last two, put together
        self.careful = (
            self.workers.elsewhere and not self.code.is_trusted
        )  # code that may never return is run elsewhere
        can_tag = self.reversible and self.code.can_tag and not self.careful
        self.tag: bool | None = None if can_tag else False  # None: not decided yet
        self.failure, self.peak, self.began, self.known = "", 0, time.monotonic(), 0
        self.fresh = resume  # whether files of the next layer may be there already
        self.skew, self.shipped = 1.0, resume  # whether there may be files of successors
        try:
            self._open(resume)
        except BaseException:
            self.unlock()
            raise
        run.stats.engine = "store"

    def _make_source(self) -> ProblemSource:
        """The problem as the tasks get it: in this process it is known already."""
        return self.source if self.workers.elsewhere else replace(self.source, problem=self.problem)

    def _check_place(self) -> None:
        if self.workers.elsewhere and "memory" in self.folder.kinds:
            raise BadInput(_("{path}: other processes cannot see this store").format(path=self.folder.address))
        if self.folder.is_local and self.folder.local.exists() and not self.folder.local.is_dir():
            raise BadInput(_("{path} is no folder").format(path=self.folder.root))

    def _choose_room(self) -> int:
        """How many states a task may work on."""
        each = 8 * self.view.words * (PEAK + MORE * self._count_successors())
        return max(int((self.memory - BASE) / each), 1 << 12)

    def _count_successors(self) -> float:
        """How many successors of a state there are, about."""
        stats = self.run.stats
        return stats.generated / stats.expanded if stats.expanded > 1000 and stats.generated else 4.0

    def _open(self, resume: bool) -> None:
        """Begin a store, or go on with one."""
        from langkah import __version__

        name = self.problem.name or repr(self.problem)
        if not resume:
            if self.folder.has(HEADER):
                text = _("{path} holds a store already: add --resume to go on with it, or choose another folder")
                raise BadInput(text.format(path=self.folder.address))
            origin: Any = [self.source.name, self.source.settings]
            try:
                json.dumps(origin)
            except (TypeError, ValueError):
                origin = ["", {}]
            shape = {"words": self.view.words, "word_bits": self.view.word_bits, "reversible": self.reversible}
            about = {"format": FORMAT, "langkah": __version__, "problem": name, "origin": origin}
            write_header(self.folder, {**about, "fingerprint": self.source.fingerprint, **shape})
        self.header = read_header(self.folder)
        if self.header["fingerprint"] != self.source.fingerprint:
            text = _("{path} is the store of another problem: {theirs}, not {ours}")
            theirs, ours = quote_value(self.header.get("problem")), quote_value(name)
            raise BadInput(text.format(path=self.folder.address, theirs=theirs, ours=ours))
        self.layers = read_layers(self.folder, self.header)
        self._check_sizes()
        if self.layers:
            self.seen = [self._read_seen(*each) for each in self.layers[-1].seen]
        self.states = self.known = sum(layer.states for layer in self.layers)
        self.size = sum(layer.size for layer in self.layers)
        self.run.stats.expanded += sum(layer.states for layer in self.layers[:-1])

    def _read_seen(self, first: int, last: int) -> LayerRecord:
        """Earlier layers that were put together, or a single one."""
        if first == last:
            return self.layers[first]
        return read_record(self.folder, _name_seen(first, last) + ".json", self.header["sum"])

    def _check_sizes(self) -> None:
        """What the next layer needs must be there; whole or not, its readers see."""
        for layer in self.layers[-2:]:
            there = self.folder.list_files(f"layer-{layer.depth:06}")
            for file in layer.files:
                size = there.get(file.name.rpartition("/")[2])
                if size != file.size:
                    text = (
                        _("{path} is missing from the store")
                        if size is None
                        else _("{path} is damaged or was not written whole; nothing is counted from it")
                    )
                    raise BadInput(text.format(path=self.folder.join(file.name)))

    def advance(self) -> bool:
        """Make the next layer."""
        try:
            if not self.layers:
                self._begin()
                return True
            if not self.layers[-1].states:
                return False
            if self.run.limit.depth is not None and self.layers[-1].depth >= self.run.limit.depth:
                self.run.cut_by = "depth"
                return False
            self._foretell()
            files = self._make_layer(self.layers[-1])
            self.run.stats.expanded += self.layers[-1].states
            self._commit(*files)
        except OSError as error:
            if is_lost(error) or error.errno not in FULL:
                raise BadInput(_describe_failure(self.folder, error)) from None
            self.failure = _describe_failure(self.folder, error)
            raise Stopped("disk") from None
        return bool(self.layers[-1].states)

    def _begin(self) -> None:
        """The first layer: the start, or all goals of another store."""
        if self.starts is None:
            word = self.view.start
            self.view.is_goal(word)  # in Python, where it can be interrupted
            start = self.code.np.array([word] if self.view.words == 1 else self.view.cut(word), self.code.np.int64)
            self._commit(0, [tasks.write_part(self.folder, "layer-000000", 0, 0, start, None, self.code)])
            return
        found = [layer for layer in self.starts.layers if layer.goals]
        bits = self._choose_bits(sum(layer.goals for layer in found))
        runs = self._run_tasks(
            [
                partial(
                    tasks.expand_part, self.starts.job, layer.depth, [file], file.part, bits,
                    tag=False, goals_only=True, into=self.folder.address,
                )
                for layer in found
                for file in layer.files
                if file.goals
            ]
        )  # fmt: skip
        self._commit(*self._merge(0, bits, runs, []))
        for layer in found:
            self.folder.remove(f"goals-{layer.depth:06}")

    def _make_layer(self, layer: LayerRecord) -> tuple[int, list[PartFile]]:
        """The files of the layer after this one, and into how many partitions it is cut."""
        known = self._list_known(layer)
        expected = layer.states * self._guess_growth()
        if self.tag is None and layer.states >= SMALL // 4:
            self.tag = self._does_back_pay(layer)
        tag = bool(self.tag)
        if not layer.bits and max(layer.states, expected) <= SMALL:
            pieces = [piece for each in known for piece in each.list_pieces(0, 0)]
            work = partial(tasks.advance_small, self.job, layer.depth, layer.files, pieces, tag=tag)
            answer = self._run_tasks([work])[0] if self.careful else work()
            self.run.stats.generated += answer.edges
            self._note(answer)
            self.fresh = False
            return 0, [answer.file] if answer.file is not None else []
        bits, self.shipped = self._choose_bits(expected), True
        there = self._find_leftovers(f"runs-{layer.depth:06}")
        runs: list[Expanded] = self._run_tasks(
            [
                partial(
                    tasks.expand_part, self.job, layer.depth, [file], file.part, bits, tag=tag,
                    there=there.get(tasks.name_part(file.part, bits), ""),
                )
                for file in layer.files
            ]
        )  # fmt: skip
        self.run.stats.generated += sum(run.edges for run in runs)
        return self._merge(layer.depth + 1, bits, runs, known)

    def _merge(
        self, depth: int, bits: int, runs: list[Expanded], known: list[LayerRecord]
    ) -> tuple[int, list[PartFile]]:
        """Gather what belongs to each partition; more partitions where one would not fit into memory."""
        rows, finer = sum((run.rows for run in runs), self.code.np.zeros(1 << bits, self.code.np.int64)), 0
        while int(rows.max()) >> finer > 3 * self._choose_room():
            finer += 1
        tag = bool(runs) and all(run.tagged for run in runs)
        names, there = [run.name for run in runs], self._find_leftovers(f"layer-{depth:06}")
        self.fresh, cut, work = False, bits + finer, []
        for part in range(1 << cut):
            if rows[part >> finer]:
                pieces = [piece for each in known for piece in each.list_pieces(part, cut)]
                left = there.get(tasks.name_part(part, cut), "")
                work.append(partial(tasks.merge_part, self.job, depth, part, cut, names, pieces, tag=tag, there=left))
        answers: list[Merged] = self._run_tasks(work)
        return cut, [answer.file for answer in answers if answer.file is not None]

    def _find_leftovers(self, place: str) -> dict[str, str]:
        """The files that an earlier run has left in a folder, by what their names begin with."""
        if not self.fresh:
            return {}
        names = sorted(self.folder.list_files(place))
        for name in names:
            if name.startswith("."):  # that a killed worker has not finished
                self.folder.remove(f"{place}/{name}")
        return {"-".join(name.split("-")[:3]): f"{place}/{name}" for name in names if not name.startswith(".")}

    def _list_known(self, layer: LayerRecord) -> list[LayerRecord]:
        """Where states of the next layer may have been met before."""
        before = self.layers[-2:-1]
        if self.reversible:
            return [layer, *([] if layer.marked else before)]
        return [layer, *before, *self.seen]

    def _guess_growth(self) -> float:
        """How much larger the next layer may be."""
        sizes = [layer.states for layer in self.layers[-2:]]
        ratio = sizes[-1] / sizes[0] if len(sizes) == 2 else 2.0
        return min(ratio * 1.1, self.view.branching) if sizes[-1] > 1000 else min(self.view.branching, 8)

    def _choose_bits(self, expected: float) -> int:
        """Into how many partitions to cut, as log2: none too large, and something for every worker."""
        bits, room = 0, self._choose_room()
        while expected > min(PART, room) << bits and (bits < MANY_PARTS or expected > room << bits):
            bits += 1
        if expected >= SHARED and self.workers.count > 1:
            bits = max(bits, (2 * self.workers.count - 1).bit_length())
        return bits

    def _does_back_pay(self, layer: LayerRecord) -> bool:
        """Whether finding the step back costs less than shipping it and dropping it then."""
        states = read_layer(self.folder, layer.files[0], self.code.words)[0][:SMALL]
        seconds = []
        for tag in (False, True):
            best = float("inf")
            for _time in range(3):
                began = time.thread_time()
                try:
                    for _values in self.code.expand(states, None, tag, self.job.room):
                        pass
                except tasks.NoRoomForTags:
                    return False
                best = min(best, time.thread_time() - began)
            seconds.append(best)
        return (seconds[1] - seconds[0]) / len(states) < BACK_PAYS

    def _run_tasks(self, work: Sequence[Callable[[], Any]]) -> list[Any]:
        """Hand tasks out and gather the answers; what was lost with a worker is handed out again."""
        answers: list[Any] = [None] * len(work)
        waiting: dict[Future[Any], int] = {}
        todo, failed, done = list(range(len(work))), 0, 0
        try:
            while todo or waiting:
                self._tell(done, len(work))
                lost = None
                try:
                    for number in todo:
                        waiting[self.workers.submit(_call, work[number])] = number
                        self.run.check()
                    todo = []
                except Exception as error:
                    if not is_lost(error):
                        raise
                    lost, todo = error, [each for each in todo if each not in waiting.values()]
                for future in wait(waiting, LOOK, FIRST_COMPLETED).done:
                    number = waiting.pop(future)
                    try:
                        answers[number] = future.result()
                        self._note(answers[number])
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
                    if failed > TRIES or not self.workers.renew():
                        text = _("the workers were lost ({why}); what is done is in {path}: go on with --resume")
                        raise BadInput(text.format(why=type(lost).__name__, path=self.folder.address))
        finally:
            for future in waiting:
                future.cancel()
        return answers

    def _note(self, answer: Expanded | Merged) -> None:
        self.peak = max(self.peak, answer.peak)

    def _tell(self, done: int, count: int) -> None:
        """Say how far it is."""
        if self.report is None:
            return
        seconds = max(time.monotonic() - self.began, 1e-9)
        rate = (self.states - self.known) / seconds
        left = (self.view.size - self.states) / rate if self.view.size is not None and rate > 0 else None
        about = (self.workers.count, self.workers.link, done, count, self.skew, left)
        self.report(StoreProgress(len(self.layers), self.states, self.measure_size(), rate, *about))

    def measure_size(self) -> int:
        """How many bytes the layers have, and those that were put together."""
        return self.size + sum(each.size for each in self.seen if each.first < each.depth)

    def _foretell(self) -> None:
        """Stop before a layer for which the disk has no room, or more than it may have."""
        layer = self.layers[-1]
        if layer.states < SMALL and self.disk_limit is None:
            return
        now = self.measure_size()
        on_the_way = layer.states * self._count_successors() * SHIP * self.view.words
        need = int(layer.size * self._guess_growth() + on_the_way)
        free = self.folder.measure_free()
        for most in (self.disk_limit, None if free is None else now + free):
            if most is not None and now + need > most:
                text = _("layer {depth} would need about {need} MB more, and the store has {now} MB of {most} MB")
                sizes = {"need": need, "now": now, "most": most}
                told = {name: format_number(size >> 20) for name, size in sizes.items()}
                self.failure = text.format(depth=layer.depth + 1, **told)
                raise Stopped("disk")

    def _commit(self, bits: int, files: list[PartFile]) -> None:
        """Make a layer count, and delete what is no longer needed."""
        depth = len(self.layers)
        gone = [f"runs-{depth - 1:06}"] if self.shipped else []
        if not self.reversible and depth >= 2:
            gone += self._fold(self.layers[depth - 2])
        before = self.layers[-1].checksum if self.layers else self.header["sum"]
        record = LayerRecord(depth, depth, bits, files, [(each.first, each.depth) for each in self.seen])
        write_record(self.folder, name_record(depth), record, before)
        self.layers.append(record)
        self.states, self.size, self.shipped = self.states + record.states, self.size + record.size, False
        if files:
            self.skew = max(file.rows for file in files) * (1 << bits) / record.states
        for name in gone:
            self.folder.remove(name)

    def _fold(self, layer: LayerRecord) -> list[str]:
        """Add a layer to those that were put together: as soon as several have become about equal they become one. What
        can be deleted then."""
        self.seen.append(layer)
        first, total = len(self.seen) - 1, layer.states
        while first and self.seen[first - 1].states < 2 * total:
            first -= 1
            total += self.seen[first].states
        old = self.seen[first:]
        if len(old) == 1:
            return []
        bits, place = self._choose_bits(total), _name_seen(old[0].first, old[-1].depth)
        work = [
            partial(
                tasks.fold_part, self.job, place, part, bits, [p for each in old for p in each.list_pieces(part, bits)]
            )
            for part in range(1 << bits)
        ]
        answers = [each() for each in work] if total <= SMALL else self._run_tasks(work)
        files = [answer.file for answer in answers if answer.file is not None]
        self.seen[first:] = [LayerRecord(old[0].first, old[-1].depth, bits, files)]
        write_record(self.folder, place + ".json", self.seen[-1], self.header["sum"])
        names = [_name_seen(each.first, each.depth) for each in old if each.first < each.depth]
        return [*names, *(f"{name}.json" for name in names)]

    def survey(self, limit: str) -> Survey:
        """What was found."""
        whole = [layer for layer in self.layers if layer.states]
        sizes, goals = [layer.states for layer in whole], [layer.goals for layer in whole]
        near = find_nearest_goal(goals)
        survey = Survey("", sum(sizes), sizes, sum(goals), near, not limit, "store", limit=limit, note=self.failure)
        survey.peak_memory = self.peak or None
        return survey

    def add_hardest(self, survey: Survey) -> None:
        """Search from all goals at once, in a folder of the same store, where every step can be undone."""
        if not self.reversible:
            survey.note = _("the hardest starts were not looked for: steps cannot be undone, and the space is on disk")
            return
        self.run.limit = replace(self.run.limit, depth=None)
        below = self.folder.open_below(GOALS)
        back = StoreExploration(
            self.problem, self.view, self.run, below.address, self.workers,
            resume=below.has(HEADER), disk_limit=self.disk_limit, report=self.report, starts=self,
        )  # fmt: skip
        limit = visit(back, self.run)
        self.peak = max(self.peak, back.peak)
        if not limit:
            survey.hardest = back.make_hardest(survey.states)
        survey.note = back.failure
        survey.note_missing_hardest(limit)

    def make_hardest(self, states: int) -> Hardest:
        """The states of the last layer of a search from all goals; of a space of so many states."""
        last = next(layer for layer in reversed(self.layers) if layer.states)
        words: list[int] = []
        for file in last.files:
            found = read_layer(self.folder, file, self.code.words, marks=False)[0]
            words = nsmallest(SHOWN, [*words, *list_words(found, self.view)])
        boards = tuple(map(self.view.unpack, words))
        return Hardest(last.depth, last.states, boards, states - sum(layer.states for layer in self.layers))

    def close(self) -> None:
        """Let others work in the store."""
        self.unlock()


def list_words(states: Any, view: Packed[Any]) -> list[int]:
    """States of a file as the numbers that the problem gives them."""
    if view.words == 1:
        return list(states.tolist())
    return [view.joined(row) for row in states.reshape(-1, view.words).tolist()]


def _call(work: Callable[[], Any]) -> Any:
    return work()


def _name_seen(first: int, last: int) -> str:
    return f"seen-{first:06}-{last:06}"


def _describe_failure(folder: StoreFolder, error: OSError) -> str:
    return _("{path}: {why}").format(path=error.filename or folder.address, why=error.strerror or error)
