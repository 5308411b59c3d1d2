"""From records of texts to the summary, Table 4 with our numbers, and its figure."""

from __future__ import annotations

from typing import Any

from matplotlib.figure import Figure

from shiftlab.experiments.axes import legend_above
from shiftlab.experiments.summary import Record, Summary, by_setting, rows_of, select
from shiftlab.experiments.table import Table

from ..kept import judged_in
from ..numbers import numbers_of
from ..shown import cells_of, draw_shares
from .cells import FIRST, TASKS, reading_of, world_of

#: "problem" has the name of a made-up world, "candidates" how many there are.
KEYS = ("problem", "task", "candidates", "reading")
#: Of the tasks, short enough for a panel.
TITLES = {"learners": "learners", "C of the SVM": "C of the SVM", "neighbours of LatentMap": "LatentMap's k"}
#: Numbers of a record that are not of candidates.
PLAIN = ("n_source", "n_target", "n_labeled", "n_words", "share_source", "share_target", "ess")


def summarise(records: list[Record]) -> Summary:
    """Means over draws of what was drawn, and of what each criterion made of it."""
    known = [{**record, **dict(zip(KEYS, setting_of(record), strict=True))} for record in records]
    summary: Summary = []
    for named, group in by_setting(known, KEYS):
        draws = [{name: record[name] for name in PLAIN} | numbers_of(judged_in(record)) for record in group]
        summary += rows_of(draws, **named)
    return summary


def setting_of(record: Record) -> tuple[str, str, int, str]:
    """The `KEYS` of a record: what is averaged is the same in all of them."""
    every = record["every"] and record["task"] == "learners"
    n_candidates = 5 if record["task"] != "learners" else 8 if every else 3
    return world_of(record), record["task"], n_candidates, reading_of(record)


def table(summary: Summary) -> Table:
    """One line for a column of Table 4: pairs in order by each criterion, and what some of the choices lose."""
    rows = []
    for row in select(summary, "n_pairs"):
        keys = {key: row[key] for key in KEYS}
        rows.append({**keys, "pairs": round(row["mean"]), "n": row["n"], **cells_of(summary, keys)})
    return Table.of("Pairs of candidates that each criterion does not put in the wrong order (Table 4)", rows)


def draw_summary(figure: Figure, summary: Summary) -> str:
    """Pairs in order by criterion, a panel for each task; returns the alt text.

    Made-up articles only where there are no others, and the usual reading where there is one.
    """
    lines = select(summary, "n_pairs")
    lines = [row for row in lines if row["reading"].startswith(FIRST)] or lines
    lines = [row for row in lines if not row["problem"].startswith("made up")] or lines
    tasks = [task for task in TASKS if any(row["task"] == task for row in lines)]
    names = list(dict.fromkeys(_name(row) for row in lines))
    axes = figure.subplots(1, len(tasks), sharey=True, squeeze=False)[0]
    parts = []
    for ax, task in zip(axes, tasks, strict=True):
        for row in (row for row in lines if row["task"] == task):
            told = ", ".join(
                draw_shares(ax, summary, {key: row[key] for key in KEYS}, names.index(_name(row)), row["mean"])
            )
            parts.append(f"{task}, {_name(row)}, of {row['mean']:.0f}: {told}")
        ax.set(title=TITLES[task], xlim=(0, 1.02), ylim=(len(names) - 0.4, -0.6))
        ax.grid(True, axis="x")
    figure.supxlabel("share of pairs in order", fontsize="medium")
    axes[0].set_yticks(range(len(names)), names)
    legend_above(figure, axes[0])
    return f"Pairs of candidates in order. {'; '.join(parts)}."


def _name(row: Any) -> str:
    """Of a line: candidates and reading where they are not the usual ones."""
    other = [] if row["reading"] == FIRST else [row["reading"].removeprefix(f"{FIRST}, ")]
    few = ["three learners"] if row["candidates"] == 3 else []
    return ", ".join([row["problem"], *few, *other])
