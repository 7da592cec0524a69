"""'Be the algorithm' embedded in another page: the student clicks nodes, and the score goes into the result code and to
the other page.
"""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from langkah import load
from langkah.course.result_code import PageResult, read_code
from langkah.legal_runs import begin_run
from langkah.session import pack_link
from tests.static_site import ANSWERED, STARTING, serving_files

HEARD = "<script>heard = []; onmessage = (event) => heard.push({ origin: event.origin, ...event.data })</script>"


@pytest.mark.slow
def test_be_the_algorithm_inside_another_page(browser: Browser, site: str, tmp_path: Path) -> None:
    """In a frame of the usual size, from another origin, the student clicks one wrong node and then finishes the
    search. The result code contains the student's name and can be copied without a permission, and the page around the
    frame receives the score.
    """
    token = pack_link({"langkah": 1, "problem": "hanoi", "settings": {"discs": 2}})
    who = "student=ani&amp;task=by-hand&amp;key=secret"
    source = f"{site}?embed=1#{token}&amp;be&amp;algorithm=breadth-first&amp;{who}"
    frame_text = f'<iframe src="{source}" width="480" height="560" style="border: 0" title="Langkah"></iframe>'
    context = browser.new_context(viewport={"width": 520, "height": 600})
    page = context.new_page()
    (tmp_path / "course.html").write_text(HEARD + frame_text, encoding="utf-8")
    with serving_files(tmp_path) as address:
        page.goto(f"{address.replace('127.0.0.1', 'localhost')}course.html")
    frame = page.frame_locator("iframe")
    expect(frame.locator(".be .chip")).to_have_count(1, timeout=STARTING)
    run, steps = begin_run(load("hanoi", discs=2), "breadth-first"), 0
    while not run.over:
        waiting, legal = set(run.list_waiting()), run.find_legal()
        expect(frame.locator(".be .chip")).to_have_count(len(waiting), timeout=ANSWERED)
        if steps == 3:
            frame.locator(f'.be .chip[data-node="{max(waiting - set(legal))}"]').click()
            expect(frame.locator(".be .said.wrong")).to_be_visible(timeout=ANSWERED)
        chip = frame.locator(f'.be .chip[data-node="{legal[0]}"]')
        chip.scroll_into_view_if_needed()
        chip.click()
        run.take(legal[0])
        steps += 1
        grown = frame.locator(".be .score", has_text=f"Expanded: {steps} ").or_(frame.locator(".be .result"))
        expect(grown).to_be_visible(timeout=ANSWERED)
    code = frame.locator(".be .result-code").inner_text()
    result = read_code(code, "secret")
    assert isinstance(result, PageResult)
    assert (result.student, result.task, result.right, result.of) == ("ani", "by-hand", steps - 1, steps)
    assert result.taken == tuple(run.taken)
    origin = re.sub(r"/$", "", site)
    (heard,) = [each for each in page.evaluate("heard") if each.get("langkah") == "result"]
    assert heard == {"origin": origin, "langkah": "result", "right": steps - 1, "of": steps, "done": True, "code": code}
    frame.locator('[data-do="copy-code"]').click()
    expect(frame.locator(".be [role=status].quiet")).not_to_be_empty()
    page.evaluate("document.body.insertAdjacentHTML('beforeend', '<textarea></textarea>')")
    page.locator("textarea").focus()
    page.keyboard.press("Control+v")
    assert page.locator("textarea").input_value() == code
    context.close()
