"""Forecasts the cost of exploring a large space: states, growth, bytes, and hours for a number of workers."""

import time
from dataclasses import dataclass
from typing import Any

from langkah.engine.compiler import require_compiler
from langkah.engine.explore import refusing_uncompilable
from langkah.engine.layers import explore_space
from langkah.engine.spaces.cpu import CpuSpace
from langkah.errors import DoesNotFit
from langkah.language import _
from langkah.model import Problem, Puzzle
from langkah.packed import count_at_most
from langkah.run import Run
from langkah.tracing import Limit

LOOK_SECONDS, LOOK_STATES = 5.0, 1_000_000  # how much of the space is explored before the rest is forecast
STATE_BYTES = 4.96  # bytes of a state in a layer (3 x 4 tiles); more words add little, as states are sorted
SHIPPED_BYTES, SHIPPED_WORD_BYTES = (
    5.9,
    8.0,
)  # bytes of a successor of one word (measured); bytes per word of a longer successor
SECONDS_A_STATE, SECONDS_A_SUCCESSOR = 0.2e-6, 0.15e-6  # on one core (measured, 3 x 4 tiles)
BYTES_A_SECOND = 0.6e9 / 16  # per worker, if 16 share the bandwidth of one machine


@dataclass(frozen=True)
class Forecast:
    """The forecast for a state space. `size` is an upper bound on the number of all states, None if unknown."""

    problem: str
    layers: list[int]
    complete: bool
    size: int | None
    successors: float  # written to files per state
    words: int

    @property
    def states(self) -> int:
        """The number of states that the forecast assumes: the counted states if the exploration is complete or `size`
        is None, otherwise `size`.
        """
        return sum(self.layers) if self.complete or self.size is None else self.size

    @property
    def growth(self) -> float:
        """The size of the last complete layer relative to the layer before it; 1 if there is only one layer."""
        return self.layers[-1] / self.layers[-2] if len(self.layers) > 1 else 1.0

    @property
    def size_on_disk(self) -> int:
        """The expected bytes of all layers on disk."""
        return int(self.states * STATE_BYTES)

    @property
    def shipped(self) -> int:
        """The expected bytes of all successors, which are written to files once and read once."""
        return int(
            self.states * self.successors * (SHIPPED_BYTES if self.words == 1 else SHIPPED_WORD_BYTES * self.words)
        )

    def estimate_hours(self, workers: int) -> float:
        """The hours that `workers` need to compute all layers, or to write and read the bytes of states and successors
        if this takes longer.
        """
        computing = self.states * (SECONDS_A_STATE + SECONDS_A_SUCCESSOR * self.successors) * self.words / workers
        moving = (2 * self.shipped + 3 * self.size_on_disk) / (BYTES_A_SECOND * workers)
        return max(computing, moving) / 3600

    def as_dict(self) -> dict[str, Any]:
        """The output of `--json`."""
        return {
            "problem": self.problem,
            "states_known": sum(self.layers),
            "layers": self.layers,
            "growth": round(self.growth, 4),
            "states": self.states,
            "size_known": self.complete or self.size is not None,
            "successors": round(self.successors, 3),
            "bytes": self.size_on_disk,
            "bytes_shipped": self.shipped,
        }


def forecast(problem: Problem[Any, Any], limit: Limit | None = None) -> Forecast:
    """Explore the first layers of a space, within `limit` and within a small limit of its own, and forecast the cost of
    exploring the whole space. Raises `DoesNotFit` if the problem has no packed form that can be compiled.
    """
    packed = problem.packed() if isinstance(problem, Puzzle) else None
    if packed is None or packed.expand is None:
        text = _("a store needs a packed form that can be compiled, but {problem} has none")
        raise DoesNotFit(text.format(problem=problem.name or repr(problem)))
    require_compiler()
    run: Run[Any, Any] = Run((limit or Limit()).tighten(Limit(LOOK_STATES, LOOK_SECONDS)))
    with refusing_uncompilable():
        space = CpuSpace(problem, packed, run, 1, hardest=False)
        run.began = time.perf_counter()  # do not count compiling
        survey = explore_space(space, run, hardest=False)
    edges = run.stats.generated / run.stats.expanded if run.stats.expanded else float(min(packed.branching, 4))
    reversible = isinstance(problem, Puzzle) and problem.reversible
    layers = survey.layers if survey.complete or len(survey.layers) < 2 else survey.layers[:-1]
    name, size = problem.name or repr(problem), count_at_most(packed)
    return Forecast(name, layers, survey.complete, size, max(edges - reversible, 0.5), packed.words)
