"""Candidates on a sample of texts: what each of the six criteria believes of them, and how good they are."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from typing import Any

import numpy as np
from sklearn import config_context
from sklearn.base import clone

from shiftlab._check import Floats
from shiftlab.experiments.streams import state
from shiftlab.validation import SourceCV, SourceToTarget, TargetCV, TransferCV, WeightedCV, scores
from shiftlab.validation.domain import Domain, takes
from shiftlab.weights import KernelMeanMatching, ShiftWarning

from .articles import Sample
from .judged import Judged
from .options import Options


def judge(candidates: Mapping[str, Any], sample: Sample, options: Options, weights: Floats) -> Judged:
    """The accuracies of candidates on the target rows without labels, and what each criterion expected."""
    values: dict[str, dict[str, float]] = {}
    truth: dict[str, float] = {}
    # thousands of small trainings: what is drawn here is in order
    with config_context(assume_finite=True, skip_parameter_validation=True):
        for name, candidate in candidates.items():
            truth[name] = accuracy(candidate, sample)
            for criterion, value in believed(candidate, sample, options, weights).items():
                values.setdefault(criterion, {})[name] = value
    return Judged(truth, values)


def accuracy(candidate: Any, sample: Sample) -> float:
    """Of a candidate that has learnt from all of the source, and from what its fit wants to know of the target."""
    known = Domain(sample.X_target, (sample.X_labeled, sample.y_labeled))
    told = takes(candidate).parameters(known, sample.y.size)
    model = clone(candidate).fit(sample.X, sample.y, **told)
    return float(np.mean(model.predict(sample.X_target) == sample.y_target))


def believed(candidate: Any, sample: Sample, options: Options, weights: Floats) -> dict[str, float]:
    """What each criterion says of one candidate: reverse validation alone is TrCV with weights of one."""
    question = (candidate, (sample.X, sample.y), sample.X_target, (sample.X_labeled, sample.y_labeled))
    return scores(*question, criteria_of(options), weights=weights)


def criteria_of(options: Options) -> dict[str, Any]:
    """All six, with the same folds. Their weights are handed in, so that they are found but once."""
    o = options
    folds: dict[str, Any] = {"n_splits": o.folds, "random_state": state(o.seed)}
    # the mean over rows: figure 3 has l/n
    forward = {**folds, "pool_labeled": o.pool_labeled, "average": "rows"}
    return {
        "SCV": SourceCV(**forward),
        "TCV": TargetCV(**folds),
        "STV": SourceToTarget(),
        "WCV": WeightedCV(normalize=o.normalize, **forward),
        "TrCV": TransferCV(normalize=o.normalize, reverse=o.reverse, **forward),
        "RV": TransferCV("uniform", normalize=o.normalize, reverse=o.reverse, **forward),
    }


def weights_of(options: Options, sample: Sample) -> Floats:
    """Of the source rows: kernel mean matching with X_u and X_l together, every option in full."""
    o, m = options, sample.y.size
    eps = 1 - 1 / np.sqrt(m) if o.total == "loose" else 0.0
    matching = KernelMeanMatching(
        gamma=o.gamma or "median", B=o.B, eps=eps, ridge=o.ridge, tol=1e-6, kernel="rbf", n_landmarks=None
    )
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ShiftWarning)  # the effective sample size is kept and said
        matching.fit(sample.X, np.concatenate([sample.X_target, sample.X_labeled]))
    return np.asarray(matching.weights_)
