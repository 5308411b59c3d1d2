"""The picture of the experiment on kinds of bias: the plane, P(x), P(y|x) and the share of positives."""

from __future__ import annotations

from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from shiftlab import style
from shiftlab.experiments.axes import legend_below, limit, step
from shiftlab.experiments.contour import line_at
from shiftlab.experiments.experiment import Artists

from .exact import middles
from .run import Result
from .world import EXTENT

NEGATIVE, POSITIVE, SOURCE, _ = style.ROLES
N_SHOWN = 1200  # rows; more would be one blot
N_BINS = 12  # of the sample
#: Heights of the axis of P(x); few, so that few moves of a slider redraw it.
HEIGHTS = (0.3, 0.45, 0.7, 1.0, 1.5, 3.0, 8.0)


def stage(figure: Figure) -> Artists:
    point = style.point(figure)
    ink = style.color_of(figure)
    axes = figure.subplot_mosaic(
        [["plane", "x"], ["plane", "posterior"], ["plane", "share"]], width_ratios=[1, 1.2], height_ratios=[1.1, 1, 0.4]
    )
    artists: Artists = {}
    _stage_plane(axes["plane"], artists, ink)
    for name, title in (("x", "P(x), along the feature"), ("posterior", "P(y = 1 | x), along the feature")):
        ax = axes[name]
        ax.set(title=title, xlim=(-EXTENT, EXTENT))
        ax.grid(True)
        (artists[f"{name} before"],) = ax.plot([], [], color=ink.quiet, linewidth=4 * point, alpha=0.55, label="target")
        (artists[f"{name} after"],) = ax.plot([], [], color=SOURCE.color, linestyle=SOURCE.dash, label="source")
    axes["x"].tick_params(labelbottom=False)
    axes["posterior"].set(ylim=(-0.04, 1.04), yticks=[0, 0.5, 1])
    (artists["posterior sample"],) = axes["posterior"].plot(
        [], [], SOURCE.marker, color=SOURCE.color, markersize=5 * point, alpha=0.7
    )
    artists["posterior sample"].set_label("its rows")
    _stage_share(axes["share"], artists, ink)
    for where, names, distance, scale in (
        ("plane", ("negative", "positive", "dropped"), 0.16, 2.5),
        ("share", ("x before", "x after", "posterior sample"), 1.02, 1.4),
    ):
        look: dict[str, Any] = {"ncols": 3, "markerscale": scale, "handletextpad": 0.4, "columnspacing": 1.2}
        legend_below(axes[where], distance, handles=[artists[name] for name in names], **look)
    return artists


def _stage_plane(ax: Axes, artists: Artists, ink: style.Theme) -> None:
    point = style.point(ax.figure)
    ax.set(title="rows, and where P(y = 1 | x) = ½", xlabel="x₁", ylabel="x₂", xlim=(-EXTENT, EXTENT))
    ax.set(ylim=(-EXTENT, EXTENT), xticks=[-4, -2, 0, 2, 4], yticks=[-4, -2, 0, 2, 4])
    (artists["dropped"],) = ax.plot([], [], ".", color=ink.quiet, markersize=2 * point, alpha=0.5, label="left out")
    for name, role in (("negative", NEGATIVE), ("positive", POSITIVE)):
        (artists[name],) = ax.plot(
            [], [], role.marker, color=role.color, markersize=2.6 * point, markeredgewidth=0, label=name
        )
    (artists["cut"],) = ax.plot([], [], color=ink.ink, linewidth=0.8 * point, linestyle=(0, (4, 4)))
    (artists["boundary before"],) = ax.plot([], [], color=ink.quiet, linewidth=4 * point, alpha=0.7)
    (artists["boundary after"],) = ax.plot([], [], color=SOURCE.color, linestyle=SOURCE.dash, linewidth=2 * point)


def _stage_share(ax: Axes, artists: Artists, ink: style.Theme) -> None:
    point = style.point(ax.figure)
    ax.set(title="P(y = 1)", xlim=(0, 1.2), ylim=(1.6, -0.6), xticks=[0, 0.5, 1], yticks=[])
    for i, (name, color) in enumerate((("before", ink.quiet), ("after", SOURCE.color))):
        (artists[f"share {name}"],) = ax.plot([], [], color=color, linewidth=7 * point, solid_capstyle="butt")
        artists[f"share text {name}"] = ax.text(0, i, "", va="center", color=ink.ink)


def update(artists: Artists, result: Result) -> None:
    _update_plane(artists, result)
    _update_curves(artists, result)
    for i, (name, share) in enumerate(zip(("before", "after"), result.line.shares, strict=True)):
        artists[f"share {name}"].set_data([0, share], [i, i])
        artists[f"share text {name}"].set_text(f" {share:.3f}")
        artists[f"share text {name}"].set_x(share)


def _update_plane(artists: Artists, result: Result) -> None:
    X, y, selected = result.X[:N_SHOWN], result.y[:N_SHOWN], result.selected[:N_SHOWN]
    for name, mask in (("dropped", ~selected), ("negative", selected & (y == 0)), ("positive", selected & (y == 1))):
        artists[name].set_data(X[mask, 0], X[mask, 1])
    looked_at = result.settings.kind in ("feature", "complete")
    cut, ends = [result.cut] * 2, [-EXTENT, EXTENT]
    artists["cut"].set_data(
        *(([], []) if not looked_at else (cut, ends) if result.settings.feature == 1 else (ends, cut))
    )
    for name in ("before", "after"):
        places, posterior = result.plane.places, getattr(result.plane, name)
        artists[f"boundary {name}"].set_data(*line_at(0.5, places, places, posterior))


def _update_curves(artists: Artists, result: Result) -> None:
    line, x = result.line, result.X[:, result.settings.feature - 1]
    at, widths = middles(line.edges)[1:-1], np.diff(line.edges[1:-1])
    seen = widths > 1e-9  # the cut may be an edge that was there before
    posteriors = line.y_given_x
    for name, masses, posterior in zip(("before", "after"), (line.before, line.after), posteriors, strict=True):
        artists[f"x {name}"].set_data(at[seen], (masses.sum(axis=0)[1:-1] / np.maximum(widths, 1e-9))[seen])
        artists[f"posterior {name}"].set_data(at[seen], posterior[1:-1][seen])
    top = max(artists[f"x {name}"].get_ydata().max() for name in ("before", "after"))
    limit(artists["x before"].axes, "y", (0.0, step(1.03 * top, HEIGHTS, otherwise=1.1 * top)))
    edges = np.linspace(-EXTENT, EXTENT, N_BINS + 1)
    selected, positive = (
        np.histogram(x[mask], edges)[0] for mask in (result.selected, result.selected & (result.y == 1))
    )
    enough = selected >= 10
    artists["posterior sample"].set_data(
        ((edges[1:] + edges[:-1]) / 2)[enough], (positive / np.maximum(selected, 1))[enough]
    )
