"""How often a criterion picks the better of two models: the measure of the transfer cross-validation paper."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from .. import _check
from .._check import Floats


def concordance(
    accuracies: Mapping[Any, float] | ArrayLike, values: Mapping[Any, float] | ArrayLike, ties: str = "printed"
) -> float:
    r"""The pairs of models of which a criterion does not prefer the worse one: `corr` of section 5.1.

    .. math:: \binom{|H|}{2} - \sum_{f, g \in H} [(\varepsilon(f) - \varepsilon(g)) (v(f) - v(g)) < 0]

    each pair once. Only the order counts, so a criterion that gives a loss must be turned into 1 - loss first.

    Parameters
    ----------
    accuracies : mapping of names and numbers, or array-like
        The truth: how good each model is on the target.
    values : mapping of the same names, or array-like of the same length
        What the criterion says of each model, the more the better.
    ties : {"printed", "half"}, default="printed"
        "printed" takes from the number of pairs only those in the wrong order, as above: a criterion that says the
        same of all models has every pair right. "half" counts one half for each pair that is tied, be it in the
        truth, in the values or in both: a criterion that knows nothing, whether it says the same of all models or
        guesses, then gets half of the pairs (a guess on average), whatever the truth. Where true accuracies are tied,
        the most that can be reached is less than the number of pairs.

    Returns
    -------
    float
        From 0 to the number of pairs; with "half" it may end in .5.

    Examples
    --------
    >>> from shiftlab.validation import concordance
    >>> accuracies = {"tree": 0.70, "bayes": 0.65, "line": 0.60}
    >>> concordance(accuracies, {"tree": 0.9, "bayes": 0.7, "line": 0.8})  # bayes against line is wrong
    2.0
    >>> constant = {"tree": 0.5, "bayes": 0.5, "line": 0.5}
    >>> concordance(accuracies, constant), concordance(accuracies, constant, ties="half")
    (3.0, 1.5)
    """
    if ties not in ("printed", "half"):
        raise ValueError(f'ties must be "printed" or "half", got {_check.short(ties)}.')
    truth, value = _same_models(accuracies, values)
    first, second = np.triu_indices(truth.size, k=1)
    # signs, not differences, whose product may be too small for a number
    agreement = np.sign(truth[first] - truth[second]) * np.sign(value[first] - value[second])
    tied = 1.0 if ties == "printed" else 0.5
    return float(np.sum(agreement > 0) + tied * np.sum(agreement == 0))


def _same_models(
    accuracies: Mapping[Any, float] | ArrayLike, values: Mapping[Any, float] | ArrayLike
) -> tuple[Floats, Floats]:
    if isinstance(accuracies, Mapping) and isinstance(values, Mapping):
        if accuracies.keys() != values.keys():
            only = sorted(map(str, accuracies.keys() ^ values.keys()))
            raise ValueError(f"accuracies and values must be of the same models, but only one has {', '.join(only)}.")
        accuracies, values = list(accuracies.values()), [values[name] for name in accuracies]
    elif isinstance(accuracies, Mapping) or isinstance(values, Mapping):
        raise ValueError("accuracies and values must both have names or both be sequences of numbers.")
    truth, value = _check.finite(accuracies, "accuracies"), _check.finite(values, "values")
    if truth.ndim != 1 or truth.shape != value.shape:
        raise ValueError(
            "accuracies and values must be vectors with one number for each model, "
            f"but their shapes are {truth.shape} and {value.shape}."
        )
    return truth, value
