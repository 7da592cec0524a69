"""The page for an unknown address: in the reader's language, with a link to the start."""

from html import escape

from langkah.language import _, current_language
from langkah.settings import quote_value

PAGE = """<!doctype html>
<html lang="{language}">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>{title} · Langkah</title>
    <link rel="icon" href="/static/icon.svg" type="image/svg+xml" />
    <link rel="stylesheet" href="/static/style/base.css" />
    <link rel="stylesheet" href="/static/style/missing.css" />
  </head>
  <body>
    <main class="missing">
      <img src="/static/icon.svg" alt="" width="56" height="56" />
      <h1>{title}</h1>
      <p>{text}</p>
      <p><a href="/">{home}</a></p>
    </main>
  </body>
</html>
"""


def write_missing_page(path: str) -> str:
    """The page that reports that the address `path` does not exist."""
    words = {
        "language": current_language.get(),
        "title": _("There is nothing here"),
        "text": _("{path} is not a page of Langkah. Perhaps the address was cut short.").format(path=quote_value(path)),
        "home": _("To the games"),
    }
    return PAGE.format(**{name: escape(text) for name, text in words.items()})
