"""Readable expectations in files: `tests/golden/` holds what a command must print, to the letter.

After a wanted change, `LANGKAH_GOLDEN=write pytest` writes them anew; the difference is then read in the commit.
"""

import os
from pathlib import Path

FOLDER = Path(__file__).parent / "golden"


def same_as_golden(name: str, text: str) -> None:
    """Compare a text with the file of that name."""
    path = FOLDER / name
    if os.environ.get("LANGKAH_GOLDEN") == "write":
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8"), f"{path} differs; LANGKAH_GOLDEN=write pytest writes it anew"
