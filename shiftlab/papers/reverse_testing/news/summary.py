"""From records of newsgroups to the summary, Tables 1 to 6 and 13 with our numbers, and their figure."""

from __future__ import annotations

from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from shiftlab import style
from shiftlab.experiments.axes import errorbar
from shiftlab.experiments.settings import as_dict
from shiftlab.experiments.summary import Record, Summary, by_setting, difference_rows, groups, rows_of, select
from shiftlab.experiments.table import Table

from ..judged import TITLES
from ..learners import LEARNERS
from .cells import FIRST, reading
from .settings import PAIRS, Settings

CRITERIA = ("cv", "loo", "train", "strict", "weak", "sum")
#: Which articles: all, divided by date as the paper does, or draws of them, for the spread.
BY_DATE, DRAWS = "by date", "draws"
KEYS = ("pair", "reading", "articles")
#: Differences of counts, by draw.
DIFFERENCES = {
    "ranks: loo - cv": ("ranks loo", "ranks cv"),
    "ranks: loo - strict": ("ranks loo", "ranks strict"),
    "ranks: strict - cv": ("ranks strict", "ranks cv"),
    "gap: loo - cv": ("gap loo", "gap cv"),
}
NOT_MEASURED = {*as_dict(Settings()), *KEYS}
#: What is summed over the six pairs of newsgroups: Tables 4, 6 and 13 count over all of them.
COUNTED = ("ties", "moved", "pairs", "first LR", "last SVM")
SUMMED = ("ranks", "misordered", "right", "wrong", "undecided")


def summarise(records: list[Record]) -> Summary:
    """Means by pair of newsgroups, and counts over all six; the column "pair" of these is "all six".

    "articles" is "by date" for all articles, which can be done once, and "draws" for draws of a share of them.
    """
    known = [{**record, "reading": reading(record), "articles": _articles(record)} for record in records]
    summary: Summary = []
    for named, group in by_setting(known, KEYS):
        summary += _rows(group, named)
    for (name, articles), group in groups(known, KEYS[1:]).items():
        if totals := [_total(draw) for draw in groups(group, ["seed"]).values() if _is_whole(draw)]:
            summary += _rows(totals, {"pair": "all six", "reading": name, "articles": articles})
    return summary


def _articles(record: Record) -> str:
    return BY_DATE if record["share"] == 1 and record["pair"] != "made up" else DRAWS


def _is_whole(group: list[Record]) -> bool:
    return sorted(record["pair"] for record in group) == sorted(PAIRS)


def _total(group: list[Record]) -> dict[str, Any]:
    """One draw of all six pairs: counts are summed, differences of accuracies are averaged."""
    names = [name for name in group[0] if name.split()[0] in SUMMED or name in COUNTED]
    total: dict[str, Any] = {name: sum(record[name] for record in group) for name in names}
    for name in [name for name in group[0] if name.startswith("gap")]:
        total[name] = sum(record[name] for record in group) / len(group)
    return total


def _rows(group: list[Any], named: dict[str, Any]) -> Summary:
    names = [name for name in dict.fromkeys(name for record in group for name in record) if name not in NOT_MEASURED]
    return rows_of(group, names, **named) + difference_rows(group, DIFFERENCES, **named)


def table(summary: Summary) -> Table:
    """One line per pair and reading: test accuracies, and of each criterion its wrong ranks and right pairs."""
    rows = []
    for row in select(summary, "ranks cv"):
        keys = {key: row[key] for key in KEYS}
        entry: dict[str, Any] = {**keys, "n": row["n"]}
        for name in LEARNERS:
            entry[f"{name}, test"] = _value(summary, f"truth {name}", keys, 3)
        for criterion, short in (("cv", "CV"), ("loo", "LOO"), ("strict", "RvT")):
            entry[f"wrong ranks, {short}"] = _value(summary, f"ranks {criterion}", keys, 2)
            entry[f"right pairs, {short}"] = _value(summary, f"right {criterion}", keys, 2)
        entry["undecided, RvT"] = _value(summary, "undecided strict", keys, 2)
        rows.append(entry)
    return Table.of("Orders of four learners on pairs of newsgroups (4 ranks and 6 pairs each)", rows)


def _value(summary: Summary, quantity: str, keys: dict[str, Any], digits: int) -> float | None:
    rows = select(summary, quantity, **keys)
    return round(rows[0]["mean"], digits) if rows else None


def draw_summary(figure: Figure, summary: Summary) -> str:
    """Wrong ranks by criterion: of all six pairs, in each reading; returns the alt text."""
    whole = [row for row in select(summary, "ranks cv", pair="all six") if row["articles"] == DRAWS]
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
    handles, labels = ax.get_legend_handles_labels()
    once = dict(zip(labels, handles, strict=True))
    figure.legend(once.values(), once.keys(), loc="outside upper center", ncols=3)
    return f"Wrong ranks. {'; '.join(parts)}."


def _name(row: Any) -> str:
    if row["pair"] in ("all six", "made up"):
        return str(row["reading"])
    return f"{row['pair']}, {row['articles']}" + ("" if row["reading"] == FIRST else f", {row['reading']}")


def _draw(ax: Axes, summary: Summary, keys: dict[str, Any], at: int) -> list[str]:
    parts = []
    for j, (criterion, role) in enumerate(zip(("cv", "loo", "strict"), style.ROLES, strict=False)):
        for row in select(summary, f"ranks {criterion}", **keys):
            errorbar(ax, [at + 0.22 * (j - 1)], [row], role, sideways=True, markersize=5, label=TITLES[criterion])
            parts.append(f"{TITLES[criterion]} {row['mean']:.2f}")
    return parts
