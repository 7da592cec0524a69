"""The task 'explore the whole state space': states by depth, goals, the hardest starts."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, Literal, NotRequired, TypedDict, cast

from langkah.engine.explore import count_python_states, explore
from langkah.engine.facts import gather_facts
from langkah.engine.gpu.device import DEVICES
from langkah.engine.keeper import RESUME_NEEDS_STORE, TASKS_NEED_LAYERS, Store, StoreStats
from langkah.engine.survey import Survey
from langkah.engine.ways import WAYS, describe_ways
from langkah.model import Problem
from langkah.tasks.context import Context
from langkah.tasks.request import PYTHON_ONLY, HereRequest, Reader
from langkah.typed_json import Range

if TYPE_CHECKING:
    from langkah.engine.store.forecast import Forecast

__all__ = [
    "DEVICES",
    "RESUME_NEEDS_STORE",
    "TASKS_NEED_LAYERS",
    "ExploreAnswer",
    "ExplorePlan",
    "ExploreRequest",
    "Store",
    "StoreStats",
    "Survey",
    "explore_space",
    "plan_exploration",
]


_DEVICE = Reader("device", lambda: Literal["auto", "cpu", "gpu"], lambda name, _catalogue: name)


@dataclass(frozen=True)
class ExploreRequest(HereRequest):
    """A request to explore the whole state space of a problem. `hardest`: also find the hardest starts. `store`: keep
    all layers for later queries.
    """

    hardest: bool = True
    threads: Annotated[int, Range(1, 1024)] | None = None
    device: Annotated[str, _DEVICE] = "auto"
    store: Annotated[Store | None, PYTHON_ONLY] = None


class HardestJson(TypedDict):
    """The states farthest from their nearest goal: their distance from it, their number, and some of them as boards.
    `stuck` counts the states from which no goal can be reached.
    """

    distance: int
    count: int
    stuck: int
    boards: list[str]


class StepCostsJson(TypedDict):
    """The costs of steps, if they are not all 1. `lowest` and `highest` are the extreme costs in the whole space if
    `whole` is true, else in the part near the start. If the whole space is known, `nearest_goal` is the least cost to a
    goal, and `farthest` the highest of the least costs from the start to each state.
    """

    lowest: float | None
    highest: float | None
    whole: bool
    nearest_goal: float | None
    farthest: float | None


class SurveyJson(TypedDict):
    """The result of an exploration: the number of states at each depth, the goals and the hardest starts; for a
    two-player game, also the number of positions with each value. Depths and distances count steps, regardless of cost.
    """

    problem: str
    states: int
    layers: list[int]
    depth: int
    goals: int
    nearest_goal: int | None
    complete: bool
    engine: str
    device: Literal["cpu", "gpu"]
    seconds: float
    compile_seconds: float
    peak_memory: int | None
    limit: str
    why: str
    note: str
    counts: Literal["steps"]
    costs: StepCostsJson | None
    value: NotRequired[str]
    values: NotRequired[dict[str, int]]
    hardest: NotRequired[HardestJson]


class ExploreWayJson(TypedDict):
    """A method of exploring a state space. `why_not` says why it cannot be used for this problem; "" if it can."""

    name: str
    about: str
    why_not: str


class ExplorePlanJson(TypedDict):
    """A forecast of an exploration: the estimated number of states and bytes, and the methods that could be used.
    `growth` is the size of the last complete layer relative to the layer before it; `successors` is the average number
    of successors of a state (without the step back, if steps can be undone); `bytes_shipped` is the size of all
    successors, which an exploration into a store writes to files.
    """

    problem: str
    states_known: int
    layers: list[int]
    growth: float
    states: int
    size_known: bool
    successors: float
    bytes: int
    bytes_shipped: int
    ways: list[ExploreWayJson]


@dataclass(frozen=True)
class ExploreAnswer:
    """The result of an exploration."""

    problem: Problem[Any, Any]
    survey: Survey

    def as_dict(self) -> SurveyJson:
        """The answer as plain JSON values."""
        return cast("SurveyJson", self.survey.as_dict())


@dataclass(frozen=True)
class ExplorePlan:
    """A forecast of an exploration, and the methods that could be used. If `python_states` is not None, plain Python
    explores this number of states first; then the first method that fits takes over.
    """

    forecast: "Forecast"
    ways: list[dict[str, str]]
    python_states: int | None = None

    def as_dict(self) -> ExplorePlanJson:
        """The answer as plain JSON values."""
        return cast("ExplorePlanJson", self.forecast.as_dict() | {"ways": self.ways})


def explore_space(request: ExploreRequest, context: Context) -> ExploreAnswer:
    """Visit every reachable state of a problem, within the limits. Returns the problem and the survey of its states."""
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
    """Explore only the first layers. From them, forecast the cost of exploring the whole space, and the method that
    would be used.
    """
    from langkah.engine.store.forecast import forecast

    asked = (request.device, request.threads, request.store, request.hardest)
    facts = gather_facts(request.problem, context.limit, *asked)
    ways = describe_ways(facts)
    first = next((way for way, each in zip(WAYS, ways, strict=True) if not each["why_not"]), None)
    python_states = None if first is None else count_python_states(facts, first)
    return ExplorePlan(forecast(request.problem, context.limit), ways, python_states)
