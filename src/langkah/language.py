"""The language of all texts: English in the source, others from `locale/` through the standard gettext.

A new language is a folder beside `locale/id` (`python -m tools.messages` fills it) and one line in `LANGUAGES`.

The choice is a context variable, so that two requests of one server can speak different languages at once. Texts
defined in one place and shown elsewhere are marked with `N_` and translated by `_` when shown.
"""

import gettext
import os
import re
from contextvars import ContextVar
from functools import cache
from math import nextafter
from pathlib import Path
from typing import Any

LANGUAGES = {"en": "English", "id": "Bahasa Indonesia"}
SWAPPED = str.maketrans(",.", ".,")  # for languages that swap the decimal point and the comma
LOCALE = Path(__file__).parent / "locale"
ROUNDING_ERROR = 1e-12  # error of probabilities computed in floating-point numbers

current_language: ContextVar[str] = ContextVar("language", default="en")


def detect_language() -> str:
    """The first supported language in the environment variables LANGUAGE, LC_ALL, LC_MESSAGES and LANG; English by
    default.
    """
    for variable in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        for name in os.environ.get(variable, "").split(":"):
            code = name.replace("-", "_").split("_")[0].split(".")[0].lower()
            if code in LANGUAGES:
                return code
            if code in ("c", "posix"):
                return "en"
    return "en"


@cache
def load_catalogue(language: str) -> gettext.NullTranslations:
    """The translations of one language; English needs none."""
    return gettext.translation("langkah", LOCALE, languages=[language], fallback=True)


def _(text: str) -> str:
    """The text in the current language."""
    language = current_language.get()
    return text if language == "en" or not text else load_catalogue(language).gettext(text)


def capitalize(text: str) -> str:
    """Capitalize the first letter, as at the start of a sentence, but keep the functions f, g and h.

    >>> capitalize("the least cost"), capitalize("f = g + h")
    ('The least cost', 'f = g + h')
    """
    return text if re.match(r"[fgh]\b", text) else text[:1].upper() + text[1:]


def format_number(value: object, form: str = ",") -> str:
    """Format a number for the current language. `form` is a Python format such as ",.3f" or ".1%".

    For texts only: numbers that programs read or people type keep the English form. A fraction stays a fraction.
    """
    text = format(value, form) if isinstance(value, int | float) else str(value)
    return text.translate(SWAPPED) if _("1,234.5") == "1.234,5" else text


def format_probability(chance: Any, form: str = ".4g") -> str:
    """Format a probability, with more digits than `form` if it would otherwise look like exactly 0 or 1."""
    number, form = find_chance_form(chance, form)
    return format_number(number, form)


def find_chance_form(chance: Any, form: str) -> tuple[float, str]:
    """A probability as a float, and a format in which it looks like 0 or 1 only if it equals 0 or 1. A float within
    `ROUNDING_ERROR` of 1 counts as 1.
    """
    close = ROUNDING_ERROR if isinstance(chance, float) else 0
    if not 0 < chance < 1 - close:
        return float(round(chance)), form
    number, kind = min(max(float(chance), 5e-324), nextafter(1.0, 0.0)), form[-1]
    for digits in range(int(form[1:-1]), 18):
        form = f".{digits}{kind}"
        if format(number, form) not in (format(0.0, form), format(1.0, form)):
            return number, form
    return number, ".2g"


def format_short(number: float) -> str:
    """Format a number with at most five decimal places: none from 100 on, and more for smaller numbers."""
    places = next((places for places, least in enumerate((100, 10, 1, 0.01, 0.001)) if number >= least), 5)
    return format_number(number, f",.{places}f")


def format_bytes(size: int) -> str:
    """Format a size in bytes: 640 KB, 1.32 MB, 25.0 GB."""
    number, unit = size / 1e3, "KB"
    for larger in ("MB", "GB", "TB", "PB", "EB"):
        if number >= 1000:
            number, unit = number / 1000, larger
    return f"{format_short(number)} {unit}"


def format_plural(one: str, many: str, count: int) -> str:
    """The singular text `one` or the plural text `many`, whichever fits `count` in the current language; `{n}` in it is
    replaced by the count.
    """
    return load_catalogue(current_language.get()).ngettext(one, many, count).format(n=format_number(count))


def N_(text: str) -> str:  # noqa: N802 - the customary name of this marker
    """Mark a text for translation without translating it yet."""
    return text
