"""What a model is worth on labelled rows, and how it labels rows that have no label."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from inspect import Parameter, signature
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from sklearn.base import is_classifier
from sklearn.metrics import get_scorer, get_scorer_names

from .. import _check
from .._check import Floats
from ._rows import is_continuous
from ._training import one_sentence


class Sample(NamedTuple):
    """Labelled source rows to score a model on."""

    X: Any
    y: NDArray[Any]
    rows: NDArray[np.intp]  # their numbers among all source rows, for scorings that know something of each row
    classes: NDArray[Any]  # of all source rows, sorted
    weights: Floats | None = None  # None: every row counts alike


class Scoring:
    """Base of the scorings: `label` gives what a model says of target rows, `score` its worth on source rows.

    Greater is better.
    """

    @property
    def weighable(self) -> bool:
        """Whether `score` heeds the weights of a sample."""
        return False

    def check(self, y: NDArray[Any], n_target: int | None) -> None:
        """Refuse labels `y` of the source rows, or a number of target rows, that do not fit."""

    def label(self, model: Any, X: Any, classes: NDArray[Any]) -> NDArray[Any]:
        """The model's labels of target rows."""
        return model.predict(X)

    def score(self, model: Any, sample: Sample) -> float:
        """The model's worth on source rows."""
        raise NotImplementedError(f"{type(self).__name__} must implement score.")

    def score_retrained(self, model: Any, sample: Sample) -> float:
        """The worth of a model that was trained on what `label` gave."""
        return self.score(model, sample)


class ByRow(Scoring):
    """Base of the scorings that judge each prediction by itself and take the mean over the rows."""

    @property
    def weighable(self) -> bool:
        """A weighted mean is as good as a mean."""
        return True

    def score(self, model: Any, sample: Sample) -> float:
        return self.of(model.predict(sample.X), sample)

    def of(self, predictions: NDArray[Any], sample: Sample) -> float:
        """The worth of predictions, whoever made them."""
        raise NotImplementedError(f"{type(self).__name__} must implement of.")


class Accuracy(ByRow):
    """The share of rows labelled correctly: 1 - the 0/1 loss."""

    def check(self, y: NDArray[Any], n_target: int | None) -> None:
        if is_continuous(y):
            raise ValueError('Accuracy counts labels of classes, but y is continuous: give a scoring such as "r2".')

    def of(self, predictions: NDArray[Any], sample: Sample) -> float:
        return _mean(predictions == sample.y, sample.weights)


class SquaredError(ByRow):
    """1 - the mean squared error of a regressor."""

    def of(self, predictions: NDArray[Any], sample: Sample) -> float:
        return 1 - _mean((predictions - sample.y) ** 2, sample.weights)


def _mean(values: NDArray[Any], weights: Floats | None) -> float:
    # with weights of one both are the same sum over the same number, to the bit
    return float(np.mean(values) if weights is None else np.sum(values * weights) / np.sum(weights))


class Scorer(Scoring):
    """Any of scikit-learn's scorers."""

    def __init__(self, scorer: Any) -> None:
        self.scorer = scorer

    @property
    def weighable(self) -> bool:
        """Whether the scorer, or the metric that it is made of, takes a ``sample_weight``."""
        with suppress(TypeError, ValueError):  # what has no signature cannot be asked
            parameters = signature(getattr(self.scorer, "_score_func", self.scorer)).parameters.values()
            return any(one.name == "sample_weight" or one.kind is Parameter.VAR_KEYWORD for one in parameters)
        return False

    def score(self, model: Any, sample: Sample) -> float:
        if sample.weights is None or (sample.weights == 1).all():  # weights of one are none, to the bit
            return float(self.scorer(model, sample.X, sample.y))
        return float(self.scorer(model, sample.X, sample.y, sample_weight=sample.weights))


def as_scoring(scoring: Any) -> Scoring:
    """The scoring that a parameter names."""
    if isinstance(scoring, Scoring):
        return scoring
    if isinstance(scoring, str) and scoring == "accuracy":
        return Accuracy()
    if callable(scoring) or (isinstance(scoring, str) and scoring in get_scorer_names()):
        return Scorer(get_scorer(scoring))
    raise ValueError(
        'scoring must be "accuracy", a scorer of scikit-learn or its name, or an ExpectedBenefit, '
        f"got {_check.short(scoring)}."
    )


def worth(score: Callable[[Any, Sample], float], model: Any, sample: Sample, what: str) -> float:
    """What a method of a scoring says of a model; `what` begins the sentence if that is no number."""
    with one_sentence(f"{what} cannot be scored"):
        value = score(model, sample)
        if not np.isfinite(value):
            raise ValueError(f"the score is {value}")
    return value


def one_minus_loss(estimator: Any) -> Scoring:
    """The default of criteria: 1 - the 0/1 loss of a classifier, 1 - the squared error of a regressor."""
    return Accuracy() if is_classifier(estimator) else SquaredError()
