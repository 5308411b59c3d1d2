"""From records to means over seeds, and these as a table and as a figure."""

from __future__ import annotations

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from shiftlab import style
from shiftlab.experiments.axes import errorbar
from shiftlab.experiments.records import short
from shiftlab.experiments.settings import fields
from shiftlab.experiments.summary import Record, Summary, by_setting, interval_text, row, select
from shiftlab.experiments.table import Table

from .optima import SCALES
from .settings import Settings

SETTINGS = [field.name for field in fields(Settings)]
KEYS = Settings.keys()

#: What is in the table, in the order of the paper.
LABELS = {
    "ratio_apart": "weights by discrimination, distance from the ratio",
    "selection_apart": "weights by selection, distance from the ratio",
    "mean_weight_two_stage": "mean weight, two stages",
    "mean_weight_joint": "mean weight, jointly",
    "newton_printed": "(16) with Λ as printed, distance from the Newton step",
    "newton_corrected": "(16) with Λ corrected, distance from the Newton step",
    "newton_dual": "(21), distance from the Newton step",
    "indefinite_share": "problems that are not convex somewhere",
    "separating_indefinite_share": "problems that are not convex where w separates",
    "pocket_points": "points where (40) holds",
    "pocket_not_convex": "of them not convex",
    "convex_outside_pocket": "points where (40) fails and the Hessian is definite",
    "larger_n_same_point": "more target rows: (40) holds for more rows, at the same point",
    "larger_n_at_optimum": "more target rows: (40) holds for more rows, at the optimum",
    "iid_start_worse": "searches that end worse than the iid start",
    "iid_start_missed_best": "searches that another start beats",
    **{f"disjoint_weight_{scale}": f"disjoint samples, mean weight at σ_v = {scale}" for scale in SCALES},
    **{f"disjoint_norm_{scale}": f"disjoint samples, length of w at σ_v = {scale}" for scale in SCALES},
}
#: Shares of the problems of one seed.
SHARES = {
    "indefinite_share": "not convex\nsomewhere",
    "separating_indefinite_share": "not convex,\nw separates",
    "several_optima_separable": "several optima,\nseparable",
    "several_optima_noisy": "several optima,\nnoisy",
    "several_optima_contested": "several optima,\ncontested",
}


def summarise(records: list[Record]) -> Summary:
    """Means over the seeds of one setting."""
    summary: Summary = []
    for named, cells in by_setting(records, KEYS):
        summary += [row(name, [cell[name] for cell in cells], **named) for name in cells[0] if name not in SETTINGS]
    return summary


def table(summary: Summary) -> Table:
    """What was measured, its mean over the seeds and the interval."""
    rows = [
        {
            "what": label,
            "mean": short(row["mean"], 4),
            "95 % interval": interval_text(row, ".3g"),
            "seeds": row["n"],
        }
        for quantity, label in LABELS.items()
        for row in select(summary, quantity)
    ]
    return Table.of("The theorems, tried on random problems", rows)


def draw_summary(figure: Figure, summary: Summary) -> str:
    """Shares of problems on the left, disjoint samples on the right; returns the alt text."""
    left, right = figure.subplots(1, 2)
    return f"{_draw_shares(left, summary)} {_draw_disjoint(right, summary)}"


def _draw_shares(ax: Axes, summary: Summary) -> str:
    rows = [select(summary, quantity)[0] for quantity in SHARES]
    errorbar(ax, range(len(rows)), rows, style.ROLES[0], sideways=True)
    ax.set(title="share of the problems", xlim=(-0.05, 1.05), ylim=(len(rows) - 0.5, -0.5))
    ax.set_yticks(range(len(rows)), list(SHARES.values()), fontsize="small")
    ax.grid(True, axis="x")
    shares = ", ".join(f"{label} {row['mean']:.3f}" for label, row in zip(SHARES.values(), rows, strict=True))
    return f"Shares of random problems: {shares}.".replace("\n", " ")


def _draw_disjoint(ax: Axes, summary: Summary) -> str:
    """The freer the weights, the less is learned."""
    ends = []
    for (quantity, label), role in zip((("weight", "mean weight"), ("norm", "length of w")), style.ROLES, strict=False):
        means = [select(summary, f"disjoint_{quantity}_{scale}")[0]["mean"] for scale in SCALES]
        ax.plot(SCALES, means, color=role.color, linestyle=role.dash, marker=role.marker, label=label)
        ends.append(f"{label} {means[0]:.2g} at σ_v = {SCALES[0]}, {means[-1]:.2g} at {SCALES[-1]}")
    ax.set(title="disjoint samples", xscale="log", yscale="log", xlabel="σ_v")
    ax.legend()
    return f"Disjoint samples: {'; '.join(ends)}."
