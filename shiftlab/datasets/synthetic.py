"""The synthetic example of the undersampling paper: one feature, two Gaussians, a known posterior."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import expit, logit

from .. import _check

Result = Any  # float for scalar arguments, ndarray otherwise
RandomState = int | np.integer | np.random.RandomState | np.random.Generator | None

_FAR = 1e150  # the square is still finite, so that nothing overflows far out, where 0 and 1 are right anyway


@dataclass(frozen=True)
class TwoGaussians:
    """Positives from N(mu, sigma) and negatives from N(0, sigma), where sigma is a standard deviation.

    `prior` is the share of positives. The defaults are those of the paper's synthetic figure.

    >>> float(round(TwoGaussians().posterior(1.5), 12))  # half-way the likelihoods are equal
    0.1
    """

    mu: float = 3.0
    sigma: float = 3.0
    prior: float = 0.1

    def __post_init__(self) -> None:
        for name in ("mu", "sigma", "prior"):
            value = _check.finite(getattr(self, name), name)
            if value.ndim:
                raise ValueError(f"{name} must be one number, got an array of shape {value.shape}.")
            object.__setattr__(self, name, float(value))
        if self.sigma <= 0:
            raise ValueError(f"sigma is a standard deviation and must be greater than 0, got {self.sigma:g}.")
        _check.open_zero_one(self.prior, "prior", "the share of positives")

    def density_positive(self, x: ArrayLike) -> Result:
        """p(x|+), the density of N(mu, sigma)."""
        return self._density(x, self.mu)

    def density_negative(self, x: ArrayLike) -> Result:
        """p(x|-), the density of N(0, sigma)."""
        return self._density(x, 0.0)

    def posterior(self, x: ArrayLike) -> Result:
        """p(+|x), the true posterior."""
        # Bayes' formula on the scale of log odds: the densities themselves underflow to 0/0 far out.
        distance = self._in_deviations(x, self.mu / 2)
        return _plain(expit(logit(self.prior) + distance * self._in_deviations(self.mu, 0.0)))

    def sample(self, n: int = 10_000, random_state: RandomState = None) -> tuple[_check.Floats, NDArray[np.int64]]:
        """`n` values x and their classes y, of which exactly round(prior * n) are positive.

        The rows are in random order. The same integer `random_state` gives the same bits again.
        """
        whole = isinstance(n, int | np.integer) or (isinstance(n, float) and n.is_integer())
        if not whole or n < 1:
            raise ValueError(f"n must be a whole number of rows, at least 1, got {n!r}.")
        n = int(n)
        n_positive = round(self.prior * n)
        if n_positive in (0, n):
            missing = "positive" if n_positive == 0 else "negative"
            raise ValueError(f"With n = {n} and prior = {self.prior:g} there is no {missing} row: take a larger n.")
        rng = _generator(random_state)
        y = np.zeros(n, dtype=np.int64)
        y[:n_positive] = 1
        rng.shuffle(y)
        return self.sigma * rng.standard_normal(n) + self.mu * y, y

    def _density(self, x: ArrayLike, mean: float) -> Result:
        z = self._in_deviations(x, mean)
        return _plain(np.exp(-z * z / 2) / (self.sigma * np.sqrt(2 * np.pi)))

    def _in_deviations(self, x: ArrayLike, mean: float) -> _check.Floats:
        with np.errstate(over="ignore"):
            return np.clip((_check.finite(x, "x") - mean) / self.sigma, -_FAR, _FAR)


def two_gaussians(
    n: int = 10_000,
    *,
    mu: float = 3.0,
    sigma: float = 3.0,
    prior: float = 0.1,
    random_state: RandomState = None,
    return_posterior: bool = False,
) -> tuple[NDArray[Any], ...]:
    """A sample in the shape that learners take: X of shape (n, 1) and y, and on request the true p(+|x).

    >>> X, y, p = two_gaussians(1000, random_state=0, return_posterior=True)
    >>> X.shape, int(y.sum()), p.shape
    ((1000, 1), 100, (1000,))
    """
    world = TwoGaussians(mu, sigma, prior)
    x, y = world.sample(n, random_state)
    return (x[:, None], y, world.posterior(x)) if return_posterior else (x[:, None], y)


def _generator(random_state: RandomState) -> np.random.RandomState | np.random.Generator:
    if isinstance(random_state, np.random.RandomState | np.random.Generator):
        return random_state
    whole = isinstance(random_state, int | np.integer)
    if random_state is None or (whole and 0 <= int(random_state) < 2**32):
        # RandomState, because numpy promises that its stream never changes.
        return np.random.RandomState(random_state)
    raise ValueError(
        f"random_state must be None, a whole number from 0 to 2**32 - 1 or a numpy generator, got {random_state!r}."
    )


def _plain(values: NDArray[Any]) -> Result:
    return values.item() if np.ndim(values) == 0 else values
