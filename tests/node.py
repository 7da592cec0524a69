"""Runs modules of the page that need no browser. They run in the Node.js that comes with Playwright, so no further
installation is needed.
"""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import playwright

NODE = Path(playwright.__file__).parent / "driver" / ("node.exe" if sys.platform == "win32" else "node")
SOURCE = Path(__file__).parent.parent / "src" / "langkah"
PANES = SOURCE / "views" / "replay"


def run_script(module: Path, script: str, given: Any) -> Any:
    """The result of a JavaScript function (module, given) => answer, called with the module and a value."""
    code = f"""
    import {{ readFileSync }} from "node:fs";
    const module = await import({json.dumps(module.as_uri())});
    console.log(JSON.stringify(({script})(module, JSON.parse(readFileSync(0, "utf8")))));
    """
    words = [str(NODE), "--input-type=module", "--eval", code]
    done = subprocess.run(words, input=json.dumps(given), capture_output=True, text=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)
