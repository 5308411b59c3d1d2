"""Naive Bayes with binning, of the ReverseTesting paper's section 6, bNB."""

from __future__ import annotations

from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike
from sklearn.naive_bayes import GaussianNB

from .. import _check
from .._check import Floats
from ..support.tables.learning import check_sizes
from ._labels import two_classes
from ._most_probable import MostProbable
from ._weighted_rows import new_rows, weighted_rows


class BinnedNaiveBayes(MostProbable):
    r"""Naive Bayes for the order of the rows, the training rows for the probabilities.

    The training rows are sorted by their score under naive Bayes and cut into bins of equally many rows. The
    probability of a new row is the share of positives among the training rows of its bin:

    .. math:: p(x) = \frac{|\{i : y_i = 1,\ b(x_i) = b(x)\}|}{|\{i : b(x_i) = b(x)\}|}

    It is the scores that are binned, not the features. Rows of the same score are in the same bin, that of the
    middle one of them; so there may be fewer bins.

    Parameters
    ----------
    n_bins : int, default=10
        The number of bins, as in both papers.
    var_smoothing : float, default=1e-9
        The share of the largest variance that naive Bayes adds to the variances of all features.

    Attributes
    ----------
    classes_ : ndarray of shape (2,)
        The labels; scores, cuts and shares speak of the second.
    bayes_ : GaussianNB
        Naive Bayes with normal densities, fitted.
    cuts_ : ndarray of shape (bins - 1,)
        The scores, as log odds, that divide the bins: a row at a cut is in the lower one.
    shares_ : ndarray of shape (bins,)
        The share of ``classes_[1]`` in each bin, from the lowest scores to the highest.
    n_features_in_ : int
        Number of features seen in `fit`.

    Notes
    -----
    Probabilities cannot exceed the share in the best bin: of a class rarer than one row in `n_bins`, all rows may be
    in one bin and still be few there.

    References
    ----------
    Zadrozny, B. and Elkan, C. (2001). Obtaining calibrated probability estimates from decision trees and naive
    Bayesian classifiers. ICML.

    Examples
    --------
    >>> from shiftlab.learners import BinnedNaiveBayes
    >>> X, y = [[0.0], [1.0], [2.0], [3.0], [4.0], [5.0]], [0, 0, 1, 0, 1, 1]
    >>> learner = BinnedNaiveBayes(n_bins=3).fit(X, y)
    >>> learner.shares_.tolist(), learner.predict_proba([[9.0]])[0].tolist()
    ([0.0, 0.5, 1.0], [0.0, 1.0])
    """

    def __init__(self, n_bins: int = 10, *, var_smoothing: float = 1e-9) -> None:
        self.n_bins = n_bins
        self.var_smoothing = var_smoothing

    def fit(self, X: ArrayLike, y: ArrayLike, sample_weight: ArrayLike | None = None) -> Self:
        """Fit naive Bayes and fill the bins; a row of weight 2 counts as two rows, one of weight 0 as none."""
        n_bins = _check.count(self.n_bins, "n_bins")
        smoothing = _check.not_negative(self.var_smoothing, "var_smoothing")
        rows, labels, weights = weighted_rows(self, X, y, sample_weight)
        check_sizes(rows)
        self.classes_, codes = two_classes(labels, type(self).__name__)
        self._constant = (rows == rows[0]).all(axis=0)
        rows = self._told(rows)
        self.bayes_: GaussianNB = GaussianNB(var_smoothing=smoothing).fit(rows, codes, sample_weight=weights)
        if not self.bayes_.var_.any():  # no column varies: naive Bayes would divide 0 by 0
            self.bayes_.var_[:] = 1
        if not self.bayes_.var_.all():
            raise ValueError("var_smoothing=0 needs columns that vary within each class: give it more than 0.")
        scores, place = np.unique(self._scores(rows), return_inverse=True)
        total, positive = (np.bincount(place, weights=w).astype(float) for w in (weights, weights * codes))
        cuts, shares = _bins(scores, total, positive, n_bins)
        self.cuts_: Floats = cuts
        self.shares_: Floats = shares
        return self

    def predict_proba(self, X: ArrayLike) -> Floats:
        """The shares of the bin of each row: probabilities of ``classes_[0]`` and ``classes_[1]``."""
        rows = new_rows(self, X)
        check_sizes(rows, new=True)
        positive = self.shares_[np.searchsorted(self.cuts_, self._scores(self._told(rows)))]
        return np.column_stack([1 - positive, positive])

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.classifier_tags.multi_class = False
        return tags

    def _told(self, rows: Floats) -> Floats:
        """The rows with 0 in the columns of which only one value was seen: they tell nothing."""
        return np.where(self._constant, 0.0, rows) if self._constant.any() else rows

    def _scores(self, rows: Floats) -> Floats:
        # Log odds and not probabilities: those of naive Bayes are 0 or 1 to the last bit for many rows.
        joint = self.bayes_.predict_joint_log_proba(rows)
        return np.asarray(joint[:, 1] - joint[:, 0])


def _bins(scores: Floats, total: Floats, positive: Floats, n_bins: int) -> tuple[Floats, Floats]:
    """Cuts and shares, from the distinct scores in order, and the weight of the rows and positives of each."""
    middle = np.cumsum(total) - total / 2
    number = np.minimum(np.floor(n_bins * middle / total.sum()), n_bins - 1)
    first = np.flatnonzero(np.diff(number, prepend=-1))  # of each bin that has rows
    cuts = scores[first[1:] - 1] / 2 + scores[first[1:]] / 2
    return cuts, np.add.reduceat(positive, first) / np.add.reduceat(total, first)
