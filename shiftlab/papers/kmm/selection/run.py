"""Select rows by a bias, weigh them in three ways, train and test."""

from __future__ import annotations

import dataclasses
import warnings

import numpy as np

from shiftlab._check import Floats
from shiftlab.weights import KernelMeanMatching, ShiftWarning
from shiftlab.weights.base import effective_sample_size
from shiftlab.weights.median import kernel_gamma

from .sample import Sample, draw_sample
from .settings import Settings
from .tasks import TASKS, is_number

#: How far the weights may be from optimal, as a share of the objective: without a ridge they would else depend on
#: where the solver stops.
CERTIFIED = 1e-10
METHODS = ("unweighted", "importance", "kmm")
#: As tables, pictures and sentences call them.
NAMES = dict(zip(METHODS, ("unweighted", "true weights", "KMM"), strict=True))


@dataclasses.dataclass(frozen=True)
class Result:
    """Without weights, with the true ones, and with those of kernel mean matching, in this order."""

    settings: Settings
    sample: Sample
    weights: Floats  # (3, n_selected)
    predictions: Floats  # (3, n_target)
    errors: Floats  # (3,)
    gap: float  # of the matching


def run(settings: Settings) -> Result:
    """Select, weigh in three ways, train and test."""
    s, sample = settings, draw_sample(settings)
    gamma = kernel_gamma("median" if s.kernel == "median" else s.sigma, sample.X_source, sample.X_target)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ShiftWarning)  # the picture shows the effective sample size
        eps = 1 - 1 / np.sqrt(sample.y_source.size)  # (√m - 1)/√m of 4.2
        matching = KernelMeanMatching(
            gamma=gamma, B=s.B, eps=eps, ridge=s.ridge, tol=CERTIFIED, kernel="rbf", n_landmarks=None
        )
        matching.fit(sample.X_source, sample.X_target)
    weights = np.array([np.ones(sample.y_source.size), sample.true_weights, matching.weights_])
    predict = _regression if is_number(s.dataset) else _classification
    predictions = np.array([predict(s, gamma, sample, row) for row in weights])
    errors = np.array([_error(s, sample.y_target, row) for row in predictions])
    return Result(s, sample, weights, predictions, errors, matching.gap_)


def _classification(s: Settings, gamma: float, sample: Sample, weights: Floats) -> Floats:
    from sklearn.svm import SVC

    left = np.unique(sample.y_source[weights > 0])
    if left.size == 1:  # nothing to tell apart: the one class that there is
        return np.full(sample.y_target.size, left[0])
    model = SVC(C=s.C, gamma=gamma).fit(sample.X_source, sample.y_source, sample_weight=weights)  # (6), (7)
    return np.asarray(model.predict(sample.X_target))


def _regression(s: Settings, gamma: float, sample: Sample, weights: Floats) -> Floats:
    from shiftlab.learners import PenalizedLMS

    middle = np.average(sample.y_source, weights=weights) if s.center else 0.0
    model = PenalizedLMS(s.lam, gamma).fit(sample.X_source, sample.y_source - middle, sample_weight=weights)  # (8)
    return model.predict(sample.X_target) + middle


def _error(s: Settings, y: Floats, predicted: Floats) -> float:
    """The share of wrong classes, or the NMSE of 4.2.2."""
    if not is_number(s.dataset):
        return float(np.mean(predicted != y))
    residuals = y - predicted
    return float(np.mean(residuals if s.nmse == "as printed" else residuals**2) / y.var())


#: Rows of a data set while a control moves: as many as the breast cancer set has.
COARSE_ROWS = 699


def coarse(settings: Settings) -> Settings:
    """While a control moves: some rows of the larger sets."""
    if min(settings.max_rows or TASKS[settings.dataset].n_rows, TASKS[settings.dataset].n_rows) <= COARSE_ROWS:
        return settings
    return dataclasses.replace(settings, max_rows=COARSE_ROWS)


def describe(result: Result) -> str:
    s, sample = result.settings, result.sample
    kind = "NMSE" if is_number(s.dataset) else "error on the target"
    errors = ", ".join(f"{name} {error:.4f}" for name, error in zip(NAMES.values(), result.errors, strict=True))
    return (
        f"{s.dataset}, bias by {s.scheme}: {sample.y_source.size} of {sample.n_pool} rows selected, "
        f"{sample.y_target.size} in the target; {kind} {errors}; {_describe_weights(result)}."
    )


def _describe_weights(result: Result) -> str:
    _, true, matched = result.weights
    sizes = (
        f"effective sample size {effective_sample_size(true):.1f} of the true weights, "
        f"{effective_sample_size(matched):.1f} of those of KMM"
    )
    likeness = correlation(true, matched)
    return sizes if likeness is None else f"{sizes}, which correlate to {likeness:.2f}"


def correlation(true: Floats, matched: Floats) -> float | None:
    """Pearson's, of two vectors of weights; None where one of them does not vary."""
    if np.ptp(true) < 1e-9 or np.ptp(matched) < 1e-9:
        return None
    return float(np.corrcoef(true, matched)[0, 1])
