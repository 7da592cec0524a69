"""Checks of a definition before any state is visited: misspelt names, names that hide Langkah's, and settings that do
not fit the constructor.
"""

import inspect
from collections.abc import Callable, Iterator, Mapping
from difflib import get_close_matches
from random import Random
from typing import Any

from langkah.doctor_checks.hooks import (
    KINDS,
    NOTHING,
    Hook,
    list_hooks,
    list_own_names,
    list_read_names,
    takes,
)
from langkah.doctor_checks.survey import Finding, StateSurvey
from langkah.errors import describe_exception
from langkah.language import _
from langkah.model import Game, Problem, Puzzle
from langkah.settings import quote_value

NEAR_ENOUGH = 0.82  # similarity as measured by difflib: one letter wrong in six
# The same concepts under other programs' and books' names
OTHER_WORDS = {
    "actions": "steps",
    "children": "steps",
    "dice": "chances",
    "draw": "scene",
    "expand": "steps",
    "goal_state": "goals",
    "goal_test": "is_goal",
    "h": "estimate",
    "heuristic": "estimate",
    "initial": "start",
    "initial_state": "start",
    "is_solved": "is_goal",
    "is_terminal": "outcome",
    "legal_moves": "steps",
    "neighbors": "steps",
    "neighbours": "steps",
    "picture": "scene",
    "predecessors": "back",
    "render": "scene",
    "rolls": "chances",
    "successors": "steps",
    "to_move": "player",
    "turn": "player",
    "unsolvable": "hopeless",
    "utility": "outcome",
    "winner": "outcome",
}


def check_names(problem: Problem[Any, Any]) -> Iterator[Finding]:
    """Check that the puzzle's own names do not hide names of Langkah, and that no unused name is a misspelt hook. A
    hook is a name that Langkah reads.
    """
    hooks = list_hooks(tuple(kind for kind in KINDS if isinstance(problem, kind)))
    own = list_own_names(problem)
    for name, value in own.items():
        if name in hooks:
            yield from _check_clash(hooks[name], value)
    unread = {name: value for name, value in own.items() if name not in {*hooks, *list_read_names(problem)}}
    open_hooks = {name: hook for name, hook in hooks.items() if name not in own}
    foreign = {name: hook for name, hook in list_hooks().items() if name not in hooks}
    for name, value in unread.items():
        if name in foreign:
            yield _describe_foreign(problem, foreign[name])
        elif (near := _find_near_hook(name, value, open_hooks)) is not None:
            text = _("Langkah never reads `{name}`; perhaps `{hook}` was meant")
            yield Finding(True, text.format(name=name, hook=near.form), advice=_write_hook(near, value))


def _check_clash(hook: Hook, value: Any) -> Iterator[Finding]:
    """Check the value that the puzzle defines for `hook`, a name that Langkah reads: it must be a function with the
    right arguments, or a value of the right kind.
    """
    if hook.function is not None:
        if not callable(value):
            text = _("Langkah calls `{hook}`, but here it is {value}, not a function")
            words = text.format(hook=hook.form, value=quote_value(value))
            yield Finding(True, words, advice=f"self.my_{hook.name} = ...")
        elif not takes(value, len(hook.parameters)):
            text = _(
                "Langkah calls `{hook}`, but your function `{own}` takes different arguments: rename your function"
            )
            form = f"{hook.name}{inspect.signature(value)}"
            more = ", ".join(["self", *map(str, inspect.signature(value).parameters.values())])
            yield Finding(True, text.format(hook=hook.form, own=form), advice=f"def my_{hook.name}({more}):")
    elif not _is_like(value, hook.default):
        text = _("Langkah reads `{hook}` as {kind}, but here it is {value}")
        words = text.format(hook=hook.name, kind=_name_kind(hook.default), value=quote_value(value))
        yield Finding(True, words, advice=f"{hook.name} = {hook.default!r}")


def _is_like(value: object, default: object) -> bool:
    if default is NOTHING:
        return True
    for kind in (bool, int, str, Mapping):
        if isinstance(default, kind):
            return isinstance(value, kind)
    return isinstance(value, tuple | list)


def _name_kind(default: object) -> str:
    if isinstance(default, bool):
        return _("True or False")
    if isinstance(default, int):
        return _("a whole number")
    return _("a text") if isinstance(default, str) else _("a table") if isinstance(default, Mapping) else _("a tuple")


def _find_near_hook(name: str, value: object, hooks: Mapping[str, Hook]) -> Hook | None:
    """The hook that a name probably means: nearly the same word, or a synonym, of the same kind; None if none fits."""
    near = get_close_matches(name.lower(), hooks, 1, NEAR_ENOUGH) or [OTHER_WORDS.get(name.lower(), "")]
    hook = hooks.get(near[0])
    if hook is None:
        return None
    fits = (
        takes(value, len(hook.parameters)) if hook.function else _is_like(value, hook.default) and not callable(value)
    )
    return hook if fits else None


def _write_hook(hook: Hook, value: object) -> str:
    return f"def {hook.name}({', '.join(['self', *hook.parameters])}):" if hook.function else f"{hook.name} = {value!r}"


def _describe_foreign(problem: Problem[Any, Any], hook: Hook) -> Finding:
    """The finding about a hook that only another kind of problem uses: for example dice without `Chance`, or an outcome
    without `Game`.
    """
    text = _("Langkah uses `{hook}` only in a subclass of {kind}, which {cls} is not")
    bases = [each.__name__ for each in type(problem).__bases__ if issubclass(each, KINDS)]
    kind = hook.kind.__name__
    shown = [*bases, kind] if kind == "Chance" else [kind]
    words = text.format(hook=hook.form, kind=kind, cls=type(problem).__name__)
    return Finding(kind == "Chance", words, advice=f"class {type(problem).__name__}({', '.join(shown)}):")


def check_starts(survey: StateSurvey) -> Iterator[Finding]:
    """Check that the problem can be created again with another start: with a given state, and with a random one."""
    problem = survey.problem
    yield from _check_start("at", lambda: problem.at(problem.start), {problem.start})
    if type(problem).random not in (Problem.random, Puzzle.random, Game.random):  # these three methods only call `at`
        yield from _check_start("random", lambda: problem.random(Random(0)), set())


def _check_start(name: str, make: Callable[[], Any], expected: set[Any]) -> Iterator[Finding]:
    """Check that the call `make` returns a problem, and that a second call returns a problem with the same start."""
    try:
        found, again = make(), make()
        if not isinstance(found, Problem):
            why = _("it returns {value}").format(value=quote_value(found))
        elif found.start != again.start or found.start not in (expected or {found.start}):
            why = _("two calls return the starts {one} and {other}")
            why = why.format(one=quote_value(found.start), other=quote_value(again.start))
        else:
            return
    except Exception as error:
        why = describe_exception(error)
    text = _(
        "`{hook}` must return this problem with another start, and equal arguments must give equal starts, but {why}"
    )
    yield Finding(True, text.format(hook=list_hooks()[name].form, why=why), advice=f"def my_{name}(self, ...):")


def check_settings(problem: Problem[Any, Any]) -> Iterator[Finding]:
    """Check that the settings match the arguments of the constructor, with the same defaults, and that the defaults are
    legal.
    """
    cls = type(problem)
    if not cls.settings:
        return
    parameters: dict[str, Any] = {}
    if cls.__init__ is not object.__init__:
        parameters = dict(list(inspect.signature(cls.__init__).parameters.items())[1:])
    loose = any(each.kind is each.VAR_KEYWORD for each in parameters.values())
    for setting in cls.settings:
        name, given = setting.name, parameters.get(setting.name)
        header = f"def __init__(self, {name}={setting.default!r}):"
        if given is None and not loose:
            text = _("the setting `{name}` is not an argument of the constructor")
            yield Finding(True, text.format(name=name), advice=header)
            continue
        if not setting.accepts(setting.default) and setting.default is not None:
            text = _("the default of `{name}`, {value}, is not legal: this must be {legal}")
            words = text.format(name=name, value=quote_value(setting.default), legal=setting.legal())
            yield Finding(True, words, advice=f"Setting({name!r}, ...)")
        if given is not None and given.default not in (given.empty, None) and _differ(given.default, setting.default):
            text = _("the default of `{name}` is {value} in its setting, but {other} in the constructor")
            words = text.format(name=name, value=quote_value(setting.default), other=quote_value(given.default))
            yield Finding(True, words, advice=header)
        if not hasattr(problem, name):
            text = _("the constructor does not set the attribute `{name}`, so front ends cannot show its value")
            yield Finding(False, text.format(name=name), advice=f"self.{name} = {name}")
    known = {each.name for each in cls.settings}
    for name, each in parameters.items():
        if name not in known and each.kind in (each.POSITIONAL_OR_KEYWORD, each.KEYWORD_ONLY):
            text = _("the constructor argument `{name}` has no setting, so users cannot set it as {name}=VALUE")
            default = None if each.default is each.empty else each.default
            line = f'Setting({name!r}, {default!r}, "what it means"),'
            yield Finding(False, text.format(name=name), advice=line)
    for name in cls.small:
        if name not in known:
            yield Finding(True, _("`small` names {name}, which is not a setting").format(name=quote_value(name)))


def _differ(one: object, other: object) -> bool:
    """Whether two defaults differ; a list equals a tuple."""
    return (list(one) if isinstance(one, tuple) else one) != (list(other) if isinstance(other, tuple) else other)
