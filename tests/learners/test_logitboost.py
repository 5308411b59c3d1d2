"""LogitBoost against numbers worked out by hand and against a literal version of Algorithm 3."""

import numpy as np
import pandas as pd
import pytest
from scipy.special import expit
from sklearn.datasets import make_classification
from sklearn.ensemble import AdaBoostClassifier, GradientBoostingClassifier
from sklearn.exceptions import NotFittedError
from sklearn.metrics import log_loss
from sklearn.tree import DecisionTreeRegressor

from shiftlab.learners import LogitBoost


def sample(n=300, n_features=4, seed=0):
    rng = np.random.default_rng(seed)
    # values that float32 holds exactly: scikit-learn's trees work on those
    X = rng.normal(size=(n, n_features)).astype(np.float32).astype(float)
    y = (X[:, 0] + X[:, 1] ** 2 + rng.normal(size=n) > 0.8).astype(int)
    return X, y


def literal(X, y, X_new, n_estimators, weights, learning_rate=1.0, z_max=4.0):
    """Algorithm 3 as printed, with a regression tree of depth 1."""
    F, F_new = np.zeros(len(X)), np.zeros(len(X_new))
    for _ in range(n_estimators):
        p = 1 / (1 + np.exp(-2 * F))
        z = np.clip((y - p) / (p * (1 - p)), -z_max, z_max)
        w = weights * np.maximum(p * (1 - p), 2 * np.finfo(float).eps)
        stump = DecisionTreeRegressor(max_depth=1, random_state=0).fit(X, z, sample_weight=w)
        F += learning_rate * stump.predict(X) / 2
        F_new += learning_rate * stump.predict(X_new) / 2
    return F_new


def test_first_stumps_by_hand():
    # p = 1/2, z = -2, -2, -2, 2, 2, w = 1/4: the cut between 3 and 5 leaves nothing over.
    X, y = np.array([[1.0], [2.0], [3.0], [5.0], [6.0]]), [0, 0, 0, 1, 1]
    learner = LogitBoost(n_estimators=2).fit(X, y)
    assert learner.stumps_[0].item() == (0, 4.0, -2.0, 2.0)
    # F = -1 and 1, p = expit(2F): z = -1/(1-p) = -(1 + exp(-2)) on the left, 1/p on the right
    second = 1 + np.exp(-2)
    assert learner.stumps_[1].item() == pytest.approx((0, 4.0, -second, second))
    np.testing.assert_allclose(learner.decision_function([[4.0], [4.1]]), [-1 - second / 2, 1 + second / 2])
    np.testing.assert_allclose(learner.predict_proba([[9.0]])[0, 1], expit(2 + second))


def test_a_stump_that_is_not_pure_by_hand():
    # Cuts after 1, 2, 3: S_L^2/W_L + S_R^2/W_R = 1/4 times (4+4/3), (0+0), (4/3+4): the lowest of the best.
    learner = LogitBoost(n_estimators=1).fit([[1.0], [2.0], [3.0], [4.0]], [0, 1, 0, 1])
    assert learner.stumps_[0].item() == pytest.approx((0, 1.5, -2.0, 2 / 3))


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("options", [{}, {"learning_rate": 0.3, "z_max": 2.5}])
def test_equals_a_literal_version(weighted, options):
    X, y = sample(n=200)
    X_new, _ = sample(seed=1)
    weights = np.random.default_rng(2).uniform(0.1, 3, size=len(y)) if weighted else np.ones(len(y))
    learner = LogitBoost(30, **options).fit(X, y, sample_weight=weights if weighted else None)
    for rows in (X, X_new):
        np.testing.assert_allclose(
            learner.decision_function(rows), literal(X, y, rows, 30, weights, **options), rtol=0, atol=1e-8
        )


def test_log_loss_falls():
    X, y = sample()
    learner = LogitBoost(60).fit(X, y)
    losses = [log_loss(y, p) for p in learner.staged_predict_proba(X)]
    assert len(losses) == len(learner.stumps_) == 60
    assert losses[0] < np.log(2)
    assert (np.diff(losses) < 1e-3).all()
    assert losses[0] > losses[9] + 0.1 > losses[59] + 0.11
    np.testing.assert_array_equal(list(learner.staged_predict_proba(X))[-1], learner.predict_proba(X))


def test_near_other_boosting():
    X, y = make_classification(2000, 10, n_informative=5, class_sep=1.0, flip_y=0.05, random_state=0)
    train, test = slice(0, 1000), slice(1000, None)
    score = LogitBoost().fit(X[train], y[train]).score(X[test], y[test])
    others = (
        GradientBoostingClassifier(max_depth=1, n_estimators=50, learning_rate=0.5, random_state=0),
        AdaBoostClassifier(n_estimators=50, random_state=0),
    )
    for other in others:
        assert abs(score - other.fit(X[train], y[train]).score(X[test], y[test])) < 0.03
    assert score > 0.8


def test_probabilities_are_calibrated_on_an_additive_problem():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(20_000, 2))
    truth = expit(X[:, 0] + np.sin(X[:, 1]))
    y = rng.random(20_000) < truth
    p, clipped = (LogitBoost(60, z_max=z_max).fit(X, y).predict_proba(X)[:, 1] for z_max in (100, 4))
    assert np.abs(p - truth).mean() < 0.04 < np.abs(clipped - truth).mean()
    assert p.mean() == pytest.approx(truth.mean(), abs=0.01)


def test_weights_count_rows():
    X, y = sample(n=150)
    weights = np.random.default_rng(3).integers(0, 4, size=len(y))
    repeated = np.repeat(np.arange(len(y)), weights)
    by_weight = LogitBoost().fit(X, y, sample_weight=weights)
    by_rows = LogitBoost().fit(X[repeated], y[repeated])
    scaled = LogitBoost().fit(X, y, sample_weight=weights * 1e-200)
    for other in (by_rows, scaled):
        np.testing.assert_array_equal(by_weight.stumps_["feature"], other.stumps_["feature"])
        np.testing.assert_array_equal(by_weight.stumps_["cut"], other.stumps_["cut"])
        np.testing.assert_allclose(by_weight.decision_function(X), other.decision_function(X), atol=1e-10)


@pytest.mark.parametrize("rounded", [False, True])
def test_order_of_rows_is_irrelevant(rounded):
    X, y = sample()
    if rounded:  # many equal values and equally good cuts, and the mirror image of every feature
        X = np.round(np.column_stack([X, -X]))
    order = np.random.default_rng(4).permutation(len(y))
    one, other = LogitBoost().fit(X, y), LogitBoost().fit(X[order], y[order])
    np.testing.assert_array_equal(one.stumps_["feature"], other.stumps_["feature"])
    np.testing.assert_array_equal(one.stumps_["cut"], other.stumps_["cut"])
    np.testing.assert_allclose(one.decision_function(X), other.decision_function(X), atol=1e-10)


def test_exchanging_the_classes_mirrors_the_probabilities():
    X, y = sample()
    one, other = LogitBoost().fit(X, y), LogitBoost().fit(X, 1 - y)
    np.testing.assert_allclose(one.predict_proba(X), other.predict_proba(X)[:, ::-1], atol=1e-10)


def test_constant_columns_are_never_cut():
    X, y = sample()
    with_constant = np.column_stack([np.full(len(y), 7.0), X, np.zeros(len(y))])
    one, other = LogitBoost().fit(X, y), LogitBoost().fit(with_constant, y)
    np.testing.assert_array_equal(one.stumps_["feature"] + 1, other.stumps_["feature"])
    np.testing.assert_array_equal(one.predict_proba(X), other.predict_proba(with_constant))


@pytest.mark.parametrize(("prior", "z_max"), [(0.4, 4), (0.1, 20)])
def test_without_any_cut_the_prior_is_learned(prior, z_max):
    learner = LogitBoost(z_max=z_max).fit(np.ones((100, 2)), np.arange(100) < 100 * prior)
    np.testing.assert_allclose(learner.predict_proba(np.zeros((1, 2))), [[1 - prior, prior]], atol=1e-10)
    assert len(learner.stumps_) < 50  # stops when nothing changes any more
    assert (learner.stumps_["feature"] == -1).all()
    # a prior below 1 / z_max is pushed to 0 by the clipping
    rare = LogitBoost(z_max=4).fit(np.ones((100, 2)), np.arange(100) < 10)
    assert rare.predict_proba(np.zeros((1, 2)))[0, 1] < 0.001
    balanced = LogitBoost().fit(np.ones((4, 1)), [0, 0, 1, 1])
    assert len(balanced.stumps_) == 0
    assert balanced.predict_proba([[1.0]]).tolist() == [[0.5, 0.5]]


def test_certain_rows_stop_it_and_nothing_overflows():
    X = np.arange(10.0)[:, np.newaxis]
    learner = LogitBoost(1000).fit(X, X.ravel() > 4)
    assert len(learner.stumps_) < 100
    assert (learner.predict(X) == (X.ravel() > 4)).all()
    assert np.isfinite(learner.predict_proba(X)).all()


def test_wide_scales():
    X, y = sample()
    # monotone changes of a feature leave the first cut's place, and so the fit on training rows, unchanged
    wide = np.column_stack([X[:, 0] * 1e307, np.sinh(X[:, 1] * 100), X[:, 2] * 1e-300, X[:, 3] + 1e6])
    np.testing.assert_allclose(
        LogitBoost().fit(wide, y).predict_proba(wide), LogitBoost().fit(X, y).predict_proba(X), atol=1e-10
    )


def test_neighbouring_and_extreme_values_are_told_apart():
    second, third = (
        np.nextafter(1.0, 2),
        np.nextafter(np.nextafter(1.0, 2), 2),
    )  # their middle rounds to `third`
    single = np.nextafter(np.float32(1), np.float32(2))
    pairs = [
        (1.0, second),
        (second, third),
        (-5e-324, 0.0),
        (0.0, 5e-324),
        (5e-324, 1e-323),
        (1.5e308, 1.7e308),  # their sum is infinite
        (-1.7e308, -1.5e308),
        (-1.7e308, 1.7e308),
        (single, np.nextafter(single, np.float32(2))),
    ]
    for low, high in pairs:
        X = np.array([[low], [high]])
        learner = LogitBoost(3).fit(X, [0, 1])
        assert learner.predict(X).tolist() == [0, 1]
        assert low <= learner.stumps_["cut"][0] < high


def test_weights_of_any_size():
    X, y = sample()
    weights = np.where(np.arange(len(y)) % 2, 1e-320, 1e300)
    only = np.arange(len(y)) % 2 == 0
    np.testing.assert_allclose(
        LogitBoost().fit(X, y, sample_weight=weights).predict(X[only]),
        LogitBoost().fit(X[only], y[only]).predict(X[only]),
    )
    for size in (1e-300, 1e-320, 5e-324):  # a row too light to be told from rounding is no reason for a cut
        light = LogitBoost().fit([[0.0]] * 3 + [[1.0]], [0, 0, 1, 1], sample_weight=[0.2, 0.4, 0.5, size])
        np.testing.assert_allclose(light.predict_proba([[0.0], [1.0]])[:, 1], 5 / 11)


@pytest.mark.parametrize("labels", [["no", "yes"], [False, True], [-1, 1], [1.0, 2.0]])
def test_labels_and_kinds_of_input(labels):
    X, y = sample(n=100)
    expected = LogitBoost(5).fit(X, y)
    named = np.array(labels)[y]
    for kind in (X, X.astype(np.float32), pd.DataFrame(X, columns=list("abcd")), X.tolist()):
        learner = LogitBoost(5).fit(kind, named)
        np.testing.assert_array_equal(learner.predict_proba(kind), expected.predict_proba(X))
        np.testing.assert_array_equal(learner.predict(kind), np.array(labels)[expected.predict(X)])
    integer = np.round(X).astype(int)
    np.testing.assert_array_equal(
        LogitBoost(5).fit(integer, y).predict(integer), LogitBoost(5).fit(integer * 1.0, y).predict(integer)
    )


X_OK, Y_OK = sample(n=50)
HOSTILE = {
    "one class": ({}, X_OK, np.ones(50), None, "only one class"),
    "one row": ({}, X_OK[:1], Y_OK[:1], None, "only one class"),
    "no rows": ({}, X_OK[:0], Y_OK[:0], None, "0 sample"),
    "three classes": ({}, X_OK, np.arange(50) % 3, None, "Only binary classification is supported"),
    "NaN in X": ({}, np.where(np.isclose(X_OK, X_OK[0, 0]), np.nan, X_OK), Y_OK, None, "NaN"),
    "infinity in X": ({}, np.where(np.isclose(X_OK, X_OK[0, 0]), np.inf, X_OK), Y_OK, None, "infinity"),
    "NaN in y": ({}, X_OK, np.where(Y_OK == 1, np.nan, 0), None, "NaN"),
    "one class of positive weight": ({}, X_OK, Y_OK, Y_OK, "only one class"),
    "negative weight": ({}, X_OK, Y_OK, np.linspace(-1, 1, 50), "[Nn]egative"),
    "weights all zero": ({}, X_OK, Y_OK, np.zeros(50), "zero|no row"),
    "no stumps": ({"n_estimators": 0}, X_OK, Y_OK, None, "n_estimators must be a whole number"),
    "half a stump": ({"n_estimators": 2.5}, X_OK, Y_OK, None, "n_estimators must be a whole number"),
    "no step": ({"learning_rate": 0}, X_OK, Y_OK, None, "learning_rate must be one number greater than 0"),
    "no response": ({"z_max": -4}, X_OK, Y_OK, None, "z_max must be one number greater than 0"),
    "z_max nan": ({"z_max": float("nan")}, X_OK, Y_OK, None, "z_max must be finite"),
    "z_max word": ({"z_max": "four"}, X_OK, Y_OK, None, "z_max must be numbers"),
}


@pytest.mark.parametrize("case", HOSTILE)
def test_hostile_input_is_refused_in_one_sentence(case):
    parameters, X, y, weights, message = HOSTILE[case]
    with pytest.raises(ValueError, match=message):
        LogitBoost(**parameters).fit(X, y, sample_weight=weights)


def test_not_fitted():
    for method in ("predict", "predict_proba", "decision_function"):
        with pytest.raises(NotFittedError):
            getattr(LogitBoost(), method)(X_OK)
