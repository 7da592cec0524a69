"""Prints a web page to a PDF file with an installed browser, which applies the print style of the page."""

import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from langkah.errors import BadInput
from langkah.language import _
from langkah.output_file import write_whole

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "msedge")
PRINT_SECONDS = 120.0


def find_browser() -> str:
    """The path of the first installed browser that can print without a screen. Raises an error if there is none."""
    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    if found is None:
        raise BadInput(
            _(
                "a PDF needs Chromium or Chrome, and neither is installed: "
                "write an .html file, open it in any browser and print it"
            )
        )
    return found


def print_pdf(browser: str, page: str, target: str) -> None:
    """Print a web page to the PDF file `target`. `page` is the HTML text of the page; `browser` is the path of the
    browser program. Raises `BadInput` if the browser fails or the file cannot be written.
    """
    if not Path(target).absolute().parent.is_dir():
        raise BadInput(_("{path} cannot be written: there is no such folder").format(path=target))
    with TemporaryDirectory() as folder:
        source, printed = Path(folder) / "page.html", Path(folder) / "page.pdf"
        source.write_text(page, encoding="utf-8")
        words = [browser, "--headless", "--disable-gpu", "--no-pdf-header-footer", f"--user-data-dir={folder}/profile"]
        if sys.platform == "linux":
            words.append("--no-sandbox")  # the page is our own, makes no requests and runs no code
        words += [f"--print-to-pdf={printed}", source.as_uri()]
        try:
            done = subprocess.run(words, capture_output=True, timeout=PRINT_SECONDS, check=False)
            if not done.returncode and printed.exists():
                write_whole(target, printed.read_bytes())
                return
        except (OSError, subprocess.TimeoutExpired) as error:
            why = getattr(error, "strerror", None) or error
            raise BadInput(_("{path} cannot be written: {why}").format(path=target, why=why)) from None
    last = done.stderr.decode(errors="replace").strip().splitlines()[-1:] or [str(done.returncode)]
    raise BadInput(_("{path} cannot be written: {why}").format(path=target, why=last[0]))
