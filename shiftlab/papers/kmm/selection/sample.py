"""A biased sample of a real data set, and the true probabilities behind it: section 4.2 of kernel mean matching."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import brentq
from scipy.special import expit

from shiftlab._check import Floats
from shiftlab.bias import FeatureDistance, FeatureNormal, FeatureStep, LabelLogistic, LabelStep
from shiftlab.experiments.streams import state, stream

from .settings import Settings
from .tasks import is_number, population

#: The joint scheme of 4.2.1 speaks of features with values from 0 to 9.
LEVELS = 9.0


@dataclass(frozen=True)
class Sample:
    """The rows selected from the pool, and the target; features scaled as the settings say."""

    X_source: Floats
    y_source: Floats
    X_target: Floats
    y_target: Floats
    n_pool: int
    chance: Floats  # P(s=1|x,y) of the rows selected
    rate: float  # P(s=1), the mean chance in the pool
    positive: NDArray[np.bool_]  # of the rows selected; numbers to predict above their median are positive
    along_source: Floats  # the quantity along which the bias is shown
    along_target: Floats
    along: str

    @property
    def true_weights(self) -> Floats:
        """P'(x,y)/P(x,y) = P(s=1)/P(s=1|x,y) of the rows selected, (4)."""
        return self.rate / self.chance


def draw_sample(settings: Settings) -> Sample:
    """Split the rows at random into a pool and the target, and select from the pool."""
    s = settings
    X, scaled, y = population(s.dataset, s.scaling)
    order = np.random.RandomState(state(s.seed)).permutation(len(y))
    if s.max_rows:
        order = order[: s.max_rows]
    n_pool = round(s.train * order.size)
    pool, target = order[:n_pool], order[n_pool:]
    if n_pool < 2:
        raise ValueError(f"train={s.train:g} does not fit: it leaves {n_pool} of {order.size} rows to select from.")
    above = y > (np.median(y) if is_number(s.dataset) else 0)
    chances = _chances(s, X[pool], scaled[pool], y[pool], above[pool], X, y)
    # a stream of its own: moving what the bias is leaves the split where it is
    selected = stream(s.seed, 1).random_sample(n_pool) < chances
    if target.size == 0:
        target = pool[~selected]  # 4.2.3
    if selected.sum() < 2 or target.size < 2:
        raise ValueError(
            f"This bias selects {selected.sum()} of {n_pool} rows and leaves {target.size} to test: there must be "
            "two of each, so change the share selected or the share of rows to select from."
        )
    source = pool[selected]
    along, values = _along(s, X, scaled, pool)
    return Sample(
        scaled[source],
        y[source],
        scaled[target],
        y[target],
        n_pool,
        chances[selected],
        float(chances.mean()),
        above[source],
        values[source],
        values[target],
        along,
    )


def _chances(s: Settings, X: Floats, scaled: Floats, y: Floats, above: Any, X_all: Floats, y_all: Floats) -> Floats:
    """P(s=1|x,y) of the rows of the pool; scales are those of all rows."""
    share = s.share or None
    if s.scheme == "feature":  # 4.2.1
        column = X_all[:, s.feature - 1]
        cut = float(column.min() + s.cut * np.ptp(column))
        return FeatureStep(s.feature - 1, cut, 0.2, 0.8).probability(X, None)
    if s.scheme == "joint":
        return FeatureDistance.kmm(share=share).probability(_levels(X, X_all), None)
    if s.scheme == "label":
        return LabelStep(s.keep_positive, s.keep_negative, positive=1).probability(None, above.astype(int))
    if s.scheme == "component":  # 4.2.2, "PCA ... of the training data"
        return FeatureNormal(s.a, s.b, flip=s.flip, spread=s.spread, share=share).probability(scaled, None)
    values = (y - y_all.mean()) / y_all.std() if is_number(s.dataset) else y
    return LabelLogistic(_intercept(values, s.slope, share), s.slope).probability(None, values)


def _intercept(values: Floats, slope: float, share: float | None) -> float:
    """The a of exp(a + by)/(1 + exp(a + by)) for which the mean over the rows is `share`; 0 without one."""
    if share is None:
        return 0.0
    reach = max(40.0, 1 - np.log(share)) + abs(slope) * float(np.abs(values).max())
    return float(brentq(lambda a: expit(a + slope * values).mean() - share, -reach, reach))


def _levels(X: Floats, X_all: Floats) -> Floats:
    """Features on the scale of the paper's levels, 0 to 9."""
    width = np.ptp(X_all, axis=0)
    return LEVELS * (X - X_all.min(axis=0)) / np.where(width > 0, width, 1.0)


def _along(s: Settings, X: Floats, scaled: Floats, pool: NDArray[np.intp]) -> tuple[str, Floats]:
    """What selection looks at, of every row; the first principal component where that is the label."""
    if s.scheme == "feature":
        return f"feature {s.feature}", X[:, s.feature - 1]
    if s.scheme == "joint":
        levels = _levels(X, X)
        return "distance from the mean", np.sqrt(((levels - levels[pool].mean(axis=0)) ** 2).sum(axis=1))
    mean = scaled[pool].mean(axis=0)
    first = np.linalg.svd(scaled[pool] - mean, full_matrices=False)[2][0]
    return "first principal component", (scaled - mean) @ (first * np.sign(first[np.argmax(np.abs(first))]))
