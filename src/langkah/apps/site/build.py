"""Writes the static site: the page's own files, Pyodide and the editor from npm packages, Langkah's Python code as one
archive, and ready answers to the first requests, so that the first screens and moves need not wait for Python.

The files of Python and the ready answers are compressed here, and the page decompresses them, so that every host sends
few bytes. JavaScript is neither compiled nor bundled: browsers get the modules of the repository.
"""

import base64
import gzip
import hashlib
import html
import io
import json
import re
import subprocess
import tempfile
import zipfile
from collections.abc import Iterator
from pathlib import Path
from shutil import which
from typing import Any, NamedTuple

import langkah
from langkah.apps.check_worker import RULES
from langkah.apps.site.bytecode import ARCHIVES
from langkah.apps.web.page_texts import STATIC, translate_texts
from langkah.errors import BadInput, MissingExtra
from langkah.games import GAMES
from langkah.language import LANGUAGES, _, current_language
from langkah.output_file import write_whole
from langkah.tasks.context import Context, Values
from langkah.tasks.problems import ProblemCatalogue
from langkah.tasks.side_modules import FOLDER, can_link, make_side_modules
from langkah.tasks.table import run_task
from langkah.views.replay import FOLDER as REPLAY
from langkah.views.space_map import FOLDER as SPACE_MAP
from langkah.views.theme import DARK, LIGHT, format_css

SOURCE = Path(langkah.__file__).parent
TEMPLATES = Path(__file__).parent / "templates"  # templates for the reader's own puzzles
PART = ".part"  # extension of a compressed file: not .gz, which some hosts decompress on their own
KNOWN_PLIES, MOST_KNOWN_MOVES = 2, 60  # plies from a game's start whose results are shipped, and the number of moves
MOST_KNOWN_GESTURES = 6  # stored gestures per move; all others wait for Python
MARK = "langkah-site.json"  # identifies a folder written by this program
PYODIDE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
# The CodeMirror packages that the page imports
EDITOR = ("commands", "lang-python", "language", "lint", "state", "view")
# Not needed in the browser
NOT_NEEDED = ("apps/cli", "apps/site/build", "apps/terminal", "apps/web", "apps/window", "engine/gpu", "engine/store")
NEEDED = (  # exceptions to `NOT_NEEDED`
    "apps/web/__init__.py", "apps/web/endpoints.py", "engine/gpu/__init__.py", "engine/gpu/device.py",
    "engine/store/__init__.py", "engine/store/folder.py", "engine/store/problem_source.py",
)  # fmt: skip
LEFT_OUT = re.compile(  # parts of Python's library to leave out: networks, terminals and processes, profiling and
    # packaging, replacements for missing C modules, and rare encodings
    r"(_pyrepl|concurrent/interpreters|multiprocessing|unittest|wsgiref|xml|xmlrpc)/"
    r"|(asyncio/(proactor|tools|windows)|concurrent/futures/process|ctypes/(_aix|util)|pyodide/console|http/(client|cookie|server)|logging/(config|handlers))"
    r"|email/(_header_value|contentmanager|generator|headerreg|mime/|policy)|urllib/(request|robot)"
    r"|(_pydatetime|_pyio|bdb|cProfile|cmd|code|compileall|configparser|doctest|filecmp|fileinput|ftplib|getpass|imaplib|"
    r"mailbox|mimetypes|modulefinder|netrc|optparse|pdb|pickletools|plistlib|poplib|profile|pstats|pty|py_compile|pyclbr|"
    r"pydoc|rlcompleter|runpy|smtplib|socketserver|symtable|tabnanny|tarfile|trace|wave|zipapp)\.py"
    r"|encodings/(big5|cp(?!437|1252)|euc|gb|hp|hz|iso|johab|koi8|kz|mac|palmos|ptcp|shift|tis)"
)
BYTECODE_SECONDS, MAX_MESSAGE_CHARACTERS = (
    600,
    200,
)  # of the script that makes bytecode, and of its error message
SUFFIXES = (".py", ".mo", ".toml", ".js", ".css", ".html")  # suffixes of files that Python reads in the browser
IMPORT = re.compile(r"""(?<=from )(['"])(?![./])([^'"]+)\1""")  # import of a package by name
POLICY = (  # what the page may load and request: only its own origin; sandbox.html restricts Python's workers further
    "default-src 'none'; script-src 'self' {sandbox} blob: 'wasm-unsafe-eval'; worker-src 'self' blob:; "
    "style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
    "connect-src 'self'; font-src 'self'; manifest-src 'self'; "
    "base-uri 'none'; form-action 'none'"
)


class SiteSize(NamedTuple):
    """What was written: the number of files and of bytes, and whether the site has compiled search code and
    bytecode.
    """

    files: int
    bytes: int
    kernels: bool
    bytecode: bool


def build_site(folder: Path, packages: Path, *, kernels: bool = False, documents: str = "") -> SiteSize:
    """Write the site to `folder`, and return what was written. `packages` is npm's folder (`node_modules`). `kernels`
    says whether to include compiled search code. `documents` is the path of the documents, relative to the page, for
    the page's links. Raises an error if an npm package or the compiler is missing, or if `folder` has other content.
    """
    _check_packages(packages)
    if kernels and not can_link():
        raise MissingExtra(
            _("compiling code for browsers requires Numba and ziglang. Try: {command}").format(
                command="pip install 'langkah[site]'"
            )
        )
    _prepare_folder(folder)
    files = dict(_make_files(packages, kernels=kernels, documents=documents))
    listed = sorted(name for name in files if name != MARK)
    version = hashlib.sha256(b"".join(hashlib.sha256(files[name]).digest() for name in listed)).hexdigest()[:16]
    files[MARK] = _to_json({"langkah": langkah.__version__, "version": version, "files": ["./", *listed]})
    worker = (STATIC / "site" / "service_worker.js").read_text(encoding="utf-8")
    files["service_worker.js"] = f'self.VERSION = "{version}";\n{worker}'.encode()
    for name, content in files.items():
        path = folder / name
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(path, content)
        except OSError as error:
            raise BadInput(_("{path} cannot be written: {why}").format(path=path, why=error.strerror)) from None
    modules = files.get(f"python/langkah.zip{PART}")
    bytecode = modules is not None and b"langkah/__init__.pyc" in gzip.decompress(modules)
    return SiteSize(len(files), sum(map(len, files.values())), kernels, bytecode)


def _check_packages(packages: Path) -> None:
    """Raise an error if npm packages are missing. The message says how to install them."""
    wanted = [("pyodide", packages / "pyodide" / name) for name in PYODIDE]
    wanted += [(f"@codemirror/{name}", packages / "@codemirror" / name / "package.json") for name in EDITOR]
    missing = list(dict.fromkeys(name for name, path in wanted if not path.is_file()))
    if missing:
        raise BadInput(
            _("{folder} lacks files that the site needs: {names}").format(folder=packages, names=", ".join(missing)),
            _("Get these files with `{command}`, then give the folder that contains them: --packages {folder}").format(
                command="npm install " + " ".join(missing), folder="node_modules"
            ),
        )


def _prepare_folder(folder: Path) -> None:
    """Prepare the folder for a new site: if it holds an earlier site, delete the files of that site. A folder with any
    other content is refused.
    """
    if folder.exists() and not folder.is_dir():
        raise BadInput(_("{path} is not a folder").format(path=folder))
    if not folder.is_dir() or not any(folder.iterdir()):
        return
    try:
        earlier = json.loads((folder / MARK).read_text(encoding="utf-8"))["files"]
    except (OSError, ValueError, KeyError):
        raise BadInput(
            _("{path} is not empty and does not contain a site built by Langkah: choose another folder").format(
                path=folder
            )
        ) from None
    for name in (*earlier[1:], "service_worker.js", MARK):
        path = (folder / name).resolve()
        if path.is_relative_to(folder.resolve()):
            path.unlink(missing_ok=True)


def _make_files(packages: Path, *, kernels: bool, documents: str) -> Iterator[tuple[str, bytes]]:
    """The name and the content of every file of the site."""
    for path in sorted(STATIC.rglob("*.*")):
        yield f"static/{path.relative_to(STATIC).as_posix()}", path.read_bytes()
    for shared in (REPLAY, SPACE_MAP):
        for path in (each for kind in ("js", "css", "html") for each in sorted(shared.glob(f"*.{kind}"))):
            yield f"static/{shared.name}/{path.name}", path.read_bytes()
    yield "static/connection.js", b'export * from "./site/connection.js";\n'
    yield "theme.css", "\n".join([format_css(":root", LIGHT), format_css(':root[data-theme="dark"]', DARK)]).encode()
    yield "manifest.webmanifest", _to_json(_describe_app())
    python = {name: (packages / "pyodide" / name).read_bytes() for name in PYODIDE}
    python |= {name: trim(python[name]) for name, trim in TRIMMED.items()}
    python["langkah.zip"] = make_archive(kernels=kernels)
    python |= _add_bytecode(python, packages)
    python |= {name: _store_archive(python[name]) for name in ARCHIVES}
    parts = dict(_pack(f"python/{name}", content) for name, content in python.items())
    size = sum(map(len, parts.values()))
    yield "index.html", _make_page(kernels=kernels, size=size, documents=documents).encode()
    yield _pack("python/checker.zip", take_rules(python["langkah.zip"]))
    yield from parts.items()
    yield from _copy_editor(packages)
    for path in sorted(TEMPLATES.glob("*.txt")):
        yield f"data/templates/{path.name}", path.read_bytes()
    shapes: dict[str, list[Values]] = {game: [] for game in GAMES}
    for language in LANGUAGES:
        yield from (_pack(name, _to_json(content)) for name, content in _make_data(language, shapes))
    yield from (_pack(f"data/shapes/{game}.json", _to_json(used)) for game, used in shapes.items())


def _pack(name: str, content: bytes) -> tuple[str, bytes]:
    """Compress a file: returns its name on the site and its bytes. The same content always gives the same bytes."""
    return name + PART, gzip.compress(content, 9, mtime=0)


def _store_archive(content: bytes) -> bytes:
    """Repack a zip archive without compression. The archive is compressed as a whole afterwards, which makes it smaller
    and faster to read than compressed members.
    """
    stored = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as packed, zipfile.ZipFile(stored, "w") as archive:
        for each in packed.infolist():
            archive.writestr(zipfile.ZipInfo(each.filename), packed.read(each), zipfile.ZIP_STORED)
    return stored.getvalue()


def _make_page(*, kernels: bool, size: int, documents: str) -> str:
    """The page with the parts that only the static site has: its content security policy, its manifest, the languages,
    whether search code is compiled, the size of Python's files, and the path of the documents.
    """
    page = (STATIC / "index.html").read_text(encoding="utf-8")
    about = f'data-languages="{" ".join(LANGUAGES)}" data-python="{size}"{" data-compiled" if kernels else ""}'
    about += f' data-documents="{html.escape(documents.rstrip("/"))}/"' if documents else ""
    page = page.replace('<html lang="en">', f'<html lang="en" {about}>')
    script = (STATIC / "site" / "sandbox.html").read_text(encoding="utf-8").split("<script>")[1].split("</script>")[0]
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    policy = POLICY.format(sandbox=f"'sha256-{digest}'")
    head = f"""<meta http-equiv="Content-Security-Policy" content="{policy}" />
    <link rel="manifest" href="manifest.webmanifest" />
    <link rel="stylesheet" href="static/site/site.css" />
    <title>"""
    return page.replace("<title>", head, 1)


def _describe_app() -> Values:
    """The web app manifest, with which a browser can install the page."""
    return {
        "name": "Langkah",
        "short_name": "Langkah",
        "description": "Play, solve and understand puzzles and games.",
        "start_url": ".",
        "scope": ".",
        "display": "standalone",
        "background_color": LIGHT.page,
        "theme_color": "#0072b2",
        "icons": [{"src": "static/icon.svg", "type": "image/svg+xml", "sizes": "any", "purpose": "any"}],
    }


def make_archive(*, kernels: bool = False) -> bytes:
    """Langkah's code for Python in the browser, as one archive; the same files give the same bytes."""
    content = io.BytesIO()
    modules = make_side_modules() if kernels else ()
    where = FOLDER.relative_to(SOURCE).as_posix()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for path in sorted(SOURCE.rglob("*")):
            name = path.relative_to(SOURCE).as_posix()
            wanted = path.suffix in SUFFIXES and (name in NEEDED or not name.startswith(NOT_NEEDED))
            if wanted and path.is_file():
                archive.writestr(zipfile.ZipInfo(f"langkah/{name}"), path.read_bytes(), zipfile.ZIP_DEFLATED, 9)
        for name, body in modules:
            archive.writestr(zipfile.ZipInfo(f"langkah/{where}/{name}"), body, zipfile.ZIP_DEFLATED, 9)
    return content.getvalue()


def take_rules(content: bytes) -> bytes:
    """Reduce an archive of Langkah to the files that are needed to check certificates: the checker and the rules of all
    games.
    """
    kept = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as whole, zipfile.ZipFile(kept, "w") as archive:
        for each in whole.infolist():
            name = each.filename.removeprefix("langkah/")
            folders = tuple(rule for rule in RULES if rule.endswith("/"))
            if name.startswith(folders) or name.rpartition(".")[0] in RULES:
                archive.writestr(zipfile.ZipInfo(each.filename), whole.read(each), zipfile.ZIP_STORED)
    return kept.getvalue()


def _trim_library(content: bytes) -> bytes:
    """Python's standard library without the parts that are useless in a browser tab."""
    kept = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as whole, zipfile.ZipFile(kept, "w") as archive:
        for each in whole.infolist():
            if not LEFT_OUT.match(each.filename):
                archive.writestr(zipfile.ZipInfo(each.filename), whole.read(each), zipfile.ZIP_DEFLATED, 9)
    return kept.getvalue()


def _trim_list(content: bytes) -> bytes:
    """Pyodide's lock file with an empty list of packages, because the site includes none of them."""
    return _to_json({**json.loads(content), "packages": {}})


TRIMMED = {"python_stdlib.zip": _trim_library, "pyodide-lock.json": _trim_list}


def _add_bytecode(python: dict[str, bytes], packages: Path) -> dict[str, bytes]:
    """Return copies of the archives `ARCHIVES` in which bytecode replaces sources. The Pyodide in the folder `packages`
    makes the bytecode, running under node. Returns an empty dictionary if node is not installed.
    """
    node = which("node")
    if node is None:
        return {}
    with tempfile.TemporaryDirectory() as place:
        for name in ARCHIVES:
            Path(place, name).write_bytes(python[name])
        words = [node, "--input-type=module", "--eval", NODE, str((packages / "pyodide").resolve()), place]
        done = _run_node(words)
        if done.returncode < 0:  # node itself crashed, which happens once in a hundred times
            done = _run_node(words)
        if done.returncode:
            lines = [line for line in done.stderr.splitlines() if "Error" in line[:MAX_MESSAGE_CHARACTERS]]
            why = lines[-1].strip()[:MAX_MESSAGE_CHARACTERS] if lines else f"{done.returncode}"
            raise BadInput(_("Node.js could not generate the bytecode: {why}").format(why=why))
        return {name: Path(place, name).read_bytes() for name in ARCHIVES}


def _run_node(words: list[str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(words, check=False, capture_output=True, text=True, timeout=BYTECODE_SECONDS)


NODE = """
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
const [pyodide, place] = process.argv.slice(1);
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`).href);
const python = await loadPyodide({ indexURL: pyodide });
python.mountNodeFS("/made", place);
python.unpackArchive(readFileSync(`${place}/langkah.zip`).buffer, "zip");
python.pyimport("langkah.apps.site.bytecode").compile_archives("/made");
process.exit(0);
"""


def _copy_editor(packages: Path) -> Iterator[tuple[str, bytes]]:
    """The files of CodeMirror and its dependencies: for each package one module and its licence."""
    waiting = [f"@codemirror/{name}" for name in EDITOR]
    for name in waiting:
        about = json.loads((packages / name / "package.json").read_text(encoding="utf-8"))
        waiting += [each for each in about.get("dependencies", {}) if each not in waiting]
        code = (packages / name / _find_module(about)).read_text(encoding="utf-8")
        code = IMPORT.sub(lambda found: f'"./{_flatten(found[2])}.js"', code)
        yield f"static/editor/{_flatten(name)}.js", code.encode()
        licence = next((path for path in (packages / name).glob("LICENSE*")), None)
        if licence is not None:
            yield f"static/editor/{_flatten(name)}.LICENSE", licence.read_bytes()


def _flatten(name: str) -> str:
    return name.removeprefix("@").replace("/", "-")


def _find_module(about: Values) -> str:
    """The file that `import` loads from an npm package. `about` is the content of its package.json."""
    found: Any = about.get("exports", about.get("module"))
    while isinstance(found, dict):
        found = next(found[key] for key in (".", "import", "default") if key in found)
    return str(found)


def _make_data(language: str, shapes: dict[str, list[Values]]) -> Iterator[tuple[str, object]]:
    """Yield the files with the server's answers for the first screens, in one language. The shapes of level pictures
    are stored separately, in `shapes`, which has a list for each game; the answers contain only their indices.
    """
    token, catalogue = current_language.set(language), ProblemCatalogue()
    try:
        yield f"data/{language}/texts.json", translate_texts()
        home = run_task("games", {}, Context(), catalogue)
        yield f"data/{language}/games.json", home
        known: Values = {"lessons {}": run_task("lessons", {}, Context(), catalogue)}
        for game, card in zip(GAMES, home["games"], strict=True):
            levels = run_task("levels", {"game": game}, Context(), catalogue)
            _take_shapes(levels["levels"], shapes[game])
            yield f"data/{language}/levels/{game}.json", levels
            first = card["path"][0]["name"] if card["kind"] == "puzzle" and card["path"] else game  # the card's level
            for name in dict.fromkeys([game, first]):
                link: Values = {"token": name}
                chosen: Values = {"problem": name, "settings": {}}
                begun = known[f"link {_to_json(link).decode()}"] = run_task("link", link, Context(), catalogue)
                known[f"problem {_to_json(chosen).decode()}"] = run_task("problem", chosen, Context(), catalogue)
            yield f"data/{language}/moves/{game}.json", _list_first_moves(begun, catalogue)
        yield f"data/{language}/known.json", known
    finally:
        current_language.reset(token)


def _list_first_moves(begun: Values, catalogue: ProblemCatalogue) -> Values:
    """The results of a game's first moves. `answers` lists the server's answers; `keys` maps each action of the player
    to the index of its answer.
    """
    answers: list[Values] = []
    keys: dict[str, int] = {}
    layer = [begun]
    for _ply in range(KNOWN_PLIES):
        after: list[Values] = []
        for position, deeds in ((each, deeds) for each in layer for deeds in _list_deeds(each)):
            if position["waiting_for"] or len(answers) >= MOST_KNOWN_MOVES:
                continue
            for deed in deeds:
                body = {"saved": position["saved"], "deed": deed}
                answer = run_task("act", body, Context(), catalogue)
                if answer["answer"]["kind"] != "moved":
                    continue
                if not answers or answers[-1] != answer:
                    answers.append(answer)
                keys[_to_json(body).decode()] = len(answers) - 1
            after.append(answers[-1]["position"])
        layer = after
    return {"answers": answers, "keys": keys}


def _list_deeds(position: Values) -> Iterator[list[Values]]:
    """Yield, for each legal move, the actions of the player that make the move: its name, clicks on handles (clickable
    parts of the picture), or a drag from one handle to another. With dice, also yield the action of rolling.
    """
    if position["kind"] == "dice":
        yield [{"do": "roll"}]
    for choice in position["choices"]:
        gestures = choice["gestures"][:MOST_KNOWN_GESTURES]
        clicks = [{"do": "click", "handles": gesture} for gesture in gestures]
        pairs = [gesture for gesture in gestures if len(gesture) == 2]
        drags = [{"do": "drag", "press": press, "release": release} for press, release in pairs]
        yield [{"do": "play", "move": choice["move"]}, *clicks, *drags]


def _take_shapes(levels: list[Values], shapes: list[Values]) -> None:
    """Move the shapes of level pictures into the list `shapes`, and replace them by their indices in it. This saves
    space, since the same shapes occur on many boards and in all languages.
    """
    numbers = {_to_json(shape): number for number, shape in enumerate(shapes)}
    for scene in (level["scene"] for level in levels):
        for shape in scene["shapes"]:
            if numbers.setdefault(_to_json(shape), len(shapes)) == len(shapes):
                shapes.append(shape)
        scene["shapes"] = [numbers[_to_json(shape)] for shape in scene["shapes"]]


def _to_json(content: object) -> bytes:
    return json.dumps(content, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode()
