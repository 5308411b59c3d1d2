"""Performance without labels: by hand, where the truth is known, and how often the interval holds it."""

import numpy as np
import pytest
from scipy.stats import norm
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.isotonic import IsotonicRegression
from sklearn.linear_model import LinearRegression, LogisticRegression
from sklearn.metrics import roc_auc_score
from sklearn.svm import LinearSVC

from shiftlab.diagnostics import effective_sample_size
from shiftlab.validation import confidence_interval, target_performance
from shiftlab.weights import DiscriminativeRatio, KernelMeanMatching, KnownRatio

KNOWN = KnownRatio(source_density=lambda X: norm.pdf(X[:, 0]), target_density=lambda X: norm.pdf(X[:, 0], 0.8, 0.8))


class Sure(ClassifierMixin, BaseEstimator):
    """Says 1 for what is positive; how sure it is depends on `sharpness`, its decisions do not."""

    def __init__(self, sharpness=2.0):
        self.sharpness = sharpness
        self.classes_ = np.array([0, 1])

    def fit(self, X, y):
        return self

    def predict(self, X):
        return (X[:, 0] > 0).astype(int)

    def predict_proba(self, X):
        p = norm.cdf(self.sharpness * X[:, 0])
        return np.column_stack([1 - p, p])


def draw(n=400, seed=0, slope=2.0):
    """Source N(0, 1), target N(0.8, 0.8²), label 1 with probability Phi(slope x) in both."""
    rng = np.random.default_rng(seed)
    X, X_target = rng.normal(size=(n, 1)), rng.normal(0.8, 0.8, size=(n, 1))
    return X, (rng.random(n) < norm.cdf(slope * X[:, 0])).astype(int), X_target


def truth(mean, deviation, slope=2.0):
    grid = np.linspace(-8, 8, 40001)
    right = norm.cdf(slope * np.abs(grid))
    return np.sum(right * norm.pdf(grid, mean, deviation)) * (grid[1] - grid[0])


def test_a_weighted_accuracy_is_the_weighted_mean_with_the_size_of_its_weights():
    X, y, X_target = draw()
    weights = DiscriminativeRatio().fit(X, X_target).weights_
    found = target_performance(Sure(), (X, y), X_target, weigher=DiscriminativeRatio())
    right = (X[:, 0] > 0) == y
    assert found.value == pytest.approx(np.average(right, weights=weights))
    assert found.effective_sample_size == pytest.approx(effective_sample_size(weights))
    low, high = confidence_interval(found.value, found.effective_sample_size)
    assert found.interval.low <= low + 1e-12 < found.value < high - 1e-12 <= found.interval.high


def test_without_weights_it_is_the_interval_of_a_share():
    X, y, X_target = draw()
    found = target_performance(Sure(), (X, y), X_target, weigher="uniform")
    assert found.value == np.mean((X[:, 0] > 0) == y)
    assert found.effective_sample_size == pytest.approx(400)
    assert found.interval == pytest.approx(confidence_interval(found.value, 400))


@pytest.mark.filterwarnings("ignore::shiftlab.weights.ShiftWarning")
@pytest.mark.parametrize(("method", "draws"), [("weighted", 100), ("confidence", 40)])
def test_means_are_the_truth_on_the_target_and_intervals_hold_it(method, draws):
    found = []
    for seed in range(draws):
        X, y, X_target = draw(300, seed)
        found.append(target_performance(Sure(), (X, y), X_target, weigher=KNOWN, method=method, random_state=seed))
    on_target, on_source = truth(0.8, 0.8), truth(0, 1)
    values = [each.value for each in found]
    assert abs(np.mean(values) - on_target) < 4 * np.std(values) / np.sqrt(draws)
    assert abs(np.mean(values) - on_source) > 4 * np.std(values) / np.sqrt(draws)
    held = np.mean([each.interval.low <= on_target <= each.interval.high for each in found])
    assert held >= 0.95 - 3 * np.sqrt(0.0475 / draws)
    assert all(each.interval.low > 0.7 for each in found)  # and they are not all of [0, 1]


@pytest.mark.parametrize("sharpness", [0.3, 20.0])
def test_confidence_is_calibrated_first(sharpness):
    X, y, X_target = draw(2000)
    model = Sure(sharpness)
    found = target_performance(model, (X, y), X_target, weigher="uniform", method="confidence", random_state=0)
    assert found.value == pytest.approx(truth(0.8, 0.8), abs=0.02)
    assert abs(model.predict_proba(X_target).max(axis=1).mean() - truth(0.8, 0.8)) > 0.03  # what it says itself


def test_the_calibration_is_isotonic_regression():
    X, y, X_target = draw()
    model, weights = Sure(), KNOWN.fit(X, X_target).weights_
    right = (X[:, 0] > 0) == y
    there, here = (model.predict_proba(rows).max(axis=1) for rows in (X, X_target))
    regression = IsotonicRegression(out_of_bounds="clip").fit(there, right, sample_weight=weights)
    found = target_performance(model, (X, y), X_target, weigher=KNOWN, method="confidence", random_state=0)
    assert found.value == pytest.approx(regression.predict(here).mean(), rel=1e-9)


def test_classes_may_be_in_any_order():
    class Turned(Sure):
        def __init__(self):
            super().__init__()
            self.classes_ = np.array(["yes", "no"])

        def predict(self, X):
            return np.where(X[:, 0] > 0, "yes", "no")

        def predict_proba(self, X):
            return super().predict_proba(X)[:, ::-1]

    X, y, X_target = draw()
    options = {"weigher": "uniform", "method": "confidence", "random_state": 0}
    turned = target_performance(Turned(), (X, np.where(y, "yes", "no")), X_target, **options)
    assert turned == target_performance(Sure(), (X, y), X_target, **options)


def test_where_the_labels_depend_on_the_domain_neither_method_sees_it():
    X, y, X_target = draw(2000)
    for method in ("weighted", "confidence"):
        found = target_performance(Sure(), (X, y), X_target, weigher=KNOWN, method=method, random_state=0)
        assert found.interval.low > truth(0.8, 0.8, slope=0.5)  # the truth, if the target's labels are noisier


def test_any_scorer_that_takes_weights_has_a_bootstrap_interval():
    X, y, X_target = draw()
    model = Sure()
    weights = DiscriminativeRatio().fit(X, X_target).weights_
    options = {"weigher": DiscriminativeRatio(), "scoring": "roc_auc", "random_state": 0}
    found = target_performance(model, (X, y), X_target, **options)
    assert found.value == pytest.approx(roc_auc_score(y, model.predict_proba(X)[:, 1], sample_weight=weights))
    assert found.interval.low < found.value < found.interval.high
    assert found == target_performance(model, (X, y), X_target, **options)
    narrow = target_performance(model, (X, y), X_target, level=0.5, **options)
    assert found.interval.low < narrow.interval.low < narrow.interval.high < found.interval.high
    line = LinearRegression().fit(X, X[:, 0] ** 3)
    found = target_performance(line, (X, X[:, 0] ** 3), X_target, weigher=KernelMeanMatching(), scoring="r2")
    assert found.interval.low < found.value < found.interval.high < 1


def test_a_model_without_an_error_may_still_err():
    X, _, X_target = draw(30)
    y = (X[:, 0] > 0).astype(int)
    for method in ("weighted", "confidence"):
        found = target_performance(Sure(), (X, y), X_target, weigher="uniform", method=method, random_state=0)
        assert found.value == 1
        assert found.interval == pytest.approx(confidence_interval(1, 30))


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"model": LogisticRegression()}, "cannot label the source"),
        ({"model": LogisticRegression}, "trained estimator"),
        ({"model": LinearRegression().fit([[0.0], [1.0]], [0, 1])}, 'such as "r2"'),
        ({"model": LinearSVC().fit([[0.0], [1.0]], [0, 1]), "method": "confidence"}, "predict_proba"),
        ({"scoring": "roc_auc", "method": "confidence"}, 'scoring="accuracy"'),
        ({"scoring": "adjusted_rand_score"}, "sample_weight"),
        ({"method": "guess"}, "method must be"),
        ({"level": 1.0}, "level"),
        ({"level": 1.0, "scoring": "roc_auc"}, "level"),
        ({"weigher": "kmm"}, "weigher must be"),
        ({"X_target": None}, "X_target must be rows"),
        ({"X_target": np.ones((3, 2))}, "same columns"),
        ({"source": np.ones((3, 1))}, "pair"),
    ],
)
def test_what_cannot_be_estimated_is_refused_in_one_sentence(change, words, one_sentence):
    X, y, X_target = draw(40)
    arguments = {"model": Sure(), "source": (X, y), "X_target": X_target, "weigher": "uniform", **change}
    assert words in one_sentence(target_performance, **arguments)
