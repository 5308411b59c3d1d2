"""From records of the toy regression to its summary, table and figure."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from shiftlab import style
from shiftlab.experiments.axes import curve
from shiftlab.experiments.settings import as_dict
from shiftlab.experiments.summary import Record, Row, Summary, by_setting, ends, groups, paired, pooled, row, select
from shiftlab.experiments.table import Table

from .picture import ROLE
from .settings import Settings
from .trial import FITS

#: All settings that change the numbers; `seed` and `trials` are repetitions, `shown` is for the eye.
KEYS = tuple(name for name in as_dict(Settings()) if name not in ("shown", "trials", "seed"))
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
    minus the value here, "...: eps 0" that without slack minus the value here, "...: target_mean - 0.5" that with
    the test x by 0.5 further left minus the value here. A row of one seed has it in its column "figure".
    """
    lines: Summary = []
    cells = groups(records, KEYS)
    for named, group in by_setting(records, KEYS):
        shown = {**named, "setting": setting(named)}
        names = [name for name in group[0] if f"{name} sd" in group[0]]
        lines += [pooled(name, group, **shown) for name in names]
        lines += [
            {**pooled(name, [record], **shown), "quantity": f"figure: {name}", "figure": record["seed"]}
            for record in group
            for name in ("test ratio - kmm", "test min_ic - kmm")
            if record["trials"] > 1
        ]
        for title, other in _partners(named).items():
            if partner := cells.get(tuple(other[key] for key in KEYS)):
                lines += [
                    row(f"{name}: {title}", values, **shown)
                    for name, value in CONTRASTED.items()
                    if (values := paired(group, partner, value))
                ]
    return lines


def setting(named: Any) -> str:
    """What differs from figure 1, in words: "ridge 0, width 0.5"."""
    told = Settings(**named).told()
    if named["m_target"] == named["m"]:
        told.pop("m_target", None)
    if "m" in told:
        told.pop("eps", None)  # follows from m
    words = (f"{value} {name}" if isinstance(value, str) else f"{name} {value:g}" for name, value in told.items())
    return ", ".join(words) or "as in figure 1"


def _partners(named: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """The settings that one is compared with."""
    half = {"m": named["m"] // 2, "m_target": named["m_target"] // 2}
    several = {
        "m / 2": {**named, **half, "eps": paper_eps(half["m"])},
        "eps 0": {**named, "eps": 0.0},
        "target_mean - 0.5": {**named, "target_mean": named["target_mean"] - 0.5},
    }
    return {title: other for title, other in several.items() if other != named}


def paper_eps(m: int) -> float:
    """(√m - 1)/√m of section 4.2, to three digits."""
    return round(1 - 1 / math.sqrt(m), 3)


def _of(summary: Summary, name: str, line: Row) -> Row:
    return select(summary, name, **{key: line[key] for key in KEYS})[0]


def table(summary: Summary) -> Table:
    """One line per setting: the mean test error of each fit (figure 1 b), its excess risk, and the sample sizes."""
    lines = []
    for line in select(summary, "test kmm"):
        found = {fit: _of(summary, f"test {fit}", line)["mean"] for fit in FITS}
        lines.append(
            {
                "setting": line["setting"],
                **{FITS[fit]: round(value, 4) for fit, value in found.items()},
                **{f"risk, {FITS[fit]}": round(_of(summary, f"risk {fit}", line)["mean"], 4) for fit in FITS},
                "KMM below ratio": round(_of(summary, "kmm below ratio", line)["mean"], 3),
                "KMM below min IC": round(_of(summary, "kmm below min_ic", line)["mean"], 3),
                "ESS, KMM": round(_of(summary, "ess kmm", line)["mean"], 1),
                "ESS, ratio": round(_of(summary, "ess ratio", line)["mean"], 1),
                "trials": line["n"],
            }
        )
    return Table.of("Squared error on the test rows, and on the test distribution (risk), of five lines", lines)


def draw_summary(figure: Figure, summary: Summary) -> str:
    """Figure 1 (b) with our numbers, and by how much rivals are worse than KMM; returns the alt text."""
    errors, *rivals = figure.subplots(1, 3, width_ratios=[1.3, 1, 1])
    base = (select(summary, "test kmm", setting="as in figure 1") or select(summary, "test kmm"))[0]
    told = _draw_errors(errors, summary, base)
    rivals[1].sharey(rivals[0])
    rivals[1].tick_params(labelleft=False)
    for ax, rival in zip(rivals, ("ratio", "min_ic"), strict=True):
        told += f". By how much the error of {FITS[rival]} is larger than that of KMM: "
        told += _draw_rival(ax, summary, base, rival)
    rivals[0].legend()
    return f"Mean squared error on the test rows, {base['setting']}: {told}."


def _draw_errors(ax: Axes, summary: Summary, base: Row) -> str:
    ink = style.color_of(ax.figure).ink
    told = {fit: _of(summary, f"test {fit}", base) for fit in FITS}
    for i, (fit, line) in enumerate(told.items()):
        color = ROLE[fit].color if fit in ROLE else ink
        ax.plot([0, line["mean"]], [i, i], color=color, linewidth=7, solid_capstyle="butt")
        ax.plot(ends(line), [i, i], color=ink, linewidth=1.2)
        ax.text(line["mean"], i, f"  {line['mean']:.4f}", va="center", fontsize="small")
    ax.set(title="mean test error", ylim=(len(FITS) - 0.4, -0.6))
    ax.set_xlim(0, 1.6 * max(line["mean"] for line in told.values()))
    ax.set_yticks(range(len(FITS)), list(FITS.values()))
    return ", ".join(f"{FITS[fit]} {line['mean']:.4f}" for fit, line in told.items())


def _draw_rival(ax: Axes, summary: Summary, base: Row, rival: str) -> str:
    """The paired difference by the width of the kernel, one curve for each ridge."""
    same = {key: base[key] for key in KEYS if key not in ("width", "ridge")}
    lines = select(summary, f"test {rival} - kmm", **same)
    told = []
    for ridge, role in zip(sorted({line["ridge"] for line in lines}), style.ROLES, strict=False):
        several = sorted((line for line in lines if line["ridge"] == ridge), key=lambda line: line["width"])
        label = f"ridge {ridge:g}"
        curve(ax, [line["width"] for line in several], several, role, label=label)
        told += [f"{line['mean']:+.4f} at width {line['width']:g}, {label}" for line in several]
    ax.axhline(0, color=style.color_of(ax.figure).quiet, linewidth=0.8)
    ax.set(title=f"{FITS[rival]} minus KMM", xlabel="kernel width", xscale="log")
    widths = sorted({line["width"] for line in lines})
    ax.set_xticks(widths[::2], [f"{width:g}" for width in widths[::2]])
    ax.minorticks_off()
    ax.grid(True)
    return ", ".join(told)
