"""The request for an exploration, and the facts known about the problem beforehand."""

from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from langkah.engine.gpu.device import DEVICES
from langkah.engine.keeper import Keeper, Store
from langkah.engine.packed_check import check_packed_form
from langkah.engine.team import count_threads
from langkah.errors import BadInput
from langkah.language import _
from langkah.model import Game, Problem, Puzzle
from langkah.packed import Grid, Packed, Pegs
from langkah.run import Run
from langkah.settings import make_unknown_name, quote_value, require_whole
from langkah.tracing import Limit, Stats


@dataclass
class Facts:
    """The problem to explore, the request, and facts about both."""

    problem: Problem[Any, Any]
    packed: Packed[Any] | None
    run: Run[Any, Any]
    hardest: bool
    device: str
    threads: int
    store: Store | None
    # What a row of `WAYS` with a store has opened; `explore` sets this stack and closes it
    resources: ExitStack = field(default_factory=ExitStack)
    keeper: Keeper | None = None

    @property
    def name(self) -> str:
        """The name of the problem."""
        return self.problem.name or repr(self.problem)

    @property
    def keep(self) -> str:
        """What the requested store keeps: "layers", "checkpoint" or "overflow"; "" without a store."""
        return "" if self.store is None else self.store.keep

    @property
    def has_functions(self) -> bool:
        """Whether the packed form has the functions `expand` and `goal`, which compiled code needs."""
        return self.packed is not None and self.packed.expand is not None and self.packed.goal is not None

    @property
    def grid(self) -> Grid | None:
        """The board of a game in which players mark cells to make a line, such as tic-tac-toe; None for any other
        problem.
        """
        return self.problem.structure() if isinstance(self.problem, Game) else None

    @property
    def tower(self) -> Pegs | None:
        """The pegs, discs and goals of a tower puzzle (like the Tower of Hanoi); None for any other problem."""
        found = None if self.packed is None else self.packed.structure
        return found if isinstance(found, Pegs) else None

    @property
    def note(self) -> str:
        """A note if `resume` was requested but there was nothing to resume, else ""."""
        is_new = self.store is not None and self.store.resume and self.keeper is not None and self.keeper.is_new
        return self.keeper.note if is_new and self.keeper is not None else ""

    def open_keeper(self, keep: str, **about: Any) -> Keeper:
        """Open the folder of the requested store for a checkpoint. `keep` is the form in which the checkpoint stores
        states; `about` holds further fields of its header.
        """
        assert self.store is not None
        assert self.packed is not None
        resume = self.store.resume
        self.keeper = Keeper(str(self.store.path), keep, self.problem, self.packed, resume=resume, about=about)
        return self.keeper


def gather_facts(
    problem: Problem[Any, Any], limit: Limit | None = None, device: str = "auto", threads: int | None = None,
    store: str | Path | Store | None = None, hardest: bool = True,
    progress: Callable[[Stats], None] | None = None, cancelled: Callable[[], bool] | None = None,
) -> Facts:  # fmt: skip
    """Collect what is known about a problem without exploring it. Raises an error if the request is invalid or
    contradictory.
    """
    given: object = problem
    if not isinstance(given, Problem):
        text = _("{value} is not a problem: load one first, for example load('hanoi', discs=5)")
        raise BadInput(text.format(value=quote_value(problem)))
    if device not in DEVICES:
        raise make_unknown_name(_("Device"), device, DEVICES)
    if threads is not None:
        require_whole("threads", threads, 0)
    where: object = store
    if not (where is None or isinstance(where, str | Path | Store)):
        text = _("store = {value}: this must be a folder, an address or a Store")
        raise BadInput(text.format(value=quote_value(store)))
    if not isinstance(hardest, bool):
        raise BadInput(_("hardest = {value}: this must be true or false").format(value=quote_value(hardest)))
    kept = store if store is None or isinstance(store, Store) else Store(store)
    if kept is not None and kept.keep == "layers" and device == "gpu":
        raise BadInput(_("a store of layers can only be made on the processor, not on a GPU"))
    packed = problem.packed() if isinstance(problem, Puzzle) else None
    if isinstance(problem, Puzzle) and packed is not None:
        check_packed_form(problem, packed)
    run: Run[Any, Any] = Run(limit or Limit(), progress=progress, cancelled=cancelled)
    return Facts(problem, packed, run, hardest, device, threads or count_threads(), kept)
