"""axe-core on an open page: what it finds wrong for people who do not see, hear or point as others do.

By night only colours are looked at: everything else is the same by day, and every page is looked at by day too.
"""

from functools import cache
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser import wait_until

CALM = "() => !document.getAnimations().some((each) => each instanceof CSSTransition)"  # colours glide for a moment
SOURCE = Path(__file__).parent.parent / "node_modules/axe-core/axe.min.js"  # from package.json, where there is npm
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
    """The script; without npm nothing is checked, as with the types of the page's scripts."""
    if not SOURCE.exists():
        pytest.skip("axe-core is not there: run npm install")
    return SOURCE.read_text(encoding="utf-8")


def find_violations(page: Page, within: str = "html") -> list[str]:
    """What axe-core finds on a page as it stands, or in a part of it: the rule, then each element that breaks it."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(read_source())
    wait_until(page, CALM)
    found: list[Any] = page.evaluate(RUN, within)
    return [f"{rule} ({words}): {where}" for rule, words, places in found for where in places]
