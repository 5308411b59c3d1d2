"""Figure 3 with our numbers, what the synthetic problems add to it, and both as a table."""

from __future__ import annotations

from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from shiftlab import style
from shiftlab.experiments.axes import errorbar
from shiftlab.experiments.summary import NUMBERS, Row, Summary, interval_text, select
from shiftlab.experiments.table import Table

from .cells import FAMILIES, GAPS, MIDDLE, STAND_IN_SIZES
from .methods import METHODS

#: With the settings as they are unless they are what is compared.
MATCHED: dict[str, Any] = {"n_source": 100, "sigma_w": 1.0, "sigma_v": 1.0, "width": 1.0, "B": 1000.0}
WEIGHTED = [name for name in METHODS if name != "iid"]


def table(summary: Summary) -> Table:
    """Areas of the six methods, and the paired difference of the integrated one to two stages."""
    rows = []
    for row in select(summary, "auc iid", n_target=MIDDLE["n_target"], **MATCHED):
        if row["problem"] in FAMILIES:
            place = f"{row['problem']}, {row['kernel']}, shift {row['shift']:g}"
            rows.append(_entry(summary, row, "", place))
    for row in select(summary, "auc iid", problem="disjoint"):
        rows.append(_entry(summary, row, "", f"disjoint, {row['kernel']}, gap {row['shift']:g}"))
    for row in select(summary, "pairs: auc iid"):
        rows.append(_entry(summary, row, "pairs: ", "landmine" + ", untuned fields" * row["untuned"]))
    for row in select(summary, "inboxes: auc iid"):
        rows.append(_entry(summary, row, "inboxes: ", f"{row['problem']} stand-in"))
    for row in select(summary, "wins", problem="all"):
        keys = {key: row[key] for key in ("against", "protocol", "problem")}
        won, lost, tied = (int(select(summary, name, **keys)[0]["mean"]) for name in ("wins", "losses", "ties"))
        rows.append(
            {
                "problem": f"integrated against {METHODS[row['against']]}",
                "protocol": row["protocol"],
                "integrated − two-stage": f"won {won}, lost {lost}, tied {tied} of {row['settings']} settings",
            }
        )
    return Table.of("Area under the ROC curve on the target, means over trials; the last column is paired", rows)


def _entry(summary: Summary, row: Row, prefix: str, place: str) -> dict[str, Any]:
    keys = {key: value for key, value in row.items() if key not in NUMBERS}
    entry: dict[str, Any] = {"problem": place, "protocol": row["protocol"], "n": row["n_target"]}
    if row["protocol"] == "matched":
        entry["σ_w, σ_v"] = f"{row['sigma_w']:g}, {row['sigma_v']:g}"
    for name, label in METHODS.items():
        if values := select(summary, f"{prefix}auc {name}", **keys):
            entry[label] = values[0]["mean"]
    paired = select(summary, f"{prefix}auc integrated - two_stage", **keys)[0]
    return {**entry, "integrated − two-stage": f"{paired['mean']:.2g}{interval_text(paired, '.2g', ' ({})')}"}


def draw_summary(figure: Figure, summary: Summary) -> str:
    """Figure 3 on land mines and stand-ins, and the synthetic problems below it; returns the alt text."""
    axes = figure.subplot_mosaic([["spam", "text", "landmine"], ["curved", "families", "disjoint"]])
    tuned = {"protocol": "tuned", "shift": 2.0}
    sentences = [
        _draw_methods(axes["spam"], summary, "inboxes: reduction {}", "n_target", problem="spam", **tuned),
        _draw_methods(axes["text"], summary, "inboxes: reduction {}", "n_target", problem="text", **tuned),
        _draw_methods(
            axes["landmine"], summary, "pairs: auc {} - iid", "n_target", problem="landmine", untuned=False, **tuned
        ),
        _draw_methods(
            axes["curved"],
            summary,
            "auc {} - iid",
            "shift",
            problem="curved",
            kernel="linear",
            protocol="matched",
            n_target=MIDDLE["n_target"],
            **MATCHED,
        ),
        _draw_families(axes["families"], summary),
        _draw_disjoint(axes["disjoint"], summary),
    ]
    for name, title in {
        "spam": "spam stand-in: less 1 − AUC",
        "text": "text stand-in",
        "landmine": "land mines: AUC − iid",
        "curved": "curved: AUC − iid",
        "families": "integrated − two-stage",
        "disjoint": "disjoint: length of w",
    }.items():
        axes[name].set_title(title, fontsize="small")
    handles = {
        label: handle
        for name, ax in axes.items()
        if name != "families"
        for handle, label in zip(*ax.get_legend_handles_labels(), strict=True)
    }
    if handles:
        figure.legend(handles.values(), handles.keys(), loc="outside lower center", ncols=5, fontsize="small")
    return " ".join(part for part in sentences if part) or "None of the cells of figure 3 was run."


def _looks(ink: style.Theme) -> dict[str, style.Role]:
    return dict(zip(WEIGHTED, (*style.ROLES, style.Role(ink.ink, (0, (7, 3)), "v")), strict=True))


def _draw_methods(ax: Axes, summary: Summary, quantity: str, by: str, **keys: Any) -> str:
    ink = style.color_of(ax.figure)
    ax.axhline(0, color=ink.quiet, linewidth=0.8)
    if by == "n_target":
        ax.set_xscale("log")
        ax.set_xticks(STAND_IN_SIZES, list(map(str, STAND_IN_SIZES)))
        ax.minorticks_off()
    if "reduction" in quantity:  # KDE is far below the others
        ax.set_yscale("symlog", linthresh=0.1)
        ax.set_yticks([-10, -1, -0.1, 0, 0.1], ["−10", "−1", "−0.1", "0", "0.1"])
    ax.set_xlabel("target rows" if by == "n_target" else by, fontsize="small")
    ax.tick_params(labelsize="small")
    parts = []
    for i, (name, role) in enumerate(_looks(ink).items()):
        rows = _along(select(summary, quantity.format(name), **keys), by)
        if rows:
            aside = [row[by] * 1.05 ** (i - 2) if by == "n_target" else row[by] + 0.06 * (i - 2) for row in rows]
            errorbar(ax, aside, rows, role, label=METHODS[name], **_look(role))
            parts.append(f"{METHODS[name]} {rows[-1]['mean']:.3f}")
    where = f"{keys['problem']} at {by} {rows[-1][by]:g}" if parts and rows else keys["problem"]
    return f"{where}: {', '.join(parts)}." if parts else ""


def _draw_families(ax: Axes, summary: Summary) -> str:
    """By shift, with a linear kernel and the same parameters for both."""
    ink = style.color_of(ax.figure)
    ax.axhline(0, color=ink.quiet, linewidth=0.8)
    ax.set_xlabel("shift", fontsize="small")
    ax.tick_params(labelsize="small")
    parts = []
    for i, (problem, role) in enumerate(zip(FAMILIES, style.ROLES, strict=True)):
        keys = {"kernel": "linear", "protocol": "matched", "n_target": MIDDLE["n_target"], **MATCHED}
        rows = _along(select(summary, "auc integrated - two_stage", problem=problem, **keys), "shift")
        if rows:
            errorbar(ax, [row["shift"] + 0.06 * (i - 1.5) for row in rows], rows, role, label=problem, **_look(role))
            parts.append(f"{problem} {rows[-1]['mean']:.4f}")
    if parts:
        ax.margins(y=0.4)  # room for the legend
        ax.legend(loc="upper center", ncols=2, fontsize="x-small", handlelength=2.4, columnspacing=1)
    return f"Integrated minus two-stage at the largest shift: {', '.join(parts)}." if parts else ""


def _draw_disjoint(ax: Axes, summary: Summary) -> str:
    """The freer the weights, the less is learned: the length of w goes to that of the prior alone, 0."""
    ax.set_xlabel("σ_v", fontsize="small")
    ax.tick_params(labelsize="small")
    parts = []
    for name in ("integrated", "two_stage"):
        keys = {"problem": "disjoint", "kernel": "linear", "shift": GAPS[1]}
        rows = _along(select(summary, f"norm {name}", **keys), "sigma_v")
        if rows:
            role = _looks(style.color_of(ax.figure))[name]
            errorbar(ax, [row["sigma_v"] for row in rows], rows, role, label=METHODS[name], **_look(role))
            ends = ", ".join(f"{row['mean']:.2g} at σ_v = {row['sigma_v']:g}" for row in (rows[0], rows[-1]))
            parts.append(f"{METHODS[name]} {ends}")
    ax.set_xscale("log")  # once there are places: the limits of a single one cannot be found before
    return f"Length of w on disjoint samples: {'; '.join(parts)}." if parts else ""


def _along(rows: Summary, name: str) -> Summary:
    return sorted(rows, key=lambda row: row[name])


def _look(role: style.Role) -> dict[str, Any]:
    return {"linestyle": role.dash, "markersize": 4, "linewidth": 1.2, "elinewidth": 0.8}
