"""The table and the picture of what learners earn, and of the pairs that criteria put right."""

from __future__ import annotations

from typing import Any

import numpy as np
from matplotlib.figure import Figure

from shiftlab import style
from shiftlab.experiments.axes import errorbar
from shiftlab.experiments.summary import Row, Summary, interval_text, select
from shiftlab.experiments.table import Table

from ..judged import TITLES
from .record import CRITERIA
from .run import NAMES
from .summary import KEYS

#: What a criterion does with a pair, and the hatch that it is drawn with.
HATCHES = {"right": "", "wrong": "//", "undecided": ".."}


def table(summary: Summary) -> Table:
    """What the learners earn and what cross-validation expects, and the pairs put right, of every reading."""
    rows = []
    for row in select(summary, "earned RDT"):
        keys = {key: row[key] for key in KEYS}
        entry: dict[str, Any] = {"data": row["reading"], "n": row["n"]}
        for name in NAMES:
            entry[f"{name} (CV), $"] = f"{round(_mean(summary, f'earned {name}', keys))} " + (
                f"({round(_mean(summary, f'expected {name}', keys))})"
            )
        for criterion in ("cv", "strict", "sum"):
            entry[f"right, {criterion}"] = _share(_row(summary, f"right {criterion}", keys))
        entry["undecided, strict"] = _share(_row(summary, "undecided strict", keys))
        rows.append(entry)
    rows.append({"data": "Donate and CCF of the paper: no data"})
    return Table.of("Dollars per 1,000 transactions, and shares of pairs of learners put right", rows)


def _row(summary: Summary, quantity: str, keys: dict[str, Any]) -> Row | None:
    return next(iter(select(summary, quantity, **keys)), None)


def _mean(summary: Summary, quantity: str, keys: dict[str, Any]) -> float:
    return float(select(summary, quantity, **keys)[0]["mean"])


def _share(row: Row | None) -> str:
    if row is None:
        return "no pair"
    return f"{row['mean']:.0%}{interval_text(row, '.0%', ' ({})')}"


def draw_summary(figure: Figure, summary: Summary) -> str:
    """What the learners earn, and the pairs put right, in the reading with the most repetitions of each problem."""
    readings = _readings(summary)
    if not readings:
        return "None of the cells of Tables 15 to 18 was run."
    axes = figure.subplots(2, len(readings), squeeze=False, height_ratios=[1, 1.1])
    ink = style.color_of(figure)
    sentences = []
    for i, keys in enumerate(readings):
        sentences.append(_draw_earned(axes[0, i], summary, keys, ink))
        sentences.append(_draw_pairs(axes[1, i], summary, keys, named=i == 0))
    axes[0, 0].set_ylabel("$ per 1,000 rows")
    figure.legend(*axes[0, 0].get_legend_handles_labels(), loc="outside upper center", ncols=2)
    figure.legend(*axes[1, 0].get_legend_handles_labels(), loc="outside lower center", ncols=3)
    return " ".join(sentences)


def _readings(summary: Summary) -> list[dict[str, Any]]:
    readings = []
    for problem in ("synthetic", "creditcard"):
        if rows := select(summary, "earned RDT", problem=problem):
            best = max(rows, key=lambda row: (row["n"], abs(row["shift"])))  # the first of those with a bias
            readings.append({key: best[key] for key in KEYS})
    return readings


def _draw_earned(ax: Any, summary: Summary, keys: dict[str, Any], ink: style.Theme) -> str:
    title = select(summary, "earned RDT", **keys)[0]["reading"]
    ax.axhline(0, color=ink.quiet, linewidth=1)
    ax.set_title(title)
    ax.set_xticks(range(len(NAMES)), NAMES)
    ax.grid(True, axis="y")
    parts = []
    for j, (what, name) in enumerate((("earned", "earned on the target"), ("expected", "by cross-validation"))):
        rows = [select(summary, f"{what} {learner}", **keys)[0] for learner in NAMES]
        errorbar(ax, np.arange(len(NAMES)) + 0.2 * (j - 0.5), rows, style.ROLES[j], linewidth=1.4, label=name)
        parts.append(f"{name} " + ", ".join(f"{n} {row['mean']:.1f}" for n, row in zip(NAMES, rows, strict=True)))
    return f"{title[0].upper()}{title[1:]}, dollars per 1,000 rows: {'; '.join(parts)}."


def _draw_pairs(ax: Any, summary: Summary, keys: dict[str, Any], named: bool) -> str:
    ax.set(xlim=(0, 1), ylim=(len(CRITERIA) - 0.5, -0.5), xlabel="share of the pairs of learners")
    ax.set_yticks(range(len(CRITERIA)), [TITLES[criterion] if named else "" for criterion in CRITERIA])
    by_criterion = {
        criterion: [
            0.0 if (row := _row(summary, f"{answer} {criterion}", keys)) is None else float(row["mean"])
            for answer in HATCHES
        ]
        for criterion in CRITERIA
    }
    shares = np.array(list(by_criterion.values()))
    starts = np.cumsum(shares, axis=1) - shares
    for j, (answer, hatch) in enumerate(HATCHES.items()):
        color = style.ROLES[j].color
        ax.barh(
            range(len(CRITERIA)),
            shares[:, j],
            left=starts[:, j],
            height=0.6,
            facecolor="none" if hatch else color,
            edgecolor=color,
            hatch=hatch,
            label=answer,
        )
    parts = (
        f"{TITLES[criterion]} " + ", ".join(f"{answer} {one:.2f}" for answer, one in zip(HATCHES, values, strict=True))
        for criterion, values in by_criterion.items()
    )
    return f"Shares of pairs: {'; '.join(parts)}."
