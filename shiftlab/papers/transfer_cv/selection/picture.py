"""The picture of a choice: source rows as large as their weights, what the way back makes of them, and the slopes."""

from __future__ import annotations

from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from shiftlab import style
from shiftlab._check import Floats
from shiftlab.experiments.axes import limit, whole_ticks
from shiftlab.experiments.experiment import Artists
from shiftlab.weights.base import effective_sample_size

from .. import slopes
from ..judged import CRITERIA
from .run import Result
from .world import rules

CLASSES = style.ROLES[:2]
#: Dashes of the rules, which are in grey and in ink: where they are the same, both are seen.
RULES = {"source": style.ROLES[0].dash, "target": style.ROLES[1].dash}
#: Square points of a row of mean weight, and no row is larger than this.
AREA, LARGEST = 12.0, 400.0
#: Rows drawn of each domain.
DRAWN = 400
#: Where the world's rows are at any shift: limits that moved with it would redraw the axes.
PLANE = ((-4.5, 4.5), (-3.5, 4.2))
#: Limits of principal components are multiples of it, for the same reason.
GRID = 0.5
LEGEND: dict[str, Any] = {"handlelength": 1.6, "handletextpad": 0.4, "columnspacing": 1.0}


def stage(figure: Figure) -> Artists:
    ink = style.color_of(figure)
    plane, chart = figure.subplots(1, 2, width_ratios=[1, 1.45])
    artists: Artists = {}
    _stage_plane(plane, artists, ink)
    slopes.stage(chart, artists, CRITERIA, room=0.8, looks=_learners(ink))
    chart.set_title("believed (left) and true (right)")
    # marks of a size of their own: those of the rows are as small as their weights
    keys = [
        Line2D([], [], linestyle="", marker=role.marker, color=role.color, alpha=0.6, markeredgewidth=0, label=label)
        for role, label in zip(CLASSES, ("source, class 0", "source, class 1"), strict=True)
    ]
    handles = keys + [artists[name] for name in ("target", "labelled 0", "disputed", "rule source", "rule target")]
    legend = figure.legend(handles=handles, loc="outside lower center", ncols=4, **LEGEND)
    artists["rule keys"] = [*legend.legend_handles[-2:], *legend.get_texts()[-2:]]
    return artists


def _learners(ink: style.Theme) -> list[slopes.Look]:
    """Of the three, none has the colour of a class; of all eight two have, with other marks."""
    of_classes, others = [*slopes.LOOKS[4:6]], [*slopes.LOOKS[2:4], *slopes.LOOKS[6:]]
    grey = [slopes.Look(ink.quiet, look.dash, look.marker) for look in of_classes]
    return [*others[:2], grey[0], *others[2:], grey[1], *of_classes]


def _stage_plane(ax: Axes, artists: Artists, ink: style.Theme) -> None:
    point = style.point(ax.figure)
    ax.set_title("source rows by weight")
    for axis in (ax.xaxis, ax.yaxis):
        whole_ticks(axis, most=5)
    (artists["target"],) = ax.plot(
        [], [], "x", color=ink.quiet, markersize=3 * point, markeredgewidth=0.7 * point, label="target"
    )
    for i, role in enumerate(CLASSES):
        artists[f"class {i}"] = ax.scatter([], [], [], marker=role.marker, color=role.color, alpha=0.6, linewidths=0)
        (artists[f"rows {i}"],) = ax.plot([], [], ".", color=role.color, markersize=1.5 * point)
        (artists[f"labelled {i}"],) = ax.plot(
            [], [], role.marker, color=ink.ink, markerfacecolor=role.color, markersize=5 * point, markeredgewidth=point
        )
    artists["labelled 0"].set_label("target, labelled")
    (artists["disputed"],) = ax.plot([], [], "o", color=ink.ink, markerfacecolor="none", markeredgewidth=0.8 * point)
    artists["disputed"].set_label("label lost on the way back")
    for (name, dash), color in zip(RULES.items(), (ink.quiet, ink.ink), strict=True):
        (artists[f"rule {name}"],) = ax.plot([], [], color=color, linestyle=dash, label=f"rule, {name}")
    artists["weights"] = ax.text(0.02, 0.99, "", transform=ax.transAxes, va="top", color=ink.ink, fontsize="small")
    artists["weights"].set_bbox({"facecolor": ink.background, "edgecolor": "none", "alpha": 0.7, "pad": 1})
    artists["weights"].set_in_layout(False)


def update(artists: Artists, result: Result) -> None:
    slopes.update(artists, result.judged)
    s, sample, ax = result.settings, result.sample, artists["target"].axes
    in_world = s.problem == "world"
    places, limits = (sample.places, PLANE) if in_world else _components(result)
    names = ("x₁", "x₂") if in_world else ("first principal component", "second")
    if (ax.get_xlabel(), ax.get_ylabel()) != names:
        ax.set(xlabel=names[0], ylabel=names[1])
    for axis, ends in zip("xy", limits, strict=True):
        limit(ax, axis, ends)
    n, n_labeled = len(sample.y), len(sample.y_labeled)
    source, target, labelled = places[:n], places[n : len(places) - n_labeled], places[len(places) - n_labeled :]
    artists["target"].set_data(*target[:DRAWN].T)
    drawn = np.arange(n) < DRAWN
    sizes = style.point(ax.figure) ** 2 * np.minimum(AREA * result.weights / result.weights.mean(), LARGEST)
    for i in range(len(CLASSES)):
        rows = drawn & (sample.y == i)
        artists[f"class {i}"].set_offsets(source[rows])
        artists[f"class {i}"].set_sizes(sizes[rows])
        artists[f"rows {i}"].set_data(*source[rows].T)
        artists[f"labelled {i}"].set_data(*labelled[sample.y_labeled == i][:DRAWN].T)
    artists["disputed"].set_data(*source[drawn & result.disputed].T)
    for name, rule in zip(RULES, rules(s), strict=True):
        artists[f"rule {name}"].set_data(*(rule.line(6.0) if in_world else ([], [])))
    for key in artists["rule keys"]:
        key.set_visible(in_world)
    size = effective_sample_size(result.weights)
    artists["weights"].set_text(f"ESS {size:.1f} of {n}; way back of {result.judged.chosen('TrCV')}")


def _components(result: Result) -> tuple[Floats, tuple[tuple[float, float], ...]]:
    """All rows on the first two principal components of source and target together."""
    sample = result.sample
    X = np.concatenate([sample.X, sample.X_unlabeled, sample.X_labeled])
    X = X - X.mean(axis=0)
    _, vectors = np.linalg.eigh(X.T @ X)
    first = vectors[:, :-3:-1]
    first = first * np.sign(first[np.argmax(np.abs(first), axis=0), [0, 1]])  # the sign is arbitrary
    places = X @ first
    low, high = GRID * np.floor(places.min(axis=0) / GRID), GRID * np.ceil(places.max(axis=0) / GRID)
    return places, tuple((float(a), float(b)) for a, b in zip(low, high, strict=True))
