"""Sets of labels for rows of the target."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.base import ClassifierMixin
from sklearn.utils import get_tags
from sklearn.utils.validation import check_is_fitted, validate_data

from shiftlab._check import Floats
from shiftlab.support.tables.learning import check_table

from .._labels import several_classes
from .base import SplitConformal


class WeightedConformalClassifier(ClassifierMixin, SplitConformal):
    """Sets of labels from any classifier's probabilities, right for the target under covariate shift.

    Half of the rows train the classifier, the other half tell how little probability it gives to true labels. The set
    of a row has the labels whose ``1 - p(y | x)`` is at most a quantile of these, each weighted by an estimate of
    p_target/p_source, in which the row itself counts with its own weight, at infinity (Tibshirani et al., 2019). With
    the true ratio, the share of target rows whose set has their label is at least `level`, whatever the classifier.

    Parameters
    ----------
    estimator : classifier with ``predict_proba``
        What gives the probabilities; it is cloned. If its `fit` takes ``X_target``, it gets the target.
    weigher : weigher with a ``ratio``, default=None
        What weighs the rows; it is cloned. None is `shiftlab.weights.DiscriminativeRatio`.
    level : float, default=0.9
        The share of target rows whose sets are to have their label.
    calibration_size : float, default=0.5
        The share of the rows that is kept from training, to calibrate.
    random_state : int, RandomState instance or None, default=None
        Draws the two parts.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        The labels, in the order of the columns of `predict_set` and `predict_proba`.
    estimator_ : classifier
        Trained on one part of the rows.
    weigher_ : weigher or None
        Fitted on the same part and the target; None without a target.
    calibration_scores_, calibration_weights_ : ndarray of shape (n_calibration,)
        ``1 - p(y | x)`` of the true labels on the other part, and the weights of its rows.
    n_features_in_ : int
        Number of columns seen in `fit`.

    Notes
    -----
    A set may be empty: of such a row every label is less likely than nearly all true labels were. The cover is that of
    the average target row, not of each class, and over many draws of the data. It fails where p(y | x) has changed
    too (for other class priors there is `PriorShiftClassifier`), and where the weights are wrong. Where the source
    hardly overlaps the target sets grow, up to all labels with a warning, and that is the honest answer.

    Examples
    --------
    >>> import numpy as np
    >>> from sklearn.linear_model import LogisticRegression
    >>> from shiftlab.learners import WeightedConformalClassifier
    >>> rng = np.random.default_rng(0)
    >>> X, X_target = rng.normal(2, 1, size=(2000, 1)), rng.normal(1, 1, size=(2000, 1))
    >>> y, y_target = (rng.random(2000) < 1 / (1 + np.exp(-2 * rows[:, 0])) for rows in (X, X_target))
    >>> cover = {}
    >>> for name, given in {"as if nothing had shifted": {}, "weighted": {"X_target": X_target}}.items():
    ...     learner = WeightedConformalClassifier(LogisticRegression(), random_state=0).fit(X, y, **given)
    ...     cover[name] = learner.predict_set(X_target)[np.arange(2000), y_target.astype(int)].mean()
    >>> bool(cover["as if nothing had shifted"] < 0.8), bool(cover["weighted"] > 0.85)  # of 0.9
    (True, True)
    """

    def predict_proba(self, X: Any) -> Floats:
        """The trained classifier's probabilities, one column for each of ``classes_``."""
        check_is_fitted(self)
        check_table(X)
        return self._probabilities(X)

    def predict_set(self, X: Any) -> NDArray[np.bool_]:
        """Whether the set of a row has a label: one row each, one column for each of ``classes_``."""
        p = self.predict_proba(X)
        quantiles = self._quantiles(X, len(p))
        inside: NDArray[np.bool_] = 1 - p <= quantiles[:, np.newaxis]
        return inside

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.classifier_tags = get_tags(self.estimator).classifier_tags
        tags.classifier_tags.multi_label = False
        return tags

    def _labels(self, y: ArrayLike) -> NDArray[Any]:
        labels: NDArray[Any] = validate_data(self, y=y)
        self.classes_, _ = several_classes(labels, type(self).__name__)
        return labels

    def _scores(self, X: Any, labels: NDArray[Any]) -> Floats:
        if not hasattr(self.estimator_, "predict_proba"):  # asked after the fit: some estimators only know then
            raise ValueError(
                f"The estimator {self.estimator!r} has no predict_proba, which the sets are made from: "
                "wrap it in CalibratedClassifierCV, for example."
            )
        columns = np.searchsorted(self.classes_, labels)
        scores: Floats = 1 - self._probabilities(X)[np.arange(len(labels)), columns]
        return scores

    def _probabilities(self, X: Any) -> Floats:
        # The part that trains may have no row of a rare class, which then has probability 0: that keeps the guarantee.
        said = np.asarray(self.estimator_.predict_proba(X), dtype=np.float64)
        p = np.zeros((len(said), len(self.classes_)))
        p[:, np.searchsorted(self.classes_, self.estimator_.classes_)] = said
        return p
