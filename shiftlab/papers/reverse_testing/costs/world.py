"""Transactions with amounts, to learn from and to judge: a world of ours, and blocks of time of the card data."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import brentq
from scipy.special import expit

from shiftlab import datasets
from shiftlab._check import Floats

from .settings import Settings

#: Behaviour of a customer, apart from the amount.
N_BEHAVIOURS = 7
#: Mean and standard deviation of the logarithm of the amount: two in five amounts exceed $90.
LOG_AMOUNT, LOG_SPREAD = 4.2, 1.0
DAY = 86_400.0


class Transactions(NamedTuple):
    X: Floats
    y: NDArray[np.int64]  # 1 is fraud
    amount: Floats

    @property
    def value(self) -> Floats:
        """What finding out about each row recovers."""
        return self.amount * self.y

    def benefits(self, overhead: float) -> Floats:
        """The benefit matrix of each row: actual class, then decision; [1] is fraud (section 6)."""
        matrices = np.zeros((len(self.y), 2, 2))
        matrices[:, 0, 1] = -overhead
        matrices[:, 1, 1] = self.amount - overhead
        return matrices

    def take(self, rows: NDArray[np.intp]) -> Transactions:
        return Transactions(self.X[rows], self.y[rows], self.amount[rows])


def transactions(s: Settings) -> tuple[Transactions, Transactions]:
    """Those to learn from, and the target."""
    source, target = _world(s) if s.problem == "synthetic" else _card(s)
    frauds = int(source.y.sum())
    if frauds < 2 or frauds > len(source.y) - 2:
        raise ValueError(
            f"There is nothing to learn from {frauds} frauds in {len(source.y)} transactions: take more transactions."
        )
    return source, target


def behaviour(s: Settings, rows: Transactions) -> Floats:
    """The columns that may shift: the clock of the card data differs between blocks by definition."""
    return rows.X[:, 1:] if s.problem == "creditcard" else rows.X


def _world(s: Settings) -> tuple[Transactions, Transactions]:
    """Behaviour is normal, and its mean moves with time. What is suspicious does not: P(fraud | x) is one function."""
    rng = np.random.default_rng(s.seed)
    acts = rng.normal(size=(2, s.n, N_BEHAVIOURS))
    acts[1, :, :4] += s.shift * np.array([0.5, 0.5, -0.5, 0.5])  # together one standard deviation
    amount = np.exp(rng.normal(LOG_AMOUNT, LOG_SPREAD, size=(2, s.n)))
    suspicion = _suspicion(acts, amount)
    # the share of frauds is that of the source: the shift may raise or lower it in the target
    intercept = brentq(lambda a: expit(a + suspicion[0]).mean() - s.share, -40, 40)
    y = (rng.random((2, s.n)) < expit(intercept + suspicion)).astype(np.int64)
    source, target = (Transactions(np.column_stack([acts[i], amount[i]]), y[i], amount[i]) for i in range(2))
    return source, target


def _suspicion(acts: Floats, amount: Floats) -> Floats:
    """Log odds of fraud, but for a constant: two of the patterns no single feature shows."""
    first, second, third, fourth = np.moveaxis(acts, -1, 0)[:4]
    return (
        4.0 * (first + second > 2.5)
        + 4.0 * (third * fourth < -1.5)
        + 1.0 * first
        + 0.5 * (np.log(amount) - LOG_AMOUNT) / LOG_SPREAD
    )


def _card(s: Settings) -> tuple[Transactions, Transactions]:
    rows = card()
    edges = np.linspace(0, len(rows.y), s.blocks + 1).round().astype(int)
    first = s.block - 1 - s.train if s.train else 0
    source = np.arange(edges[first], edges[s.block - 1])
    if s.max_rows and s.max_rows < source.size:
        source = np.sort(np.random.default_rng(s.seed).choice(source, s.max_rows, replace=False))
    return rows.take(source), rows.take(np.arange(edges[s.block - 1], edges[s.block]))


@lru_cache(maxsize=1)
def card() -> Transactions:
    """The card data in the order of time; of the time the clock, as a moment that is past does not come back."""
    data = datasets.load("creditcard")
    X, y = data.binary("1")
    time, amount = (X[:, data.columns.index(name)] for name in ("Time", "Amount"))
    order = np.argsort(time, kind="stable")
    X = np.column_stack([time % DAY, X[:, 1:]])
    return Transactions(X, y, amount).take(order)
