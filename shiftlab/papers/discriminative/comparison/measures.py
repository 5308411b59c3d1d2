"""How good predictions on the target are: the numbers of one trial."""

from __future__ import annotations

import numpy as np

from shiftlab._check import Floats
from shiftlab.weights.base import effective_sample_size

from .methods import METHODS, Fitted
from .world import Sample


def auc(p: Floats, scores: Floats) -> float:
    """The chance that a row of label 1 scores above one of label 0, labels drawn with probabilities `p`; ties half.

    For labels of 0 and 1 this is the area under the ROC curve.
    """
    levels, place = np.unique(scores, return_inverse=True)
    positives, negatives = (np.bincount(place, share, len(levels)) for share in (p, 1 - p))
    below = np.cumsum(negatives) - negatives
    itself = p @ (1 - p)  # a row is not compared with itself
    pairs = positives.sum() * negatives.sum() - itself
    if pairs <= 0:
        raise ValueError("The target rows must have labels of both kinds to measure an area.")
    return float((positives @ (below + negatives / 2) - itself / 2) / pairs)


def measures(sample: Sample, fits: dict[str, Fitted]) -> dict[str, float]:
    """The numbers of one trial."""
    numbers: dict[str, float] = {
        "target": sample.target,
        "n_target_used": len(sample.X_target),
        "n_test": len(sample.p_test),
    }
    for name, fitted in fits.items():
        scores, p = fitted.scores(sample.X_test), sample.p_test
        numbers |= {
            f"auc {name}": auc(p, scores),
            f"accuracy {name}": float(np.where(scores > 0, p, 1 - p).mean()),
            f"log_loss {name}": float(np.mean(np.logaddexp(0, scores) - p * scores)),
            f"mean_weight {name}": float(fitted.weights.mean()),
            f"ess {name}": effective_sample_size(fitted.weights),
        }
    missed = 1 - numbers["auc iid"]
    for name in fits:
        if name != "iid":
            numbers[f"auc {name} - iid"] = numbers[f"auc {name}"] - numbers["auc iid"]
            if missed > 0:
                numbers[f"reduction {name}"] = 1 - (1 - numbers[f"auc {name}"]) / missed
        if name not in ("iid", "integrated"):
            numbers[f"auc integrated - {name}"] = numbers["auc integrated"] - numbers[f"auc {name}"]
    numbers["log_loss integrated - two_stage"] = numbers["log_loss integrated"] - numbers["log_loss two_stage"]
    numbers["norm integrated"] = float(np.linalg.norm(fits["integrated"].w))
    numbers["norm two_stage"] = float(np.linalg.norm(fits["two_stage"].w))
    numbers["converged"] = float(fits["integrated"].converged)
    return numbers


def describe_method(numbers: dict[str, float], name: str) -> str:
    mean, size = numbers[f"mean_weight {name}"], numbers[f"ess {name}"]
    return f"{METHODS[name]} has a mean weight of {mean:.3g} and an ESS of {size:.1f}"
