"""What reverse validation and a weighted loss tell of the truth: sections 4.1 and 4.2 of transfer cross-validation."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from .. import _check
from .._check import Floats

_NEXT_TO_NOTHING = 1e-300

FORMS = ("repaired", "printed")


class TransferBound(NamedTuple):
    """The two ends, one of each for each row; unpacks as ``low, high``."""

    low: Floats
    high: Floats


def transfer_bound(
    r: ArrayLike,
    alpha: ArrayLike,
    error: ArrayLike = 0.0,
    reverse_error: ArrayLike = 0.0,
    *,
    form: str = "repaired",
) -> TransferBound:
    r"""How far a model can be from the target's truth where reverse validation has found r(x): (13), solved.

    The model learnt on the source is its truth and an error, (11): P(y|x,f) = P_s(y|x) + ε(f). The one learnt on the
    way back is a mixture of what the first taught it and of the labelled target rows, (12):
    P(y|x,f̄) = α P(y|x,f) + (1-α) P_t(y|x) + ε(f̄). Reverse validation sees their difference, (10) and (13):

    .. math:: r(x) = |P_s(y|x) - P(y|x,\bar f)|
              = |(1 - \alpha) (P(y|x,f) - P_t(y|x)) - \varepsilon(f) - \varepsilon(\bar f)|

    so that the distance of interest, d = |P(y|x,f) - P_t(y|x)|, is at most |ε(f)| + |ε(f̄)| away from r(x), both
    divided by 1 - α, and within [0, 1], as a distance between probabilities is.

    Parameters
    ----------
    r : array-like
        Values of reverse validation, at least 0: |y - ȳ|, or a mean of them.
    alpha : array-like
        How much of the way back was taught by the model itself, in [0, 1). The paper gives no value; the share of
        pseudo-labels among the rows, u/(u + ℓ), is one reading of "related to the ratio between the size of X_u
        and X_l".
    error, reverse_error : array-like, default=0
        ε(f) and ε(f̄), or the greatest sizes they can have.
    form : {"repaired", "printed"}, default="repaired"
        "repaired" is the interval above. "printed" is r/(1-α) at both ends: the estimate that (14) puts in place of d,
        which neglects both errors and can exceed 1.

    Notes
    -----
    The second line of (13) has the sign of (1-α) P_t(y|x) wrong; its third line is right again. What the second would
    say is in `reverse_value`. Without labelled rows α is 1, nothing of P_t is left in r, and no bound can be had: a
    model that is far from the target's truth and one that is equal to it may have the same r.

    Examples
    --------
    Half of the way back was taught by labelled rows, and each model may be off by .1:

    >>> from shiftlab.validation import transfer_bound
    >>> low, high = transfer_bound([0.0, 0.3], alpha=0.5, error=0.1, reverse_error=0.1)
    >>> low.round(2).tolist(), high.round(2).tolist()
    ([0.0, 0.2], [0.4, 1.0])
    >>> transfer_bound(0.3, alpha=0.9, form="printed").high.round(2).tolist()
    3.0
    """
    r, own = _check.finite(r, "r"), _share(alpha)
    error, reverse_error = _check.finite(error, "error"), _check.finite(reverse_error, "reverse_error")
    if (r < 0).any():
        raise ValueError("r must be at least 0, as the size of a difference is.")
    if (own == 1).any():
        raise ValueError(
            "alpha must be below 1: where no labelled row of the target teaches the way back, it says nothing of the "
            "target's truth."
        )
    _check_form(form)
    _check.fit_together(r=r, alpha=own, error=error, reverse_error=reverse_error)
    if form == "printed":
        estimate, *_ = np.broadcast_arrays(r / (1 - own), error, reverse_error)  # (14)
        return TransferBound(estimate, estimate)
    slack = np.abs(error) + np.abs(reverse_error)
    with np.errstate(over="ignore"):  # cut at 1
        low, high = (r - slack) / (1 - own), (r + slack) / (1 - own)
    return TransferBound(np.clip(low, 0, 1), np.clip(high, 0, 1))


def reverse_value(
    model: ArrayLike,
    target: ArrayLike,
    alpha: ArrayLike,
    error: ArrayLike = 0.0,
    reverse_error: ArrayLike = 0.0,
    *,
    form: str = "repaired",
) -> Floats:
    r"""r(x) by (13), from everything that it depends on.

    Parameters
    ----------
    model, target : array-like
        P(y|x,f) and P_t(y|x).
    alpha, error, reverse_error : array-like
        As in `transfer_bound`, the errors with their signs.
    form : {"repaired", "printed"}, default="repaired"
        "repaired" is |P_s - αP(f) - (1-α)P_t - ε(f̄)| with P_s = P(f) - ε(f), which is (10) and the third line of
        (13). "printed" is the second line, with + (1-α)P_t: it depends on the *sum* of the two probabilities, so that
        a model equal to the target's truth would get a value of 2(1-α)P_t instead of 0.

    Examples
    --------
    >>> from shiftlab.validation import reverse_value
    >>> float(reverse_value(0.8, 0.8, alpha=0.5)), float(reverse_value(0.8, 0.8, alpha=0.5, form="printed"))
    (0.0, 0.8)
    """
    model, target = _check.probabilities(model, "model"), _check.probabilities(target, "target")
    error, reverse_error = _check.finite(error, "error"), _check.finite(reverse_error, "reverse_error")
    own = _share(alpha)
    _check_form(form)
    _check.fit_together(model=model, target=target, alpha=own, error=error, reverse_error=reverse_error)
    sign = 1 if form == "printed" else -1
    source = model - error  # (11)
    return np.abs(source - own * model + sign * (1 - own) * target - reverse_error)  # (13), second line


def weighted_risk_bound(
    loss: float, n: int, vc_dimension: float, delta: float = 0.05, *, max_weight: float = 1.0, form: str = "repaired"
) -> float:
    r"""What the error on the target does not exceed, with probability 1 - delta: Theorem 1, (8).

    .. math:: G(f) \le \ell_w(f) + B \sqrt{\frac{d (\log(2n/d) + 1) + \log(2n + 1) - \log(\delta/4)}{n}}

    Parameters
    ----------
    loss : float
        ℓ_w, the mean over the n source rows of weight times 0/1 loss, by *the target's* labelling rule: the sum of (5),
        which no source row shows where the rules differ.
    n : int
        The number of source rows.
    vc_dimension : float
        d of the class that the model is chosen from.
    delta : float, default=0.05
        The chance of the bound failing.
    max_weight : float, default=1
        B, what no weight p_t(x)/p_s(x) exceeds, among all x.
    form : {"repaired", "printed"}, default="repaired"
        "printed" is (8): Vapnik's bound (9) for a loss in [0, 1], with the weighted loss put into it. But a weighted
        loss reaches B, and a mean of such terms strays B times as far; where the source hardly ever shows what the
        target is made of, (8) fails almost surely, however small delta. "repaired" is the formula above.

    Notes
    -----
    Why the repaired bound holds, for a source that may show every x of the target: w·loss is the integral over t from
    0 to B of [w > t]·loss, so that its mean strays at most B times as far as the worst of these 0/1 losses; there are
    2n + 1 ways to cut 2n rows by their weight, and Vapnik's bound counts the ways to label 2n rows (and leaves out a
    term of 1/n). Weights that never exceed 1 and have the mean 1 are all equal: where `max_weight` is 1 there is one
    way, and log(2n + 1) is left out. Cortes, Mansour and Mohri (Learning Bounds for Importance Weighting, NIPS 2010)
    have bounds with the second moment of the weights for B. Capacity counts up to d = 2n, beyond which Vapnik's
    expression would fall again.

    Examples
    --------
    >>> from shiftlab.validation import weighted_risk_bound
    >>> for form in ("printed", "repaired"):
    ...     print(round(weighted_risk_bound(0.1, 10_000, 3, max_weight=5, form=form), 2))
    0.16
    0.43
    """
    loss, n = _check.not_negative(loss, "loss"), _check.count(n, "n")
    capacity = min(_check.positive(vc_dimension, "vc_dimension"), 2 * n)
    chance = _check.open_zero_one(delta, "delta", "the chance of the bound failing")
    if chance.ndim:
        raise ValueError(f"delta must be one number, got {_check.short(delta)}.")
    most = _check.finite(max_weight, "max_weight")
    if most.ndim or most < 1:
        raise ValueError(
            f"max_weight must be one number of at least 1, the mean of the weights, got {_check.short(max_weight)}."
        )
    _check_form(form)
    log_chance = np.log(chance / 4) if chance > _NEXT_TO_NOTHING else np.log(chance) - np.log(4)
    # a capacity next to 0 has so few ways that 0 is right, and no quotient
    ways = capacity * (np.log(2 * n / capacity) + 1) if capacity > _NEXT_TO_NOTHING else 0.0
    if form == "printed":
        most = np.asarray(1.0)
    elif most > 1:
        ways += np.log(2 * n + 1)
    return float(loss + most * np.sqrt((ways - log_chance) / n))  # (8)


def _share(alpha: ArrayLike) -> Floats:
    own = _check.finite(alpha, "alpha")
    if ((own < 0) | (own > 1)).any():
        raise ValueError(f"alpha is a share and must be in [0, 1], got {_check.short(alpha)}.")
    return own


def _check_form(form: str) -> None:
    if form not in FORMS:
        raise ValueError(f'form must be "repaired" or "printed", got {_check.short(form)}.')
