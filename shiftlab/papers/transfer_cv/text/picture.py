"""The picture of a draw of texts: how words lean in source and target, and what is believed of the candidates."""

from __future__ import annotations

import numpy as np
from matplotlib import rcParams
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from shiftlab import style
from shiftlab.experiments.experiment import Artists

from .. import slopes
from ..judged import CRITERIA
from .run import Result

SOURCE, TARGET = style.ROLES[0], style.ROLES[1]
N_WORDS = 12  # more names would not be readable
#: Room for the words, beside what is drawn of them.
ROOM = 0.85


def stage(figure: Figure) -> Artists:
    ink = style.color_of(figure)
    words, chart = figure.subplots(1, 2, width_ratios=[1, 2.6])
    artists: Artists = {}
    _stage_words(words, artists, ink)
    slopes.stage(chart, artists, CRITERIA)
    return artists


def _stage_words(ax: Axes, artists: Artists, ink: style.Theme) -> None:
    point = style.point(ax.figure)
    ax.set(xlabel="share of positives", ylim=(N_WORDS - 0.5, -0.6), xlim=(-0.05, 1 + ROOM))
    ax.set_title("articles with the word", pad=2.6 * rcParams["font.size"])  # the legend comes between
    ax.set_xticks([0, 0.5, 1])
    ax.set_yticks([])
    ax.spines["left"].set_visible(False)
    ax.axvline(0.5, color=ink.quiet, linewidth=0.8 * point)
    (artists["moves"],) = ax.plot([], [], color=ink.quiet, linewidth=1.2 * point)
    for name, role in (("source", SOURCE), ("target", TARGET)):
        (artists[name],) = ax.plot([], [], role.marker, color=role.color, markersize=5 * point, label=name)
    for i in range(N_WORDS):
        artists[f"word {i}"] = ax.text(1.1, i, "", va="center", color=ink.ink, fontsize="small")
    ax.legend(loc="lower center", bbox_to_anchor=(0.5, 0.97), ncols=2, handletextpad=0.2, columnspacing=1)


def update(artists: Artists, result: Result) -> None:
    leaning = result.sample.leaning[:, :N_WORDS]
    at = np.arange(leaning.shape[1])
    gaps = np.full(at.size, np.nan)
    artists["moves"].set_data(np.column_stack([*leaning, gaps]).ravel(), np.column_stack([at, at, gaps]).ravel())
    for name, row in zip(("source", "target"), leaning, strict=True):
        artists[name].set_data(row, at)
    for i in range(N_WORDS):
        word = result.sample.words[i] if i < at.size else ""
        artists[f"word {i}"].set_text(word if len(word) <= 10 else f"{word[:9]}…")
    slopes.update(artists, result.judged)
