"""`python -m tools.arrows`: read the imports between packages from the code, and draw them in docs/architecture.md.

Imports inside functions count, and so do those by name in a string.
"""

import ast
import re
from collections import defaultdict
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]
SOURCE, DRAWN = ROOT / "src" / "langkah", ROOT / "docs" / "architecture.md"
MODULES = sorted(SOURCE.rglob("*.py"))
NAMES = {".".join(("langkah", *path.relative_to(SOURCE).with_suffix("").parts)) for path in MODULES}
NAMES |= {name.removesuffix(".__init__") for name in NAMES}
LINE = re.compile(r"^    ([a-z_.]+) +->(.*)\n", re.MULTILINE)


def find_room(path: Path) -> str:
    """The room of a file: the package or module directly below `langkah`, or for a front end the one below
    `langkah.apps`.
    """
    return _name_room(("langkah", *path.relative_to(SOURCE).with_suffix("").parts))


def _name_room(parts: tuple[str, ...]) -> str:
    """The room of a module, whose full name is given in parts."""
    return ".".join(parts[1:3]) if parts[1] == "apps" and len(parts) > 2 else parts[1]


@cache
def parse_module(path: Path) -> ast.Module:
    """The syntax tree of a file."""
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def list_imports(path: Path) -> frozenset[str]:
    """The full names of everything that a file imports, and of the modules that it names in strings."""
    found: set[str] = set()
    for node in ast.walk(parse_module(path)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.startswith("langkah."):
            found |= {node.value.partition(":")[0]} & NAMES
    return frozenset(found)


def list_rooms(path: Path) -> set[str]:
    """The rooms that a file imports from, except its own room."""
    ours = (tuple(name.split(".")) for name in list_imports(path) if name.startswith("langkah."))
    return {_name_room(parts) for parts in ours if parts[1:] != ("",)} - {find_room(path), "__version__"}


def find_arrows() -> dict[str, set[str]]:
    """For each room of the code, the rooms that it imports from."""
    found: dict[str, set[str]] = defaultdict(set)
    for path in MODULES:
        if not find_room(path).rpartition(".")[2].startswith("__"):
            found[find_room(path)] |= list_rooms(path)
    return dict(found)


def read_arrows() -> dict[str, set[str]]:
    """For each room drawn in the document, the rooms that its arrow points to. Arrows are lines of the form `room ->
    rooms`.
    """
    return {here: set(there.split()) for here, there in LINE.findall(DRAWN.read_text(encoding="utf-8"))}


def main() -> None:
    """Replace the arrows in the document by those of the code."""
    arrows = sorted(find_arrows().items())
    lines = "".join(f"    {here:<18} -> {' '.join(sorted(there))}".rstrip() + "\n" for here, there in arrows)
    text = DRAWN.read_text(encoding="utf-8")
    start = LINE.search(text)
    assert start is not None
    rest = LINE.sub("", text[start.start() :])
    DRAWN.write_text(text[: start.start()] + lines + rest, encoding="utf-8")


if __name__ == "__main__":
    main()
