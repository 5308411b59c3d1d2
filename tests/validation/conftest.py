"""What the tests of validation share."""

import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.tree import DecisionTreeClassifier


@pytest.fixture(scope="session")
def ring():
    """Draw labelled source rows (X, y), and target rows with the labels that nobody is told."""

    def draw(n=120, seed=0, shift=True):
        rng = np.random.default_rng(seed)
        X = rng.normal(size=(3 * n, 2))
        y = np.where((X**2).sum(axis=1) + rng.normal(0, 0.3, size=3 * n) > 1.4, "out", "in")
        seen = np.flatnonzero((X[:, 0] > -0.5) | (not shift))[:n]
        target = rng.permutation(np.setdiff1d(np.arange(3 * n), seen))[:n]
        return (X[seen], y[seen]), (X[target], y[target])

    return draw


@pytest.fixture(scope="session")
def four():
    return {
        "tree": DecisionTreeClassifier(min_samples_leaf=2, random_state=0),
        "bayes": GaussianNB(),
        "line": LogisticRegression(),
        "neighbours": KNeighborsClassifier(),
    }
