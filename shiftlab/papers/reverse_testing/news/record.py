"""The numbers of one newsgroup experiment that are kept: accuracies, pairs and ranks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from ..judged import ROUNDING, mean_gap
from ..ranks import order, wrong_ranks
from .run import Result


def record(result: Result) -> dict[str, Any]:
    """Of each criterion the pairs about which it is right, wrong or undecided, and its wrong ranks."""
    sample, judged = result.sample, result.judged
    numbers: dict[str, Any] = {
        "n_source": sample.y.size,
        "n_target": sample.y_target.size,
        "share_source": float(sample.y.mean()),
        "share_target": float(sample.y_target.mean()),
        "drift": float(np.abs(sample.shares[1] - sample.shares[0]).mean()),
        "pairs": len(judged.pairs),
        "ties": judged.ties,
        "fits": judged.n_fits,
        "first LR": int(_ties(judged.truth, "LR", max)),
        "last SVM": int(_ties(judged.truth, "SVM", min)),
    }
    for word, (training, test) in sample.named.items():
        numbers |= {f"{word} source": training, f"{word} target": test}
    numbers |= {f"truth {name}": value for name, value in judged.truth.items()}
    ranked = {criterion: order(judged, criterion) for criterion in judged.criteria}
    for criterion in judged.criteria:
        numbers |= {f"{how} {criterion}": count for how, count in judged.counts(criterion).items()}
        wrong = sum(wrong_ranks(judged.truth, ranked[criterion]))
        numbers |= {f"ranks {criterion}": wrong, f"misordered {criterion}": int(wrong > 0)}
    for criterion, values in judged.estimates.items():
        numbers |= {f"{criterion} {name}": value for name, value in values.items()}
        numbers[f"gap {criterion}"] = mean_gap(values, judged.truth)
    if "loo" in judged.estimates:
        numbers["gap train loo"] = mean_gap(judged.estimates["train"], judged.estimates["loo"])
    numbers["moved"] = sum(a != b for a, b in zip(ranked["strict"], ranked["cv"], strict=True))
    return numbers


def _ties(truth: Mapping[str, float], name: str, end: Any) -> bool:
    """Whether a learner is the best or the worst, perhaps together with others."""
    return bool(abs(truth[name] - end(truth.values())) <= ROUNDING)
