"""Solves linear equations (I - Q) x = b by sparse elimination, where Q contains the probabilities of steps between the
unfinished states of a Markov chain. The order of elimination creates few new non-zero entries (little fill-in).

The same elimination works for floats and for whole numbers modulo a prime. There is no pivoting: for the matrices of
absorbing chains, elimination along the diagonal is stable. The order is Markowitz's: the next state is the one with the
least product of incoming and outgoing entries. If SciPy is installed, its SuperLU, which is compiled, factorises large
matrices of floats instead.
"""

from collections.abc import Callable, Sequence
from heapq import heapify, heappop, heappush
from itertools import accumulate
from typing import Any, Generic, Protocol, TypeVar

from langkah.dice_odds.chain import Chain, check_cancelled, never
from langkah.tracing import Cancelled

N = TypeVar("N", int, float)
SPARSE_STATES = 400  # number of states from which on SciPy is faster than plain Python


class Factors(Protocol):
    """A factorised matrix A, ready to solve equations."""

    def solve(self, right: Sequence[float]) -> Sequence[float]:
        """Solve A x = right. Returns x."""
        ...

    def solve_transposed(self, right: Sequence[float]) -> Sequence[float]:
        """Solve x A = right. Returns x."""
        ...


class Elimination(Generic[N]):
    """The factors A = L U of a sparse matrix, stored state by state in the order of elimination. The elimination
    changes `rows` in place. `reduce` is applied to every result (to compute modulo a prime), and `invert` inverts a
    pivot.
    """

    def __init__(
        self, rows: list[dict[int, N]], reduce: Callable[[N], N], invert: Callable[[N], N], cancelled: Cancelled = never
    ) -> None:
        self.rows: list[dict[int, N]] = rows
        self.reduce: Callable[[N], N] = reduce
        self.columns: list[set[int]] = [set() for _row in rows]
        for index, row in enumerate(rows):
            for column in row:
                self.columns[column].add(index)
        self.order: list[int] = []
        self.below: list[list[tuple[int, N]]] = []  # L: for each step, (row, factor)
        self.right: list[list[tuple[int, N]]] = []  # U: for each step, (column, entry)
        self.pivots: list[N] = []  # the inverses of the diagonal of U
        waiting = [(self._count_fill(state), state) for state in range(len(rows))]
        heapify(waiting)
        done = [False] * len(rows)
        while waiting:
            fill, state = heappop(waiting)
            if done[state]:
                continue
            if self._count_fill(state) > fill:
                heappush(waiting, (self._count_fill(state), state))
                continue
            check_cancelled(cancelled)
            done[state] = True
            for other in self._eliminate(state, invert):
                heappush(waiting, (self._count_fill(other), other))

    def _count_fill(self, state: int) -> int:
        """An upper bound on the number of new non-zero entries that are created in the matrix when a state is
        eliminated.
        """
        return (len(self.rows[state]) - 1) * (len(self.columns[state]) - 1)

    def _eliminate(self, state: int, invert: Callable[[N], N]) -> set[int]:
        """Eliminate one state from all equations. Returns the states whose rows or columns changed."""
        row, reduce = self.rows[state], self.reduce
        pivot = invert(row.pop(state))
        users = self.columns[state] - {state}
        factors = []
        for user in users:
            factor = reduce(self.rows[user].pop(state) * pivot)
            factors.append((user, factor))
            target = self.rows[user]
            for column, entry in row.items():
                if column in target:
                    target[column] = reduce(target[column] - factor * entry)
                else:
                    target[column] = reduce(-factor * entry)
                    self.columns[column].add(user)
        for column in row:
            self.columns[column].discard(state)
        self.order.append(state)
        self.below.append(factors)
        self.right.append(list(row.items()))
        self.pivots.append(pivot)
        return users | set(row)

    def solve(self, right: Sequence[N]) -> list[N]:
        """Solve A x = right. Returns x."""
        x, reduce = list(right), self.reduce
        for state, factors in zip(self.order, self.below, strict=True):
            known = x[state]
            if known:
                for row, factor in factors:
                    x[row] = reduce(x[row] - factor * known)
        for state, entries, pivot in zip(self.order[::-1], self.right[::-1], self.pivots[::-1], strict=True):
            total = x[state]
            for column, entry in entries:
                total -= entry * x[column]
            x[state] = reduce(total * pivot)
        return x

    def solve_transposed(self, right: Sequence[N]) -> list[N]:
        """Solve x A = right. Returns x."""
        x, reduce = list(right), self.reduce
        for state, entries, pivot in zip(self.order, self.right, self.pivots, strict=True):
            x[state] = reduce(x[state] * pivot)
            known = x[state]
            if known:
                for column, entry in entries:
                    x[column] = reduce(x[column] - entry * known)
        for state, factors in zip(self.order[::-1], self.below[::-1], strict=True):
            total = x[state]
            for row, factor in factors:
                total -= factor * x[row]
            x[state] = reduce(total)
        return x


class SuperLU:
    """The matrix A = I - Q, factorised by SuperLU from SciPy. Q is the matrix of the probabilities in `chain.rows`."""

    def __init__(self, chain: Chain[Any]) -> None:
        from scipy.sparse import csc_matrix, identity  # type: ignore[import-untyped]
        from scipy.sparse.linalg import splu  # type: ignore[import-untyped]

        forward = all(min(row, default=here) >= here for here, row in enumerate(chain.rows))
        order = "NATURAL" if forward else "COLAMD"  # the matrix of a board without backward moves is already triangular
        self.factors = splu(csc_matrix(identity(len(chain)) - make_sparse_matrix(chain)), permc_spec=order)

    def solve(self, right: Sequence[float]) -> list[float]:
        """Solve A x = right. Returns x."""
        return self._solve_either_way(right, "N")

    def solve_transposed(self, right: Sequence[float]) -> list[float]:
        """Solve x A = right. Returns x."""
        return self._solve_either_way(right, "T")

    def _solve_either_way(self, right: Sequence[float], way: str) -> list[float]:
        """Solve A x = right or, if `way` is "T", x A = right. Returns x."""
        from numpy import array

        found: list[float] = self.factors.solve(array(right, dtype=float), way).tolist()
        return found


def make_sparse_matrix(chain: Chain[Any]) -> Any:
    """The probabilities in `chain.rows` as a sparse SciPy matrix of floats, with one row per state."""
    from numpy import fromiter
    from scipy.sparse import csr_matrix

    ends = list(accumulate(map(len, chain.rows), initial=0))
    columns = fromiter((there for row in chain.rows for there in row), dtype=int, count=ends[-1])
    values = fromiter((float(chance) for row in chain.rows for chance in row.values()), dtype=float, count=ends[-1])
    return csr_matrix((values, columns, ends), shape=(len(chain), len(chain)))


def factorise(chain: Chain[Any], cancelled: Cancelled = never) -> Factors:
    """The matrix I - Q, in floats and factorised. Q is the matrix of the probabilities in `chain.rows`."""
    check_cancelled(cancelled)
    if len(chain) >= SPARSE_STATES and has_scipy():
        return SuperLU(chain)
    rows = [{there: -float(chance) for there, chance in row.items()} for row in chain.rows]
    for state, row in enumerate(rows):
        row[state] = 1.0 + row.get(state, 0.0)
    return Elimination(rows, float, lambda pivot: 1.0 / pivot, cancelled)


def has_scipy() -> bool:
    """Whether SciPy is installed (the extra `odds` installs it)."""
    from importlib.util import find_spec

    return find_spec("scipy") is not None
