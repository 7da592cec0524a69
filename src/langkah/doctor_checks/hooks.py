"""Lists every name that Langkah reads from a problem (a hook), taken from the classes in `langkah.model`."""

import dis
import inspect
import sys
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any, NamedTuple

from langkah.model import Chance, Game, Problem, Puzzle

KINDS: tuple[type[Any], ...] = (Problem, Puzzle, Game, Chance)
NOTHING = object()


class Hook(NamedTuple):
    """A hook: a name that a problem may define and that Langkah reads, with the kind of problem that it belongs to, and
    its default.
    """

    name: str
    kind: type[Any]
    default: object  # NOTHING if there is none

    @property
    def function(self) -> Callable[..., Any] | None:
        """The default function of the hook; None if the hook is a plain value."""
        found = getattr(self.default, "__func__", self.default)
        return found if isinstance(found, FunctionType) else None

    @property
    def parameters(self) -> tuple[str, ...]:
        """The names of the parameters of `function`, without `self`; () if the hook is a plain value."""
        return tuple(inspect.signature(self.function).parameters)[1:] if self.function else ()

    @property
    def form(self) -> str:
        """The hook as the author of a puzzle writes it, such as `at(state)`."""
        return f"{self.name}({', '.join(self.parameters)})" if self.function else self.name


def list_hooks(kinds: tuple[type[Any], ...] = KINDS) -> dict[str, Hook]:
    """The hooks of the given kinds of problems, by name. A hook belongs to the first of these kinds that defines it."""
    found: dict[str, Hook] = {}
    for kind in kinds:
        for name in [*vars(kind), *inspect.get_annotations(kind)]:
            if not name.startswith("_"):
                found.setdefault(name, Hook(name, kind, vars(kind).get(name, NOTHING)))
    return found


def list_own_classes(problem: Problem[Any, Any]) -> list[type[Any]]:
    """The classes that define a problem, without those of `langkah.model`."""
    return [cls for cls in type(problem).__mro__ if cls.__module__ != Problem.__module__ and issubclass(cls, KINDS)]


def list_own_names(problem: Problem[Any, Any]) -> dict[str, Any]:
    """The names that the classes of a problem define themselves, with their values."""
    names = [name for cls in list_own_classes(problem) for name in vars(cls)] + list(vars(problem))
    return {name: getattr(problem, name, None) for name in names if not name.startswith("_")}


def takes(value: object, count: int) -> bool:
    """Whether an object can be called with `count` arguments."""
    try:
        inspect.signature(value).bind(*[None] * count)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        return False
    return True


# Names read by a puzzle's code


def list_read_names(problem: Problem[Any, Any]) -> frozenset[str]:
    """Every name and attribute that a puzzle's code reads: in its file, and in modules imported from its folder."""
    modules = [sys.modules[cls.__module__] for cls in list_own_classes(problem) if cls.__module__ in sys.modules]
    for module in modules:
        modules += [each for each in _list_neighbours(module) if each not in modules]
    return frozenset().union(*(_list_names_of_code(code) for each in modules for code in _list_codes(vars(each))))


def _list_neighbours(module: ModuleType) -> list[ModuleType]:
    """The modules from which `module` imports names, as far as they are in the same folder."""
    owners = [sys.modules.get(getattr(value, "__module__", None) or "", value) for value in vars(module).values()]
    folder = _find_folder(module)
    return [each for each in owners if isinstance(each, ModuleType) and folder and _find_folder(each) == folder]


def _find_folder(module: ModuleType) -> Path | None:
    file = getattr(module, "__file__", None)
    return Path(file).parent if file else None


def _list_codes(scope: Mapping[str, Any]) -> Iterator[CodeType]:
    """The code objects of the functions and methods in a scope."""
    for value in list(scope.values()):
        inner = getattr(value, "fget", None) or getattr(value, "__func__", value)
        if isinstance(inner, FunctionType):
            yield inspect.unwrap(inner).__code__
        elif inspect.isclass(value) and issubclass(value, object) and value.__module__ == scope.get("__name__"):
            yield from _list_codes({**vars(value), "__name__": ""})


@lru_cache(maxsize=4096)
def _list_names_of_code(code: CodeType) -> frozenset[str]:
    """The names that a function reads, including those read by functions nested in it. Its text constants count as
    names, too, because `getattr` may read them.
    """
    loads = {each.argval for each in dis.get_instructions(code) if each.opname.startswith("LOAD_")}
    inner = [_list_names_of_code(each) for each in code.co_consts if isinstance(each, CodeType)]
    texts = {each for each in code.co_consts if isinstance(each, str)}  # for getattr(self, "name")
    return frozenset({each for each in loads if isinstance(each, str)} | texts).union(*inner)
