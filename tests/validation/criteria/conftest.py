"""What the tests of criteria share: six rows worked by hand, and learners that count or want the target."""

import numpy as np
import pytest
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.neighbors import KNeighborsClassifier

FITS = []
"""What the learners below were given, one dict for each fit."""


class Counting(KNeighborsClassifier):
    """Nearest neighbours that count how often they are trained."""

    def fit(self, X, y):
        FITS.append({"X": X, "y": y})
        return super().fit(X, y)


class Transferring(ClassifierMixin, BaseEstimator):
    """Takes all there is to know of the target, notes it down, and learns from all the labels together."""

    def fit(self, X, y, X_target=None, X_labeled=None, y_labeled=None):
        FITS.append({"X": X, "y": y, "X_target": X_target, "X_labeled": X_labeled, "y_labeled": y_labeled})
        if X_labeled is not None:
            X, y = np.concatenate([X, X_labeled]), np.concatenate([y, y_labeled])
        self.model_ = KNeighborsClassifier(1).fit(X, y)
        self.classes_ = self.model_.classes_
        return self

    def predict(self, X):
        return self.model_.predict(X)


@pytest.fixture(autouse=True)
def fits():
    FITS.clear()
    return FITS


@pytest.fixture(scope="session")
def counting():
    return Counting


@pytest.fixture(scope="session")
def transferring():
    return Transferring


class Six:
    """Six source rows a to f, three target rows, one of them labelled; folds {a, d}, {b, e}, {c, f}; one neighbour.

    The labels change between c and d in the source, and further left in the target::

        a       b       c       d       e       f
        0.0     1.1     2.3     3.6     5.0     6.5
        0       0       0       1       1       1
           0.4 1.6+   2.8        4.5                  the target; + is labelled 1

    Forward. Without a and d: a is nearest to b, 0; d (3.6) is nearer to c (1.3 away) than to e (1.4), 0: wrong.
    Without b and e: b is nearest to a, 0; e is nearest to d (1.4, f is 1.5 away), 1.
    Without c and f: c is nearest to b (1.2, d is 1.3 away), 0; f is nearest to e, 1.
    Wrong: d. SCV is 5/6; with the weights, 1 - 1.5/6 = 3/4.

    Back. Without a and d, or without b and e, the target is labelled 0 (0.4), 0 (2.8, nearest to c), 1 (4.5), and the
    labelled row adds 1 (1.6). Learnt from these, a is 0 (0.4), d is 0 (2.8 is 0.8 away, 4.5 is 0.9): wrong;
    b is 1 (1.6 is 0.5 away, 0.4 is 0.7): wrong; e is 1 (4.5).
    Without c and f, 2.8 is nearest to d (0.8): it is labelled 1. Then c is 1 (2.8 is 0.5 away): wrong; f is 1 (4.5).
    Wrong: b, c, d. Reverse validation alone is 3/6; with the weights, 1 - (0.5 + 0.75 + 1.5)/6 = 13/24.
    """

    learner = KNeighborsClassifier(1)
    X = np.array([0.0, 1.1, 2.3, 3.6, 5.0, 6.5])[:, np.newaxis]
    y = np.array([0, 0, 0, 1, 1, 1])
    target = np.array([0.4, 2.8, 4.5])[:, np.newaxis]
    labeled = np.array([[1.6]]), np.array([1])
    weights = np.array([0.25, 0.5, 0.75, 1.5, 2.0, 1.0])
    cv = [([1, 2, 4, 5], [0, 3]), ([0, 2, 3, 5], [1, 4]), ([0, 1, 3, 4], [2, 5])]
    SCV, WCV, RV, TrCV = 5 / 6, 3 / 4, 3 / 6, 13 / 24


@pytest.fixture
def six():
    return Six
