"""The picture of the experiment on real data: AUC, G-mean and Brier score by beta, with every fold."""

from __future__ import annotations

import numpy as np
from matplotlib.figure import Figure

from shiftlab import style
from shiftlab.experiments.axes import ticks
from shiftlab.experiments.experiment import Artists

from ..looks import NAMES, estimates
from .run import Result

MEASURES = {"auc": "AUC", "g_mean": "G-mean", "brier": "Brier score"}
#: Of the axis of β: more where it is short, which is where its ends differ by this factor at most.
FINE, COARSE, SHORT = (0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0), (0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1.0), 20.0


def stage(figure: Figure) -> Artists:
    """Three panels: lines through the means, and a faint mark for every fold."""
    point = style.point(figure)
    artists: Artists = {}
    for ax, (measure, title) in zip(figure.subplots(1, 3), MEASURES.items(), strict=True):
        ax.set(title=title, xlabel="β", xscale="log")
        ax.xaxis.set_major_formatter("{x:g}")
        ax.minorticks_off()
        ax.locator_params(axis="y", nbins=5, steps=[1, 2, 5, 10])
        ax.grid(True)
        for name, role in estimates(figure).items():
            (artists[f"{measure} folds {name}"],) = ax.plot(
                [], [], linestyle="none", marker=role.marker, markersize=3 * point, color=role.color, alpha=0.3
            )
            (artists[f"{measure} {name}"],) = ax.plot(
                [], [], color=role.color, linestyle=role.dash, marker=role.marker, label=name
            )
    figure.legend(handles=[artists[f"auc {name}"] for name in NAMES], loc="outside lower center", ncols=len(NAMES))
    return artists


def update(artists: Artists, result: Result) -> None:
    betas = result.betas
    for measure in MEASURES:
        values = result.values[measure]
        for i, name in enumerate(NAMES):
            artists[f"{measure} {name}"].set_data(betas, values[:, :, i].mean(axis=0))
            # side by side, so that equal values do not hide each other
            aside = np.tile(betas * (1 + 0.04 * (i - 1)), values.shape[0])
            artists[f"{measure} folds {name}"].set_data(aside, values[:, :, i].ravel())
        ax = artists[f"{measure} p"].axes
        first, last = betas[0] / 1.2, max(betas[-1], 2 * betas[0]) * 1.2
        ax.set_xlim(first, last)
        ticks(ax, [tick for tick in (FINE if last < SHORT * first else COARSE) if first <= tick <= last])
        low, high = float(values.min()), float(values.max())
        pad = 0.08 * (high - low) or 0.05
        ax.set_ylim(low - pad, high + pad)
