"""How good predictions on the target are, and the flat numbers of a cell: means and spreads over its trials."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from shiftlab._check import Floats
from shiftlab.weights.base import effective_sample_size

from .methods import METHODS, Fitted
from .world import Sample

if TYPE_CHECKING:
    from .run import Result

#: Of these the spread is kept too; the others are for reading.
SPREAD = ("auc ", "reduction ", "log_loss integrated - ")


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


def record(result: Result) -> dict[str, Any]:
    """Of each number the mean over the trials, and under its name with "sd" the standard deviation (divided by n).

    A reduction of 1 - AUC is not defined where the iid fit makes no mistake: such a trial counts for no method.
    Pairs of mine fields depend on each other, so that their areas are kept one by one, under "auc iid @ 7" of field 7.
    """
    if result.examined:
        return dict(result.examined)
    pairs = result.settings.problem == "landmine"
    numbers: dict[str, Any] = {}
    for name in dict.fromkeys(name for trial in result.numbers for name in trial if name != "target"):
        values = np.array([trial[name] for trial in result.numbers if name in trial])
        has_spread = name.startswith(SPREAD)
        if pairs and has_spread:
            if name.removeprefix("auc ") in METHODS:
                numbers |= {f"{name} @ {trial['target']}": _short(trial[name]) for trial in result.numbers}
            continue
        numbers[name] = _short(values.mean())
        if has_spread:
            numbers[f"{name} sd"] = _short(values.std())
    return numbers


def _short(value: float) -> float:
    return float(f"{value:.6g}")


def describe_method(numbers: dict[str, float], name: str) -> str:
    return f"{METHODS[name]} mean weight {numbers[f'mean_weight {name}']:.2f}, worth {numbers[f'ess {name}']:.1f} rows"
