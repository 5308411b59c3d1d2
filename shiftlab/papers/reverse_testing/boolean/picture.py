"""The picture of the simulation with Boolean variables: how often it holds by strength of the bias, and each draw."""

from __future__ import annotations

from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from shiftlab import style
from shiftlab.experiments.axes import legend_below, limit, step
from shiftlab.experiments.experiment import Artists
from shiftlab.experiments.intervals import wilson

from .printed import SHARE
from .run import RATIOS, Result

#: Marks only: in the lesson colours are those of classes and of learners, and there are neither here.
HELD, FAILED, CURVE, _ = (role.marker for role in style.ROLES)
#: The axis of shares is one of failures, logarithmic: 99 % and 99.9 % are far apart. Fewer are drawn at its end.
FEWEST, MOST = 1e-4, 1.0
TICKS = {1.0: "0", 0.5: "50 %", 0.1: "90 %", 0.01: "99 %", 1e-3: "99.9 %", 1e-4: "≥ 99.99 %"}
N_SHOWN = 600  # draws; more would be one blot
#: Reaches of the axes of differences; few, so that few moves of a slider redraw them.
REACHES = tuple(step * 10.0**decade for decade in range(-5, 2) for step in (1, 2, 5))


def stage(figure: Figure) -> Artists:
    ink = style.color_of(figure)
    shares, draws = figure.subplots(1, 2, width_ratios=[1.05, 1])
    artists: Artists = {}
    _stage_shares(shares, artists, ink)
    _stage_draws(draws, artists, ink)
    return artists


def _stage_shares(ax: Axes, artists: Artists, ink: style.Theme) -> None:
    point = style.point(ax.figure)
    ax.set(title="draws in which it holds", xlabel="strength of the bias", xscale="log", yscale="log")
    ax.set(xlim=(0.85, 1.2e4), ylim=(1.25 * MOST, 0.8 * FEWEST))
    ax.set_yticks(list(TICKS), list(TICKS.values()))
    ax.set_xticks([1, 10, 100, 1000, 10_000], ["1", "10", "100", "1000", "10⁴"])
    ax.minorticks_off()
    ax.grid(True)
    (artists["paper"],) = ax.plot([0.85, 1.2e4], [1 - SHARE] * 2, color=ink.ink, linewidth=1.2 * point, dashes=(6, 3))
    artists["paper"].set_label("the paper: 99.9 %")
    (artists["band"],) = ax.fill([], [], color=ink.quiet, alpha=0.25, linewidth=0)
    artists["band"].set_label("95 % interval")
    (artists["curve"],) = ax.plot([], [], color=ink.ink, linewidth=1.2 * point, marker=CURVE, markersize=4 * point)
    artists["curve"].set_label("our draws")
    (artists["here"],) = ax.plot([], [], color=ink.quiet, linewidth=point)
    (artists["now"],) = ax.plot(
        [], [], "o", color=ink.ink, markersize=8 * point, markerfacecolor="none", markeredgewidth=1.6 * point
    )
    artists["now"].set_label("these settings")
    legend_below(ax, 0.17, handles=[artists[name] for name in ("curve", "band", "now", "paper")], ncols=2)


def _stage_draws(ax: Axes, artists: Artists, ink: style.Theme) -> None:
    point = style.point(ax.figure)
    ax.axhline(0, color=ink.quiet, linewidth=0.9 * point)
    ax.axvline(0, color=ink.quiet, linewidth=0.9 * point)
    ax.set(title="by how much b is ahead")
    ax.locator_params(nbins=5)
    for name, marker, color, label in (("held", HELD, ink.quiet, "holds"), ("failed", FAILED, ink.ink, "fails")):
        (artists[name],) = ax.plot(
            [], [], marker, color=color, markersize=3.5 * point, alpha=0.85, markeredgewidth=0, label=label
        )
    corners = {
        "b, b": (0.98, 0.98, "right", "top", "b under both"),
        "a, b": (0.02, 0.98, "left", "top", "a under P,\nb under Q"),
        "a, a": (0.02, 0.02, "left", "bottom", "a under both"),
        "b, a": (0.98, 0.02, "right", "bottom", "b under P,\na under Q"),
    }
    for name, (x, y, ha, va, label) in corners.items():
        artists[name] = ax.text(x, y, label, ha=ha, va=va, transform=ax.transAxes, color=ink.ink, fontsize="small")
    legend_below(ax, 0.17, handles=[artists["held"], artists["failed"]], ncols=2, markerscale=1.8)


def update(artists: Artists, result: Result) -> None:
    _update_shares(artists, result)
    _update_draws(artists, result)


def _update_shares(artists: Artists, result: Result) -> None:
    decided, held = np.array([(one.decided, one.held) for one in result.curve], dtype=float).T
    seen = decided > 0
    at, missed = np.array(RATIOS)[seen], 1 - (held / np.maximum(decided, 1))[seen]
    low, high = (1 - end[seen] for end in wilson(held, decided))
    artists["curve"].set_data(at, _on_axis(missed))
    ends = np.column_stack([np.concatenate([at, at[::-1]]), _on_axis(np.concatenate([low, high[::-1]]))])
    artists["band"].set_xy(ends if seen.any() else np.empty((0, 2)))
    implication, ratio = result.implication, result.settings.ratio
    share = [1 - implication.held / implication.decided] if implication.decided else []
    artists["now"].set_data([ratio] * len(share), _on_axis(np.array(share)))
    artists["here"].set_data([ratio, ratio], [MOST, FEWEST])


def _on_axis(missed: Any) -> Any:
    return np.clip(missed, FEWEST, MOST)


def _update_draws(artists: Artists, result: Result) -> None:
    implication, ax = result.implication, artists["held"].axes
    x, y, holds = implication.under_p[:N_SHOWN], implication.under_q[:N_SHOWN], implication.holds[:N_SHOWN]
    largest = float(np.quantile(np.abs(np.concatenate([x, y])), 0.98))  # the others are drawn at the edge
    reach = step(largest, REACHES)
    for name, mask in (("held", holds), ("failed", ~holds)):
        artists[name].set_data(np.clip(x[mask], -reach, reach), np.clip(y[mask], -reach, reach))
    limit(ax, "x", (-1.2 * reach, 1.2 * reach))
    limit(ax, "y", (-1.2 * reach, 1.2 * reach))
    what = "accuracy" if result.settings.compared == "accuracy" else "KL"
    label = f"{what} under P" + (
        ", every x alike" if result.settings.antecedent == "simplified" and what == "KL" else ""
    )
    if ax.get_xlabel() != label:
        ax.set(xlabel=label, ylabel=f"{what} under Q")
