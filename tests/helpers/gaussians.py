"""Two Gaussian samples whose density ratio is known."""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from scipy.stats import norm

SOURCE, TARGET = norm(0.5, 0.5), norm(0.0, 0.3)  # section 4.1 of the kernel mean matching paper


class Problem(NamedTuple):
    X_source: np.ndarray
    X_target: np.ndarray
    ratio: Callable[[np.ndarray], np.ndarray]


def toy(n, seed=0):
    """One column: the target is narrower than the source and lies to its left."""
    rng = np.random.default_rng(seed)
    X_source, X_target = (density.rvs(size=(n, 1), random_state=rng) for density in (SOURCE, TARGET))
    return Problem(X_source, X_target, lambda X: (TARGET.pdf(X) / SOURCE.pdf(X))[:, 0])


def plane(n, seed=0):
    """Two columns, the first of them shifted by one standard deviation."""
    rng = np.random.default_rng(seed)
    X_source, X_target = rng.normal(size=(n, 2)), rng.normal((1, 0), 1, size=(n, 2))
    return Problem(X_source, X_target, lambda X: np.exp(X[:, 0] - 0.5))
