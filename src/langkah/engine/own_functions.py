"""Provides a puzzle's own `expand` and `goal` with the signatures that kernels call. Langkah's functions are used
unchanged; others are rewritten (see `own_code`) so that they give the same results as in Python.
"""

import types
from collections.abc import Callable, Iterable
from typing import Any, NoReturn

from langkah.engine.compiler import is_trusted
from langkah.engine.kernels import operators
from langkah.engine.kernels.instructions import measure
from langkah.engine.kernels.patterns import add_distances, find_distance
from langkah.engine.own_code import OwnProgram
from langkah.engine.watched_code import find_refusal, place_expand
from langkah.errors import BadInput
from langkah.language import _
from langkah.packed import Packed

OPERATORS: dict[str, Any] = {
    **{name: each for name, each in vars(operators).items() if isinstance(each, types.FunctionType)},
    "measure": measure,
}
Function = Callable[..., Any]


def raise_refused(packed: Packed[Any], words: Iterable[int]) -> NoReturn:
    """Raise `BadInput` for the first state among `words` that compiled code refuses; the message names the line of the
    source. If compiled code refuses none of the states, the message says that compiled code and Python give different
    results.
    """
    refusal = find_refusal(packed, words)
    text = _("the compiled results of expand differ from its results in Python; a number may have exceeded 2**63")
    raise BadInput(refusal.text if refusal else place_expand(packed, text))


def get_functions(packed: Packed[Any]) -> dict[str, Function]:
    """The functions `expand` and `goal` of a packed form, as kernels call them: both take the argument `data`, even if
    the originals do not.
    """
    assert packed.expand is not None
    assert packed.goal is not None
    program = OwnProgram(OPERATORS)
    return {
        "expand": _add_data_to_expand(packed.expand) if is_trusted(packed.expand) else _make_expand(program, packed),
        "goal": _add_data_to_goal(packed.goal) if is_trusted(packed.goal) else _make_goal(program, packed),
    }


def get_wide_functions(packed: Packed[Any], *names: str) -> dict[str, Function]:
    """Those of `expand` and `goal` that `names` lists, for multi-word kernels: the functions take the state as an array
    of words, even if a state has only one word.
    """
    found = get_functions(packed)
    if packed.words == 1:
        expand, goal = found["expand"], found["goal"]
        found = {
            "expand": lambda state, out, data: expand(state[0], out, data),
            "goal": lambda state, data: goal(state[0], data),
        }
    return {name: found[name] for name in names}


def get_search_functions(packed: Packed[Any], estimate: Function | None) -> dict[str, Function]:
    """The functions for best-first kernels: `expand`, `goal`, `count_words`, and `estimate`, which is always 0 if the
    search has no heuristic.
    """
    found, words = get_wide_functions(packed, "expand", "goal"), packed.words
    found["count_words"] = lambda: words
    found["estimate"] = lambda state, data, tables: 0  # noqa: ARG005
    if estimate is not None:
        own = _add_data_to_goal(estimate) if is_trusted(estimate) else _make_estimate(packed, estimate)
        if words == 1:
            found["estimate"] = lambda state, data, tables: int(own(state[0], data))  # noqa: ARG005
        else:
            found["estimate"] = lambda state, data, tables: int(own(state, data))  # noqa: ARG005
    return found


def get_abstract_functions(packed: Packed[Any], number: int) -> dict[str, Function]:
    """The kernel functions for exploring the abstraction with this number. `expand` gives abstract successors, and no
    state is a goal, so that a search visits all states.
    """
    found, forget, most = get_search_functions(packed, None), make_abstraction(packed, number), packed.branching
    expand = found["expand"]

    def expand_abstract(state: Any, out: Any, data: Any) -> int:
        count = int(expand(state, out, data))
        for place in range(min(count, most)):
            out[place] = forget(out[place], data)
        return count

    return {**found, "expand": expand_abstract, "goal": lambda state, data: 0}  # noqa: ARG005


def make_abstraction(packed: Packed[Any], number: int) -> Function:
    """The abstraction with this number as a function for kernels. If it is not one of Langkah's functions, it is
    rewritten with checks.
    """
    function = packed.abstractions[number]
    return _add_data_to_goal(function) if is_trusted(function) else _make_estimate(packed, function)


def get_pattern_functions(packed: Packed[Any]) -> dict[str, Function]:
    """The functions for best-first kernels with pattern databases: `estimate` combines the distances from all
    tables.
    """
    found = get_search_functions(packed, None)
    estimate: Function | None = None
    for number in range(len(packed.abstractions)):
        estimate = _add_look(packed, number, estimate)
    assert estimate is not None
    return {**found, "estimate": estimate}


def _add_look(packed: Packed[Any], number: int, others: Function | None) -> Function:
    """An estimate function that combines the estimate function `others` with the distance from one more table: their
    sum or their maximum, depending on `packed.additive`. If `others` is None, the estimate is this distance alone.
    """
    forget = make_abstraction(packed, number)

    def look(state: Any, data: Any, tables: Any) -> int:
        return find_distance(tables, number, forget(state[0], data))

    if others is None:
        return look
    if packed.additive:
        return lambda state, data, tables: add_distances(others(state, data, tables), look(state, data, tables))
    return lambda state, data, tables: max(others(state, data, tables), look(state, data, tables))


def _make_estimate(packed: Packed[Any], estimate: Function) -> Function:
    own = OwnProgram(OPERATORS).rewrite_estimate(packed, estimate)
    if own.__code__.co_argcount == 3:
        return lambda state, data: own(state, data, 0)
    return lambda state, data: own(state, 0)  # noqa: ARG005


def _add_data_to_expand(expand: Function) -> Function:
    return expand if expand.__code__.co_argcount == 3 else lambda state, out, data: expand(state, out)  # noqa: ARG005


def _add_data_to_goal(goal: Function) -> Function:
    return goal if goal.__code__.co_argcount == 2 else lambda state, data: goal(state)  # noqa: ARG005


def _make_goal(program: OwnProgram, packed: Packed[Any]) -> Function:
    own = program.rewrite_goal(packed)
    if own.__code__.co_argcount == 3:
        return lambda state, data: own(state, data, 0)
    return lambda state, data: own(state, 0)  # noqa: ARG005


def _make_expand(program: OwnProgram, packed: Packed[Any]) -> Function:
    """The rewritten `expand` for kernels. If the function reads its list `out`, the list is cleared before each call,
    because in Python it starts with zeros. If states have several words, the words of all successors are checked.
    """
    own, words, bits, branching = program.rewrite_expand(packed), packed.words, packed.word_bits, packed.branching
    if own.__code__.co_argcount == 4:
        plain: Function = lambda state, out, data: own(state, out, data, 0)  # noqa: E731
    else:
        plain = lambda state, out, data: own(state, out, 0)  # noqa: ARG005, E731
    clean: Function = plain
    if program.reads_out:

        def clean(state: Any, out: Any, data: Any) -> int:
            clear_numbers(out, measure(out))
            return int(plain(state, out, data))

    if words == 1:
        return clean
    return lambda state, out, data: check_words(out, clean(state, out, data), branching, words, bits)


def clear_numbers(numbers: Any, count: int) -> None:
    """Set every number to 0, as in a new list."""
    for place in range(count):
        numbers[place] = 0


def check_words(out: Any, count: int, branching: int, words: int, bits: int) -> int:
    """The result of `expand`: `count`, or -1 if a word of a successor has more than `bits` bits."""
    if 0 < count <= branching:
        for place in range(count * words):
            if out[place] >> bits != 0:
                return -1
    return count
