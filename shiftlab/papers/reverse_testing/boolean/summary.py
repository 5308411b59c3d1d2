"""From counts of draws to the summary, the table and the figure of the simulation with Boolean variables."""

from __future__ import annotations

from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from shiftlab import style
from shiftlab.experiments.settings import as_dict
from shiftlab.experiments.summary import (
    Record,
    Row,
    Summary,
    by_setting,
    ends,
    groups,
    interval_text,
    paired,
    select,
    share_rows,
)
from shiftlab.experiments.summary import row as row_of
from shiftlab.experiments.table import Table

from .cells import QUALITIES
from .picture import FEWEST, MOST, TICKS
from .printed import SHARE
from .settings import Settings

KEYS = Settings.keys()
#: Settings that one is compared with, by what the difference is called: share there minus share here, by seed.
PARTNERS = {"gained at strength 3": {"ratio": 3.0}, "gained on a tenth": {"portion": 0.1}}


def summarise(records: list[Record]) -> Summary:
    """Shares of all draws by setting, with Wilson's intervals; the column "setting" says what the setting is.

    "kl: share" is (3), "as printed: share" the same where never selected x make its divergences infinite,
    "simplified: share" with every x alike in the "if", "accuracy: share" with accuracies; "7.1: share", "7.2: share"
    and "4.1: share" are the two observations and the condition. "kl: gained at strength 3" is by how much more often
    (3) holds there than here.
    """
    summary: Summary = []
    cells = groups(records, KEYS)
    for named, group in by_setting(records, KEYS):
        columns = {**named, "setting": setting(named)}
        for name in [key.removesuffix(" held") for key in group[0] if key.endswith(" held")]:
            held, decided = ([record[f"{name} {what}"] for record in group] for what in ("held", "decided"))
            summary += share_rows(f"{name}: share", held, decided, **columns)
            failures = [of - one for one, of in zip(held, decided, strict=True)]
            summary.append(row_of(f"{name}: failures", failures, **columns))
        draws = [record["draws"] for record in group]
        summary += share_rows(
            "kl: not contradicted", [record["kl not contradicted"] for record in group], draws, **columns
        )
        summary.append(row_of("sum of (2)", [record["sum of (2)"] for record in group], **columns))
        for title, other in PARTNERS.items():
            partner = cells.get(tuple({**named, **other}.values()))
            if partner and {**named, **other} != named:
                summary.append(row_of(f"kl: {title}", paired(group, partner, _share), **columns))
    return summary


def _share(record: Record) -> float:
    return float(record["kl held"] / max(record["kl decided"], 1))


def setting(named: Any) -> str:
    """A setting in words: what is always said, and what differs from the defaults."""
    default = as_dict(Settings())
    if named["errors"] == "learned":
        parts = [f"learned from {named['rows']:,} rows"]
    else:
        parts = [f"errors {named['error_a']:g} and {named['error_b']:g}"]
        parts += [named["errors"]] if named["errors"] != default["errors"] else []
    if named["bias"] != default["bias"]:
        parts.append(f"bias on {named['bias']}" + (f" ({named['portion']:g})" if named["bias"] == "a portion" else ""))
    parts += [f"{named['never']:g} of x never selected"] if named["never"] else []
    parts += [f"certainty {named['certainty']:g}"] if named["certainty"] != default["certainty"] else []
    parts += [f"{name} {named[name]}" for name in ("truth", "population") if named[name] != default[name]]
    return f"k = {named['k']}, strength {named['ratio']:g}, " + ", ".join(parts)


def table(summary: Summary) -> Table:
    """One line per setting: how often (3) holds, how often the simpler and the other readings of it do."""
    rows = []
    for row in select(summary, "kl: share"):
        keys = {key: row[key] for key in KEYS}
        entry: dict[str, Any] = {"setting": row["setting"], "(3) holds": round(row["mean"], 4)}
        entry["95 % interval"] = interval_text(row, ".4f")
        for name in ("simplified", "as printed", "accuracy", "7.2", "7.1", "4.1"):
            measured = select(summary, f"{name}: share", **keys)
            entry[name] = round(measured[0]["mean"], 4) if measured else None
        rows.append({**entry, "draws": row["n"]})
    return Table.of("Share of draws in which the statement holds (the paper: around 0.999)", rows)


def draw_summary(figure: Figure, summary: Summary) -> str:
    """How often (3) holds by strength of the bias and by number of variables; returns the alt text."""
    by_strength, by_variables = figure.subplots(1, 2, sharey=True)
    parts = _draw(by_strength, summary, "ratio", "k", "strength of the bias", "k = {:g} variables")
    parts += _draw(by_variables, summary, "k", "ratio", "Boolean variables, k", "strength {:g}")
    by_strength.set(xscale="log", ylabel="draws in which (3) holds")
    by_strength.set_yscale("log")
    by_strength.set_ylim(1.25 * MOST, 0.8 * FEWEST)
    by_strength.set_yticks(list(TICKS), list(TICKS.values()))
    for ax in (by_strength, by_variables):
        ax.minorticks_off()
        ax.axhline(1 - SHARE, color=style.color_of(figure).ink, linewidth=1.2, dashes=(6, 3), label="the paper: 99.9 %")
    handles, labels = by_strength.get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside upper center", ncols=3)
    return f"Share of draws in which (3) holds; the paper has around 0.999. {'; '.join(parts)}."


def _draw(ax: Axes, summary: Summary, along: str, at: str, label: str, title: str) -> list[str]:
    """One curve for each quality of the estimates, at the middle one of the values of `at`."""
    same = {key: value for key, value in as_dict(Settings()).items() if key in KEYS}
    for key in (along, at, "error_a", "error_b"):
        same.pop(key)
    rows = select(summary, "kl: share", **same) or select(summary, "kl: share")
    places = sorted({row[at] for row in rows})
    place = as_dict(Settings())[at] if as_dict(Settings())[at] in places else places[len(places) // 2]
    parts = []
    for (a, b), role in zip(QUALITIES, style.ROLES, strict=True):
        curve = sorted(
            (row for row in rows if (row["error_a"], row["error_b"], row[at]) == (a, b, place)),
            key=lambda row: row[along],
        )
        if not curve:
            continue
        x, missed = [row[along] for row in curve], [1 - row["mean"] for row in curve]
        name = f"errors {a:g} and {b:g}"
        ax.plot(
            x,
            [max(one, FEWEST) for one in missed],
            color=role.color,
            linestyle=role.dash,
            marker=role.marker,
            label=name,
        )
        low, high = zip(*map(_missed, curve), strict=True)
        ax.fill_between(x, low, high, color=role.color, alpha=0.2)
        parts.append(
            f"{title.format(place)}, {name}: "
            + ", ".join(f"{1 - one:.4f} at {along} {where:g}" for where, one in zip(x, missed, strict=True))
        )
    ax.set(title=title.format(place), xlabel=label)
    ax.grid(True)
    return parts


def _missed(row: Row) -> tuple[float, float]:
    """The failures at the ends of the interval, as far as the axis goes."""
    low, high = ends(row)
    return max(1 - low, FEWEST), max(1 - high, FEWEST)
