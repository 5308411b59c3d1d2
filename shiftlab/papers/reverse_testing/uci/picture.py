"""The picture of ReverseTesting: rows and boundaries, the matrix with its two comparisons, and who chooses whom."""

from __future__ import annotations

from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from shiftlab import style
from shiftlab._check import Floats
from shiftlab.experiments.axes import few_ticks, legend_below, limit, ticks, whole_ticks
from shiftlab.experiments.contour import line_at
from shiftlab.experiments.experiment import Artists

from ..judged import tally
from .run import Result, Trial
from .world import WORLDS, lattice

CLASSES = style.ROLES[:2]
A, B = style.ROLES[2], style.ROLES[3]
#: The mark of a third class, which is in ink: the other two colours are those of the learners.
THIRD = "v"
#: Lower ends of the axis of accuracies; few, so that few moves of a slider redraw it.
LOWEST = (0.9, 0.8, 0.6, 0.4, 0.0)
#: Places of the matrix's cells.
COLUMNS, HEIGHTS = (0.35, 1.6), (0.7, 1.4)
LEGEND: dict[str, Any] = {"markerscale": 1.3, "handletextpad": 0.5, "columnspacing": 1.2}
#: Of the rows, beside the two panels for letters, which need more on a slide.
WIDTH = {"notebook": 1.15, "slide": 0.85}
CHOOSERS = {"truth": "target (truth)", "cv": "cross-validation", "loo": "leave-one-out", "reverse": "ReverseTesting"}


def stage(figure: Figure) -> Artists:
    ink = style.color_of(figure)
    axes = figure.subplot_mosaic(
        [["rows", "matrix"], ["rows", "choices"]],
        width_ratios=[WIDTH[style.size_of(figure)], 1],
        height_ratios=[1.15, 1],
    )
    artists: Artists = {}
    _stage_rows(axes["rows"], artists, ink)
    _stage_matrix(axes["matrix"], artists, ink)
    _stage_choices(axes["choices"], artists, ink)
    _stage_legends(axes["rows"], axes["choices"], artists)
    return artists


def _stage_rows(ax: Axes, artists: Artists, ink: style.Theme) -> None:
    point = style.point(ax.figure)
    ax.set(title="source rows", xlabel="x₁", ylabel="x₂")
    whole_ticks(ax.yaxis)
    few_ticks(ax)
    (artists["dropped"],) = ax.plot([], [], ".", color=ink.quiet, markersize=3 * point, alpha=0.6, label="dropped")
    looks = [*((role.marker, role.color) for role in CLASSES), (THIRD, ink.ink)]
    for i, (marker, color) in enumerate(looks):
        look: dict[str, Any] = {"color": color, "alpha": 0.8, "markersize": 3.2 * point, "markeredgewidth": 0}
        (artists[f"class {i}"],) = ax.plot([], [], marker, label=f"class {i}", **look)
    (artists["disputed"],) = ax.plot([], [], "+", color=ink.ink, markersize=5 * point, markeredgewidth=0.9 * point)
    artists["disputed"].set_label("target: they differ")
    for name, role in (("first", A), ("second", B)):
        (artists[f"boundary {name}"],) = ax.plot([], [], color=role.color, linestyle=role.dash)


def _stage_matrix(ax: Axes, artists: Artists, ink: style.Theme) -> None:
    point = style.point(ax.figure)
    ax.set(title="accuracy on the source rows", xlim=(0, 2), ylim=(2.5, -0.5))
    ax.set_axis_off()
    for column, place in enumerate(COLUMNS):
        artists[f"labels {column}"] = ax.text(place, 0, "", ha="center", va="center", color=ink.ink)
    for row, height in enumerate(HEIGHTS):
        artists[f"trained {row}"] = ax.text(-0.1, height, "", ha="right", va="center", color=ink.ink)
        (artists[f"arrow {row}"],) = ax.plot([], [], color=ink.ink, linewidth=1.6 * point)
        (artists[f"head {row}"],) = ax.plot([], [], color=ink.ink, markersize=7 * point, linestyle="none")
        artists[f"equal {row}"] = ax.text(1, height, "", ha="center", va="center", color=ink.ink)
        for column, place in enumerate(COLUMNS):
            artists[f"cell {row}{column}"] = ax.text(place, height, "", ha="center", va="center", color=ink.ink)
    artists["verdict"] = ax.text(1, 2.2, "", ha="center", va="center", color=ink.ink, fontweight="bold")


def _stage_choices(ax: Axes, artists: Artists, ink: style.Theme) -> None:
    point = style.point(ax.figure)
    ax.set(title="which of the two is better?", xlabel="accuracy", ylim=(len(CHOOSERS) - 0.5, -0.5))
    ax.set_yticks(range(len(CHOOSERS)), list(CHOOSERS.values()))
    ax.grid(True, axis="x")
    for i, chooser in enumerate(CHOOSERS):
        (artists[f"{chooser} between"],) = ax.plot([], [], color=ink.quiet, linewidth=1.2 * point)
        for name, role in (("first", A), ("second", B)):
            (artists[f"{chooser} {name}"],) = ax.plot([], [], role.marker, color=role.color, markersize=6 * point)
        artists[f"{chooser} choice"] = ax.text(
            0.99, i, "", transform=ax.get_yaxis_transform(), ha="right", va="center", color=ink.ink
        )


def _stage_legends(rows: Axes, choices: Axes, artists: Artists) -> None:
    """One for the rows and one for the learners; on a slide they are one. Its last key is that of the third class."""
    *keys, third = (artists[key] for key in ("class 0", "class 1", "dropped", "disputed", "class 2"))
    size = 5 * style.point(rows.figure)
    learners = [
        Line2D([], [], color=one.color, linestyle=one.dash, marker=one.marker, markersize=size, label=f"learner {name}")
        for name, one in (("a", A), ("b", B))
    ]
    if style.size_of(rows.figure) == "slide":
        legend_below(rows, 0, handles=[*keys, *learners, third], on_slide=4, **LEGEND)
    else:
        legend_below(rows, 0.15, handles=[*keys, third], ncols=3, **LEGEND)
        legend_below(choices, 0.5, handles=learners, ncols=2, **LEGEND)
    legend = choices.get_legend() or rows.figure.legends[0]
    artists["learners"] = [text for text in legend.get_texts() if text.get_text().startswith("learner")]


def update(artists: Artists, result: Result) -> None:
    trial = result.trials[0]
    _update_rows(artists, result, trial)
    _update_matrix(artists, result, trial)
    _update_choices(artists, result, trial)


def _update_rows(artists: Artists, result: Result, trial: Trial) -> None:
    s, sample, ax = result.settings, trial.sample, artists["dropped"].axes
    if s.problem in WORLDS:
        source, target, names = sample.X, sample.X_target, ("x₁", "x₂")
        extent = WORLDS[s.problem].extent
    else:
        source, target, extent = _on_paper(trial, s.attribute - 1)
        names = (f"attribute {s.attribute}", "first principal component")
    limit(ax, "x", extent[0])
    limit(ax, "y", extent[1])
    if (ax.get_xlabel(), ax.get_ylabel()) != names:
        ax.set(xlabel=names[0], ylabel=names[1])
    legend = ax.get_legend() or ax.figure.legends[0]
    for part in (legend.legend_handles[-1], legend.get_texts()[-1]):
        part.set_visible(bool((sample.y == len(CLASSES)).any()))
    artists["dropped"].set_data(*source[~sample.kept].T)
    for i in range(len(CLASSES) + 1):
        artists[f"class {i}"].set_data(*source[sample.kept & (sample.y == i)].T)
    a, b = trial.judged.pairs[0]
    artists["disputed"].set_data(*target[trial.target_labels[a] != trial.target_labels[b]].T)
    for name, learner in (("first", a), ("second", b)):
        line: tuple[Any, Any] = ([], [])
        if learner in trial.regions:
            places = lattice(s.problem, s.noise)
            shape = places.y.size, places.x.size
            line = line_at(0.5, places.x, places.y, trial.regions[learner].reshape(shape).astype(float))
        artists[f"boundary {name}"].set_data(*line)


def _on_paper(trial: Trial, column: int) -> tuple[Floats, Floats, tuple[tuple[float, float], tuple[float, float]]]:
    """Rows of more than two attributes: the one that they are sorted by, and the first principal component."""
    sample, scaled = trial.sample, trial.sample.scaled()
    first = np.linalg.svd(scaled.X - scaled.X.mean(axis=0), full_matrices=False)[2][0]
    first = first * np.sign(first[np.argmax(np.abs(first))])  # the sign is arbitrary
    values = np.concatenate([sample.X[:, column], sample.X_target[:, column]])
    levels = np.unique(values)
    # rows of few levels would lie upon each other
    width = 0.7 * np.diff(levels).min() if 1 < levels.size < 20 else 0.0
    aside = width * ((np.arange(values.size) * 0.6180339887) % 1 - 0.5)
    points = np.column_stack([values + aside, np.concatenate([scaled.X, scaled.X_target]) @ first])
    low, high = points.min(axis=0), points.max(axis=0)
    pad = 0.04 * (high[0] - low[0]) or 1.0
    # whole numbers: few moves of a slider move the axis
    across, along = (low[0] - pad, high[0] + pad), (np.floor(low[1]), np.ceil(high[1]))
    extent = (float(across[0]), float(across[1])), (float(along[0]), float(along[1]))
    n = sample.y.size
    return points[:n], points[n:], extent


def _update_matrix(artists: Artists, result: Result, trial: Trial) -> None:
    judged = trial.judged
    pair = judged.pairs[0]
    for i, (name, height) in enumerate(zip(pair, HEIGHTS, strict=True)):
        artists[f"labels {i}"].set_text(f"labels by {name}")
        artists[f"trained {i}"].set_text(f"train {name}")
        values = judged.accuracy[i, :2]
        for column, value in enumerate(values):
            artists[f"cell {i}{column}"].set_text(f"{value:.3f}")
        higher = np.sign(values[1] - values[0])
        artists[f"equal {i}"].set_text("" if higher else "=")
        artists[f"arrow {i}"].set_data(*(([0.75, 1.25], [height] * 2) if higher else ([], [])))
        artists[f"head {i}"].set_data(*(([1 + 0.25 * higher], [height]) if higher else ([], [])))
        artists[f"head {i}"].set_marker(">" if higher > 0 else "<")
    choice = judged.says(result.settings.rule, pair)
    artists["verdict"].set_text(f"{choice} is expected to be better" if choice else "?  hard to distinguish")


def _update_choices(artists: Artists, result: Result, trial: Trial) -> None:
    s, judged = result.settings, trial.judged
    pair, ax = judged.pairs[0], artists["truth choice"].axes
    for text, learner in zip(artists["learners"], pair, strict=True):
        text.set_text(f"learner {learner}")
    better = judged.better(pair)
    known = {"truth": judged.truth, **judged.estimates}
    accuracies = [known[chooser][name] for chooser in CHOOSERS if chooser in known for name in pair]
    low = next(end for end in LOWEST if end <= min(accuracies))
    limit(ax, "x", (low, 1 + 0.45 * (1 - low)))
    ticks(ax, np.linspace(low, 1, 3))
    for i, chooser in enumerate(CHOOSERS):
        values = known.get(chooser)
        between = [] if values is None else [values[name] for name in pair]
        artists[f"{chooser} between"].set_data(between, [i] * len(between))
        for j, name in enumerate(("first", "second")):
            artists[f"{chooser} {name}"].set_data(between[j : j + 1], [i] * len(between[j : j + 1]))
        if chooser == "truth":
            text = better or "a tie"
        elif chooser == "loo" and values is None:
            text = "not run"
        elif len(result.trials) > 1:
            criterion = s.rule if chooser == "reverse" else chooser
            right, wrong = tally([one.judged for one in result.trials], criterion)
            text = f"{right} ✓ {wrong} ✗"
        else:
            choice = judged.says(s.rule if chooser == "reverse" else chooser, pair)
            mark = "" if choice is None or better is None else " ✓" if choice == better else " ✗"
            text = f"{choice or '?'}{mark}"
        artists[f"{chooser} choice"].set_text(text)
