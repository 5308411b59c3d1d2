"""What the joint learner says of its weights, of the samples and of what it takes for numbers."""

import warnings

import numpy as np
import pandas as pd
import pytest
from scipy import sparse
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from shiftlab.learners import CovariateShiftLogisticRegression
from shiftlab.weights import ScaleWarning, ShiftWarning


def problem(distance=0.0, n=200, d=2):
    rng = np.random.default_rng(0)
    X, X_target = rng.normal(size=(n, d)), rng.normal(distance, 1, size=(n, d))
    return X, X.sum(axis=1) > 0, X_target


def said(*problem, **options):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        X, y, X_target = problem
        learner = CovariateShiftLogisticRegression(**options).fit(X, y, X_target=X_target)
    assert all(warning.filename == __file__ for warning in caught)
    return learner, [(warning.category, str(warning.message)) for warning in caught]


def test_without_a_shift_and_without_a_target_it_is_silent():
    X, y, X_target = problem()
    assert not said(X, y, X_target)[1]
    assert not said(X, y, None)[1]


@pytest.mark.parametrize("kernel", ["linear", "rbf"])
def test_a_target_far_away_is_warned_about(kernel):
    X, y, X_target = problem(10.0)
    learner, sentences = said(X, y, X_target, kernel=kernel, sigma_v=100.0)
    assert learner.mean_weight_ < 0.1
    assert any("200 of 200 target rows have no counterpart" in sentence for _, sentence in sentences)
    assert any("mean of the weights" in sentence for _, sentence in sentences)
    assert {category for category, _ in sentences} == {ShiftWarning}


def test_few_rows_that_carry_the_weights_are_told_by_their_effective_size():
    X, y, X_target = problem(4.0)
    learner, sentences = said(X, y, X_target, sigma_v=100.0)
    size = learner.effective_sample_size_
    assert size < 10
    assert any(f"worth {size:.1f} (effective sample size" in sentence for _, sentence in sentences)


def test_sparse_rows_are_told_about_their_weights():
    X, y, X_target = problem(10.0)
    _, sentences = said(sparse.csr_array(X), y, sparse.csr_array(X_target), sigma_v=100.0)
    assert any("mean of the weights" in sentence for _, sentence in sentences)


def test_in_a_pipeline_the_line_is_the_users_own():
    X, y, _ = problem()
    with pytest.warns(ScaleWarning, match="standardise") as caught:
        make_pipeline(StandardScaler(with_mean=False), CovariateShiftLogisticRegression()).fit(X + 50, y)
    assert caught[0].filename == __file__


@pytest.mark.parametrize("kind", [np.asarray, pd.DataFrame, sparse.csr_array])
def test_offsets_are_seen_in_every_kind_of_rows(kind):
    (X, y, X_target), offset = problem(), np.array([0, 50])
    _, sentences = said(kind(X + offset), y, kind(X_target + offset))
    assert [category for category, _ in sentences] == [ScaleWarning]
    assert "column 1 is" in sentences[0][1]


def test_dates_are_no_numbers_here(one_sentence):
    days = np.arange("2020-01-01", "2020-02-10", dtype="datetime64[D]")[:, np.newaxis]
    y = np.arange(40) % 2
    fit = CovariateShiftLogisticRegression().fit
    assert "dates or times" in one_sentence(fit, days, y)
    assert "dates or times" in one_sentence(fit, pd.DataFrame({"when": days[:, 0], "x": np.arange(40.0)}), y)
    assert "dates or times" in one_sentence(fit, days - days[0], y)
