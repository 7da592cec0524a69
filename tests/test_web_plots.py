"""Plots of an experiment in the web app, in a real browser."""

from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import expect

from langkah import Experiment
from langkah.experiments.rows import ROWS
from tests.axe import find_violations
from tests.browser import SOON, Visit

LONG = 2 * SOON


def test_plots_of_a_file(visit: Callable[..., Visit], tmp_path: Path) -> None:
    """In Compare, a file of an experiment's rows opens a dialog with all plots, in which another pair of configurations
    can be selected. A file with an invalid row is refused.
    """
    found = Experiment("hanoi discs=3", "bfs,a*,ida*", memory=False, random=3).run()
    found.write(tmp_path)
    seen = visit()
    seen.open("hanoi", {"discs": 3})
    page = seen.page
    page.locator("#tab-watch").click()
    page.locator('[data-way="compare"]').click()
    page.locator("[data-file=rows]").set_input_files(
        {"name": "x.jsonl", "mimeType": "text/plain", "buffer": b'{"run": 1}\n'}
    )
    expect(page.locator("#panel-watch .refusal")).to_contain_text("x.jsonl, line 1", timeout=LONG)
    page.locator("[data-file=rows]").set_input_files(f"{tmp_path}/{ROWS}")
    expect(page.locator(".plots svg")).to_have_count(5, timeout=LONG)
    expect(page.locator(".studio tbody tr")).to_have_count(3)
    scatter = page.locator("[data-plot=scatter]")
    expect(scatter.locator("text", has_text="IDA*")).to_have_count(0)
    page.locator("[data-pair='1']").select_option("3")
    expect(scatter.locator("text", has_text="IDA*")).to_have_count(1, timeout=LONG)
    assert not find_violations(page)
    seen.do("close-studio")
