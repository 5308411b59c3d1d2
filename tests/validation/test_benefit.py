"""Expected benefit: decisions and totals against tables worked out by hand."""

import numpy as np
import pytest
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import GaussianNB
from sklearn.svm import LinearSVC
from sklearn.tree import DecisionTreeClassifier

from shiftlab.validation import ExpectedBenefit, ReverseTesting, SourceCV

COST = 0.68


def letters(amounts):
    """The benefit matrices of section 6: classes (no, yes), decisions (do not write, write)."""
    return np.array([[[0, -COST], [0, amount - COST]] for amount in amounts])


class Column(ClassifierMixin, BaseEstimator):
    """The probability of "yes" stands in a column of X, turned round if more than half of the labels are "no"."""

    def __init__(self, column=0):
        self.column = column

    def fit(self, X, y):
        self.classes_ = np.unique(y)
        self.turned_ = np.mean(y == "no") > 0.5
        return self

    def predict_proba(self, X):
        p = X[:, self.column]
        p = 1 - p if self.turned_ else p
        return np.column_stack([1 - p, p])

    def predict(self, X):
        return np.where(self.predict_proba(X)[:, 1] > 0.5, "yes", "no")


def test_the_rule_is_to_write_if_the_expected_gift_exceeds_the_cost():
    rng = np.random.default_rng(0)
    p, amounts = rng.random(500), rng.uniform(0, 5, 500)
    decisions = ExpectedBenefit.decide(np.column_stack([1 - p, p]), letters(amounts))
    np.testing.assert_array_equal(decisions, p * amounts > COST)


def test_several_classes_and_decisions_by_hand():
    table = np.array([[1.0, 0.0, 0.0], [-9.0, 2.0, 0.0], [0.0, 0.0, 3.0]])
    # expected: (-2.1, .6, .3), (-1.8, .4, 2.4), and (-3, .75, .75), a tie that goes to the first of the two
    p = np.array([[0.6, 0.3, 0.1], [0.0, 0.2, 0.8], [0.375, 0.375, 0.25]])
    assert ExpectedBenefit.decide(p, table).tolist() == [1, 2, 1]


# Hand-made: four people of the source with p in column 0 or 1, and what they give.
X = np.array([[0.9, 0.1], [0.2, 0.4], [0.1, 0.8], [0.6, 0.2]])
Y = np.array(["yes", "yes", "no", "no"])
GIFTS = [10.0, 2.0, 0.0, 0.0]
ESTIMATES = [4.0, 2.0, 1.0, 1.0]
X_TARGET = np.array([[0.9, 0.3], [0.8, 0.1], [0.1, 0.1]])
TARGET_ESTIMATES = [1.0, 1.0, 1.0]


def compared(**options):
    benefit = ExpectedBenefit(letters(GIFTS), letters(TARGET_ESTIMATES), letters(ESTIMATES), **options)
    return ReverseTesting({"first": Column(0), "second": Column(1)}, scoring=benefit).fit(X, Y, X_TARGET)


def test_reverse_testing_counts_what_the_decisions_bring():
    testing = compared()
    # By p times the estimate 1 > .68, "first" writes to the first two of the target and "second" to nobody.
    assert testing.target_labels_["first"].tolist() == ["yes", "yes", "no"]
    assert testing.target_labels_["second"].tolist() == ["no", "no", "no"]
    # Trained on (yes, yes, no) and asked about the source, "first" expects 3.6, .4, .1, .6: it writes to the first
    # person alone, who gives 10. "second" expects .4, .8, .8, .2: it writes to the second and third, who give 2 and 0.
    # A labelling without a "yes" teaches the constant "no", which writes to nobody.
    np.testing.assert_allclose(testing.accuracy_, [[10 - COST, 0], [2 - 2 * COST, 0]])
    assert testing.order_ == ["first", "second"]


def test_a_retrained_model_may_repeat_the_decisions_it_was_taught():
    # "first" says yes (p > .5) to the first and fourth person, "second" to the third alone
    np.testing.assert_allclose(compared(retrained="labels").accuracy_, [[10 - 2 * COST, 0], [-COST, 0]])


def test_decisions_are_based_on_what_is_expected_not_on_what_comes():
    knowing = ExpectedBenefit(letters(GIFTS), letters(TARGET_ESTIMATES))
    testing = ReverseTesting({"first": Column(0), "second": Column(1)}, scoring=knowing).fit(X, Y, X_TARGET)
    # Knowing the gifts, "first" expects 9, .4, 0, 0, and "second" expects 1, .8, 0, 0 and writes to both.
    np.testing.assert_allclose(testing.accuracy_, [[10 - COST, 0], [12 - 2 * COST, 0]])


def test_with_benefit_1_for_a_hit_it_is_the_number_of_correct_labels(ring):
    source, target = ring()
    learners = {"bayes": GaussianNB(), "line": LogisticRegression()}
    hits = ReverseTesting(learners, scoring=ExpectedBenefit(np.eye(2))).fit(*source, target[0])
    plain = ReverseTesting(learners).fit(*source, target[0])
    np.testing.assert_allclose(hits.accuracy_, plain.accuracy_ * len(source[1]))
    assert hits.verdicts_ == plain.verdicts_


def test_cross_validation_finds_the_matrices_of_the_rows_held_out():
    y = np.tile(["no", "yes"], 30)
    rows = np.column_stack([np.where(y == "yes", 0.9, 0.1), np.arange(60)])
    gifts = np.where(y == "yes", np.arange(60.0), 0.0)
    score = SourceCV(5, random_state=0, scoring=ExpectedBenefit(letters(gifts))).score(
        DecisionTreeClassifier(max_depth=1), (rows, y), None
    )
    worth = gifts[(y == "yes") & (gifts > COST)]
    assert score == pytest.approx((worth - COST).sum() / 5)  # a fold's total, averaged over the folds


REFUSED = {
    "not square": ((np.ones((4, 2, 3)),), "square matrices"),
    "a vector": (([1.0, 2.0],), "square matrices"),
    "NaN": (([[np.nan, 0], [0, 1]],), "source must be finite"),
    "expected of another shape": ((np.eye(2), None, np.eye(3)), "expected must have the shape of source"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_is_no_benefit_is_refused_in_one_sentence(case, one_sentence):
    arguments, message = REFUSED[case]
    assert message in one_sentence(ExpectedBenefit, *arguments)


def test_an_unknown_way_to_decide_is_refused(one_sentence):
    assert '"benefit" or "labels"' in one_sentence(lambda: ExpectedBenefit(np.eye(2), retrained="perhaps"))


MISFITS = {
    "rows of the source": (letters(GIFTS[:3]), np.eye(2), "4 rows and 2 classes, the source"),
    "rows of the target": (np.eye(2), letters(GIFTS), "3 rows and 2 classes, the target"),
    "classes": (np.eye(3), np.eye(3), "2 classes"),
    "no target": (letters(GIFTS), None, "needs its target"),
}


@pytest.mark.parametrize("case", MISFITS)
def test_matrices_that_do_not_fit_the_rows_are_refused(case, one_sentence):
    source, target, message = MISFITS[case]
    testing = ReverseTesting({"a": Column(), "b": Column(1)}, scoring=ExpectedBenefit(source, target))
    assert message in one_sentence(testing.fit, X, Y, X_TARGET)


def test_a_learner_without_probabilities_is_refused(one_sentence):
    testing = ReverseTesting({"a": Column(), "margin": LinearSVC()}, scoring=ExpectedBenefit(np.eye(2)))
    assert "LinearSVC has no predict_proba" in one_sentence(testing.fit, X, Y, X_TARGET)
