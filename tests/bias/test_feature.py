"""Steps, distances and the first principal component: the formulas, and what the papers leave open."""

import math
import warnings

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from sklearn.decomposition import PCA

from shiftlab.bias import FeatureDistance, FeatureNormal, FeatureStep

RNG = np.random.default_rng(1)
X = RNG.normal(size=(200, 3)) @ np.array([[3.0, 1, 0], [0, 1, 0], [0, 0, 0.2]]) + 5


def test_the_step_of_the_paper_is_at_5_and_takes_it_to_the_lower_side():
    column = np.arange(10.0)[:, None]
    assert FeatureStep.kmm().probability(column, None).tolist() == [0.2] * 6 + [0.8] * 4
    assert FeatureStep.kmm(lowest=1).probability(column + 1, None).tolist() == [0.2] * 6 + [0.8] * 4


def test_a_step_looks_at_its_column_alone():
    rows = np.array([["red", 1.0, None], ["blue", 7.0, np.nan]], dtype=object)
    assert FeatureStep.kmm(1).probability(rows, None).tolist() == [0.2, 0.8]


@pytest.mark.parametrize("feature", [3, 100])
def test_a_column_that_is_not_there_is_refused(feature, one_sentence):
    assert f"from 0 to 2, got {feature}" in one_sentence(FeatureStep(feature).probability, X, None)


def test_distance_is_from_the_mean_of_the_rows_given():
    expected = [math.exp(-sum((row - X.mean(axis=0)) ** 2) / 20) for row in X]
    np.testing.assert_allclose(FeatureDistance.kmm().probability(X, None), expected, rtol=1e-12)
    fixed = FeatureDistance(center=X.mean(axis=0))
    np.testing.assert_array_equal(fixed.probability(X[:7], None), FeatureDistance.kmm().probability(X, None)[:7])


def test_a_centre_of_another_width_is_refused(one_sentence):
    assert "3 columns, but center has 2" in one_sentence(FeatureDistance(center=(0, 0)).probability, X, None)


@given(arrays(float, (12, 2), elements=st.floats(-30, 30)), st.floats(0.01, 0.99))
def test_a_share_is_reached_by_scaling_and_cutting_at_1(rows, share):
    plain = FeatureDistance(sigma=0.05).probability(rows, None)
    p = FeatureDistance(sigma=0.05, share=share).probability(rows, None)
    assert p.mean() == pytest.approx(share, abs=1e-9)
    free = p < 1
    if free.any():
        scale = p[free] / plain[free]
        assert scale == pytest.approx(scale[0], rel=1e-9)
        assert (plain[~free] * scale[0] >= 1 - 1e-9).all()


def test_a_share_of_everything_and_one_that_cannot_be_reached(one_sentence):
    assert FeatureDistance(share=1).probability(X, None).tolist() == [1.0] * len(X)
    far = np.array([[0.0], [0.0], [1e6], [2e6]])
    near = FeatureDistance(center=(0,), share=0.5)
    assert near.probability(far, None).tolist() == [1, 1, 0, 0]
    assert "only 2 of 4 rows" in one_sentence(FeatureDistance(center=(0,), share=0.6).probability, far, None)


@pytest.mark.parametrize("flip", [False, True])
@pytest.mark.parametrize(("a", "b"), [(2.0, 2.0), (4.0, 1.0)])
def test_the_normal_curve_over_the_first_component_is_that_of_the_paper(a, b, flip):
    component = PCA(1).fit(X)
    loadings = component.components_[0]
    sign = np.sign(loadings[np.argmax(np.abs(loadings))]) * (-1 if flip else 1)
    t = sign * component.transform(X)[:, 0]
    m, mean = t.min(), t.mean()
    expected = np.exp(-((t - (m + (mean - m) / a)) ** 2) / (2 * (mean - m) / b))
    np.testing.assert_allclose(FeatureNormal(a, b, flip=flip).probability(X, None), expected, rtol=1e-9, atol=1e-300)


def test_a_deviation_makes_the_curve_independent_of_the_unit_and_a_variance_does_not():
    deviation, variance = FeatureNormal(spread="deviation"), FeatureNormal()
    np.testing.assert_allclose(deviation.probability(1000 * X, None), deviation.probability(X, None), rtol=1e-6)
    assert variance.probability(1000 * X, None).mean() < 0.2 * variance.probability(X, None).mean()


def test_standardised_features_count_alike():
    stretched = X * [1, 1000, 1]
    standard = FeatureNormal(standardize=True)
    np.testing.assert_allclose(standard.probability(stretched, None), standard.probability(X, None), rtol=1e-6)
    assert not np.allclose(FeatureNormal().probability(stretched, None), FeatureNormal().probability(X, None))
    constant = np.column_stack([X, np.ones(len(X))])
    np.testing.assert_allclose(standard.probability(constant, None), standard.probability(X, None), rtol=1e-6)


@pytest.mark.parametrize("rows", [[[1.0, 2.0]], np.ones((5, 2))], ids=["one row", "equal rows"])
@pytest.mark.parametrize("standardize", [False, True])
def test_rows_without_spread_have_no_component(rows, standardize, one_sentence):
    assert "no spread" in one_sentence(FeatureNormal(standardize=standardize).probability, rows, None)


@pytest.mark.parametrize("mechanism", [FeatureDistance(), FeatureNormal()], ids=repr)
def test_values_whose_squares_overflow_are_refused(mechanism, one_sentence):
    assert "larger unit" in one_sentence(mechanism.probability, [[1e200], [-1e200]], None)


def test_rows_too_far_away_to_be_kept_are_warned_about():
    X = np.random.default_rng(0).normal(0, 100, size=(50, 10))
    with pytest.warns(UserWarning, match="keeps none of the 50 rows: with sigma=0.05 .* standardise") as caught:
        assert not FeatureDistance().select(X, None, random_state=0).any()
    assert caught[0].filename == __file__
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert FeatureDistance(share=0.1).select(X, None, random_state=0).any()
        assert not FeatureDistance(center=(2.0,)).select([[9.0]] * 2, None, random_state=0).any()  # by chance


@pytest.mark.parametrize("value", [0.1, 1e30, 1e90])
def test_a_column_of_one_value_is_at_the_mean_of_the_rows(value):
    wide = np.column_stack([X, np.full(len(X), value)])
    np.testing.assert_allclose(FeatureDistance().probability(wide, None), FeatureDistance().probability(X, None))
