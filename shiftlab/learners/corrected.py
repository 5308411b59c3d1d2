"""A classifier trained on resampled rows, with its probabilities taken back to the rows it was given."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.base import clone
from sklearn.utils import indexable
from sklearn.utils.validation import check_is_fitted, validate_data

from .. import _check, posterior
from .._check import Floats
from ..support.tables.learning import check_table, said_of_frames, validated
from ._labels import several_classes
from ._most_probable import AdjustedClassifier


class CorrectedClassifier(AdjustedClassifier):
    """Any resampling pipeline, such as imbalanced-learn's, with the priors of the rows before the resampling.

    A sampler changes the shares of the classes, and a classifier trained behind it gives probabilities for these
    shares. `shiftlab.posterior.adjust_priors` takes them back; for random undersampling of two classes that is
    equation (9) of Dal Pozzolo et al. (2015).

    Parameters
    ----------
    estimator : classifier with ``predict_proba``
        A pipeline with a sampler in it, or another classifier that resamples; it is cloned.
    resampled_priors : "observed", "balanced" or array-like of shape (n_classes,), default="observed"
        The shares of the classes in what the classifier was trained on. "observed": those of the labels that arrive
        at the last step of the pipeline. For classifiers that resample inside, like ``BalancedRandomForestClassifier``,
        say it: "balanced" if all classes are equally frequent there, or the shares in the order of ``classes_``.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        The labels, in the order of the columns of `predict_proba`.
    estimator_ : classifier
        Trained as ever; its own `predict_proba` is that of the resampled rows.
    priors_, resampled_priors_ : ndarray of shape (n_classes,)
        The shares of the classes in the rows of `fit`, and in the rows that were trained on.
    n_features_in_ : int
        Number of columns seen in `fit`.

    Notes
    -----
    `predict` names the most probable class, which for a rare one is seldom the right question: decide by a threshold
    on `predict_proba`, `shiftlab.posterior.bayes_threshold` of the costs. For `UndersampledClassifier` the threshold
    is the prior.

    The correction is right where the sampler picks rows of a class at random, so that p(x | y) stays. It is wrong by
    as much as a sampler changes the classes themselves: near-miss and cleaning methods drop rows where classes
    overlap, SMOTE and its kin make up rows. It cannot repair probabilities that were no good on the resampled rows:
    forests of few trees, for example. And it takes back what the pipeline did, not what was done to the rows before:
    an `UndersampledClassifier` corrects itself, and around one nothing is left to correct.

    Examples
    --------
    >>> import numpy as np
    >>> from sklearn.linear_model import LogisticRegression
    >>> from shiftlab.learners import CorrectedClassifier
    >>> y = np.repeat([0, 1], [9000, 1000])
    >>> X = np.random.default_rng(0).normal(3.0 * y, 3.0)[:, np.newaxis]
    >>> weighted = LogisticRegression(class_weight="balanced")  # trained as if the classes were equally frequent
    >>> learner = CorrectedClassifier(weighted, resampled_priors="balanced").fit(X, y)
    >>> biased = learner.estimator_.predict_proba(X)[:, 1].mean()
    >>> round(float(biased), 1), round(float(learner.predict_proba(X)[:, 1].mean()), 2)
    (0.4, 0.1)
    """

    def __init__(self, estimator: Any, *, resampled_priors: Any = "observed") -> None:
        self.estimator = estimator
        self.resampled_priors = resampled_priors

    def fit(self, X: Any, y: ArrayLike) -> Self:
        """Train the estimator, and note the shares of the classes before and after its resampling."""
        labels: NDArray[Any] = validate_data(self, y=y)
        X = validated(self, X, skip_check_array=True)
        X, labels = indexable(X, labels)
        self.classes_, codes = several_classes(labels, type(self).__name__)
        self.priors_ = np.bincount(codes) / len(codes)
        model = clone(self.estimator)
        if isinstance(self.resampled_priors, str) and self.resampled_priors == "observed":
            with _watched(_last_step(model)) as arrived, said_of_frames(model, X):
                self.estimator_ = model.fit(X, labels)
            self.resampled_priors_ = _shares(arrived, self.classes_)
        else:
            self.resampled_priors_ = self._given()
            with said_of_frames(model, X):
                self.estimator_ = model.fit(X, labels)
        if not hasattr(self.estimator_, "predict_proba"):  # asked after the fit: some estimators only know then
            raise ValueError(
                f"The estimator {self.estimator!r} has no predict_proba, which the correction needs: "
                "wrap its classifier in CalibratedClassifierCV, for example."
            )
        return self

    def predict_proba(self, X: Any) -> Floats:
        """Probabilities for rows like those of `fit`, one column for each of ``classes_``."""
        check_is_fitted(self)
        check_table(X)
        p = self.estimator_.predict_proba(X)
        return posterior.adjust_priors(p, self.resampled_priors_, self.priors_)

    def _given(self) -> Floats:
        """The shares that `resampled_priors` says."""
        n = len(self.classes_)
        if isinstance(self.resampled_priors, str):
            if self.resampled_priors != "balanced":
                raise ValueError(
                    f'resampled_priors must be "observed", "balanced" or the shares of the classes, '
                    f"got {self.resampled_priors!r}."
                )
            return np.full(n, 1 / n)
        shares = _check.probabilities(self.resampled_priors, "resampled_priors")
        if shares.shape != (n,) or not (shares > 0).all() or abs(shares.sum() - 1) > 1e-9:
            raise ValueError(
                f"resampled_priors must have a share above 0 for each of the {n} classes, and sum to 1, "
                f"got {_check.short(self.resampled_priors)}."
            )
        return shares


def _last_step(model: Any) -> Any:
    """The classifier at the end of a pipeline, or of the pipeline at its end."""
    if not hasattr(model, "steps"):
        raise ValueError(
            f"What {type(model).__name__} makes of the class shares cannot be observed, for it is no pipeline: put "
            'sampler and classifier into one, or give resampled_priors ("balanced", or the shares).'
        )
    last = model
    while hasattr(last, "steps"):
        last = last.steps[-1][1]
    if getattr(last, "class_weight", None) is not None:
        raise ValueError(
            f"{type(last).__name__} weighs the classes by class_weight={_check.short(last.class_weight)} besides what "
            "the sampler does: leave it out, or give resampled_priors."
        )
    return last


@contextmanager
def _watched(classifier: Any) -> Iterator[list[NDArray[Any]]]:
    """While it lasts, the labels that a classifier is trained on are put into a list."""
    arrived: list[NDArray[Any]] = []
    train = classifier.fit

    @functools.wraps(train)
    def fit(X: Any, y: Any = None, *arguments: Any, **named: Any) -> Any:
        arrived.append(np.asarray(y))
        return train(X, y, *arguments, **named)

    classifier.fit = fit  # of this one clone, not of its class
    try:
        yield arrived
    finally:
        del classifier.fit


def _shares(arrived: list[NDArray[Any]], classes: NDArray[Any]) -> Floats:
    if not arrived:
        raise ValueError(
            "The pipeline trained a copy of its last step, whose labels cannot be observed: give resampled_priors "
            '("balanced", or the shares).'
        )
    counts = np.array([np.count_nonzero(arrived[-1] == label) for label in classes], dtype=np.float64)
    if not counts.all():
        raise ValueError(f"The sampler left no row of class {classes.tolist()[int(counts.argmin())]!r}.")
    shares: Floats = counts / counts.sum()
    return shares
