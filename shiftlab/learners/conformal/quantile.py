"""The quantile of conformal scores in which every new row counts with its own weight.

Tibshirani, Barber, Candès and Ramdas, "Conformal Prediction Under Covariate Shift" (2019), Corollary 1.
"""

from __future__ import annotations

import numpy as np

from shiftlab._check import Floats


def weighted_quantiles(scores: Floats, weights: Floats, own: Floats, level: float) -> Floats:
    """For each new row the `level` quantile of ``sum p_i delta(score_i) + p_own delta(infinity)``.

    `weights` are those of the scores' rows and `own` those of the new ones, estimates of p_target/p_source; the p are
    in proportion to them and sum to 1 for each new row. Where that of the new row alone is more than ``1 - level``,
    the quantile is infinite.

    >>> import numpy as np
    >>> scores, weights = np.array([3.0, 1.0, 2.0]), np.array([1.0, 1.0, 4.0])
    >>> weighted_quantiles(scores, weights, np.array([0.0, 2.0, 4.0]), 0.7).tolist()  # 0.7 times 6, 8 and 10
    [2.0, 3.0, inf]
    """
    largest = weights.max()
    if largest == 0:  # no score counts: nothing is known of any row
        return np.full(len(own), np.inf)
    order = np.argsort(scores, kind="stable")
    with np.errstate(over="ignore"):  # a row that outweighs all scores by 1e308 and more
        reached, own = np.cumsum(weights[order] / largest), own / largest
    # a hair less, for sums that are equal on paper and differ in their last digits
    place = np.searchsorted(reached, level * (reached[-1] + own) * (1 - 1e-12), side="left")
    quantiles: Floats = np.append(scores[order], np.inf)[place]
    return quantiles
