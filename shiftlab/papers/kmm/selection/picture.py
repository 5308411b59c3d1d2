"""The picture of a biased sample of real data: what the bias and the weights do, the weights, errors, and sizes."""

from __future__ import annotations

from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from shiftlab import style
from shiftlab._check import Floats
from shiftlab.experiments.axes import limit, step, ticks
from shiftlab.experiments.experiment import Artists
from shiftlab.weights.base import effective_sample_size

from ..looks import WAYS, classes
from .run import NAMES, Result
from .tasks import is_number

#: Weights below this are drawn at it: the axis is logarithmic, and weights may be 0.
FLOOR = 0.02
CEILINGS = (10, 100, 1000, 1e4, 1e6, 1e9, 1e30, 1e300)
#: Ends of the axis of errors; few, so that few moves of a slider redraw it.
ENDS = (0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0)
SIZES = tuple(one * 10**decade for decade in range(6) for one in (1, 2, 5))
#: Heights of the axis of shares.
HEIGHTS = (0.4, 0.7, 1.05)
N_BINS = 10
MOSAIC: dict[str, Any] = {
    "notebook": [["along", "error"], ["weights", "size"]],
    "slide": [["along", "error"], ["along", "size"]],  # what the weights do, rather than each of them
}


def stage(figure: Figure) -> Artists:
    ink = style.color_of(figure)
    axes = figure.subplot_mosaic(MOSAIC[style.size_of(figure)], width_ratios=[1.5, 1])
    artists: Artists = {}
    _stage_along(axes["along"], artists, ink)
    if "weights" in axes:
        _stage_weights(axes["weights"], artists, ink)
    for name in ("error", "size"):
        _stage_bars(axes[name], name, artists, ink)
    axes["error"].set_title("error on the target")
    axes["size"].set_title("effective sample size")
    return artists


def _stage_along(ax: Axes, artists: Artists, ink: style.Theme) -> None:
    point = style.point(ax.figure)
    ax.set(title="share of rows")
    ax.grid(True)
    (artists["along target"],) = ax.plot([], [], color=ink.quiet, linewidth=5 * point, alpha=0.55, label="target")
    for method, name in NAMES.items():
        role, label = WAYS[method], "source, unweighted" if method == "unweighted" else name
        (artists[f"along {name}"],) = ax.plot(
            [], [], color=role.color, linestyle=role.dash, marker=role.marker, markersize=4 * point, label=label
        )
    ax.legend(loc="upper right", ncols=2, handlelength=2.2, columnspacing=1.2)


def _stage_weights(ax: Axes, artists: Artists, ink: style.Theme) -> None:
    point = style.point(ax.figure)
    ax.set(xlabel="true weight  P(s) / P(s | x, y)", ylabel="weight by KMM", xscale="log", yscale="log")
    ax.set(xlim=(0.8 * FLOOR, CEILINGS[0]), ylim=(0.8 * FLOOR, CEILINGS[0]))
    ax.grid(True)
    (artists["equal"],) = ax.plot([], [], color=ink.quiet, linewidth=point, label="equal")
    for name, role in classes(ax.figure).items():
        (artists[name],) = ax.plot(
            [], [], role.marker, color=role.color, markersize=3.5 * point, alpha=0.5, markeredgewidth=0, label=name
        )
    ax.legend(loc="upper left", handlelength=1.4, borderaxespad=0.2)


def _stage_bars(ax: Axes, what: str, artists: Artists, ink: style.Theme) -> None:
    point = style.point(ax.figure)
    ax.set(xlim=(0, 1), ylim=(2.6, -0.6))
    ax.set_yticks(range(3), list(NAMES.values()))
    for i, (method, name) in enumerate(NAMES.items()):
        (artists[f"{what} {name}"],) = ax.plot(
            [], [], color=WAYS[method].color, linewidth=7 * point, solid_capstyle="butt"
        )
        artists[f"{what} text {name}"] = ax.text(0, i, "", va="center", color=ink.ink)


def update(artists: Artists, result: Result) -> None:
    _update_along(artists, result)
    if "equal" in artists:
        _update_weights(artists, result)
    worst = float(np.abs(result.errors).max())
    end = step(worst, ENDS, otherwise=1.2 * worst)
    start = -end if result.errors.min() < 0 else 0.0  # the NMSE as printed can be negative
    label = "NMSE" if is_number(result.settings.dataset) else "share of wrong classes"
    _update_bars(artists, "error", result.errors, "{:.4f}", (start, end), label)
    sizes = np.array([effective_sample_size(row) for row in result.weights])
    _update_bars(artists, "size", sizes, "{:.0f}", (0.0, step(result.sample.y_source.size, SIZES)), "rows")


def _update_bars(
    artists: Artists, what: str, values: Floats, form: str, limits: tuple[float, float], label: str
) -> None:
    ax = artists[f"{what} KMM"].axes
    reach = limits[1] + 0.32 * (limits[1] - limits[0])  # with room for the numbers
    limit(ax, "x", (limits[0], reach))
    ticks(ax, np.linspace(*limits, 3))
    if ax.get_xlabel() != label:
        ax.set_xlabel(label)
    for i, (name, value) in enumerate(zip(NAMES.values(), values, strict=True)):
        artists[f"{what} {name}"].set_data([0, value], [i, i])
        artists[f"{what} text {name}"].set_text(" " + form.format(value))
        artists[f"{what} text {name}"].set_x(max(value, 0))


def _update_along(artists: Artists, result: Result) -> None:
    sample = result.sample
    low, high = (float(f(np.concatenate([sample.along_source, sample.along_target]))) for f in (np.min, np.max))
    edges = np.linspace(low, high if high > low else low + 1, N_BINS + 1)
    middles = (edges[1:] + edges[:-1]) / 2
    artists["along target"].set_data(middles, np.histogram(sample.along_target, edges)[0] / sample.along_target.size)
    for name, weights in zip(NAMES.values(), result.weights, strict=True):
        shares = np.histogram(sample.along_source, edges, weights=weights)[0] / weights.sum()
        artists[f"along {name}"].set_data(middles, shares)
    ax = artists["along target"].axes
    highest = max(artists[f"along {name}"].get_ydata().max() for name in ("target", *NAMES.values()))
    limit(ax, "y", (0.0, 1.35 * step(highest, HEIGHTS)))  # the legend is above what is drawn
    pad = 0.02 * (edges[-1] - edges[0])
    limit(ax, "x", (edges[0] - pad, edges[-1] + pad))
    if ax.get_xlabel() != sample.along:
        ax.set_xlabel(sample.along)


def _update_weights(artists: Artists, result: Result) -> None:
    _, true, matched = result.weights
    true = np.maximum(true, FLOOR)
    # steps have few true weights: rows of the same one lie side by side
    aside = 1.3 ** ((np.arange(true.size) * 0.6180339887) % 1 - 0.5)
    for name, mask in (("negative", ~result.sample.positive), ("positive", result.sample.positive)):
        artists[name].set_data((true * aside)[mask], np.maximum(matched, FLOOR)[mask])
    top = step(1.2 * max(true.max(), matched.max()), CEILINGS)
    artists["equal"].set_data([FLOOR, top], [FLOOR, top])
    ax = artists["equal"].axes
    limit(ax, "x", (0.8 * FLOOR, top))
    limit(ax, "y", (0.8 * FLOOR, top))
