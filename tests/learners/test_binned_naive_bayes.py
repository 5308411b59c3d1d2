import warnings

import numpy as np
import pytest
from sklearn.naive_bayes import GaussianNB

from shiftlab.learners import BinnedNaiveBayes

X, y = np.arange(6.0)[:, np.newaxis], [0, 0, 1, 0, 1, 1]


def test_shares_by_hand():
    learner = BinnedNaiveBayes(n_bins=3).fit(X, y)  # 0 0 | 1 0 | 1 1
    np.testing.assert_allclose(learner.shares_, [0, 0.5, 1])
    np.testing.assert_allclose(learner.predict_proba(X)[:, 1], [0, 0, 0.5, 0.5, 1, 1])
    # new rows: beyond the ends, and on the two sides of the middle between 1 and 2
    np.testing.assert_allclose(learner.predict_proba([[-9.0], [1.4], [1.6], [99.0]])[:, 1], [0, 0, 0.5, 1])


def sample(n=1003, seed=0):
    rng = np.random.default_rng(seed)
    labels = (rng.random(n) < 0.3).astype(int)
    return rng.normal(size=(n, 3)) + 0.7 * labels[:, np.newaxis], labels


def test_ten_bins_of_equal_counts_in_the_order_of_the_scores():
    rows, labels = sample()
    learner = BinnedNaiveBayes().fit(rows, labels)
    joint = GaussianNB().fit(rows, labels).predict_joint_log_proba(rows)
    order = np.argsort(joint[:, 1] - joint[:, 0])
    bins = np.searchsorted(learner.cuts_, (joint[:, 1] - joint[:, 0])[order])
    sizes = np.bincount(bins)
    assert len(sizes) == 10
    assert set(sizes) <= {100, 101}
    np.testing.assert_allclose(learner.shares_, [labels[order][bins == i].mean() for i in range(10)])


def test_probabilities_are_calibrated_where_those_of_naive_bayes_are_not():
    rows, labels = sample(20000)
    copied, new = np.tile(rows[:10000], 4), np.tile(rows[10000:], 4)  # copies of features make naive Bayes too sure
    truth = labels[10000:]
    binned = BinnedNaiveBayes().fit(copied, labels[:10000])
    plain = binned.bayes_.predict_proba(new)[:, 1]
    p = binned.predict_proba(new)[:, 1]
    gaps = [abs(truth[p == share].mean() - share) for share in binned.shares_]
    assert max(gaps) < 0.06 < abs(truth[plain > 0.9].mean() - plain[plain > 0.9].mean())


def test_scores_that_naive_bayes_saturates_still_have_an_order():
    rows = np.r_[np.linspace(-1, 1, 50), np.linspace(200, 202, 50)][:, np.newaxis]
    labels = np.repeat([0, 1], 50)
    learner = BinnedNaiveBayes().fit(rows, labels)
    assert learner.shares_.size == 10


def test_equal_scores_share_a_bin():
    learner = BinnedNaiveBayes(n_bins=4).fit([[0.0]] * 3 + [[1.0]] * 3, [0, 0, 1, 0, 1, 1])
    np.testing.assert_allclose(learner.shares_, [1 / 3, 2 / 3])


def test_three_classes_are_refused():
    with pytest.raises(ValueError, match="Only binary classification"):
        BinnedNaiveBayes().fit(X, [0, 1, 2, 0, 1, 2])


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"n_bins": 0}, "n_bins must be a whole number of at least 1, got 0"),
        ({"n_bins": 2.5}, "n_bins must be a whole number"),
        ({"var_smoothing": -1}, "var_smoothing must be one number of at least 0"),
    ],
)
def test_bad_parameters_are_told(options, message):
    with pytest.raises(ValueError, match=message):
        BinnedNaiveBayes(**options).fit(X, y)


def test_one_class_is_told():
    with pytest.raises(ValueError, match="BinnedNaiveBayes needs rows of two classes"):
        BinnedNaiveBayes().fit(X, np.zeros(6))


@pytest.mark.parametrize("value", [0.0, 0.1, -7.0, 1e90])
def test_a_column_of_one_value_tells_nothing(value):
    rows, labels = sample(103)
    wide = np.column_stack([rows, np.full(len(rows), value)])
    without, learner = BinnedNaiveBayes().fit(rows, labels), BinnedNaiveBayes().fit(wide, labels)
    np.testing.assert_array_equal(learner.predict_proba(wide), without.predict_proba(rows))


def test_rows_that_are_all_the_same_have_the_share_of_all():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        p = BinnedNaiveBayes().fit(np.ones((6, 2)), y).predict_proba([[1.0, 1.0], [5.0, 0.0]])
    np.testing.assert_allclose(p, 0.5)


def test_without_smoothing_a_class_of_one_value_is_refused(one_sentence):
    rows = np.array([0.0, 0, 1, 0, 1, 2])[:, np.newaxis]
    assert "var_smoothing=0" in one_sentence(BinnedNaiveBayes(var_smoothing=0).fit, rows, y)
