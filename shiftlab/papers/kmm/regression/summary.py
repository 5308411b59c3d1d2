"""From records of the toy regression to its summary, table and figure."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from shiftlab import style
from shiftlab.experiments.axes import curve
from shiftlab.experiments.summary import (
    Record,
    Row,
    Summary,
    by_setting,
    ends,
    groups,
    paired,
    pooled,
    rows_of,
    select,
    share_rows,
)
from shiftlab.experiments.summary import row as row_of
from shiftlab.experiments.table import Table

from ..looks import WAYS
from .settings import Settings
from .trial import FITS

KEYS = Settings.keys()
#: Of a trial 0 or 1.
SHARES = ("kmm below ratio", "kmm below min_ic", "beyond lemma 4", "certified")
#: Compared between settings that share a seed.
CONTRASTED: dict[str, Callable[[Record], float]] = {
    "weights apart": lambda record: record["weights apart"],
    "distance ratio": lambda record: record["distance ratio"],
    "log2 distance ratio": lambda record: math.log2(record["distance ratio"]),
    "risk kmm": lambda record: record["risk kmm"],
}


def summarise(records: list[Record]) -> Summary:
    """Means over all trials of a setting, those of each seed by itself, and contrasts of settings by seed.

    The column "setting" says what differs from figure 1; the quantity "...: m / 2" is the value at half the rows
    minus the value here, "...: eps 0" and "...: eps of 4.2" that with another slack minus the value here,
    "...: target_mean - 0.5" that with the target by 0.5 further left minus the value here. A row of one seed has it
    in its column "figure"; a "median ..." is one of the trials of a seed.
    """
    summary: Summary = []
    cells = groups(records, KEYS)
    for named, group in by_setting(records, KEYS):
        columns = {**named, "setting": setting(named)}
        names = [name for name in group[0] if f"{name} sd" in group[0]]
        summary += [(_share if name in SHARES else pooled)(name, group, **columns) for name in names]
        summary += rows_of(group, [name for name in group[0] if name.startswith("median ")], **columns)
        summary += [
            {**pooled(name, [record], **columns), "quantity": f"figure: {name}", "figure": record["seed"]}
            for record in group
            for name in ("test ratio - kmm", "test min_ic - kmm")
            if record["trials"] > 1
        ]
        for title, other in _partners(named).items():
            if partner := cells.get(tuple(other[key] for key in KEYS)):
                summary += [
                    row_of(f"{name}: {title}", values, **columns)
                    for name, value in CONTRASTED.items()
                    if (values := paired(group, partner, value))
                ]
    return summary


def _share(name: str, cells: Sequence[Record], **keys: Any) -> Row:
    """The share of trials, with Wilson's interval: also where it is 0 or 1."""
    trials = [record["trials"] for record in cells]
    held = [record["trials"] * record[name] for record in cells]
    return share_rows(name, held, trials, **keys)[0]


def setting(named: Any) -> str:
    """What differs from figure 1 and from the programme as printed, in words: "width 0.5, ridge 1"."""
    changes = Settings(**named).told(since=Settings(ridge=0.0))
    if named["m_target"] == named["m"]:
        changes.pop("m_target", None)
    if "m" in changes:
        changes.pop("eps", None)  # follows from m
    words = (f"{value} {name}" if isinstance(value, str) else f"{name} {value:g}" for name, value in changes.items())
    return ", ".join(words) or "as in figure 1"


def _partners(named: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """The settings that one is compared with."""
    half = {"m": named["m"] // 2, "m_target": named["m_target"] // 2}
    several = {
        "m / 2": {**named, **half, "eps": paper_eps(half["m"])},
        "eps 0": {**named, "eps": 0.0},
        "eps of 4.2": {**named, "eps": paper_eps(named["m"])},
        "target_mean - 0.5": {**named, "target_mean": named["target_mean"] - 0.5},
    }
    return {title: other for title, other in several.items() if other != named}


def paper_eps(m: int) -> float:
    """(√m - 1)/√m of section 4.2, to three digits."""
    return round(1 - 1 / math.sqrt(m), 3)


def _of(summary: Summary, name: str, row: Row) -> Row:
    return select(summary, name, **{key: row[key] for key in KEYS})[0]


def table(summary: Summary) -> Table:
    """One line per setting: mean errors on target rows (figure 1 b), on the whole target, and sample sizes."""
    rows = []
    for row in select(summary, "test kmm"):
        errors = {fit: _of(summary, f"test {fit}", row)["mean"] for fit in FITS}
        rows.append(
            {
                "setting": row["setting"],
                **{FITS[fit]: round(value, 4) for fit, value in errors.items()},
                **{f"risk, {FITS[fit]}": round(_of(summary, f"risk {fit}", row)["mean"], 4) for fit in FITS},
                "KMM below ratio": round(_of(summary, "kmm below ratio", row)["mean"], 3),
                "KMM below min IC": round(_of(summary, "kmm below min_ic", row)["mean"], 3),
                "ESS, KMM": round(_of(summary, "ess kmm", row)["mean"], 1),
                "ESS, ratio": round(_of(summary, "ess ratio", row)["mean"], 1),
                "trials": row["n"],
            }
        )
    return Table.of("Squared error on the target rows, and on the whole target (risk), of five lines", rows)


def draw_summary(figure: Figure, summary: Summary) -> str:
    """Figure 1 (b) with our numbers, and by how much rivals are worse than KMM; returns the alt text."""
    errors, *rivals = figure.subplots(1, 3, width_ratios=[1.3, 1, 1])
    base = (select(summary, "test kmm", setting="as in figure 1") or select(summary, "test kmm"))[0]
    text = _draw_errors(errors, summary, base)
    rivals[1].sharey(rivals[0])
    rivals[1].tick_params(labelleft=False)
    for ax, rival in zip(rivals, ("ratio", "min_ic"), strict=True):
        text += f". By how much the error of {FITS[rival]} is larger than that of KMM: "
        text += _draw_rival(ax, summary, base, rival)
    rivals[0].legend()
    return f"Mean squared error on the target rows, {base['setting']}: {text}."


def _draw_errors(ax: Axes, summary: Summary, base: Row) -> str:
    ink = style.color_of(ax.figure).ink
    rows = {fit: _of(summary, f"test {fit}", base) for fit in FITS}
    for i, (fit, row) in enumerate(rows.items()):
        color = WAYS[fit].color if fit in WAYS else ink
        ax.plot([0, row["mean"]], [i, i], color=color, linewidth=7, solid_capstyle="butt")
        ax.plot(ends(row), [i, i], color=ink, linewidth=1.2)
        ax.text(row["mean"], i, f"  {row['mean']:.4f}", va="center", fontsize="small")
    ax.set(title="mean error on target rows", ylim=(len(FITS) - 0.4, -0.6))
    ax.set_xlim(0, 1.6 * max(row["mean"] for row in rows.values()))
    ax.set_yticks(range(len(FITS)), list(FITS.values()))
    return ", ".join(f"{FITS[fit]} {row['mean']:.4f}" for fit, row in rows.items())


def _draw_rival(ax: Axes, summary: Summary, base: Row, rival: str) -> str:
    """The paired difference by the width of the kernel, one curve for each ridge."""
    same = {key: base[key] for key in KEYS if key not in ("width", "ridge")}
    rows = select(summary, f"test {rival} - kmm", **same)
    parts = []
    for ridge, role in zip(sorted({row["ridge"] for row in rows}), style.ROLES, strict=False):
        several = sorted((row for row in rows if row["ridge"] == ridge), key=lambda row: row["width"])
        label = f"ridge {ridge:g}"
        curve(ax, [row["width"] for row in several], several, role, label=label)
        parts += [f"{row['mean']:+.4f} at width {row['width']:g}, {label}" for row in several]
    ax.axhline(0, color=style.color_of(ax.figure).quiet, linewidth=0.8)
    ax.set(title=f"{FITS[rival]} minus KMM", xlabel="kernel width", xscale="log")
    widths = sorted({row["width"] for row in rows})
    ax.set_xticks(widths[::2], [f"{width:g}" for width in widths[::2]])
    ax.minorticks_off()
    ax.grid(True)
    return ", ".join(parts)
