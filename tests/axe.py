"""Accessibility checks of an open page with axe-core.

In dark mode only the colour contrast is checked: the other rules do not depend on the colours, and every page is also
checked in light mode.
"""

from functools import cache
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser import wait_until

CALM = "() => !document.getAnimations().some((each) => each instanceof CSSTransition)"  # no transition is running
SOURCE = Path(__file__).parent.parent / "node_modules/axe-core/axe.min.js"  # installed by npm, from package.json
RUN = """
async (within) => {
  const night = matchMedia("(prefers-color-scheme: dark)").matches;
  const rules = { "label-content-name-mismatch": { enabled: true } }; // what is read on a button is part of its name
  const { violations } = await axe.run(within, {
    resultTypes: ["violations"],
    ...(night ? { runOnly: ["color-contrast"] } : { rules }),
  });
  return violations.map(({ id, help, nodes }) => [id, help, nodes.map(({ target, failureSummary }) =>
    `${target.join(" ")}: ${failureSummary.split("\\n").slice(1).map((line) => line.trim()).join("; ")}`)]);
}
"""


@cache
def read_source() -> str:
    """The source of axe-core. If axe-core is not installed, the test is skipped."""
    if not SOURCE.exists():
        pytest.skip("axe-core is not there: run npm install")
    return SOURCE.read_text(encoding="utf-8")


def find_violations(page: Page, within: str = "html") -> list[str]:
    """The violations that axe-core finds on the open page, or in the part of the page that matches the selector
    `within`: one line per rule and element.
    """
    if not page.evaluate("'axe' in window"):
        page.evaluate(read_source())
    wait_until(page, CALM)
    found: list[Any] = page.evaluate(RUN, within)
    return [f"{rule} ({words}): {where}" for rule, words, places in found for where in places]
