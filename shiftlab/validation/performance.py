"""How good is a trained model on the target, whose labels nobody knows?"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from sklearn.base import is_classifier
from sklearn.isotonic import isotonic_regression

from .. import _check
from .._check import Floats
from ..support.seeds import generator
from ..weights.base import effective_sample_size
from ._scoring import Accuracy, Sample, Scoring, as_scoring, worth
from ._training import one_sentence
from .confidence import ConfidenceInterval, confidence_interval
from .criteria.problem import Domains
from .criteria.weighing import weigh

METHODS = ("weighted", "confidence")

_RESAMPLES = 200
_LEAST_USABLE = 0.9  # of the resamples: in some a class may be missing, without which there is no area under a curve


class TargetPerformance(NamedTuple):
    """What `target_performance` estimates."""

    value: float
    """The score on the target."""
    interval: ConfidenceInterval
    """Where it is, as far as the labels known can tell."""
    effective_sample_size: float
    """How many equally weighted rows the labelled ones are worth."""


def target_performance(
    model: Any,
    source: tuple[Any, Any],
    X_target: Any,
    *,
    weigher: Any = None,
    scoring: Any = "accuracy",
    method: str = "weighted",
    level: float = 0.95,
    random_state: Any = None,
) -> TargetPerformance:
    """The score of a trained model on the target, estimated without its labels.

    Parameters
    ----------
    model : estimator
        Trained, on other rows than those of `source`: on its own training rows it looks better than it is.
    source : tuple (X, y)
        Labelled rows of the source.
    X_target : array-like of shape (n_target, n_features)
        Unlabelled rows of the target.
    weigher : weigher, "uniform" or None, default=None
        What makes the source rows resemble the target; a clone is fitted. None is `KernelMeanMatching()`, "uniform"
        weighs every row alike.
    scoring : str or callable, default="accuracy"
        "accuracy" or any scorer of scikit-learn that takes a ``sample_weight``; for "confidence", "accuracy".
    method : {"weighted", "confidence"}, default="weighted"
        "weighted" is the score on the source rows, weighted. "confidence" asks the model how sure it is: the
        probability of the label it gives, turned into a share of right labels by isotonic regression on the source
        rows, weighted, and averaged over the target rows.
    level : float, default=0.95
        How often such intervals hold the truth.
    random_state : int, RandomState instance or None, default=None
        Draws rows with replacement, where the interval is from the bootstrap.

    Returns
    -------
    TargetPerformance
        ``value``, ``interval``, ``effective_sample_size``.

    Notes
    -----
    The interval of an accuracy is that of `confidence_interval`, for as many rows as its variance is worth, and at
    most the effective sample size; of other scores it is from the bootstrap. It is about the labels drawn, and not
    about how well the ratio is estimated.

    Both fail where P(y | x) differs between the domains: that nobody can see without labels. "weighted" fails where
    target rows have no counterpart in the source, and says little where the effective sample size is small.
    "confidence" reads the target rows themselves and varies less. It fails where rows on which the model is equally
    sure are not right equally often in both domains; the weights help with that.

    Examples
    --------
    A line that is right for most of the source, and wrong for most of the target.

    >>> import numpy as np
    >>> from sklearn.linear_model import LogisticRegression
    >>> from shiftlab.validation import target_performance
    >>> from shiftlab.weights import GaussianRatio
    >>> rng = np.random.default_rng(0)
    >>> X, X_target = rng.normal(0, 1, size=(800, 1)), rng.normal(1.2, 0.6, size=(200, 1))
    >>> y = np.where(abs(X[:, 0]) < 1, "in", "out")
    >>> model = LogisticRegression().fit(X[:400], y[:400])
    >>> found = target_performance(model, (X[400:], y[400:]), X_target, weigher=GaussianRatio())
    >>> truth = np.mean(model.predict(X_target) == np.where(abs(X_target[:, 0]) < 1, "in", "out"))
    >>> bool(found.interval.low < truth < found.interval.high < model.score(X[400:], y[400:]))
    True
    """
    if isinstance(model, type) or not hasattr(model, "predict"):
        raise ValueError(f"model must be a trained estimator with predict, got {_check.short(model)}.")
    if method not in METHODS:
        raise ValueError(f'method must be "weighted" or "confidence", got {_check.short(method)}.')
    if X_target is None:
        raise ValueError("X_target must be rows of the target, got None.")
    how = as_scoring(scoring)
    domains = Domains(source, X_target)
    how.check(domains.y, None)
    if not how.weighable:
        raise ValueError(f"scoring must take a sample_weight, which {_check.short(scoring)} does not.")
    if isinstance(how, Accuracy) and not is_classifier(model):
        raise ValueError('Accuracy counts labels of classes: for a regressor give a scoring such as "r2".')
    if method == "confidence" and not (isinstance(how, Accuracy) and hasattr(model, "predict_proba")):
        raise ValueError('method="confidence" needs scoring="accuracy" and a model with predict_proba.')
    rng = generator(random_state)
    with one_sentence(f"{type(model).__name__} cannot label the source"):
        predictions = np.asarray(model.predict(domains.X))
    weights = weigh(weigher, domains)
    weights = weights / weights.max()  # so that no square overflows
    size = effective_sample_size(weights)
    if method == "confidence":
        value, variance = _by_confidence(model, domains, predictions, weights, rng)
    elif isinstance(how, Accuracy):
        right = predictions == domains.y
        value = float(np.average(right, weights=weights))
        variance = float(np.sum((weights * (right - value)) ** 2) / np.sum(weights) ** 2)
    else:
        value, interval = _by_bootstrap(model, domains, how, weights, level, rng)
        return TargetPerformance(value, interval, size)
    value = min(max(value, 0.0), 1.0)
    # none of few rows is wrong: that is no proof, and has no variance
    worth_rows = min(size, value * (1 - value) / variance) if variance > 0 and 0 < value < 1 else size
    return TargetPerformance(value, confidence_interval(value, worth_rows, level), size)


def _by_confidence(
    model: Any, domains: Domains, predictions: NDArray[Any], weights: Floats, rng: np.random.RandomState
) -> tuple[float, float]:
    """The mean calibrated confidence on the target, and its variance, from the bootstrap of both samples."""
    with one_sentence(f"{type(model).__name__} cannot label the target"):
        labels = np.asarray(model.predict(domains.domain.rows))
        there, here = _confidence(model, domains.X, predictions), _confidence(model, domains.domain.rows, labels)
    calibration = _Calibration(there, predictions == domains.y)
    values = []
    for _ in range(_RESAMPLES):
        counts = weights * _counts(rng, len(weights))
        if counts.any():
            values.append(np.average(calibration.of(here, counts), weights=_counts(rng, len(here))))
    return float(np.mean(calibration.of(here, weights))), float(np.var(values))


class _Calibration:
    """Isotonic regression of being right on confidence, for one sample and many weights of its rows."""

    def __init__(self, confidence: Floats, right: NDArray[np.bool_]) -> None:
        self.levels, self.at = np.unique(confidence, return_inverse=True)
        self.right = right

    def of(self, confidence: Floats, weights: Floats) -> Floats:
        """The share of right labels at new confidences."""
        mass = np.bincount(self.at, weights)
        known = mass > 0
        shares = np.bincount(self.at, weights * self.right)[known] / mass[known]
        steps = isotonic_regression(shares, sample_weight=mass[known], y_min=0, y_max=1)
        return np.interp(confidence, self.levels[known], steps)


def _confidence(model: Any, X: Any, labels: NDArray[Any]) -> Floats:
    """How probable the model finds the label that it gives."""
    p: Floats = np.asarray(model.predict_proba(X), dtype=np.float64)
    classes = np.asarray(model.classes_)
    order = np.argsort(classes)
    return p[np.arange(len(p)), order[np.searchsorted(classes, labels, sorter=order)]]


def _by_bootstrap(
    model: Any, domains: Domains, scoring: Scoring, weights: Floats, level: float, rng: np.random.RandomState
) -> tuple[float, ConfidenceInterval]:
    share = float(_check.open_zero_one(level, "level", "how often the interval holds the truth"))
    answers = _Answers(model)
    what = type(model).__name__

    def score(some: Floats) -> float:
        sample = Sample(domains.X, domains.y, np.arange(domains.n), np.unique(domains.y), weights * some)
        return worth(scoring.score, answers, sample, what)

    value = score(np.ones(domains.n))
    values = _usable(score, (_counts(rng, domains.n) for _ in range(_RESAMPLES)))
    if len(values) < _LEAST_USABLE * _RESAMPLES:
        raise ValueError(f"The labelled rows are too few for an interval: {what} cannot be scored on many resamples.")
    low, high = np.quantile(values, [(1 - share) / 2, (1 + share) / 2])
    return value, ConfidenceInterval(min(float(low), value), max(float(high), value))


def _usable(score: Callable[[Floats], float], resamples: Any) -> list[float]:
    values = []
    for counts in resamples:
        try:
            values.append(score(counts))
        except ValueError:  # counted by the caller
            continue
    return values


def _counts(rng: np.random.RandomState, n: int) -> Floats:
    """How often each of n rows is drawn, in n draws."""
    return np.bincount(rng.randint(n, size=n), minlength=n).astype(np.float64)


class _Answers:
    """A model that is asked about the same rows again and again, and answers once."""

    def __init__(self, model: Any) -> None:
        self._model = model
        self._given: dict[str, Any] = {}

    def __getattr__(self, name: str) -> Any:
        method = getattr(self._model, name)
        if name not in ("predict", "predict_proba", "decision_function"):
            return method

        @wraps(method)  # scorers look at its name
        def answer(X: Any) -> Any:
            if name not in self._given:
                self._given[name] = method(X)
            return self._given[name]

        return answer
