"""Writes `apps/web/api.d.ts`, the types of every request and answer for the type checker of the page's JavaScript, from
the table of tasks. Run it with `python -m tools.contract`; a test compares the file with the table.
"""

import json
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from langkah.apps.site.own_puzzle import Fault
from langkah.apps.web.endpoints import SolveWorkJson, WorkJson
from langkah.apps.web.openapi import get_json_name
from langkah.apps.web.page_texts import TextsJson
from langkah.session.share import Saved
from langkah.tasks.request import list_fields
from langkah.tasks.table import TASKS
from langkah.typed_json import Table, is_table, read_table, resolve
from langkah.views.recording_json import RecordingJson

FILE = Path("src/langkah/apps/web/api.d.ts")
HEAD = """// Written by `python -m tools.contract` from langkah.tasks.table; only the checker of types reads it.

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };
type Point = [x: number, y: number];
type Box = [x: number, y: number, width: number, height: number];

declare namespace Api {
  /** What is heard of a question on its way: how far it is, or a part of its answer. */
  interface Progress {
    expanded: number;
    generated: number;
    engine?: string;
    part?: string;
    told?: any;
  }

  interface Calls {
    signal?: AbortSignal;
    progress?: (progress: Progress) => void;
  }
"""


class _Writer:
    """Converts Python annotations to TypeScript types. Typed dictionaries, named tuples and dataclasses become
    interfaces, which are collected by name.
    """

    def __init__(self) -> None:
        self.interfaces: dict[str, str] = {}
        self.tables: dict[str, Table] = {}

    def write(self, hint: Any) -> str:
        """The TypeScript type of an annotation."""
        hint = resolve(hint)
        origin, parts = get_origin(hint), get_args(hint)
        if is_table(hint):
            return self.add_interface(get_json_name(hint), read_table(hint), hint.__doc__ or "")
        if origin is Annotated:
            return self.write(parts[0])
        if origin in (Union, UnionType):
            return " | ".join(dict.fromkeys(self.write(part) for part in parts))
        if origin is Literal:
            return " | ".join(json.dumps(part) for part in parts)
        if origin is tuple:
            return f"[{', '.join(map(self.write, parts))}]"
        if origin is list:
            inner = self.write(parts[0])
            return f"({inner})[]" if "|" in inner else f"{inner}[]"
        if origin is dict:
            return f"Record<string, {self.write(parts[1])}>"
        names = {bool: "boolean", int: "number", float: "number", str: "string", NoneType: "null", None: "null"}
        return names.get(hint, "any")

    def add_interface(self, name: str, table: Table, about: str) -> str:
        """Write the interface of a table (a class with named fields) unless it is already written; returns its name."""
        if self.tables.setdefault(name, table) != table:
            raise ValueError(f"two tables are called {name}")
        if name not in self.interfaces:
            self.interfaces[name] = ""
            lines = [f"  /** {' '.join(about.split())} */", f"  interface {name} {{"]
            for field, hint in table.fields.items():
                mark = "" if field in table.required else "?"
                lines.append(f"    {field}{mark}: {self.write(hint)};")
            self.interfaces[name] = "\n".join([*lines, "  }"])
        return name


def write_types() -> str:
    """The text of `api.d.ts`."""
    writer = _Writer()
    for hint in (Saved, WorkJson, SolveWorkJson, TextsJson, RecordingJson, Fault):
        writer.write(hint)
    rows = []
    for name, task in TASKS.items():
        request: Any = task.request
        asked = writer.add_interface(request.__name__, list_fields(request), request.__doc__ or "")
        rows.append(f"    {json.dumps(name)}: {{ request: {asked}; answer: {writer.write(task.answer)} }};")
    table = ["  /** The questions, with what is asked and what is answered. */", "  interface Tasks {", *rows, "  }"]
    return "\n\n".join([HEAD.rstrip(), *writer.interfaces.values(), "\n".join(table)]) + "\n}\n"


if __name__ == "__main__":
    FILE.write_text(write_types(), encoding="utf-8")
