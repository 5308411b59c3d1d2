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

SHOWN = {"cv": "cross-\nvalidation", "loo": "leave-\none-out", "strict": "Reverse-\nTesting"}
CV, REVERSE = style.ROLES[:2]
WITHOUT = style.ROLES[2]
#: More lines would be no picture.
MOST = 20


def table(summary: Summary) -> Table:
    """Right, wrong and undecided: counts of 30 of the five sets together, shares of each problem."""
    found: dict[tuple[str, str, str], dict[str, Any]] = {}
    for line in summary:
        outcome = line["quantity"].removesuffix(" of 30")
        if outcome in OUTCOMES and line["criterion"] in ("cv", "loo", "strict"):
            place = line["problem"], line["reading"], line.get("setting", "")
            kept = found.setdefault(place, {"problem": place[0], "setting": place[1] or place[2], "n": line["n"]})
            kept[f"{outcome}, {line['criterion']}"] = round(line["mean"], 3)
    together = sorted(found.items(), key=lambda item: item[0][0] != "all five sets")
    return Table.of(
        "Right, wrong and undecided: counts of 30 pairs, and shares of each problem", [v for _, v in together]
    )


def draw_summary(figure: Figure, summary: Summary) -> str:
    """Section 5 with our numbers, and each problem by itself; returns the alt text."""
    counts, shares = figure.subplots(1, 2, width_ratios=[1, 1.1])
    told = [_draw_counts(counts, summary), _draw_shares(shares, summary)]
    return " ".join(part for part in told if part)


def _draw_counts(ax: Axes, summary: Summary) -> str:
    ink = style.color_of(ax.figure).ink
    ax.set(title="right of 30 pairs", ylim=(0, N_PAIRS + 1), xlim=(-0.5, len(SHOWN) - 0.5))
    ax.set_xticks(range(len(SHOWN)), list(SHOWN.values()))
    ax.grid(True, axis="y")
    told = []
    for reading, role, label, aside in ((AS_PRINTED, CV, "biased", -0.12), (UNBIASED, WITHOUT, "without bias", 0.12)):
        lines = {name: select(summary, "right of 30", reading=reading, criterion=name) for name in SHOWN}
        drawn = {name: found[0] for name, found in lines.items() if found}
        if not drawn:
            continue
        places = [list(SHOWN).index(name) + aside for name in drawn]
        # half of the splits are within the thin line: a single one says little
        low, high = ([line[end] for line in drawn.values()] for end in ("q1", "q3"))
        ax.vlines(places, low, high, color=role.color, linewidth=1)
        errorbar(ax, places, list(drawn.values()), role, markersize=4, elinewidth=2.5, label=label)
        told += [f"{SHOWN[name].replace(chr(10), '')} {line['mean']:.1f}, {label}" for name, line in drawn.items()]
    printed = [RIGHT[name] for name in SHOWN]
    ax.plot(range(len(SHOWN)), printed, "x", color=ink, markersize=7, label="as printed")
    legend_below(ax, 0.16, ncols=3, handletextpad=0.3, columnspacing=1)
    return f"Right of 30 pairs: {'; '.join(told)}." if told else ""


def _draw_shares(ax: Axes, summary: Summary) -> str:
    chosen = [line for line in select(summary, "right", criterion="strict") if line["reading"] in ("", AS_PRINTED)]
    lines = (chosen or select(summary, "right", criterion="strict"))[:MOST]
    ax.set(title="share right, of each problem", xlim=(-0.03, 1.03), ylim=(len(lines) - 0.4, -0.6))
    labels = [_label(line) for line in lines]
    ax.set_yticks(range(len(lines)), labels, fontsize="x-small" if len(lines) > 8 else "small")
    ax.grid(True)
    rivals = [
        select(summary, "right", criterion="cv", **{key: line[key] for key in ("problem", "reading", "setting")})[0]
        for line in lines
    ]
    places = np.arange(len(lines), dtype=float)
    for found, role, label, aside in (
        (rivals, CV, "cross-validation", -0.15),
        (lines, REVERSE, "ReverseTesting", 0.15),
    ):
        errorbar(ax, places + aside, found, role, sideways=True, markersize=4, elinewidth=1.4, label=label)
    legend_below(ax, 0.1, at=0.3, ncols=2, handletextpad=0.3, columnspacing=1)
    told = [
        f"{label} {line['mean']:.2f} against {rival['mean']:.2f}"
        for label, line, rival in zip(labels, lines, rivals, strict=True)
    ]
    return f"Share of pairs about which ReverseTesting is right, against cross-validation: {'; '.join(told)}."


def _label(line: Row) -> str:
    if line["reading"]:
        return str(line["problem"])
    always = "drop 0, a DT" if line["problem"] == "noisy square" else ""
    setting = line["setting"].removeprefix(always).removeprefix(", ").replace("as by default", "drop 0.25")
    return ", ".join(part for part in (line["problem"], setting) if part)
