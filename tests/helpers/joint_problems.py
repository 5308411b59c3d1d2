"""Random problems of the joint criterion, and the criterion written down as the paper prints it."""

import numpy as np
from scipy.special import expit

from shiftlab.learners.joint.labels import SeveralClasses, TwoClasses
from shiftlab.learners.joint.problem import JointProblem


def samples(m=60, n=40, d=3, shift=1.0, seed=0, n_classes=2):
    """Source rows with class numbers, and target rows moved along the first column."""
    rng = np.random.default_rng(seed)
    X, X_target = rng.normal(size=(m, d)), rng.normal(size=(n, d))
    X_target[:, 0] += shift
    scores = X @ rng.normal(size=(d, n_classes)) + rng.gumbel(size=(m, n_classes))
    y = scores.argmax(axis=1)
    y[:n_classes] = np.arange(n_classes)
    return X, y, X_target


def problem(sigma_w=1.0, sigma_v=1.0, n_classes=2, **named):
    """The criterion for `samples`, in their columns."""
    X, y, X_target = samples(n_classes=n_classes, **named)
    labels = TwoClasses(y) if n_classes == 2 else SeveralClasses(y, n_classes)
    return JointProblem(labels, X, np.concatenate([X, X_target]), sigma_w, sigma_v)


def criterion(w, v, X, y, X_target, sigma_w=1.0, sigma_v=1.0, factor=None):
    """Minus (24) for labels 0 and 1, with 1/q - 1 as printed; `factor` in place of m/n."""
    m, n = len(X), len(X_target)
    factor = m / n if factor is None else factor
    p, q, q_target = expit(X @ w), expit(X @ v), expit(X_target @ v)
    likelihood = factor * np.sum((1 / q - 1) * (y * np.log(p) + (1 - y) * np.log(1 - p)))
    selection = np.log(q).sum() + np.log(1 - q_target).sum()
    return -likelihood - selection + w @ w / (2 * sigma_w**2) + v @ v / (2 * sigma_v**2)


def value(of, theta):
    """J at theta."""
    return of.at(of.scores(theta)).value + theta @ theta / 2


def gradient(of, theta):
    """Its gradient."""
    return of.back(of.at(of.scores(theta)).slope) + theta


def hessian(of, theta, convex=False):
    """Its second derivatives, the upper triangle filled in."""
    lower = np.tril(of.hessian(of.at(of.scores(theta)).curvature(convex)))
    return lower + np.tril(lower, -1).T
