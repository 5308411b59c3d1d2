"""The picture of two ways to weigh the same rows, side by side with their lines, and the areas of all six methods."""

from __future__ import annotations

from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from shiftlab import style
from shiftlab._check import Floats
from shiftlab.experiments.axes import beyond, few_ticks, limit, ticks, whole_ticks
from shiftlab.experiments.contour import line_at
from shiftlab.experiments.experiment import Artists
from shiftlab.weights.base import effective_sample_size

from .methods import METHODS, Fitted
from .run import Result
from .world import Sample

SIDES = ("left", "right")
LABELS = dict(zip(("label 0", "label 1"), style.ROLES, strict=False))
#: Of methods; that without weights is a reference, and grey: its role's colour is that of label 0.
MARKS = {"iid": style.ROLES[0], "integrated": style.ROLES[2], "others": style.ROLES[3]}
METHOD_OF = {label: name for name, label in METHODS.items()}
#: Square points of a row of weight 1, and no row is larger than this.
AREA, LARGEST = 14.0, 500.0
#: Rows drawn of each sample, and points of a side of the lattice on which boundaries are found.
DRAWN, LATTICE = 400, 41
#: Where rows of two features are at any shift: limits that moved with it would redraw the axes.
PLANE = ((-5.0, 5.0), (-3.0, 3.0))
#: Half the sides of the panels for rows of more features.
HALVES = (0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0)
#: Ends of the axis of areas; few, so that few moves of a slider redraw it.
STARTS = (0.5, 0.0)
LAYOUT: dict[str, dict[str, Any]] = {
    "notebook": {"mosaic": [["left", "right", "areas"], ["left", "right", "sizes"]], "width_ratios": [1.2, 1.2, 1]},
    # the sizes are told above the rows as well
    "slide": {"mosaic": [["left", "right", "areas"]], "width_ratios": [1.2, 1.2, 1]},
}
KEYS_IN_A_ROW = {"notebook": 5, "slide": 3}


def stage(figure: Figure) -> Artists:
    ink = style.color_of(figure)
    size = style.size_of(figure)
    axes = figure.subplot_mosaic(**LAYOUT[size])
    artists: Artists = {}
    for side in SIDES:
        _stage_rows(axes[side], side, artists, ink)
    axes["right"].tick_params(labelleft=False)
    _stage_numbers(axes["areas"], "area", artists, ink)
    axes["areas"].set_title("target AUC")
    for i, name in enumerate(METHODS):
        text = axes["areas"].text(1, i, "", va="center", ha="right", color=ink.ink, fontsize="small")
        text.set_transform(axes["areas"].get_yaxis_transform())
        artists[f"area text {name}"] = text
    if "sizes" in axes:
        _stage_numbers(axes["sizes"], "size", artists, ink)
        axes["sizes"].set(title="ESS, as a share", xlim=(0, 1.05))
        axes["sizes"].set_xticks([0, 0.5, 1], ["0", "½", "1"])
    # marks of a size of their own: those of the rows are as small as their weights
    look: dict[str, Any] = {"alpha": 0.6, "markeredgewidth": 0, "markersize": 7 * style.point(figure)}
    keys: list[Any] = [
        Line2D([], [], linestyle="", marker=role.marker, color=role.color, **look) for role in LABELS.values()
    ]
    for key, label in zip(keys, LABELS, strict=True):
        key.set_label(f"{label}, by weight")
    handles = keys + [artists[f"left {name}"] for name in ("target rows", "truth", "line")]
    figure.legend(
        handles=handles, loc="outside lower center", ncols=KEYS_IN_A_ROW[size], handlelength=1.8, columnspacing=1.1
    )
    return artists


def _stage_rows(ax: Axes, side: str, artists: Artists, ink: style.Theme) -> None:
    point = style.point(ax.figure)
    whole_ticks(ax.yaxis)
    few_ticks(ax)
    (artists[f"{side} target rows"],) = ax.plot(
        [], [], "x", color=ink.quiet, markersize=3 * point, markeredgewidth=0.7 * point
    )
    artists[f"{side} target rows"].set_label("target rows")
    for name, role in zip(("zero", "one"), LABELS.values(), strict=True):
        artists[f"{side} {name}"] = ax.scatter(
            [], [], [], marker=role.marker, color=role.color, alpha=0.6, linewidths=0
        )
        (artists[f"{side} {name} rows"],) = ax.plot([], [], ".", color=role.color, markersize=1.5 * point)
    (artists[f"{side} truth"],) = ax.plot(
        [], [], color=ink.quiet, linewidth=3 * point, alpha=0.6, label="true boundary"
    )
    (artists[f"{side} line"],) = ax.plot([], [], color=ink.ink, label="learned")
    artists[f"{side} weights"] = ax.text(
        0.02, 0.99, "", transform=ax.transAxes, va="top", color=ink.ink, fontsize="small"
    )
    artists[f"{side} weights"].set_bbox({"facecolor": ink.background, "edgecolor": "none", "alpha": 0.7, "pad": 1})
    artists[f"{side} weights"].set_in_layout(False)
    artists[f"{side} name"] = ax.text(0, 1.02, "", transform=ax.transAxes, va="bottom", color=ink.ink)


def _stage_numbers(ax: Axes, what: str, artists: Artists, ink: style.Theme) -> None:
    point = style.point(ax.figure)
    ax.set(ylim=(len(METHODS) - 0.4, -0.6), xlim=(0, 1))
    ax.set_yticks(range(len(METHODS)), list(METHODS.values()))
    ax.grid(True, axis="x")
    # few artists: each takes its time when a control moves
    (artists[f"{what} spread"],) = ax.plot([], [], color=ink.quiet, linewidth=1.4 * point)
    for which, role in MARKS.items():
        color = ink.quiet if which == "iid" else role.color
        (artists[f"{what} {which}"],) = ax.plot([], [], role.marker, color=color, markersize=6 * point)


def update(artists: Artists, result: Result) -> None:
    view = _View(result.sample)
    for side in SIDES:
        _update_rows(artists, side, result, view)
    _update_areas(artists, result)
    if "size iid" in artists:
        _update_numbers(artists, "size", result, "ess", len(result.sample.y))


class _View:
    """Two coordinates of the rows: the two features, or where source and target and where the labels differ."""

    def __init__(self, sample: Sample) -> None:
        self.sample, self.is_plane = sample, sample.boundary is not None
        X, X_target = sample.X[:DRAWN], sample.X_target[:DRAWN]
        if not self.is_plane:
            axes = _directions(X, X_target, sample.y[:DRAWN])
            centre = X.mean(axis=0)
            X, X_target = (X - centre) @ axes, (X_target - centre) @ axes
        self.source, self.target = X, X_target
        self.limits = PLANE if self.is_plane else _limits(np.concatenate([X, X_target]))

    def line(self, fitted: Fitted) -> tuple[Floats, Floats]:
        """Where the log-odds are 0, the pieces separated by NaN."""
        if not self.is_plane:
            return np.array([]), np.array([])
        x, y = (np.linspace(*ends, LATTICE) for ends in self.limits)
        lattice = np.column_stack([np.tile(x, LATTICE), np.repeat(y, LATTICE)])
        heights = fitted.scores(lattice).reshape(LATTICE, LATTICE)
        return line_at(0.0, x, y, heights)


def _limits(rows: Floats) -> tuple[tuple[float, float], ...]:
    halves = [beyond(float(end), HALVES)[1] for end in np.quantile(np.abs(rows), 0.99, axis=0)]
    return tuple((-half, half) for half in halves)


def _directions(X: Floats, X_target: Floats, y: Floats) -> Floats:
    """From the mean of the source to that of the target, and square to it from one class to the other."""
    shift = X_target.mean(axis=0) - X.mean(axis=0)
    shift = shift / (np.linalg.norm(shift) or 1.0)
    classes = X[y == 1].mean(axis=0) - X[y == 0].mean(axis=0) if 0 < y.sum() < len(y) else np.ones_like(shift)
    classes = classes - (classes @ shift) * shift
    return np.column_stack([shift, classes / (np.linalg.norm(classes) or 1.0)])


def _update_rows(artists: Artists, side: str, result: Result, view: _View) -> None:
    label = getattr(result.settings, side)
    ax, name = artists[f"{side} line"].axes, METHOD_OF[label]
    artists[f"{side} target rows"].set_data(*view.target.T)
    for axis, ends in zip("xy", view.limits, strict=True):
        limit(ax, axis, ends)
    for axis, word in zip("xy", ("x₁", "x₂") if view.is_plane else ("source to target", "label 0 to 1"), strict=True):
        if side == "left" or axis == "x":
            _name(ax, axis, word)
    x = np.linspace(*view.limits[0], 101)
    boundary = result.sample.boundary
    artists[f"{side} truth"].set_data(*(([], []) if boundary is None else (x, boundary(x))))
    artists[f"{side} name"].set_text(label)
    fitted = result.fits[name]
    artists[f"{side} line"].set_data(*view.line(fitted))
    y = result.sample.y[: len(view.source)]
    weights, area = fitted.weights[: len(y)], style.point(ax.figure) ** 2
    for which, rows in (("zero", y == 0), ("one", y == 1)):
        artists[f"{side} {which} rows"].set_data(*view.source[rows].T)
        artists[f"{side} {which}"].set_offsets(view.source[rows])
        artists[f"{side} {which}"].set_sizes(area * np.minimum(AREA * weights[rows], LARGEST))
    size = effective_sample_size(fitted.weights)
    artists[f"{side} weights"].set_text(f"mean {fitted.weights.mean():.3g}, ESS {size:.1f}")


def _name(ax: Axes, axis: str, word: str) -> None:
    if getattr(ax, f"get_{axis}label")() != word:
        getattr(ax, f"set_{axis}label")(word)


def _update_areas(artists: Artists, result: Result) -> None:
    middles = _update_numbers(artists, "area", result, "auc")
    start = next(start for start in STARTS if start <= middles.min() - 0.01 or start == 0)
    ax = artists["area iid"].axes
    limit(ax, "x", (start, 1 + 0.55 * (1 - start)))  # with room for the numbers
    ticks(ax, [start, round((1 + start) / 2, 3), 1.0])
    for name, middle in zip(METHODS, middles, strict=True):
        artists[f"area text {name}"].set_text(f"{middle:.3f}")


def _update_numbers(artists: Artists, what: str, result: Result, quantity: str, unit: float = 1.0) -> Floats:
    """Means over the trials, which are returned, and between which quarters of them half of the trials are."""
    values = np.array([[numbers[f"{quantity} {name}"] for name in METHODS] for numbers in result.numbers]) / unit
    middles, places = values.mean(axis=0), np.arange(len(METHODS))
    for which in MARKS:
        own = np.array([(name if name in MARKS else "others") == which for name in METHODS])
        artists[f"{what} {which}"].set_data(middles[own], places[own])
    low, high = np.quantile(values, [0.25, 0.75], axis=0)
    gaps = np.full(len(METHODS), np.nan)
    artists[f"{what} spread"].set_data(np.column_stack([low, high, gaps]).ravel(), np.repeat(places, 3))
    return np.asarray(middles)
