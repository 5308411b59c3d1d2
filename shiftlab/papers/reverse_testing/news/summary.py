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
    lines: Summary = []
    for named, group in by_setting(known, KEYS):
        lines += _lines(group, named)
    for (name, articles), group in groups(known, KEYS[1:]).items():
        if totals := [_total(draw) for draw in groups(group, ["seed"]).values() if _is_whole(draw)]:
            lines += _lines(totals, {"pair": "all six", "reading": name, "articles": articles})
    return lines


def _articles(record: Record) -> str:
    return BY_DATE if record["share"] == 1 and record["pair"] != "made up" else DRAWS


def _is_whole(group: list[Record]) -> bool:
    return sorted(record["pair"] for record in group) == sorted(PAIRS)


def _total(group: list[Record]) -> dict[str, Any]:
    """One draw of all six pairs: counts are summed, differences of accuracies are averaged."""
    names = [name for name in group[0] if name.split()[0] in SUMMED or name in COUNTED]
    found: dict[str, Any] = {name: sum(record[name] for record in group) for name in names}
    for name in [name for name in group[0] if name.startswith("gap")]:
        found[name] = sum(record[name] for record in group) / len(group)
    return found


def _lines(group: list[Any], named: dict[str, Any]) -> Summary:
    names = [name for name in dict.fromkeys(name for record in group for name in record) if name not in NOT_MEASURED]
    return rows_of(group, names, **named) + difference_rows(group, DIFFERENCES, **named)


def table(summary: Summary) -> Table:
    """One line per pair and reading: test accuracies, and of each criterion its wrong ranks and right pairs."""
    lines = []
    for found in select(summary, "ranks cv"):
        keys = {key: found[key] for key in KEYS}
        line: dict[str, Any] = {**keys, "n": found["n"]}
        for name in LEARNERS:
            line[f"{name}, test"] = _value(summary, f"truth {name}", keys, 3)
        for criterion, short in (("cv", "CV"), ("loo", "LOO"), ("strict", "RvT")):
            line[f"wrong ranks, {short}"] = _value(summary, f"ranks {criterion}", keys, 2)
            line[f"right pairs, {short}"] = _value(summary, f"right {criterion}", keys, 2)
        line["undecided, RvT"] = _value(summary, "undecided strict", keys, 2)
        lines.append(line)
    return Table.of("Orders of four learners on pairs of newsgroups (4 ranks and 6 pairs each)", lines)


def _value(summary: Summary, quantity: str, keys: dict[str, Any], digits: int) -> float | None:
    found = select(summary, quantity, **keys)
    return round(found[0]["mean"], digits) if found else None


def draw_summary(figure: Figure, summary: Summary) -> str:
    """Wrong ranks by criterion: of all six pairs, in each reading; returns the alt text."""
    whole = [line for line in select(summary, "ranks cv", pair="all six") if line["articles"] == DRAWS]
    shown = whole or select(summary, "ranks cv")
    ax: Axes = figure.subplots()
    told: list[str] = []
    for i, line in enumerate(shown):
        keys = {key: line[key] for key in KEYS}
        told.append(f"{_name(line)}: " + ", ".join(_draw(ax, summary, keys, i)))
    ax.set_yticks(range(len(shown)), [_name(line) for line in shown])
    ax.set(ylim=(len(shown) - 0.4, -0.6), xlabel="wrong ranks" + (" of 24" if whole else " of 4"))
    ax.set_xlim(left=-0.2)
    ax.grid(True, axis="x")
    handles, labels = ax.get_legend_handles_labels()
    once = dict(zip(labels, handles, strict=True))
    figure.legend(once.values(), once.keys(), loc="outside upper center", ncols=3)
    return f"Wrong ranks. {'; '.join(told)}."


def _name(line: Any) -> str:
    if line["pair"] in ("all six", "made up"):
        return str(line["reading"])
    return f"{line['pair']}, {line['articles']}" + ("" if line["reading"] == FIRST else f", {line['reading']}")


def _draw(ax: Axes, summary: Summary, keys: dict[str, Any], at: int) -> list[str]:
    told = []
    for j, (criterion, role) in enumerate(zip(("cv", "loo", "strict"), style.ROLES, strict=False)):
        for line in select(summary, f"ranks {criterion}", **keys):
            errorbar(ax, [at + 0.22 * (j - 1)], [line], role, sideways=True, markersize=5, label=TITLES[criterion])
            told.append(f"{TITLES[criterion]} {line['mean']:.2f}")
    return told
