"""The two Gaussians: exact counts, the right distributions, the true posterior, the same bits for a seed."""

import time

import numpy as np
import pytest
from scipy.stats import norm

from shiftlab.datasets import TwoGaussians, two_gaussians


def test_ten_percent_of_ten_thousand_values_are_positive():
    x, y = TwoGaussians().sample(random_state=0)
    assert x.shape == y.shape == (10_000,)
    assert y.dtype == np.int64
    assert y.sum() == 1000


@pytest.mark.parametrize(("n", "prior", "n_positive"), [(10, 0.1, 1), (333, 0.1, 33), (7, 0.5, 4), (1000, 0.999, 999)])
def test_positives_are_counted_exactly(n, prior, n_positive):
    _, y = TwoGaussians(prior=prior).sample(n, random_state=1)
    assert y.size == n
    assert y.sum() == n_positive


def test_classes_have_their_means_and_standard_deviations():
    n = 200_000
    x, y = TwoGaussians(mu=3, sigma=3, prior=0.5).sample(n, random_state=2)
    standard_error = 3 / np.sqrt(n / 2)
    for label, mean in ((1, 3.0), (0, 0.0)):
        assert abs(x[y == label].mean() - mean) < 5 * standard_error
        assert abs(x[y == label].std() - 3.0) < 5 * standard_error  # the error of a deviation is 1/sqrt 2 of it


def test_rows_are_in_random_order():
    _, y = TwoGaussians().sample(random_state=3)
    halves = y[:5000].sum(), y[5000:].sum()
    assert min(halves) > 420  # 500 each, give or take five standard deviations of 15


def test_a_seed_gives_the_same_bits():
    first, second = two_gaussians(random_state=4), two_gaussians(random_state=4)
    assert all(np.array_equal(a, b) for a, b in zip(first, second, strict=True))
    assert not np.array_equal(first[0], two_gaussians(random_state=5)[0])
    # RandomState's stream is frozen, so these bits hold for every numpy.
    assert two_gaussians(10, random_state=0)[0][0, 0] == TwoGaussians().sample(10, np.random.RandomState(0))[0][0]


@pytest.mark.parametrize("make", [np.random.RandomState, np.random.default_rng])
def test_a_generator_is_used_and_moves_on(make):
    generator = make(0)
    first, second = two_gaussians(100, random_state=generator), two_gaussians(100, random_state=generator)
    assert not np.array_equal(first[0], second[0])


@pytest.mark.parametrize("world", [TwoGaussians(), TwoGaussians(mu=-2, sigma=0.7, prior=0.3), TwoGaussians(mu=0)])
def test_posterior_is_bayes_formula(world):
    x = np.linspace(-8, 8, 401)
    positive = world.prior * norm.pdf(x, world.mu, world.sigma)
    negative = (1 - world.prior) * norm.pdf(x, 0, world.sigma)
    np.testing.assert_allclose(world.posterior(x), positive / (positive + negative), rtol=1e-10)
    np.testing.assert_allclose(world.density_positive(x), norm.pdf(x, world.mu, world.sigma), rtol=1e-12)
    np.testing.assert_allclose(world.density_negative(x), norm.pdf(x, 0, world.sigma), rtol=1e-12)


@pytest.mark.parametrize(
    "world", [TwoGaussians(), TwoGaussians(mu=0), TwoGaussians(sigma=1e-200), TwoGaussians(mu=1e300)]
)
def test_far_out_nothing_is_nan_and_nothing_warns(world):
    x = np.array([-1e308, -1e200, -1e3, 1e3, 1e200, 1e308])
    for values in (world.posterior(x), world.density_positive(x), world.density_negative(x)):
        assert np.isfinite(values).all()
        assert (values >= 0).all()


def test_posterior_runs_from_zero_to_one():
    assert TwoGaussians().posterior([-1e9, 1e9]).tolist() == [0.0, 1.0]


def test_posterior_agrees_with_the_sample():
    X, y, p = two_gaussians(100_000, random_state=6, return_posterior=True)
    assert X.shape == (100_000, 1)
    for low, high in ((0.05, 0.15), (0.15, 0.3), (0.3, 0.5)):
        rows = (p > low) & (p <= high)
        assert abs(y[rows].mean() - p[rows].mean()) < 5 * np.sqrt(0.25 / rows.sum())


def test_scalars_give_floats():
    assert type(TwoGaussians().posterior(1.0)) is float
    assert type(TwoGaussians().density_positive(1)) is float


def test_sampling_is_fast_enough_for_a_slider():
    world, times = TwoGaussians(), []
    for seed in range(20):
        start = time.perf_counter()
        world.sample(random_state=seed)
        times.append(time.perf_counter() - start)
    assert min(times) < 5e-3  # 0.3 ms on a laptop; the margin is for busy machines


@pytest.mark.parametrize(
    ("parameters", "word"),
    [
        ({"sigma": 0}, "sigma"),
        ({"sigma": -1}, "sigma"),
        ({"sigma": np.inf}, "sigma"),
        ({"mu": np.nan}, "mu"),
        ({"mu": "far"}, "mu"),
        ({"mu": [1, 2]}, "mu"),
        ({"prior": 0}, "prior"),
        ({"prior": 1}, "prior"),
        ({"prior": 1.5}, "prior"),
        ({"n": 0}, "n must"),
        ({"n": -5}, "n must"),
        ({"n": 2.5}, "n must"),
        ({"n": "ten"}, "n must"),
        ({"n": None}, "n must"),
        ({"n": 3}, "no positive row"),
        ({"n": 3, "prior": 0.9}, "no negative row"),
        ({"random_state": "seed"}, "random_state"),
        ({"random_state": -1}, "random_state"),
    ],
)
def test_invalid_parameters_are_refused_in_one_sentence(parameters, word):
    with pytest.raises(ValueError, match=word) as caught:
        two_gaussians(**parameters)
    message = str(caught.value)
    assert "\n" not in message
    assert message.endswith(".")
