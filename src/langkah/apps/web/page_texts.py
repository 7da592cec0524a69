"""The texts of the web page itself. They are marked for translation in `static/texts.js`, like texts in Python code,
and are translated here.
"""

import json
import re
from functools import cache
from pathlib import Path
from typing import TypedDict

from langkah.language import _, current_language

STATIC = Path(__file__).parent / "static"
MARK_PATTERN = re.compile(r'\bN_\(\s*("(?:[^"\\]|\\.)*"),?\s*\)')


@cache
def find_marked() -> tuple[str, ...]:
    """The texts in `texts.js` that are marked for translation, each once."""
    source = (STATIC / "texts.js").read_text(encoding="utf-8")
    return tuple(dict.fromkeys(json.loads(text) for text in MARK_PATTERN.findall(source)))


class TextsJson(TypedDict):
    """Maps each of the page's own texts from English to the requested language."""

    language: str
    texts: dict[str, str]


def translate_texts() -> TextsJson:
    """The page's texts in the current language."""
    return {"language": current_language.get(), "texts": {text: _(text) for text in find_marked()}}
