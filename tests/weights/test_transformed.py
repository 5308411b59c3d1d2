"""Transformed: fitted on both samples, for every kind of table, and as refusing as the weigher inside."""

import numpy as np
import pandas as pd
import pytest
from gaussians import plane
from scipy import sparse
from sklearn.base import BaseEstimator, TransformerMixin, clone
from sklearn.compose import make_column_transformer
from sklearn.decomposition import TruncatedSVD
from sklearn.impute import SimpleImputer
from sklearn.linear_model import LinearRegression, LogisticRegression
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer, MaxAbsScaler, OneHotEncoder, StandardScaler

from shiftlab.learners import ReweightedEstimator
from shiftlab.weights import (
    KLIEP,
    DiscriminativeRatio,
    GaussianRatio,
    InformationCriterionRatio,
    KernelMeanMatching,
    NearestNeighborRatio,
    RelativeULSIF,
    ScaleWarning,
    Transformed,
)


@pytest.fixture
def units():
    """A shift of 0.8 in the first column; the third, without one, is a thousand times as wide."""
    rng = np.random.default_rng(0)
    X_source, X_target = rng.normal(size=(400, 3)), rng.normal((0.8, 0, 0), 1, size=(400, 3))
    return X_source * [1, 1, 1000], X_target * [1, 1, 1000]


@pytest.mark.parametrize(
    "weigher",
    [KernelMeanMatching(), KLIEP(random_state=0), RelativeULSIF(random_state=0), NearestNeighborRatio(scale=False)],
)
def test_a_scaler_lets_distances_see_the_narrow_column(weigher, units):
    X_source, X_target = units
    seen = Transformed(StandardScaler(), weigher).fit(X_source, X_target).weights_
    assert np.average(X_source[:, 0], weights=seen) > 0.4
    with pytest.warns(ScaleWarning, match="Transformed"):
        unseen = clone(weigher).fit(X_source, X_target).weights_
    assert np.average(X_source[:, 0], weights=unseen) < 0.3


@pytest.mark.filterwarnings("error::shiftlab.weights.ScaleWarning")
def test_columns_brought_to_one_scale_are_not_warned_about(units):
    Transformed(StandardScaler(), KernelMeanMatching()).fit(*units)


def test_it_is_the_weigher_on_rows_scaled_together():
    problem, new = plane(60), plane(20, seed=3).X_source
    X_source, X_target = problem.X_source * [1, 50], problem.X_target[:40] * [1, 50]
    weigher = Transformed(StandardScaler(), KLIEP(random_state=0)).fit(X_source, X_target)
    scaler = StandardScaler().fit(np.concatenate([X_source, X_target]))
    np.testing.assert_allclose(weigher.transformer_.mean_, scaler.mean_)
    by_hand = KLIEP(random_state=0).fit(scaler.transform(X_source), scaler.transform(X_target))
    np.testing.assert_array_equal(weigher.weights_, by_hand.weights_)
    np.testing.assert_array_equal(weigher.ratio(new), by_hand.ratio(scaler.transform(new)))


def test_nested_parameters_and_clones():
    weigher = Transformed(make_pipeline(StandardScaler()), KernelMeanMatching())
    weigher.set_params(weigher__gamma=2.0, transformer__standardscaler__with_mean=False)
    copy = clone(weigher)
    assert copy.get_params()["weigher__gamma"] == 2.0
    assert copy.get_params()["transformer__standardscaler__with_mean"] is False
    assert copy.weigher is not weigher.weigher
    problem = plane(50)
    copy.fit(problem.X_source, problem.X_target)
    assert copy.weigher_.gamma_ == 2.0
    assert not hasattr(copy.weigher, "weights_")  # what was given is cloned
    assert not hasattr(copy.transformer.steps[0][1], "mean_")


def people(n, seed, share):
    rng = np.random.default_rng(seed)
    frame = pd.DataFrame(
        {
            "age": rng.normal(40, 10, n),
            "town": pd.Categorical(np.where(rng.random(n) < share, "Ulm", "Bonn"), categories=["Bonn", "Ulm"]),
            "income": rng.normal(3000, 500, n),
        }
    )
    frame.loc[rng.random(n) < 0.1, "income"] = np.nan
    return frame


ENCODER = make_column_transformer(
    (OneHotEncoder(handle_unknown="ignore"), ["town"]),
    (make_pipeline(SimpleImputer(), StandardScaler()), ["age", "income"]),
)


@pytest.mark.parametrize("weigher", [KernelMeanMatching(), GaussianRatio(), NearestNeighborRatio()])
def test_frames_reach_the_transformer_with_their_columns(weigher):
    source, target = people(300, 0, 0.2), people(200, 1, 0.8)
    encoded = Transformed(ENCODER, weigher).fit(source, target)
    in_ulm = np.average(source["town"] == "Ulm", weights=encoded.weights_)
    assert in_ulm > 0.4 > 0.3 > (source["town"] == "Ulm").mean()
    assert list(encoded.feature_names_in_) == ["age", "town", "income"]
    assert encoded.n_features_in_ == 3


def test_categories_that_only_one_sample_has_and_new_ones():
    source, target = people(80, 0, 0.5), people(60, 1, 0.5)
    target["town"] = target["town"].astype(str).replace("Ulm", "Trier").astype("category")
    weigher = Transformed(ENCODER, NearestNeighborRatio(5)).fit(source, target)
    assert np.average(source["town"] == "Bonn", weights=weigher.weights_) > 0.6
    np.testing.assert_allclose(weigher.ratio(source), weigher.weights_)


def test_columns_in_another_order_are_refused(one_sentence):
    source, target = people(50, 0, 0.2), people(50, 1, 0.8)
    weigher = Transformed(ENCODER, GaussianRatio())
    assert "same names in the same order" in one_sentence(weigher.fit, source, target[["town", "age", "income"]])
    weigher.fit(source, target)
    assert "same names in the same order" in one_sentence(weigher.ratio, target[["town", "age", "income"]])
    assert "3 columns" in one_sentence(weigher.ratio, target[["age", "town"]])


def test_words_without_a_frame_are_the_transformers_business():
    words = np.array([["a"], ["b"], ["a"], ["b"], ["b"], ["a"]], dtype=object)
    weigher = Transformed(OneHotEncoder(), NearestNeighborRatio(2)).fit(words, words[[1, 3, 4, 0]])
    np.testing.assert_allclose(weigher.weights_[[0, 1]], [0.5, 1.5])


def test_missing_values_are_the_transformers_business(one_sentence):
    problem = plane(50)
    X_source = problem.X_source.copy()
    X_source[4, 0] = np.nan
    filled = Transformed(SimpleImputer(), KernelMeanMatching()).fit(X_source, problem.X_target)
    assert np.isfinite(filled.weights_).all()
    left = Transformed(StandardScaler(), KernelMeanMatching())  # lets them pass
    assert "X_source must be finite" in one_sentence(left.fit, X_source, problem.X_target)


def test_sparse_rows_stay_sparse_until_a_transformer_makes_them_dense(one_sentence):
    rng = np.random.default_rng(0)
    texts = sparse.csr_array((rng.random((60, 30)) < 0.1) * 1.0), sparse.csr_array((rng.random((50, 30)) < 0.2) * 1.0)
    projected = Transformed(TruncatedSVD(3, random_state=0), GaussianRatio()).fit(*texts)
    assert projected.weights_.shape == (60,)
    assert projected.ratio(texts[1]).shape == (50,)
    scaled = Transformed(MaxAbsScaler(), DiscriminativeRatio(LogisticRegression())).fit(*texts)
    assert scaled.weights_.shape == (60,)
    assert "dense" in one_sentence(Transformed(MaxAbsScaler(), GaussianRatio()).fit, *texts)


def test_a_weigher_that_asks_for_labels_gets_them():
    problem = plane(80)
    y = problem.X_source[:, 0] ** 2
    inner = InformationCriterionRatio(GaussianRatio())
    weigher = Transformed(StandardScaler(), inner).fit(problem.X_source, problem.X_target, y)
    scaler = weigher.transformer_
    by_hand = clone(inner).fit(scaler.transform(problem.X_source), scaler.transform(problem.X_target), y)
    np.testing.assert_array_equal(weigher.weights_, by_hand.weights_)
    learner = ReweightedEstimator(LinearRegression(), Transformed(StandardScaler(), inner))
    learner.fit(problem.X_source, y, X_target=problem.X_target)
    assert learner.weigher_.weigher_.exponent_ == by_hand.exponent_


@pytest.mark.parametrize("weigher", [KernelMeanMatching(), InformationCriterionRatio(GaussianRatio())])
def test_there_is_a_ratio_only_where_the_weigher_has_one(weigher):
    problem = plane(40)
    transformed = Transformed(StandardScaler(), weigher).fit(
        problem.X_source, problem.X_target, problem.X_source[:, 1] ** 2
    )
    with pytest.raises(NotImplementedError, match="no ratio"):
        transformed.ratio(problem.X_target)


def test_before_any_other_weigher_it_can_stand_inside_others():
    problem = plane(80)
    y = problem.X_source[:, 0] ** 2
    chosen = InformationCriterionRatio(Transformed(StandardScaler(), GaussianRatio()))
    assert 0 <= chosen.fit(problem.X_source, problem.X_target, y).exponent_ <= 1


class Dropping(TransformerMixin, BaseEstimator):
    def fit(self, X, y=None):
        return self

    def transform(self, X):
        return X[:-1]


def test_what_cannot_be_a_transformer_or_a_weigher_is_refused(one_sentence):
    problem = plane(20)
    samples = problem.X_source, problem.X_target
    for transformer in (None, "passthrough", StandardScaler, LogisticRegression()):
        said = one_sentence(Transformed(transformer, GaussianRatio()).fit, *samples)
        assert said.startswith("transformer must be a transformer")
    for weigher in (None, GaussianRatio, "KMM"):
        assert one_sentence(Transformed(StandardScaler(), weigher).fit, *samples).startswith(
            "weigher must be a weigher"
        )
    assert "must keep the rows" in one_sentence(Transformed(Dropping(), GaussianRatio()).fit, *samples)


def test_a_transformers_refusal_is_one_sentence_with_its_name(one_sentence):
    source, target = people(30, 0, 0.2), people(30, 1, 0.8)
    said = one_sentence(Transformed(StandardScaler(), GaussianRatio()).fit, source, target)
    assert said.startswith("StandardScaler cannot transform these rows: ")
    strict = Transformed(OneHotEncoder(), GaussianRatio()).fit(source[["town"]], target[["town"]])
    unknown = pd.DataFrame({"town": ["Trier"]})
    assert "OneHotEncoder cannot transform these rows" in one_sentence(strict.ratio, unknown)


def test_numbers_that_a_scaler_cannot_square_are_refused(one_sentence):
    problem = plane(20)
    far = np.concatenate([problem.X_target, [[1e160, 0.0]]])
    weigher = Transformed(StandardScaler(), KernelMeanMatching())
    assert "too large, up to 1e+160" in one_sentence(weigher.fit, problem.X_source, far)
    weigher = Transformed(StandardScaler(), GaussianRatio()).fit(problem.X_source, problem.X_target)
    assert "too large" in one_sentence(weigher.ratio, far)


def test_a_transformer_without_a_state_changes_nothing():
    problem = plane(50)
    plain = GaussianRatio().fit(problem.X_source, problem.X_target)
    same = Transformed(FunctionTransformer(), GaussianRatio()).fit(problem.X_source, problem.X_target)
    np.testing.assert_array_equal(same.weights_, plain.weights_)
