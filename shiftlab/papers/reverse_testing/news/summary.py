"""From records of newsgroups to the summary, Tables 1 to 6 and 13 with our numbers, and their figure."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from shiftlab import style
from shiftlab.experiments import intervals
from shiftlab.experiments.axes import errorbar, legend_above
from shiftlab.experiments.settings import as_dict
from shiftlab.experiments.summary import Record, Row, Summary, by_setting, groups, rounded_mean, select
from shiftlab.experiments.summary import row as row_of
from shiftlab.experiments.table import Table

from ..judged import TITLES
from ..learners import LEARNERS
from .cells import FIRST, reading
from .settings import PAIRS, Settings

CRITERIA = ("cv", "loo", "train", "strict", "weak", "sum")
#: Which articles: all, divided by date as the paper does, or draws of them, for the spread.
BY_DATE, DRAWS = "by date", "draws"
#: Over every pair of newsgroups, in the column "pair".
ALL_SIX = "all six"
KEYS = ("pair", "reading", "articles")
#: Differences of counts, by draw.
DIFFERENCES = {
    "ranks: loo - cv": ("ranks loo", "ranks cv"),
    "ranks: loo - strict": ("ranks loo", "ranks strict"),
    "ranks: strict - cv": ("ranks strict", "ranks cv"),
    "right: strict - cv": ("right strict", "right cv"),
    "right: strict - loo": ("right strict", "right loo"),
    "wrong: cv - strict": ("wrong cv", "wrong strict"),
    "wrong: loo - strict": ("wrong loo", "wrong strict"),
    "gap: loo - cv": ("gap loo", "gap cv"),
}
NOT_MEASURED = {*as_dict(Settings()), *KEYS}
#: What is summed over the six pairs of newsgroups: Tables 4, 6 and 13 count over all of them.
COUNTED = ("ties", "moved", "pairs", "first LR", "last SVM")
SUMMED = ("ranks", "misordered", "right", "wrong", "undecided")


def summarise(records: list[Record]) -> Summary:
    """Means by pair of newsgroups, and counts over all six; the column "pair" of these is "all six".

    "articles" is "by date" for all articles, which can be done once, and "draws" for draws of a share of them. The
    draws give what is done once its interval.
    """
    known = [{**record, "reading": reading(record), "articles": _articles(record)} for record in records]
    summary: Summary = []
    for named, group in by_setting(known, KEYS[:2]):
        summary += _rows(_by_articles(group), named)
    for named, group in by_setting(known, KEYS[1:2]):
        totals = {
            articles: [_total(draw) for draw in groups(several, ["seed"]).values() if _is_whole(draw)]
            for articles, several in _by_articles(group).items()
        }
        summary += _rows(totals, {"pair": ALL_SIX, **named})
    return summary


def setting_of(record: Record) -> tuple[str, str, str]:
    """The `KEYS` of a record: what is averaged is the same in all three."""
    return record["pair"], reading(record), _articles(record)


def _articles(record: Record) -> str:
    return BY_DATE if record["share"] == 1 and record["pair"] != "made up" else DRAWS


def _by_articles(records: list[Record]) -> dict[str, list[Any]]:
    return {str(articles): group for (articles,), group in groups(records, KEYS[2:]).items()}


def _is_whole(group: list[Record]) -> bool:
    return sorted(record["pair"] for record in group) == sorted(PAIRS)


def _total(group: list[Record]) -> dict[str, Any]:
    """One draw of all six pairs: counts are summed, differences of accuracies are averaged."""
    names = [name for name in group[0] if name.split()[0] in SUMMED or name in COUNTED]
    total: dict[str, Any] = {name: sum(record[name] for record in group) for name in names}
    for name in [name for name in group[0] if name.startswith("gap")]:
        total[name] = sum(record[name] for record in group) / len(group)
    return total


def _rows(groups: Mapping[str, Sequence[Any]], named: dict[str, Any]) -> Summary:
    """Of all articles and of draws of them. What is done once with all has its interval from the draws."""
    numbers = {articles: _numbers(group) for articles, group in groups.items()}
    draws = numbers.get(DRAWS, {})
    summary: Summary = []
    for articles, quantities in numbers.items():
        for quantity, values in quantities.items():
            one = row_of(quantity, values, **named, articles=articles)
            if articles == BY_DATE and len(values) == 1 and quantity in draws:
                one |= _around(values[0], draws[quantity])
            summary.append(one)
    return summary


def _numbers(group: Sequence[Any]) -> dict[str, list[float]]:
    """Every quantity of some records, and the differences of two in the same record."""
    names = [name for name in dict.fromkeys(name for record in group for name in record) if name not in NOT_MEASURED]
    numbers = {name: [record[name] for record in group if name in record] for name in names}
    for name, (one, other) in DIFFERENCES.items():
        numbers[name] = [record[one] - record[other] for record in group if one in record and other in record]
    return {name: values for name, values in numbers.items() if values}


def _around(value: float, draws: Sequence[float]) -> Row:
    """The interval in which another run on nearly the same articles would lie, and how many draws it is from.

    Draws leave some of the articles out, and tell how far the number then moves. The distances are taken from the
    number itself and not from the mean of the draws: with fewer articles learners are harder to tell apart, so draws
    do not lie around what all articles give, and that is part of how far it moves.
    """
    moved = math.sqrt(float(np.mean((np.array(draws) - value) ** 2)))
    half = intervals.t(len(draws)) * moved
    return {"low": value - half, "high": value + half, "n": len(draws), "freedom": len(draws)}


def table(summary: Summary) -> Table:
    """One line per pair and reading: test accuracies, and of each criterion its wrong ranks and right pairs."""
    rows = []
    for row in select(summary, "ranks cv"):
        keys = {key: row[key] for key in KEYS}
        entry: dict[str, Any] = {**keys, "n": row["n"]}
        for name in LEARNERS:
            entry[f"{name}, test"] = rounded_mean(summary, f"truth {name}", 3, **keys)
        for criterion, short in (("cv", "CV"), ("loo", "LOO"), ("strict", "RvT")):
            entry[f"wrong ranks, {short}"] = rounded_mean(summary, f"ranks {criterion}", 2, **keys)
            entry[f"right pairs, {short}"] = rounded_mean(summary, f"right {criterion}", 2, **keys)
        entry["undecided, RvT"] = rounded_mean(summary, "undecided strict", 2, **keys)
        rows.append(entry)
    return Table.of("Orders of four learners on pairs of newsgroups (4 ranks and 6 pairs each)", rows)


def draw_summary(figure: Figure, summary: Summary) -> str:
    """Wrong ranks by criterion: of all six pairs, in each reading; returns the alt text."""
    whole = select(summary, "ranks cv", pair=ALL_SIX, articles=BY_DATE)
    rows = whole or select(summary, "ranks cv")
    ax: Axes = figure.subplots()
    parts: list[str] = []
    for i, row in enumerate(rows):
        keys = {key: row[key] for key in KEYS}
        parts.append(f"{_name(row)}: " + ", ".join(_draw(ax, summary, keys, i)))
    ax.set_yticks(range(len(rows)), [_name(row) for row in rows])
    ax.set(ylim=(len(rows) - 0.4, -0.6), xlabel="wrong ranks" + (" of 24" if whole else " of 4"))
    ax.set_xlim(left=-0.2)
    ax.grid(True, axis="x")
    legend_above(figure, ax, ncols=3)
    return f"Wrong ranks. {'; '.join(parts)}."


def _name(row: Any) -> str:
    if row["pair"] in (ALL_SIX, "made up"):
        return str(row["reading"])
    return f"{row['pair']}, {row['articles']}" + ("" if row["reading"] == FIRST else f", {row['reading']}")


def _draw(ax: Axes, summary: Summary, keys: dict[str, Any], at: int) -> list[str]:
    parts = []
    for j, (criterion, role) in enumerate(zip(("cv", "loo", "strict"), style.ROLES, strict=False)):
        for row in select(summary, f"ranks {criterion}", **keys):
            errorbar(ax, [at + 0.22 * (j - 1)], [row], role, sideways=True, markersize=5, label=TITLES[criterion])
            parts.append(f"{TITLES[criterion]} {row['mean']:.2f}")
    return parts
