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
    lines = []
    for line in select(summary, "earned RDT"):
        keys = {key: line[key] for key in KEYS}
        shown: dict[str, Any] = {"data": line["reading"], "n": line["n"]}
        for name in NAMES:
            shown[f"{name} (CV), $"] = f"{round(_mean(summary, f'earned {name}', keys))} " + (
                f"({round(_mean(summary, f'expected {name}', keys))})"
            )
        for criterion in ("cv", "strict", "sum"):
            shown[f"right, {criterion}"] = _share(_line(summary, f"right {criterion}", keys))
        shown["undecided, strict"] = _share(_line(summary, "undecided strict", keys))
        lines.append(shown)
    lines.append({"data": "Donate and CCF of the paper: no data"})
    return Table.of("Dollars per 1,000 transactions, and shares of pairs of learners put right", lines)


def _line(summary: Summary, quantity: str, keys: dict[str, Any]) -> Row | None:
    return next(iter(select(summary, quantity, **keys)), None)


def _mean(summary: Summary, quantity: str, keys: dict[str, Any]) -> float:
    return float(select(summary, quantity, **keys)[0]["mean"])


def _share(line: Row | None) -> str:
    if line is None:
        return "no pair"
    return f"{line['mean']:.0%}{interval_text(line, '.0%', ' ({})')}"


def draw_summary(figure: Figure, summary: Summary) -> str:
    """What the learners earn, and the pairs put right, in the reading with the most repetitions of each problem."""
    shown = _shown(summary)
    if not shown:
        return "None of the cells of Tables 15 to 18 was run."
    axes = figure.subplots(2, len(shown), squeeze=False, height_ratios=[1, 1.1])
    ink = style.color_of(figure)
    told = []
    for i, keys in enumerate(shown):
        told.append(_draw_earned(axes[0, i], summary, keys, ink))
        told.append(_draw_pairs(axes[1, i], summary, keys, named=i == 0))
    axes[0, 0].set_ylabel("$ per 1,000 rows")
    figure.legend(*axes[0, 0].get_legend_handles_labels(), loc="outside upper center", ncols=2)
    figure.legend(*axes[1, 0].get_legend_handles_labels(), loc="outside lower center", ncols=3)
    return " ".join(told)


def _shown(summary: Summary) -> list[dict[str, Any]]:
    found = []
    for problem in ("synthetic", "creditcard"):
        if lines := select(summary, "earned RDT", problem=problem):
            best = max(lines, key=lambda line: (line["n"], abs(line["shift"])))  # the first of those with a bias
            found.append({key: best[key] for key in KEYS})
    return found


def _draw_earned(ax: Any, summary: Summary, keys: dict[str, Any], ink: style.Theme) -> str:
    title = select(summary, "earned RDT", **keys)[0]["reading"]
    ax.axhline(0, color=ink.quiet, linewidth=1)
    ax.set_title(title)
    ax.set_xticks(range(len(NAMES)), NAMES)
    ax.grid(True, axis="y")
    told = []
    for j, (what, name) in enumerate((("earned", "earned on the target"), ("expected", "by cross-validation"))):
        lines = [select(summary, f"{what} {learner}", **keys)[0] for learner in NAMES]
        errorbar(ax, np.arange(len(NAMES)) + 0.2 * (j - 0.5), lines, style.ROLES[j], linewidth=1.4, label=name)
        told.append(f"{name} " + ", ".join(f"{n} {line['mean']:.1f}" for n, line in zip(NAMES, lines, strict=True)))
    return f"{title[0].upper()}{title[1:]}, dollars per 1,000 rows: {'; '.join(told)}."


def _draw_pairs(ax: Any, summary: Summary, keys: dict[str, Any], named: bool) -> str:
    ax.set(xlim=(0, 1), ylim=(len(CRITERIA) - 0.5, -0.5), xlabel="share of the pairs of learners")
    ax.set_yticks(range(len(CRITERIA)), [TITLES[criterion] if named else "" for criterion in CRITERIA])
    found = {
        criterion: [
            0.0 if (line := _line(summary, f"{answer} {criterion}", keys)) is None else float(line["mean"])
            for answer in HATCHES
        ]
        for criterion in CRITERIA
    }
    shares = np.array(list(found.values()))
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
    told = (
        f"{TITLES[criterion]} " + ", ".join(f"{answer} {one:.2f}" for answer, one in zip(HATCHES, values, strict=True))
        for criterion, values in found.items()
    )
    return f"Shares of pairs: {'; '.join(told)}."
