"""SourceCV: the folds, what a lost class means, and what is refused."""

import numpy as np
import pandas as pd
import pytest
from sklearn.linear_model import LinearRegression, LogisticRegression
from sklearn.model_selection import KFold, RepeatedKFold, RepeatedStratifiedKFold, cross_val_score
from sklearn.naive_bayes import GaussianNB
from sklearn.svm import SVC
from sklearn.tree import DecisionTreeClassifier

from shiftlab.validation import SourceCV


@pytest.mark.parametrize("stratified", [False, True])
def test_it_is_the_mean_over_the_folds_of_all_repetitions(ring, stratified):
    (X, y), (X_target, _) = ring()
    kind = RepeatedStratifiedKFold if stratified else RepeatedKFold
    folds = kind(n_splits=7, n_repeats=3, random_state=5)
    expected = cross_val_score(GaussianNB(), X, y, cv=folds).mean()
    score = SourceCV(7, 3, random_state=5, stratified=stratified).score(GaussianNB(), (X, y), X_target)
    assert score == pytest.approx(expected, abs=1e-12)


def test_the_default_is_one_division_into_ten_random_folds(ring):
    source, _ = ring()
    folds = KFold(10, shuffle=True, random_state=3)
    assert SourceCV(random_state=3).score(GaussianNB(), source, None) == pytest.approx(
        cross_val_score(GaussianNB(), *source, cv=folds).mean()
    )


def test_the_loss_of_a_regressor_is_the_squared_error():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(50, 3))
    y = X[:, 0] + rng.normal(0, 0.2, 50)
    folds = RepeatedKFold(n_splits=5, n_repeats=1, random_state=0)
    loss = -cross_val_score(LinearRegression(), X, y, cv=folds, scoring="neg_mean_squared_error").mean()
    assert SourceCV(5, random_state=0).score(LinearRegression(), (X, y), None) == pytest.approx(1 - loss)
    r2 = cross_val_score(LinearRegression(), X, y, cv=folds).mean()
    assert SourceCV(5, random_state=0, scoring="r2").score(LinearRegression(), (X, y), None) == pytest.approx(r2)


def test_neither_the_target_nor_labelled_rows_of_it_matter(ring):
    source, target = ring()
    criterion = SourceCV(random_state=0)
    assert criterion.score(GaussianNB(), source, target[0], target) == criterion.score(GaussianNB(), source, None)


def test_two_processes_find_the_same(ring):
    source, _ = ring(40)
    one, two = (SourceCV(random_state=0, n_jobs=jobs).score(GaussianNB(), source, None) for jobs in (1, 2))
    assert one == two


def test_frames_and_precomputed_kernels_are_cut_as_they_must(ring):
    (X, y), _ = ring(40)
    frame = pd.DataFrame(X, columns=["a", "b"], index=range(40, 80))
    criterion = SourceCV(random_state=0)
    assert criterion.score(GaussianNB(), (frame, y), None) == criterion.score(GaussianNB(), (X, y), None)
    kernel = criterion.score(SVC(kernel="precomputed"), (X @ X.T, y), None)
    assert kernel == criterion.score(SVC(kernel="linear"), (X, y), None)


@pytest.mark.filterwarnings("ignore:The least populated class")
@pytest.mark.parametrize("stratified", [False, True])
def test_a_model_is_wrong_on_a_class_that_only_its_own_fold_has(stratified):
    X = np.concatenate([np.linspace(0, 1, 20), [10.0]])[:, np.newaxis]
    y = np.repeat(["low", "high", "far"], [10, 10, 1])
    score = SourceCV(21 if not stratified else 5, random_state=0, stratified=stratified).score(
        DecisionTreeClassifier(random_state=0), (X, y), None
    )
    assert 0 < score < 1


def test_folds_that_leave_one_class_to_learn_from_teach_it():
    # the only "b" is in one of the folds: LogisticRegression alone would refuse the others
    X, y = np.arange(6.0)[:, np.newaxis], np.array(["a"] * 5 + ["b"])
    assert SourceCV(6, random_state=0).score(LogisticRegression(), (X, y), None) == pytest.approx(5 / 6)


def test_the_constant_model_has_a_column_for_every_class():
    X, y = np.arange(6.0)[:, np.newaxis], np.array(["a"] * 5 + ["b"])
    columns = SourceCV(6, random_state=0, scoring=lambda model, X, y: model.predict_proba(X).shape[1])
    assert columns.score(LogisticRegression(), (X, y), None) == 2


def test_one_class_in_all_is_always_right():
    assert SourceCV(3).score(LogisticRegression(), (np.arange(6.0)[:, np.newaxis], np.zeros(6)), None) == 1


SOURCE = np.arange(12.0)[:, np.newaxis], np.arange(12) % 2

REFUSED = {
    "one fold": ({"n_splits": 1}, SOURCE, "n_splits must be a whole number of at least 2"),
    "half a fold": ({"n_splits": 2.5}, SOURCE, "n_splits must be a whole number"),
    "no repetition": ({"n_repeats": 0}, SOURCE, "n_repeats must be a whole number of at least 1"),
    "more folds than rows": ({"n_splits": 13}, SOURCE, "13 > 12"),
    "no class fills the folds": ({"stratified": True}, SOURCE, "The rows cannot be divided into folds"),
    "measurements for a classifier": ({}, (SOURCE[0], SOURCE[1] + 0.5), "y is continuous"),
    "a score that no fold has": ({"n_splits": 12, "scoring": "r2"}, SOURCE, "On a fold, GaussianNB cannot be scored"),
    "a scoring": ({"scoring": 3}, SOURCE, "scoring must be"),
}


@pytest.mark.filterwarnings("ignore:R.2 score is not well-defined")
@pytest.mark.parametrize("case", REFUSED)
def test_what_cannot_be_divided_is_refused_in_one_sentence(case, one_sentence):
    parameters, source, message = REFUSED[case]
    assert message in one_sentence(SourceCV(**parameters).score, GaussianNB(), source, None)
