"""The task 'what does a store contain?': its layers and goals, the depth of a state, and a shortest path to it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, NotRequired, TypedDict, cast

from langkah.engine.store.reader import StoreReader, open_store
from langkah.errors import BadInput
from langkah.games import load
from langkah.language import _
from langkah.model import Problem, Step
from langkah.settings import quote_value
from langkah.tasks.context import Context
from langkah.tasks.request import PYTHON_ONLY, Request

__all__ = ["StoreAnswer", "StoreRequest", "ask_store"]


@dataclass(frozen=True)
class StoreRequest(Request):
    """A request about the store at `path`. `name`: the problem, required if it is the user's own. `settings` select a
    state: the start of the problem with these settings. `plan`: also find a shortest path to this state or, without
    settings, to the nearest goal. `hardest`: also list the hardest starts. `check_files`: read all files and compare
    their checksums.
    """

    path: str
    name: Annotated[str, PYTHON_ONLY] = ""
    settings: dict[str, Any] = field(default_factory=dict)
    plan: bool = False
    hardest: bool = False
    check_files: bool = False


class StoredHardestJson(TypedDict):
    """The states farthest from their nearest goal: their distance from it, their number, and some of them as boards."""

    distance: int
    count: int
    boards: list[str]


class StoreJson(TypedDict):
    """A description of a store and, if a state was selected, the depth of this state and a shortest path to it
    (`moves`). `skew` is the size of the largest partition of a layer, relative to the average partition; `checked` is
    the number of files whose checksums were compared.
    """

    problem: str
    states: int
    layers: list[int]
    depth: int
    goals: int
    nearest_goal: int | None
    complete: bool
    partitions: int
    skew: float
    bytes: int
    state: NotRequired[str]
    state_depth: NotRequired[int | None]
    moves: NotRequired[list[str]]
    hardest: NotRequired[StoredHardestJson | None]
    checked: NotRequired[int]


@dataclass(frozen=True)
class StoreAnswer:
    """The answer to a request about a store: the store, a state with its depth, a shortest path, the hardest starts,
    and the number of checked files. Each of these but the store is None if it was not requested or does not exist.
    """

    store: StoreReader
    state: Any = None
    depth: int | None = None
    plan: tuple[Step[Any, Any], ...] | None = None
    hardest: Any = None
    checked: int | None = None
    asked_hardest: bool = (
        False  # whether the hardest states were requested: None then means that the exploration did not search for them
    )

    def as_dict(self) -> StoreJson:
        """The answer as plain JSON values."""
        found = dict(self.store.as_dict())
        problem: Problem[Any, Any] | None = None if self._is_plain() else self.store.problem
        if self.state is not None and problem is not None:
            found |= {"state": problem.text(self.state), "state_depth": self.depth}
        if self.plan is not None and problem is not None:
            found["moves"] = [problem.notation(step.move) for step in self.plan]
        if self.asked_hardest:
            found["hardest"] = None
        if self.hardest is not None and problem is not None:
            boards = [problem.text(state) for state in self.hardest.states]
            found["hardest"] = {"distance": self.hardest.distance, "count": self.hardest.count, "boards": boards}
        if self.checked is not None:
            found["checked"] = self.checked
        return cast("StoreJson", found)

    def _is_plain(self) -> bool:
        return self.state is None and self.plan is None and self.hardest is None


def ask_store(request: StoreRequest, context: Context) -> StoreAnswer:
    """Open a store, and find what the request asks for."""
    del context
    store = open_store(request.path)
    if request.name:
        store = open_store(request.path, load(request.name, store.settings))
    said = {name: value for name, value in request.settings.items() if store.settings.get(name) != value}
    state = _find_state(store, said) if said else None
    return StoreAnswer(
        store,
        state,
        None if state is None else store.find_depth(state),
        store.find_plan(state) if request.plan else None,
        store.find_hardest() if request.hardest else None,
        store.check() if request.check_files else None,
        request.hardest,
    )


def _find_state(store: StoreReader, settings: Mapping[str, object]) -> Any:
    """The state that `settings` select: the start of the store's problem with these settings. Raises `BadInput` if they
    change more than the start.
    """
    origin, given = store.problem.origin
    if not origin:
        raise BadInput(_("settings can select a state only if the problem has a name"))
    other = load(origin, {**given, **settings})
    if not store.has_start_of(other):
        text = _("the settings {settings} give another problem, not a state of {problem}: change only the start")
        told = " ".join(f"{name}={quote_value(value)}" for name, value in settings.items())
        raise BadInput(text.format(settings=told, problem=quote_value(store.name)))
    return other.start
