"""The picture of a pair of newsgroups: how words fade, what is expected of the learners, and in which order."""

from __future__ import annotations

from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from shiftlab import style
from shiftlab.experiments.axes import legend_below, limit, step, ticks
from shiftlab.experiments.experiment import Artists

from ..learners import LEARNERS
from ..ranks import order, wrong_ranks
from .run import Result

SOURCE, TARGET = style.ROLES[0], style.ROLES[1]
ROWS = {"truth": "on the target articles", "cv": "cross-validation", "loo": "leave-one-out", "train": "source articles"}
RANKED = {"truth": "target articles", "cv": "cross-validation", "loo": "leave-one-out", "reverse": "ReverseTesting"}
#: Ends of axes; few, so that few moves of a slider redraw them.
LONGEST = (0.1, 0.2, 0.3, 0.4, 0.5, 0.7, 1.0)
LOWEST = (0.9, 0.8, 0.7, 0.6, 0.5, 0.3, 0.0)
N_WORDS = 12  # more names would not be readable


def stage(figure: Figure) -> Artists:
    ink = style.color_of(figure)
    axes = figure.subplot_mosaic(
        [["words", "accuracy"], ["words", "ranks"]], width_ratios=[1, 1.5], height_ratios=[1.25, 1]
    )
    artists: Artists = {}
    _stage_words(axes["words"], artists, ink)
    _stage_accuracy(axes["accuracy"], artists, ink)
    _stage_ranks(axes["ranks"], artists, ink)
    return artists


def _stage_words(ax: Axes, artists: Artists, ink: style.Theme) -> None:
    point = style.point(ax.figure)
    ax.set(title="articles with the word", ylim=(N_WORDS - 0.5, -0.6), xlim=(0, 1))
    ax.set_yticks([])
    ax.spines["left"].set_visible(False)
    (artists["moves"],) = ax.plot([], [], color=ink.quiet, linewidth=1.2 * point)
    for name, role in (("source", SOURCE), ("target", TARGET)):
        (artists[name],) = ax.plot([], [], role.marker, color=role.color, markersize=5 * point, label=name)
    for i in range(N_WORDS):
        artists[f"word {i}"] = ax.text(
            0.99, i, "", transform=ax.get_yaxis_transform(), ha="right", va="center", color=ink.ink, fontsize="small"
        )
    legend_below(ax, 0.09, ncols=2, handletextpad=0.2)


def _stage_accuracy(ax: Axes, artists: Artists, ink: style.Theme) -> None:
    point = style.point(ax.figure)
    ax.set(title="accuracy", ylim=(len(ROWS) - 0.5, -0.5))
    ax.set_yticks(range(len(ROWS)), list(ROWS.values()))
    ax.grid(True, axis="x")
    for name, role in zip(LEARNERS, style.ROLES, strict=True):
        look: dict[str, Any] = {"color": role.color, "linestyle": role.dash, "linewidth": point}
        (artists[f"accuracy {name}"],) = ax.plot([], [], marker=role.marker, markersize=5 * point, label=name, **look)
    legend_below(ax, 0.16, ncols=4, handlelength=2, columnspacing=1)


def _stage_ranks(ax: Axes, artists: Artists, ink: style.Theme) -> None:
    ax.set(title="order (* wrong rank)", xlim=(0.4, 4.6), ylim=(len(RANKED) - 0.5, -0.5))
    ax.set_xticks([1, 2, 3, 4], ["1st", "2nd", "3rd", "4th"])
    ax.xaxis.tick_top()
    ax.tick_params(length=0)
    ax.set_yticks(range(len(RANKED)), list(RANKED.values()))
    for side in ("left", "bottom"):
        ax.spines[side].set_visible(False)
    for row in range(len(RANKED)):
        for rank in range(len(LEARNERS)):
            artists[f"rank {row} {rank}"] = ax.text(1 + rank, row, "", ha="center", va="center", color=ink.ink)


def update(artists: Artists, result: Result) -> None:
    _update_words(artists, result)
    _update_accuracy(artists, result)
    _update_ranks(artists, result)


def _update_words(artists: Artists, result: Result) -> None:
    sample, ax = result.sample, artists["moves"].axes
    shares = sample.shares[:, :N_WORDS]
    at = np.arange(shares.shape[1])
    gaps = np.full(at.size, np.nan)
    artists["moves"].set_data(np.column_stack([*shares, gaps]).ravel(), np.column_stack([at, at, gaps]).ravel())
    for name, row in zip(("source", "target"), shares, strict=True):
        artists[name].set_data(row, at)
    for i in range(N_WORDS):
        artists[f"word {i}"].set_text(sample.words[i] if i < at.size else "")
    end = step(shares.max(), LONGEST)
    limit(ax, "x", (-0.03 * end, 1.55 * end))  # with room for the words
    ticks(ax, np.linspace(0, end, 3))


def _update_accuracy(artists: Artists, result: Result) -> None:
    judged = result.judged
    known = {"truth": judged.truth, **judged.estimates}
    ax = artists[f"accuracy {LEARNERS[0]}"].axes
    for i, name in enumerate(LEARNERS):
        values = [known[row][name] if row in known else np.nan for row in ROWS]
        # side by side: equal accuracies would hide each other
        artists[f"accuracy {name}"].set_data(values, np.arange(len(ROWS)) + 0.16 * (i - 1.5))
    lowest = min(value for values in known.values() for value in values.values())
    low = next(end for end in LOWEST if end <= lowest)
    limit(ax, "x", (low, 1.0))
    ticks(ax, np.linspace(low, 1, 3))


def _update_ranks(artists: Artists, result: Result) -> None:
    judged = result.judged
    for row, criterion in enumerate(RANKED):
        name = result.settings.rule if criterion == "reverse" else criterion
        if name == "loo" and "loo" not in judged.estimates:
            texts = ["not run", "", "", ""]
        else:
            says = order(judged, name)
            stars = ["*" if wrong else "" for wrong in wrong_ranks(judged.truth, says)]
            texts = [f"{star}{one}" for star, one in zip(stars, says, strict=True)]
        for rank, text in enumerate(texts):
            artists[f"rank {row} {rank}"].set_text(text)
