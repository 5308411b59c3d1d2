"""Weighted logistic regression with the prior (15), in any coordinates: the second of two stages, and the first."""

from __future__ import annotations

import numpy as np
from scipy.optimize import minimize
from scipy.special import expit

from shiftlab._check import Floats

MAX_ITER, SHORTEST = 100, 1e-9
#: Coordinates up to which the Newton equations are solved; above, L-BFGS.
LARGEST_MATRIX = 400


def logistic(A: Floats, signs: Floats, weights: Floats, sigma: float) -> Floats:
    """The w that minimises  sum_i weights_i log(1 + exp(-signs_i a_i'w)) + ||w||²/(2 sigma²)."""

    def at(w: Floats) -> tuple[float, Floats, Floats]:
        margins = signs * (A @ w)
        loss = weights @ np.logaddexp(0, -margins) + w @ w / (2 * sigma**2)
        wrong = expit(-margins)
        return float(loss), w / sigma**2 - A.T @ (weights * signs * wrong), wrong

    w = np.zeros(A.shape[1])
    if w.size > LARGEST_MATRIX:
        options = {"ftol": 1e-12, "gtol": 1e-6, "maxiter": 2000, "maxfun": 3000}
        return np.asarray(minimize(lambda w: at(w)[:2], w, jac=True, method="L-BFGS-B", options=options).x)
    loss, gradient, wrong = at(w)
    for _ in range(MAX_ITER):
        curved = A * np.sqrt(weights * wrong * (1 - wrong))[:, np.newaxis]
        hessian = curved.T @ curved
        hessian.ravel()[:: w.size + 1] += sigma**-2
        step = -np.linalg.solve(hessian, gradient)
        promise = -gradient @ step / 2
        length = 1.0
        while (tried := at(w + length * step))[0] > loss - 1e-4 * length * promise:
            length /= 2
            if length < SHORTEST:
                return w  # rounding is all that is left
        w = w + length * step
        loss, gradient, wrong = tried
        if promise <= 1e-12 * max(1.0, loss):
            break
    return w
