"""The picture of learners that earn money: what they earn, what their labels teach, and who was right about whom."""

from __future__ import annotations

from itertools import combinations

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from shiftlab import style
from shiftlab.experiments.axes import legend_below, limit, step, ticks
from shiftlab.experiments.experiment import Artists

from .run import NAMES, Result, per_thousand

PAIRS = tuple(combinations(NAMES, 2))
COLUMNS = ("truth", "cv", "reverse")
TITLES = ("target", "cross-valid.", "ReverseTesting")
#: Ends of the axis of dollars; few, so that few moves of a slider redraw it.
ENDS = tuple(step * 10**decade for decade in range(7) for step in (1, 1.5, 2, 3, 5, 7))


def stage(figure: Figure) -> Artists:
    ink = style.color_of(figure)
    axes = figure.subplot_mosaic([["earned", "matrix"], ["earned", "pairs"]], width_ratios=[1, 1.25])
    artists: Artists = {}
    _stage_earned(axes["earned"], artists, ink)
    _stage_matrix(axes["matrix"], artists, ink)
    _stage_pairs(axes["pairs"], artists, ink)
    return artists


def _stage_earned(ax: Axes, artists: Artists, ink: style.Theme) -> None:
    point = style.point(ax.figure)
    ax.set(title="earned, $ per 1,000 rows", ylim=(len(NAMES) - 0.4, -0.6))
    ax.set_yticks(range(len(NAMES)), NAMES)
    ax.grid(True, axis="x")
    ax.axvline(0, color=ink.quiet, linewidth=point)
    for i, name in enumerate(NAMES):
        (artists[f"truth {name}"],) = ax.plot([], [], color=ink.quiet, linewidth=12 * point, solid_capstyle="butt")
        (artists[f"cv {name}"],) = ax.plot([], [], "d", color=ink.ink, markersize=6 * point, markerfacecolor="none")
        artists[f"text {name}"] = ax.text(0, i + 0.33, "", va="center", ha="center", color=ink.ink)
    artists["cv bNB"].set_label("by cross-validation, on the source")
    (bar,) = ax.plot([], [], color=ink.quiet, linewidth=8 * point, solid_capstyle="butt", label="on the target")
    legend_below(ax, 0.1, handles=[bar, artists["cv bNB"]], handlelength=1.4)


def _stage_matrix(ax: Axes, artists: Artists, ink: style.Theme) -> None:
    ax.set_title("back on the source, $: labels by")
    _bare(ax, 4, 4)
    ax.set_xticks([i + 0.5 for i in range(4)], NAMES)
    ax.set_yticks([i + 0.5 for i in range(4)], NAMES)
    for row, one in enumerate(NAMES):
        for column, other in enumerate(NAMES):
            artists[f"{one} by {other}"] = ax.text(column + 0.5, row + 0.5, "", ha="center", va="center", color=ink.ink)


def _stage_pairs(ax: Axes, artists: Artists, ink: style.Theme) -> None:
    ax.set_title("which of the two earns more?")
    _bare(ax, 3, len(PAIRS))
    ax.set_xticks([i + 0.5 for i in range(3)], TITLES)
    ax.set_yticks([i + 0.5 for i in range(len(PAIRS))], [f"{a}, {b}" for a, b in PAIRS])
    for row in range(len(PAIRS)):
        for column, name in enumerate(COLUMNS):
            artists[f"pair {row} {name}"] = ax.text(
                column + 0.5, row + 0.5, "", ha="center", va="center", color=ink.ink
            )


def _bare(ax: Axes, columns: int, rows: int) -> None:
    """A table: names at the top and on the left, and no lines."""
    ax.set(xlim=(0, columns), ylim=(rows, 0))
    ax.xaxis.tick_top()
    ax.tick_params(length=0)
    for spine in ax.spines.values():
        spine.set_visible(False)


def update(artists: Artists, result: Result) -> None:
    judged, n_source, n_target = result.judged, len(result.source.y), len(result.target.y)
    truth = {name: per_thousand(value, n_target) for name, value in judged.truth.items()}
    cv = {name: per_thousand(value, n_source) for name, value in judged.estimates["cv"].items()}
    _update_earned(artists, truth, cv)
    best = judged.accuracy == judged.accuracy.max(axis=1, keepdims=True)
    best &= best.sum(axis=1, keepdims=True) == 1  # the labels that teach this learner most
    for row, one in enumerate(NAMES):
        for column, other in enumerate(NAMES):
            text = artists[f"{one} by {other}"]
            text.set_text(_dollars(per_thousand(judged.accuracy[row, column], n_source)))
            text.set_fontweight("bold" if best[row, column] else "normal")
    criteria = {"cv": "cv", "reverse": result.settings.rule}
    for row, pair in enumerate(PAIRS):
        better = judged.better(pair)
        artists[f"pair {row} truth"].set_text(better or "a tie")
        for chooser, criterion in criteria.items():
            choice = judged.says(criterion, pair)
            mark = "" if choice is None or better is None else " ✓" if choice == better else " ✗"
            artists[f"pair {row} {chooser}"].set_text(f"{choice or '?'}{mark}")


def _update_earned(artists: Artists, truth: dict[str, float], cv: dict[str, float]) -> None:
    values = [*truth.values(), *cv.values()]
    low, high = (step(end, ENDS, otherwise=end) if end > 0 else 0.0 for end in (-min(values), max(values)))
    ax = artists["truth bNB"].axes
    limit(ax, "x", (-1.1 * low - 0.1 * high, 1.1 * high + 0.1 * low))
    places = [-low, 0, high] if 5 * min(low, high) > max(low, high) else [0, high] if high > low else [-low, 0]
    ticks(ax, places)
    for i, name in enumerate(NAMES):
        artists[f"truth {name}"].set_data([0, truth[name]], [i, i])
        artists[f"cv {name}"].set_data([cv[name]], [i])
        artists[f"text {name}"].set_text(f"{_dollars(truth[name])} (◇ {_dollars(cv[name])})")
        artists[f"text {name}"].set_x((high - low) / 2)


def _dollars(value: float) -> str:
    return f"{value:.0f}".replace("-0", "0") if abs(value) < 0.5 else f"{value:,.0f}".replace("-", "−")
