"""ReweightedEstimator: the estimator's own fit with the weigher's weights, and nothing else."""

import numpy as np
import pandas as pd
import pytest
from gaussians import SOURCE, TARGET, plane, toy
from scipy import sparse
from sklearn import config_context
from sklearn.base import clone, is_classifier, is_regressor
from sklearn.compose import make_column_transformer
from sklearn.ensemble import HistGradientBoostingClassifier
from sklearn.exceptions import NotFittedError
from sklearn.linear_model import LinearRegression, LogisticRegression, Ridge
from sklearn.model_selection import cross_val_score
from sklearn.multioutput import MultiOutputRegressor
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder, StandardScaler
from sklearn.svm import SVC
from sklearn.tree import DecisionTreeClassifier

from shiftlab import Target
from shiftlab.learners import PenalizedLMS, ReweightedEstimator
from shiftlab.weights import (
    DiscriminativeRatio,
    InformationCriterionRatio,
    KernelDensityRatio,
    KernelMeanMatching,
    KnownRatio,
    SelectionProbability,
    ShiftWarning,
)

pytestmark = pytest.mark.filterwarnings("ignore::shiftlab.weights.ShiftWarning")  # small samples, far apart

KNOWN = KnownRatio(SOURCE.pdf, TARGET.pdf)


def regression(n=200, seed=0):
    problem = toy(n, seed)
    x = problem.X_source[:, 0]
    return problem, x**3 - x + np.random.default_rng(seed).normal(0, 0.3, size=n)


def classification(n=200, seed=0):
    problem = plane(n, seed)
    noise = np.random.default_rng(seed).normal(size=n)
    return problem, np.where(problem.X_source[:, 0] ** 2 + noise > 0.5, "yes", "no")


@pytest.mark.parametrize("estimator", [LinearRegression(), Ridge(), PenalizedLMS(gamma=2.0), PenalizedLMS()])
def test_a_regressor_is_fitted_with_the_weights(estimator):
    problem, y = regression()
    learner = ReweightedEstimator(estimator, KNOWN, normalize=False)
    learner.fit(problem.X_source, y, X_target=problem.X_target)
    weights = problem.ratio(problem.X_source)
    np.testing.assert_allclose(learner.weights_, weights)
    expected = clone(estimator).fit(problem.X_source, y, sample_weight=weights)
    np.testing.assert_allclose(learner.predict(problem.X_target), expected.predict(problem.X_target))
    assert is_regressor(learner)
    assert not hasattr(learner, "predict_proba")


@pytest.mark.parametrize(
    "estimator", [LogisticRegression(), DecisionTreeClassifier(max_depth=3, random_state=0), SVC()]
)
def test_a_classifier_is_fitted_with_the_weights(estimator):
    problem, y = classification()
    learner = ReweightedEstimator(estimator, KernelDensityRatio(), normalize=False)
    assert hasattr(learner, "predict_proba") == hasattr(estimator, "predict_proba")
    assert hasattr(learner, "decision_function") == hasattr(estimator, "decision_function")
    learner.fit(problem.X_source, y, X_target=problem.X_target)
    weights = KernelDensityRatio().fit(*problem[:2]).weights_
    expected = clone(estimator).fit(problem.X_source, y, sample_weight=weights)
    for method in ("predict", "predict_proba", "decision_function"):
        assert hasattr(learner, method) == hasattr(expected, method)
        if hasattr(expected, method):
            np.testing.assert_array_equal(
                getattr(learner, method)(problem.X_target), getattr(expected, method)(problem.X_target)
            )
    assert is_classifier(learner)
    assert learner.classes_.tolist() == ["no", "yes"]
    assert learner.score(problem.X_source, y) == expected.score(problem.X_source, y)


def test_the_fit_is_better_on_the_target_and_an_inverted_one_worse():
    problem, y = regression(5000)
    x = problem.X_target
    truth = x[:, 0] ** 3 - x[:, 0]

    def loss(weigher, **given):
        learner = ReweightedEstimator(LinearRegression(), weigher).fit(problem.X_source, y, **given)
        return np.mean((learner.predict(x) - truth) ** 2)

    iid = loss(KNOWN)
    for weigher in (KNOWN, KernelDensityRatio(), KernelMeanMatching(), InformationCriterionRatio(KNOWN)):
        assert loss(weigher, X_target=x) < 0.5 * iid
    flat = KnownRatio(lambda X: TARGET.pdf(X) + 1e-3, SOURCE.pdf)
    assert loss(flat, X_target=x) > iid


@pytest.mark.parametrize("estimator", [LogisticRegression(), KNeighborsClassifier(3)])  # the second takes no weights
def test_without_a_target_the_fit_is_the_estimators_own(estimator):
    problem, y = classification()
    learner = ReweightedEstimator(estimator, KNOWN).fit(problem.X_source, y)
    expected = clone(estimator).fit(problem.X_source, y)
    np.testing.assert_array_equal(learner.predict_proba(problem.X_target), expected.predict_proba(problem.X_target))
    np.testing.assert_array_equal(learner.weights_, np.ones(200))
    assert learner.weigher_ is None
    again = learner.fit(problem.X_source, y, X_target=None)
    assert again is learner


def test_a_weigher_that_chooses_by_the_labels_gets_them():
    problem, y = regression()
    weigher = InformationCriterionRatio(KNOWN)
    learner = ReweightedEstimator(LinearRegression(), weigher).fit(problem.X_source, y, X_target=problem.X_target)
    expected = clone(weigher).fit(problem.X_source, problem.X_target, y)
    assert learner.weigher_.exponent_ == expected.exponent_
    np.testing.assert_array_equal(learner.weigher_.weights_, expected.weights_)


def test_parts_are_cloned_and_their_parameters_can_be_set():
    problem, y = regression()
    estimator, weigher = Ridge(), KernelDensityRatio()
    learner = ReweightedEstimator(estimator, weigher).set_params(estimator__alpha=5.0, weigher__bandwidth=0.3)
    learner.fit(problem.X_source, y, X_target=problem.X_target)
    assert (learner.estimator_.alpha, learner.weigher_.bandwidth) == (5.0, 0.3)
    assert not hasattr(estimator, "coef_")
    assert not hasattr(weigher, "weights_")


def test_data_frames_keep_their_names(one_sentence):
    problem, y = classification()
    X, X_target = (pd.DataFrame(rows, columns=["a", "b"]) for rows in problem[:2])
    learner = ReweightedEstimator(LogisticRegression(), KernelDensityRatio()).fit(X, y, X_target=X_target)
    assert learner.estimator_.feature_names_in_.tolist() == learner.feature_names_in_.tolist() == ["a", "b"]
    swapped = X_target[["b", "a"]]
    for target in (swapped, Target(swapped)):
        assert "same names" in one_sentence(learner.fit, X, y, X_target=target)
    with config_context(enable_metadata_routing=False):
        scores = cross_val_score
        given = {"params": {"X_target": Target(swapped)}, "cv": 2, "error_score": "raise"}
        assert "same names" in one_sentence(scores, learner, X, y, **given)


def test_several_outputs():
    problem, y = regression()
    learner = ReweightedEstimator(MultiOutputRegressor(Ridge()), KNOWN)
    learner.fit(problem.X_source, np.column_stack([y, -y]), X_target=problem.X_target)
    assert learner.predict(problem.X_target).shape == (200, 2)


def test_estimators_that_take_no_weights_are_refused(one_sentence):
    problem, y = classification()
    fit = ReweightedEstimator(KNeighborsClassifier(), KernelDensityRatio()).fit
    assert "takes no sample_weight" in one_sentence(fit, problem.X_source, y, X_target=problem.X_target)
    fit = ReweightedEstimator(LinearRegression, KernelDensityRatio()).fit
    assert "estimator must be an object with a fit" in one_sentence(fit, problem.X_source, y)


def test_targets_that_cannot_be_weighed_for_are_refused(one_sentence):
    problem, y = regression()
    X, X_target = problem[:2]
    learner = ReweightedEstimator(LinearRegression(), KernelDensityRatio())
    assert "X_target must be finite" in one_sentence(learner.fit, X, y, X_target=X_target * np.nan)
    assert "same columns" in one_sentence(learner.fit, X, y, X_target=np.column_stack([X_target, X_target]))
    assert "X_target must have two axes" in one_sentence(learner.fit, X, y, X_target=X_target[:, 0])
    assert "at least one row" in one_sentence(learner.fit, X, y, X_target=X_target[:0])


def test_weights_that_are_all_zero_are_refused(one_sentence):
    problem, y = regression()
    nowhere = KnownRatio(SOURCE.pdf, lambda X: np.zeros(len(X)))
    fit = ReweightedEstimator(LinearRegression(), nowhere).fit
    assert "does not overlap" in one_sentence(fit, problem.X_source, y, X_target=problem.X_target)


def test_not_fitted():
    problem, _ = classification()
    learner = ReweightedEstimator(LogisticRegression(), KNOWN)
    for method in ("predict", "predict_proba", "decision_function"):
        with pytest.raises(NotFittedError):
            getattr(learner, method)(problem.X_source)


def shops(n, towns, seed):
    """Rows with a number that is sometimes missing, a category and a count; the target has a category of its own."""
    rng = np.random.default_rng(seed)
    frame = pd.DataFrame(
        {
            "sales": np.where(rng.random(n) < 0.2, np.nan, rng.normal(size=n)),
            "town": pd.Categorical(rng.choice(list(towns), size=n)),
            "staff": rng.integers(1, 5, size=n),
        }
    )
    return frame, np.where(frame["town"].astype(str) == "A", "yes", rng.choice(["no", "yes"], size=n))


TREES = HistGradientBoostingClassifier(categorical_features="from_dtype", max_iter=5, min_samples_leaf=10)
ENCODED = make_pipeline(
    make_column_transformer((OneHotEncoder(handle_unknown="ignore"), ["town"]), ("passthrough", ["staff"])),
    LogisticRegression(),
)


@pytest.mark.parametrize("estimator", [TREES, ENCODED], ids=["trees", "encoded"])
@pytest.mark.parametrize(
    "weigher",
    [DiscriminativeRatio(TREES, cv=2, random_state=0), DiscriminativeRatio(ENCODED), SelectionProbability(ENCODED)],
    ids=["trees", "encoded", "selection"],
)
def test_frames_with_categories_and_missing_values_reach_estimators_that_read_them(estimator, weigher):
    X, y = shops(120, "AAAB", 0)
    X_target, _ = shops(90, "ABBBC", 1)
    learner = ReweightedEstimator(estimator, weigher).fit(X, y, X_target=X_target)
    in_b = (X["town"] == "B").to_numpy()
    assert learner.weights_[in_b].mean() > 1 > learner.weights_[~in_b].mean()
    assert learner.predict(X_target).shape == (90,)
    given = {"params": {"X_target": Target(X_target)}, "cv": 2, "error_score": "raise"}
    assert cross_val_score(learner, X, y, **given).shape == (2,)


def test_a_weigher_of_numbers_says_which_column_stops_it(one_sentence):
    X, y = shops(60, "AB", 0)
    learner = ReweightedEstimator(TREES, KernelMeanMatching())
    assert "column 'sales' has missing values" in one_sentence(learner.fit, X, y, X_target=X)
    columns = ["town", "staff"]
    assert "column 'town' holds categories" in one_sentence(learner.fit, X[columns], y, X_target=X[columns])


def test_sparse_rows_reach_estimators_that_read_them():
    rng = np.random.default_rng(0)
    X, X_target = ((rng.random((200, 12)) < 0.2 + 0.03 * shift * np.arange(12)) * 1.0 for shift in (0, 1))
    y = X[:, 0] + X[:, 1] > rng.random(200)
    learner = ReweightedEstimator(LogisticRegression(), DiscriminativeRatio(LogisticRegression()))
    dense = clone(learner).fit(X, y, X_target=X_target)
    for kind in (sparse.csr_matrix, sparse.csc_array):
        learner.fit(kind(X), y, X_target=kind(X_target))
        np.testing.assert_allclose(learner.weights_, dense.weights_, rtol=1e-3)
        given = {"params": {"X_target": Target(kind(X_target))}, "cv": 2, "error_score": "raise"}
        assert cross_val_score(learner, kind(X), y, **given).shape == (2,)


def test_in_a_pipeline_an_untransformed_target_is_asked_about():
    rng = np.random.default_rng(0)
    X, X_target = rng.normal(50, 9, size=(150, 3)), rng.normal(53, 9, size=(150, 3))
    y = X[:, 0] > 50
    steps = make_pipeline(StandardScaler(), ReweightedEstimator(LogisticRegression(), KernelMeanMatching()))
    with pytest.warns(ShiftWarning, match="Was X_target transformed like X"):
        steps.fit(X, y, reweightedestimator__X_target=X_target)


@pytest.mark.parametrize("part", [None, "x", LogisticRegression])
def test_parts_that_are_no_estimators_are_named_and_can_be_shown(part, one_sentence):
    X, y = np.eye(4), [0, 1, 0, 1]
    learner = ReweightedEstimator(part, KernelDensityRatio())
    assert "estimator=" in repr(learner)
    assert "estimator must be an object with a fit" in one_sentence(learner.fit, X, y, X_target=X)
    learner = ReweightedEstimator(LogisticRegression(), part)
    assert "weigher must be an object with a fit" in one_sentence(learner.fit, X, y, X_target=X)


def test_a_pipeline_is_no_weigher(one_sentence):
    X, y = np.eye(4), [0, 1, 0, 1]
    learner = ReweightedEstimator(LogisticRegression(), make_pipeline(StandardScaler(), KernelMeanMatching()))
    assert "Transformed(transformer, weigher)" in one_sentence(learner.fit, X, y, X_target=X)
