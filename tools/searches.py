"""`make documents`: write docs/searches.md from the tables of algorithms and options; a test compares them."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from langkah.search import ALGORITHMS, CHOICE, OPTIONS, Algorithm, Option, Rule
from langkah.search.best_first import TIES

PAGE = Path(__file__).parent.parent / "docs" / "searches.md"
HEAD = """# Searches

Made from the program's own tables by `make documents`; `langkah list` shows the same.

## Algorithms
Each can be named by its full name or a short one; answers give the full name.
"""
CHOSEN = """
## The choice
Where no algorithm is named, facts about the problem lead to the search (`langkah list --choice` shows the same table).
The first row that holds is the first choice. Where it has not answered after a moment, about a second, the rows below
it that hold have turns: the first choice keeps at least half of the time and loses nothing, the others begin anew in
ever longer turns. Limits on seconds, nodes and memory hold for all of them together. The answer's `algorithm` is the
search that proved it; `tried` lists the others, with what they spent.

A search that is watched (`trace`, Watch on the page) is the first choice alone. Minimum, hints and Solve on the page
choose by the same table. Where an estimate is asked for, only searches that heed it are chosen.
"""
MIDDLE = """
## Options
Command line (`--weight 1.5`, limits as `--limit-nodes 100` and `--memory 4G`), Python (`solve(problem, weight=1.5)`,
limits as `Limit(nodes=100)`), page and window know the same options, with the same ranges and defaults. Every search
heeds the limits.
"""
LAST = """
## Ties
What comes first among nodes of equal rank; `--ties deep,last` asks the second where the first does not decide.
"""


def write_page() -> str:
    """The whole document."""
    algorithms = _write_table(["algorithm", "idea", "promises", "needs", "options"], map(_describe_row, _list_own()))
    options = _write_table(["option", "meaning", "legal", "default"], map(_describe_option, OPTIONS.values()))
    ties = _write_table(["name", "meaning"], TIES.items())
    choice = _write_table(["", "where this is known", "algorithm"], map(_describe_rule, enumerate(CHOICE, 1)))
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
    return [f"{number}", rule.when, f"`{rule.algorithm}`" if rule.algorithm else "the one that it names"]


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
