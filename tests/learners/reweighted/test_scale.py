"""The scale of the weights: normalised and clipped, by hand and in what a penalty makes of it."""

import numpy as np
import pytest
from sklearn.datasets import load_breast_cancer, load_diabetes
from sklearn.dummy import DummyRegressor
from sklearn.linear_model import LogisticRegression, Ridge
from sklearn.preprocessing import StandardScaler

from shiftlab.learners import ReweightedEstimator
from shiftlab.weights import DiscriminativeRatio, KernelDensityRatio, Weigher

pytestmark = pytest.mark.filterwarnings("ignore::shiftlab.weights.ShiftWarning")


class Given(Weigher):
    """Weights that are the first column of the source."""

    def fit(self, X_source, X_target):
        source, _ = self._validate(X_source, X_target)
        return self._keep(source[:, 0])


def weights(values, sample_weight=None, **options):
    X = np.array(values, dtype=float)[:, np.newaxis]
    learner = ReweightedEstimator(DummyRegressor(), Given(), **options)
    return learner.fit(X, np.arange(len(X)), X_target=X, sample_weight=sample_weight).weights_


@pytest.mark.parametrize(
    ("values", "options", "expected"),
    [
        ([1, 2, 3, 2], {}, [0.5, 1, 1.5, 1]),
        ([1, 2, 3, 2], {"normalize": False}, [1, 2, 3, 2]),
        ([0, 1, 2, 3, 10], {"clip": 0.75, "normalize": False}, [0, 1, 2, 3, 3]),
        ([0, 1, 2, 3, 10], {"clip": 0.75}, [0, 5 / 9, 10 / 9, 15 / 9, 15 / 9]),
        ([0, 1, 2, 3, 10], {"clip": 1}, [0, 5 / 16, 10 / 16, 15 / 16, 50 / 16]),
        ([1, 2, 30, 4], {"clip": 4.0, "normalize": False}, [1, 2, 4, 4]),
        ([1, 1, 6], {"clip": 2.0}, [0.5, 0.5, 2]),
        ([1, 2, 9, 20], {"clip": 1.5}, [1 / 3, 2 / 3, 1.5, 1.5]),
        ([1e-300, 2e-300], {}, [2 / 3, 4 / 3]),
        ([1e300, 1e308], {}, [2e-8, 2]),
    ],
)
def test_by_hand(values, options, expected):
    np.testing.assert_allclose(weights(values, **options), expected, rtol=1e-6)


def test_the_users_weights_keep_their_total():
    own = np.array([1.0, 5.0, 0.0, 2.0])
    found = weights([1, 2, 50, 4], sample_weight=own)
    assert (own * found).sum() == pytest.approx(8)
    np.testing.assert_allclose(found / found[0], [1, 2, 50, 4])
    clipped = weights([1, 2, 50, 4], sample_weight=own, clip=1.2)
    assert (own * clipped).sum() == pytest.approx(8)
    assert clipped.max() == pytest.approx(1.2)


@pytest.mark.parametrize("clip", [1.01, 1.5, 3.0, 20.0])
def test_a_largest_weight_holds_after_normalising(clip):
    values = np.random.default_rng(0).lognormal(0, 2, size=300)
    found = weights(values, clip=clip)
    assert found.mean() == pytest.approx(1)
    assert found.max() <= clip * (1 + 1e-12)
    below = found < clip * (1 - 1e-9)
    ratio = found[below] / values[below]
    np.testing.assert_allclose(ratio, ratio[0])  # the others keep their proportions
    assert (found[~below] <= ratio[0] * values[~below]).all()  # and none was raised to the limit


@pytest.mark.parametrize(
    ("values", "options", "message"),
    [
        ([0, 0, 0, 1], {"clip": 2.0}, "take at least 4"),
        ([0, 0, 0, 1], {"clip": 0.5}, "take a larger quantile"),
        ([0, 0, 0, 0], {}, "does not overlap"),
        ([1, 2, 3, 4], {"clip": 0}, "clip must be one number greater than 0"),
        ([1, 2, 3, 4], {"clip": "a"}, "clip must be"),
        ([1, 2, 3, 4], {"normalize": "yes"}, "normalize must be True or False"),
    ],
)
def test_what_cannot_be_is_refused(values, options, message, one_sentence):
    assert message in one_sentence(weights, values, **options)


def test_the_weighers_own_weights_can_still_be_had():
    X, X_target = np.random.default_rng(0).normal(size=(2, 100, 1))
    learner = ReweightedEstimator(Ridge(), DiscriminativeRatio(), clip=0.9).fit(X, X[:, 0], X_target=X_target + 1)
    np.testing.assert_array_equal(learner.weigher_.weights_, DiscriminativeRatio().fit(X, X_target + 1).weights_)


def test_a_penalty_counts_as_much_whatever_the_scale_of_the_weights():
    X, y = load_diabetes(return_X_y=True)
    selected = np.random.RandomState(0).rand(len(X)) < np.where(X[:, 2] < 0, 0.8, 0.3)
    X = StandardScaler().fit_transform(X)
    fitted = {
        normalize: ReweightedEstimator(Ridge(30), KernelDensityRatio(), normalize=normalize).fit(
            X[selected], y[selected], X_target=X[~selected]
        )
        for normalize in (True, False)
    }
    mean = fitted[False].weights_.mean()
    same = Ridge(30 * mean).fit(X[selected], y[selected], sample_weight=fitted[False].weights_)
    np.testing.assert_allclose(fitted[True].predict(X), same.predict(X), rtol=1e-6)
    scores = {normalize: learner.score(X[~selected], y[~selected]) for normalize, learner in fitted.items()}
    assert scores[True] > scores[False]


def test_weights_of_many_columns_do_not_take_the_model_away():
    X, y = load_breast_cancer(return_X_y=True)
    X = StandardScaler().fit_transform(X)
    selected = np.random.RandomState(0).rand(569) < np.where(X[:, 0] < -0.3, 0.7, 0.3)
    learner = ReweightedEstimator(LogisticRegression(), KernelDensityRatio(leave_one_out=False))
    learner.fit(X[selected], y[selected], X_target=X[~selected])
    assert learner.score(X[~selected], y[~selected]) > 0.93  # .78 with weights of mean .008, .976 without weights
