"""A whole run of ReverseTesting as table and figure: counts of 30 as in section 5, and shares of each problem."""

from __future__ import annotations

from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from shiftlab import style
from shiftlab.experiments.axes import errorbar, legend_below
from shiftlab.experiments.summary import Row, Summary, select
from shiftlab.experiments.table import Table

from ..printed import N_PAIRS, RIGHT
from .cells import AS_PRINTED, UNBIASED
from .summary import OUTCOMES

LABELS = {"cv": "cross-\nvalidation", "loo": "leave-\none-out", "strict": "Reverse-\nTesting"}
CV, REVERSE = style.ROLES[:2]
WITHOUT = style.ROLES[2]
#: More lines would be no picture.
MOST = 20


def table(summary: Summary) -> Table:
    """Right, wrong and undecided: counts of 30 of the five sets together, shares of each problem."""
    entries: dict[tuple[str, str, str], dict[str, Any]] = {}
    for row in summary:
        outcome = row["quantity"].removesuffix(" of 30")
        if outcome in OUTCOMES and row["criterion"] in ("cv", "loo", "strict"):
            place = row["problem"], row["reading"], row.get("setting", "")
            entry = entries.setdefault(place, {"problem": place[0], "setting": place[1] or place[2], "n": row["n"]})
            entry[f"{outcome}, {row['criterion']}"] = round(row["mean"], 3)
    together = sorted(entries.items(), key=lambda item: item[0][0] != "all five sets")
    title = "Right, wrong and undecided: counts of 30 pairs, less ties on the target, and shares of each problem"
    return Table.of(title, [entry for _, entry in together])


def draw_summary(figure: Figure, summary: Summary) -> str:
    """Section 5 with our numbers, and each problem by itself; returns the alt text."""
    counts, shares = figure.subplots(1, 2, width_ratios=[1, 1.1])
    sentences = [_draw_counts(counts, summary), _draw_shares(shares, summary)]
    return " ".join(part for part in sentences if part)


def _draw_counts(ax: Axes, summary: Summary) -> str:
    ink = style.color_of(ax.figure).ink
    ax.set(title="right of 30 pairs", ylim=(0, N_PAIRS + 1), xlim=(-0.5, len(LABELS) - 0.5))
    ax.set_xticks(range(len(LABELS)), list(LABELS.values()))
    ax.grid(True, axis="y")
    parts = []
    for reading, role, label, aside in ((AS_PRINTED, CV, "biased", -0.12), (UNBIASED, WITHOUT, "without bias", 0.12)):
        several = {name: select(summary, "right of 30", reading=reading, criterion=name) for name in LABELS}
        by_criterion = {name: rows[0] for name, rows in several.items() if rows}
        if not by_criterion:
            continue
        places = [list(LABELS).index(name) + aside for name in by_criterion]
        # half of the splits are within the thin line: a single one says little
        low, high = ([row[end] for row in by_criterion.values()] for end in ("q1", "q3"))
        ax.vlines(places, low, high, color=role.color, linewidth=1)
        errorbar(ax, places, list(by_criterion.values()), role, markersize=4, elinewidth=2.5, label=label)
        parts += [
            f"{LABELS[name].replace(chr(10), '')} {row['mean']:.1f}, {label}" for name, row in by_criterion.items()
        ]
    printed = [RIGHT[name] for name in LABELS]
    ax.plot(range(len(LABELS)), printed, "x", color=ink, markersize=7, label="as printed")
    legend_below(ax, 0.16, ncols=3, handletextpad=0.3, columnspacing=1)
    return f"Right of 30 pairs: {'; '.join(parts)}." if parts else ""


def _draw_shares(ax: Axes, summary: Summary) -> str:
    chosen = [row for row in select(summary, "right", criterion="strict") if row["reading"] in ("", AS_PRINTED)]
    rows = (chosen or select(summary, "right", criterion="strict"))[:MOST]
    ax.set(title="share right, of each problem", xlim=(-0.03, 1.03), ylim=(len(rows) - 0.4, -0.6))
    labels = [_label(row) for row in rows]
    ax.set_yticks(range(len(rows)), labels, fontsize="x-small" if len(rows) > 8 else "small")
    ax.grid(True)
    rivals = [
        select(summary, "right", criterion="cv", **{key: row[key] for key in ("problem", "reading", "setting")})[0]
        for row in rows
    ]
    places = np.arange(len(rows), dtype=float)
    for several, role, label, aside in (
        (rivals, CV, "cross-validation", -0.15),
        (rows, REVERSE, "ReverseTesting", 0.15),
    ):
        errorbar(ax, places + aside, several, role, sideways=True, markersize=4, elinewidth=1.4, label=label)
    legend_below(ax, 0.1, at=0.3, ncols=2, handletextpad=0.3, columnspacing=1)
    parts = [
        f"{label} {row['mean']:.2f} against {rival['mean']:.2f}"
        for label, row, rival in zip(labels, rows, rivals, strict=True)
    ]
    return f"Share of pairs about which ReverseTesting is right, against cross-validation: {'; '.join(parts)}."


def _label(row: Row) -> str:
    if row["reading"]:
        return str(row["problem"])
    always = "drop 0, a DT" if row["problem"] == "noisy square" else ""
    setting = row["setting"].removeprefix(always).removeprefix(", ").replace("as by default", "drop 0.25")
    return ", ".join(part for part in (row["problem"], setting) if part)
