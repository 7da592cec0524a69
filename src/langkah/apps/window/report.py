"""What the window shows, as lines of JSON in a file: for tests, which see it only through keys, clicks and this.

Set LANGKAH_WINDOW_REPORT to the name of a file. Whenever what is shown has changed, a line is added.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

VARIABLE = "LANGKAH_WINDOW_REPORT"


class Report:
    """Adds a line whenever the facts have changed."""

    def __init__(self, path: str) -> None:
        self.path = Path(path) if path else None
        self.last = ""

    def tell(self, facts: Mapping[str, Any]) -> None:
        """Write the facts down, unless they are as before."""
        line = json.dumps(facts)
        if self.path is not None and line != self.last:
            self.last = line
            with self.path.open("a", encoding="utf-8") as file:
                file.write(line + "\n")
