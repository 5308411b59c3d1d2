"""From records of the undersampling experiment to its summary, table and figure."""

from __future__ import annotations

import math
from typing import Any

from matplotlib.figure import Figure

from shiftlab.experiments.axes import curve
from shiftlab.experiments.summary import Record, Summary, by_setting, groups, paired, rows_of, select
from shiftlab.experiments.summary import row as row_of
from shiftlab.experiments.table import Table

from ..looks import estimates

KEYS = ("mu", "learner", "leaf", "bags", "beta")

#: Numbers of a record, and differences inside one record, that the summary carries.
PLAIN = (
    "n_s",
    "n_negative_s",
    "n_positive_s",
    "percent_negative",
    "drift_mean",
    "drift_min",
    "drift_max",
    "largest_bias",
    "inverse_error",
    "off_mean",
    *(f"{m}_{name}" for m in ("brier", "auc", "g_mean", "error", "tau") for name in ("p", "ps", "c")),
)


def _differences(record: Record) -> dict[str, float]:
    return {
        "brier_ps - brier_p": record["brier_ps"] - record["brier_p"],
        "brier_ps - brier_c": record["brier_ps"] - record["brier_c"],
        "auc_c - auc_ps": record["auc_c"] - record["auc_ps"],
        "g_mean_c - g_mean_ps": record["g_mean_c"] - record["g_mean_ps"],
        "tau_c - tau_p": record["tau_c"] - record["tau_p"],
        "error_c - error_p": record["error_c"] - record["error_p"],
        "off_right - off_left": record["off_right"] - record["off_left"],
        "off_mean / drift_mean": record["off_mean"] / record["drift_mean"] if record["drift_mean"] > 0 else math.inf,
        "n_selected - n_s": record["n_selected"] - record["n_s"],
    }


def summarise(records: list[Record]) -> Summary:
    """Means by setting, and paired contrasts between settings that share a seed.

    A contrast carries the setting it starts from, and what was compared in its name: "...: next beta" is the
    value at the next smaller beta minus this one, "...: mu 3 - 15" and "...: bags 1 - 10" are differences of
    the two settings.
    """
    cells = groups(records, KEYS)
    summary: Summary = []
    for named, group in by_setting(records, KEYS):
        summary += rows_of(group, PLAIN, **named)
        differences = [_differences(record) for record in group]
        summary += [
            row_of(name, [d[name] for d in differences], **named)
            for name in differences[0]
            if all(math.isfinite(d[name]) for d in differences)
        ]
        summary += _contrasts(cells, named, group)
    return summary


def _contrasts(cells: dict[Any, list[Record]], named: dict[str, Any], group: list[Record]) -> Summary:
    def other(**changes: Any) -> list[Record]:
        return cells.get(tuple({**named, **changes}[key] for key in KEYS), [])

    smaller = [key[-1] for key in cells if key[-1] < named["beta"] and other(beta=key[-1])]
    summary: Summary = []
    if smaller:
        partner = other(beta=max(smaller))
        for name in ("drift_mean", "brier_ps"):
            summary.append(row_of(f"{name}: next beta", paired(group, partner, name), **named))
    if named["mu"] == 3.0 and (partner := other(mu=15.0)):
        for name in ("drift_mean", "largest_bias"):
            summary.append(row_of(f"{name}: mu 3 - 15", paired(partner, group, name), **named))
    if named["bags"] == 1 and (partner := other(bags=10)):
        summary.append(row_of("error_c: bags 1 - 10", paired(partner, group, "error_c"), **named))
        summary.append(row_of("brier_c: bags 1 - 10", paired(partner, group, "brier_c"), **named))
    return summary


def table(summary: Summary) -> Table:
    """One line per setting: the rows left (Table I), the drift, and the three measures of p, p_s and p̃."""
    rows = []
    for row in select(summary, "n_s"):
        named = {key: row[key] for key in KEYS}

        def value(name: str, named: dict[str, Any] = named) -> float:
            return float(select(summary, name, **named)[0]["mean"])

        rows.append(
            {
                "μ": named["mu"],
                "learner": named["learner"] + (f", leaf {named['leaf']}" if named["learner"] == "forest" else ""),
                "bags": named["bags"],
                "β": named["beta"],
                "N_s": int(value("n_s")),
                "% negative": round(value("percent_negative"), 2),
                "mean p_s - p": value("drift_mean"),
                **{
                    f"{title} {label}": round(value(f"{measure}_{name}"), 4)
                    for title, measure in (("BS", "brier"), ("AUC", "auc"), ("G", "g_mean"))
                    for label, name in (("p", "p"), ("p_s", "ps"), ("p̃", "c"))
                },
                "n": row["n"],
            }
        )
    return Table.of("Two Gaussian classes after undersampling: p, p_s and the corrected p̃", rows)


def draw_summary(figure: Figure, summary: Summary) -> str:
    """Brier scores by beta for the exact and the logistic posteriors, mu = 3 and 15; returns the alt text."""
    axes = figure.subplots(1, 2)
    parts = []
    for ax, mu in zip(axes, (3.0, 15.0), strict=True):
        for name, (label, role) in zip(("p", "ps", "c"), estimates(figure).items(), strict=True):
            rows = sorted(
                select(summary, f"brier_{name}", mu=mu, learner="exact", bags=1),
                key=lambda row: row["beta"],
            )
            if not rows:
                continue
            curve(ax, [row["beta"] for row in rows], rows, role, label=label)
            ends = (f"{row['mean']:.4f} at β = {row['beta']:.2g}" for row in (rows[0], rows[-1]))
            parts.append(f"μ = {mu:g}: {label} from " + " to ".join(ends))
        ax.set(title=f"μ = {mu:g}", xlabel="share of negatives kept, β", ylim=(0, None))
        ax.grid(True)
    axes[0].set_ylabel("Brier score")
    for ax in [ax for ax in axes if ax.get_lines()][:1]:  # settings held at a value may leave a side empty
        ax.legend()
    return "Brier score by β, exact posteriors. " + ("; ".join(parts) or "No cell of this run has them") + "."
