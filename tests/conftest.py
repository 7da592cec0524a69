"""What tests of the page share: one server and one browser for a whole process, and pages that must not complain."""

import signal
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:  # most tests need no browser: it is imported where one is asked for
    from playwright.sync_api import Browser

    from tests.browser import Visit

# A shell that starts the tests in the background makes them deaf to Ctrl-C, and every program that they start.
signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session")
def address() -> Iterator[str]:
    """One server for all tests of a process."""
    from tests.browser import serving

    with serving() as found:
        yield found


@pytest.fixture(scope="session")
def browser() -> Iterator["Browser"]:
    """One browser for all tests of a process."""
    from playwright.sync_api import sync_playwright

    from tests.browser import browsing

    with sync_playwright() as playwright, browsing(playwright) as found:
        yield found


@pytest.fixture
def visit(browser: "Browser", address: str) -> Iterator[Callable[..., "Visit"]]:
    """Open pages; at the end none of them may have complained or asked anybody else."""
    from tests.browser import Visit

    visits: list[Visit] = []

    def opened(**options: Any) -> Visit:
        visits.append(Visit(browser, options.pop("address", address), **options))
        return visits[-1]

    yield opened
    for each in visits:
        each.close()
