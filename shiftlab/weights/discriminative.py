"""The density ratio from a classifier that tells target rows from source rows.

Bickel, Brückner and Scheffer, "Discriminative Learning for Differing Training and Test Distributions" (2007),
section 4; numbers in brackets are its equations.
"""

from __future__ import annotations

from .._check import Floats
from .discriminator import Discriminator


class DiscriminativeRatio(Discriminator):
    """The first stage of "two-stage LR"::

        r(x) = (m/n) (1 / p(sigma = 1 | x) - 1)

    (7), where sigma = 1 marks the m source rows among m + n rows, and p is a classifier's. In a second stage the
    weights go to any learner: see `shiftlab.learners.ReweightedEstimator`.

    Parameters
    ----------
    estimator : classifier with ``predict_proba``, default=None
        What tells the rows of the samples from each other, by its probabilities; it is cloned. None is logistic
        regression on standardised columns: it knows ratios that are exponentials of linear functions of x. The
        paper's own, with the columns as they are, is ``LogisticRegression(C=sigma_v**2)``. A ``class_weight`` would
        count the rows of the samples a second time, and a classifier that overfits needs calibration or `cv`.
        With an estimator given, the rows may be whatever it reads: data frames with categories and missing values,
        sparse matrices. None takes numbers only.
    cv : int or splitter, default=None
        With a number of parts, each source row is weighed by a classifier that has not seen it. None: all rows
        train one classifier. In each part (7) takes m and n of the rows that were trained on.
    random_state : int, RandomState instance or None, default=None
        Draws the parts.

    Attributes
    ----------
    weights_ : ndarray of shape (n_source,)
        r at the source rows.
    estimator_ : classifier
        Trained on all rows; label 1 is the target. `ratio` uses it, with `cv` too.
    n_features_in_ : int
        Number of columns seen in `fit`.
    feature_names_in_ : ndarray of str
        Their names, where a data frame gives them.

    Notes
    -----
    Without an estimator the logarithm of the ratio is linear: the weights follow a shift of the means, and are wrong
    where the spread shifts as well. A target that is narrower than the source, in its midst or beside it, needs squares
    and products of the columns: ``make_pipeline(StandardScaler(), PolynomialFeatures(2), LogisticRegression())``. They
    are not the default because of what they do with a target that is wider: a few outlying source rows then carry the
    weights, rightly, and on ordinary tables the learner is worse than without any. In ten columns they are 65, too many
    for a few hundred rows.

    Examples
    --------
    >>> import numpy as np
    >>> from shiftlab.weights import DiscriminativeRatio
    >>> rng = np.random.default_rng(0)
    >>> weigher = DiscriminativeRatio().fit(rng.normal(0, 1, size=(2000, 1)), rng.normal(1, 1, size=(500, 1)))
    >>> bool(0.8 < weigher.ratio([[0.5]])[0] < 1.25)  # 1 in truth, whatever the numbers of rows
    True

    A target that is narrower than the source, where the ratio is 2 in truth:

    >>> from sklearn.linear_model import LogisticRegression
    >>> from sklearn.pipeline import make_pipeline
    >>> from sklearn.preprocessing import PolynomialFeatures, StandardScaler
    >>> source, target = rng.normal(0, 1, size=(1000, 1)), rng.normal(0, 0.5, size=(1000, 1))
    >>> parabola = make_pipeline(StandardScaler(), PolynomialFeatures(2), LogisticRegression())
    >>> [float(DiscriminativeRatio(one).fit(source, target).ratio([[0.0]])[0].round()) for one in (None, parabola)]
    [1.0, 2.0]

    A data frame with categories and missing values, for a classifier that reads it:

    >>> import pandas as pd
    >>> from sklearn.ensemble import HistGradientBoostingClassifier
    >>> def customers(towns):
    ...     age = rng.choice([20.0, 40.0, np.nan], size=300)
    ...     return pd.DataFrame({"age": age, "town": pd.Categorical(rng.choice(list(towns), size=300))})
    >>> source, target = customers("AAAB"), customers("ABBB")
    >>> trees = HistGradientBoostingClassifier(categorical_features="from_dtype", max_iter=20)
    >>> weights = DiscriminativeRatio(trees, cv=5, random_state=0).fit(source, target).weights_
    >>> in_b = source["town"] == "B"
    >>> bool(weights[in_b].mean() > 1 > weights[~in_b].mean())
    True
    """

    def _shape(self, odds: Floats) -> Floats:
        return odds

    def _scale(self, weights: Floats) -> float:
        return self._m / self._n
