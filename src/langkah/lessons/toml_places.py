"""Finds the lines and columns of the names in a TOML file, for messages about mistakes."""

import re
from collections import Counter

HEAD = re.compile(r"(\s*)\[(\[?)\s*([\w.-]+)\s*\]")
NAME = re.compile(r"""(\s*)["']?([\w-]+)["']?\s*[=.]""")


class TomlPlaces:
    """Lines and columns, by table and name. Tables of a list are numbered from 1: "stops 2", "questions 1.choices 3".

    >>> TomlPlaces('title = "x"\\n[[stops]]\\n  at = "end"').find("stops 1", "at")
    (3, 3)
    """

    def __init__(self, text: str) -> None:
        self.found: dict[tuple[str, str], tuple[int, int]] = {}
        self.counts: Counter[str] = Counter()
        table = ""
        for number, line in enumerate(text.splitlines(), 1):
            if head := HEAD.match(line):
                table = self._name_table(head[3], is_list=bool(head[2]))
                self.found.setdefault((table, ""), (number, len(head[1]) + 1))
            elif name := NAME.match(line):
                self.found.setdefault((table, name[2]), (number, len(name[1]) + 1))

    def _name_table(self, path: str, *, is_list: bool) -> str:
        """The name of a table, with the numbers of the lists that contain it."""
        *above, last = path.split(".")
        name = ""
        for part in above:
            name += f".{part}" if name else part
            name += f" {self.counts[name]}" if name in self.counts else ""
        name += f".{last}" if name else last
        if not is_list:
            return name
        self.counts[name] += 1
        return f"{name} {self.counts[name]}"

    def find(self, table: str, name: str) -> tuple[int, int] | None:
        """The line and column of a name in a table. If the table does not contain the name, the line and column of the
        table; None if the table is missing, too.
        """
        return self.found.get((table, name)) or self.found.get((table, ""))
