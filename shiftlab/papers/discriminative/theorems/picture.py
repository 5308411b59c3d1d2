"""The picture of the theorems: curvature against what (40) says of it, and how often each statement fails."""

from __future__ import annotations

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from shiftlab import style
from shiftlab.experiments.axes import legend_below
from shiftlab.experiments.experiment import Artists

from .run import EXAMINED, Result

MARKS = {"w separates": style.ROLES[1], "w does not": style.ROLES[0]}
READINGS = {"as printed": style.ROLES[1], "corrected": style.ROLES[2]}
#: Ends of the axes, and from where on they are logarithms; margins of (40) go further than anybody can see.
MARGINS, CURVATURES = (-1e6, 10.0), (-1.5, 1.5)
MARGIN_UNIT, CURVATURE_UNIT = 0.1, 1e-3
#: Of the row of a statement, how far from its middle a reading is drawn.
ASIDE = 0.17


def stage(figure: Figure) -> Artists:
    ink = style.color_of(figure)
    left, right = figure.subplots(1, 2, width_ratios=[1.15, 1])
    artists: Artists = {}
    _stage_points(left, artists, ink)
    _stage_counts(right, artists, ink)
    return artists


def _stage_points(ax: Axes, artists: Artists, ink: style.Theme) -> None:
    point = style.point(ax.figure)
    ax.set_title("random points")
    ax.set_xscale("symlog", linthresh=MARGIN_UNIT)
    ax.set_yscale("symlog", linthresh=CURVATURE_UNIT)
    ax.set(
        xlim=MARGINS,
        ylim=CURVATURES,
        xlabel="smallest margin of (40), which holds from 0 on",
        ylabel="smallest eigenvalue of the Hessian",
    )
    ax.set_xticks([-1e6, -1e3, -1, 0], ["−10⁶", "−10³", "−1", "0"])
    ax.set_yticks([-1, -0.01, 0, 0.01, 1], ["−1", "−.01", "0", ".01", "1"])
    ax.minorticks_off()
    ax.axhline(0, color=ink.quiet, linewidth=0.8 * point)
    ax.axvline(0, color=ink.quiet, linewidth=0.8 * point)
    for name, role in MARKS.items():
        (artists[name],) = ax.plot(
            [], [], role.marker, color=role.color, markersize=3.5 * point, alpha=0.5, markeredgewidth=0
        )
        artists[name].set_label(name)
    # above the points: the numbers of those in a corner
    for name, x, y in (
        ("not convex", 0.02, 0.02),
        ("convex", 0.02, 0.98),
        ("inside", 0.98, 0.98),
        ("against", 0.98, 0.02),
    ):
        artists[name] = ax.text(
            x,
            y,
            "",
            transform=ax.transAxes,
            ha="left" if x < 0.5 else "right",
            va="bottom" if y < 0.5 else "top",
            color=ink.ink,
            fontsize="small",
        )
    legend_below(ax, 0.16, ncols=2, markerscale=1.6, handletextpad=0.2)


def _stage_counts(ax: Axes, artists: Artists, ink: style.Theme) -> None:
    point = style.point(ax.figure)
    ax.set(title="how often a statement fails", xlim=(-0.05, 1.55), ylim=(len(EXAMINED) - 0.5, -0.5))
    ax.set_xticks([0, 0.5, 1], ["never", "½", "always"])
    ax.set_yticks(range(len(EXAMINED)), [statement.word for statement in EXAMINED.values()])
    ax.grid(True, axis="x")
    for (name, role), aside in zip(READINGS.items(), (-ASIDE, ASIDE), strict=True):
        (artists[name],) = ax.plot([], [], role.marker, color=role.color, markersize=6 * point)
        artists[name].set_label(name)
        for i, key in enumerate(EXAMINED):
            artists[f"{name} {key}"] = ax.text(
                1.54, i + aside, "", ha="right", va="center", color=ink.ink, fontsize="small"
            )
    legend_below(ax, 0.16, at=0.4, ncols=2, handletextpad=0.2, columnspacing=1)


def update(artists: Artists, result: Result) -> None:
    looks = result.looks
    margins = np.clip([one.margin for one in looks], *MARGINS)
    smallest = np.array([one.smallest for one in looks])
    apart = np.array([one.separates for one in looks], dtype=bool)
    for name, mask in zip(MARKS, (apart, ~apart), strict=True):
        artists[name].set_data(margins[mask], smallest[mask])
    for name, label, counted in (
        ("not convex", "not convex", [one.indefinite and not one.inside for one in looks]),
        ("convex", "convex", [one.definite and not one.inside for one in looks]),
        ("inside", "convex", [one.inside and not one.indefinite for one in looks]),
        ("against", "not", [one.inside and one.indefinite for one in looks]),
    ):
        artists[name].set_text(f"{sum(counted)} {label}")
    for i, (name, aside) in enumerate(zip(READINGS, (-ASIDE, ASIDE), strict=True)):
        counts = {key: both[i] for key, both in result.counts().items()}
        artists[name].set_data([count.share for count in counts.values()], np.arange(len(counts)) + aside)
        for key, count in counts.items():
            artists[f"{name} {key}"].set_text(str(count))
