"""Twelve months of card payments that never happened: an invented stream with a known rule, for questions of shift.

Everything about it is made up, and `card_rules` says what. Until then the months are data like any others: labels are
known of what was investigated, fraud is rare, customers and fraudsters change, and the newest labels are few.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray
from scipy.special import expit, logit

from .._check import Floats

Bools = NDArray[np.bool_]

MONTHS = 12
COLUMNS = ("amount", "hour", "region", "channel", "card_age", "payments_today", "new_shop")
REGIONS = ("home", "neighbours", "overseas", "new region")
CHANNELS = ("shop", "online", "cash machine")
FEATURES = (
    "log amount",
    "night",
    "neighbours",
    "overseas",
    "new region",
    "online",
    "cash machine",
    "card age",
    "payments today",
    "new shop",
)
#: When things change.
NEW_REGION, NEW_TRICK, SEASON, LATE = 5, 8, 12, 10
#: What share of the payments comes from the new region, by how many months it has been there.
ARRIVED = (0.1, 0.2, 0.3)
#: By what the odds of fraud are multiplied in the season.
TIMES = 3.0
#: Of the last months only so many labels have arrived.
ARRIVED_LABELS = 200
#: An investigator looks at this share of what looks suspicious, and at this share of the rest.
LOOKED_AT, IN_PASSING = 0.8, 0.1
#: So many customers complain of a fraud.
COMPLAIN = 0.6

#: The log odds of fraud: of each feature so much, and of the square of what lies beside an amount of 100.
BEFORE = {"night": 1.3, "online": 1.4, "overseas": 0.9, "card age": -0.25, "payments today": 0.35, "new shop": 1.0}
AFTER = {
    "night": -0.6,
    "cash machine": 2.2,
    "overseas": 0.9,
    "card age": 0.15,
    "payments today": -0.3,
    "new shop": -0.5,
}
BESIDE_100 = 2.0
START = {"before": -6.85, "after": -6.1}


@dataclass(frozen=True, eq=False)
class Payments:
    """The payments of one month.

    `X` has the columns of `COLUMNS`; region and channel are places in the lists of `symbols`. `y` is 1 for a fraud,
    and `p` its true probability, which only we can know. `investigated` and `complained` tell of which payments
    somebody learned the truth in that month, `labelled` of which it is known by now.
    """

    month: int
    X: Floats = field(repr=False)
    y: NDArray[np.int64] = field(repr=False)
    p: Floats = field(repr=False)
    investigated: Bools = field(repr=False)
    complained: Bools = field(repr=False)
    labelled: Bools = field(repr=False)
    columns: tuple[str, ...] = field(repr=False, default=COLUMNS)
    symbols: dict[str, tuple[str, ...]] = field(
        repr=False, default_factory=lambda: {"region": REGIONS, "channel": CHANNELS}
    )

    def column(self, name: str) -> Floats:
        """One column by its name."""
        if name not in self.columns:
            raise ValueError(f"There is no column {name!r:.40}; there are {', '.join(self.columns)}.")
        values: Floats = self.X[:, self.columns.index(name)]
        return values

    @property
    def features(self) -> Floats:
        """The columns as numbers that a linear model can use, named in `FEATURES`."""
        return _features(self.X)

    @property
    def chance(self) -> Floats:
        """The probability, by x alone, that a payment was investigated."""
        return _chance(self.X)


def card_payments(month: int, *, seed: int = 0, n: int = 5000) -> Payments:
    """`n` payments of a month from 1 to 12. The same seed gives the same bits.

    >>> payments = card_payments(1)
    >>> payments.X.shape, payments.columns[:3], int(payments.y.sum())
    ((5000, 7), ('amount', 'hour', 'region'), 75)
    """
    for name, value, low, high in (("month", month, 1, MONTHS), ("seed", seed, 0, 2**32 - 1), ("n", n, 1, 10**7)):
        if isinstance(value, bool) or not isinstance(value, int | np.integer) or not low <= value <= high:
            raise ValueError(f"{name} must be a whole number from {low:,} to {high:,}, got {value!r:.40}.")
    rng = np.random.RandomState([int(seed), int(month)])  # its stream never changes
    X, y, p = _season(month, int(n), rng) if month == SEASON else _drawn(month, int(n), rng)
    investigated = rng.random_sample(n) < _chance(X)
    complained = (y == 1) & (rng.random_sample(n) < COMPLAIN)
    labelled = np.ones(n, dtype=bool)
    if month >= LATE:
        labelled[rng.permutation(n)[ARRIVED_LABELS:]] = False
    return Payments(int(month), X, y, p, investigated, complained, labelled)


def _drawn(month: int, n: int, rng: np.random.RandomState) -> tuple[Floats, NDArray[np.int64], Floats]:
    X = _payments(month, n, rng)
    p = expit(_log_odds(X, month))
    return X, (rng.random_sample(n) < p).astype(np.int64), p


def _season(month: int, n: int, rng: np.random.RandomState) -> tuple[Floats, NDArray[np.int64], Floats]:
    """More of the same frauds: of the honest payments only one in so many is taken, at random."""
    X, y, p = _drawn(month, round(1.2 * TIMES * n) + 100, rng)  # some more than are needed
    taken = np.flatnonzero((y == 1) | (rng.random_sample(len(y)) < 1 / TIMES))[:n]
    return X[taken], y[taken], expit(logit(p[taken]) + np.log(TIMES))


def _payments(month: int, n: int, rng: np.random.RandomState) -> Floats:
    """Who pays: never mind the fraud."""
    settled = np.clip(month - NEW_REGION, -1, len(ARRIVED) - 1)
    new = ARRIVED[settled] if settled >= 0 else 0.0
    region = _choice(rng, n, [0.75 * (1 - new), 0.2 * (1 - new), 0.05 * (1 - new), new])
    arrived = region == 3
    amount = 10 ** rng.normal(np.where(arrived, 2.4, 1.6), np.where(arrived, 0.35, 0.5))
    channel = np.where(arrived, _choice(rng, n, [0.3, 0.6, 0.1]), _choice(rng, n, [0.6, 0.3, 0.1]))
    hour = np.floor(np.clip(rng.normal(14, 5, n), 0, 23.9))
    card_age = np.where(arrived, rng.exponential(1.0, n), rng.gamma(2.0, 2.0, n))
    return np.column_stack(
        [
            np.round(amount, 2),
            hour,
            region,
            channel,
            np.round(np.minimum(card_age, 10), 1),
            rng.poisson(1.5, n),
            rng.random_sample(n) < 0.3,
        ]
    ).astype(np.float64)


def _choice(rng: np.random.RandomState, n: int, shares: list[float]) -> NDArray[np.int64]:
    return np.searchsorted(np.cumsum(shares)[:-1], rng.random_sample(n), side="right")


def _features(X: Floats) -> Floats:
    amount, hour, region, channel, card_age, payments_today, new_shop = X.T
    return np.column_stack(
        [
            np.log10(np.maximum(amount, 0.01)),
            hour < 6,
            *(region == place for place in (1, 2, 3)),
            *(channel == place for place in (1, 2)),
            card_age,
            payments_today,
            new_shop,
        ]
    ).astype(np.float64)


def _chance(X: Floats) -> Floats:
    """An investigator looks at online payments, and at those of 100 or more."""
    suspicious = (X[:, 3] == 1) | (X[:, 0] >= 100)
    return np.where(suspicious, LOOKED_AT, IN_PASSING)


def _log_odds(X: Floats, month: int) -> Floats:
    own = dict(zip(FEATURES, _features(X).T, strict=True))
    rule, start = (BEFORE, START["before"]) if month < NEW_TRICK else (AFTER, START["after"])
    odds: Floats = start + BESIDE_100 * (own["log amount"] - 2) ** 2
    return odds + sum(weight * own[name] for name, weight in rule.items())
