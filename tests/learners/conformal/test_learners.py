"""Intervals and sets: their cover under a shift, with the weights and without, and what they refuse."""

import numpy as np
import pandas as pd
import pytest
from mutants import replace
from scipy.stats import norm
from sklearn.exceptions import NotFittedError
from sklearn.linear_model import LinearRegression, LogisticRegression
from sklearn.preprocessing import StandardScaler
from sklearn.svm import LinearSVC

from shiftlab import Target
from shiftlab.learners import (
    CovariateShiftLogisticRegression,
    WeightedConformalClassifier,
    WeightedConformalRegressor,
)
from shiftlab.learners.conformal import base
from shiftlab.weights import (
    DiscriminativeRatio,
    InformationCriterionRatio,
    KernelMeanMatching,
    KnownRatio,
    ShiftWarning,
    Transformed,
)

DRAWS, N = 60, 400
LEVEL = 0.9


def known(source, target):
    """The true ratio of two normal distributions of one column."""
    return KnownRatio(*(lambda X, mean=mean: norm.pdf(X[:, 0], mean, 1) for mean in (source, target)))


def numbers(rng, mean, n=N):
    """Noise that grows with x: what is far off is far off in the target."""
    X = rng.normal(mean, 1, size=(n, 1))
    return X, X[:, 0] + np.exp(X[:, 0] / 2) * rng.normal(size=n)


def labels(rng, mean, n=N):
    """Labels that are harder to tell near 0, where the target is."""
    X = rng.normal(mean, 1, size=(n, 1))
    return X, np.where(rng.random(n) < 1 / (1 + np.exp(-2 * X[:, 0])), "yes", "no")


def cover(learner, draw, means, weighted=True):
    """The share of target rows that are covered, of many draws."""
    shares = []
    for seed in range(DRAWS):
        rng = np.random.default_rng(seed)
        (X, y), (X_target, y_target) = (draw(rng, mean) for mean in means)
        learner.set_params(random_state=seed).fit(X, y, **({"X_target": X_target} if weighted else {}))
        if hasattr(learner, "predict_set"):
            inside = learner.predict_set(X_target)[np.arange(N), np.searchsorted(learner.classes_, y_target)]
        else:
            low, high = learner.predict_interval(X_target).T
            inside = (low <= y_target) & (y_target <= high)
        shares.append(inside.mean())
    return np.mean(shares), np.std(shares) / np.sqrt(DRAWS)


KINDS = [
    pytest.param(
        WeightedConformalRegressor(LinearRegression(), known(0, 1), level=LEVEL), numbers, (0, 1), id="number"
    ),
    pytest.param(WeightedConformalClassifier(LogisticRegression(), known(2, 1), level=LEVEL), labels, (2, 1), id="set"),
]


@pytest.mark.filterwarnings("ignore::shiftlab.weights.ShiftWarning")
@pytest.mark.parametrize(("learner", "draw", "means"), KINDS)
def test_the_target_is_covered_at_the_level_with_weights_and_not_without(learner, draw, means):
    weighted, error = cover(learner, draw, means)
    assert LEVEL - 3 * error < weighted < LEVEL + 0.03
    without, error = cover(learner, draw, means, weighted=False)
    assert without < LEVEL - 0.05 - 3 * error


@pytest.mark.parametrize(("learner", "draw", "means"), KINDS)
def test_where_nothing_has_shifted_the_level_holds_without_a_target(learner, draw, means):
    plain, error = cover(learner, draw, means[:1] * 2, weighted=False)
    assert LEVEL - 3 * error < plain < LEVEL + 0.02


@pytest.mark.filterwarnings("ignore::shiftlab.weights.ShiftWarning")
def test_without_the_rows_own_weight_a_small_calibration_covers_too_little(monkeypatch):
    learner = WeightedConformalRegressor(LinearRegression(), known(0, 1), level=LEVEL, calibration_size=0.05)
    right, error = cover(learner, numbers, (0, 1))
    assert right > LEVEL - 3 * error
    whole = base.weighted_quantiles
    replace(monkeypatch, base, "weighted_quantiles", lambda s, w, own, level: whole(s, w, 0 * own, level))
    broken, error = cover(learner, numbers, (0, 1))
    assert broken < LEVEL - 3 * error


def test_an_interval_is_the_prediction_and_a_quantile_of_the_other_parts_distances():
    rng = np.random.default_rng(0)
    X, y = numbers(rng, 0)
    learner = WeightedConformalRegressor(LinearRegression(), calibration_size=0.25, random_state=1).fit(X, y)
    assert len(learner.calibration_scores_) == N / 4
    X_new = rng.normal(size=(5, 1))
    reach = np.sort(learner.calibration_scores_)[int(np.ceil(LEVEL * (N / 4 + 1))) - 1]
    middle = learner.predict(X_new)
    np.testing.assert_array_equal(learner.predict_interval(X_new), np.column_stack([middle - reach, middle + reach]))
    np.testing.assert_array_equal(middle, learner.estimator_.predict(X_new))


def test_weights_are_the_ratio_of_a_weigher_that_has_not_seen_the_calibration_rows():
    rng = np.random.default_rng(0)
    (X, y), (X_target, _) = numbers(rng, 0), numbers(rng, 1)
    X = np.column_stack([X, np.arange(N)])  # marked
    seen = []

    class Spy(DiscriminativeRatio):
        def fit(self, X_source, X_target):
            seen.append(X_source[:, 1])
            return super().fit(X_source[:, :1], X_target[:, :1])

        def ratio(self, X):
            return super().ratio(X[:, :1])

    X_target = np.column_stack([X_target, np.zeros(N)])
    learner = WeightedConformalRegressor(LinearRegression(), Spy(), random_state=0).fit(X, y, X_target=X_target)
    calibrating = np.setdiff1d(np.arange(N), seen[0].astype(int))
    assert len(calibrating) == N / 2
    np.testing.assert_array_equal(learner.calibration_weights_, learner.weigher_.ratio(X[calibrating]))


@pytest.mark.filterwarnings("ignore:The ratio is infinite")
def test_far_from_the_calibration_rows_everything_is_possible_and_that_is_said():
    rng = np.random.default_rng(0)
    (X, y), (X_target, _) = labels(rng, 2), labels(rng, 1)
    far = [[-30.0], [2.0]]
    learner = WeightedConformalClassifier(LogisticRegression(), random_state=0).fit(X, y, X_target=X_target)
    with pytest.warns(ShiftWarning, match="Nothing is excluded for 1 of 2 rows") as caught:
        assert learner.predict_set(far).tolist() == [[True, True], [False, True]]
    assert caught[0].filename == __file__
    X, y = numbers(rng, 0)
    learner = WeightedConformalRegressor(LinearRegression(), random_state=0).fit(X, y, X_target=X_target)
    with pytest.warns(ShiftWarning, match="1 of 1 rows"):
        assert learner.predict_interval([[40.0]]).tolist() == [[-np.inf, np.inf]]


def test_a_class_that_the_training_part_lacks_has_probability_0():
    X, y = np.arange(40.0)[:, np.newaxis], np.repeat(["a", "b", "rare"], [20, 19, 1])
    seeds = [s for s in range(20) if 39 in np.random.RandomState(s).permutation(40)[:20]]  # then it calibrates
    learner = WeightedConformalClassifier(LogisticRegression(), random_state=seeds[0]).fit(X, y)
    assert learner.classes_.tolist() == ["a", "b", "rare"]
    assert learner.estimator_.classes_.tolist() == ["a", "b"]
    assert learner.calibration_scores_.max() == 1
    np.testing.assert_array_equal(learner.predict_proba(X)[:, 2], 0)


@pytest.mark.filterwarnings("ignore::shiftlab.weights.ShiftWarning")
def test_frames_targets_and_learners_that_see_the_target():
    rng = np.random.default_rng(0)
    (X, y), (X_target, _) = labels(rng, 2), labels(rng, 1)
    seen = CovariateShiftLogisticRegression()
    learner = WeightedConformalClassifier(seen, random_state=0)
    plain = learner.fit(X, y, X_target=X_target).predict_set(X_target)
    assert not (learner.estimator_.weights_ == 1).all()
    frame = pd.DataFrame(X_target, columns=["x"])
    np.testing.assert_array_equal(
        learner.fit(pd.DataFrame(X, columns=["x"]), y, X_target=Target(frame)).predict_set(frame), plain
    )


def test_a_weigher_that_needs_labels_gets_those_of_the_training_part():
    rng = np.random.default_rng(0)
    (X, y), (X_target, _) = numbers(rng, 0), numbers(rng, 1)

    class Labelled(DiscriminativeRatio):
        def fit(self, X_source, X_target, y_source):
            self.labels_ = y_source
            return super().fit(X_source, X_target)

    learner = WeightedConformalRegressor(LinearRegression(), Labelled(), random_state=0).fit(X, y, X_target=X_target)
    plain = WeightedConformalRegressor(LinearRegression(), random_state=0).fit(X, y, X_target=X_target)
    assert learner.weigher_.labels_.shape == (N // 2,)
    np.testing.assert_array_equal(learner.calibration_weights_, plain.calibration_weights_)


@pytest.mark.parametrize(
    ("learner", "sentence"),
    [
        (WeightedConformalRegressor(LinearRegression(), level=1.0), "level is the share of rows to be covered"),
        (WeightedConformalRegressor(LinearRegression(), calibration_size=0), "calibration_size is the share"),
        (WeightedConformalRegressor(LinearRegression(), KernelMeanMatching()), "KernelMeanMatching has weights of the"),
        (
            WeightedConformalRegressor(LinearRegression(), InformationCriterionRatio(DiscriminativeRatio())),
            "InformationCriterionRatio has weights of the source rows only",
        ),
        (
            WeightedConformalRegressor(LinearRegression(), Transformed(StandardScaler(), KernelMeanMatching())),
            "Transformed has weights of the source rows only",
        ),
        (WeightedConformalClassifier(LinearSVC()), "LinearSVC.* has no predict_proba"),
    ],
)
def test_wrong_requests_are_refused(learner, sentence):
    rng = np.random.default_rng(0)
    X = rng.normal(size=(40, 1))
    with pytest.raises(ValueError, match=sentence):
        learner.fit(X, np.repeat([0, 1], 20), X_target=X[:10])


def test_weights_that_are_not_finite_are_refused():
    X = np.arange(40.0)[:, np.newaxis]
    learner = WeightedConformalRegressor(LinearRegression(), DiscriminativeRatio(), random_state=0)
    learner.fit(X, X[:, 0], X_target=X)
    learner.weigher_.ratio = lambda X: np.r_[1.0, np.inf]
    with pytest.raises(ValueError, match="row 1 a weight that is not finite"):
        learner.predict_interval(X[:2])


def test_not_fitted():
    with pytest.raises(NotFittedError):
        WeightedConformalRegressor(LinearRegression()).predict_interval([[0.0]])
    with pytest.raises(NotFittedError):
        WeightedConformalClassifier(LogisticRegression()).predict_set([[0.0]])
