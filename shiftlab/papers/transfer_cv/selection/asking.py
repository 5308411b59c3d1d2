"""All six criteria about each candidate, from shared fits; and what each way back makes of the source."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import sklearn
from numpy.typing import NDArray
from sklearn.base import clone
from sklearn.model_selection import KFold

from shiftlab._check import Floats
from shiftlab.experiments.streams import state
from shiftlab.validation import SourceCV, SourceToTarget, TargetCV, TransferCV, WeightedCV, scores
from shiftlab.validation.domain import Domain, takes

from ..judged import Judged
from .sample import Labels, Sample
from .settings import Settings

Folds = list[tuple[NDArray[np.intp], NDArray[np.intp]]]


def ask(
    s: Settings, sample: Sample, weights: Floats, candidates: Mapping[str, Any]
) -> tuple[Judged, dict[str, Labels]]:
    """What each criterion says of each candidate and the truth, and the labels of the source after the way back."""
    truth: dict[str, float] = {}
    values: dict[str, dict[str, float]] = {}
    way_back: dict[str, Labels] = {}
    splitter = KFold(s.folds, shuffle=True, random_state=state(s.seed))
    folds = list(splitter.split(sample.X))  # the same for every candidate
    # thousands of small trainings: what is checked here once need not be checked in each of them
    with sklearn.config_context(assume_finite=True, skip_parameter_validation=True):
        for name, candidate in candidates.items():
            seen, kept = Seen(), Kept()
            question = candidate, sample.source, sample.X_unlabeled, sample.labeled
            weighed = {"WCV": weights, "TrCV": weights}
            said = scores(*question, criteria(s, folds, seen, kept), weights=weighed)
            truth[name] = accuracy(s, sample, candidate, kept.model)
            for criterion, value in said.items():
                values.setdefault(criterion, {})[name] = value
            way_back[name] = seen.labels(folds, sample.y)
    return Judged(truth, values), way_back


def accuracy(s: Settings, sample: Sample, candidate: Any, source_model: Any) -> float:
    """On the target rows without labels, after learning from all of the source and what is known of the target.

    `source_model` has learnt from all but the labelled rows: where these are not asked for, it is the one.
    """
    told = takes(candidate).parameters(Domain(sample.X_unlabeled, sample.labeled), sample.y.size)
    X, y = sample.source
    if "X_labeled" in told:
        model = clone(candidate).fit(X, y, **told)
    elif s.pool_labeled:
        model = clone(candidate).fit(np.concatenate([X, sample.X_labeled]), np.concatenate([y, sample.y_labeled]))
    else:
        model = source_model
    return float(np.mean(model.predict(sample.X_unlabeled) == sample.y_unlabeled))


def criteria(s: Settings, folds: Folds, seen: Seen, kept: Kept) -> dict[str, Any]:
    """All six, with the same folds of the source; reverse validation alone is TrCV with weights of one.

    Two of them say in passing what the picture and the truth need, which would else be trained again.
    """
    pooled: dict[str, Any] = {"cv": folds, "pool_labeled": s.pool_labeled, "average": "rows"}  # figure 3 has l/n
    return {
        "SCV": SourceCV(**pooled),
        "TCV": TargetCV(n_splits=s.folds, random_state=state(s.seed)),
        "STV": SourceToTarget(scoring=kept),
        "WCV": WeightedCV(normalize=s.normalize, **pooled),
        # weights as printed are those of a loss of each row, and of no scorer
        "TrCV": TransferCV(normalize=s.normalize, reverse=s.reverse, scoring=seen if s.normalize else None, **pooled),
        "RV": TransferCV(weigher="uniform", reverse=s.reverse, scoring=seen, **pooled),
    }


class Kept:
    """A scorer, the accuracy, that keeps the model that it has scored."""

    model: Any = None

    def __call__(self, model: Any, X: Any, y: Labels) -> float:
        self.model = model
        return float(np.mean(model.predict(X) == y))


class Seen:
    """A scorer, the accuracy, that remembers the labels that models of the way back give to the rows held out.

    Two criteria ask about the same models: each is made to predict once.
    """

    def __init__(self) -> None:
        self._model: Any = None
        self._predictions: list[Labels] = []

    def __call__(self, model: Any, X: Any, y: Labels, sample_weight: Floats | None = None) -> float:
        if model is not self._model:
            self._model = model
            self._predictions.append(model.predict(X))
        return float(np.average(self._predictions[-1] == y, weights=sample_weight))

    def labels(self, folds: Folds, y: Labels) -> Labels:
        """Of every source row; folds have been scored in their order."""
        labels = np.empty_like(y)
        for (_, held_out), predicted in zip(folds, self._predictions, strict=True):
            labels[held_out] = predicted
        return labels
