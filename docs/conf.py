"""How Sphinx makes the documents: `make docs`, in English and Indonesian, offline, warnings as errors."""

import re
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
sys.path[:0] = [str(ROOT / "src"), str(ROOT)]

from tools.document_parts import write_parts  # noqa: E402 - found only now

from langkah import __version__  # noqa: E402

project = "Langkah"
author = "The Langkah authors"
copyright = author  # noqa: A001 - the name that Sphinx asks for
version = release = __version__
language = "en"

extensions = ["myst_parser", "sphinx.ext.autodoc"]
exclude_patterns = ["_build", "locale", "made"]
myst_enable_extensions = ["colon_fence", "fieldlist"]
myst_heading_anchors = 3
default_role = "code"  # a word between single backticks in a docstring
autodoc_typehints = "description"
autodoc_member_order = "bysource"
locale_dirs = [str(ROOT / "docs" / "locale")]  # absolute: Sphinx looks for its scripts' words in the working folder
gettext_compact = "documents"
gettext_uuid = False
suppress_warnings = ["myst.header"]  # files that are also read elsewhere begin their headings as they like

html_theme = "furo"
html_title = f"Langkah {__version__}"
html_static_path = ["_static", "made/pictures"]
templates_path = ["_templates"]
html_sidebars = {
    "**": [
        "sidebar/brand.html",
        "language.html",
        "sidebar/search.html",
        "sidebar/scroll-start.html",
        "sidebar/navigation.html",
        "sidebar/scroll-end.html",
    ]
}
html_css_files = ["langkah.css"]
html_copy_source = False
html_search_scorer = str(ROOT / "docs" / "scorer.js")
html_theme_options: dict[str, Any] = {"navigation_with_keys": True}
html_last_updated_fmt = None
WORDS = {  # of Furo's buttons and icons, which no catalogue reaches
    'aria-label="Toggle site navigation sidebar"': 'aria-label="Buka atau tutup navigasi"',
    'aria-label="Toggle table of contents sidebar"': 'aria-label="Buka atau tutup daftar isi"',
    'aria-label="Toggle Light / Dark / Auto color theme"': 'aria-label="Ganti tema terang, gelap, atau otomatis"',
    "<title>Contents</title>": "<title>Daftar isi</title>",
    "<title>Expand</title>": "<title>Buka</title>",
    "<title>Light mode</title>": "<title>Tema terang</title>",
    "<title>Dark mode</title>": "<title>Tema gelap</title>",
    "<title>Auto light/dark, in light mode</title>": "<title>Tema otomatis, kini terang</title>",
    "<title>Auto light/dark, in dark mode</title>": "<title>Tema otomatis, kini gelap</title>",
}
FURO = r"(<a [^>]*>@pradyunsg</a>)'s\s*(<a [^>]*>Furo</a>)"  # at the foot of every page

(ROOT / "docs" / "made" / "pictures").mkdir(parents=True, exist_ok=True)  # before Sphinx looks for it


def setup(app: Any) -> None:
    """What is made from the program itself is written first, in the language of the documents."""
    app.add_config_value("page", "", "env", str)  # see `write_parts`
    app.connect("builder-inited", _write_parts)
    app.connect("config-inited", lambda _app, config: config.html_context.update(web_app=config.page))
    app.connect("autodoc-skip-member", _skip_fields)
    app.connect("build-finished", _translate_words)


def _write_parts(app: Any) -> None:
    code, empty = app.config.language or "en", app.builder.name == "gettext"
    write_parts(Path(app.srcdir) / "made", code, empty, app.config.page)


def _translate_words(app: Any, error: Exception | None) -> None:
    if app.config.language == "id" and app.builder.name == "html" and not error:
        for path in Path(app.outdir).rglob("*.html"):
            text = path.read_text(encoding="utf-8")
            for english, indonesian in WORDS.items():
                text = text.replace(english, indonesian)
            path.write_text(re.sub(FURO, r"\2 karya \1", text), encoding="utf-8")


def _skip_fields(_app: Any, _kind: str, _name: str, member: Any, _skip: bool, _options: Any) -> bool | None:
    """Fields of tuples stand among the parameters already."""
    return True if str(getattr(member, "__doc__", "")).startswith("Alias for field") else None
