"""Lessons and the guide of the Watch view, in a real browser: on wide and phone screens, by mouse and by keyboard."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from langkah.apps.cli.main import main
from langkah.language import load_catalogue
from langkah.lessons import BUILT_IN, find_lesson
from langkah.tasks.context import Context
from langkah.tasks.lesson import LessonRequest, run_lesson
from tests.axe import find_violations
from tests.browser import SOON, Visit, find_still, press_node

Open = Callable[..., Visit]
LONG = 2 * SOON
WIDE, PHONE = {"width": 1366, "height": 680}, {"width": 390, "height": 844}
AT = "() => document.querySelector('.studio').player.at"
OUTSIDE = """
(selector) => {
  const each = document.querySelector(selector);
  if (!each) return null;
  const { left, right, top, bottom } = each.getBoundingClientRect();
  const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  const out = [-left, right - innerWidth, -top, bottom - innerHeight].filter((far) => far > 0);
  return each === hit || each.contains(hit) || hit?.contains(each) ? out : [...out, Infinity];
}
"""


def open_lesson(seen: Visit, name: str) -> Page:
    """Open a lesson by its address and return the page."""
    seen.page.goto(f"{seen.address}#lesson/{name}")
    expect(seen.page.locator(".lesson-bar")).to_be_visible(timeout=LONG)
    return seen.page


def find_outside(page: Page, selector: str) -> list[float]:
    """The distances by which an element extends beyond the edges of the window, plus infinity if another element covers
    its middle. Empty if it is fully visible.
    """
    found: list[float] = find_still(page, OUTSIDE, selector)
    return found


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
def test_a_lesson_on_the_page(visit: Open, size: dict[str, int]) -> None:
    """A lesson goes forward through its stops, each at the right event, by button and by keyboard. Its questions accept
    right answers and explain wrong ones; the reader can go back to the last stop and close the lesson.
    """
    told: Any = run_lesson(LessonRequest(find_lesson("branch-and-bound")), Context()).told
    seen = visit(viewport=size, has_touch=size is PHONE)
    page = open_lesson(seen, "branch-and-bound")
    bar = page.locator(".lesson-bar")
    for index, stop in enumerate(told["stops"]):
        expect(bar.locator(".words")).to_have_text(stop["text"])
        expect(bar.locator(".place")).to_have_text(f"{index + 1} of {len(told['stops']) + 2}")
        assert page.evaluate(AT) == stop["at"]
        for part in (".lesson-bar .words", '[data-do="lesson-next"]', ".transport"):
            assert find_outside(page, part) == []
        page.keyboard.press("PageDown") if index % 2 else seen.do("lesson-next")
    first, last = told["questions"]
    expect(bar.locator(".asked")).to_have_text(first["text"])
    right, wrong = first["right"], [place for place in range(len(first["choices"])) if place not in first["right"]]
    bar.locator(f'[data-choice="{wrong[0]}"]').click()
    expect(bar.locator(".wrong")).to_have_text(first["wrong"])
    press_node(page, first["choices"][right[-1]]["node"])  # any of the right choices
    expect(bar.locator(".right")).to_have_text(first["reply"])
    seen.do("lesson-next")
    expect(bar.locator(".asked")).to_have_text(last["text"])
    expect(page.locator('[data-do="lesson-next"]')).to_be_disabled()
    for index in range(len(last["choices"])):
        assert find_outside(page, f'.lesson-bar [data-choice="{index}"]') == []
    right = last["right"][0]
    bar.locator(f'[data-choice="{right + 1}"]').click()
    expect(bar.locator(".wrong")).to_have_text(last["choices"][right + 1]["reply"])
    page.keyboard.press(str(right + 1))
    expect(bar.locator(".right")).to_have_text(last["choices"][right]["reply"])
    seen.do("lesson-previous")
    seen.do("lesson-previous")
    expect(bar.locator(".words")).to_have_text(told["stops"][-1]["text"])
    seen.do("close-studio")
    expect(page.locator(".studio")).to_have_count(0)
    expect(page.locator(".card").first).to_be_visible()
    expect(page).not_to_have_url(re.compile("lesson"))


def test_lessons_from_the_watch_tab_and_in_indonesian(visit: Open) -> None:
    """The Watch tab lists all lessons. A link opens a lesson in the language of the page, and the browser's back button
    returns to the game.
    """
    seen = visit(locale="id-ID")
    seen.open("hanoi", {"discs": 3})
    page = seen.page
    page.locator("#tab-watch").click()
    page.locator('[data-way="lessons"]').click()
    links = page.locator(".lessons a")
    expect(links).to_have_count(len(BUILT_IN), timeout=LONG)
    links.filter(has_text="Runut-balik").click()
    expect(page.locator(".lesson-bar .words")).to_contain_text("Letakkan satu ratu", timeout=LONG)
    expect(page.locator(".studio h2").first).to_have_text("Runut-balik (backtracking)")
    page.go_back()
    expect(page.locator(".studio")).to_have_count(0)
    expect(page.locator(".board .shape").first).to_be_visible()


@pytest.mark.slow
def test_what_leads_on_from_a_lesson(visit: Open) -> None:
    """The end of a lesson has links to the next lesson and to the list of lessons; the end of the last lesson links to
    the list only. Links are hidden before the end.
    """
    seen = visit(viewport=PHONE)
    page = open_lesson(seen, "minimax")
    onward = page.locator(".lesson-bar .onward")
    expect(onward).to_be_hidden()
    for name in ("minimax", "alpha-beta"):
        expect(page).to_have_url(re.compile(f"#lesson/{name}"))
        told = run_lesson(LessonRequest(find_lesson(name)), Context()).told
        for _page in range(len(told["stops"]) + len(told["questions"]) - 1):
            seen.do("lesson-next")
        expect(onward).to_be_visible()
        expect(page.locator('[data-do="lesson-next"]')).to_be_hidden()
        assert find_outside(page, ".lesson-bar .onward") == []
        if name == "minimax":
            onward.get_by_role("link", name="Next lesson: Alpha-beta").click()
            expect(page.locator(".studio")).to_have_count(1)
            expect(page.locator(".studio h2").first).to_contain_text("Alpha-beta", timeout=LONG)
    expect(onward.locator("a")).to_have_text(["All lessons"])
    onward.locator("a").click()
    expect(page.locator(".studio")).to_have_count(0)
    expect(page.locator('[data-idea="lessons"] .lessons a')).to_have_count(len(BUILT_IN), timeout=LONG)
    expect(page.locator('[data-idea="lessons"]')).to_be_in_viewport()
    page.go_back()
    expect(page.locator(".studio h2").first).to_contain_text("Alpha-beta", timeout=LONG)


def test_a_lesson_that_is_not_there(visit: Open) -> None:
    """The address of an unknown lesson shows the gallery with a suggestion of a similar name."""
    seen = visit()
    seen.refused = True
    seen.page.goto(f"{seen.address}#lesson/minmax")
    expect(seen.page.locator("main")).to_contain_text("Did you mean minimax?", timeout=LONG)


def test_the_quiz_of_alpha_beta(visit: Open) -> None:
    """The quiz of alpha-beta ('Are its remaining branches cut off?') can be answered rightly and wrongly, by click and
    by key. The Watch view shows MAX, and does not mention a frontier or a closed set.
    """
    seen = visit(viewport=WIDE)
    seen.open("mnk", {"position": ["XOX", "XO.", "..O"]})
    page = seen.page
    page.locator("#tab-watch").click()
    page.locator('[data-pick="algorithm"]').select_option("alpha-beta")
    seen.do("record")
    expect(page.locator(".studio canvas").first).to_be_visible(timeout=LONG)
    asked = page.evaluate("() => document.querySelector('.studio').player.recording.data.quiz")
    assert len(asked) >= 2
    quiz = page.locator('[data-pane="quiz"]')
    quiz.locator("button").first.click()
    expect(quiz.locator(".asked")).to_have_text(asked[0]["ask"])
    assert asked[0]["ask"].endswith("Are its remaining branches cut off?")
    for index in range(len(asked[0]["choices"])):
        assert find_outside(page, f'[data-pane="quiz"] [data-choice="{index}"]') == []
    quiz.locator(f'[data-choice="{asked[0]["answer"]}"]').click()
    expect(quiz.locator(".right")).to_contain_text("beta")
    quiz.locator("button").first.click()
    page.keyboard.press(str(2 - asked[1]["answer"]))
    expect(quiz.locator(".wrong")).to_contain_text("beta")
    words = page.locator(".studio").inner_text().lower()
    for word in ("frontier", "closed set", "waiting"):
        assert word not in words
    assert "max" in words


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
def test_the_guided_start(visit: Open, size: dict[str, int]) -> None:
    """The guide of the Watch view points at three panes in turn and is operated by keyboard. Afterwards the Watch view
    stays open, and the guide does not appear again.
    """
    seen = visit(viewport=size, guided=True, locale="id-ID" if size is PHONE else "en-US")
    seen.open("hanoi", {"discs": 2})
    page = seen.page

    def watch() -> None:
        page.locator("#tab-watch").click()
        seen.do("record")
        expect(page.locator(".studio .transport")).to_be_visible(timeout=LONG)

    watch()
    guide = page.locator(".guide")
    expect(guide).to_be_focused()
    for number, pane in enumerate(("tree", "frontier", "code"), 1):
        place = "{n} of {all}" if size is WIDE else load_catalogue("id").gettext("{n} of {all}")
        expect(guide).to_contain_text(place.format(n=number, all=3))
        expect(page.locator(f'[data-pane="{pane}"].guided')).to_be_visible()
        assert find_outside(page, ".guide") == []
        assert guide.get_attribute("aria-labelledby") == guide.locator("h3").get_attribute("id")
        page.keyboard.press("Tab")
        page.keyboard.press("Tab")
        expect(page.locator('[data-do="next-guide"]')).to_be_focused()
        page.keyboard.press("Enter")
    expect(guide).to_have_count(0)
    expect(page.locator(".studio")).to_be_visible()
    seen.do("close-studio")
    watch()
    expect(guide).to_have_count(0)


def watch_first(seen: Visit, wish: str = "") -> Page:
    """Open the Watch view of a small breadth-first search, with `wish` appended to the address, and return the page."""
    seen.page.goto(f"{seen.address}#hanoi?discs=2&watch&algorithm=breadth-first{wish}")
    expect(seen.page.locator(".studio .transport")).to_be_visible(timeout=LONG)
    return seen.page


def test_the_guide_can_be_left_at_once(visit: Open) -> None:
    """The first press of Escape closes the guide, and the second one closes the Watch view."""
    page = watch_first(visit(guided=True))
    expect(page.locator(".guide")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".guide")).to_have_count(0)
    expect(page.locator(".studio")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".studio")).to_have_count(0)


@pytest.mark.parametrize("deed", [".transport .main", ".tree canvas", "ArrowRight"])
def test_the_guide_goes_when_anything_else_is_done(visit: Open, deed: str) -> None:
    """A click on the play button or the tree, or a key that steps forward, closes the guide, which does not appear
    again.
    """
    seen = visit(guided=True)
    page = watch_first(seen)
    expect(page.locator(".guide")).to_contain_text("Still empty")
    if deed.startswith("."):
        page.locator(deed).click(position={"x": 8, "y": 8})
    else:
        page.keyboard.press(deed)
    expect(page.locator(".guide, .guided")).to_have_count(0)
    page.goto("about:blank")
    expect(watch_first(seen).locator(".guide")).to_have_count(0)


def test_the_guide_says_what_is_there(visit: Open) -> None:
    """The guide matches the moment of the search: at a later event, its text mentions the nodes that can be clicked. An
    embedded page has no guide.
    """
    seen = visit(guided=True)
    mark = "() => (document.documentElement.dataset.embed = '')"  # as the static site marks an embedded page
    seen.page.add_init_script(f"document.addEventListener('readystatechange', {mark})")
    expect(watch_first(seen).locator(".guide")).to_have_count(0)
    page = watch_first(visit(guided=True), "&event=4")
    expect(page.locator(".guide")).to_contain_text("Click one to see")


@pytest.mark.parametrize("scheme", ["light", pytest.param("dark", marks=pytest.mark.slow)])
def test_lessons_for_everybody(visit: Open, scheme: str) -> None:
    """axe-core finds no violations in a stop, an answered question, the list of lessons and the guide."""
    seen = visit(color_scheme=scheme, guided=True)
    page = open_lesson(seen, "minimax")
    assert not find_violations(page)
    for _stop in range(8):
        page.keyboard.press("PageDown")
    for choice in (0, 2):
        page.locator(f'.lesson-bar [data-choice="{choice}"]').click()
        assert not find_violations(page)
    seen.open("hanoi", {"discs": 2})
    page.locator("#tab-watch").click()
    page.locator('[data-way="lessons"]').click()
    expect(page.locator(".lessons a")).to_have_count(len(BUILT_IN), timeout=LONG)
    assert not find_violations(page, "#panel-watch")
    page.locator('[data-way="watch"]').click()
    seen.do("record")
    expect(page.locator(".guide")).to_be_visible(timeout=LONG)
    assert not find_violations(page)


def test_a_lesson_as_one_file(visit: Open, tmp_path: Path) -> None:
    """A lesson saved as one HTML file works without a server, with the same stops and the same question."""
    path = tmp_path / "lesson.html"
    assert main(["lesson", "alpha-beta", "--html", str(path)]) == 0
    told: Any = run_lesson(LessonRequest(find_lesson("alpha-beta")), Context()).told
    seen = visit(address=path.as_uri())
    page = seen.page
    page.goto(path.as_uri())
    bar = page.locator(".lesson-bar")
    for stop in told["stops"]:
        expect(bar.locator(".words p").first).to_have_text(stop["text"])
        assert page.evaluate("() => window.player.at") == stop["at"]
        page.locator('[data-do="lesson-next"]').click()
    expect(bar.locator(".asked")).to_have_text(told["questions"][0]["text"])


def test_every_kind_of_question(visit: Open) -> None:
    """Steps of 'Be the algorithm', and questions with a number, an order or several right choices, first refuse a wrong
    answer and then accept the right one.
    """
    seen = visit(viewport=WIDE)
    page = open_lesson(seen, "a-star")
    told: Any = run_lesson(LessonRequest(find_lesson("a-star")), Context()).told
    bar = page.locator(".lesson-bar")
    place = next(place for place, stop in enumerate(told["stops"]) if stop["be"])
    for _stop in range(place):
        seen.do("lesson-next")
    seen.do("lesson-be")
    for number, step in enumerate(told["stops"][place]["be"]):
        assert page.evaluate(AT) == step["at"]
        wrong = next(index for index in range(len(step["choices"])) if index not in step["right"])
        page.keyboard.press(str(wrong + 1))
        expect(bar.locator(".wrong")).to_have_text(step["choices"][wrong]["reply"], ignore_case=True)
        press_node(page, step["choices"][step["right"][0]]["node"])
        expect(bar.locator(".right")).to_be_visible()
        assert page.evaluate(AT) == step["then"]
        if number + 1 < len(told["stops"][place]["be"]):
            seen.do("lesson-step")
    for _stop in range(len(told["stops"]) - place):
        seen.do("lesson-next")
    asked, order = told["questions"][:2]
    field = bar.locator('[data-pick="number"]')
    field.fill("99")
    seen.do("lesson-check")
    expect(bar.locator(".wrong")).to_have_text(asked["wrong"])
    field.fill(asked["answers"][0])
    field.press("Enter")
    expect(bar.locator(".right")).to_have_text(asked["reply"])
    seen.do("lesson-next")
    places = sorted(range(len(order["choices"])), key=lambda index: order["right"][index])
    for line, turn in ((order["wrong"], reversed(places)), (order["reply"], places)):
        for index in turn:
            bar.locator(f'[data-choice="{index}"]').click()
        expect(bar.locator(".wrong, .right").filter(has_text=line)).to_be_visible()
    open_lesson(seen, "not-admissible")
    several: Any = run_lesson(LessonRequest(find_lesson("not-admissible")), Context()).told
    for _each in several["stops"]:
        seen.do("lesson-next")
    for number, index in enumerate(several["questions"][0]["right"], 1):
        bar.locator(f'[data-choice="{index}"]').click()
        seen.do("lesson-check")
        expect(bar.locator(".right" if number == 2 else ".wrong")).to_be_visible()
