"""LeaveOneOut: closed forms are what training without each row gives, and where they fail it is trained."""

import numpy as np
import pytest
from sklearn.base import is_classifier
from sklearn.dummy import DummyClassifier
from sklearn.kernel_ridge import KernelRidge
from sklearn.linear_model import LinearRegression, LogisticRegression, Ridge
from sklearn.model_selection import LeaveOneOut as Folds
from sklearn.model_selection import cross_val_predict
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier, KNeighborsRegressor
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC
from sklearn.tree import DecisionTreeClassifier

from shiftlab.validation import LeaveOneOut
from shiftlab.validation.criteria.leave_one_out import CLOSED_FORMS


def kind_of(estimator):
    return type(estimator).__name__


CLOSED = [
    LinearRegression(),
    LinearRegression(fit_intercept=False),
    Ridge(),
    Ridge(1e-3, fit_intercept=False),
    Ridge(50.0, solver="svd"),
    KernelRidge(0.1),
    KernelRidge(kernel="rbf", gamma=0.3),
    KernelRidge(kernel="poly", degree=2, coef0=1.0),
    KernelRidge(kernel=lambda a, b, width: np.exp(-width * np.abs(a - b).sum()), kernel_params={"width": 0.5}),
    KNeighborsRegressor(),
    KNeighborsRegressor(3, weights="distance"),
    KNeighborsClassifier(),
    KNeighborsClassifier(4, weights="distance", algorithm="brute"),
    KNeighborsClassifier(1, metric="manhattan"),
    GaussianNB(),
    GaussianNB(var_smoothing=0.3),
    GaussianNB(priors=[0.2, 0.5, 0.3]),
]
REFITTED = [
    LinearRegression(positive=True),
    Ridge(solver="lsqr"),
    Ridge(0.0),
    KNeighborsRegressor(metric="mahalanobis", metric_params={"VI": np.eye(3)}),
    LogisticRegression(),
    DecisionTreeClassifier(random_state=0),
    make_pipeline(StandardScaler(), GaussianNB()),
]


def problem(estimator, n=60, d=3, seed=0):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, d)) * [1.0, 5.0, 0.2][:d] + 3.0
    if is_classifier(estimator):
        return X, np.array(["a", "b", "c"])[np.digitize(X[:, 0] + rng.normal(0, 0.5, n), [2.6, 3.5])]
    return X, X[:, 0] ** 2 + rng.normal(size=n)


def oracle(estimator, X, y):
    return cross_val_predict(estimator, X, y, cv=Folds())


def assert_same(ours, theirs):
    if theirs.dtype.kind == "f":
        np.testing.assert_allclose(ours, theirs, rtol=1e-8, atol=1e-8)
    else:
        np.testing.assert_array_equal(ours, theirs)


@pytest.fixture
def no_training(monkeypatch):
    """Training without a row fails: what still works is a closed form."""

    def refuse(*arguments):
        raise AssertionError("trained without a row")

    monkeypatch.setattr("shiftlab.validation.criteria.leave_one_out._predict_without", refuse)


@pytest.mark.parametrize("estimator", [*CLOSED, *REFITTED], ids=kind_of)
def test_predictions_are_those_of_models_trained_without_the_row(estimator):
    X, y = problem(estimator)
    expected = oracle(estimator, X, y)
    for criterion in (LeaveOneOut(), LeaveOneOut(refit=True)):
        assert_same(criterion.predictions(estimator, (X, y)), expected)
    loss = np.mean(expected != y) if is_classifier(estimator) else np.mean((expected - y) ** 2)
    assert LeaveOneOut().score(estimator, (X, y), None) == pytest.approx(1 - loss, abs=1e-9)


@pytest.mark.usefixtures("no_training")
@pytest.mark.parametrize("estimator", CLOSED, ids=kind_of)
def test_closed_forms_train_once(estimator):
    LeaveOneOut().predictions(estimator, problem(estimator))


def test_every_closed_form_is_tested():
    assert {type(estimator) for estimator in CLOSED} == set(CLOSED_FORMS)


@pytest.mark.usefixtures("no_training")
def test_refitting_can_be_asked_for():
    with pytest.raises(AssertionError, match="trained without a row"):
        LeaveOneOut(refit=True).predictions(Ridge(), problem(Ridge()))


@pytest.mark.parametrize("estimator", [LinearRegression(), Ridge(), KernelRidge(), GaussianNB()], ids=kind_of)
def test_wide_and_integer_data(estimator):
    rng = np.random.default_rng(0)
    for X in (rng.normal(size=(12, 30)), rng.integers(0, 4, size=(25, 2))):
        y = X[:, 0] > 1 if is_classifier(estimator) else X @ np.ones(X.shape[1])
        assert_same(LeaveOneOut().predictions(estimator, (X, y)), oracle(estimator, X, y))


DEGENERATE = {
    "a row that alone fills a column": np.column_stack([np.arange(10.0), np.eye(10)[3]]),
    "a column twice": np.repeat(np.random.default_rng(0).normal(size=(20, 1)), 2, axis=1),
    "a column nearly twice": np.random.default_rng(0).normal(size=(20, 1)) + [[0.0, 1e-9]] * np.arange(20)[:, None],
    "constant columns": np.ones((8, 2)),
    "columns of different scales": np.random.default_rng(0).normal(size=(30, 2)) * [1.0, 1e-5],
    "a row far out": np.r_[np.random.default_rng(0).normal(size=(15, 1)), [[1e7]]],
}


@pytest.mark.parametrize("estimator", [LinearRegression(), Ridge(), KNeighborsRegressor(2)], ids=kind_of)
@pytest.mark.parametrize("case", DEGENERATE)
def test_rows_that_a_formula_cannot_do_without_are_refitted(estimator, case):
    X = DEGENERATE[case]
    y = np.random.default_rng(1).normal(size=len(X))
    ours, theirs = LeaveOneOut().predictions(estimator, (X, y)), oracle(estimator, X, y)
    # a prediction far outside the data is as inexact as the data are large
    np.testing.assert_allclose(ours, theirs, rtol=1e-6, atol=1e-8)


def test_ties_between_neighbours_are_settled_as_in_training():
    rng = np.random.default_rng(0)
    X = rng.integers(0, 3, size=(60, 2)).astype(float)
    y = rng.integers(0, 3, size=60)
    for estimator in (KNeighborsClassifier(3), KNeighborsClassifier(4, weights="distance"), KNeighborsRegressor(3)):
        assert_same(LeaveOneOut().predictions(estimator, (X, y)), oracle(estimator, X, y))


def test_a_row_far_along_a_column_is_as_exact_as_trained():
    rng = np.random.default_rng(0)
    X = np.column_stack([rng.normal(size=20), 1e-5 * rng.normal(size=20)])
    X[4, 1] = 1.0  # what the others say of it is a quotient of two tiny numbers
    y = rng.normal(size=20)
    assert_same(LeaveOneOut().predictions(LinearRegression(), (X, y)), oracle(LinearRegression(), X, y))


def test_a_kernel_whose_condition_costs_the_digits_has_no_closed_form():
    X = 1e6 + np.random.default_rng(0).normal(size=(20, 3))
    y = X @ [1.0, 2.0, 3.0]
    assert CLOSED_FORMS[KernelRidge](KernelRidge(1.0), X, y) is None
    assert_same(LeaveOneOut().predictions(KernelRidge(1.0), (X, y)), oracle(KernelRidge(1.0), X, y))


TIGHT = np.r_[5.0, 1e-8 * np.arange(9), np.linspace(-2, 2, 10)][:, np.newaxis]

DOUBTFUL = {
    "neighbours equally far, of which one counts": (
        KNeighborsClassifier(1),
        [[0.0], [1], [-1], [9], [9.5]],
        "abbaa",
        0,
    ),
    "votes that tie": (KNeighborsClassifier(2, weights="distance"), [[0.0], [1], [-1], [9], [9.5]], "ababb", 0),
    "classes equally likely": (GaussianNB(), [[0.0], [1], [2], [3], [-1], [-2], [-3]], "aaaabbb", 0),
    "an outlier of a tight class": (GaussianNB(var_smoothing=0), TIGHT, "a" * 10 + "b" * 10, 0),
    "an outlier of all": (GaussianNB(), np.r_[1e9, np.arange(19.0)][:, np.newaxis], "a" * 10 + "b" * 10, 0),
}


@pytest.mark.parametrize("case", DOUBTFUL)
def test_rows_that_rounding_would_decide_are_trained_without(case):
    estimator, X, labels, row = DOUBTFUL[case]
    left_out = CLOSED_FORMS[type(estimator)](estimator, np.asarray(X), np.array(list(labels)))
    assert left_out.doubtful[row]
    assert not left_out.doubtful.all()


def test_the_smoothing_is_by_the_rows_that_are_left():
    # One row spreads the last column a thousandfold. Smoothed by the variance of all rows, itself included, its
    # first column would say nothing; smoothed by that of the others, it decides.
    rng = np.random.default_rng(0)
    y = np.arange(20) % 2
    X = np.column_stack([y + rng.normal(0, 0.1, 20), rng.normal(size=20)])
    X[3] = [X[3, 0], 1e3]
    estimator = GaussianNB(var_smoothing=1e-3)
    expected = oracle(estimator, X, y)
    assert_same(LeaveOneOut().predictions(estimator, (X, y)), expected)
    frozen = GaussianNB(var_smoothing=1e-3 * X.var(axis=0).max() / np.delete(X, 3, axis=0).var(axis=0).max())
    joint = frozen.fit(np.delete(X, 3, axis=0), np.delete(y, 3)).predict_joint_log_proba(X[3:4])
    right = estimator.fit(np.delete(X, 3, axis=0), np.delete(y, 3)).predict_joint_log_proba(X[3:4])
    assert np.abs(joint - right).max() > 1  # the two smoothings are worlds apart


@pytest.mark.parametrize("sizes", [(1, 8), (2, 8), (1, 1, 9), (3, 3), (2, 2)])
def test_small_classes_of_naive_bayes(sizes):
    y = np.repeat(np.arange(len(sizes)), sizes)
    X = np.random.default_rng(0).normal(y, 1)[:, np.newaxis]
    assert_same(LeaveOneOut().predictions(GaussianNB(), (X, y)), oracle(GaussianNB(), X, y))


def test_a_class_left_out_whole_is_missed():
    X, y = np.arange(6.0)[:, np.newaxis], np.array(["a"] * 5 + ["b"])
    for estimator in (LogisticRegression(), GaussianNB(), KNeighborsClassifier(2)):
        assert LeaveOneOut().predictions(estimator, (X, y))[5] == "a"
        assert LeaveOneOut(refit=True).predictions(estimator, (X, y))[5] == "a"


def test_a_majority_that_depends_on_the_row_left_out():
    # five of each: without a row its own class is in the minority, and leave-one-out is always wrong
    X, y = np.zeros((10, 1)), np.arange(10) % 2
    assert LeaveOneOut().score(DummyClassifier(strategy="most_frequent"), (X, y), None) == 0


def test_samples_are_left_as_they_were():
    X, y = problem(KernelRidge())
    kernel = X @ X.T
    before = kernel.copy()
    ours = LeaveOneOut().predictions(KernelRidge(kernel="precomputed"), (kernel, y))
    np.testing.assert_array_equal(kernel, before)
    np.testing.assert_allclose(ours, oracle(KernelRidge(), X, y))


def test_a_precomputed_kernel_is_cut_on_both_sides():
    X, y = problem(SVC())
    assert_same(LeaveOneOut().predictions(SVC(kernel="precomputed"), (X @ X.T, y)), oracle(SVC(kernel="linear"), X, y))


REFUSED = {
    "one row": (GaussianNB(), (np.ones((1, 1)), [1]), "at least two rows"),
    "NaN": (GaussianNB(), ([[np.nan], [1.0], [2.0], [3.0]], [0, 1, 0, 1]), "Input X contains NaN"),
    "too many neighbours": (KNeighborsClassifier(4), (np.eye(4), [0, 1, 0, 1]), "cannot predict row 0"),
    "wrong priors": (GaussianNB(priors=[1.0]), (np.eye(4), [0, 1, 0, 1]), "Number of priors"),
    "priors of another sum": (GaussianNB(priors=[0.1, 0.2]), (np.eye(6), [0, 1, 0, 1, 0, 1]), "priors should be 1"),
    "neighbours in words": (KNeighborsClassifier("few"), (np.eye(4), [0, 1, 0, 1]), "must be an int"),
    "complex rows": (Ridge(), (1j * np.eye(4), [0.5, 1, 0, 1]), "Complex data not supported"),
    "measurements for a classifier": (GaussianNB(), (np.eye(4), [0.5, 1, 0, 1]), "y is continuous"),
    "a parameter": (Ridge(-1.0), (np.eye(4), [0.5, 1, 0, 1]), "cannot be trained"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_cannot_be_left_out_is_refused_in_one_sentence(case, one_sentence):
    estimator, source, message = REFUSED[case]
    assert message in one_sentence(LeaveOneOut().score, estimator, source, None)
