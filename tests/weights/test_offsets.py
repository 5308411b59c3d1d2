"""Far from the origin, as dates in seconds are, no weight and no discrepancy loses a digit that the rows have."""

import numpy as np
import pytest
from sklearn.base import clone

from shiftlab.diagnostics import mmd, mmd_test
from shiftlab.learners import PenalizedLMS
from shiftlab.weights import KLIEP, KernelDensityRatio, KernelMeanMatching, RelativeULSIF

WEIGHERS = {
    "kernel density": KernelDensityRatio(),
    "KMM": KernelMeanMatching(),
    "KLIEP": KLIEP(random_state=0),
    "RuLSIF": RelativeULSIF(random_state=0),
    "uLSIF": RelativeULSIF(alpha=0.0, random_state=0),
}
OFFSETS = [2.0**27, 2.0**30, -(2.0**32)]  # 1e8, 1e9 and -4e9: sums with the rows below have no rounding


def samples(n=150, shift=0.7):
    """Rows with twenty binary digits behind the point."""
    rng = np.random.default_rng(0)
    return [np.round(X * 2**20) / 2**20 for X in (rng.normal(size=(n, 2)), rng.normal(shift, 1, size=(n, 2)))]


@pytest.mark.parametrize("offset", OFFSETS)
@pytest.mark.parametrize("name", WEIGHERS)
def test_weights_and_ratios_are_those_at_the_origin(name, offset):
    source, target = samples()
    here, there = clone(WEIGHERS[name]).fit(source, target), clone(WEIGHERS[name]).fit(source + offset, target + offset)
    np.testing.assert_allclose(there.weights_, here.weights_, rtol=1e-4, atol=1e-4)
    if name != "KMM":
        np.testing.assert_allclose(there.ratio(target + offset), here.ratio(target), rtol=1e-4, atol=1e-4)


@pytest.mark.parametrize("offset", OFFSETS)
def test_discrepancies_are_those_at_the_origin(offset):
    X, Y = samples()
    assert mmd(X + offset, Y + offset) == pytest.approx(mmd(X, Y), rel=1e-9)
    here, there = (mmd_test(X + c, Y + c, n_permutations=99, random_state=0) for c in (0.0, offset))
    assert there.p_value == here.p_value


@pytest.mark.parametrize("offset", OFFSETS)
@pytest.mark.parametrize("gamma", [0.5, "median"])
def test_the_regression_is_that_at_the_origin(offset, gamma):
    X, X_new = samples()
    y = X[:, 0] ** 2
    here = PenalizedLMS(gamma=gamma).fit(X, y).predict(X_new)
    np.testing.assert_allclose(PenalizedLMS(gamma=gamma).fit(X + offset, y).predict(X_new + offset), here, atol=1e-9)


@pytest.mark.filterwarnings("ignore::shiftlab.weights.ShiftWarning", "error::RuntimeWarning")
@pytest.mark.parametrize("size", [1e160, 1e200, 1e300])
def test_one_row_beyond_measure_is_weighed_or_refused(size, answer_or_sentence):
    source, target = (X[:, :1] for X in samples(40))
    for one in (0, 1):
        rows = [source, target]
        rows[one] = np.append(rows[one], [[size]], axis=0)
        for weigher in (*WEIGHERS.values(), RelativeULSIF(gamma=0.5, random_state=0), KLIEP(gamma=0.5, random_state=0)):
            weights = answer_or_sentence(lambda weigher=weigher, rows=rows: clone(weigher).fit(*rows).weights_)
            if weights is not None:
                assert np.isfinite(weights).all()
        distance = answer_or_sentence(lambda rows=rows: mmd(*rows))
        assert distance is None or 0 <= distance < 1.5
        tested = answer_or_sentence(lambda rows=rows: mmd_test(*rows, n_permutations=99, random_state=0))
        assert tested is None or tested.p_value > 0.005


@pytest.mark.parametrize(("labels", "weight"), [(1e300, 1.0), (1.0, 1e300), (1e308, 1e300)])
def test_a_regression_beyond_measure_is_refused_in_one_sentence(labels, weight, answer_or_sentence):
    X, _ = samples(30)
    learner, y = PenalizedLMS(), labels * np.tanh(X[:, 0])
    found = answer_or_sentence(lambda: learner.fit(X, y, sample_weight=np.full(30, weight)).dual_coef_)
    assert found is None or np.isfinite(found).all()
