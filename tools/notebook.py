"""`python -m tools.notebook`: run the example notebook in a fresh kernel and store its outputs in the file.

The stored outputs are shown in the documents, and wherever the file is opened without a kernel. If a run differs only
in times and memory, the file stays as it is. What depends on the machine (versions, time stamps) is not stored.
"""

import os
import re
from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient

NOTEBOOK = Path(__file__).parent.parent / "examples" / "notebook.ipynb"
MEASURED = re.compile(r"[\d.]+(?= s<)|(?<=<td>)\d+\.\d{3}(?=</td>)|(?<=seconds&quot;:)[\d.e-]+|[\d.]+(?= [KM]?B\b)")
LONGEST_RUN = 300  # seconds for each cell


def run_notebook(path: Path = NOTEBOOK) -> Any:
    """The notebook with the outputs of a fresh run, without anything that depends on the machine."""
    book: Any = nbformat.read(path, as_version=4)  # type: ignore[no-untyped-call]
    quiet = ["--log-level=ERROR"]
    client = NotebookClient(book, timeout=LONGEST_RUN, kernel_name="python3", extra_arguments=quiet)
    client.execute(env={**os.environ, "LANGUAGE": "en"})
    book.metadata["language_info"] = {"name": "python"}
    for cell in book.cells:
        cell.metadata = {}
    return book


def list_outputs(book: Any) -> dict[str, dict[str, str]]:
    """The outputs of each code cell, by the cell's id and by media type, without measured times and memory."""
    return {
        cell.id: {kind: MEASURED.sub("", text) for output in cell.outputs for kind, text in output.data.items()}
        for cell in book.cells
        if cell.cell_type == "code"
    }


def main() -> str:
    """Store the outputs if they are new; returns what was done, in a sentence."""
    os.environ["JUPYTER_PLATFORM_DIRS"] = "1"  # otherwise Jupyter warns about its own folders
    stored: Any = nbformat.read(NOTEBOOK, as_version=4)  # type: ignore[no-untyped-call]
    fresh = run_notebook()
    if list_outputs(stored) == list_outputs(fresh):
        return "The stored outputs are those of this run."
    nbformat.write(fresh, NOTEBOOK)  # type: ignore[no-untyped-call]
    return f"New outputs were stored in {NOTEBOOK}."


if __name__ == "__main__":
    print(main())
