"""Tables of games, algorithms and players: plain dictionaries that other packages extend by entry points.

A package declares its additions in its own pyproject.toml, in one of the groups `langkah.games` (a class),
`langkah.algorithms` (an `Algorithm`) or `langkah.players` (a `PlayerRow`):

    [project.entry-points."langkah.games"]
    sokoban = "my_package.sokoban:Sokoban"

Entry points are loaded only when an unknown name is looked up or a whole table is read. An entry
point that cannot be used is left out and listed in `BROKEN`, with the reason.
"""

from collections.abc import Callable, ItemsView, Iterator, KeysView, ValuesView
from typing import Any, TypeVar

from langkah.language import _

T = TypeVar("T")

BROKEN: list[str] = []  # a line for each entry point that failed to load


class Registry(dict[str, T]):
    """A table of Langkah's own rows, followed by those of other packages.

    `adopt` turns a name and a loaded object into a row, and raises an error if the object has the wrong kind.
    """

    def __init__(self, group: str, rows: dict[str, T], adopt: Callable[[str, Any], T]) -> None:
        super().__init__(rows)
        self.group, self.adopt, self.complete = group, adopt, False

    def load_extensions(self) -> None:
        """Add a row for each usable entry point of the installed packages. A second call does nothing."""
        if self.complete:
            return
        self.complete = True
        from importlib.metadata import entry_points

        for entry in entry_points(group=self.group):
            try:
                if dict.__contains__(self, entry.name):
                    raise ValueError(_("this name is taken"))
                self[entry.name] = self.adopt(entry.name, entry.load())
            except Exception as error:  # a broken package must never stop the program
                package = entry.dist.name if entry.dist else "?"
                text = _("{name}, which the package {package} adds to {group}, cannot be used: {why}")
                why = f"{type(error).__name__}: {error}"
                BROKEN.append(text.format(name=entry.name, package=package, group=self.group, why=why))

    def __missing__(self, name: str) -> T:
        self.load_extensions()
        if dict.__contains__(self, name):
            return self[name]
        raise KeyError(name)

    def __contains__(self, name: object) -> bool:
        if not dict.__contains__(self, name):
            self.load_extensions()
        return dict.__contains__(self, name)

    def __iter__(self) -> Iterator[str]:
        self.load_extensions()
        return super().__iter__()

    def __len__(self) -> int:
        self.load_extensions()
        return super().__len__()

    def keys(self) -> KeysView[str]:  # type: ignore[override]
        self.load_extensions()
        return super().keys()

    def values(self) -> ValuesView[T]:  # type: ignore[override]
        self.load_extensions()
        return super().values()

    def items(self) -> ItemsView[str, T]:  # type: ignore[override]
        self.load_extensions()
        return super().items()
