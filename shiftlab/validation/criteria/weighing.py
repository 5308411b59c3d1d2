"""The weights of source rows, as the criteria use them: from a weigher fitted once for a source and its target."""

from __future__ import annotations

from typing import Any

import numpy as np
from sklearn.base import clone
from sklearn.utils.validation import has_fit_parameter

from ... import _check
from ..._check import Floats
from ...weights import KernelMeanMatching
from .._training import one_sentence
from .problem import Domains

UNIFORM = "uniform"


def weigh(weigher: Any, domains: Domains) -> Floats:
    """Estimates of p_target/p_source at the source rows; the target is X_u and X_l together, as in figure 3 line 1."""
    if is_uniform(weigher):
        return np.ones(domains.n)
    weigher = KernelMeanMatching() if weigher is None else weigher
    if isinstance(weigher, type) or not all(hasattr(weigher, what) for what in ("fit", "get_params")):
        raise ValueError(f'weigher must be a weigher, None or "{UNIFORM}", got {_check.short(weigher)}.')
    target = domains.target_rows
    if target is None:
        raise ValueError(
            "The source can only be weighed for a target: give target, the unlabelled rows of the target, "
            "or the weights themselves."
        )
    labels = {"y_source": domains.y} if has_fit_parameter(weigher, "y_source") else {}
    with one_sentence(f"{type(weigher).__name__} cannot weigh the source"):
        fitted = clone(weigher).fit(domains.X, target, **labels)
    return checked_weights(fitted.weights_, domains.n)


def checked_weights(weights: Any, n: int) -> Floats:
    """`weights` as a vector with a weight for each of `n` rows, not all 0."""
    values = _check.finite(weights, "weights")
    if values.shape != (n,):
        raise ValueError(f"weights must be a vector with one weight for each of {n} rows, got shape {values.shape}.")
    if (values < 0).any():
        raise ValueError("weights must not be negative.")
    if not values.any():
        raise ValueError("Every source row has weight 0: the source does not overlap the target at all.")
    return values


def is_uniform(weigher: Any) -> bool:
    """Whether `weigher` stands for weights of one."""
    return isinstance(weigher, str) and weigher == UNIFORM


def same_weigher(one: Any, other: Any) -> bool:
    """Whether two weighers would give the same weights, as far as that can be seen: one fit will do for both."""
    if one is other:
        return True
    if type(one) is not type(other) or not hasattr(one, "get_params"):
        return isinstance(one, str) and one == other
    first, second = one.get_params(), other.get_params()
    return first.keys() == second.keys() and all(_same(first[name], second[name]) for name in first)


def _same(one: Any, other: Any) -> bool:
    plain = bool | int | float | str
    return one is other or (type(one) is type(other) and isinstance(one, plain) and one == other)
