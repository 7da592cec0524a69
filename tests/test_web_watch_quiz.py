"""The quiz of the Watch view: boards as choices, and answers by a click in the tree."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser import press_node, wait_until
from tests.test_web_watch_page import Open, player, record

LOW = {"width": 1366, "height": 680}


def ask(page: Page) -> list[dict[str, int | str]]:
    """Open the next question and return its choices."""
    quiz = page.locator('[data-pane="quiz"]')
    quiz.locator("button.action").click()
    number: int = player(page, "panes.quiz.number")
    found: list[dict[str, int | str]] = player(page, f"recording.data.quiz[{number}].choices")
    return found


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_choices_are_boards(visit: Open, scheme: str) -> None:
    """Each choice is a picture of its state, in the colours of the theme and with its costs, and never a text of the
    board.
    """
    seen = visit(viewport=LOW, color_scheme=scheme)
    seen.open("tiles:textbook")
    page = record(seen, "a-star")
    choices = ask(page)
    quiz = page.locator('[data-pane="quiz"]')
    for index, choice in enumerate(choices):
        chip = quiz.locator(f'[data-choice="{index}"]')
        expect(chip.locator("canvas")).to_be_visible()
        assert chip.locator("canvas").evaluate("(each) => each.dataset.drawn") == scheme
        assert chip.locator("small").inner_text() == choice["costs"]
        assert chip.evaluate("(each) => each.getBoundingClientRect().bottom") <= LOW["height"]
    assert "/" not in quiz.locator(".choices").inner_text()


def test_a_click_in_the_tree_answers(visit: Open) -> None:
    """A click on a node of the choices answers the question, and the answer is counted as right or wrong. The tree
    shows the same costs as the choices; a click on another node does not answer.
    """
    seen = visit(viewport=LOW)
    seen.open("tiles:nilsson")
    page = record(seen, "a-star")
    quiz = page.locator('[data-pane="quiz"]')
    for number, kind in enumerate(("right", "wrong")):
        choices = ask(page)
        nodes = [int(each["node"]) for each in choices]
        drawn = "(count) => document.querySelector('.studio').player.panes.tree.painter.choices.size === count"
        wait_until(page, drawn, len(nodes))
        told = [player(page, f"panes.tree.painter.value({node})") for node in nodes]
        assert told == [each["costs"] for each in choices]
        press_node(page, 0)
        expect(quiz.locator(".choices")).to_be_visible()
        answer = player(page, f"recording.data.quiz[{number}].answer")
        press_node(page, nodes[answer if kind == "right" else answer - 1])
        expect(quiz.locator(f".{kind}")).to_be_visible()
    expect(quiz.locator(".count")).to_have_text("1 / 2")
    expect(quiz.locator(".choices")).to_have_count(0)
