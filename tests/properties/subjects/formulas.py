"""Functions of numbers: posteriors, thresholds, bounds and scores, beside fractions that round nothing."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from hostile import Rng, one_of
from verdict import ANSWER, ANYTHING, REFUSAL, Call

from shiftlab import metrics, posterior, validation
from shiftlab.weights import information_criterion


@dataclass(frozen=True)
class Numbers:
    """What an argument may be, and what it may not."""

    good: tuple[Any, ...]
    bad: tuple[Any, ...]


_NONE = (
    np.nan,
    np.inf,
    -np.inf,
    "nonsense",
    None,
    1j,
    10**400,
    [0.5, np.nan],
    [[0.5], [0.1, 0.2]],
    object(),
    {},
    np.datetime64("2020-01-01"),
    np.array(["2020-01-01"], dtype="datetime64[D]"),
    b"x",
    "0.5",
)
_INSIDE = (
    0.5,
    0.1,
    1 / 3,
    0.9,
    1e-9,
    1 - 1e-9,
    1e-160,
    1e-300,
    5e-324,
    1 - 2**-53,
    np.float32(0.25),
    np.float64(0.7),
    [0.2, 0.8],
    [0.4, 0.6],
    np.array([1e-300, 0.5]),
    (0.3, 0.7),
    np.array(0.5),
    np.float16(0.5),
)
P = Numbers((0, 1, 0.0, 1.0, True, False, [0, 1], *_INSIDE), (*_NONE, -1e-9, 1 + 1e-9, 2, -1, [0.5, 2]))
BETA = Numbers((1, 1.0, [1, 0.5], *_INSIDE), (*_NONE, 0, -0.0, -1, 1 + 1e-9, 2, [0.5, 0.0]))
OPEN = Numbers(_INSIDE, (*_NONE, 0, 1, -1, 2, [0.5, 1.0]))
ONE_OPEN = Numbers(tuple(value for value in _INSIDE if np.ndim(value) == 0), (*OPEN.bad, [0.5, 0.5]))
ONE_P = Numbers((0, 1, 0.0, 1.0, *ONE_OPEN.good), (*P.bad, [0.5]))
LOSS = Numbers((0, 1, 2.5, -1.0, 1e-300, 1e100, [1.0, 2.0], np.int8(3), 1e307), _NONE)
ROWS = Numbers((0, 1, 5, 1000, np.int64(7), 10**9, 3.0), (*_NONE, -1, 0.5, [1], 10**30))
SIZE = Numbers((1, 2, 10, 1e9, 0.5, 1e-300, 1e300, np.int64(7)), (*_NONE, 0, -1, [1, 2, 3], []))
COUNTED = Numbers((1, 2, 10, 10**9, np.int64(7)), (*_NONE, 0, -1, 1.5, [1, 2], True))
ERROR = Numbers((0, 0.1, -0.1, 1e-300, 1e6, [0.1, -0.2]), _NONE)
TRUTH = Numbers(
    ([0, 1, 1, 0], [1, 0, 1, 0], np.array([0, 1, 0, 1], dtype=bool), (1.0, 0.0, 0.0, 1.0), [0, 0, 0, 1]),
    (*_NONE, [0, 1, 2, 0], [], 1, [[0, 1, 1, 0]], ["a", "b", "a", "b"], [0, 1, np.nan, 0], [0, 1, None, 0]),
)
FOUR = Numbers(
    ([0.1, 0.9, 0.5, 0.5], [0, 1, 1, 0], [1e-300, 5e-324, 1, 0.3], np.array([0.5] * 4, dtype=np.float32)),
    (*_NONE, [0.1, 0.9, 0.5], [], 0.5, [[0.1, 0.9, 0.5, 0.5]], [0.1, 0.9, 0.5, 1.5], [0.1, np.nan, 0.5, 0.5]),
)
VALUES = Numbers(
    ([1.0, 2.0, 3.0], [1e-300, -1e300, 5e-324], [1, 1, 1], np.array([True, False, True]), (0.1, 0.1, 0.2)),
    (*_NONE, [1.0, 2.0], [[1.0, 2.0, 3.0]], 1.0, ["a", "b", "c"], [1.0, np.nan, 2.0]),
)

Fractions = Callable[..., Any]


@dataclass(frozen=True)
class Formula:
    """A function of numbers."""

    name: str
    function: Callable[..., Any]
    arguments: dict[str, Numbers]
    exactly: Fractions | None = None
    """The value of numbers as fractions; a division by 0 where there is none."""
    check: Callable[..., str | None] | None = None
    """What is wrong with a value, given it and the arguments."""
    weight: int = 1

    def draw(self, rng: Rng) -> Call:
        """A call of it, with strange arguments."""
        given, bad = {}, False
        for name, numbers in self.arguments.items():
            wrong = rng.random() < 0.15
            bad |= wrong
            given[name] = one_of(rng, numbers.bad if wrong else numbers.good)
        must = REFUSAL if bad else ANSWER
        expected = None
        if not bad and self.exactly is not None:
            expected, must = self._expected(given)
        elif not bad:
            must = ANYTHING
        words = f"{self.name}(" + ", ".join(f"{name}={str(value)[:30]}" for name, value in given.items()) + ")"
        return Call(words, lambda: self.function(**given), lambda value: self._wrong(value, expected, given), must)

    def _expected(self, given: dict[str, Any]) -> tuple[Any, str]:
        """What fractions say, number by number, and whether there is an answer at all."""
        try:
            arrays = np.broadcast_arrays(*(np.asarray(value, dtype=float) for value in given.values()))
        except ValueError:
            return None, REFUSAL
        try:
            exact = [self.exactly(*map(Fraction, map(float, row))) for row in zip(*map(np.ravel, arrays), strict=True)]
        except ZeroDivisionError:
            return None, REFUSAL
        return np.reshape([float(value) for value in exact], arrays[0].shape), ANSWER

    def _wrong(self, value: Any, expected: Any, given: dict[str, Any]) -> str | None:
        if expected is not None:
            found = np.asarray(value, dtype=float)
            if found.shape != expected.shape:
                return f"the shape is {found.shape}, not {expected.shape}"
            # numbers next to the smallest there are have few digits, or none
            few = any((np.abs(np.asarray(value, dtype=float)) < 1e-307).any() for value in given.values())
            off = np.abs(found - expected) > (1 if few else 1e-9) * np.abs(expected) + 1e-300
            if off.any() or np.isnan(found).any():
                return f"it is {found}, and {expected} by fractions"
        return None if self.check is None else self.check(value, **given)


def _threshold(l10: Fraction, l01: Fraction) -> Fraction:
    if l10 < 0 or l01 < 0:
        raise ZeroDivisionError
    return l10 / (l10 + l01)


def _adjusted(p: Fraction, train: Fraction, target: Fraction) -> Fraction:
    positive, negative = target * p * (1 - train), (1 - target) * train * (1 - p)
    return positive / (positive + negative)


def _in_unit(*values: Any) -> str | None:
    flat = np.concatenate([np.ravel(np.asarray(value, dtype=float)) for value in values])
    return None if ((flat >= 0) & (flat <= 1)).all() else f"{flat} should be in [0, 1]"


def _interval(value: Any, score: Any, n: Any, level: Any) -> str | None:
    low, high = value
    inside = 0 <= low <= score + 1e-12 and score - 1e-12 <= high <= 1
    return None if inside else f"the interval {low} to {high} of the score {score}"


def _better(value: Any, score_1: Any, score_2: Any, n: Any) -> str | None:
    back = validation.probability_better(score_2, score_1, n)
    return _in_unit(value) or (None if abs(value + back - 1) < 1e-9 else f"{value} and the other way {back}")


def _bound(value: Any, **given: Any) -> str | None:
    low, high = (np.asarray(end) for end in value)
    return _in_unit(low, high) or (None if (low <= high).all() else f"{low} is above {high}")


def _finite(value: Any, **given: Any) -> str | None:
    return None if np.isfinite(np.asarray(value, dtype=float)).all() else f"it is {value}"


def _auc(y: Any, p: Any) -> float:
    pairs = [(a > b) + (a == b) / 2 for a, s in zip(p, y, strict=True) if s for b, t in zip(p, y, strict=True) if not t]
    return sum(pairs) / len(pairs)


def _counted(value: Any, n_positive: Any, n_negative: Any, beta: Any) -> str | None:
    right = (np.asarray(value.n) == np.asarray(value.n_negative) + np.asarray(value.n_positive)).all()
    return None if right and (np.asarray(value.n_negative) <= n_negative).all() else f"it counts {value}"


_X = np.arange(12.0).reshape(6, 2) ** 2 % 7
_Y = np.array([1.0, 0.5, 2.0, -1.0, 0.0, 3.0])
FORMULAS = [
    Formula(
        "undersampled_posterior",
        posterior.undersampled_posterior,
        {"p": P, "beta": BETA},
        lambda p, beta: p / (p + beta * (1 - p)),
        lambda value, **_: _in_unit(value),
    ),
    Formula(
        "corrected_posterior",
        posterior.corrected_posterior,
        {"p_s": P, "beta": BETA},
        lambda p, beta: beta * p / (beta * p + 1 - p),
        lambda value, **_: _in_unit(value),
    ),
    Formula(
        "corrected_threshold",
        posterior.corrected_threshold,
        {"tau_s": P, "beta": BETA},
        lambda p, beta: beta * p / (beta * p + 1 - p),
    ),
    Formula("largest_bias", posterior.largest_bias, {"beta": BETA}, check=lambda value, **_: _in_unit(*value)),
    Formula("bayes_threshold", posterior.bayes_threshold, {"l10": LOSS, "l01": LOSS}, _threshold),
    Formula("adjust_priors", posterior.adjust_priors, {"p": P, "prior_train": OPEN, "prior_target": P}, _adjusted),
    Formula("elkan_adjust", posterior.elkan_adjust, {"p": P, "prior_train": OPEN, "prior_target": P}, _adjusted),
    Formula(
        "estimate_priors",
        lambda **given: posterior.estimate_priors(**given, max_iter=500),
        {"p": P, "prior_train": ONE_OPEN},
        check=lambda value, **_: _in_unit(value),
    ),
    Formula("g_mean", posterior.g_mean, {"y": TRUTH, "positive": TRUTH}, check=lambda value, **_: _in_unit(value)),
    Formula(
        "undersampling_counts",
        posterior.undersampling_counts,
        {"n_positive": ROWS, "n_negative": ROWS, "beta": BETA},
        check=_counted,
    ),
    Formula(
        "brier_score",
        metrics.brier_score,
        {"y": TRUTH, "p": FOUR},
        check=lambda value, y, p: None if math.isclose(value, np.mean((np.asarray(y) * 1.0 - p) ** 2)) else "wrong",
    ),
    Formula(
        "auc",
        metrics.auc,
        {"y": TRUTH, "p": FOUR},
        check=lambda value, y, p: None if math.isclose(value, _auc(y, p)) else f"{value}, by pairs {_auc(y, p)}",
    ),
    Formula(
        "confidence_interval",
        validation.confidence_interval,
        {"score": ONE_P, "n": SIZE, "level": ONE_OPEN},
        check=_interval,
    ),
    Formula(
        "probability_better",
        validation.probability_better,
        {"score_1": ONE_P, "score_2": ONE_P, "n": SIZE},
        check=_better,
    ),
    Formula(
        "transfer_bound",
        validation.transfer_bound,
        {
            "r": Numbers((0, 0.3, 1, 5.0, 1e300, [0.0, 0.3]), (*_NONE, -0.1)),
            "alpha": Numbers((0, 0.5, 0.9, 1 - 2**-53, 5e-324), (*_NONE, 1, -0.1, 2)),
            "error": ERROR,
            "reverse_error": ERROR,
        },
        check=_bound,
    ),
    Formula(
        "reverse_value", validation.reverse_value, {"model": P, "target": P, "alpha": P, "error": ERROR}, check=_finite
    ),
    Formula(
        "weighted_risk_bound",
        validation.weighted_risk_bound,
        {
            "loss": Numbers((0, 0.1, 1, 3.0), (*_NONE, -1, [0.1])),
            "n": COUNTED,
            "vc_dimension": SIZE,
            "delta": ONE_OPEN,
            "max_weight": Numbers((1, 5.0, 1e6), (*_NONE, 0.5, -1, [2.0])),
        },
        check=lambda value, loss, **_: None if loss <= value < np.inf else f"{value} for a loss of {loss}",
    ),
    Formula(
        "concordance",
        validation.concordance,
        {"accuracies": VALUES, "values": VALUES},
        check=lambda value, **_: None if 0 <= value <= 3 else f"{value} of 3 pairs",
    ),
    Formula(
        "information_criterion",
        lambda exponents, ratio: information_criterion(exponents, ratio, _X, _Y),
        {
            "exponents": P,
            "ratio": Numbers(
                ([1.0] * 6, [0.0, 1, 2, 3, 0, 1], [1e-160] * 5 + [1.0], [1e160] * 6, [1e300, 1, 1, 1, 1, 1]),
                (*_NONE, [1.0] * 5, [-1.0] * 6, [0.0] * 6, 1.0, [[1.0] * 6]),
            ),
        },
        check=_finite,
    ),
]
