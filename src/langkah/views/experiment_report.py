"""Reports about an experiment: one HTML page with all plots, or a LaTeX table."""

from collections.abc import Sequence
from html import escape

from langkah.experiments.result import ExperimentResult
from langkah.experiments.summary import ConfigurationSummary
from langkah.language import _, current_language, format_number
from langkah.views.experiment_plots import PLOTS, draw_plot
from langkah.views.latex import escape_latex
from langkah.views.svg import draw_svg

PLOT_PIXELS = 34.0  # pixels per unit of a plot
STYLE = """
:root{color-scheme:light dark;--page:#fff;--text:#26231f;--faint:#675f54;--edge:#d8cdb9;--head:#faf7f1}
@media (prefers-color-scheme:dark){:root{--page:#14171c;--text:#f2eee6;--faint:#b5aea2;--edge:#454d5c;--head:#2a303b}}
body{background:var(--page);color:var(--text);font:16px/1.5 system-ui,'Segoe UI',Roboto,sans-serif;
max-width:60rem;margin:2rem auto;padding:0 1rem}
h1{font-size:1.6rem;margin-bottom:.2rem}h2{font-size:1.2rem;margin-top:2rem}p{color:var(--faint)}
.wide{overflow-x:auto}table{border-collapse:collapse;font-size:.85rem;font-variant-numeric:tabular-nums}
th,td{border-bottom:1px solid var(--edge);padding:.3rem .6rem;text-align:right;white-space:nowrap}
th:first-child,td:first-child{text-align:left}th{background:var(--head)}
figure{margin:1.2rem 0}figure svg{width:100%;height:auto}
@media print{body{max-width:none}figure{break-inside:avoid}}
"""


def _name_columns() -> list[str]:
    return [
        *(_("configuration"), _("runs"), _("solved"), _("proved"), _("cost")),
        *(_("expanded"), _("generated"), _("frontier"), _("seconds")),
    ]


def _format_cells(each: ConfigurationSummary) -> list[str]:
    counts = (each.expanded, each.generated, each.frontier_max)
    return [
        each.name,
        *(format_number(count) for count in (each.runs, each.solved, each.optimal)),
        "–" if each.cost is None else format_number(each.cost, ",.6g"),
        *(format_number(count, ",.0f") for count in counts),
        format_number(each.seconds, ".3g"),
    ]


def write_html_report(found: ExperimentResult, pair: tuple[int, int] = (0, 1)) -> str:
    """A self-contained page with the figures of each configuration and every plot."""
    title = found.title or _("Experiment")
    said = _("{rows} of {runs} runs; costs, nodes and seconds are medians. Version {version}.").format(
        rows=format_number(len(found.rows)),
        runs=format_number(found.runs),
        version=", ".join(sorted({str(row["version"]) for row in found.rows})),
    )
    every = _("All runs")
    figures = [draw_svg(draw_plot(kind, found, pair), theme="auto", size=PLOT_PIXELS, ids=False) for kind in PLOTS]
    body = [
        f"<h1>{escape(title)}</h1><p>{escape(said)}</p>",
        _format_html_table(_name_columns(), [_format_cells(each) for each in found.summaries]),
        *(f"<figure>{figure}</figure>" for figure in figures),
        f"<h2>{escape(every)}</h2>",
        _format_html_table(_name_run_columns(), _list_run_cells(found)),
    ]
    return (
        f'<!doctype html><html lang="{current_language.get()}"><head><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width"><title>{escape(title)}</title>'
        f"<style>{STYLE}</style></head><body>{''.join(body)}</body></html>\n"
    )


def _format_html_table(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    head = "".join(f'<th scope="col">{escape(name)}</th>' for name in columns)
    lines = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows)
    return f'<div class="wide"><table><thead><tr>{head}</tr></thead><tbody>{lines}</tbody></table></div>'


def _name_run_columns() -> list[str]:
    return [
        *(_("instance"), _("run"), _("algorithm"), _("estimate"), _("weight")),
        *(_("status"), _("cost"), _("h(start)"), _("expanded"), _("seconds")),
    ]


def _list_run_cells(found: ExperimentResult) -> list[list[str]]:
    names = ("instance", "run", "algorithm", "estimate", "weight", "status", "cost", "h_start", "expanded", "seconds")
    return [["–" if row[name] is None else _format_cell(row[name]) for name in names] for row in found.rows]


def _format_cell(value: object) -> str:
    if isinstance(value, float):
        return format_number(value, ".4g")
    return format_number(value) if isinstance(value, int) else str(value)


def write_latex_tables(found: ExperimentResult) -> str:
    """The figures of each configuration as a LaTeX table (package booktabs)."""
    columns, rows = _name_columns(), [_format_cells(each) for each in found.summaries]
    lines = [
        f"% {found.title}: {len(found.rows)} of {found.runs} runs; written by langkah experiment; needs booktabs",
        f"\\begin{{tabular}}{{l{'r' * (len(columns) - 1)}}}",
        "\\toprule",
        " & ".join(map(escape_latex, columns)) + r" \\",
        "\\midrule",
        *(" & ".join(map(escape_latex, row)) + r" \\" for row in rows),
        "\\bottomrule",
        "\\end{tabular}",
    ]
    return "\n".join(lines) + "\n"
