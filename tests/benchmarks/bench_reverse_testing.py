"""Speed of ReverseTesting and of leave-one-out in closed form. CPU time of this process, one BLAS thread."""

import time
from itertools import combinations

import numpy as np
import pytest
from measure import cpu_seconds
from sklearn.kernel_ridge import KernelRidge
from sklearn.linear_model import LinearRegression, LogisticRegression, Ridge
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier, KNeighborsRegressor
from sklearn.tree import DecisionTreeClassifier
from threadpoolctl import threadpool_limits

from shiftlab import experiments
from shiftlab.experiments.reproduce import reproduce
from shiftlab.validation import LeaveOneOut, ReverseTesting, SourceCV

LEARNERS = {
    "tree": DecisionTreeClassifier(min_samples_leaf=2, random_state=0),
    "bayes": GaussianNB(),
    "line": LogisticRegression(),
    "neighbours": KNeighborsClassifier(),
}


@pytest.fixture(autouse=True)
def one_thread():
    with threadpool_limits(1):
        yield


@pytest.fixture(scope="module")
def problem():
    rng = np.random.default_rng(0)
    y = np.arange(200) % 2
    return rng.normal(y[:, np.newaxis], 1, size=(200, 2)), y, rng.normal(1, 1.2, size=(200, 2))


def compare(names, problem):
    return ReverseTesting({name: LEARNERS[name] for name in names}).fit(*problem)


@pytest.mark.parametrize("pair", list(combinations(LEARNERS, 2)), ids=" and ".join)
def test_a_pair(report, problem, pair):
    X, y, X_target = problem
    reverse = 1e3 * cpu_seconds(lambda: compare(pair, problem), 15)
    report(f"ReverseTesting, 200+200 rows, {' and '.join(pair)}", reverse, 20, unit="ms")
    folds = SourceCV(random_state=0)
    validation = 1e3 * cpu_seconds(lambda: [folds.score(LEARNERS[name], (X, y), X_target) for name in pair], 7)
    report("  and one 10-fold cross-validation of both", reverse + validation, 120, unit="ms")


def test_four_learners_at_once(report, problem):
    together = cpu_seconds(lambda: compare(LEARNERS, problem), 15)
    apart = cpu_seconds(lambda: [compare(pair, problem) for pair in combinations(LEARNERS, 2)], 15)
    report("times faster: four learners at once than in six pairs", apart / together, 1.6, unit="x", at_least=True)


CLOSED = [LinearRegression(), Ridge(), KernelRidge(kernel="rbf"), KNeighborsRegressor(), KNeighborsClassifier()]


@pytest.mark.parametrize("estimator", [*CLOSED, GaussianNB()], ids=lambda estimator: type(estimator).__name__)
def test_leaving_one_out_in_closed_form(report, estimator):
    rng = np.random.default_rng(0)
    X = rng.normal(size=(500, 5))
    y = X[:, 0] + rng.normal(size=500)
    source = (X, y > 0) if hasattr(estimator, "predict_proba") else (X, y)
    closed = cpu_seconds(lambda: LeaveOneOut().score(estimator, source, None), 9)
    trained = cpu_seconds(lambda: LeaveOneOut(refit=True).score(estimator, source, None), 1)
    what = f"times faster than training 500 times: {type(estimator).__name__}"
    report(what, trained / closed, 20, unit="x", at_least=True)


def test_quick_run_of_the_biased_sets_and_worlds(report, tmp_path):
    started = time.perf_counter()
    reproduce(experiments.get("reverse-testing"), jobs=2, out=tmp_path, progress=False, say=lambda text: None)
    report("the quick run of reverse-testing, two jobs, elapsed", time.perf_counter() - started, 20)
