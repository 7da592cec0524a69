"""Races and comparisons of searches in the web app."""

from math import ceil, log10

import pytest
from playwright.sync_api import Page, expect

from langkah import load, solve
from langkah.comparison import ComparisonRow, Entry, write_remarks
from langkah.language import _
from langkah.search import ALGORITHMS
from langkah.search.algorithm import Promise
from tests.browser import lane, read_address_bar
from tests.test_web_watch_page import LONG, Open


def expected(searches: list[tuple[str, str | None]]) -> list[ComparisonRow]:
    """The results of the library for the searches of a race."""
    problem = load("snakes:paper-2")
    return [
        ComparisonRow(problem.name, Entry(name, estimate), solve(problem, name, estimate=estimate))
        for name, estimate in searches
    ]


def test_a_comparison_tells_the_papers_story(visit: Open) -> None:
    """One view shows that the paper's branch and bound finds cost 9, that breadth-first search finds cost 6, where the
    paper's heuristic overestimates, and that branch and bound with an admissible heuristic finds cost 6. From this
    view, a race of the three searches is opened.
    """
    seen = visit()
    seen.open("snakes:paper-2")
    page = seen.page
    page.locator("#tab-watch").click()
    page.locator('[data-way="compare"]').click()
    seen.do("compare")
    lesson = page.locator('.lesson[data-estimate="paper"]')
    expect(lesson).to_be_visible(timeout=LONG)
    assert lesson.locator(".cost").all_inner_texts() == ["9", "6", "6"]
    names = ["Branch and bound (paper)", "Breadth-first (BFS)", "Branch and bound (jumps)"]
    assert lesson.locator(".side b").all_inner_texts() == names
    assert lesson.locator(".gap > *").all_inner_texts() == ["0", "estimate: 17", "true cost: 6"]
    assert lesson.locator(".scene").get_attribute("aria-label")
    row = page.locator('[data-row="Branch and bound (paper)"]')
    assert row.locator("td").all_inner_texts()[:5] == [
        "found a solution of cost 9, although cost 6 is possible",
        "9",
        "10",
        "55",
        "41",
    ]
    check_bars(page)
    remarked = " ".join(page.locator(".remarks li").all_inner_texts())
    assert "Branch and bound finds cost 9 with 'paper', but cost 6 with 'jumps', which is admissible." in remarked
    seen.do("race-lesson")
    expect(lane(page, names[0])).to_be_visible(timeout=LONG)
    check_race(page, names)


def test_compare_them_all_opens_a_board_that_teaches(visit: Open) -> None:
    """The comparison linked on the first page shows that depth-first search is worse than breadth-first search in cost
    and in nodes, that greedy search finds a more expensive path, and that A* expands far fewer nodes. Only algorithms
    that promise optimality have a proved result.
    """
    seen = visit()
    seen.home()
    page = seen.page
    page.locator('[data-idea="compare"]').click()
    expect(page.locator(".figures tbody tr").first).to_be_visible(timeout=LONG)
    found = {}
    for row in page.locator(".figures tbody tr").all():
        words, cost, expanded = (text.replace(",", "") for text in row.locator("td").all_inner_texts()[:3])
        if cost == "–":  # hill climbing stopped at a local optimum
            continue
        found[str(row.get_attribute("data-row")).partition(" (")[0]] = (words, int(cost), int(expanded))
    breadth, depth, star = found["Breadth-first"], found["Depth-first"], found["A*"]
    assert depth[1] > 5 * breadth[1]
    assert depth[2] > breadth[2] > 10 * star[2]
    assert star[1] == breadth[1] < found["Greedy best-first"][1]
    provers = {name for name, (words, _cost, _expanded) in found.items() if "and proved" in words}
    promised = {_(row.title).partition(" (")[0] for row in ALGORITHMS.values() if is_promised(row.promises)}
    assert {"Breadth-first", "A*"} <= provers <= promised


def is_promised(promise: Promise) -> bool:
    """Whether an algorithm promises an optimal solution, at least if all steps have the same cost."""
    return promise.fewest_steps or promise.least_cost


def check_bars(page: Page) -> None:
    """The bars have the lengths that the logarithmic scale in the column head states."""
    counts = [int(text.replace(",", "")) for text in page.locator(".figures td.share").all_inner_texts()]
    read = "(all) => all.map((each) => parseFloat(each.style.getPropertyValue('--share')))"
    bars = page.locator(".figures td.share").evaluate_all(read)
    top = 10 ** ceil(log10(max(counts)))
    told = page.locator(".figures th .axis").inner_text().split("\n")
    assert told[1:3] == [f"bars on a logarithmic scale, from 1 to {top:,}", "1"]
    assert bars == pytest.approx([100 * log10(count) / log10(top) for count in counts])


def check_race(page: Page, names: list[str]) -> None:
    """In the middle of a race, all lanes have expanded the same number of nodes. At the end, the verdicts and the ranks
    of the lanes are right by each measure.
    """
    rows = expected([("branch-and-bound", "paper"), ("breadth-first", None), ("branch-and-bound", "jumps")])
    page.evaluate("document.querySelector('.studio').race.go(7)")
    for name in names:
        assert lane(page, name).locator(".counters dd").first.inner_text() == "7"
        expect(lane(page, name).locator(".state")).to_have_text("Searching …")
    expect(page.locator(".verdicts")).to_be_hidden()
    page.locator('[data-do="race-forward"]').click()
    page.keyboard.press("ArrowRight")
    assert lane(page, names[1]).locator(".counters dd").first.inner_text() == "9"
    for measure in ("expanded", "time", "memory"):
        page.locator(f'[data-by="{measure}"]').click()
        page.locator('[data-do="race-end"]').click()
        expect(lane(page, names[0]).locator(".state")).to_contain_text(
            "Found a solution of cost 9, although cost 6 is possible."
        )
        expect(lane(page, names[0]).locator(".place")).to_be_empty()
        places = [lane(page, name).locator(".place").inner_text() for name in names[1:]]
        assert sorted(places) in (["1.", "2."], ["1.", "1."])
        assert measure != "expanded" or places == ["2.", "1."]
        for name in names[1:]:
            expect(lane(page, name).locator(".state")).to_contain_text(
                "Found a solution of cost 6 and proved that this is the least cost."
            )
    said = page.locator(".verdicts .remarks li").all_inner_texts()
    assert set(write_remarks(rows)) <= set(said)


@pytest.mark.slow
def test_a_race_by_time_and_memory(visit: Open) -> None:
    """Four lanes are selected in the form. At a given time or memory, each lane shows the event that its own clock
    determines. A link reopens the race at the same moment.
    """
    seen = visit()
    seen.open("tiles:nilsson")
    page = seen.page
    page.locator("#tab-watch").click()
    page.locator('[data-way="race"]').click()
    seen.do("add-lane")
    seen.do("add-lane")
    for index, name in enumerate(("a-star", "breadth-first", "ida-star", "greedy")):
        page.locator(f'[data-entry="{index}"] [data-pick="algorithm"]').select_option(name)
    seen.do("race")
    expect(page.locator(".lane")).to_have_count(4, timeout=LONG)
    for measure, clock in (("time", "seconds"), ("memory", "bytes")):
        page.locator(f'[data-by="{measure}"]').click()
        page.evaluate("(({ race }) => race.go(race.most / 3))(document.querySelector('.studio'))")
        moments = page.evaluate(
            """(clock) => (({ race }) => race.lanes.map(({ player }) =>
              [race.amount, player.at, player.recording.data[clock]]))(document.querySelector(".studio"))""",
            clock,
        )
        for amount, at, passed in moments:
            assert sorted(passed) == passed
            assert at == sum(each <= amount + 1e-9 for each in passed)
    page.locator('[data-do="race-play"]').click()
    expect(page.locator('[data-do="race-play"]')).to_have_attribute("title", "Pause")
    page.locator('[data-do="race-play"]').click()
    page.evaluate("document.querySelector('.studio').race.go(1500)")
    seen.do("copy-step")
    other = visit()
    other.page.goto(read_address_bar(page))
    expect(other.page.locator(".lane")).to_have_count(4, timeout=LONG)
    assert other.page.evaluate("(({ race: { by, amount } }) => [by, amount])(document.querySelector('.studio'))") == [
        "memory",
        1500,
    ]
