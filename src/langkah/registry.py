"""Tables of games, algorithms and players: plain dictionaries to which other packages add by entry points.

A package names what it adds in its own pyproject.toml, in one of the groups `langkah.games` (a class),
`langkah.algorithms` (an `Algorithm`) or `langkah.players` (a `PlayerRow`):

    [project.entry-points."langkah.games"]
    sokoban = "my_package.sokoban:Sokoban"

Installed packages are looked at only when a name is asked for that is not our own, or when a whole table is read. One
that cannot be used is left out and named in `BROKEN`, with the reason.
"""

from collections.abc import Callable, ItemsView, Iterator, KeysView, ValuesView
from typing import Any, TypeVar

from langkah.language import _

T = TypeVar("T")

BROKEN: list[str] = []  # a line for each entry point that cannot be used


class Registry(dict[str, T]):
    """A table with rows of our own, and those of other packages after them.

    `adopt` turns a name and what it leads to into a row, or raises where it is nothing of the kind.
    """

    def __init__(self, group: str, rows: dict[str, T], adopt: Callable[[str, Any], T]) -> None:
        super().__init__(rows)
        self.group, self.adopt, self.complete = group, adopt, False

    def load_extensions(self) -> None:
        """Add what installed packages offer, once."""
        if self.complete:
            return
        self.complete = True
        from importlib.metadata import entry_points

        for entry in entry_points(group=self.group):
            try:
                if dict.__contains__(self, entry.name):
                    raise ValueError(_("this name is taken"))
                self[entry.name] = self.adopt(entry.name, entry.load())
            except Exception as error:  # whatever is wrong there must not stop anybody here
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
