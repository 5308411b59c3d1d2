"""How what criteria say is shown, wherever it is: colour and marker of each, cells of a table, shares of pairs."""

from __future__ import annotations

from typing import Any

from matplotlib.axes import Axes

from shiftlab import style
from shiftlab.experiments.axes import errorbar
from shiftlab.experiments.summary import Summary, rounded_mean, select

from .judged import CRITERIA
from .slopes import LOOKS


def of_criterion(name: str) -> style.Role:
    """Its colour, dash and marker."""
    return style.Role(*LOOKS[CRITERIA.index(name)])


def cells_of(summary: Summary, keys: dict[str, Any]) -> dict[str, float | None]:
    """In a line of a table: pairs not in the wrong order by each criterion, and what some of the choices lose."""
    return {
        **{criterion: rounded_mean(summary, f"corr {criterion}", 2, **keys) for criterion in CRITERIA},
        "TrCV, ties half": rounded_mean(summary, "half TrCV", 2, **keys),
        **{f"regret {name}": rounded_mean(summary, f"regret {name}", 4, **keys) for name in ("SCV", "WCV", "TrCV")},
    }


def draw_shares(ax: Axes, summary: Summary, keys: dict[str, Any], at: int, pairs: float) -> list[str]:
    """The share of pairs in order by each criterion, sideways around the height `at`; and their counts, to be told."""
    parts = []
    for j, criterion in enumerate(CRITERIA):
        for row in select(summary, f"corr {criterion}", **keys):
            share = {**row, **{end: row[end] / pairs for end in ("mean", "low", "high") if row[end] is not None}}
            place = [at + 0.12 * (j - 2.5)]
            errorbar(ax, place, [share], of_criterion(criterion), sideways=True, markersize=4, label=criterion)
            parts.append(f"{criterion} {row['mean']:.2f}")
    return parts
