"""Generated parts of the documents: commands, games with pictures, the papers' claims, the example notebook."""

import argparse
import html
import json
import re
import tomllib
from importlib import import_module
from pathlib import Path

from langkah import language
from langkah.apps.cli.commands.list import format_default
from langkah.apps.cli.main import COMMANDS
from langkah.games import load
from langkah.language import _
from langkah.papers import PAPERS, recompute_claims
from langkah.session import Session
from langkah.tasks.context import Context
from langkah.tasks.listing import ListedSettingJson, ListRequest, list_contents
from langkah.views.svg import draw_svg

ROOT = Path(__file__).parent.parent
NOTEBOOK = ROOT / "examples" / "notebook.ipynb"
ROOT_FILES = ("contributing", "changelog", "security")
_LINK = re.compile(r"\]\((?!https?:|#)(?P<target>[^)]+)\)")
_URLS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["urls"]
_SHOWN = 8  # boards of each game in the gallery
_SHOWN_TYPES = ("text/html", "image/svg+xml")  # of the outputs of a notebook, best first


def write_parts(folder: Path, code: str, empty: bool = False, page: str = "") -> None:
    """Write the generated parts as Markdown files in the language `code`. With `empty`, all parts except the example
    notebook and the documents from the root of the repository are empty. `page` is the path of the web app from the
    folder of the documents; without `page`, pictures link to the published web app.
    """
    (folder / "pictures").mkdir(parents=True, exist_ok=True)
    made = dict.fromkeys(("commands", "games", "papers", "front"), "")
    token = language.current_language.set(code)
    try:
        if not empty:
            games = describe_games(folder / "pictures", find_page(page, code))
            made = {"commands": describe_commands(), "games": games, "papers": describe_papers()}
            made["front"] = embed_boards(find_page(page, code, 0)) if page else ""
    finally:
        language.current_language.reset(token)
    made["notebook"] = describe_notebook()
    for name, text in (made | read_root_files()).items():
        path = folder / f"{name}.md"
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")


def find_page(page: str, code: str, depth: int = 1) -> str:
    """The address of the web app for a document that lies `depth` folders below the folder of the documents. Documents
    in other languages than English lie one folder deeper. Without `page`, the published address.
    """
    return "../" * (depth + (code != "en")) + f"{page}/" if page else str(_URLS["Try it"])


def embed_boards(page: str) -> str:
    """HTML for the front page of the documents on the site: a frame with a board to play, and a frame with a search to
    watch.
    """
    frame = "<iframe src='{}?embed=1#{}' title='{}' loading='lazy'></iframe>"
    shown = {"klotski:first-steps-13": _("Klotski"), "tiles:nilsson&watch&algorithm=a-star": _("Watch")}
    frames = "".join(frame.format(page, html.escape(address), title) for address, title in shown.items())
    return f"<div class='live'>{frames}</div>\n"


def read_root_files() -> dict[str, str]:
    """The documents in the root of the repository, with links adapted to the folder of the documents."""
    return {
        name: _LINK.sub(_point_into_documents, (ROOT / f"{name.upper()}.md").read_text(encoding="utf-8"))
        for name in ROOT_FILES
    }


def _point_into_documents(link: re.Match[str]) -> str:
    target = link["target"]
    name = target.removesuffix(".md").lower()
    if name in ROOT_FILES:
        return f"]({name}.md)"
    return (
        f"]({target.removeprefix('docs/')})"
        if target.startswith("docs/")
        else f"]({_URLS['Source']}/blob/main/{target})"
    )


def describe_commands() -> str:
    """A section for every command with its options, as its argument parser describes them."""
    lines = []
    for name, about in COMMANDS.items():
        parser = argparse.ArgumentParser(prog=f"langkah {name}", add_help=False)
        import_module(f"langkah.apps.cli.commands.{name}").add_arguments(parser)
        usage = parser.format_usage().split(": ", 1)[1].strip()
        lines += [f"## {name}", "", f"{_(about)[:1].upper()}{_(about)[1:]}.", "", "```text", usage, "```", ""]
        rows = [_describe_option(parser, action) for action in parser._actions]
        lines += [_row(_("option"), _("meaning")), "|---|---|", *rows, ""] if rows else []
    return "\n".join(lines)


def _describe_option(parser: argparse.ArgumentParser, action: argparse.Action) -> str:
    value = action.metavar if isinstance(action.metavar, str) else "{" + ",".join(map(str, action.choices or [])) + "}"
    takes = action.nargs != 0 and value != "{}"
    names = ", ".join(f"`{word} {value}`" if takes else f"`{word}`" for word in action.option_strings) or f"`{value}`"
    about = action.help or ""
    return f"| {_escape(names)} | {_escape(about % {**vars(action), 'prog': parser.prog} if '%' in about else about)} |"


def _escape(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ").replace("*", "\\*")


def describe_games(pictures: Path, page: str) -> str:
    """A section for each game, with pictures of its first levels and a table of its settings. Every picture links to
    its board in the web app. The pictures are written to the folder `pictures`.
    """
    lines = []
    for name, game in list_contents(ListRequest(), Context()).games.items():
        lines += [f"## {game['title']}", "", f"{game['about']}", "", ":::{container} gallery", ""]
        boards = {f"{name}:{level}": game["level_facts"][level]["title"] for level in list(game["levels"])[:_SHOWN]}
        for problem, title in (boards or {name: game["title"]}).items():
            lines += [_describe_board(problem, title, pictures, page), ""]
        lines += [":::", ""]
        if game["settings"]:
            lines += [_row(_("setting"), _("default"), _("meaning"), _("legal values")), "|---|---|---|---|"]
            lines += [_describe_setting(row) for row in game["settings"]]
        lines += ["", "```console", f"$ langkah list {name}", "```", ""]
    return "\n".join(lines)


def _describe_setting(row: ListedSettingJson) -> str:
    default = format_default(row["default"])
    choices = "; ".join(f"`{choice}`: {_escape(meaning)}" for choice, meaning in row.get("choices", {}).items())
    cells = _escape(row["about"]), choices or _escape(row["legal"])
    return _row(f"`{row['name']}`", f"`{default}`".replace("|", "\\|") if default else "", *cells)


def _row(*cells: str) -> str:
    return f"| {' | '.join(cells)} |"


def _describe_board(name: str, title: str, pictures: Path, page: str) -> str:
    problem = load(name)
    path = pictures / f"{re.sub(r'[^a-z0-9]+', '-', name)}.svg"
    path.write_text(draw_svg(Session(problem, dice=False).scene()), encoding="utf-8")
    return f"<a href='{page}?embed=1#{name}'><img src='../_static/{path.name}' alt=''><br>{html.escape(title)}</a>"


def describe_papers() -> str:
    """A section for each paper, with a table of its claims and of the values that `langkah reproduce` recomputes."""
    lines = []
    for name, title in PAPERS.items():
        lines += [f"## {_(title)}", "", "```console", f"$ langkah reproduce {name}", "```", ""]
        lines += [_row("", _("claim"), _("in the paper"), _("recomputed"), _("explanation")), "|---|---|---|---|---|"]
        for claim in recompute_claims(name):
            paper = "" if claim.paper is None else claim.paper
            lines.append(
                _row(*(_escape(str(cell)) for cell in (claim.mark, claim.claim, paper, claim.ours, claim.note)))
            )
        lines.append("")
    return "\n".join(lines)


def describe_notebook() -> str:
    """The example notebook, cell by cell, with its stored outputs, but without its title."""
    lines = []
    for cell in json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"]:
        text = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            lines += [re.sub(r"^# .*\n", "", text), ""]
            continue
        lines += ["```python", text, "```", ""]
        for output in cell["outputs"]:
            shown = next("".join(output["data"][kind]) for kind in _SHOWN_TYPES if kind in output["data"])
            lines += ["``````{raw} html", f'<div class="output">{shown}</div>', "``````", ""]
    return "\n".join(lines)
