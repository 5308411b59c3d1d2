"""Logistic regression for covariate shift against general solvers. CPU time of this process, one BLAS thread.

Everybody gets the same samples: labels from a random linear model, and a target shifted along the first column.
"""

import resource
import statistics
import time
from functools import partial
from itertools import cycle

import numpy as np
import pytest
from measure import cpu_seconds
from scipy import sparse
from scipy.optimize import minimize
from scipy.special import expit
from sklearn.linear_model import LogisticRegression
from sklearn.metrics.pairwise import rbf_kernel
from threadpoolctl import threadpool_limits

from shiftlab.learners import CovariateShiftLogisticRegression, ReweightedEstimator
from shiftlab.learners.joint.fit import fit_jointly
from shiftlab.learners.joint.labels import TwoClasses
from shiftlab.learners.joint.space import space
from shiftlab.weights import DiscriminativeRatio


@pytest.fixture(autouse=True)
def one_thread():
    with threadpool_limits(1):
        yield


def samples(m, d, shift, seed=0):
    rng = np.random.default_rng(seed)
    X, X_target = rng.normal(size=(m, d)), rng.normal(size=(m, d))
    X_target[:, 0] += shift
    y = (rng.random(m) < expit(X @ rng.normal(size=d))).astype(int)
    return X, y, X_target


def with_constant(X):
    return np.column_stack([X, np.ones(len(X))])


def by_lbfgs(X, y, X_target):
    """The same criterion from the same start: the iid fit, then both, by scipy's L-BFGS.

    Its own tolerances miss 1e-8 in some of the problems, hence others. With its own it takes 2.1 to 2.3 times as
    long as we, and 1.7 to 2.0 times if it starts at 0, which the paper advises against.
    """
    m, n, signs = len(X), len(X_target), 2 * y - 1
    X, X_target = with_constant(X), with_constant(X_target)
    size = X.shape[1]

    def iid(w):
        margins = signs * (X @ w)
        return np.logaddexp(0, -margins).sum() + w @ w / 2, w - X.T @ (signs * expit(-margins))

    def joint(theta):
        w, v = theta[:size], theta[size:]
        margins, u, u_target = signs * (X @ w), X @ v, X_target @ v
        r, losses = m / n * np.exp(-u), np.logaddexp(0, -margins)
        value = r @ losses + np.logaddexp(0, -u).sum() + np.logaddexp(0, u_target).sum() + theta @ theta / 2
        by_v = X_target.T @ expit(u_target) - X.T @ (r * losses + expit(-u))
        return value, theta + np.concatenate([-X.T @ (r * signs * expit(-margins)), by_v])

    options = {"ftol": 1e-12, "gtol": 1e-6, "maxiter": 10_000, "maxfun": 100_000}
    start = minimize(iid, np.zeros(size), jac=True, method="L-BFGS-B").x  # its own tolerances: only a start
    return minimize(joint, np.concatenate([start, np.zeros(size)]), jac=True, method="L-BFGS-B", options=options).fun


def by_newton(X, y, X_target):
    """Ours, of the same rows: only the search, as theirs is.

    A fit also checks the samples and doubts the weights; the look for target rows without counterparts is half of it.
    """
    rows = np.concatenate([X, X_target])
    return fit_jointly(space("linear", rows, len(X)), TwoClasses(y)).found.path[-1]


@pytest.mark.filterwarnings("ignore::shiftlab.weights.ShiftWarning")
@pytest.mark.parametrize("shift", [0.5, 1, 2, 3])
def test_faster_than_lbfgs(report, shift):
    ratios, fits = [], []
    for seed in range(20):
        problem = X, y, X_target = samples(1000, 20, shift, seed)
        learner = CovariateShiftLogisticRegression()
        whole = cpu_seconds(partial(learner.fit, X, y, X_target=X_target), 5)
        ours, theirs = (cpu_seconds(partial(search, *problem), 5) for search in (by_newton, by_lbfgs))
        assert learner.objective_ == by_newton(*problem) == pytest.approx(by_lbfgs(*problem), rel=1e-8)
        ratios.append(theirs / ours)
        fits.append(whole / ours)
    what = f"m=n=1000, 20-D, shift {shift}"
    report(f"times faster than L-BFGS, {what}", statistics.median(ratios), 2.5, unit="x", at_least=True)
    report(f"times as long as the search a fit takes, {what}", statistics.median(fits), 6, unit="x")


def by_equation_21(K, m, y, tol=1e-8):
    """(21) by a direct solve in each step, halved where the criterion would rise, from 0."""
    size, n = len(K), len(K) - m
    blocks = np.zeros((m + size, m + size))
    blocks[:m, :m], blocks[m:, m:] = K[:m, :m], K
    sigma, signs = np.repeat([1, -1], [m, n]), 2 * y - 1

    def value(dual, scores):
        r = m / n * np.exp(-scores[m : 2 * m])
        losses = np.logaddexp(0, -signs * scores[:m])
        return r @ losses + np.logaddexp(0, -sigma * scores[m:]).sum() + dual @ scores / 2

    dual, scores = np.zeros(m + size), np.zeros(m + size)
    reached = value(dual, scores)
    while True:
        p, q = expit(scores[:m]), expit(scores[m:])
        r = m / n * np.exp(-scores[m : 2 * m])
        a, b = r * (y - p), r * np.logaddexp(0, -signs * scores[:m])
        diagonal = np.concatenate([r * p * (1 - p), q * (1 - q)])
        diagonal[m : 2 * m] += b
        system = diagonal[:, np.newaxis] * blocks  # Lambda K, without the zeros of Lambda
        system[:m, m:] += a[:, np.newaxis] * K[:m]
        system[m : 2 * m, :m] += a[:, np.newaxis] * K[:m, :m]
        system[np.diag_indices_from(system)] += 1
        e = np.concatenate([a, b + 1 - q[:m], -q[m:]])
        step = np.linalg.solve(system, e - dual)
        moved, length = blocks @ step, 1.0
        promise = (e - dual) @ moved / 2
        while not (tried := value(dual + length * step, scores + length * moved)) <= reached and length > 1e-9:
            length /= 2
        dual, scores, reached = dual + length * step, scores + length * moved, min(tried, reached)
        if promise <= tol * max(1, reached):
            return reached


@pytest.mark.parametrize(("shift", "limit"), [(1, 2.5), (3, 1.5)])
@pytest.mark.parametrize("d", [2, 9, 20])
def test_faster_than_equation_21(report, shift, limit, d):
    X, y, X_target = samples(300, d, shift)
    rows = np.concatenate([X, X_target])
    learner = CovariateShiftLogisticRegression("rbf", gamma=0.5 / d)
    ours = cpu_seconds(lambda: learner.fit(X, y, X_target=X_target), 9)
    theirs = cpu_seconds(lambda: by_equation_21(rbf_kernel(rows, gamma=0.5 / d) + 1, 300, y), 5)
    expected = by_equation_21(rbf_kernel(rows, gamma=0.5 / d) + 1, 300, y)
    assert learner.objective_ == pytest.approx(expected, rel=1e-7)
    report(f"times faster than (21), m=n=300, {d}-D, shift {shift}", theirs / ours, limit, unit="x", at_least=True)


@pytest.mark.filterwarnings("ignore::shiftlab.weights.ShiftWarning")
def test_one_live_update(report):
    problems = cycle([samples(100, 2, shift / 10) for shift in range(31)])
    two_stage = ReweightedEstimator(LogisticRegression(), DiscriminativeRatio())

    def move():
        X, y, X_target = next(problems)
        CovariateShiftLogisticRegression().fit(X, y, X_target=X_target)
        two_stage.fit(X, y, X_target=X_target)

    report("a live update, 100 + 100 points, both methods", 1e3 * cpu_seconds(move, 62), 8, unit="ms")


def text(m, d, words, rng, tilt=0.0):
    """Rows of word counts, common words first; a tilt makes other words common."""
    popular = np.exp(tilt * rng.normal(size=d)) / np.arange(1, d + 1)
    columns = rng.choice(d, size=m * words, p=popular / popular.sum())
    return sparse.csr_array((np.ones(m * words), (np.repeat(np.arange(m), words), columns)), shape=(m, d))


def test_forty_thousand_words(report):
    rng = np.random.default_rng(0)
    X, X_target = text(1000, 40_000, 100, rng), text(1000, 40_000, 100, rng, tilt=0.5)
    scores = X @ rng.normal(size=40_000)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    started = time.process_time()
    learner = CovariateShiftLogisticRegression().fit(X, scores > np.median(scores), X_target=X_target)
    seconds = time.process_time() - started
    grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 2**20
    assert learner.coef_.shape == (1, 40_000)
    assert np.abs(learner.weights_ - learner.ratio(X)).max() < 1e-6 * learner.weights_.max()
    report("1000 + 1000 texts of 40,000 words", seconds, 20)
    report("peak memory growth, 40,000 words", grown, 1, unit="GB")
