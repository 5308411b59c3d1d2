"""The scorer against weighted means by hand, in scikit-learn's own searches, and where the ratio is known."""

import pickle

import numpy as np
import pandas as pd
import pytest
import sklearn
from known_shift import RATIOS, SOURCE, TARGET, Fixed, accuracy, is_mean_of, samples
from scipy import sparse
from scipy.stats import norm
from sklearn.base import BaseEstimator
from sklearn.ensemble import HistGradientBoostingClassifier
from sklearn.linear_model import LinearRegression, LogisticRegression
from sklearn.metrics import accuracy_score, r2_score
from sklearn.model_selection import GridSearchCV, KFold, RandomizedSearchCV, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.tree import DecisionTreeClassifier
from threadpoolctl import threadpool_limits

from shiftlab import Target
from shiftlab.learners import ReweightedEstimator
from shiftlab.validation import WeightedCV, importance_weighted_scorer
from shiftlab.weights import (
    DiscriminativeRatio,
    InformationCriterionRatio,
    KernelDensityRatio,
    KernelMeanMatching,
    KnownRatio,
)


def problem(n=200, seed=0):
    rng = np.random.default_rng(seed)
    X, X_target = rng.normal(0, 1, size=(n, 2)), rng.normal(0.7, 0.8, size=(n, 2))
    return X, (X[:, 0] + rng.normal(0, 0.7, n) > 0).astype(int), X_target


@pytest.mark.parametrize("weigher", [KernelMeanMatching(), DiscriminativeRatio(cv=3, random_state=0)])
def test_folds_have_the_weights_that_were_learnt_for_their_rows(weigher):
    X, y, X_target = problem()
    scorer = importance_weighted_scorer(weigher, X, X_target)
    weights = sklearn.clone(weigher).fit(X, X_target).weights_
    folds = KFold(5, shuffle=True, random_state=1)
    model = LogisticRegression()
    expected = [
        accuracy_score(y[test], model.fit(X[train], y[train]).predict(X[test]), sample_weight=weights[test])
        for train, test in folds.split(X)
    ]
    assert cross_val_score(model, X, y, cv=folds, scoring=scorer) == pytest.approx(expected, rel=1e-12)


def test_rows_that_are_new_have_the_ratio_of_the_weigher_and_rows_that_are_known_their_weights():
    X, _, X_target = problem()
    scorer = importance_weighted_scorer(KernelDensityRatio(), X, X_target)
    weigher = KernelDensityRatio().fit(X, X_target)
    assert scorer.weights(X[::-1]) == pytest.approx(weigher.weights_[::-1], rel=1e-12)
    assert scorer.weights(X_target) == pytest.approx(weigher.ratio(X_target), rel=1e-12)


def test_kernel_mean_matching_refuses_rows_that_it_has_not_seen(one_sentence):
    X, y, X_target = problem()
    scorer = importance_weighted_scorer(KernelMeanMatching(), X, X_target)
    model = LogisticRegression().fit(X, y)
    changed = X.copy()
    changed[7, 1] = np.nextafter(changed[7, 1], 9)  # the last bit
    assert "row 7 of X is none of them" in one_sentence(scorer, model, changed, y)
    search = GridSearchCV(LogisticRegression(), {"C": [1]}, scoring=scorer, error_score="raise")
    assert "rows of X_source only" in one_sentence(search.fit, X + 1, y)


def test_equal_rows_share_their_weight_and_zeros_have_no_sign():
    class ByPlace(BaseEstimator):
        def fit(self, X_source, X_target):
            self.weights_ = np.arange(1.0, X_source.shape[0] + 1)
            return self

    X = np.array([[0.0, 1], [2, 3], [-0.0, 1], [2, 3], [4, np.nan]])
    scorer = importance_weighted_scorer(ByPlace(), X, X)
    assert scorer.weights(X).tolist() == [2, 3, 2, 3, 5]
    assert scorer.weights(X.astype(np.float32)).tolist() == [2, 3, 2, 3, 5]
    scorer = importance_weighted_scorer(ByPlace(), sparse.csr_array(X), sparse.csr_array(X))
    stored = sparse.coo_array(X)
    assert scorer.weights(stored.tocsc()).tolist() == [2, 3, 2, 3, 5]
    large = np.array([[2**53], [2**53 + 1]])
    assert importance_weighted_scorer(ByPlace(), large, large).weights(large).tolist() == [1, 2]


def test_frames_are_read_and_their_columns_compared(one_sentence):
    X, y, X_target = problem()
    frames = [pd.DataFrame(rows, columns=["a", "b"]).assign(c=list("uv") * 100) for rows in (X, X_target)]
    for frame in frames:
        frame["c"] = frame["c"].astype("category")
    forest = HistGradientBoostingClassifier(max_iter=2, categorical_features="from_dtype")
    with threadpool_limits(1):
        scorer = importance_weighted_scorer(DiscriminativeRatio(forest), frames[0], Target(frames[1]))
        assert np.isfinite(cross_val_score(forest, frames[0], y, scoring=scorer, cv=3)).all()
    assert "same names" in one_sentence(scorer.weights, frames[0][["b", "a", "c"]])
    assert "same columns" in one_sentence(scorer.weights, frames[0][["a", "b"]])


@pytest.mark.filterwarnings("ignore::shiftlab.weights.ShiftWarning")
@pytest.mark.parametrize("routing", [False, True])
def test_searches_choose_what_is_best_on_the_target(routing):
    rng = np.random.default_rng(0)
    X, X_target = rng.normal(size=(400, 1)), rng.normal(1.5, 0.5, size=(400, 1))
    y = (abs(X[:, 0]) < 1).astype(int)
    p, q = (lambda X: norm.pdf(X[:, 0])), (lambda X: norm.pdf(X[:, 0], 1.5, 0.5))
    weigher = KnownRatio(source_density=p, target_density=q)
    tree = make_pipeline(StandardScaler(), DecisionTreeClassifier(random_state=0))
    with sklearn.config_context(enable_metadata_routing=routing):
        for kind, options in ((GridSearchCV, {}), (RandomizedSearchCV, {"n_iter": 2, "random_state": 0})):
            scorer = importance_weighted_scorer(weigher, X, X_target)
            search = kind(tree, {"decisiontreeclassifier__max_depth": [1, 2]}, scoring=scorer, **options).fit(X, y)
            assert search.best_params_ == {"decisiontreeclassifier__max_depth": 2}
            assert search.score(X, y) == scorer(search, X, y)


def test_learners_that_take_the_target_are_told_of_it_by_the_search():
    X, y, X_target = problem()
    scorer = importance_weighted_scorer(KernelMeanMatching(), X, X_target)
    learner = ReweightedEstimator(LogisticRegression(C=0.01), KernelMeanMatching())
    found, plain = (
        cross_val_score(learner, X, y, scoring=scorer, params=params, cv=3)
        for params in ({"X_target": Target(X_target)}, None)
    )
    assert not np.array_equal(found, plain)


def test_regressors_have_weighted_squares_and_scorers_are_taken_by_name():
    X, _, X_target = problem()
    y = X[:, 0] ** 2
    model = LinearRegression().fit(X, y)
    weights = KernelMeanMatching().fit(X, X_target).weights_
    scorer = importance_weighted_scorer(KernelMeanMatching(), X, X_target)
    assert scorer(model, X, y) == pytest.approx(r2_score(y, model.predict(X), sample_weight=weights))
    scorer = importance_weighted_scorer(KernelMeanMatching(), X, X_target, "neg_mean_squared_error")
    assert scorer(model, X, y) == pytest.approx(-np.average((y - model.predict(X)) ** 2, weights=weights))


def test_it_is_weighted_cross_validation_where_folds_have_the_same_mass():
    X, y, X_target = problem()
    folds = KFold(4)
    scorer = importance_weighted_scorer(KernelMeanMatching(), X, X_target)
    scores = cross_val_score(LogisticRegression(), X, y, cv=folds, scoring=scorer)
    mass = [scorer.weights(X[test]).sum() for _, test in folds.split(X)]
    whole = WeightedCV(cv=folds).score(LogisticRegression(), (X, y), X_target)
    assert np.average(scores, weights=mass) == pytest.approx(whole, rel=1e-9)


@pytest.mark.filterwarnings("ignore::shiftlab.weights.ShiftWarning")
def test_where_the_ratio_is_known_its_mean_is_the_score_on_the_target():
    found = {name: [] for name in RATIOS}
    for X, y in samples():
        for name, known in RATIOS.items():
            scorer = importance_weighted_scorer(known, X, X[:5])
            found[name].append(cross_val_score(Fixed(), X, y, cv=KFold(4), scoring=scorer).mean())
    assert is_mean_of(accuracy(TARGET), found["right"])
    assert not is_mean_of(accuracy(TARGET), found["inverted"])
    assert not is_mean_of(accuracy(TARGET), found["none"])
    assert is_mean_of(accuracy(SOURCE), found["none"])


def test_workers_can_be_handed_the_scorer():
    X, y, X_target = problem()
    scorer = pickle.loads(pickle.dumps(importance_weighted_scorer(KernelMeanMatching(), X, X_target)))
    assert 0 < scorer(LogisticRegression().fit(X, y), X, y) < 1
    assert "KernelMeanMatching" in repr(scorer)


def test_a_weigher_that_wants_labels_is_given_them():
    X, _, X_target = problem()
    y = X[:, 0] ** 2
    weigher = InformationCriterionRatio(KernelDensityRatio())
    scorer = importance_weighted_scorer(weigher, X, X_target, y_source=y)
    assert np.isfinite(scorer(LinearRegression().fit(X, y), X, y))


@pytest.mark.parametrize(
    ("labels", "words"),
    [
        (None, "y must be a vector"),
        (np.array(["a", None] * 30, dtype=object), "some are missing"),
        (np.zeros(3), "has 60 rows and y has 3 labels"),
    ],
)
def test_labels_that_cannot_be_scored_are_refused_in_one_sentence(labels, words, one_sentence):
    X, y, X_target = problem()
    scorer = importance_weighted_scorer(KernelMeanMatching(), X, X_target)
    assert words in one_sentence(scorer, LogisticRegression().fit(X, y), X[:60], labels)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"weigher": KernelMeanMatching}, "weigher must be"),
        ({"weigher": "uniform"}, "weigher must be"),
        ({"weigher": InformationCriterionRatio(KernelDensityRatio())}, "give y_source"),
        ({"scoring": "adjusted_rand_score"}, "sample_weight"),
        ({"scoring": "no such"}, "scoring must be"),
        ({"X_source": np.full((3, 2), np.nan)}, "cannot weigh"),
        ({"X_target": np.ones((3, 5))}, "same columns"),
    ],
)
def test_what_cannot_weigh_or_score_is_refused_in_one_sentence(change, words, one_sentence):
    X, _, X_target = problem()
    arguments = {"weigher": KernelMeanMatching(), "X_source": X, "X_target": X_target, **change}
    assert words in one_sentence(importance_weighted_scorer, **arguments)
