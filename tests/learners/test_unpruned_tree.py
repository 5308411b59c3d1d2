import numpy as np
import pytest
from sklearn.exceptions import NotFittedError
from sklearn.metrics import log_loss

from shiftlab.learners import UnprunedTree

# the best first cut is after 2; the right side, 1 0 1, can only be cut into leaves of one row
X, y = np.arange(1.0, 6.0)[:, np.newaxis], [0, 0, 1, 0, 1]


def test_leaves_hold_two_rows_and_their_shares():
    np.testing.assert_allclose(UnprunedTree().fit(X, y).predict_proba(X)[:, 1], [0, 0, 2 / 3, 2 / 3, 2 / 3])


def test_it_is_not_pruned():
    assert UnprunedTree(min_samples_leaf=1).fit(X, y).score(X, y) == 1


@pytest.mark.parametrize("n", [2, 3])
def test_too_few_rows_for_two_leaves_make_one(n):
    learner = UnprunedTree().fit(X[1 : n + 1], y[1 : n + 1])
    assert learner.tree_.get_n_leaves() == 1


def test_the_split_is_that_of_the_entropy():
    # Gini prefers feature 0 (.9, .1 of 40 against a pure leaf of 12), entropy the pure leaf of feature 1.
    label = np.repeat([0, 1], [40, 40])
    first = np.r_[np.zeros(31), np.ones(9), np.zeros(9), np.ones(31)]
    pure = np.r_[np.ones(23), np.zeros(57)]
    rows = np.column_stack([first, pure])
    assert UnprunedTree().fit(rows, label).tree_.tree_.feature[0] == _best_by_entropy(rows, label)


def _best_by_entropy(rows, label):
    def remaining(column):
        sides = [label[column == value] for value in (0, 1)]
        return sum(len(s) * log_loss(s, np.full(len(s), s.mean()), labels=[0, 1]) for s in sides)

    return int(np.argmin([remaining(column) for column in rows.T]))


def test_a_weight_of_two_makes_a_leaf_of_one_row():
    weighted = UnprunedTree().fit(X, y, sample_weight=[1, 1, 1, 1, 2])
    assert weighted.predict_proba([[5.0]])[0, 1] == 1


def test_one_class_is_told():
    with pytest.raises(ValueError, match="UnprunedTree needs rows of two classes to learn from, but y holds only one"):
        UnprunedTree().fit(X, np.ones(5))


def test_bad_leaf_size_is_told():
    with pytest.raises(ValueError, match="min_samples_leaf must be one number greater than 0"):
        UnprunedTree(min_samples_leaf=0).fit(X, y)


def test_not_fitted():
    with pytest.raises(NotFittedError):
        UnprunedTree().predict(X)
