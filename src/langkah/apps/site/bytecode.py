"""Replaces Python sources by bytecode, so that browsers need not compile them at each start, which would take longer
than all other work. Bytecode depends on the Python version. Therefore this module runs in Pyodide, under node, when a
site is built.
"""

import importlib.util
import io
import json
import marshal
import sys
import zipfile
from pathlib import Path

import langkah
from langkah.games import GAMES

HOME = Path(langkah.__file__).parents[1]
ARCHIVES = ("langkah.zip", "python_stdlib.zip")
UNCHECKED = (1).to_bytes(4, "little")  # flag: use the bytecode unchecked, since there is no source to compare it with


def compile_archives(folder: str) -> None:
    """Replace sources by bytecode in the archives in a folder: for all modules of Langkah, and for the part of Python's
    library that is loaded at the start. The rest of the library remains source, which is smaller.
    """
    from langkah.apps.site.browser import answer

    for game in GAMES:
        first = {"path": "problem", "body": {"problem": game, "settings": {}}, "language": "en"}
        answer(json.dumps(first), lambda _word, _text: None)
    for name in ARCHIVES:
        path = Path(folder, name)
        path.write_bytes(compile_archive(path.read_bytes(), {*sys.modules}))


def compile_archive(content: bytes, loaded: set[str]) -> bytes:
    """A copy of an archive, with bytecode for all of Langkah's modules and for the `loaded` modules. Example puzzles
    stay source, because they are read as files.
    """
    made = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as sources, zipfile.ZipFile(made, "w") as archive:
        names = sources.namelist()
        for name in names:
            body, module = sources.read(name), name.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
            is_ours = module.startswith("langkah") and f"{name.rpartition('/')[0]}/__init__.py" in names
            if name.endswith(".py") and (module in loaded or is_ours):
                # Langkah keeps its docstrings (some are shown) and its paths (for tracebacks); the library does not.
                place = str(HOME / name) if is_ours else name
                code = compile(body, place, "exec", dont_inherit=True, optimize=0 if is_ours else 2)
                header = importlib.util.MAGIC_NUMBER + UNCHECKED + importlib.util.source_hash(body)
                name, body = f"{name}c", header + marshal.dumps(code)
            archive.writestr(zipfile.ZipInfo(name), body, zipfile.ZIP_DEFLATED, 9)
    return made.getvalue()
