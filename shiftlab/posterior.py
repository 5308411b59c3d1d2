"""Posterior probabilities and decision thresholds after undersampling, or under new class priors.

Notation of Dal Pozzolo, Caelen, Johnson and Bontempi, "Calibrating Probability with Undersampling for
Unbalanced Classification" (2015); the numbers in brackets are its equations.

``p``     posterior of the positive class on the original, unbalanced distribution
``p_s``   posterior after undersampling; ``beta`` is the share of negatives that was kept
``tau``   decision threshold: a row is called positive when its probability is *greater*

All functions are vectorised over every argument (numpy broadcasting), return Python floats for scalars, and
are exact at the ends: 0 stays 0, 1 stays 1, and beta = 1 changes nothing, bit for bit.
"""

from __future__ import annotations

import warnings
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _check

Result = Any  # float for scalar arguments, ndarray otherwise

_SINGLE = 1e-5  # how far from 1 the classes' probabilities sum up when a model computes in single precision


def undersampled_posterior(p: ArrayLike, beta: ArrayLike) -> Result:
    """p_s, the posterior that a model sees when only a share `beta` of the negatives is kept (3).

    >>> undersampled_posterior(0.1, 1 / 9)
    0.5
    """
    p = _check.probabilities(p, "p")
    beta = _check_beta(beta)
    _check.fit_together(p=p, beta=beta)
    return _plain(p / (p + beta * (1 - p)))  # (3)


def corrected_posterior(p_s: ArrayLike, beta: ArrayLike) -> Result:
    """p', the posterior corrected for undersampling with `beta` (4), (9): the inverse of (3).

    >>> round(corrected_posterior(0.5, 1 / 9), 12)
    0.1
    """
    p_s, beta = _check.probabilities(p_s, "p_s"), _check_beta(beta)
    _check.fit_together(p_s=p_s, beta=beta)
    # (9), with beta p_s - p_s + 1 written as beta p_s + (1 - p_s): the printed form is not exact at p_s = 1.
    kept = beta * p_s
    return _plain(kept / (kept + (1 - p_s)))


def largest_bias(beta: ArrayLike) -> tuple[Result, Result]:
    """The largest possible p_s - p, and the p at which it occurs.

    The derivative of (3) minus p is zero where p / (1 - p) = sqrt(beta): the maximum depends on nothing but
    beta, neither on the classes' distance nor on their priors.

    >>> [round(value, 12) for value in largest_bias(1 / 9)]
    [0.5, 0.25]
    """
    root = np.sqrt(_check_beta(beta))
    return _plain((1 - root) / (1 + root)), _plain(root / (1 + root))


def corrected_threshold(tau_s: ArrayLike, beta: ArrayLike) -> Result:
    """tau', the threshold on p' that decides as `tau_s` does on p_s (12).

    (12) is (9) applied to the threshold, and is computed by the same lines, so that ``p_s > tau_s`` and
    ``p' > tau'`` agree row by row.
    """
    tau_s, beta = _check.probabilities(tau_s, "tau_s"), _check_beta(beta)
    _check.fit_together(tau_s=tau_s, beta=beta)
    return corrected_posterior(tau_s, beta)


def bayes_threshold(l10: ArrayLike, l01: ArrayLike, l00: ArrayLike = 0.0, l11: ArrayLike = 0.0) -> Result:
    """The threshold of least expected loss, where ``l_ij`` is the loss of deciding i when the class is j (10).

    With l10 = pi+ and l01 = pi- it is pi+.

    >>> bayes_threshold(l10=0.1, l01=0.9)
    0.1
    """
    l10, l01, l00, l11 = (
        _check.finite(loss, name) for loss, name in ((l10, "l10"), (l01, "l01"), (l00, "l00"), (l11, "l11"))
    )
    _check.fit_together(l10=l10, l01=l01, l00=l00, l11=l11)
    with np.errstate(over="ignore"):
        false_alarm, miss = l10 - l00, l01 - l11
        total = false_alarm + miss
    if not np.isfinite(total).all():
        raise ValueError("The losses are too large to be added: give them in a larger unit.")
    if (false_alarm < 0).any() or (miss < 0).any() or (total <= 0).any():
        raise ValueError(
            "A wrong decision must cost at least as much as a right one (l10 >= l00 and l01 >= l11) "
            "and at least one of them more; otherwise no threshold is optimal."
        )
    return _plain(false_alarm / total)


def adjust_priors(p: ArrayLike, prior_train: ArrayLike, prior_target: ArrayLike) -> Result:
    """Posteriors under new class priors, Saerens' formula (14).

    Binary: `p` are probabilities of the positive class and the priors are its shares. Several classes: the
    priors are vectors with one entry per class, and the last axis of `p`, a matrix even for a single row, runs
    over the classes.
    """
    p = _check.probabilities(p, "p")
    train = _check.probabilities(prior_train, "prior_train")
    target = _check.probabilities(prior_target, "prior_target")
    if train.ndim and train.shape == target.shape == p.shape[-1:] and p.ndim > 1:
        _check_train_priors(train)
        _check_sums(target, "prior_target", 1e-9)
        _check_sums(p, "p", _SINGLE)
        raw = p * (target * (train.min() / train))  # (14) times the smallest prior: no quotient overflows
        total = raw.sum(axis=-1, keepdims=True)
        if (total == 0).any():
            raise ValueError("prior_target gives probability 0 to every class that some row of p allows.")
        return raw / total
    train, target = _check_train_and_target(p, train, target)
    # (14) times pi_s+, which may be so small that a quotient by it overflows
    return _ratio(target * p, (1 - target) * (train / (1 - train)) * (1 - p))


def elkan_adjust(p: ArrayLike, prior_train: ArrayLike, prior_target: ArrayLike) -> Result:
    """Elkan's form of the same adjustment (17), for the positive class.

    The printed denominator is factorised: as printed it cancels near the ends and is not exact there.
    """
    p = _check.probabilities(p, "p")
    train, target = _check_train_and_target(p, prior_train, prior_target)
    positive = target * (p * (1 - train))
    # (17): pi_s - pi_s p_s + pi_t p_s - pi_t pi_s = pi_t p_s (1 - pi_s) + pi_s (1 - p_s) (1 - pi_t)
    return _ratio(positive, train * (1 - p) * (1 - target))


def estimate_priors(p: ArrayLike, prior_train: ArrayLike, *, tol: float = 1e-10, max_iter: int = 10_000) -> Result:
    """The class priors of an unlabelled target sample, by the EM of Saerens, Latinne and Decaestecker (2002, 2.2).

    `p` are posteriors of target rows from a model trained under `prior_train`; binary as one vector with a
    scalar prior, or one column per class with a vector of priors. Stops when no prior moves by more than `tol`.
    """
    p = _check.probabilities(p, "p")
    if p.size == 0:
        raise ValueError("p is empty: give the posteriors of at least one target row.")
    if _check.finite(tol, "tol").ndim or tol < 0:
        raise ValueError(f"tol must be one number, 0 or greater, got {_check.short(tol)}.")
    _check.count(max_iter, "max_iter")
    train = _check.probabilities(prior_train, "prior_train")
    if p.ndim <= 1 and train.ndim == 0:
        share = float(_check.open_zero_one(train, "prior_train", "the share of positives in training"))
        both = estimate_priors(
            np.column_stack([1 - p.ravel(), p.ravel()]), [1 - share, share], tol=tol, max_iter=max_iter
        )
        return float(both[1])
    if p.ndim != 2 or train.shape != p.shape[1:]:
        raise ValueError("Give p as one column per class and prior_train with one entry per column.")
    _check_train_priors(train)
    _check_sums(p, "p", _SINGLE)
    priors = train
    for _ in range(max_iter):
        raw = p * (priors * (train.min() / train))  # as in adjust_priors
        updated = (raw / raw.sum(axis=1, keepdims=True)).mean(axis=0)
        moved = np.abs(updated - priors).max()
        priors = updated
        if moved <= tol:
            return priors
    from sklearn.exceptions import ConvergenceWarning

    warnings.warn(
        f"The priors still moved by {moved:.1g} after {max_iter} steps: raise max_iter or tol.",
        ConvergenceWarning,
        stacklevel=2,
    )
    return priors


def g_mean(y: ArrayLike, positive: ArrayLike) -> float:
    """sqrt(TPR * TNR) of the decisions `positive`, where `y` holds the true classes 0 and 1.

    >>> g_mean([0, 0, 1, 1], [False, True, True, True])  # TNR 1/2, TPR 1
    0.7071067811865476
    """
    truth, decided = _check_binary(y, "y"), _check_binary(positive, "positive")
    if truth.shape != decided.shape:
        raise ValueError(f"y and positive must have one entry per row, got {truth.shape} and {decided.shape}.")
    n_positive = int(np.count_nonzero(truth))
    n_negative = truth.size - n_positive
    if n_positive == 0 or n_negative == 0:
        raise ValueError("G-mean needs rows of both classes in y, but only one class is there.")
    true_positive = int(np.count_nonzero(truth & decided))
    true_negative = n_negative - (int(np.count_nonzero(decided)) - true_positive)
    return float(np.sqrt((true_positive / n_positive) * (true_negative / n_negative)))


class UndersamplingCounts(NamedTuple):
    """A row of Table I (or a column of rows when `beta` was an array)."""

    n: Any
    n_negative: Any
    n_positive: Any
    beta: Any
    percent_negative: Any


def undersampling_counts(n_positive: int, n_negative: int, beta: ArrayLike) -> UndersamplingCounts:
    """How many rows are left after undersampling: Table I.

    The negatives are counted in whole rows, rounded to the nearest. Counts below balance (beta < N+/N-) are
    counted too: it is arithmetic; the paper only calls N+/N- the smallest beta that makes sense.

    >>> undersampling_counts(1000, 9000, 1 / 9)[:3]
    (2000, 1000, 1000)
    """
    n_positive, n_negative = _check_count(n_positive, "n_positive"), _check_count(n_negative, "n_negative")
    if n_positive + n_negative == 0:
        raise ValueError("There are no rows: n_positive and n_negative are both 0.")
    beta = _check_beta(beta)
    kept = np.rint(beta * n_negative).astype(np.int64)
    total = kept + n_positive
    if (total == 0).any():
        raise ValueError("No row would be left: beta is too small for so few negatives and no positives.")
    return UndersamplingCounts(
        *(_plain(part) for part in (total, kept, np.full_like(kept, n_positive), beta, 100 * kept / total))
    )


def _ratio(positive: NDArray[Any], negative: NDArray[Any]) -> Result:
    total = positive + negative
    if (total == 0).any():
        raise ValueError("prior_target excludes a class that p says is certain: the posterior is undefined there.")
    return _plain(positive / total)


def _check_beta(beta: ArrayLike) -> _check.Floats:
    return _check.within_zero_one(beta, "beta", "the share of negatives kept")


def _check_train_and_target(
    p: _check.Floats, prior_train: ArrayLike, prior_target: ArrayLike
) -> tuple[_check.Floats, _check.Floats]:
    train = _check.open_zero_one(prior_train, "prior_train", "the share of positives in training")
    target = _check.probabilities(prior_target, "prior_target")
    _check.fit_together(p=p, prior_train=train, prior_target=target)
    return train, target


def _check_train_priors(train: _check.Floats) -> None:
    _check_sums(train, "prior_train", 1e-9)
    if (train < np.finfo(np.float64).tiny).any():
        raise ValueError("prior_train must be positive for every class: a class never seen has no posterior.")


def _check_sums(values: _check.Floats, name: str, tolerance: float) -> None:
    sums = values.sum(axis=-1)
    off = np.abs(sums - 1) > tolerance
    if off.any():
        raise ValueError(f"{name} must sum to 1 over the classes, but sums to {sums[off].flat[0]:g}.")


def _check_count(count: float, name: str) -> int:
    rows = _check.finite(count, name)
    if rows.ndim or rows != np.floor(rows) or not 0 <= rows <= 2**53:
        raise ValueError(f"{name} must be one whole number of rows, got {_check.short(count)}.")
    return int(rows)


def _check_binary(values: ArrayLike, name: str) -> NDArray[np.bool_]:
    array = _check.finite(values, name)
    if array.ndim != 1 or array.size == 0:
        raise ValueError(f"{name} must be a vector with at least one entry, got shape {array.shape}.")
    if not ((array == 0) | (array == 1)).all():
        raise ValueError(f"{name} must hold only 0 and 1 (or False and True).")
    return array == 1


def _plain(values: NDArray[Any]) -> Result:
    return values.item() if np.ndim(values) == 0 else values


def bias_by_delta(omega: float, delta: Any, prior: float, beta: float) -> Any:
    """p_s - p as a function of delta = omega+ - omega-, for one value of omega+ (8)."""
    positive = omega * prior
    p = positive / (positive + (omega - delta) * (1 - prior))  # (6), from (5): exact where delta = omega+
    return undersampled_posterior(p, beta) - p  # (7) is (3) of (6)


def peak_delta(omega: float, prior: float, beta: float) -> float:
    """The delta at which (8) is largest: where p is that of `largest_bias`, solved for delta by (6)."""
    p = largest_bias(beta)[1]
    return omega * (1 - prior / p) / (1 - prior)
