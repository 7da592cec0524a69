"""`make documents`: writes docs/searches.md from the tables of algorithms and options; a test compares the two."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from langkah.search import ALGORITHMS, CHOICE, OPTIONS, Algorithm, Option, Rule
from langkah.search.best_first import TIES

PAGE = Path(__file__).parent.parent / "docs" / "searches.md"
HEAD = """# Searches

`make documents` writes this page from the program's tables. `langkah list` shows the table of algorithms,
`langkah list --choice` the table of the default algorithm.

## Algorithms
Each algorithm has a full name, which the table lists first; some also have short names. Commands and functions accept
both; answers give the full name.
"""
CHOSEN = """
## The default algorithm
If no algorithm is named, Langkah chooses one from the properties of the problem. The first row of the table below whose
condition holds gives the first choice. If this search has not finished after about a second, the searches of the later
rows whose conditions hold take turns with it:

- The first choice is only paused during these turns. It gets at least half of the time.
- Each of the other searches starts from the beginning at each turn, with more time than in its last turn.
- Limits on seconds, nodes and memory apply to all searches together.
- No other search takes a turn if the requested heuristic is not admissible, or if the puzzle itself names a
  construction (a rule that builds the plan without a search) or a search that proves nothing.

In the answer, `algorithm` is the search that found the answer; `tried` lists the other searches, with their numbers of
nodes and their times.
A *packed form* gives each state as an integer, so that compiled code can search it: see
[make your puzzle fast](make-your-puzzle-fast.md).

If a search is watched (`trace`, or *Watch* in the web app), only the first choice runs. In the web app, the figure
*Minimum*, hints and *Solve* use the same table. If a heuristic is requested (`--estimate`), only searches that use it
are chosen; but if all plans cost the same, depth-first search, which uses no heuristic, still comes first.
"""
MIDDLE = """
## Options
The command line, Python, the web app and the window have the same options, with the same ranges and defaults. On the
command line, write `--weight 1.5`, and limits as `--limit-nodes 100` and `--memory 4G`. In Python, write
`solve(problem, weight=1.5)`, and limits as `Limit(nodes=100)`. Every search obeys the limits.
"""
LAST = """
## Ties
A tie-break decides which of several nodes of equal rank is expanded first. `--ties deep,last` applies the rule `last`
if the rule `deep` leaves a tie.
"""


def write_page() -> str:
    """The text of docs/searches.md."""
    algorithms = _write_table(["algorithm", "idea", "promises", "needs", "options"], map(_describe_row, _list_own()))
    options = _write_table(["option", "meaning", "legal values", "default"], map(_describe_option, OPTIONS.values()))
    ties = _write_table(["rule", "order of expansion"], TIES.items())
    choice = _write_table(["row", "condition", "algorithm"], map(_describe_rule, enumerate(CHOICE, 1)))
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
