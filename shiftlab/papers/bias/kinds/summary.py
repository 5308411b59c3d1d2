"""From records of the experiment on kinds of bias to its summary, table and figure."""

from __future__ import annotations

from typing import Any

from matplotlib.figure import Figure

from shiftlab import style
from shiftlab.experiments.summary import Record, Summary, by_setting, rows_of, select
from shiftlab.experiments.table import Table

KEYS = ("world", "kind", "rarer", "strength")

#: What moves, and what of it is shown: the name in a record, and on the axis.
MOVED = {"x_moved": "P(x)", "y_given_x_moved": "P(y|x)", "x_given_y_moved": "P(x|y)", "share_moved": "P(y)"}


def _numbers(record: Record) -> dict[str, float]:
    derived = {
        "share_moved": abs(record["share_after"] - record["share_before"]),
        "share_before - share_after": record["share_before"] - record["share_after"],
        "area_before - area_after": record["area_before"] - record["area_after"],
        "sample_share_before - sample_share_after": record["sample_share_before"] - record["sample_share_after"],
        "sample_mean_after - sample_mean_before": record["sample_mean_after"] - record["sample_mean_before"],
    }
    measured = {name: value for name, value in record.items() if isinstance(value, float) and name not in SETTINGS}
    return measured | derived


SETTINGS = ("strength", "cut", "overlap", "prior")


def summarise(records: list[Record]) -> Summary:
    """Means by setting of every number of a record, and of differences inside one record."""
    summary: Summary = []
    for named, group in by_setting(records, KEYS):
        several = [_numbers(record) for record in group]
        summary += rows_of(several, several[0], **named)
    return summary


def _name(row: Any) -> str:
    return row["kind"] + (", balancing" if row["kind"] == "complete" and row["rarer"] == "balancing" else "")


def table(summary: Summary) -> Table:
    """One line per setting: what is selected, and how far each distribution moves."""
    rows = []
    for row in select(summary, "selected"):
        named = {key: row[key] for key in KEYS}
        value = {
            name: select(summary, name, **named)[0]["mean"] for name in (*MOVED, "decided_otherwise", "sample_gap")
        }
        rows.append(
            {
                "population": row["world"],
                "kind": _name(row),
                "strength": row["strength"],
                "P(s=1)": round(row["mean"], 4),
                **{f"{label} moves": round(value[name], 4) for name, label in MOVED.items()},
                "decided otherwise": round(value["decided_otherwise"], 4),
                "gap in the sample": round(value["sample_gap"], 4),
                "n": row["n"],
            }
        )
    return Table.of("What selection moves, by kind of bias", rows)


def draw_summary(figure: Figure, summary: Summary) -> str:
    """How far each distribution moves, by kind, at one strength; returns the alt text."""
    strong = [row for row in select(summary, "x_moved", world="two classes") if row["strength"] == 0.6]
    rows = strong or select(summary, "x_moved")
    ax, parts, longest = figure.subplots(), [], 0.0
    height = 0.8 / len(MOVED)
    for i, row in enumerate(rows):
        named = {key: row[key] for key in KEYS}
        values = [select(summary, name, **named)[0]["mean"] for name in MOVED]
        for j, (value, role) in enumerate(zip(values, style.ROLES, strict=True)):
            at = i - 0.4 + (j + 0.5) * height
            ax.barh(at, value, 0.85 * height, color=role.color, label=list(MOVED.values())[j] if i == 0 else None)
            ax.text(value, at, f" {value:.2f}" if value > 1e-12 else " 0", va="center", fontsize="small")
        longest = max(longest, *values)
        moves = ", ".join(f"{name} {value:.2f}" for name, value in zip(MOVED.values(), values, strict=True))
        parts.append(f"{_name(row)} (strength {row['strength']:g}): {moves}")
    ax.set_yticks(range(len(rows)), [_name(row) for row in rows])
    ax.invert_yaxis()
    ax.set(xlabel="how far it moves", xlim=(0, 1.1 * longest + 0.05))
    ax.legend(loc="upper right")
    return "How far each distribution moves, by kind of bias. " + "; ".join(parts) + "."
