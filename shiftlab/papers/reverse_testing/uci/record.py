"""The flat numbers of one cell: how often each criterion is right, and how far its estimates are from the truth."""

from __future__ import annotations

from collections import Counter
from typing import Any

from shiftlab.experiments.records import over_trials

from ..judged import Judged, mean_gap
from .run import Result


def record(result: Result) -> dict[str, Any]:
    """Counts over all pairs and trials, and means over the trials of the rest.

    "right cv" and so on count pairs; those whose learners are equally accurate on the target are only in "ties".
    "only cv" counts those about which cross-validation is right and ReverseTesting, by its rule, is not; "best cv" the
    trials in which the learner that it puts first is the best on the target.
    """
    judged, rule = [trial.judged for trial in result.trials], result.settings.rule
    first = result.trials[0].sample
    criteria = judged[0].criteria
    counts: Counter[str] = Counter()
    for one in judged:
        counts.update({"pairs": len(one.pairs), "ties": one.ties})
        for name in criteria:
            counts.update({f"{how} {name}": n for how, n in one.counts(name).items() if how != "undecided"})
            if len(one.names) > 2:
                counts[f"best {name}"] += one.finds_best(name)
        rival = [(one.says(rule, pair) == better, one.says("cv", pair) == better) for pair, better in one.decided]
        counts.update({f"only {rule}": sum(reverse and not cv for reverse, cv in rival)})
        counts.update({"only cv": sum(cv and not reverse for reverse, cv in rival)})
        if "loo" in one.estimates:
            counts["same train loo"] += sum(one.says("train", pair) == one.says("loo", pair) for pair in one.pairs)
    numbers: dict[str, Any] = {
        "n_source": int(first.kept.sum()),
        "n_target": int(first.y_target.size),
        **dict(counts),
    }
    return numbers | over_trials([_means(one) for one in judged], digits=7, spread=lambda name: False)


def _means(one: Judged) -> dict[str, float]:
    means: dict[str, float] = {"fits": one.n_fits}
    for name in one.names:
        means[f"truth {name}"] = one.truth[name]
    for criterion, values in one.estimates.items():
        if criterion == "train":
            continue
        means |= {f"{criterion} {name}": values[name] for name in one.names}
        means[f"gap {criterion}"] = mean_gap(values, one.truth)
    if "loo" in one.estimates:
        means["gap train loo"] = mean_gap(one.estimates["train"], one.estimates["loo"])
    for name, bound in one.bounds.items():
        means[f"beyond bound {name}"] = float(one.truth[name] < bound)
    return means
