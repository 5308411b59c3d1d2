"""CovariateShiftLogisticRegression: the optimum, its attributes, kernels, classes, hostile data and scikit-learn."""

import pickle
import warnings

import numpy as np
import pandas as pd
import pytest
from gaussians import plane
from joint_problems import criterion, samples
from scipy import sparse
from scipy.optimize import minimize
from scipy.special import expit
from sklearn import config_context
from sklearn.base import clone
from sklearn.exceptions import ConvergenceWarning, NotFittedError
from sklearn.linear_model import LogisticRegression
from sklearn.metrics.pairwise import rbf_kernel
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import Pipeline
from sklearn.preprocessing import StandardScaler

from shiftlab import Target
from shiftlab.diagnostics import effective_sample_size
from shiftlab.learners import CovariateShiftLogisticRegression
from shiftlab.learners.joint import coordinates
from shiftlab.weights import ShiftWarning

EXACT = {"tol": 1e-12}


def fit(X, y, X_target, *kernel, **options):
    return CovariateShiftLogisticRegression(*kernel, **{**EXACT, **options}).fit(X, y, X_target=X_target)


def with_constant(X):
    return np.column_stack([X, np.ones(len(X))])


@pytest.mark.parametrize("fit_intercept", [True, False])
def test_the_coefficients_are_an_optimum_of_the_paper_s_criterion(fit_intercept):
    X, y, X_target = samples()
    sigmas = {"sigma_w": 2.0, "sigma_v": 0.5}
    learner = fit(X, y, X_target, fit_intercept=fit_intercept, **sigmas)
    rows = [with_constant(part) if fit_intercept else part for part in (X, X_target)]
    w, v = learner.coef_[0], learner.bias_coef_
    if fit_intercept:
        w, v = np.append(w, learner.intercept_), np.append(v, learner.bias_intercept_)
    else:
        assert learner.intercept_.tolist() == [0.0]
        assert learner.bias_intercept_ == 0.0

    def of(theta, **factor):
        w, v = np.split(theta, 2)
        return criterion(w, v, rows[0], y, rows[1], **sigmas, **factor)

    found = np.concatenate([w, v])
    assert learner.objective_ == pytest.approx(of(found), rel=1e-10)
    np.testing.assert_allclose(minimize(of, found, method="BFGS").x, found, atol=1e-4)
    # a broken variant, m/n left out, has another optimum
    without = minimize(lambda theta: of(theta, factor=1.0), found, method="BFGS").x
    assert np.abs(without - found).max() > 1e-2


def test_the_weights_are_the_odds_of_the_bias_model():
    X, y, X_target = samples()
    learner = fit(X, y, X_target)
    expected = 60 / 40 * np.exp(-(X @ learner.bias_coef_ + learner.bias_intercept_))
    np.testing.assert_allclose(learner.weights_, expected, rtol=1e-10)
    np.testing.assert_allclose(learner.ratio(X), learner.weights_, rtol=1e-10)
    assert learner.mean_weight_ == pytest.approx(expected.mean())
    assert learner.effective_sample_size_ == pytest.approx(effective_sample_size(expected))
    assert learner.objective_path_.shape == (learner.n_iter_ + 1,)
    assert (np.diff(learner.objective_path_) < 0).all()
    assert learner.objective_ == learner.objective_path_[-1]


@pytest.mark.parametrize("kernel", ["linear", "rbf"])
def test_weights_have_the_direction_of_the_ratio_and_are_smaller(kernel):
    problem = plane(500)
    y = np.random.default_rng(0).integers(2, size=500)
    learner = fit(problem.X_source, y, problem.X_target, kernel)
    truth = problem.ratio(problem.X_source)
    assert np.corrcoef(np.log(learner.weights_), np.log(truth))[0, 1] > 0.9  # inverted: -0.9
    assert 0.2 < learner.mean_weight_ < 1  # the joint optimum shrinks them; labels of a coin shrink most


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("n_target", [50, 200, 800])
def test_the_scale_of_the_weights_does_not_depend_on_the_numbers_of_rows(n_target, seed):
    rng = np.random.default_rng(seed)
    X, X_target = rng.normal(size=(200, 1)), rng.normal(0.5, 1, size=(n_target, 1))
    y = (X[:, 0] > 0).astype(int)  # rows that are easy to classify hardly change the weights
    mean = fit(X, y, X_target, sigma_w=30.0, sigma_v=30.0).mean_weight_
    assert 0.7 < mean < 1.3  # without m/n it would be off by 1/4 to 4


def test_the_target_decides_where_the_classifier_is_good():
    rng = np.random.default_rng(0)
    X, X_target = rng.normal(0, 1, size=(2000, 1)), rng.normal(2, 1, size=(2000, 1))
    band = lambda X: (np.abs(X[:, 0] - 1) < 1).astype(int)  # noqa: E731
    iid, shifted = (fit(X, band(X), given) for given in (None, X_target))
    assert shifted.score(X_target, band(X_target)) > iid.score(X_target, band(X_target)) + 0.1
    assert shifted.score(X, band(X)) < iid.score(X, band(X))


@pytest.mark.parametrize("kernel", ["linear", "rbf"])
def test_without_a_target_it_is_logistic_regression(kernel):
    X, y, _ = samples(m=150)
    learner = CovariateShiftLogisticRegression(kernel, gamma=0.3, sigma_w=2.0, fit_intercept=False).fit(X, y)
    np.testing.assert_array_equal(learner.weights_, np.ones(150))
    assert learner.mean_weight_ == 1
    assert learner.effective_sample_size_ == 150
    np.testing.assert_array_equal(learner.ratio(X), np.ones(150))
    features = X if kernel == "linear" else np.linalg.cholesky(rbf_kernel(X, gamma=0.3) + 1e-12 * np.eye(150))
    expected = LogisticRegression(C=4.0, fit_intercept=False, tol=1e-10, max_iter=10_000).fit(features, y)
    np.testing.assert_allclose(learner.predict_proba(X), expected.predict_proba(features), atol=1e-5)
    bias = learner.bias_coef_ if kernel == "linear" else learner.bias_dual_coef_
    np.testing.assert_array_equal(bias, np.zeros(3 if kernel == "linear" else 150))


def by_equation_21(K, m, y, sigma_w, sigma_v):
    """The paper's dual Newton method: its update solved directly, halved until the criterion falls."""
    size, n = len(K), len(K) - m
    blocks = np.zeros((m + size, m + size))
    blocks[:m, :m], blocks[m:, m:] = K[:m, :m], K
    prior = np.repeat([sigma_w**-2, sigma_v**-2], [m, size])

    def parts(dual):
        f, u = np.split(blocks @ dual, [m])
        p, q = expit(f), expit(u)
        r = m / n * (1 / q[:m] - 1)
        losses = -np.log(np.where(y == 1, p, 1 - p))
        selection = -np.log(q[:m]).sum() - np.log(1 - q[m:]).sum()
        return p, q, r, r * losses, r @ losses + selection + dual @ (prior * (blocks @ dual)) / 2

    dual = np.zeros(m + size)
    value = parts(dual)[-1]
    for _ in range(200):
        p, q, r, b, value = parts(dual)
        a, c, spread = r * (y - p), r * p * (1 - p), q * (1 - q)
        Lambda = np.zeros_like(blocks)
        Lambda[:m, :m], Lambda[m:, m:] = np.diag(c), np.diag(spread + np.append(b, np.zeros(n)))
        Lambda[:m, m : 2 * m] = Lambda[m : 2 * m, :m] = np.diag(a)
        e = np.concatenate([a, b + 1 - q[:m], -q[m:]])
        step = np.linalg.solve(Lambda @ blocks + np.diag(prior), e - prior * dual)
        length = 1.0
        while length > 1e-9 and not parts(dual + length * step)[-1] < value:
            length /= 2
        if length <= 1e-9:
            break
        dual = dual + length * step
        if np.abs(blocks @ step).max() < 1e-9:
            break
    return dual[:m], dual[m:], parts(dual)[-1]


@pytest.mark.parametrize("fit_intercept", [True, False])
@pytest.mark.parametrize("shift", [0.5, 2.0])
def test_the_kernel_s_optimum_is_that_of_equation_21(shift, fit_intercept):
    X, y, X_target = samples(shift=shift, m=50, n=40)
    learner = fit(X, y, X_target, "rbf", gamma=0.5, sigma_w=3.0, sigma_v=2.0, fit_intercept=fit_intercept)
    rows = np.concatenate([X, X_target])
    K = rbf_kernel(rows, gamma=0.5) + fit_intercept
    omega, nu, value = by_equation_21(K, 50, y, 3.0, 2.0)
    assert learner.objective_ == pytest.approx(value, rel=1e-8)
    np.testing.assert_allclose(learner.decision_function(rows), K[:, :50] @ omega, atol=1e-4)
    np.testing.assert_allclose(learner.weights_, 50 / 40 * np.exp(-K[:50] @ nu), rtol=1e-4)


def test_the_dual_coefficients_give_the_scores():
    X, y, X_target = samples()
    learner = fit(X, y, X_target, "rbf", gamma=0.5)
    np.testing.assert_array_equal(learner.X_fit_, np.concatenate([X, X_target]))
    assert learner.dual_coef_.shape == (1, 60)
    assert learner.bias_dual_coef_.shape == (100,)
    K = rbf_kernel(X_target, learner.X_fit_, gamma=0.5)
    np.testing.assert_allclose(
        learner.decision_function(X_target), K[:, :60] @ learner.dual_coef_[0] + learner.intercept_[0], rtol=1e-9
    )
    v = K @ learner.bias_dual_coef_ + learner.bias_intercept_
    np.testing.assert_allclose(learner.ratio(X_target), 60 / 40 * np.exp(-v), rtol=1e-9)
    assert learner.gamma_ == 0.5
    assert not hasattr(learner, "coef_")


@pytest.mark.parametrize("fit_intercept", [True, False])
@pytest.mark.parametrize("n_classes", [2, 3])
def test_the_space_of_the_rows_leads_to_the_same_coefficients(monkeypatch, n_classes, fit_intercept):
    X, y, X_target = samples(n_classes=n_classes, d=6)
    options = {"sigma_w": 2.0, "sigma_v": 0.5, "fit_intercept": fit_intercept}
    primal = fit(X, y, X_target, **options)
    monkeypatch.setattr(
        "shiftlab.learners.joint.space.linear",
        lambda rows, m, constant: coordinates.RowSpace(rows, m, constant),
    )
    dual = fit(X, y, X_target, **options)
    assert dual.objective_ == pytest.approx(primal.objective_, rel=1e-10)
    for name in ("coef_", "intercept_", "bias_coef_", "bias_intercept_", "weights_"):
        np.testing.assert_allclose(getattr(dual, name), getattr(primal, name), atol=1e-6)


@pytest.mark.parametrize("kind", [np.asarray, sparse.csr_array])
def test_more_features_than_rows_take_no_more_coordinates_than_rows(kind):
    rows = np.random.default_rng(0).poisson(0.1, size=(30, 500)).astype(float)
    basis = coordinates.linear(kind(rows), 20, True)
    assert basis.A.shape[1] <= 20
    assert basis.B.shape[1] <= 30


@pytest.mark.parametrize("shape", [(60, 40, 5), (20, 15, 300)])
def test_sparse_rows_are_as_good_as_dense_ones(shape):
    m, n, d = shape
    rng = np.random.default_rng(0)
    X, X_target = (rng.poisson(0.3, size=(rows, d)).astype(float) for rows in (m, n))
    y = np.arange(m) % 2
    dense = fit(X, y, X_target)
    for kind in (sparse.csr_array, sparse.csc_matrix):
        learner = fit(kind(X), y, kind(X_target))
        np.testing.assert_allclose(learner.coef_, dense.coef_, atol=1e-7)
        np.testing.assert_allclose(
            learner.decision_function(kind(X_target)), dense.decision_function(X_target), atol=1e-6
        )
        np.testing.assert_allclose(learner.ratio(kind(X)), dense.weights_, rtol=1e-6)
    np.testing.assert_allclose(fit(sparse.csr_array(X), y, X_target).coef_, dense.coef_, atol=1e-7)


@pytest.mark.parametrize("kernel", ["linear", "rbf"])
@pytest.mark.parametrize("labels", [[-1, 1], ["no", "yes"], [False, True], [0, 1]])
def test_labels_of_any_kind(labels, kernel):
    X, y, X_target = samples()
    expected = fit(X, y, X_target, kernel)
    learner = fit(X, np.array(labels)[y], X_target, kernel)
    assert learner.classes_.tolist() == labels
    np.testing.assert_array_equal(learner.predict(X_target), np.array(labels)[expected.predict(X_target)])
    np.testing.assert_array_equal(learner.predict_proba(X_target), expected.predict_proba(X_target))


@pytest.mark.parametrize("kernel", ["linear", "rbf"])
def test_several_classes_share_their_weights(kernel):
    X, y, X_target = samples(m=300, n=200, n_classes=4)
    names = np.array(["a", "b", "c", "d"])
    learner = fit(X, names[y], X_target, kernel)
    proba = learner.predict_proba(X_target)
    assert proba.shape == (200, 4)
    np.testing.assert_allclose(proba.sum(axis=1), 1)
    np.testing.assert_array_equal(learner.predict(X_target), names[proba.argmax(axis=1)])
    assert learner.score(X, names[y]) > 0.5
    assert learner.weights_.shape == (300,)
    assert learner.intercept_.shape == (4,)


def hostile():
    rng = np.random.default_rng(0)
    X, X_target = rng.normal(size=(60, 3)), rng.normal(1, 1, size=(40, 3))
    y = (X[:, 1] + 0.5 * rng.normal(size=60) > 0).astype(int)
    return {
        "separable": (X, (X[:, 1] > 0).astype(int), X_target),
        "disjoint supports": (X, y, X_target + 100),
        "disjoint, without end": (X, y, X_target + 1e6),
        "times 1e4": (X * 1e4, y, X_target * 1e4),
        "times 1e8": (X * 1e8, y, X_target * 1e8),
        "times 1e-160": (X * 1e-160, y, X_target * 1e-160),
        "times 1e160": (X * 1e160, y, X_target * 1e160),
        "wildly different scales": (X * [1e8, 1, 1e-8], y, X_target * [1e8, 1, 1e-8]),
        "far from the origin": (X + 1e6, y, X_target + 1e6),
        "duplicated rows": (np.tile(X[:6], (10, 1)), np.tile([0, 1, 1, 0, 1, 0], 10), np.tile(X_target[:4], (10, 1))),
        "duplicated columns": (np.tile(X, 3) * 1e4, y, np.tile(X_target, 3) * 1e4),
        "the same rows": (X, y, X),
        "one target row": (X, y, X_target[:1]),
        "two source rows": (X[:2], np.array([0, 1]), X_target),
        "constant columns": (np.ones((60, 2)), y, np.ones((40, 2))),
        "different constants": (np.zeros((60, 2)), y, np.ones((40, 2))),
        "zeros": (np.zeros((60, 2)), y, np.zeros((40, 2))),
        "more columns than rows": (rng.normal(size=(8, 50)), np.arange(8) % 2, rng.normal(size=(5, 50))),
        "many columns, times 1e4": (rng.normal(size=(8, 50)) * 1e4, np.arange(8) % 2, rng.normal(size=(5, 50)) * 1e4),
    }


@pytest.mark.parametrize("case", hostile())
@pytest.mark.parametrize("options", [{}, {"fit_intercept": False}, {"kernel": "rbf"}, {"kernel": "rbf", "gamma": 1.0}])
def test_data_nobody_wants_give_a_finite_model_or_one_sentence(case, options, answer_or_sentence):
    X, y, X_target = hostile()[case]
    learner = CovariateShiftLogisticRegression(**options)

    def answer():
        learner.fit(X, y, X_target=X_target)
        return learner.weights_, learner.predict_proba(X_target), learner.intercept_

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.simplefilter("ignore", ShiftWarning)  # they deserve it
        parts = answer_or_sentence(answer)
    # the median distance of rows that do not differ is 0
    alike = {"zeros", "constant columns", "times 1e-160"} if options == {"kernel": "rbf"} else set()
    assert (parts is None) == (case in {"times 1e160"} | alike)
    if parts is not None:
        for part in parts:
            assert np.isfinite(part).all()
        assert (parts[0] >= 0).all()


def test_few_steps_are_warned_about():
    X, y, X_target = samples(shift=3.0)
    with pytest.warns(ConvergenceWarning, match="raise max_iter"):
        CovariateShiftLogisticRegression(max_iter=1).fit(X, y, X_target=X_target)


OPTIONS_REFUSED = {
    "kernel": "poly",
    "sigma_w": 0.0,
    "sigma_v": np.nan,
    "fit_intercept": "yes",
    "tol": -1.0,
    "max_iter": 0,
}


@pytest.mark.parametrize("name", OPTIONS_REFUSED)
def test_options_that_make_no_sense_are_refused(name, one_sentence):
    X, y, X_target = samples()
    learner = CovariateShiftLogisticRegression(**{name: OPTIONS_REFUSED[name]})
    assert one_sentence(learner.fit, X, y, X_target=X_target).startswith(name)


def test_gamma_is_refused_where_it_is_used(one_sentence):
    X, y, X_target = samples()
    learner = CovariateShiftLogisticRegression("rbf", gamma=-1.0)
    assert "gamma must be" in one_sentence(learner.fit, X, y, X_target=X_target)


def test_targets_that_are_no_sample_are_refused(one_sentence):
    X, y, X_target = samples()
    for kernel in ("linear", "rbf"):
        fit = CovariateShiftLogisticRegression(kernel).fit
        assert "X_target must be finite" in one_sentence(fit, X, y, X_target=X_target * np.nan)
        assert "same columns" in one_sentence(fit, X, y, X_target=X_target[:, :2])
        assert "X_target must have two axes" in one_sentence(fit, X, y, X_target=X_target[:, 0])
        assert "at least one row" in one_sentence(fit, X, y, X_target=X_target[:0])
        assert "holds only one class, 0.0." in one_sentence(fit, X, np.zeros(60), X_target=X_target)
    fit = CovariateShiftLogisticRegression().fit
    assert "X_target must be finite" in one_sentence(fit, X, y, X_target=sparse.csr_array(X_target * np.inf))
    assert "at least one row" in one_sentence(fit, X, y, X_target=sparse.csr_array(X_target[:0]))
    names = pd.DataFrame(X, columns=list("abc")), pd.DataFrame(X_target, columns=list("acb"))
    assert "same names" in one_sentence(fit, names[0], y, X_target=names[1])
    assert "dense" in one_sentence(
        CovariateShiftLogisticRegression("rbf").fit, X, y, X_target=sparse.csr_array(X_target)
    )


def test_not_fitted_and_fitted_again():
    X, y, X_target = samples()
    learner = CovariateShiftLogisticRegression()
    for method in ("predict", "predict_proba", "decision_function", "ratio"):
        with pytest.raises(NotFittedError):
            getattr(learner, method)(X)
    learner.fit(X, y, X_target=X_target).fit(X, y)
    np.testing.assert_array_equal(learner.ratio(X_target), np.ones(40))
    copy = pickle.loads(pickle.dumps(learner))
    np.testing.assert_array_equal(copy.predict_proba(X), learner.predict_proba(X))
    assert not hasattr(clone(learner), "weights_")


@pytest.mark.parametrize(("first", "second"), [("linear", "rbf"), ("rbf", "linear")])
def test_fitted_again_with_the_other_kernel_nothing_of_the_first_is_left(first, second):
    X, y, X_target = samples()
    learner = CovariateShiftLogisticRegression(first).fit(X, y, X_target=X_target)
    learner.set_params(kernel=second).fit(X, y, X_target=X_target)
    fresh = CovariateShiftLogisticRegression(second).fit(X, y, X_target=X_target)
    assert vars(learner).keys() == vars(fresh).keys()
    np.testing.assert_array_equal(learner.predict_proba(X_target), fresh.predict_proba(X_target))


def test_in_a_pipeline_the_target_is_transformed_too():
    X, y, X_target = samples()
    with config_context(enable_metadata_routing=True):
        steps = Pipeline(
            [("scale", StandardScaler()), ("learn", CovariateShiftLogisticRegression())], transform_input=["X_target"]
        )
        steps.fit(X, y, X_target=X_target)
    scaler = StandardScaler().fit(X)
    alone = CovariateShiftLogisticRegression().fit(scaler.transform(X), y, X_target=scaler.transform(X_target))
    np.testing.assert_allclose(steps.predict_proba(X_target), alone.predict_proba(scaler.transform(X_target)))


@pytest.mark.parametrize("routing", [True, False])
def test_a_grid_search_sees_the_whole_target(routing, one_sentence):
    X, y, _ = samples()
    _, _, X_target = samples(n=60)
    learner = CovariateShiftLogisticRegression("rbf", gamma=0.5)
    with config_context(enable_metadata_routing=routing):
        search = GridSearchCV(learner, {"sigma_w": [0.1, 1.0]}, cv=3, error_score="raise")
        search.fit(X, y, X_target=Target(X_target))
        assert search.best_estimator_.X_fit_.shape == (120, 3)
        assert "shiftlab.Target(X_target)" in one_sentence(search.fit, X, y, X_target=X_target)
