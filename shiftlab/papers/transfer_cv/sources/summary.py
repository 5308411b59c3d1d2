"""From records of sources to the summary, Table 5 with our numbers, and its figure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from matplotlib.figure import Figure

from shiftlab.experiments.axes import legend_above
from shiftlab.experiments.summary import Record, Summary, by_setting, groups, rows_of, select
from shiftlab.experiments.table import Table

from ..kept import judged_in
from ..learners import LEARNERS
from ..numbers import beliefs_of, compared, counts_of
from ..options import compared as learners_of
from ..printed import PAIRS_OF_BOTH
from ..shown import cells_of, draw_shares
from .cells import FIRST, reading_of, world_of
from .columns import columns_of
from .settings import TASKS

#: "problem" has the name of a made-up world, "candidates" how many pairs of learner and source there are.
KEYS = ("problem", "candidates", "reading")
#: Both tasks together, in the column "problem": Table 5 counts over both.
BOTH = "both tasks"
#: In the column "learner" where a number is of no single column of Table 5.
ALL = "all"
COLUMNS = (*LEARNERS, PAIRS_OF_BOTH)
#: What is summed over the two tasks; of other numbers, such as regrets, both together have the mean.
SUMMED = ("corr", "half", "n_pairs", "n_candidates")
#: How numbers of a record begin that are not of candidates.
PLAIN = ("n_target", "n_labeled", "n", "ess")


def summarise(records: list[Record]) -> Summary:
    """Means over draws, by column of Table 5; of both tasks together where a draw has both."""
    draws = [_draw_of(record) for record in records]
    summary: Summary = []
    for named, group in by_setting([*draws, *_of_both(draws)], KEYS):
        for column in (*COLUMNS, ALL):
            numbers = [draw[column] for draw in group if column in draw]
            summary += rows_of(numbers, **named, learner=column)
    return summary


def setting_of(record: Record) -> tuple[str, int, str]:
    """The `KEYS` of a record: what is averaged is the same in all of them."""
    return world_of(record), 3 * len(learners_of(record["every"])), reading_of(record)


def _draw_of(record: Record) -> dict[str, Any]:
    """Its keys and its seed, and by column of Table 5 the numbers of it."""
    pairs = judged_in(record)
    counted = {column: counts_of(judged) for column, judged in columns_of(pairs).items()}
    plain = {name: record[name] for name in record if name.partition(" ")[0] in PLAIN}
    return {
        **dict(zip(KEYS, setting_of(record), strict=True)),
        "seed": record["seed"],
        **{column: counts | compared(counts) for column, counts in counted.items()},
        ALL: plain | beliefs_of(pairs),
    }


def _of_both(draws: Sequence[Record]) -> Iterator[dict[str, Any]]:
    """Draws of both tasks by the same seed, as one: 2 · 3 comparisons of a learner, 2 · 276 of pairs."""
    of_tasks = [draw for draw in draws if draw["problem"] in TASKS]
    for (_, _, seed), group in groups(of_tasks, ["candidates", "reading", "seed"]).items():
        if sorted(draw["problem"] for draw in group) == sorted(TASKS):
            columns = [column for column in COLUMNS if all(column in draw for draw in group)]
            named = {**{name: group[0][name] for name in KEYS}, "problem": BOTH, "seed": seed}
            yield named | {column: _together([draw[column] for draw in group]) for column in columns}


def _together(tasks: Sequence[Mapping[str, float]]) -> dict[str, Any]:
    """Counts are added up, what a choice loses is averaged, and criteria are compared by that."""
    counts: dict[str, Any] = {}
    for name in tasks[0]:
        total = sum(task[name] for task in tasks)
        counts[name] = total if name.partition(" ")[0] in SUMMED else total / len(tasks)
    return counts | compared(counts)


def table(summary: Summary) -> Table:
    """One line for a column of Table 5: comparisons not in the wrong order by each criterion, and regrets."""
    rows = []
    for row in select(summary, "n_pairs"):
        keys = {key: row[key] for key in (*KEYS, "learner")}
        rows.append({**keys, "pairs": round(row["mean"]), "n": row["n"], **cells_of(summary, keys)})
    return Table.of("Comparisons of sources that each criterion does not get wrong (Table 5)", rows)


def draw_summary(figure: Figure, summary: Summary) -> str:
    """The share of comparisons in order by criterion, of both tasks or of each problem; returns the alt text."""
    every = select(summary, "n_pairs")
    usual = [row for row in every if row["reading"].startswith(FIRST)] or every
    lines = [row for row in usual if row["problem"] == BOTH] or usual
    problems = list(dict.fromkeys((row["problem"], row["reading"], row["candidates"]) for row in lines))
    columns = [column for column in COLUMNS if any(row["learner"] == column for row in lines)]
    axes = figure.subplots(1, len(problems), sharey=True, squeeze=False)[0]
    parts = []
    for ax, named in zip(axes, problems, strict=True):
        keys = dict(zip(("problem", "reading", "candidates"), named, strict=True))
        for row in (row for row in lines if all(row[key] == value for key, value in keys.items())):
            at = columns.index(row["learner"])
            told = ", ".join(draw_shares(ax, summary, {**keys, "learner": row["learner"]}, at, row["mean"]))
            parts.append(f"{named[0]}, {row['learner']}, of {row['mean']:.0f}: {told}")
        ax.set(title=str(named[0]), xlim=(0, 1.02), ylim=(len(columns) - 0.4, -0.6))
        ax.grid(True, axis="x")
    figure.supxlabel("share of comparisons in order", fontsize="medium")
    axes[0].set_yticks(range(len(columns)), columns)
    legend_above(figure, axes[0])
    return f"Comparisons of sources in order. {'; '.join(parts)}."
