"""DiscriminativeRatio: (7) by hand, its scale, cross-fitting, and what it refuses."""

import numpy as np
import pytest
from gaussians import plane
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import KFold, StratifiedKFold, cross_val_predict
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import LinearSVC

from shiftlab.weights import DiscriminativeRatio


def pooled(problem):
    rows = np.concatenate([problem.X_source, problem.X_target])
    return rows, np.repeat([0, 1], [len(problem.X_source), len(problem.X_target)])


@pytest.mark.parametrize("n_target", [50, 300])
def test_the_weights_are_those_of_equation_7(n_target):
    problem = plane(300)
    X_target = problem.X_target[:n_target]
    estimator = LogisticRegression(C=0.3)
    weigher = DiscriminativeRatio(estimator).fit(problem.X_source, X_target)
    sigma = np.repeat([1, 0], [300, n_target])
    model = LogisticRegression(C=0.3).fit(np.concatenate([problem.X_source, X_target]), sigma)
    p = model.predict_proba(problem.X_source)[:, 1]
    np.testing.assert_allclose(weigher.weights_, 300 / n_target * (1 / p - 1), rtol=1e-3)
    v = -weigher.estimator_.coef_[0], -weigher.estimator_.intercept_[0]
    np.testing.assert_allclose(weigher.ratio(X_target), 300 / n_target * np.exp(-(X_target @ v[0] + v[1])), rtol=1e-9)
    assert not hasattr(estimator, "coef_")


@pytest.mark.parametrize("n_target", [100, 400, 2000])
def test_the_scale_does_not_depend_on_the_number_of_target_rows(n_target):
    problem = plane(2000)
    weigher = DiscriminativeRatio().fit(problem.X_source[:400], problem.X_target[:n_target])
    assert 0.8 < weigher.weights_.mean() < 1.2  # m/n left out: off by the factor m/n, 4 to 1/5
    truth = problem.ratio(problem.X_source[:400])
    assert np.corrcoef(weigher.weights_, truth)[0, 1] > 0.9
    assert np.corrcoef(1 / weigher.weights_, truth)[0, 1] < 0  # the broken variant


@pytest.mark.filterwarnings("ignore::shiftlab.weights.ShiftWarning")
def test_small_weights_keep_their_digits():
    X_source, X_target = np.linspace(-60, -20, 30)[:, np.newaxis], np.linspace(-21, 30, 30)[:, np.newaxis]
    weigher = DiscriminativeRatio(LogisticRegression(C=100.0, max_iter=1000)).fit(X_source, X_target)
    steps = np.diff(np.log(weigher.weights_))
    np.testing.assert_allclose(steps, steps[0], rtol=1e-6)  # exp of a line, also below 1e-16
    assert weigher.weights_.min() < 1e-20


def test_the_default_is_logistic_regression_whatever_the_units():
    problem = plane(200)
    first = DiscriminativeRatio().fit(problem.X_source, problem.X_target).weights_
    second = DiscriminativeRatio().fit(problem.X_source * [1e4, 1e-3], problem.X_target * [1e4, 1e-3]).weights_
    np.testing.assert_allclose(second, first, rtol=1e-6)
    plain = DiscriminativeRatio(LogisticRegression()).fit(problem.X_source, problem.X_target).weights_
    np.testing.assert_allclose(first, plain, rtol=0.1)


def test_cross_fitted_weights_come_from_models_that_have_not_seen_the_row():
    problem = plane(100)
    forest = RandomForestClassifier(50, min_samples_leaf=5, random_state=0)
    crossed = DiscriminativeRatio(forest, cv=5, random_state=0).fit(problem.X_source, problem.X_target)
    parts = StratifiedKFold(5, shuffle=True, random_state=np.random.RandomState(0))
    proba = cross_val_predict(forest, *pooled(problem), cv=parts, method="predict_proba")[:100]
    np.testing.assert_allclose(crossed.weights_, proba[:, 1] / proba[:, 0])
    plain = DiscriminativeRatio(forest).fit(problem.X_source, problem.X_target)
    np.testing.assert_array_equal(crossed.ratio(problem.X_target), plain.ratio(problem.X_target))
    # the forest has learned its own rows by heart and takes them for source rows
    assert plain.weights_.mean() < 0.7 < crossed.weights_.mean()
    splitter = StratifiedKFold(5, shuffle=True, random_state=0)
    np.testing.assert_array_equal(
        DiscriminativeRatio(forest, cv=splitter).fit(problem.X_source, problem.X_target).weights_, crossed.weights_
    )


@pytest.mark.parametrize("n_target", [600, 2000])
def test_parts_that_do_not_keep_the_shares_of_the_samples_do_not_change_the_scale(n_target):
    problem = plane(2000)
    samples = problem.X_source[:1000], problem.X_target[:n_target]
    # the source comes first, so that each of these parts takes rows of mostly one sample away
    uneven = DiscriminativeRatio(cv=KFold(5)).fit(*samples).weights_
    even = DiscriminativeRatio(cv=5, random_state=0).fit(*samples).weights_
    assert uneven.mean() == pytest.approx(even.mean(), rel=0.05)  # m/n of all rows: off by half, or double
    assert np.median(uneven / even) == pytest.approx(1, rel=0.05)


def test_a_part_that_leaves_one_sample_to_train_on_is_refused(one_sentence):
    problem = plane(40)
    message = one_sentence(DiscriminativeRatio(cv=KFold(2)).fit, problem.X_source, problem.X_target)
    assert "0 of the source and 40 of the target" in message


def test_weights_that_would_be_infinite_are_refused(one_sentence):
    X_source, X_target = np.array([[0.0], [0.1], [0.2], [10]]), np.array([[10.0], [10.1], [9.9], [9.8]])
    weigher = DiscriminativeRatio(KNeighborsClassifier(1), cv=4, random_state=0)
    message = one_sentence(weigher.fit, X_source, X_target)
    assert "Source row 3 has an infinite weight" in message
    assert "or cv" not in message  # it is in use


def test_the_default_is_scikit_learns_pipeline_of_a_scaler_and_logistic_regression():
    problem = plane(200)
    pipeline = make_pipeline(StandardScaler(), LogisticRegression())
    by_default, by_pipeline = (
        DiscriminativeRatio(estimator).fit(problem.X_source, problem.X_target) for estimator in (None, pipeline)
    )
    np.testing.assert_allclose(by_default.weights_, by_pipeline.weights_, rtol=1e-6)
    np.testing.assert_allclose(by_default.ratio(problem.X_target), by_pipeline.ratio(problem.X_target), rtol=1e-6)
    sigma = np.repeat([0, 1], [200, 200])
    assert by_default.estimator_.score(pooled(problem)[0], sigma) > 0.5


def test_columns_that_do_not_vary_say_nothing():
    X_source, X_target = np.full((30, 2), 7.0), np.full((60, 2), 7.0)
    np.testing.assert_allclose(DiscriminativeRatio().fit(X_source, X_target).weights_, 1, rtol=1e-3)


REFUSED = {
    "no probabilities": ({"estimator": LinearSVC()}, "LinearSVC"),
    "one part": ({"cv": 1}, "cv must be"),
    "no number": ({"cv": "five"}, "cv must be"),
    "more parts than rows": ({"cv": 30}, "cv=30"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_options_that_make_no_sense_are_refused(case, one_sentence):
    options, message = REFUSED[case]
    problem = plane(20)
    assert message in one_sentence(DiscriminativeRatio(**options).fit, problem.X_source, problem.X_target)
