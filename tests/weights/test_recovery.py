"""The estimated weights come near the ratio that is known, and nearer the more rows there are."""

import numpy as np
import pytest
from gaussians import SOURCE, TARGET, plane, toy
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import PolynomialFeatures, StandardScaler

from shiftlab.weights import (
    KLIEP,
    DiscriminativeRatio,
    GaussianRatio,
    KernelDensityRatio,
    KnownRatio,
    RelativeULSIF,
    SelectionProbability,
)

# The logarithm of the ratio of two Gaussians is a parabola.
PARABOLA = make_pipeline(PolynomialFeatures(2), StandardScaler(), LogisticRegression())
WEIGHERS = {
    "kernel density": KernelDensityRatio(),
    "discriminative": DiscriminativeRatio(PARABOLA),
    "discriminative, cross-fitted": DiscriminativeRatio(PARABOLA, cv=5, random_state=0),
    "selection": SelectionProbability(PARABOLA),
    "KLIEP": KLIEP(random_state=0),
    "RuLSIF": RelativeULSIF(random_state=0),
    "uLSIF": RelativeULSIF(alpha=0.0, random_state=0),
    "Gaussian": GaussianRatio(),
    "Gaussian, not shrunk": GaussianRatio(shrinkage=0.0),
}
ALLOWED = 0.2
"""The mean absolute error of 4,000 weights; the mean of a ratio is 1."""


def error(weigher, problem):
    truth = problem.ratio(problem.X_source)
    if isinstance(weigher, RelativeULSIF):
        truth = truth / (weigher.alpha * truth + 1 - weigher.alpha)
    if isinstance(weigher, SelectionProbability):
        truth = (1 + truth) / np.mean(1 + truth)  # as many target rows as source rows
    return np.abs(weigher.fit(problem.X_source, problem.X_target).weights_ - truth).mean()


@pytest.mark.parametrize("draw", [toy, plane])
@pytest.mark.parametrize("name", WEIGHERS)
def test_the_known_ratio_is_recovered_as_the_rows_grow(name, draw):
    few, many = (np.mean([error(WEIGHERS[name], draw(n, seed)) for seed in range(3)]) for n in (100, 4000))
    assert many < ALLOWED
    assert many < 0.6 * few


@pytest.mark.parametrize("draw", [toy, plane])
def test_weights_that_are_wrong_exceed_the_error_allowed(draw):
    problem = draw(4000)
    truth = problem.ratio(problem.X_source)
    for wrong in (np.ones(4000), 1 / truth, 2 * truth, truth / 2, truth**2):
        assert np.abs(wrong - truth).mean() > 2 * ALLOWED


def test_the_known_ratio_itself_is_exact():
    problem = toy(1000)
    weights = KnownRatio(SOURCE.pdf, TARGET.pdf).fit(problem.X_source, problem.X_target).weights_
    np.testing.assert_allclose(weights, problem.ratio(problem.X_source), rtol=1e-15)
