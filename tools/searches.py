"""`make documents`: writes docs/searches.md from the tables of algorithms and options; a test compares the two."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from langkah.search import ALGORITHMS, CHOICE, OPTIONS, Algorithm, Option, Rule
from langkah.search.best_first import TIES

PAGE = Path(__file__).parent.parent / "docs" / "searches.md"
HEAD = """# Searches

`make documents` writes this page from the program's tables; `langkah list` shows the same tables.

## Algorithms
An algorithm can be named by its full name or by a short one; answers give the full name.
"""
CHOSEN = """
## The choice
If no algorithm is named, Langkah chooses one from the properties of the problem (`langkah list --choice` shows the same
table). The first row whose condition holds is the first choice. If this search has not finished after about a second,
the searches of the later rows whose conditions hold take turns with it:

- The first choice is only paused during these turns. It gets at least half of the time.
- Each of the other searches starts from the beginning at each turn, with more time than in its last turn.
- Limits on seconds, nodes and memory apply to all searches together.

In the answer, `algorithm` is the search that gave it; `tried` lists the other searches, with their effort.
A *packed form* gives each state as an integer, so that compiled code can search it: see
[make your puzzle fast](make-your-puzzle-fast.md).

If a search is watched (`trace`, *Watch* on the page), only the first choice runs. *Minimum*, hints and *Solve* on the
page use the same table. If an estimate is requested, only searches that use it are chosen.
"""
MIDDLE = """
## Options
The command line, Python, the page and the window have the same options, with the same ranges and defaults. On the
command line, write `--weight 1.5`, and limits as `--limit-nodes 100` and `--memory 4G`. In Python, write
`solve(problem, weight=1.5)`, and limits as `Limit(nodes=100)`. Every search obeys the limits.
"""
LAST = """
## Ties
A tie-break decides which of several nodes of equal rank is expanded first. `--ties deep,last` applies the second rule
if the first leaves a tie.
"""


def write_page() -> str:
    """Return the whole document."""
    algorithms = _write_table(["algorithm", "idea", "promises", "needs", "options"], map(_describe_row, _list_own()))
    options = _write_table(["option", "meaning", "legal", "default"], map(_describe_option, OPTIONS.values()))
    ties = _write_table(["name", "meaning"], TIES.items())
    choice = _write_table(["", "condition", "algorithm"], map(_describe_rule, enumerate(CHOICE, 1)))
    parts = ((HEAD, *algorithms), (CHOSEN, *choice), (MIDDLE, *options), (LAST, *ties))
    return "".join(["\n".join(each) + "\n" for each in parts])


def _list_own() -> list[Algorithm]:
    return [row for row in ALGORITHMS.values() if row.search.__module__.startswith(("langkah.", "functools"))]


def _describe_row(row: Algorithm) -> list[str]:
    names = ", ".join(f"`{name}`" for name in (row.name, *row.aliases))
    needs = row.needs.text if row.needs else ""
    return [names, row.about, row.promises.text, needs, " ".join(f"`{name}`" for name in row.options)]


def _describe_rule(numbered: tuple[int, Rule]) -> list[str]:
    number, rule = numbered
    return [f"{number}", rule.when, f"`{rule.algorithm}`" if rule.algorithm else "the search that the puzzle names"]


def _describe_option(option: Option) -> list[str]:
    default = "" if option.default is None else f"`{option.default}`"
    return [f"`{option.name}`", option.about, option.describe_legal(), default]


def _write_table(head: list[str], rows: Iterable[Iterable[str]]) -> Iterator[str]:
    yield "| " + " | ".join(head) + " |"
    yield "|" + "---|" * len(head)
    for row in rows:
        yield "| " + " | ".join(row) + " |"


if __name__ == "__main__":
    PAGE.write_text(write_page(), encoding="utf-8")
