"""From records of the experiment on real data to Table V and figures 5 and 6."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count, takewhile
from typing import Any

import numpy as np
from matplotlib.figure import Figure
from scipy.stats import rankdata, ttest_rel

from shiftlab.experiments import intervals
from shiftlab.experiments.summary import Record, Row, Summary, groups, row, select
from shiftlab.experiments.table import Table

from ..looks import estimates

MEASURES = {"auc": "AUC", "g_mean": "G-mean", "brier": "BS"}
LEARNERS = {"logitboost": "LB", "forest": "RF", "svm": "SVM"}
ESTIMATES = ("p", "ps", "c")
CARD = "creditcard"


def levels(record: Record) -> range:
    """The numbers of the betas in a record."""
    return range(sum(1 for _ in takewhile(lambda i: f"beta_{i}" in record, count())))


def three(record: Record, measure: str, level: int) -> list[float]:
    """The measure of p, p_s and p̃ at one beta."""
    return [record[f"{measure}_p"], record[f"{measure}_ps_{level}"], record[f"{measure}_c_{level}"]]


def ranks(record: Record, measure: str, level: int) -> Any:
    """R of the paper: 1 for the smallest value, 3 for the largest, means for ties.

    Values that differ by less than rounding errors do tie: identities make p_s and p̃ equal.
    """
    return rankdata(np.round(three(record, measure, level), 12))


def summarise(records: list[Record]) -> Summary:
    """Counts of Table IV, ranks of Table V over the data sets, and the card data fold by fold."""
    table_iv = [record for record in records if record["dataset"] != CARD]
    return [
        *_counts(records),
        *_ranks(table_iv),
        *_where_it_helps(table_iv),
        *_means(table_iv),
        *_card(records),
    ]


def _counts(records: list[Record]) -> Summary:
    return [
        row(name, [group[0][name]], dataset=dataset)
        for (dataset,), group in groups([r for r in records if not r["max_rows"]], ["dataset"]).items()
        for name in ("n", "n_positive")
    ]


def _ranks(records: list[Record]) -> Summary:
    """Rank sums as in Table V, and mean rank differences with the data sets as the repetitions.

    The ranks of one data set, over betas and repeated cross-validations, are not independent: they share
    rows. Hence one number per data set.
    """
    summary: Summary = []
    for (learner,), group in groups(records, ["learner"]).items():
        for measure in MEASURES:
            by_set = {
                dataset: np.array([ranks(r, measure, level) for r in rows for level in levels(r)])
                for (dataset,), rows in groups(group, ["dataset"]).items()
            }
            sums = sum(values.sum(axis=0) for values in by_set.values())
            means = np.array([values.mean(axis=0) for values in by_set.values()])
            for i, name in enumerate(ESTIMATES):
                summary.append(row(f"rank sum {measure}_{name}", [sums[i]], learner=learner))
            for a, b, one, other in (("ps", "p", 1, 0), ("c", "p", 2, 0), ("ps", "c", 1, 2)):
                difference = means[:, one] - means[:, other]
                summary.append(row(f"rank {measure}_{a} - {measure}_{b}", difference, learner=learner))
                if len(means) > 1:
                    # equal differences have no spread to test against
                    flat = np.ptp(difference) < 1e-12
                    p_value = float(flat and abs(difference[0]) < 1e-12) if flat else _paired_t(means, one, other)
                    summary.append(row(f"p-value rank {measure}_{a} - {measure}_{b}", [p_value], learner=learner))
    return summary


def _paired_t(means: Any, one: int, other: int) -> float:
    return float(ttest_rel(means[:, one], means[:, other]).pvalue)


def _where_it_helps(records: list[Record]) -> Summary:
    """Ranks of p_s minus p̃ by Brier score, of those comparisons in which p_s has the higher AUC or G-mean than p.

    For each data set, and with the data sets as the repetitions.
    """
    name = "rank brier_ps - brier_c where p_s is ahead"
    summary: Summary = []
    for (learner,), group in groups(records, ["learner"]).items():
        means = {}
        for (dataset,), several in groups(group, ["dataset"]).items():
            ahead = [(r, i) for r in several for i in levels(r) if _helps(r, i)]
            if ahead:
                by_brier = np.array([ranks(r, "brier", i) for r, i in ahead])
                means[dataset] = float(np.mean(by_brier[:, 1] - by_brier[:, 2]))
        summary += [row(f"{name}, by set", [mean], dataset=dataset, learner=learner) for dataset, mean in means.items()]
        if means:
            summary.append(row(name, list(means.values()), learner=learner))
    return summary


def _helps(record: Record, level: int) -> bool:
    several = (ranks(record, measure, level) for measure in ("auc", "g_mean"))
    return any(ps > p for p, ps, _ in several)


def _means(records: list[Record]) -> Summary:
    """Differences of the measures themselves by data set, averaged over betas, one number per repetition.

    Repetitions divide the same rows: their intervals are about the division, not about other rows.
    """
    differences: dict[str, Callable[[Record, int], float]] = {
        f"{measure}_{a} - {measure}_{b}": lambda r, i, m=measure, x=a, y=b: _value(r, m, x, i) - _value(r, m, y, i)  # type: ignore[misc]
        for measure in MEASURES
        for a, b in (("ps", "p"), ("c", "p"), ("ps", "c"))
    }
    return [
        row(
            name,
            [float(np.mean([of(r, i) for i in levels(r)])) for r in group],
            dataset=dataset,
            learner=learner,
        )
        for (dataset, learner), group in groups(records, ["dataset", "learner"]).items()
        for name, of in differences.items()
    ]


def _value(record: Record, measure: str, estimate: str, level: int) -> float:
    return float(three(record, measure, level)[ESTIMATES.index(estimate)])


def _card(records: list[Record]) -> Summary:
    """Figures 5 and 6: every fold's value at each beta, and paired differences over the folds.

    Folds share training rows, which their intervals reckon with.
    """
    summary: Summary = []
    card = [r for r in records if r["dataset"] == CARD]
    for (learner,), folds in groups(card, ["learner"]).items():
        n_levels = min(len(levels(r)) for r in folds)
        for level in range(n_levels):
            named = {"learner": learner, "dataset": CARD, "level": level, "beta": folds[0][f"beta_{level}"]}
            for measure in MEASURES:
                values = np.array([three(r, measure, level) for r in folds])
                for i, name in enumerate(ESTIMATES):
                    summary.append(_over_folds(f"card {measure}_{name}", values[:, i], folds, **named))
                for name, one, other in (("ps - p", 1, 0), ("ps - c", 1, 2)):
                    summary.append(
                        _over_folds(f"card {measure} {name}", values[:, one] - values[:, other], folds, **named)
                    )
                if level + 1 < n_levels:
                    weaker = np.array([three(r, measure, level + 1)[1] for r in folds])
                    summary.append(
                        _over_folds(f"card {measure}_ps: next smaller beta", values[:, 1] - weaker, folds, **named)
                    )
    return summary


def _over_folds(quantity: str, values: Any, folds: list[Record], **named: Any) -> Row:
    low, high = intervals.corrected(values, 1 / folds[0]["folds"])
    return row(quantity, values, **named) | {"low": low, "high": high}


def table(summary: Summary) -> Table:
    """Table V with our numbers: rank sums, mean rank differences over data sets, p-values."""
    rows = []
    for measure, title in MEASURES.items():
        for learner, short in LEARNERS.items():
            sums = {n: select(summary, f"rank sum {measure}_{n}", learner=learner) for n in ESTIMATES}
            if not sums["p"]:
                continue
            entry: dict[str, Any] = {"metric": title, "learner": short}
            entry |= {f"ΣR {label}": sums[n][0]["mean"] for n, label in zip(ESTIMATES, ("p", "p_s", "p̃"), strict=True)}
            for a, label in (("ps", "p, p_s"), ("c", "p, p̃")):
                value = select(summary, f"p-value rank {measure}_{a} - {measure}_p", learner=learner)
                entry[f"ρ({label})"] = round(value[0]["mean"], 3) if value else None
            entry["data sets"] = select(summary, f"rank {measure}_ps - {measure}_p", learner=learner)[0]["n"]
            rows.append(entry)
    return Table.of("Rank sums over data sets and values of β; p-values of paired t-tests over data sets", rows)


def draw_summary(figure: Figure, summary: Summary) -> str:
    """Figures 5 and 6 where the card data were run, else the mean ranks; returns the alt text."""
    if select(summary, "card auc_p"):
        return _draw_card(figure, summary)
    return _draw_ranks(figure, summary)


def _draw_card(figure: Figure, summary: Summary) -> str:
    learners = [name for name in LEARNERS if select(summary, "card auc_p", learner=name)]
    axes = figure.subplots(2, len(learners), squeeze=False, sharex=True)
    parts = []
    for j, learner in enumerate(learners):
        for i, measure in enumerate(("auc", "brier")):
            ax = axes[i, j]
            for name, (label, role), aside in zip(ESTIMATES, estimates(figure).items(), (0.92, 1.0, 1.08), strict=True):
                rows = select(summary, f"card {measure}_{name}", learner=learner)
                x = np.array([row["beta"] for row in rows]) * aside
                middle = np.array([row["median"] for row in rows])
                spread = [middle - [row["q1"] for row in rows], [row["q3"] for row in rows] - middle]
                ax.errorbar(
                    x,
                    middle,
                    np.abs(spread),
                    color=role.color,
                    marker=role.marker,
                    linestyle=role.dash,
                    markersize=4,
                    linewidth=1.2,
                    label=label,
                )
                which = f"{LEARNERS[learner]} {MEASURES[measure]} of {label}"
                parts.append(f"{which} {middle[0]:.4g} at β = {rows[0]['beta']:.2g}")
            ax.set(xscale="log", yscale="log" if measure == "brier" else "linear")
            ax.grid(True)
        axes[0, j].set_title(LEARNERS[learner])
        axes[1, j].set_xlabel("β")
    axes[0, 0].set_ylabel("AUC")
    axes[1, 0].set_ylabel("Brier score (log scale)")
    axes[0, 0].legend()
    return "Card data, medians and quartiles over the folds by β. " + "; ".join(parts) + "."


def _draw_ranks(figure: Figure, summary: Summary) -> str:
    learners = [name for name in LEARNERS if select(summary, "rank sum auc_p", learner=name)]
    parts = []
    for ax, (measure, title) in zip(figure.subplots(1, 3, sharey=True), MEASURES.items(), strict=True):
        for i, learner in enumerate(learners):
            for name, (label, role) in zip(ESTIMATES, estimates(figure).items(), strict=True):
                sums = {n: select(summary, f"rank sum {measure}_{n}", learner=learner) for n in ESTIMATES}
                mean = 6 * sums[name][0]["mean"] / sum(rows[0]["mean"] for rows in sums.values())
                ax.plot(
                    mean,
                    i,
                    color=role.color,
                    marker=role.marker,
                    linestyle="none",
                    label=label if i == 0 else None,
                )
                parts.append(f"{LEARNERS[learner]} {title} of {label} {mean:.2f}")
        ax.set(title=title, xlabel="mean rank", xlim=(0.8, 3.2))
        ax.set_yticks(range(len(learners)), [LEARNERS[name] for name in learners])
        ax.grid(True)
        if measure == "auc":
            ax.legend()
    return "Mean ranks from 1, the smallest value, to 3: " + "; ".join(parts) + "."
