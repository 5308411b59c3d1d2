"""Temperature scaling with a bias for each class: probabilities made fit for a change of priors.

Alexandari, Kundaje and Shrikumar, "Maximum Likelihood with Bias-Corrected Calibration is Hard-To-Beat at Label Shift
Adaptation" (2020), call it BCTS.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize
from scipy.special import log_softmax, softmax

from shiftlab._check import Floats

#: Probabilities below count as this one: trees say 0 where they have seen nothing, and log 0 would decide everything.
FLOOR = 1e-8


class Calibration(NamedTuple):
    """``softmax(log(p) / temperature + bias)``; the bias of the first class is 0."""

    temperature: float
    bias: Floats

    def __call__(self, p: Floats) -> Floats:
        scaled: Floats = softmax(_logs(p) / self.temperature + self.bias, axis=1)
        return scaled


def calibrate(p: Floats, codes: NDArray[np.intp]) -> Calibration:
    """The calibration of largest likelihood, for rows of the classes `codes` that the model of `p` has not seen.

    Where the biases are best, the mean probability of each class is its share of the rows: without that, EM would
    find a shift of the priors where there is none.
    """
    logs, truth = _logs(p), np.eye(p.shape[1])[codes]

    def loss(parameters: Floats) -> tuple[float, Floats]:
        scores = parameters[0] * logs + np.r_[0.0, parameters[1:]]
        excess = (np.exp(log_softmax(scores, axis=1)) - truth) / len(codes)
        value = -(truth * log_softmax(scores, axis=1)).sum() / len(codes)
        return float(value), np.r_[(excess * logs).sum(), excess.sum(axis=0)[1:]]

    # Convex in 1/temperature and the biases. A slope of 0 would say that the model knows nothing, a negative one
    # that it has the classes confused: then a huge temperature is as far as calibration goes.
    start = np.r_[1.0, np.zeros(p.shape[1] - 1)]
    bounds = [(1e-6, None), *[(None, None)] * (p.shape[1] - 1)]
    best = minimize(loss, start, jac=True, method="L-BFGS-B", bounds=bounds, options={"ftol": 1e-14, "gtol": 1e-9})
    return Calibration(float(1 / best.x[0]), np.r_[0.0, best.x[1:]])


def _logs(p: Floats) -> Floats:
    logs: Floats = np.log(np.maximum(p, FLOOR))
    return logs
