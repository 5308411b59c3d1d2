"""Columns whose units hide each other are warned about, and those that do not are not."""

import warnings

import numpy as np
import pandas as pd
import pytest
from sklearn.preprocessing import StandardScaler

from shiftlab.diagnostics import mmd, mmd_test
from shiftlab.learners import CovariateShiftLogisticRegression
from shiftlab.weights import (
    KLIEP,
    DiscriminativeRatio,
    KernelDensityRatio,
    KernelMeanMatching,
    RelativeULSIF,
    ScaleWarning,
    ShiftWarning,
    Transformed,
)

KERNELS = {
    "KMM": KernelMeanMatching(),
    "KMM, linear": KernelMeanMatching(kernel="linear"),
    "KLIEP": KLIEP(random_state=0),
    "RuLSIF": RelativeULSIF(random_state=0),
}


def samples(scale=1.0, n=200):
    """The target is shifted in column 0; column 2 has another unit."""
    rng = np.random.default_rng(0)
    source, target = rng.normal(size=(2, n, 3))
    target[:, 0] += 0.8
    return source * [1, 1, scale], target * [1, 1, scale]


def scale_warnings(call):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        call()
    return [warning for warning in caught if warning.category is ScaleWarning]


@pytest.mark.parametrize("name", KERNELS)
def test_kernel_weighers_say_which_column_hides_which_and_what_to_do(name):
    (said,) = scale_warnings(lambda: KERNELS[name].fit(*samples(1000.0)))
    assert said.filename == __file__
    sentence = str(said.message)
    assert "column 2 and column" in sentence
    assert f"Transformed(StandardScaler(), {type(KERNELS[name]).__name__}(...))" in sentence
    factor = float(sentence.split("factor of ")[1].split(" ")[0])
    assert factor == pytest.approx(1000, rel=0.3)


@pytest.mark.parametrize("name", KERNELS)
def test_what_is_said_to_do_helps(name):
    source, target = samples(1000.0)
    with pytest.warns(ScaleWarning):
        raw = np.average(source[:, 0], weights=KERNELS[name].fit(source, target).weights_)
    cured = Transformed(StandardScaler(), KERNELS[name])
    assert not scale_warnings(lambda: cured.fit(source, target))
    matched = np.average(source[:, 0], weights=cured.weights_)
    assert matched > raw + 0.3 or name == "KMM, linear"  # which matches means in any unit


@pytest.mark.parametrize(("scale", "said"), [(1 / 25, 0), (25.0, 0), (1 / 40, 1), (40.0, 1)])
def test_a_factor_of_thirty_is_the_border(scale, said):
    assert len(scale_warnings(lambda: KernelMeanMatching().fit(*samples(scale)))) == said


def test_columns_of_a_frame_are_called_by_their_names():
    frames = [pd.DataFrame(X, columns=["age", "sex", "income"]) for X in samples(1000.0)]
    with pytest.warns(ScaleWarning, match="column 'income' and column 'age'|column 'income' and column 'sex'"):
        KernelMeanMatching().fit(*frames)


def test_a_shift_is_no_spread_and_a_constant_column_has_none():
    source, target = samples()
    target[:, 1] += 1000
    source, target = (np.column_stack([X, np.full(len(X), 1e-9)]) for X in (source, target))
    assert not scale_warnings(lambda: KernelMeanMatching().fit(source, target))


@pytest.mark.parametrize("weigher", [DiscriminativeRatio(), KernelDensityRatio()])
def test_weighers_that_scale_by_themselves_say_nothing(weigher):
    assert not scale_warnings(lambda: weigher.fit(*samples(1000.0)))


def test_discrepancies_are_warned_about_too():
    for call in (lambda: mmd(*samples(1000.0)), lambda: mmd_test(*samples(1000.0), n_permutations=9)):
        (said,) = scale_warnings(call)
        assert said.filename == __file__
        assert "StandardScaler" in str(said.message)
    assert not scale_warnings(lambda: mmd(*samples()))


def test_it_can_be_told_from_other_warnings():
    assert issubclass(ScaleWarning, ShiftWarning)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.simplefilter("ignore", ScaleWarning)
        KernelMeanMatching().fit(*samples(1000.0))


@pytest.mark.parametrize("scale", [1e155, 1e-155, 1e300])
def test_huge_and_tiny_numbers_overflow_nothing(scale):
    source, target = samples()
    with warnings.catch_warnings():
        warnings.simplefilter("error", RuntimeWarning)
        assert not scale_warnings(lambda: DiscriminativeRatio().fit(source, target))
        with pytest.warns(ScaleWarning):
            KernelMeanMatching(gamma=1.0).fit(source * [1, 1, scale], target * [1, 1, scale])


# The joint learner's intercept is penalised


def years():
    rng = np.random.default_rng(0)
    X = np.column_stack([rng.integers(2000, 2026, size=400), rng.normal(size=400)]).astype(float)
    return X, X[:, 0] > 2012


def test_a_column_far_from_0_is_warned_about_and_scaling_it_learns_the_label():
    X, y = years()
    (said,) = scale_warnings(lambda: CovariateShiftLogisticRegression().fit(pd.DataFrame(X, columns=["year", "x"]), y))
    assert said.filename == __file__
    assert "column 'year'" in str(said.message)
    assert "StandardScaler" in str(said.message)
    scaled = StandardScaler().fit_transform(X)
    assert not scale_warnings(lambda: CovariateShiftLogisticRegression().fit(scaled, y))
    with pytest.warns(ScaleWarning):
        raw = CovariateShiftLogisticRegression().fit(X, y).score(X, y)
    assert raw < 0.8 < CovariateShiftLogisticRegression().fit(scaled, y).score(scaled, y)


def test_an_offset_does_not_matter_to_a_gaussian_kernel_nor_does_a_constant_column():
    X, y = years()
    scaled = StandardScaler().fit_transform(X)
    assert not scale_warnings(lambda: CovariateShiftLogisticRegression("rbf").fit(scaled + 100, y))
    constant = np.column_stack([scaled, np.full(len(X), 5.0)])
    assert not scale_warnings(lambda: CovariateShiftLogisticRegression().fit(constant, y))
