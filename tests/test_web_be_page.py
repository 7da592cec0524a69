"""'Be the algorithm' in the web app: the player chooses which node is expanded next."""

import json

from playwright.sync_api import Page, expect

from langkah import load
from langkah.apps.site.browser import answer
from langkah.course.result_code import PageResult, read_code
from langkah.legal_runs import begin_run
from tests.browser import press_node, wait_until
from tests.test_web_watch_page import LONG, Open, player


def begin(page: Page, algorithm: str) -> None:
    """Start 'Be the algorithm' with an algorithm, from the current position."""
    page.locator("#tab-watch").click()
    page.locator('[data-way="be"]').click()
    page.locator('[data-pick="algorithm"]').select_option(algorithm)
    page.locator('[data-do="be"]').click()
    expect(page.locator(".be .chip")).to_have_count(1, timeout=LONG)


def test_the_tree_grows_only_where_the_rules_allow(visit: Open) -> None:
    """The player expands nodes by keyboard and by clicks in the tree. A node that may not be expanded next is refused
    with the broken rule. Mistakes and hints are counted, and the result code contains these counts.
    """
    seen = visit(viewport={"width": 1366, "height": 680})
    seen.open("hanoi", {"discs": 2})
    page = seen.page
    begin(page, "breadth-first")
    run = begin_run(load("hanoi", discs=2), "breadth-first")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    run.take(0)
    expect(page.locator(".be .chip").first).to_be_focused()
    steps = 1
    while not run.over:
        expect(page.locator(".be .score")).to_contain_text(f"Expanded: {steps}")
        assert player(page, "recording.count") == len(run.nodes)
        waiting, legal = set(run.list_waiting()), run.find_legal()
        chips = {int(str(each.get_attribute("data-node"))) for each in page.locator(".be .chip").all()}
        assert chips == set(player(page, "choices.keys().toArray()")) == waiting
        if steps == 3:
            wrong = max(waiting - set(legal))
            press_node(page, wrong)
            expect(page.locator(".be .said.wrong")).to_have_text(
                run.explain_rule(run.nodes[wrong].state).capitalize() + ".", ignore_case=True
            )
            assert player(page, "recording.count") == len(run.nodes)
            page.locator('[data-do="be-hint"]').click()
            expect(page.locator(".be .chip.legal")).to_have_count(len(legal))
        press_node(page, legal[-1])
        run.take(legal[-1])
        steps += 1
    code = page.locator(".be .result-code")
    expect(code).to_be_visible()
    expect(page.locator(".be .result")).to_contain_text(f"{steps - 1} of {steps} · mistakes: 1 · hints: 1")
    result = read_code(code.inner_text(), "")
    assert isinstance(result, PageResult)
    assert (result.task, result.right, result.of, result.hints) == ("breadth-first", steps - 1, steps, 1)


def test_costs_are_hidden_until_asked_for(visit: Open) -> None:
    """Costs are hidden in the tree and in the row of choices until the player switches them on. The link can name a
    student, a task and a key; the result code is signed with the key.
    """
    seen = visit()
    seen.open("hanoi", {"discs": 2})
    page = seen.page
    page.evaluate("location.hash = '#hanoi?discs=2&be&algorithm=a-star&student=ani&task=star&key=secret'")
    expect(page.locator(".be .chip")).to_have_count(1, timeout=LONG)
    page.locator(".be .chip").click()
    expect(page.locator(".be .chip")).to_have_count(2)
    assert page.locator(".be .chip small").count() == 0
    assert player(page, "selected") == -1
    assert player(page, "panes.tree.painter.value(1)") == ""
    page.locator('[data-pick="values"]').check()
    costs = page.locator('.be .chip[data-node="1"] small').inner_text()
    value = "document.querySelector('.studio').player.panes.tree.painter.value(1)"
    wait_until(page, f"(costs) => costs && {value} === costs", arg=costs)
    steps = 1
    while page.locator(".be .chip").count():
        page.locator('[data-do="be-hint"]').click()
        page.locator(".be .chip.legal").first.click()
        steps += 1
        grown = page.locator(".be .score", has_text=f"Expanded: {steps} ")
        expect(grown.or_(page.locator(".be .result"))).to_be_visible()
    result = read_code(page.locator(".be .result-code").inner_text(), "secret")
    assert isinstance(result, PageResult)
    assert (result.student, result.task, result.right) == ("ani", "star", 1)


def test_the_static_site_answers_alike() -> None:
    """The static site, which has no server, refuses a wrong node with the rule that the library names."""
    told: list[tuple[str, str]] = []
    saved = {"problem": "hanoi", "settings": {"discs": 2}}
    body = {"saved": saved, "search": {"algorithm": "breadth-first"}, "taken": [0, 1], "guess": 3}
    answer(json.dumps({"path": "be", "language": "en", "body": body}), lambda word, text: told.append((word, text)))
    word, text = told[-1]
    found = json.loads(text)
    assert word == "result"
    assert (found["right"], found["taken"], found["code"]) == (False, [0, 1], "")
    run = begin_run(load("hanoi", discs=2), "breadth-first")
    for number in (0, 1):
        run.take(number)
    assert found["why"] == run.explain_rule(run.nodes[3].state)
