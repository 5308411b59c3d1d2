"""The picture of the experiment on real data: AUC, G-mean and Brier score by beta, with every fold."""

from __future__ import annotations

import numpy as np
from matplotlib.figure import Figure

from shiftlab import style
from shiftlab.experiments.experiment import Artists

from .run import Result

ROLES = dict(zip(("p", "pₛ", "p′"), style.ROLES, strict=False))
MEASURES = {"auc": "AUC", "g_mean": "G-mean", "brier": "Brier score"}


def stage(figure: Figure) -> Artists:
    """Three panels: lines through the means, and a faint mark for every fold."""
    artists: Artists = {}
    for ax, (measure, title) in zip(figure.subplots(1, 3), MEASURES.items(), strict=True):
        ax.set(title=title, xlabel="β", xscale="log")
        ax.grid(True)
        for name, role in ROLES.items():
            (artists[f"{measure} folds {name}"],) = ax.plot(
                [], [], linestyle="none", marker=role.marker, markersize=3, color=role.color, alpha=0.3
            )
            (artists[f"{measure} {name}"],) = ax.plot(
                [], [], color=role.color, linestyle=role.dash, marker=role.marker, label=name
            )
        if measure == "auc":
            ax.legend(loc="lower left")
    return artists


def update(artists: Artists, result: Result) -> None:
    betas = result.betas
    for measure in MEASURES:
        values = result.values[measure]
        for i, name in enumerate(ROLES):
            artists[f"{measure} {name}"].set_data(betas, values[:, :, i].mean(axis=0))
            # side by side, so that equal values do not hide each other
            aside = np.tile(betas * (1 + 0.04 * (i - 1)), values.shape[0])
            artists[f"{measure} folds {name}"].set_data(aside, values[:, :, i].ravel())
        ax = artists[f"{measure} p"].axes
        ax.set_xlim(betas[0] / 1.2, max(betas[-1], 2 * betas[0]) * 1.2)
        low, high = float(values.min()), float(values.max())
        pad = 0.08 * (high - low) or 0.05
        ax.set_ylim(low - pad, high + pad)
