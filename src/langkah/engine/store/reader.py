"""Queries of a store: the depth of a state, a path to it, the hardest states, and its tables.

Counts need only the records. Queries about states need the problem: a built-in one is loaded by its name, but a user's
own must be passed by the caller, because code in a store is never run.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from langkah.engine.compiler import load_kernel
from langkah.engine.fingerprint import make_other_problem
from langkah.engine.keeper import HEADER, read_header, read_journal
from langkah.engine.kernels import store as kernels
from langkah.engine.own_functions import get_wide_functions
from langkah.engine.spaces.store import GOALS
from langkah.engine.spaces.stored_layers import read_shown
from langkah.engine.store.compiled_problem import CompiledProblem, list_words
from langkah.engine.store.folder import StoreFolder, require_cluster
from langkah.engine.store.problem_source import fingerprint_packed
from langkah.engine.store.records import LayerRecord, name_seen, parse_layers, read_record
from langkah.engine.store.state_files import PartFile, lend, list_columns, load_plain, read_layer, read_part
from langkah.engine.survey import Hardest, find_nearest_goal
from langkah.errors import BadInput
from langkah.language import _
from langkah.model import Problem, Puzzle, Step
from langkah.packed import Packed
from langkah.settings import quote_value

GOLDEN, WHOLE = 0x9E3779B97F4A7C15, (1 << 64) - 1  # the same as in `numba_instructions`


def open_store(path: str | Path, problem: Problem[Any, Any] | None = None) -> "StoreReader":
    """Open the store at a path or an address such as s3://bucket/tiles for queries.

    `problem` is required for states of your own puzzle; built-in ones are loaded by name.

    >>> import tempfile
    >>> folder = tempfile.mkdtemp()
    >>> explore(load("hanoi", discs=3), store=folder).states
    27
    >>> store = open_store(folder)
    >>> store.layers, store.find_depth((2, 2, 2)), len(store.find_plan((2, 2, 2)))
    ([1, 2, 2, 4, 2, 4, 4, 8], 7, 7)
    >>> store.read_table(7).num_rows
    8
    """
    return StoreReader(path, problem)


class StoreReader:
    """A state space explored into a store. Plans are found by walking back through the layers.

    >>> import tempfile
    >>> folder = tempfile.mkdtemp()
    >>> explore(load("hanoi", discs=3), store=folder).complete
    True
    >>> store = StoreReader(folder)
    >>> [store.problem.notation(step.move) for step in store.find_plan()] == list(solve(store.problem).notation)
    True
    """

    def __init__(self, path: str | Path, problem: Problem[Any, Any] | None = None) -> None:
        self.folder = StoreFolder(str(path))
        self.header = read_header(self.folder)
        if self.header["keep"] != "layers":
            text = _("{path} contains a checkpoint; only a store of layers can be queried")
            raise BadInput(text.format(path=self.folder.address))
        records = parse_layers(self.folder, read_journal(self.folder, self.header))
        self.complete = bool(records) and not records[-1].states
        self.seen = records[-1].seen if records else []  # which earlier layers are combined
        self.records = [record for record in records if record.states]
        self.words = int(self.header["words"])
        self._problem, self._code = problem, None if problem is None else self._compile(problem)

    def __repr__(self) -> str:
        ended = "complete" if self.complete else "not complete"
        return f"<StoreReader {self.name}: {self.states:,} states in {len(self.records):,} layers, {ended}>"

    @property
    def name(self) -> str:
        """The name of the problem, as requested when it was explored."""
        return str(self.header["problem"])

    @property
    def layers(self) -> list[int]:
        """The number of states in each layer."""
        return [record.states for record in self.records]

    @property
    def goals(self) -> list[int]:
        """The number of goals in each layer."""
        return [record.goals for record in self.records]

    @property
    def states(self) -> int:
        """The total number of states."""
        return sum(self.layers)

    @property
    def size(self) -> int:
        """The bytes of all layers."""
        return sum(file.size for file in self.iterate_files())

    @property
    def partitions(self) -> int:
        """The largest number of partitions of any layer."""
        return max((1 << record.bits for record in self.records), default=0)

    @property
    def skew(self) -> float:
        """The size of the largest partition of a layer, relative to the average of this layer; the greatest such ratio
        of all layers.
        """
        cut = [record for record in self.records if record.bits]
        return max((max(f.rows for f in each.files) * (1 << each.bits) / each.states for each in cut), default=1.0)

    @property
    def nearest_goal(self) -> int | None:
        """The depth of the nearest goal; None if the store contains no goal."""
        return find_nearest_goal(self.goals)

    @property
    def problem(self) -> Problem[Any, Any]:
        """The problem to which the states belong. Raises `BadInput` if it is not a built-in one and was not passed to
        the constructor.
        """
        if self._problem is None:
            from langkah.games import load_shipped

            name, settings = self.header["origin"]
            if not name or ".py:" in name:
                text = _(
                    "{path} contains the states of {problem}, which is not a built-in puzzle: name the puzzle, too"
                )
                raise BadInput(text.format(path=self.folder.address, problem=quote_value(self.name)))
            self._problem = load_shipped(name, settings)
        return self._problem

    @property
    def settings(self) -> dict[str, Any]:
        """The settings of the problem, as requested when it was explored."""
        return dict(self.header["origin"][1])

    def has_start_of(self, problem: Problem[Any, Any]) -> bool:
        """Whether a problem is the stored one, or seems to differ from it only in its start: the start of `problem` has
        the same successors in both.
        """
        packed = problem.packed() if isinstance(problem, Puzzle) else None
        if packed is None or fingerprint_packed(packed) == self.header["fingerprint"]:
            return packed is not None
        try:
            word = self._pack(problem.start)
        except BadInput:
            return False
        return word != self.packed.start and sorted(packed.successors(packed.start)) == sorted(
            self.packed.successors(word)
        )

    def _compile(self, problem: Problem[Any, Any]) -> CompiledProblem:
        packed = problem.packed() if isinstance(problem, Puzzle) else None
        if packed is None or fingerprint_packed(packed) != self.header["fingerprint"]:
            raise make_other_problem(self.folder.address, self.name, problem.name or repr(problem))
        return CompiledProblem(packed)

    @property
    def code(self) -> CompiledProblem:
        """The stored problem with its compiled code."""
        if self._code is None:
            self._code = self._compile(self.problem)
        return self._code

    @property
    def packed(self) -> Packed[Any]:
        """The packed form of the problem."""
        return self.code.packed

    def find_depth(self, state: Any) -> int | None:
        """The distance of a state from the start; None if it is not in the store."""
        word = self._pack(state)
        return next((record.depth for record in self.records if self._holds(record, word)), None)

    def _pack(self, state: Any) -> int:
        """The packed number of a state; raises an error if it is not a state of this problem."""
        packed = self.packed
        try:
            word = packed.pack(state)
            same = self.problem.key(packed.unpack(word)) == self.problem.key(state)
        except Exception:  # any exception of the puzzle's own functions
            same = False
        if not same:
            text = _("{state} is not a state of {problem}")
            raise BadInput(text.format(state=quote_value(state), problem=quote_value(self.name)))
        return word

    def _holds(self, record: LayerRecord, word: int) -> bool:
        wanted = self._cut(word)
        part = _find_part(wanted.tolist(), record.bits)
        find = load_plain(kernels.find_state)
        for file in (file for file in record.files if file.part == part):
            states = read_layer(self.folder, file, self.words, marks=False)[0]
            return find(lend(states), len(states) // self.words, lend(wanted), self.words) >= 0
        return False

    def _cut(self, word: int) -> Any:
        """A packed state as an array of machine words."""
        return self.code.np.array([word] if self.words == 1 else self.packed.cut(word), self.code.np.int64)

    def find_plan(self, state: Any = None) -> tuple[Step[Any, Any], ...]:
        """A shortest path from the start to a state, by default to one of the nearest goals. It is found backwards from
        the last state, layer by layer. Raises `BadInput` if the store does not contain the state, or any goal.
        """
        if state is None:
            found = next(self.iterate_goals(), None)
            if found is None:
                raise BadInput(_("{path} does not contain a goal").format(path=self.folder.address))
            state = found
        depth, word = self.find_depth(state), self._pack(state)
        if depth is None:
            raise BadInput(_("{path} does not contain that state").format(path=self.folder.address))
        words = [word]
        for record in reversed(self.records[:depth]):
            words.append(self._find_parent(record, words[-1]))
        return self._walk(words[::-1])

    def _find_parent(self, record: LayerRecord, word: int) -> int:
        """A state of the layer `record` from which a step leads to the state `word`. Raises `BadInput` if there is
        none.
        """
        if self.header["reversible"]:
            for each in self.packed.successors(word):
                if self._holds(record, each):
                    return each
        wanted, code = self._cut(word), self.code
        find = load_kernel(kernels.find_parent, **get_wide_functions(code.packed, "expand"))
        for file in record.files:
            states = read_layer(self.folder, file, self.words, marks=False)[0]
            own = (code.here.out, code.here.here, code.data, self.words)
            index = find(lend(states), len(states) // self.words, lend(wanted), *own)
            if index >= 0:
                return code.get_word(states, index)
        raise BadInput(_("{path} does not contain a path to that state").format(path=self.folder.address))

    def _walk(self, words: list[int]) -> tuple[Step[Any, Any], ...]:
        """The steps of the plan that visits these packed states in order."""
        state, steps = self.problem.start, []
        for word in words[1:]:
            step = next(each for each in self.problem.steps(state) if self.packed.pack(each.state) == word)
            steps.append(step)
            state = step.state
        return tuple(steps)

    def iterate_goals(self) -> Iterator[Any]:
        """All goals, nearest first."""
        for record in self.records:
            for file in (file for file in record.files if file.goals):
                states = read_layer(self.folder, file, self.words, marks=False)[0]
                yield from map(self.packed.unpack, list_words(self.code.select_goals(states), self.packed))

    def iterate_states(self, depth: int) -> Iterator[Any]:
        """All states of a layer."""
        for file in self._find_record(depth).files:
            states = read_layer(self.folder, file, self.words, marks=False)[0]
            yield from map(self.packed.unpack, list_words(states, self.packed))

    def find_hardest(self) -> Hardest | None:
        """The states farthest from every goal; None if the exploration did not search for them, or did not finish this
        search.
        """
        below = self.folder.open_below(GOALS)
        if not below.has(HEADER):
            return None
        back = StoreReader(below.address, self.problem)
        if not back.complete:
            return None
        last = back.records[-1]
        return Hardest(
            last.depth, last.states, read_shown(back.folder, back.records, self.packed), self.states - back.states
        )

    def _find_record(self, depth: int) -> LayerRecord:
        if not 0 <= depth < len(self.records):
            text = _("{path} has no layer {depth}, only layers 0 to {last}")
            raise BadInput(text.format(path=self.folder.address, last=len(self.records) - 1, depth=depth))
        return self.records[depth]

    def iterate_files(self, depth: int | None = None) -> Iterator[PartFile]:
        """The files of a layer, or of all layers, each once."""
        records = self.records if depth is None else [self._find_record(depth)]
        yield from {file.name: file for record in records for file in record.files}.values()

    def read_table(self, depth: int) -> Any:
        """A layer as an Arrow table: the numbers of its states, in one column or one per word."""
        pa = require_cluster("pyarrow")
        names = list_columns(self.words)
        tables = [read_part(self.folder, file).select(names) for file in self.iterate_files(depth)]
        return pa.concat_tables(tables)

    def read_frame(self, depth: int) -> Any:
        """A layer as a Polars data frame, if Polars is installed."""
        return require_cluster("polars", "pip install polars").from_arrow(self.read_table(depth))

    def check(self) -> int:
        """Compare every file with its checksum; returns the number of files. Raises `BadInput` at the first damaged
        file.
        """
        whole = sum(read_part(self.folder, file) is not None for file in self._iterate_all())
        below = self.folder.open_below(GOALS)
        return whole + (StoreReader(below.address).check() if below.has(HEADER) else 0)

    def _iterate_all(self) -> Iterator[PartFile]:
        """All files of the store, including those that combine earlier layers of a directed space."""
        yield from self.iterate_files()
        for first, last in self.seen:
            if first < last:
                yield from read_record(self.folder, f"{name_seen(first, last)}.json", self.header["sum"]).files

    def as_dict(self) -> Mapping[str, Any]:
        """The output of `--json`."""
        return {
            "problem": self.name,
            "states": self.states,
            "layers": self.layers,
            "depth": len(self.records) - 1,
            "goals": sum(self.goals),
            "nearest_goal": self.nearest_goal,
            "complete": self.complete,
            "partitions": self.partitions,
            "skew": round(self.skew, 3),
            "bytes": self.size,
        }


def _find_part(numbers: list[int], bits: int) -> int:
    """The number of the partition that contains a state, out of 2**bits partitions; `numbers` are the machine words of
    the state. The same as `kernels.store.find_part`.
    """
    if not bits:
        return 0
    if len(numbers) == 1:
        return ((numbers[0] ^ numbers[0] >> 32) * GOLDEN & WHOLE) >> 64 - bits
    hashed = 0
    for number in numbers:
        turned = (hashed << 29 | hashed >> 35) & WHOLE
        product = (turned ^ number) * GOLDEN & WHOLE
        hashed = product ^ product >> 32
    return hashed >> 64 - bits
