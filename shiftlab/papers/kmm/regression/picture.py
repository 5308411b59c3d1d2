"""The picture of the toy regression: rows sized by their weights, five lines, the weights, and the errors."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from shiftlab import style
from shiftlab.diagnostics import effective_sample_size
from shiftlab.experiments.axes import beyond, few_ticks, legend_below, limit
from shiftlab.experiments.experiment import Artists

from ..looks import WAYS
from .run import Result
from .trial import FITS
from .world import SOURCE_MEAN, SOURCE_SPREAD, World, curve

FIT_OF = {name: fit for fit, name in FITS.items()}
#: Square points of a row of weight 1, and no row is larger than this.
AREA, LARGEST = 16.0, 900.0
#: Heights and lengths of axes; few, so that few moves of a slider redraw them.
HEIGHTS = (4, 6, 10, 20, 40, 90, 200, 500, 1050)
LENGTHS = (0.15, 0.2, 0.3, 0.4, 0.6, 0.8, 1.2, 2, 4, 8, 16, 32)


class Look(NamedTuple):
    color: str
    dash: Any


def stage(figure: Figure) -> Artists:
    ink = style.color_of(figure)
    axes = figure.subplot_mosaic([["rows", "weights"], ["rows", "errors"]], width_ratios=[1.5, 1])
    looks = {fit: Look(WAYS[fit].color, WAYS[fit].dash) for fit in FITS if fit in WAYS}
    looks["target"] = Look(ink.ink, (0, (7, 3)))
    artists: Artists = {}
    _stage_rows(axes["rows"], artists, ink, looks)
    _stage_weights(axes["weights"], artists, ink)
    _stage_errors(axes["errors"], artists, ink, looks)
    return artists


def _stage_rows(ax: Axes, artists: Artists, ink: style.Theme, looks: dict[str, Look]) -> None:
    point = style.point(ax.figure)
    ax.set(title="rows, sized by weight", xlabel="x", ylabel="y", ylim=(-1.6, 2.1))
    (artists["source"],) = ax.plot([], [], ".", color=ink.quiet, markersize=2.5 * point, label="source rows")
    artists["sized"] = ax.scatter([], [], [], alpha=0.5, linewidths=0, zorder=1.5)  # above the legend's 1
    (artists["target rows"],) = ax.plot(
        [], [], "x", color=ink.ink, markersize=3.5 * point, markeredgewidth=0.7 * point, alpha=0.7
    )
    artists["target rows"].set_label("target rows")
    (artists["curve"],) = ax.plot([], [], color=ink.quiet, linewidth=4 * point, alpha=0.5, label="x³ − x")
    for fit, look in looks.items():
        (artists[f"line {fit}"],) = ax.plot([], [], color=look.color, linestyle=look.dash, label=FITS[fit])
    artists["size"] = ax.text(0.02, 0.97, "", transform=ax.transAxes, va="top", color=ink.ink)
    few_ticks(ax)
    handles = [artists[name] for name in ("source", "target rows", "curve", *(f"line {fit}" for fit in FITS))]
    shape: dict[str, Any] = {"handlelength": 2.6, "handletextpad": 0.5, "columnspacing": 1.2}
    legend_below(ax, 0.16, handles=handles, ncols=3, on_slide=4, **shape)


def _stage_weights(ax: Axes, artists: Artists, ink: style.Theme) -> None:
    point = style.point(ax.figure)
    ax.set(title="weights (line: true ratio)", xlabel="x")
    ax.grid(True)
    few_ticks(ax)
    (artists["true weights"],) = ax.plot([], [], color=ink.quiet, linewidth=3 * point, alpha=0.6)
    (artists["weights"],) = ax.plot([], [], "o", markersize=3 * point, markeredgewidth=0)


def _stage_errors(ax: Axes, artists: Artists, ink: style.Theme, looks: dict[str, Look]) -> None:
    point = style.point(ax.figure)
    title = "squared error\non the target" if style.size_of(ax.figure) == "slide" else "squared error on the target"
    ax.set(title=title, xlabel="◇ on its rows", ylim=(len(FITS) - 0.4, -0.6))
    ax.set_yticks(range(len(FITS)), list(FITS.values()))
    few_ticks(ax, 3)
    (artists["floor"],) = ax.plot([], [], color=ink.quiet, linewidth=0.9 * point)
    for i, fit in enumerate(FITS):
        (artists[f"risk {fit}"],) = ax.plot([], [], color=looks[fit].color, linewidth=6 * point, solid_capstyle="butt")
        (artists[f"spread {fit}"],) = ax.plot([], [], color=ink.ink, linewidth=1.2 * point)
        (artists[f"test {fit}"],) = ax.plot([], [], "d", color=ink.ink, markersize=4 * point, markerfacecolor="none")
        artists[f"risk text {fit}"] = ax.text(0, i, "", va="center", color=ink.ink, fontsize="small")


def update(artists: Artists, result: Result) -> None:
    s = result.settings
    world = World(s.target_mean, s.target_spread, s.noise)
    _update_rows(artists, result, world)
    _update_weights(artists, result, world)
    _update_errors(artists, result, world)


def _update_rows(artists: Artists, result: Result, world: World) -> None:
    trial, ax = result.trials[0], artists["sized"].axes
    fit = FIT_OF[result.settings.shown]
    sample, weights = trial.sample, trial.weights[fit]
    artists["source"].set_data(sample.x, sample.y)
    artists["sized"].set_offsets(np.column_stack([sample.x, sample.y]))
    artists["sized"].set_sizes(style.point(ax.figure) ** 2 * np.minimum(AREA * weights, LARGEST))
    artists["sized"].set_facecolor(WAYS[fit].color)
    artists["target rows"].set_data(sample.x_target, sample.y_target)
    x = np.linspace(*_places(world), 121)
    limit(ax, "x", _places(world))
    artists["curve"].set_data(x, curve(x))
    for name, line in trial.lines.items():
        artists[f"line {name}"].set_data(x[[0, -1]], line.at(x[[0, -1]]))
    size = effective_sample_size(weights)
    artists["size"].set_text(f"{result.settings.shown}: {weights.size} rows, ESS {size:.1f}")


def _update_weights(artists: Artists, result: Result, world: World) -> None:
    trial, ax = result.trials[0], artists["weights"].axes
    fit = FIT_OF[result.settings.shown]
    x = np.linspace(*_places(world), 121)
    artists["true weights"].set_data(x, world.ratio(x))
    artists["weights"].set_data(trial.sample.x, trial.weights[fit])
    artists["weights"].set(color=WAYS[fit].color, marker=WAYS[fit].marker)
    top = 1.02 * max(trial.weights["kmm"].max(), trial.weights["ratio"].max())
    limit(ax, "x", _places(world))
    limit(ax, "y", beyond(top, HEIGHTS, below=0.05))


def _update_errors(artists: Artists, result: Result, world: World) -> None:
    ax = artists["floor"].axes
    spreads = {fit: np.quantile([errors[f"risk {fit}"] for errors in result.errors], [0.25, 0.75]) for fit in FITS}
    # the fit without weights sets the scale, with room for its number: a weighted one may go anywhere
    limits = beyond(1.35 * max(result.error("test unweighted"), float(spreads["unweighted"][1])), LENGTHS)
    limit(ax, "x", limits)
    floor = world.risk(world.best)
    artists["floor"].set_data([floor, floor], [-0.5, len(FITS) - 0.5])
    for i, fit in enumerate(FITS):
        risk, test = result.error(f"risk {fit}"), result.error(f"test {fit}")
        artists[f"risk {fit}"].set_data([0, risk], [i, i])
        artists[f"test {fit}"].set_data([test], [i])
        low, high = spreads[fit]
        artists[f"spread {fit}"].set_data([low, high], [i, i])
        artists[f"risk text {fit}"].set_text(f"  {risk:.4f}" if risk < 10 else f"  {risk:.3g}")
        artists[f"risk text {fit}"].set_x(min(max(risk, test, high), 0.75 * limits[1]))


def _places(world: World) -> tuple[float, float]:
    """Where both samples are, in half steps: few moves of the target move the axis."""
    low = min(SOURCE_MEAN - 3 * SOURCE_SPREAD, world.mean - 2.5 * world.spread)
    high = max(SOURCE_MEAN + 3 * SOURCE_SPREAD, world.mean + 2.5 * world.spread)
    return float(np.floor(2 * low + 1e-9) / 2), float(np.ceil(2 * high - 1e-9) / 2)
