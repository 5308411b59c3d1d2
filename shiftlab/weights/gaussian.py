"""The ratio of two Gaussian densities, whose parameters are shrunk to each other where rows are few."""

from __future__ import annotations

from typing import NamedTuple, Self

import numpy as np
from numpy.typing import ArrayLike
from scipy.linalg import cholesky, solve_triangular

from .. import _check
from .._check import Floats
from .base import Weigher
from .standard import Standard

_LARGEST = np.log(np.finfo(np.float64).max)
_SINGULAR = 1e-12  # of the largest variance in some direction


class GaussianRatio(Weigher):
    """The ratio of two Gaussians::

        log r(x) = 1/2 (x - u_S)' C_S^-1 (x - u_S) - 1/2 (x - u_T)' C_T^-1 (x - u_T) + 1/2 log(det C_S / det C_T)

    with the means u and the covariances C of the source, S, and of the target, T. Two covariances have many
    parameters, and from few rows they seem to differ when they do not. So each is moved to what they have in common,
    P, the covariance within the samples (regularised discriminant analysis; Friedman, 1989)::

        C_S = (1 - a_S) cov_S + a_S P,   C_T = (1 - a_T) cov_T + a_T P

    The logarithm of the ratio is a parabola; with a_S = a_T = 1 it is linear.

    Parameters
    ----------
    shrinkage : "auto" or float, default="auto"
        a_S and a_T, in [0, 1]; 0 for the covariances as they are. "auto" estimates what has the least squared error
        (Ledoit and Wolf, 2004), in coordinates in which P is I, so that neither units nor correlations matter.
        Without a shift that is near 1, and with one it falls to 0 as the rows grow. How long the tails are, and so how
        large the error, is read off the rows of both samples together. "auto" shrinks two things more:
        in three columns and more the difference of the means, by James and Stein's factor, and it raises variances of
        P in its principal directions to Ledoit and Wolf's share of their mean: more columns than rows are allowed.

    Attributes
    ----------
    weights_ : ndarray of shape (n_source,)
        The ratio at the source rows.
    log_weights_ : ndarray of shape (n_source,)
        Their logarithms, which do not overflow.
    source_shrinkage_, target_shrinkage_ : float
        a_S and a_T.
    mean_shrinkage_ : float
        The share by which the difference of the means is reduced.

    Notes
    -----
    It fails where the samples are far from Gaussian: of long tails, of several groups, of codes and counts. Where the
    target is wider than the source, the ratio grows without bounds: a few outlying rows can carry all weight.

    Examples
    --------
    >>> import numpy as np
    >>> from shiftlab.weights import GaussianRatio
    >>> rng = np.random.default_rng(0)
    >>> weigher = GaussianRatio().fit(rng.normal(0, 1, size=(1000, 1)), rng.normal(1, 1, size=(1000, 1)))
    >>> bool(0.8 < weigher.ratio([[0.5]])[0] < 1.25)  # 1 in truth
    True
    """

    def __init__(self, shrinkage: float | str = "auto") -> None:
        self.shrinkage = shrinkage

    def fit(self, X_source: ArrayLike, X_target: ArrayLike) -> Self:
        """Estimate means and covariances."""
        source, target = self._validate(X_source, X_target)
        given = self._given()
        self._units = Standard(source, target)
        samples = _Sample.of(self._units(source)), _Sample.of(self._units(target))
        self._turn, kept = _common(samples, raised=given is None)
        samples = samples[0].turned(self._turn), samples[1].turned(self._turn)
        self.source_shrinkage_, self.target_shrinkage_ = _shares(*samples) if given is None else (given, given)
        self.mean_shrinkage_ = _mean_share(*samples, kept) if given is None else 0.0
        centre = np.average([one.mean for one in samples], axis=0, weights=[one.n for one in samples])
        self._gaussians = [
            _Gaussian.of(
                mean=one.mean + self.mean_shrinkage_ * (centre - one.mean),
                covariance=np.eye(kept.size) + (1 - share) * (one.covariance - np.diag(kept)),
                name=name,
            )
            for one, share, name in zip(
                samples, (self.source_shrinkage_, self.target_shrinkage_), ("X_source", "X_target"), strict=True
            )
        ]
        self.log_weights_ = self._log_ratio(source)
        return self._keep(np.exp(np.minimum(self.log_weights_, _LARGEST)))

    def _given(self) -> float | None:
        if isinstance(self.shrinkage, str) and self.shrinkage == "auto":
            return None
        value = None if isinstance(self.shrinkage, str) else _check.finite(self.shrinkage, "shrinkage")
        if value is None or value.ndim or not 0 <= value <= 1:
            raise ValueError(f'shrinkage must be "auto" or one number in [0, 1], got {_check.short(self.shrinkage)}.')
        return float(value)

    def _ratio(self, X: Floats) -> Floats:
        with np.errstate(over="ignore"):
            return np.exp(self._log_ratio(X))

    def _log_ratio(self, X: Floats) -> Floats:
        rows = self._units(X) @ self._turn
        source, target = (one.log_density(rows) for one in self._gaussians)
        return target - source


class _Sample(NamedTuple):
    """What is needed of a sample: its centred rows, their mean, their covariance."""

    rows: Floats
    mean: Floats
    covariance: Floats

    @classmethod
    def of(cls, rows: Floats) -> _Sample:
        mean = rows.mean(axis=0)
        centred = rows - mean
        return cls(centred, mean, centred.T @ centred / max(len(rows) - 1, 1))

    @property
    def n(self) -> int:
        return len(self.rows)

    def turned(self, turn: Floats) -> _Sample:
        """In other coordinates."""
        return _Sample(self.rows @ turn, self.mean @ turn, turn.T @ self.covariance @ turn)

    def error_of_gaussian(self) -> float:
        """The expected sum of squared errors of the covariance, had the rows the tails of a Gaussian."""
        return float((self.covariance**2).sum() + np.trace(self.covariance) ** 2) / max(self.n - 1, 1)

    def error_shown(self) -> float:
        """The same as the rows show it: outlying ones make it large, if they are among them."""
        squares = float((self.covariance**2).sum())
        return float((np.einsum("ij,ij->i", self.rows, self.rows) ** 2).sum()) / self.n**2 - squares / self.n


def _errors(source: _Sample, target: _Sample) -> tuple[float, float]:
    """The expected sums of squared errors of both covariances.

    How much larger than a Gaussian's is seen in the rows of both: where tails are long, a few outlying rows make the
    errors, and the sample that happened to draw none of them would seem sure that it differs from the other.
    """
    usual = source.error_of_gaussian(), target.error_of_gaussian()
    ratios = [
        one.error_shown() / error if error > 0 else 1.0 for one, error in zip((source, target), usual, strict=True)
    ]
    tails = max(1.0, float(np.average(ratios, weights=[source.n, target.n])))
    return tails * usual[0], tails * usual[1]


def _parts(source: _Sample, target: _Sample) -> tuple[float, float]:
    """How much either covariance counts in P."""
    n = source.n + target.n - 2
    return (source.n - 1) / n, (target.n - 1) / n


def _common(samples: tuple[_Sample, _Sample], *, raised: bool) -> tuple[Floats, Floats]:
    """Coordinates in which P, its smallest variances raised, is I; and the variances there if they are not."""
    if sum(one.n for one in samples) < 3:
        raise ValueError("GaussianRatio needs at least 3 rows in both samples together, for it estimates spreads.")
    parts = _parts(*samples)
    pooled = parts[0] * samples[0].covariance + parts[1] * samples[1].covariance
    if not pooled.size:  # no column varies
        return pooled, np.ones(0)
    variances, directions = np.linalg.eigh(pooled)
    variances = np.maximum(variances, 0)
    larger = variances
    if raised:
        usual = variances.mean()
        error = sum(part**2 * one for part, one in zip(parts, _errors(*samples), strict=True))
        apart = float(((variances - usual) ** 2).sum())
        share = min(1.0, error / apart) if apart > 0 else 1.0
        larger = np.maximum(variances, share * usual)
    if not larger.min() > _SINGULAR * larger.max():
        raise ValueError(
            "GaussianRatio needs rows that differ within the samples in every column"
            + ("." if raised else ', and columns that do not depend on each other unless shrinkage is "auto".')
        )
    return directions / np.sqrt(larger), variances / larger


def _shares(source: _Sample, target: _Sample) -> tuple[float, float]:
    """The a_S and a_T with the least expected squared error of the covariances.

    The error of cov_S is also in P, by its part there, so that cov_S - P = part_T (cov_S - cov_T): where only the
    errors of both differ, the expected share is 1, whatever the numbers of rows.
    """
    apart = float(((source.covariance - target.covariance) ** 2).sum())
    shares = [
        min(1.0, error / (other * apart)) if one.n > 1 and other * apart > 0 else 1.0
        for one, error, other in zip(
            (source, target), _errors(source, target), _parts(source, target)[::-1], strict=True
        )
    ]
    return shares[0], shares[1]


def _mean_share(source: _Sample, target: _Sample, variances: Floats) -> float:
    """James and Stein's, of the difference of the means, with the covariance estimated."""
    apart = float(((source.mean - target.mean) ** 2).sum())
    columns = float(variances.sum())  # those that are raised count less
    rows = source.n + target.n - 2
    noise = (1 / source.n + 1 / target.n) * rows / max(rows - columns + 3, 1.0)
    return min(1.0, max(columns - 2, 0.0) * noise / apart) if apart > 0 else 0.0


class _Gaussian(NamedTuple):
    """A Gaussian by its mean and the Cholesky factor of its covariance."""

    mean: Floats
    root: Floats

    @classmethod
    def of(cls, mean: Floats, covariance: Floats, name: str) -> _Gaussian:
        variances = np.linalg.eigvalsh(covariance) if covariance.size else np.ones(1)
        if not variances[0] > _SINGULAR * variances[-1]:
            raise ValueError(
                f"The rows of {name} have no spread in some direction in which those of the other sample have one: "
                "give a larger shrinkage, a number up to 1."
            )
        if not covariance.size:
            return cls(mean, covariance)
        return cls(mean, cholesky(covariance, lower=True))

    def log_density(self, rows: Floats) -> Floats:
        """Up to the factor 2 pi."""
        if not self.mean.size:  # no column varies
            return np.zeros(len(rows))
        turned = solve_triangular(self.root, (rows - self.mean).T, lower=True)
        values: Floats = -0.5 * np.einsum("ij,ij->j", turned, turned) - np.log(np.diag(self.root)).sum()
        return values
