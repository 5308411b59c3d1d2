"""From records of biased samples to figure 2 and Table 1: errors, and paired differences over the trials."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import numpy as np
from matplotlib.figure import Figure

from shiftlab import style
from shiftlab._check import Floats
from shiftlab.experiments.axes import errorbar, legend_below, reach
from shiftlab.experiments.intervals import LEVEL
from shiftlab.experiments.summary import Record, Summary, by_setting, difference_rows, interval_text, rows_of, select
from shiftlab.experiments.summary import row as row_of
from shiftlab.experiments.table import Table

from ..looks import WAYS
from .cells import FIGURE_2, MEDIAN, READINGS, RIDGELESS, TRAINS, row_and_reading
from .run import METHODS, NAMES
from .settings import Settings
from .tasks import TABLE_1

KEYS = Settings.keys()
#: Quantities of a record that are kept as they are.
PLAIN = (
    *(f"error_{name}" for name in METHODS),
    "n_pool",
    "n_selected",
    "n_target",
    "ess_importance",
    "ess_kmm",
    "mean_kmm",
    "violated",
    "gap",
    "correlation",
    *(f"unsquared_{name}" for name in METHODS),
)
#: Of the trials, for the intervals of counts.
RESAMPLES = 1000
#: Differences of a trial, in which its split and its selection cancel.
DIFFERENCES = {
    "unweighted - kmm": ("error_unweighted", "error_kmm"),
    "importance - kmm": ("error_importance", "error_kmm"),
    "unweighted - importance": ("error_unweighted", "error_importance"),
    "positive - negative weight": ("positive_kmm", "negative_kmm"),
}


def summarise(records: list[Record]) -> Summary:
    """One line per quantity and settings, over the seeds; then the rows of Table 1 in which each method is best."""
    summary: Summary = []
    errors: dict[str, list[Floats]] = defaultdict(list)  # by reading, (trials, methods) of each row of Table 1
    for named, trials in by_setting(records, KEYS):
        number, reading = row_and_reading(Settings(**named))
        named |= {"row": number, "reading": reading, "choice": _choice(named)}
        summary += rows_of(trials, PLAIN, **named) + difference_rows(trials, DIFFERENCES, **named)
        if number:
            errors[reading].append(np.array([[trial[f"error_{name}"] for name in METHODS] for trial in trials]))
    return summary + [
        row for reading, several in errors.items() if len(several) == len(TABLE_1) for row in _won(reading, several)
    ]


def _choice(named: dict[str, Any]) -> str:
    """What was chosen where the paper is silent about figure 2 and the microarrays, for a label."""
    kernel = "median width" if named["kernel"] == "median" else f"σ = {named['sigma']:g}"
    return f"{named['scaling']} features, {kernel}, C = {named['C']:g}, ridge {named['ridge']:g}"


def _won(reading: str, errors: list[Floats]) -> Summary:
    """In how many rows each method has the smallest mean error, as the paper counts; the intervals are bootstrapped."""
    rng = np.random.default_rng(0)
    counts = _counts(np.array([trials.mean(axis=0) for trials in errors]))
    summary = [
        row_of(f"rows won by {name}", [count], reading=reading) for name, count in zip(METHODS, counts, strict=True)
    ]
    fewest = min(len(trials) for trials in errors)
    if fewest > 1:
        means = [trials[rng.integers(len(trials), size=(RESAMPLES, len(trials)))].mean(axis=1) for trials in errors]
        resampled = np.array([_counts(sample) for sample in np.stack(means, axis=1)])
        ends = np.quantile(resampled, [(1 - LEVEL) / 2, (1 + LEVEL) / 2], axis=0)
        for one, count, low, high in zip(summary, counts, *ends, strict=True):
            one |= {"low": float(min(low, count)), "high": float(max(high, count)), "n": fewest}
    return summary


def _counts(errors: Floats) -> Floats:
    """Rows in which each column is smallest; those in which columns share the smallest count for none."""
    smallest = errors == errors.min(axis=1, keepdims=True)
    return np.asarray(smallest[smallest.sum(axis=1) == 1].sum(axis=0), dtype=float)


def table(summary: Summary) -> Table:
    """Table 1 in every reading that was run, and below it figure 2 and the prostate set."""
    rows = []
    for reading in READINGS:
        for printed in TABLE_1:
            if measured := select(summary, "error_kmm", row=printed.number, reading=reading):
                rows.append(_entry(summary, measured[0], f"Table 1, {printed.number}", reading))
            elif reading == READINGS[0]:
                rows.append({"place": f"Table 1, {printed.number}", "data": printed.dataset, "reading": "no data"})
    others = [row for row in summary if row["quantity"] == "error_kmm" and not row["row"]]
    rows += [_entry(summary, row, _place(row), row["choice"]) for row in others]
    return Table.of("Test error or NMSE, means over trials; the last column is the paired difference", rows)


def _place(row: Any) -> str:
    if row["dataset"] == "prostate":
        return "4.2.3"
    panel = {"feature": "2a", "joint": "2b", "label": "2c"}.get(row["scheme"], "")
    where = f"feature {row['feature']}" if row["scheme"] == "feature" else f"{row['train']:.0%}"
    return f"Figure {panel}, {where}" if panel else where


def _entry(summary: Summary, row: Any, place: str, reading: str) -> dict[str, Any]:
    keys = {key: row[key] for key in KEYS}
    values = {name: select(summary, f"error_{name}", **keys)[0] for name in METHODS}
    gain = select(summary, "unweighted - kmm", **keys)[0]
    entry: dict[str, Any] = {"place": place, "data": row["dataset"], "reading": reading}
    entry["selected"] = round(select(summary, "n_selected", **keys)[0]["mean"], 1)
    entry |= {NAMES[name]: value["mean"] for name, value in values.items()}
    return {**entry, "n": gain["n"], "unweighted − KMM": f"{gain['mean']:.2g}{interval_text(gain, '.2g', ' ({})')}"}


def draw_summary(figure: Figure, summary: Summary) -> str:
    """Figure 2 with intervals, and the gains of Table 1; returns the alt text."""
    axes = figure.subplot_mosaic([["a", "b", "c"], ["table", "table", "table"]], height_ratios=[1, 1.1])
    sentences = [
        _draw_panel(axes["a"], summary, "feature", "feature", "2a: by feature"),
        _draw_panel(axes["b"], summary, "joint", "train", "2b: jointly"),
        _draw_panel(axes["c"], summary, "label", "train", "2c: by label"),
        _draw_table(axes["table"], summary),
    ]
    axes["a"].set_ylabel("error on the target")
    handles, labels = axes["a"].get_legend_handles_labels()
    if handles:
        figure.legend(handles, labels, loc="outside upper center", ncols=3)
    return " ".join(part for part in sentences if part) or "None of the cells of figure 2 and Table 1 was run."


def _draw_panel(ax: Any, summary: Summary, scheme: str, by: str, title: str) -> str:
    """One panel, with the first of the choices that the paper leaves open."""
    wanted: dict[str, Any] = {"dataset": "breast-cancer", "scheme": scheme, "C": 1.0, "ridge": 1e-3, **FIGURE_2[0]}
    ax.set(title=title, xlabel="feature" if by == "feature" else "share to select from")
    ax.set_xticks(range(1, 10) if by == "feature" else TRAINS)
    ax.grid(True)
    parts = []
    for i, method in enumerate(METHODS):
        rows = select(summary, f"error_{method}", **wanted)
        if not rows:
            return ""
        x = np.array([row[by] for row in rows], dtype=float)
        aside = (i - 1) * (0.12 if by == "feature" else 0.006)  # so that intervals do not hide each other
        dash = "none" if by == "feature" else WAYS[method].dash
        errorbar(ax, x + aside, rows, WAYS[method], linestyle=dash, markersize=4, linewidth=1.2, label=NAMES[method])
        parts.append(f"{NAMES[method]} {np.mean([row['mean'] for row in rows]):.3f}")
    return f"Figure {title}, mean error on the target {', '.join(parts)}."


def _draw_table(ax: Any, summary: Summary) -> str:
    """How much KMM changes the error of every row of Table 1, in per cent of the unweighted one."""
    ink = style.color_of(ax.figure)
    ax.axhline(0, color=ink.quiet, linewidth=1)
    ax.set(title="Table 1: error of KMM against unweighted, %", xlabel="row of the table")
    ax.set(yscale="symlog", xlim=(0, len(TABLE_1) + 1), xticks=range(1, len(TABLE_1) + 1))
    ax.grid(True)
    parts = []
    for i, (reading, role) in enumerate(zip((RIDGELESS, MEDIAN), style.ROLES, strict=False)):
        points = []
        for row in select(summary, "unweighted - kmm", reading=reading):
            keys = {key: row[key] for key in KEYS}
            plain = select(summary, "error_unweighted", **keys)[0]["mean"]
            if plain > 0:
                points.append((row["row"], -100 * row["mean"] / plain, 100 * reach(row)[1] / plain))
        if not points:
            continue
        x, gain, spread = np.array(points).T
        ax.errorbar(
            x + 0.3 * (i - 0.5),
            gain,
            spread,
            color=role.color,
            marker=role.marker,
            linestyle="none",
            markersize=4,
            linewidth=1.2,
            label=reading,
        )
        parts.append(f"{reading}: KMM lowers the mean error in {int((gain < 0).sum())} of {gain.size} rows")
    if not parts:
        return ""
    legend_below(ax, 0.3, ncols=2)
    return f"Table 1. {'; '.join(parts)}."
