"""The display of values in notebooks: self-contained HTML that does not affect the rest of the page.

Jupyter, marimo and others call methods of the value (`_repr_svg_`, `_repr_html_`). The values themselves do not define
these methods; `register_values` adds them, from the table at the end, when `langkah` is used in a notebook.

A replay runs in a sandboxed frame that may only run its own script: it cannot reach the notebook's cells or the
network.
"""

from collections.abc import Callable, Iterable, Sequence
from html import escape
from typing import Any

from langkah.comparison import Comparison
from langkah.dice_odds import Odds
from langkah.doctor_checks import Report
from langkah.engine.survey import Survey
from langkah.language import _, format_number, format_plural, format_probability
from langkah.model import Problem
from langkah.scene import Scene
from langkah.session import Session
from langkah.tracing import Result, Trace, simplify_cost
from langkah.views.animation import result_to_svg
from langkah.views.charts import draw_distribution
from langkah.views.replay import make_replay_page
from langkah.views.sentences import format_heading, format_verdict
from langkah.views.svg import draw_svg

FRAME_PIXELS = 680  # height of the frame of a replay, in pixels
MOST_FRAMED_EVENTS = 4_000  # maximum for a replay in a notebook, which stores them in its file
CHART_PIXELS = 28  # pixels per unit of a chart


def frame_page(page: str, title: str, height: int = FRAME_PIXELS) -> str:
    """An HTML element that shows a whole page in a sandboxed frame."""
    style = f"width:100%;height:{height}px;border:1px solid #8888;border-radius:8px"
    words = f'title="{escape(title)}" style="{style}" srcdoc="{escape(page)}"'
    return f'<iframe sandbox="allow-scripts" {words}></iframe>'


def show_scene(scene: Scene) -> str:
    """A picture as SVG, in the colour scheme that the reader's system prefers."""
    return draw_svg(scene, theme="auto", page=True)


def show_trace(trace: Trace) -> str | None:
    """A replay of the search that the reader can play, step through and rewind; None if the trace does not know its
    problem.
    """
    if trace.result is None or trace.result.source is None:
        return None
    result, problem, short = trace.result, trace.result.source, trace.first(MOST_FRAMED_EVENTS)
    return frame_page(
        make_replay_page(problem, short, result, verdict=format_verdict(problem, result)), format_heading(result)
    )


def show_film(result: Result[Any, Any]) -> str | None:
    """The plan as an animation, or the start if there is no plan to animate; None if the result does not know its
    problem.
    """
    return None if result.source is None else result_to_svg(result.source, result)


def show_result(result: Result[Any, Any]) -> str | None:
    """Lines with the search, its answer and its effort, and below them the plan as an animation; None if the result
    does not know its problem.
    """
    if result.source is None:
        return None
    stats = result.stats
    effort = [
        format_plural("{n} node expanded", "{n} nodes expanded", stats.expanded),
        _("{n} generated").format(n=format_number(stats.generated)),
        f"{format_number(stats.seconds, '.3f')} s",
    ]
    verdict = format_verdict(result.source, result)
    lines = [f"<b>{escape(format_heading(result))}</b>", escape(verdict), ", ".join(effort)]
    return f"<div>{'<br>'.join(lines)}</div>{show_film(result)}"


def show_comparison(found: Comparison) -> str:
    """A table with a row for each search, and below it the remarks."""
    headers = [_("problem"), _("algorithm"), _("result"), _("cost"), _("proved"), _("expanded"), _("seconds"), _("MB")]
    rows = [
        [
            row.problem,
            row.title,
            _(str(row.result.status)),
            "-" if row.result.cost is None else format_number(simplify_cost(row.result.cost)),
            _("yes") if row.result.optimal else _("no"),
            format_number(row.result.stats.expanded),
            format_number(row.result.stats.seconds, ".3f"),
            "-" if row.memory is None else format_number(row.memory / 1e6, ".1f"),
        ]
        for row in found.rows
    ]
    return table_to_html(_("Comparison: {title}").format(title=", ".join(found.problems)), headers, rows, found.remarks)


def show_odds(found: Odds) -> str:
    """A table with the figures, and below it a chart of the distribution of game lengths."""
    figures = {
        _("Expected turns"): found.expected,
        _("Standard deviation"): found.sd,
        _("Fewest turns"): found.minimum,
        _("Median"): found.median,
        _("Most likely value"): found.mode,
        _("Chance that the game ends"): found.finishes,
    }
    rows = [
        [name, format_number(round(value, 4) if isinstance(value, float) else value)]
        for name, value in figures.items()
        if value is not None
    ]
    seats = enumerate(found.win_chances if len(found.win_chances) > 1 else (), 1)
    rows += [[_("player {n}").format(n=seat), format_probability(chance, ".4f")] for seat, chance in seats]
    drawn = any(found.distribution)
    picture = draw_svg(draw_distribution(found.distribution), size=CHART_PIXELS, ids=False) if drawn else ""
    return table_to_html(found.problem, [], rows, [found.why] if found.why else [], picture)


def show_survey(found: Survey) -> str:
    """A table of the number of states at each depth, which the reader can unfold below a summary."""
    rows = [[format_number(depth), format_number(count)] for depth, count in enumerate(found.layers)]
    text = format_plural("{n} state", "{n} states", found.states)
    goals = format_plural("{n} goal", "{n} goals", found.goals)
    title = f"{found.problem}: {text}, {goals}"
    lines = [line for line in (found.why, found.note, *found.describe_costs()) if line]
    table = table_to_html(title, [_("depth"), _("states")], rows, lines)
    return f"<details><summary>{escape(title)}</summary>{table}</details>"


def show_report(found: Report) -> str:
    """The doctor's findings, check by check."""
    words = {"ok": _("fine"), "note": _("note"), "defect": _("PROBLEM")}
    rows = [
        [check.name, words[check.status], " ".join(finding.text for finding, _count in check.findings)]
        for check in found.checks
    ]
    return table_to_html(found.problem, [], rows, [found.coverage()] if found.states else [])


def table_to_html(
    title: str, headers: Sequence[str], rows: Iterable[Sequence[object]], lines: Iterable[str] = (), picture: str = ""
) -> str:
    """A table with its title, and below it sentences and a picture."""
    head = "".join(f"<th>{escape(each)}</th>" for each in headers)
    body = "".join(f"<tr>{''.join(f'<td>{escape(str(cell))}</td>' for cell in row)}</tr>" for row in rows)
    below = "".join(f"<p>{escape(each)}</p>" for each in lines)
    shown = f"<thead><tr>{head}</tr></thead>" if headers else ""
    return f"<div><b>{escape(title)}</b><table>{shown}<tbody>{body}</tbody></table>{below}{picture}</div>"


REPRESENTATIONS: dict[type[Any], dict[str, Callable[[Any], str | None]]] = {
    Problem: {"_repr_svg_": lambda problem: show_scene(problem.scene(problem.start))},
    Session: {"_repr_svg_": lambda session: show_scene(session.scene())},
    Scene: {"_repr_svg_": show_scene},
    Result: {"_repr_svg_": show_film, "_repr_html_": show_result},
    Trace: {"_repr_html_": show_trace},
    Comparison: {"_repr_html_": show_comparison},
    Odds: {"_repr_html_": show_odds},
    Survey: {"_repr_html_": show_survey},
    Report: {"_repr_html_": show_report},
}


def register_values() -> None:
    """Add to each class of values the methods that notebooks call to display such a value."""
    for kind, methods in REPRESENTATIONS.items():
        for name, show in methods.items():
            setattr(kind, name, show)
