"""`make messages`: collect all texts for translation, update the catalogues, and report missing translations.

Python sources mark texts with `_`, `N_` and `format_plural`; the page lists its own in one JavaScript file. The texts
of argparse and the headings of generated documents, which use the same catalogue, are listed here; those of levels are
in their files.
"""

import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from langkah.language import LANGUAGES

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "langkah"
KEYWORDS = {"_": None, "N_": None, "format_plural": (1, 2)}
METHODS = [("**.py", "python"), ("**.js", "javascript")]
ARGPARSE = [
    "usage: ",
    "positional arguments",
    "options",
    "show this help message and exit",
    "the following arguments are required: %s",
    "unrecognized arguments: %s",
    "argument %(argument_name)s: %(message)s",
    "expected one argument",
    "expected at least one argument",
    "invalid choice: %(value)r (choose from %(choices)s)",
    "ambiguous option: %(option)s could match %(matches)s",
    "ignored explicit argument %r",
    "not allowed with argument %s",
    "one of the arguments %s is required",
    "invalid %(type)s value: %(value)r",
]
HEADINGS = ["claim", "explanation", "in the paper", "meaning", "option", "recomputed"]  # tools/document_parts.py


def find_catalogue(code: str) -> Path:
    """The catalogue file that translators edit."""
    return SOURCE / "locale" / code / "LC_MESSAGES" / "langkah.po"


def collect_texts() -> Catalog:
    """A catalogue with every text to translate, without translations."""
    catalogue = Catalog(project="langkah", charset="utf-8")
    for _file, _line, message, _comments, _context in extract_texts():
        catalogue.add(message)
    for message in [*ARGPARSE, *HEADINGS, *list_level_texts()]:
        catalogue.add(message)
    return catalogue


def list_level_texts() -> list[str]:
    """The titles of levels, except titles in another script, and the meanings and notes of all levels. (The names of
    groups are in the Python files of the games.)
    """
    files = sorted((SOURCE / "games" / "levels").glob("*/*.toml"))
    levels = [tomllib.loads(path.read_text(encoding="utf-8")) for path in files]
    titles = {level["title"] for level in levels if level["title"].isascii()}
    return sorted(titles | {level[each] for level in levels for each in ("meaning", "note") if each in level})


def extract_texts() -> Iterator[tuple[str, int, str | tuple[str, ...], list[str], str | None]]:
    """The texts that are marked in the source, each with its file, line, comments and context."""
    yield from extract_from_dir(str(SOURCE), METHODS, keywords=KEYWORDS)


def read_catalogue(code: str) -> Catalog:
    """The stored translations of a language; an empty catalogue if the language is new."""
    path = find_catalogue(code)
    if not path.exists():
        return Catalog(locale=code, project="langkah", charset="utf-8")
    with path.open("rb") as file:
        return read_po(file, locale=code)


def refresh_catalogue(code: str, texts: Catalog) -> int:
    """Update the catalogue of a language: add missing texts, drop unused ones, and write the files `.po` and `.mo`.
    Returns the number of texts without a translation.
    """
    catalogue, path = read_catalogue(code), find_catalogue(code)
    catalogue.update(texts, no_fuzzy_matching=True)
    catalogue.obsolete.clear()
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        write_po(file, catalogue, width=120, sort_output=True, omit_header=False, include_previous=False)
    with path.with_suffix(".mo").open("wb") as file:
        write_mo(file, catalogue)
    missing = [message.id for message in catalogue if message.id and not any(list_forms(message.string))]
    print(f"{code}: {len(catalogue)} texts, {len(missing)} not translated yet")
    return len(missing)


def main() -> int:
    """Update the catalogue of every language; exit code 1 while translations are missing."""
    texts = collect_texts()
    return int(sum(refresh_catalogue(code, texts) for code in LANGUAGES if code != "en") > 0)


def list_forms(text: str | tuple[str, ...] | list[str] | None) -> list[str]:
    """The forms of a translation: one, or one per plural form; empty if there is no translation."""
    return [text] if isinstance(text, str) else list(text or ())


if __name__ == "__main__":
    sys.exit(main())
