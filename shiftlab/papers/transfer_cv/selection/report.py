"""The table and the picture of how well criteria choose: Table 4, figures 5 and 6, and the worlds."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from shiftlab import style
from shiftlab.experiments.axes import errorbar
from shiftlab.experiments.summary import Row, Summary, interval_text, select
from shiftlab.experiments.table import Table

from .. import printed
from ..judged import CRITERIA
from ..readings import USUAL
from ..shown import of_criterion
from .cells import TABLE, WORLDS
from .summary import KEYS

#: The columns of Table 4 that are ours.
PRINTED_SETS = {"Red-White": "RW", "White-Red": "WR"}
PRINTED_TASKS = {"learners": "learners", "C of the SVM": "SVM", "neighbours of LatentMap": "LatentMap"}
#: Of all eight learners.
N_PAIRS = printed.PAIRS["learners"]


def table(summary: Summary) -> Table:
    """Of every setting the pairs not in the wrong order, with halves for ties in brackets, and what choices cost."""
    rows: list[dict[str, Any]] = []
    for first in select(summary, "corr TrCV"):
        keys = {name: first[name] for name in KEYS}
        rows.append(
            {
                "problem": first["world"] or first["problem"],
                "chosen amongst": first["learners"] if first["task"] == "learners" else first["task"],
                "folds": first["folds"],
                "labelled": first["labeled"],
                "weights": first["weigher"],
                "reading": first["reading"],
                "draws": first["n"],
                "pairs": round(_mean(summary, "n_pairs", keys)),
                **{
                    name: f"{_mean(summary, f'corr {name}', keys):.1f} ({_mean(summary, f'half {name}', keys):.1f})"
                    for name in CRITERIA
                },
                "TrCV - WCV": _text(select(summary, "half TrCV - WCV", **keys)[0], "+.1f"),
                **{f"regret, {name}": _mean(summary, f"regret {name}", keys) for name in CRITERIA},
            }
        )
        if (as_printed := _as_printed(first)) is not None:
            rows.append(as_printed)
    return Table.of("Pairs not in the wrong order (ties as halves), and the accuracy that choices lose", rows)


def _as_printed(row: Row) -> dict[str, Any] | None:
    """The column of Table 4 that a setting repeats."""
    usual = row["folds"] == TABLE["folds"] and row["reading"] == USUAL and row["weigher"] == "KMM"
    if row["problem"] not in PRINTED_SETS or not usual or row["learners"] not in ("all eight", "five values"):
        return None
    if row["labeled"] != 0.1:
        return None
    case = PRINTED_TASKS[row["task"]], PRINTED_SETS[row["problem"]]
    return {
        "problem": row["problem"],
        "chosen amongst": row["task"],
        "reading": "Table 4",
        "pairs": printed.n_pairs(case),
        **{name: f"{printed.corr(name, case)}" for name in printed.CRITERIA},
    }


def _mean(summary: Summary, quantity: str, keys: dict[str, Any]) -> float:
    return float(select(summary, quantity, **keys)[0]["mean"])


def _text(row: Row, form: str) -> str:
    return f"{row['mean']:{form}}{interval_text(row, form, ' ({})')}"


def draw_summary(figure: Figure, summary: Summary) -> str:
    """Table 4 and the worlds as dots, and figure 6 as lines where it was run."""
    figures = [name for name in ("folds", "labeled") if len(_along(summary, name)) > 1]
    places: list[Any] = [["cases"] * max(1, len(figures)), *([figures] if figures else [])]
    axes = figure.subplot_mosaic(places)
    sentences = [_draw_cases(axes["cases"], summary)]
    sentences += [_draw_along(axes[name], summary, name) for name in figures]
    return " ".join(sentences)


def _draw_cases(ax: Axes, summary: Summary) -> str:
    """The share of pairs that are not in the wrong order, by criterion, with ties as halves."""
    cases = list(_cases(summary))
    ax.axhline(0.5, color=style.color_of(ax.figure).quiet, linewidth=1)
    parts = []
    for j, name in enumerate(CRITERIA):
        rows = [_shares(select(summary, f"half {name}", **keys)[0], pairs) for _, keys, pairs in cases]
        places = [i + 0.12 * (j - (len(CRITERIA) - 1) / 2) for i in range(len(cases))]
        errorbar(ax, places, rows, of_criterion(name), linewidth=1.2, markersize=4, label=name)
        parts.append(f"{name} " + ", ".join(f"{row['mean']:.2f}" for row in rows))
    ax.set_xticks(range(len(cases)), [title for title, _, _ in cases], fontsize="small")
    ax.set(ylabel="share", ylim=(-0.3, 1.03), title="pairs not in the wrong order, ties as halves")
    ax.set_yticks([0, 0.5, 1])
    ax.legend(ncols=len(CRITERIA), loc="lower center", handletextpad=0.2, columnspacing=0.8, fontsize="small")
    titles = ", ".join(title.replace("\n", " ") for title, _, _ in cases)
    return f"Share of pairs not in the wrong order, ties as halves, for {titles}: {'; '.join(parts)}."


def _cases(summary: Summary) -> Iterable[tuple[str, dict[str, Any], float]]:
    """Of the wines the columns of Table 4, of the worlds those with most learners: title, keys, number of pairs."""
    seen: dict[str, tuple[float, dict[str, Any]]] = {}
    for row in select(summary, "n_pairs", reading=USUAL, weigher="KMM", labeled=0.1):
        if row["folds"] not in (TABLE["folds"], 5) or (row["problem"] == "world" and row["world"] not in WORLDS):
            continue
        amongst = "" if row["task"] == "learners" else "\n" + PRINTED_TASKS[row["task"]]
        title = (row["world"].replace(" shift", "\nshift") or PRINTED_SETS[row["problem"]]) + amongst
        rank = row["mean"] + row["folds"] / 100
        if title not in seen or rank > seen[title][0]:
            seen[title] = rank, {name: row[name] for name in KEYS}
    for title, (_, keys) in seen.items():
        yield title, keys, _mean(summary, "n_pairs", keys)


def _shares(row: Row, pairs: float) -> Row:
    """Of all pairs; Student's interval of a few draws may pass 0 and 1, which no share does."""
    ends = {end: None if row[end] is None else min(max(row[end] / pairs, 0.0), 1.0) for end in ("low", "high")}
    return {**row, "mean": row["mean"] / pairs, **ends}


def _along(summary: Summary, name: str) -> list[Any]:
    """The values of one setting of figure 6, on the first of the wines, with all eight learners."""
    return sorted({row[name] for row in _figure_6(summary, "half TrCV", name)})


def _figure_6(summary: Summary, quantity: str, along: str) -> Summary:
    rows = select(summary, quantity, problem="Red-White", task="learners", learners="all eight", weigher="KMM")
    if along == "folds":
        return [row for row in rows if row["labeled"] == 0.1 and row["reading"] == USUAL]
    rows = [row for row in rows if row["folds"] == TABLE["folds"]]
    most = max((row["labeled"] for row in rows), default=0.1)
    reading = next((row["reading"] for row in rows if row["labeled"] == most), USUAL)
    return [row for row in rows if row["reading"] == reading]


def _draw_along(ax: Axes, summary: Summary, along: str) -> str:
    names = {"folds": "folds", "labeled": "share of labelled target rows"}
    ends = _along(summary, along)[0], _along(summary, along)[-1]
    parts = []
    for j, name in enumerate(printed.CRITERIA):
        rows = sorted(_figure_6(summary, f"half {name}", along), key=lambda row: row[along])
        aside = 0.012 * (j - 2) * (ends[1] - ends[0])  # intervals beside each other
        role = of_criterion(name)
        look = {"linestyle": role.dash, "linewidth": 1.2, "markersize": 4}
        errorbar(ax, [row[along] + aside for row in rows], [_shares(row, N_PAIRS) for row in rows], role, **look)
        parts.append(f"{name} " + ", ".join(f"{row['mean'] / N_PAIRS:.2f}" for row in rows))
    ax.set(xlabel=names[along], ylabel="share", ylim=(0, 1.03), title="figure 6: Red-White, all eight")
    ax.set_yticks([0, 0.5, 1])
    return f"Share of the {N_PAIRS} pairs, ties as halves, by {names[along]}: {'; '.join(parts)}."
