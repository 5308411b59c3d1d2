"""The picture of a draw of sources: what is believed of them with one learner, and the counts of all."""

from __future__ import annotations

from matplotlib import rcParams
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from shiftlab import style
from shiftlab.experiments.experiment import Artists

from .. import slopes
from ..judged import CRITERIA
from ..learners import LEARNERS
from .run import Result

N_SOURCES = 3
N_LINES = len(LEARNERS) + 1
#: Least room between the names of two sources, as a share of the height of a chart above another.
BETWEEN = 0.085


def stage(figure: Figure) -> Artists:
    ink = style.color_of(figure)
    chart, counts = figure.subplots(2, 1, height_ratios=[1.8, 1])
    artists: Artists = {}
    slopes.stage(chart, artists, CRITERIA, N_SOURCES, BETWEEN)
    artists["title"] = chart.set_title("")
    _stage_counts(counts, artists, ink)
    return artists


def _stage_counts(ax: Axes, artists: Artists, ink: style.Theme) -> None:
    """Table 5: a column for each learner and one for all pairs, a line for each criterion."""
    ax.set(xlim=(-0.5, N_LINES - 0.5), ylim=(len(CRITERIA) - 0.5, -0.5))
    artists["what"] = ax.set_title("", pad=1.8 * rcParams["font.size"])  # the names of the columns come between
    ax.set_yticks(range(len(CRITERIA)), CRITERIA)
    ax.set_xticks(range(N_LINES), [""] * N_LINES)
    ax.xaxis.tick_top()
    ax.tick_params(length=0)
    for side in ("left", "bottom"):
        ax.spines[side].set_visible(False)
    for i in range(N_LINES):
        artists[f"column {i}"] = ax.text(
            i, -0.6, "", ha="center", va="bottom", color=ink.ink, fontweight="bold", fontsize="small"
        )
        for j in range(len(CRITERIA)):
            artists[f"count {i} {j}"] = ax.text(i, j, "", ha="center", va="center", color=ink.ink, fontsize="small")


def update(artists: Artists, result: Result) -> None:
    one = result.columns[result.shown]
    artists["title"].set_text(f"{result.shown}, learnt from each source")
    artists["what"].set_text(
        f"comparisons not in the wrong order, of {one.n_pairs}; of pairs with a learner, of {result.pairs.n_pairs}"
    )
    slopes.update(artists, one)
    columns = list(result.columns.items())
    for i in range(N_LINES):
        name, judged = columns[i] if i < len(columns) else ("", None)
        artists[f"column {i}"].set_text(name)
        for j, criterion in enumerate(CRITERIA):
            text = ""
            if judged is not None:
                right = judged.corr(criterion)
                best = right == max(judged.corr(other) for other in CRITERIA)
                text = f"{right:.0f}{' •' if best else ''}"
            artists[f"count {i} {j}"].set_text(text)
