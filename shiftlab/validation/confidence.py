"""How sure an estimated accuracy is, and how sure it is that one model is better than another."""

from __future__ import annotations

from math import pi, sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import ndtr, ndtri

from .. import _check

SCALES = ("half-width", "standard-error", "printed")


class ConfidenceInterval(NamedTuple):
    """The two ends; unpacks as ``low, high``."""

    low: float
    high: float


def confidence_interval(score: float, n: float, level: float = 0.95) -> ConfidenceInterval:
    r"""The interval of the true accuracy: (15) of the transfer cross-validation paper, inverted.

    .. math:: \frac{2 n \varepsilon + z^2 \pm z \sqrt{4 n \varepsilon + z^2 - 4 n \varepsilon^2}}{2 (n + z^2)}

    the true accuracies of which the estimated one is at most z standard errors away (Wilson, "Probable Inference, the
    Law of Succession, and Statistical Inference", 1927).

    Parameters
    ----------
    score : float
        The estimated accuracy, in [0, 1].
    n : float
        How many rows it was counted on. For weighted rows take their effective sample size
        (`shiftlab.diagnostics.effective_sample_size`), which need not be whole.
    level : float, default=0.95
        How often such intervals hold the truth.

    Notes
    -----
    The rows are taken as independent trials of one model. Folds share training rows, and reverse validation has
    errors of its own that more rows do not remove: in these respects the interval is too short.

    Examples
    --------
    >>> from shiftlab.validation import confidence_interval
    >>> low, high = confidence_interval(0.8, 10)  # ten labelled rows
    >>> round(low, 3), round(high, 3)
    (0.49, 0.943)
    """
    z = _quantile(level)
    centre, half_width = _wilson(_accuracy(score, "score"), _check.positive(n, "n"), z)
    return ConfidenceInterval(max(centre - half_width, 0.0), min(centre + half_width, 1.0))


def probability_better(
    score_1: float, score_2: float, n: float | tuple[float, float], level: float = 0.95, scale: str = "half-width"
) -> float:
    r"""The probability that the first of two models is better, from their estimated accuracies: (16).

    .. math:: \Phi\left(\frac{\mu_1 - \mu_2}{\sqrt{\sigma_1^2 + \sigma_2^2}}\right)

    Parameters
    ----------
    score_1, score_2 : float
        The estimated accuracies, in [0, 1].
    n : float or pair of floats
        How many rows they were counted on, or how many each; not necessarily whole, see `confidence_interval`.
    level : float, default=0.95
        Of the interval whose half-width is taken for σ. "standard-error" has no use for it.
    scale : {"half-width", "standard-error", "printed"}, default="half-width"
        What σ is. "half-width": as the paper has it, μ and σ are the middle and half the width of
        `confidence_interval`. Half the width is z standard errors, so that the probability is closer to one half the
        higher the `level`, which only says how sure the interval is meant to be. "standard-error" puts this right:
        μ is the score and σ its standard error √(μ(1-μ)/n), the limit of the interval's middle and of its half-width
        over z as z goes to 0. "printed" is the last line of (16) to the letter, with the μ and σ of "half-width":
        its integral is over a standardised variable and is divided by √(2π(σ₁² + σ₂²)), where √(2π) is due. What comes
        out is no probability: it is negative wherever the chance that the second model is better exceeds
        √(σ₁² + σ₂²), as for two equal scores on more than a few rows.

    Notes
    -----
    The text calls the half-width a variance but squares it where a variance is due, so it is taken for a standard
    deviation here. The estimates are taken as independent, as (16) does. Two models judged on the same rows tend to be
    wrong on the same ones: the truth is then farther from one half. Without any spread (two accuracies of 0 or 1, for
    "standard-error") the better score wins for certain, and equal scores give one half.

    Examples
    --------
    >>> from shiftlab.validation import probability_better
    >>> for scale in ("half-width", "standard-error", "printed"):
    ...     print(round(probability_better(0.75, 0.65, 200, scale=scale), 3))
    0.866
    0.986
    -0.513
    >>> [round(probability_better(0.75, 0.65, 200, level), 3) for level in (0.8, 0.99)]
    [0.956, 0.798]
    """
    if scale not in SCALES:
        raise ValueError(f'scale must be "half-width", "standard-error" or "printed", got {_check.short(scale)}.')
    z = _quantile(level)
    models = zip((_accuracy(score_1, "score_1"), _accuracy(score_2, "score_2")), _sizes(n), strict=True)
    (mu_1, sigma_1), (mu_2, sigma_2) = (
        (score, sqrt(score * (1 - score) / rows)) if scale == "standard-error" else _wilson(score, rows, z)
        for score, rows in models
    )
    spread = sqrt(sigma_1**2 + sigma_2**2)
    if spread == 0:
        return float(np.sign(mu_1 - mu_2) + 1) / 2
    if scale == "printed":
        # ∫ e^(-t²/2) dt up to a is √(2π)·Φ(a)
        return 1 - sqrt(2 * pi) * float(ndtr((mu_2 - mu_1) / spread)) / sqrt(2 * pi * spread**2)
    return float(ndtr((mu_1 - mu_2) / spread))


def _wilson(score: float, n: float, z: float) -> tuple[float, float]:
    """Middle and half the width of the interval: the μ and the σ under (15)."""
    scale = 2 * (n + z**2)
    return (2 * n * score + z**2) / scale, z * sqrt(4 * n * score * (1 - score) + z**2) / scale


def _quantile(level: float) -> float:
    share = _check.open_zero_one(level, "level", "how often the interval holds the truth")
    if share.ndim:
        raise ValueError(f"level must be one number, got {_check.short(level)}.")
    upper = (1 + share) / 2
    return float(ndtri(upper)) if upper < 1 else float(-ndtri((1 - share) / 2))  # next to 1 the sum is rounded


def _accuracy(score: float, name: str) -> float:
    value = _check.finite(score, name)
    if value.ndim or not 0 <= value <= 1:
        raise ValueError(
            f"{name} must be an accuracy in [0, 1], got {_check.short(score)} "
            "(a weighted one can be outside where the weights are not normalised)."
        )
    return float(value)


def _sizes(n: float | tuple[float, float] | ArrayLike) -> tuple[float, float]:
    given = _check.finite(n, "n")
    if given.shape not in ((), (2,)):
        raise ValueError(f"n must be one number of rows, or one for each of the two scores, got {_check.short(n)}.")
    first, second = np.broadcast_to(given, 2)
    return _check.positive(float(first), "n"), _check.positive(float(second), "n")
