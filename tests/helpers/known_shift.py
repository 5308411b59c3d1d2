"""A shift of which everything is known: how good a fixed rule is on either side, the true ratio, and samples."""

import numpy as np
from scipy.integrate import trapezoid
from scipy.stats import norm
from sklearn.base import BaseEstimator, ClassifierMixin

from shiftlab.weights import KnownRatio

#: In both a row is labelled 1 with probability Phi(2x - 1).
SOURCE, TARGET = norm(0, 1), norm(0.7, 0.8)
DRAWS = 100


class Fixed(ClassifierMixin, BaseEstimator):
    """Positive means 1, whatever the rows: its loss can be computed."""

    def fit(self, X, y):
        self.classes_ = np.array([0, 1])
        return self

    def predict(self, X):
        return (X[:, 0] > 0).astype(int)


def accuracy(side):
    """That of `Fixed` where rows come from `SOURCE` or `TARGET`."""
    grid = np.linspace(-6, 7, 20001)
    right = np.where(grid > 0, norm.cdf(2 * grid - 1), 1 - norm.cdf(2 * grid - 1))
    return trapezoid(right * side.pdf(grid), grid)


def ratio(source, target):
    return KnownRatio(
        source_density=lambda X: source.pdf(X[:, 0]),
        target_density=lambda X: target.pdf(X[:, 0]),
    )


#: The true ratio, the wrong way round, and none.
RATIOS = {"right": ratio(SOURCE, TARGET), "inverted": ratio(TARGET, SOURCE), "none": ratio(SOURCE, SOURCE)}


def samples():
    """Rows of the source and their labels, again and again."""
    for seed in range(DRAWS):
        rng = np.random.default_rng(seed)
        X = rng.normal(size=(400, 1))
        yield X, (rng.random(400) < norm.cdf(2 * X[:, 0] - 1)).astype(int)


def is_mean_of(truth, found):
    """Whether the mean over all draws is the truth, but for chance."""
    assert len(found) == DRAWS
    return abs(np.mean(found) - truth) < 4 * np.std(found) / np.sqrt(DRAWS)
