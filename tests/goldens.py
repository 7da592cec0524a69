"""Expected outputs in files: a command must print exactly the text of its file in `tests/golden/`.

After an intended change, `LANGKAH_GOLDEN=write pytest` rewrites these files; review the difference before the commit.
"""

import os
from pathlib import Path

FOLDER = Path(__file__).parent / "golden"


def same_as_golden(name: str, text: str) -> None:
    """Check that a text equals the golden file of this name."""
    path = FOLDER / name
    if os.environ.get("LANGKAH_GOLDEN") == "write":
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8"), f"{path} differs; LANGKAH_GOLDEN=write pytest writes it anew"
