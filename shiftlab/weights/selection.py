"""Weights from the probability of having been selected, as if the source were a selection of the target.

Bickel, Brückner and Scheffer, "Discriminative Learning for Differing Training and Test Distributions" (2007),
sections 3 and 6; numbers in brackets are its equations.
"""

from __future__ import annotations

from .._check import Floats
from .discriminator import Discriminator


class SelectionProbability(Discriminator):
    """The first stage of "two-stage LR for SSB" (sample selection bias)::

        r(x) proportional to 1 / p(s = 1 | x),   with mean 1 over the source rows

    Proposition 2 asks for the probability that a row of the target is selected into the source. What was discarded
    is not known; so p is that of a classifier to which the target rows are the discarded ones (s = 0). It estimates
    the share of source rows at x among both samples, not the selection: since 1/p = 1 + p_target n / (p_source m),
    the weights lie between none and those of `DiscriminativeRatio`, and no row has weight 0.

    Parameters
    ----------
    estimator : classifier with ``predict_proba``, default=None
        What tells the rows of the samples from each other. None is logistic regression on standardised columns, of
        numbers; an estimator may read data frames with categories and missing values, or sparse matrices.
    cv, random_state
        As in `DiscriminativeRatio`.

    Attributes
    ----------
    weights_ : ndarray of shape (n_source,)
        1/p at the source rows, divided by their mean.
    estimator_ : classifier
        Trained on all rows; label 1 is the target. `ratio` uses it, with `cv` too.
    n_features_in_ : int
        Number of columns seen in `fit`.
    feature_names_in_ : ndarray of str
        Their names, where a data frame gives them.

    Examples
    --------
    >>> import numpy as np
    >>> from shiftlab.weights import SelectionProbability
    >>> rng = np.random.default_rng(0)
    >>> weigher = SelectionProbability().fit(rng.normal(0, 1, size=(2000, 1)), rng.normal(1, 1, size=(2000, 1)))
    >>> float(weigher.weights_.mean().round(9)), bool(weigher.ratio([[3.0]])[0] > weigher.ratio([[0.0]])[0])
    (1.0, True)
    """

    def _shape(self, odds: Floats) -> Floats:
        return 1 + odds

    def _scale(self, weights: Floats) -> float:
        return float(1 / weights.mean())
