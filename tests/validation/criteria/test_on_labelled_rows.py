"""TargetCV and SourceToTarget: who is trained on what, how many folds, and what they refuse."""

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.linear_model import LinearRegression, LogisticRegression
from sklearn.model_selection import KFold, LeaveOneGroupOut, RepeatedKFold, cross_val_score
from sklearn.naive_bayes import GaussianNB

from shiftlab.learners import ReweightedEstimator
from shiftlab.validation import SourceToTarget, TargetCV
from shiftlab.weights import DiscriminativeRatio


def test_it_is_cross_validation_on_the_labelled_rows(ring):
    source, (X, y) = ring(60)
    few = X[:24], y[:24]
    expected = cross_val_score(GaussianNB(), *few, cv=RepeatedKFold(n_splits=4, n_repeats=3, random_state=1)).mean()
    assert TargetCV(4, 3, random_state=1).score(GaussianNB(), source, X[24:], few) == pytest.approx(expected)
    expected = cross_val_score(GaussianNB(), *few, cv=KFold(3)).mean()
    assert TargetCV(cv=KFold(3)).score(GaussianNB(), source, None, few) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("rows", "stratified", "folds"), [(4, False, 4), (3, False, 3), (30, False, 10), (30, True, 10), (9, True, 3)]
)
def test_there_are_no_more_folds_than_rows_or_rows_of_a_class(rows, stratified, folds, counting, fits):
    X = np.arange(100.0).reshape(50, 2)
    y = np.resize([0, 0, 1], 50)
    values = []
    criterion = TargetCV(stratified=stratified, random_state=0, scoring=lambda *fold: values.append(fold) or 1.0)
    criterion.score(counting(1), (X, y), None, (X[:rows], y[:rows]))
    assert len(values) == folds
    taught = [len(set(np.delete(y[:rows], [list(X[:, 0]).index(x) for x in fold[1][:, 0]]))) for fold in values]
    assert len(fits) == sum(classes > 1 for classes in taught)  # who is shown one class need not be trained
    assert not stratified or min(taught) == 2


def test_who_takes_labelled_rows_learns_from_the_source_too(ring, transferring, fits):
    (X, y), (X_t, y_t) = ring(30)
    few, X_u = (X_t[:6], y_t[:6]), X_t[6:]
    folds = list(KFold(3).split(few[0]))
    TargetCV(cv=folds).score(transferring(), (X, y), X_u, few)
    for fit, (rest, _) in zip(fits, folds, strict=True):
        np.testing.assert_array_equal(fit["X"], X)
        np.testing.assert_array_equal(fit["X_target"], X_u)
        np.testing.assert_array_equal(fit["X_labeled"], few[0][rest])
        np.testing.assert_array_equal(fit["y_labeled"], few[1][rest])
    fits.clear()
    TargetCV(cv=folds, source="never").score(transferring(), (X, y), X_u, few)
    for fit, (rest, _) in zip(fits, folds, strict=False):
        np.testing.assert_array_equal(fit["X"], few[0][rest])
        assert fit["X_target"] is fit["X_labeled"] is None


def test_pooled_everyone_learns_from_the_source_and_the_labelled_rows_and_is_told_of_the_target(ring):
    (X, y), (X_t, y_t) = ring(60)
    few, X_u, folds = (X_t[:12], y_t[:12]), X_t[12:], KFold(3)
    criterion, weighted = TargetCV(cv=folds, source="pooled"), ReweightedEstimator(GaussianNB(), DiscriminativeRatio())
    for learner, told in ((GaussianNB(), {}), (weighted, {"X_target": X_u})):
        expected = []
        for rest, held_out in folds.split(few[0]):
            rows, labels = np.concatenate([X, few[0][rest]]), np.concatenate([y, few[1][rest]])
            expected.append(clone(learner).fit(rows, labels, **told).score(few[0][held_out], few[1][held_out]))
        assert criterion.score(learner, (X, y), X_u, few) == pytest.approx(np.mean(expected))


def test_source_to_target_is_the_score_of_the_sources_model(ring, transferring, fits):
    source, (X, y) = ring(60)
    few = X[:20], y[:20]
    assert SourceToTarget().score(GaussianNB(), source, X[20:], few) == GaussianNB().fit(*source).score(*few)
    log_loss = SourceToTarget("neg_log_loss").score(GaussianNB(), source, None, few)
    assert log_loss < 0
    SourceToTarget().score(transferring(), source, X[20:], few)
    np.testing.assert_array_equal(fits[-1]["X_target"], X[20:])
    assert fits[-1]["X_labeled"] is None


def test_regressors_are_judged_by_squares():
    X, few = np.arange(6.0)[:, np.newaxis], (np.array([[1.0], [2.0]]), np.array([1.5, 2.0]))
    assert SourceToTarget().score(LinearRegression(), (X, X[:, 0]), None, few) == pytest.approx(1 - 0.125)
    assert TargetCV().score(LinearRegression(), (X, X[:, 0]), None, few) == pytest.approx(1 - 0.25)


X, Y = np.arange(12.0).reshape(6, 2), np.array([0, 1, 0, 1, 1, 0])
REFUSED = {
    "one row": (TargetCV(), (X[:1], Y[:1]), "at least two labelled rows"),
    "one fold": (TargetCV(1), (X, Y), "n_splits must be a whole number of at least 2"),
    "another source": (TargetCV(source="always"), (X, Y), 'source must be "takers", "pooled" or "never"'),
    "groups": (TargetCV(cv=LeaveOneGroupOut()), (X, Y), "cannot be divided by cv"),
    "a score that no fold has": (TargetCV(6, scoring="roc_auc"), (X, Y), "On a fold of the labelled rows"),
    "a scoring": (SourceToTarget("beauty"), (X, Y), "scoring must be"),
    "one class to tell apart": (SourceToTarget("roc_auc"), (X[:1], Y[:1]), "On the labelled rows of the target"),
}


@pytest.mark.filterwarnings("ignore:Only one class is present")
@pytest.mark.parametrize("case", REFUSED)
def test_what_cannot_be_asked_is_refused_in_one_sentence(case, one_sentence):
    criterion, labeled, message = REFUSED[case]
    assert message in one_sentence(criterion.score, LogisticRegression(), (X, Y), None, labeled)
