"""Kernel mean matching against the textbook's way, a dense call of cvxopt. CPU time of this process, one BLAS thread.

Both are timed in the same process, kernels included; the width of the kernel is given to both. The target is shifted
a little (0.5) or far (1.5). What a fit says of doubtful samples costs time as well: the other side does not look, so
that is a number of its own.
"""

import resource
import statistics
import time
import tracemalloc
from functools import partial

import numpy as np
import pytest
from cvxopt import matrix, solvers, sparse, spmatrix
from measure import cpu_seconds
from scipy.spatial.distance import cdist
from threadpoolctl import threadpool_limits

from shiftlab.weights import KernelMeanMatching, base
from shiftlab.weights.median import kernel_gamma

B = 1000.0


@pytest.fixture(autouse=True)
def one_thread():
    with threadpool_limits(1):
        yield


@pytest.fixture
def undoubting(monkeypatch):
    for look in ("doubt_overlap", "doubt_weights", "warn_of_spreads"):
        monkeypatch.setattr(base, look, lambda *_: None)


def samples(m, d, shift=0.5):
    rng = np.random.default_rng(0)
    return rng.normal(size=(m, d)), rng.normal(1.5 * shift / np.sqrt(d), 0.7, size=(m, d))


def textbook(X_source, X_target, gamma, dense=True):
    """(12) as it is written, handed to a general solver."""
    m = len(X_source)
    eps = 1 - 1 / np.sqrt(m)
    K = np.exp(-gamma * cdist(X_source, X_source, "sqeuclidean"))
    kappa = m * np.exp(-gamma * cdist(X_source, X_target, "sqeuclidean")).mean(axis=1)
    h = matrix(np.concatenate([[m * (1 + eps), m * (eps - 1)], np.full(m, B), np.zeros(m)]))
    if dense:
        G = matrix(np.vstack([np.ones((1, m)), -np.ones((1, m)), np.eye(m), -np.eye(m)]))
    else:
        ones, identity = matrix(1.0, (1, m)), spmatrix(1.0, range(m), range(m))
        G = sparse([sparse(ones), sparse(-ones), identity, -identity])
    return solvers.qp(matrix(K), matrix(-kappa), G, h, options={"show_progress": False})


def times_faster(m, d, shift, dense=True):
    X_source, X_target = samples(m, d, shift)
    gamma = kernel_gamma("median", X_source, X_target)
    matching = KernelMeanMatching(gamma=gamma, B=B, ridge=0.0)
    matching.fit(X_source, X_target)
    assert matching.gap_ <= 1e-6
    ours = cpu_seconds(lambda: matching.fit(X_source, X_target), 9)
    theirs = cpu_seconds(lambda: textbook(X_source, X_target, gamma, dense), 5 if m <= 500 else 1, warm=m <= 500)
    return theirs / ours


@pytest.mark.usefixtures("undoubting")
@pytest.mark.parametrize("shift", [0.5, 1.5])
@pytest.mark.parametrize(
    ("m", "d", "limit"), [(500, 2, 18), (500, 10, 20), (1000, 2, 60), (1000, 10, 30), (2000, 2, 250), (2000, 10, 40)]
)
def test_faster_than_the_textbook(report, m, d, limit, shift):
    what = f"times faster than dense cvxopt, m={m}, {d}-D, shift {shift}"
    report(what, times_faster(m, d, shift), limit, unit="x", at_least=True)


@pytest.mark.usefixtures("undoubting")
@pytest.mark.parametrize("d", [2, 10])
@pytest.mark.parametrize(("m", "limit"), [(100, 1 / 1.3), (200, 1), (500, 1), (1000, 1)])
def test_never_slower_than_a_sparse_call(report, m, d, limit):
    slowest = min(times_faster(m, d, shift, dense=False) for shift in (0.5, 1.5))
    report(f"times faster than sparse cvxopt, m={m}, {d}-D", slowest, limit, unit="x", at_least=True)


@pytest.mark.usefixtures("undoubting")
@pytest.mark.parametrize("d", [1, 2, 10])
@pytest.mark.parametrize("moved", ["gamma", "B", "target"])
@pytest.mark.parametrize(("m", "limit"), [(100, 0.3), (400, 2.5)])
def test_following_a_slider(report, m, limit, moved, d):
    X_source, X_target = samples(m, d)
    gamma = kernel_gamma("median", X_source, X_target)
    matching = KernelMeanMatching(gamma=gamma, B=8.0, warm_start=True).fit(X_source, X_target)
    seconds = []
    for step in [*range(1, 41)] * 10:  # one drag takes 8 ms: too little to be measured by
        target = X_target
        if moved == "gamma":
            matching.set_params(gamma=gamma * (1 + step / 100))
        elif moved == "B":
            matching.set_params(B=8 - step / 20)
        else:
            target = X_target + step / 200
        started = time.process_time()
        matching.fit(X_source, target)
        seconds.append(time.process_time() - started)
        assert matching.gap_ <= 1e-6
    report(f"a fit as {moved} moves, m={m}, {d}-D", 1e3 * statistics.median(seconds), limit, unit="ms")


@pytest.mark.parametrize("d", [1, 10])
@pytest.mark.parametrize(("m", "limit"), [(100, 3), (400, 1.5), (2000, 1.5)])
def test_doubts_beside_the_fit(report, request, m, limit, d):
    matching, problem = KernelMeanMatching(warm_start=True), samples(m, d)  # hardly anything is left to do but doubt
    fit = partial(matching.fit, *problem)
    whole = cpu_seconds(fit, 9)
    request.getfixturevalue("undoubting")
    report(f"doubts and fit beside the fit, m={m}, {d}-D", whole / cpu_seconds(fit, 9), limit, unit="x")


@pytest.mark.parametrize("ridge", [0.0, 1e-3])
def test_twenty_thousand_rows(report, ridge):
    X_source, X_target = samples(20_000, 2)
    matching = KernelMeanMatching(ridge=ridge)
    seconds = cpu_seconds(lambda: matching.fit(X_source, X_target), 1, warm=False)
    assert matching.gap_ <= 1e-6
    report(f"20,000 source and target rows, 2-D, ridge {ridge:g}", seconds, 15)


@pytest.mark.parametrize(("m", "limit"), [(2000, 40), (20_000, 1000)])
def test_memory(report, m, limit):
    X_source, X_target = samples(m, 2)
    matching = KernelMeanMatching(ridge=0.0).fit(*samples(100, 2))
    tracemalloc.start()
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    matching.fit(X_source, X_target)
    grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024
    traced = tracemalloc.get_traced_memory()[1] / 2**20
    tracemalloc.stop()
    report(f"peak memory growth, m={m}, 2-D", max(grown, traced), limit, unit="MB")
