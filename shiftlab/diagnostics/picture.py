"""The picture of a shift report: the scores of both samples, and the columns that tell most."""

from __future__ import annotations

from base64 import b64encode
from html import escape
from io import BytesIO
from typing import TYPE_CHECKING

import numpy as np

from .. import style

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from .report import ShiftReport

_SHOWN = 10  # columns
_LONGEST = 18  # letters of a column's name


def draw(report: ShiftReport, theme: str, size: str) -> Figure:
    """Histograms of the scores on the left, importances of the columns on the right."""
    figure = style.new_figure(theme, size)
    with style.using(theme, size):
        left, right = figure.subplots(1, 2)
        _scores(left, report)
        _columns(right, report)
    return figure


def as_html(report: ShiftReport) -> str:
    """The table and the picture, with the sentences as its alternative text, for a notebook."""
    file = BytesIO()
    draw(report, "light", "notebook").savefig(file, format="png")
    picture = b64encode(file.getvalue()).decode("ascii")
    text = escape(report.text, quote=True)
    return f'<pre>{escape(str(report))}</pre><img src="data:image/png;base64,{picture}" alt="{text}">'


def _scores(axes: Axes, report: ShiftReport) -> None:
    samples = [scores[~np.isnan(scores)] for scores in report.scores]
    low, high = min(map(np.min, samples)), max(map(np.max, samples))
    edges = np.linspace(low, high, 31) if high > low else np.array([low - 0.5, low + 0.5])
    for scores, name, role in zip(samples, ("source", "target"), style.ROLES[:2], strict=True):
        shares = np.histogram(scores, edges)[0] / len(scores)
        axes.stairs(shares, edges, color=role.color, linestyle=role.dash, label=name)
    axes.set_title(f"AUC {report.auc:.2f}, p = {report.p_value:.3g}")
    axes.set_xlabel("log-odds of being a target row")
    axes.set_ylabel("share of rows")
    axes.legend()


def _columns(axes: Axes, report: ShiftReport) -> None:
    shown = report.columns[:_SHOWN]
    for place, column in enumerate(shown):
        role = style.ROLES[1] if column["column"] in report.shifted else style.ROLES[0]
        axes.barh(place, column["importance"], color=role.color, height=0.6)
        # colour is not the only cue
        at = max(column["importance"], 0)
        axes.annotate(f"p = {column['p_value']:.2g}", (at, place), (4, 0), textcoords="offset points", va="center")
    axes.set_yticks(range(len(shown)), [_short(str(column["column"])) for column in shown])
    axes.invert_yaxis()
    axes.margins(x=0.25)
    axes.set_title("Columns, most telling first")
    axes.set_xlabel("importance (fall of the AUC)")


def _short(name: str) -> str:
    return name if len(name) <= _LONGEST else name[: _LONGEST - 1] + "…"
