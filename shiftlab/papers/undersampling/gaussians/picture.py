"""The picture of the undersampling experiment: classes, posteriors, their reliability, and the Brier scores."""

from __future__ import annotations

from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from numpy.typing import NDArray

from shiftlab import style
from shiftlab._check import Floats
from shiftlab.experiments.axes import legend_below, limit
from shiftlab.experiments.experiment import Artists

from ..looks import NAMES, NEGATIVE, POSITIVE, estimates
from .gap import stage_gap, update_gap
from .run import Result

LAYOUT: dict[str, Any] = {
    "mosaic": [["classes", "reliability"], ["posteriors", "brier"]],
    "width_ratios": [2.1, 1],
    "height_ratios": [1, 1.35],
}
#: Rows in a tenth of the scale, or their share says nothing.
ENOUGH = 20
#: Of a row: as small as can be seen.
ROW = {"notebook": ",", "slide": "."}


def stage(figure: Figure) -> Artists:
    ink = style.color_of(figure)
    axes = figure.subplot_mosaic(**LAYOUT)
    artists: Artists = {}
    _stage_classes(axes["classes"], artists, ink)
    _stage_posteriors(axes["posteriors"], artists, ink)
    _stage_reliability(axes["reliability"], artists, ink)
    _stage_brier(axes["brier"], artists, ink)
    return artists


def _stage_classes(ax: Axes, artists: Artists, ink: style.Theme) -> None:
    ax.set(title="classes and rows", ylabel="π · density", yticks=[])
    ax.tick_params(labelbottom=False)
    row: dict[str, Any] = {"marker": ROW[style.size_of(ax.figure)], "markersize": 2.0, "linestyle": "none"}
    (artists["dropped"],) = ax.plot([], [], color=ink.quiet, alpha=0.35, **row)
    (artists["negatives"],) = ax.plot([], [], color=NEGATIVE.color, **row)
    (artists["positives"],) = ax.plot([], [], color=POSITIVE.color, **row)
    for name, role in (("negative", NEGATIVE), ("positive", POSITIVE)):
        (artists[f"density_{name}"],) = ax.plot([], [], color=role.color, linestyle=role.dash, label=name)
    ax.legend(loc="upper right")


def _stage_posteriors(ax: Axes, artists: Artists, ink: style.Theme) -> None:
    point = style.point(ax.figure)
    ax.set(title="posterior of the positive class", xlabel="x", ylim=(-0.03, 1.03))
    ax.grid(True)
    (artists["truth"],) = ax.plot([], [], color=ink.quiet, linewidth=0.8 * point, label="true p")
    for name, role in estimates(ax.figure).items():
        (line,) = ax.plot([], [], color=role.color, linestyle=role.dash, label=name)
        if name == "p":  # p̃ should cover p: where it does, p still shows at both sides
            line.set(linewidth=2.2 * line.get_linewidth(), alpha=0.55)
        artists[name] = line
        artists[f"threshold {name}"] = ax.axhline(
            0, color=role.color, linestyle=role.dash, linewidth=0.8 * point, alpha=0.7
        )
    stage_gap(ax, artists, ink)
    legend_below(ax, 0.24, ncols=4, handlelength=2.6)


def _stage_reliability(ax: Axes, artists: Artists, ink: style.Theme) -> None:
    point = style.point(ax.figure)
    ax.set(title="positives, by stated p", xlim=(-0.03, 1.03), ylim=(-0.03, 1.03), xticks=[0, 0.5, 1])
    ax.grid(True)
    ax.plot([0, 1], [0, 1], color=ink.quiet, linewidth=0.8 * point)
    for name, role in estimates(ax.figure).items():
        (artists[f"reliability {name}"],) = ax.plot(
            [], [], role.marker, color=role.color, linestyle=role.dash, linewidth=point, markersize=3.5 * point
        )


def _stage_brier(ax: Axes, artists: Artists, ink: style.Theme) -> None:
    point = style.point(ax.figure)
    ax.set(title="Brier score (less is better)", xlim=(0, 0.42), ylim=(2.6, -0.6))
    ax.set_yticks(range(3), NAMES)
    ax.set_xticks([0, 0.1, 0.2, 0.3])
    for i, (name, role) in enumerate(estimates(ax.figure).items()):
        (artists[f"brier {name}"],) = ax.plot([], [], color=role.color, linewidth=7 * point, solid_capstyle="butt")
        artists[f"brier text {name}"] = ax.text(0, i, "", va="center", color=ink.ink)


def update(artists: Artists, result: Result) -> None:
    _update_classes(artists, result)
    for name, curve, threshold in zip(NAMES, result.curves, result.thresholds, strict=True):
        artists[name].set_data(result.grid, curve)
        artists[f"threshold {name}"].set_ydata([threshold, threshold])
    artists["truth"].set_data(result.grid, result.truth)
    limit(artists["truth"].axes, "x", _places(result))
    update_gap(artists, result)
    for name, stated in zip(NAMES, result.fresh, strict=True):
        artists[f"reliability {name}"].set_data(*reliability(stated, result.fresh_y))
    for i, (name, score) in enumerate(zip(NAMES, result.scores, strict=True)):
        artists[f"brier {name}"].set_data([0, score.brier], [i, i])
        artists[f"brier text {name}"].set_text(f" {score.brier:.4f}")
        artists[f"brier text {name}"].set_x(min(score.brier, 0.32))


def _update_classes(artists: Artists, result: Result) -> None:
    artists["density_negative"].set_data(result.grid, result.density_negative)
    artists["density_positive"].set_data(result.grid, result.density_positive)
    s = result.settings
    # the true peak, not the highest point of the grid: that would move the axis with every mu
    top = max(s.prior, 1 - s.prior) / (s.sigma * np.sqrt(2 * np.pi))
    ax = artists["density_negative"].axes
    limit(ax, "x", _places(result))
    limit(ax, "y", (-0.45 * top, 1.08 * top))
    # rows lie below the curves, spread evenly so that their density shows
    height = -top * (0.05 + 0.38 * (np.arange(result.x.size) * 0.6180339887 % 1))
    positive = result.y == 1
    for name, mask in (
        ("dropped", ~result.selected),
        ("negatives", result.selected & ~positive),
        ("positives", positive),
    ):
        artists[name].set_data(result.x[mask], height[mask])


def reliability(stated: Floats, y: NDArray[np.int64]) -> tuple[Floats, Floats]:
    """The mean probability that was stated, and the share of positives, in tenths of the scale with rows enough."""
    tenth = np.minimum((10 * stated).astype(np.intp), 9)
    count = np.bincount(tenth, minlength=10)
    many = count >= ENOUGH
    mean, share = (np.bincount(tenth, values, 10)[many] / count[many] for values in (stated, y))
    return mean, share


def _places(result: Result) -> tuple[float, float]:
    """From the grid's start to beyond its end, in wide steps: few moves of mu move the axis."""
    start, s = float(result.grid[0]), result.settings
    return start, start + (7 + 2.5 * np.ceil(s.mu / s.sigma / 2.5 - 1e-9)) * s.sigma
