"""LatentMap against votes worked out by hand, and against scikit-learn's neighbours where it is no more than these."""

import numpy as np
import pytest
from scipy.sparse import csr_matrix
from sklearn.decomposition import PCA
from sklearn.metrics.pairwise import cosine_similarity
from sklearn.neighbors import KNeighborsClassifier

import shiftlab
from shiftlab.learners import LatentMap
from shiftlab.learners.transfer import latent_map

PLAIN = {"standardize": False, "missing": "nan"}


def normal(n=80, d=4, seed=0):
    rng = np.random.default_rng(seed)
    rows = rng.normal(size=(n, d))
    return rows, (rows[:, 0] + rows[:, 1] > 0).astype(int), rng.normal(0.5, 1, size=(n, d))


def texts(n=60, seed=0):
    """Two domains with 6 words in common, and 6 that only one of them has; each word is of one class or the other."""
    rng = np.random.default_rng(seed)
    topic = rng.integers(2, size=2 * n)
    likely = np.where(np.arange(18) % 2 == topic[:, np.newaxis], 0.5, 0.1)
    counts = (rng.random((2 * n, 18)) < likely) * rng.integers(1, 4, size=(2 * n, 18)).astype(float)
    counts[:n, 12:] = 0
    counts[n:, 6:12] = 0
    return counts[:n], topic[:n], counts[n:], topic[n:]


def test_the_cosine_vote_by_hand():
    X, y = [[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]], ["a", "b", "b"]
    learner = LatentMap(n_neighbors=2, metric="cosine", **PLAIN).fit(X, y)
    a, b = 2 / np.sqrt(5), 3 / np.sqrt(10)
    assert learner.predict_proba([[2.0, 1.0]]) == pytest.approx(np.array([[a, b]]) / (a + b))
    uniform = LatentMap(n_neighbors=2, metric="cosine", weights="uniform", **PLAIN).fit(X, y)
    assert uniform.predict_proba([[2.0, 1.0]]).tolist() == [[0.5, 0.5]]


def test_the_inverse_distances_by_hand():
    learner = LatentMap(n_neighbors=2, **PLAIN).fit([[0.0], [3.0], [50.0]], ["a", "b", "b"])
    assert learner.predict_proba([[1.0]]) == pytest.approx(np.array([[2 / 3, 1 / 3]]))
    assert learner.predict_proba([[3.0]]).tolist() == [[0.0, 1.0]]


def test_the_largest_direction_of_both_domains_by_hand():
    # Z'Z is diagonal: 9 + 0 and 1 + 16. The source alone would keep the first column
    X, y, target = [[3.0, 0.0], [0.0, 1.0]], ["a", "b"], [[0.0, 4.0]]
    joint = LatentMap(1, 1, **PLAIN).fit(X, y, X_target=target)
    assert np.abs(joint.components_) == pytest.approx(np.array([[0, 1]]))
    assert joint.singular_values_ == pytest.approx([np.sqrt(17)])
    assert np.abs(joint.latent_.ravel()) == pytest.approx([0, 1])
    alone = LatentMap(1, 1, **PLAIN).fit(X, y)
    assert np.abs(alone.components_) == pytest.approx(np.array([[1, 0]]))
    row = [[1.6, 0.9]]
    assert joint.predict(row).tolist() == ["b"]
    assert alone.predict(row).tolist() == ["a"]


@pytest.mark.parametrize("weights", ["similarity", "uniform"])
def test_at_full_rank_and_without_gaps_it_is_nearest_neighbours(weights):
    X, y, target = normal()
    how = {"similarity": "distance", "uniform": "uniform"}[weights]
    expected = KNeighborsClassifier(7, weights=how).fit(X, y).predict_proba(target)
    learner = LatentMap(4, 7, weights=weights, standardize=False).fit(X, y, X_target=target)
    assert learner.predict_proba(target) == pytest.approx(expected)


def test_cosine_neighbours_are_those_of_scikit_learn():
    X, y, target = normal()
    expected = KNeighborsClassifier(7, metric="cosine").fit(X, y).predict_proba(target)
    learner = LatentMap(4, 7, metric="cosine", weights="uniform", standardize=False).fit(X, y, X_target=target)
    assert learner.predict_proba(target) == pytest.approx(expected)


def test_standardized_rows_are_mapped_to_principal_components():
    X, y, target = normal()
    joint = np.concatenate([X, target])
    joint = (joint - joint.mean(axis=0)) / joint.std(axis=0)
    expected = PCA(2).fit(joint)
    learner = LatentMap(2).fit(X * 100, y, X_target=target * 100)
    assert np.abs(learner.components_) == pytest.approx(np.abs(expected.components_))
    assert cosine_similarity(learner.latent_) == pytest.approx(cosine_similarity(expected.transform(joint)[:80]))


def test_labelled_target_rows_have_a_vote():
    X, y = [[0.0], [1.0], [9.0]], ["a", "a", "b"]
    learner = LatentMap(n_neighbors=1, standardize=False).fit(X, y, [[5.0]], [[2.0]], ["b"])
    assert learner.predict([[1.9], [1.1]]).tolist() == ["b", "a"]
    assert len(learner.latent_) == 4


def test_a_class_that_only_labelled_target_rows_have_is_predicted():
    learner = LatentMap(n_neighbors=1).fit([[0.0], [1.0]], ["a", "b"], X_labeled=[[5.0]], y_labeled=["c"])
    assert learner.classes_.tolist() == ["a", "b", "c"]
    assert learner.predict([[6.0]]).tolist() == ["c"]


def test_a_feature_that_the_target_lacks_helps_nevertheless():
    # the second column tells the classes apart by far more than the first one, from which it is predicted
    X, y = [[1.0, 9.0], [2.0, 8.0], [3.0, 1.0], [4.0, 2.0]], ["a", "a", "b", "b"]
    target = [[1.5, np.nan], [3.5, np.nan]]
    learner = LatentMap(n_neighbors=1, missing="nan").fit(X, y, X_target=target)
    assert learner.source_only_.tolist() == [False, True]
    assert learner.predict(target).tolist() == ["a", "b"]
    slope, mean = -14 / (5 + 1.0 * 1.25), 5.0  # -14 and 5 are the sums of xy and xx about the means; 1.25 the variance
    z = np.array([[1.5, mean + slope * -1], [3.5, mean + slope]])
    joint = np.concatenate([X, z])
    expected = ((z - joint.mean(axis=0)) / joint.std(axis=0)) @ learner.components_.T
    assert learner.latent(target) == pytest.approx(expected)


def test_words_of_one_domain_only_are_filled_and_rows_of_both_find_their_place():
    X, y, target, truth = texts()
    learner = LatentMap(5, 15, standardize=False, metric="cosine").fit(X, y, X_target=target)
    assert learner.source_only_.tolist() == [False] * 6 + [True] * 6 + [False] * 6
    assert learner.target_only_.tolist() == [False] * 12 + [True] * 6
    assert learner.score(target, truth) > 0.8
    has_own = X[:, 6:12].any(axis=1)
    assert learner.latent(X)[has_own] == pytest.approx(learner.latent_[has_own])


@pytest.mark.parametrize("metric", ["euclidean", "cosine"])
def test_a_row_that_is_as_near_to_all_rows_gets_their_shares(metric):
    X, y = [[1.0, 0.0], [0.0, 1.0], [-1.0, 0.0]], ["a", "b", "b"]
    learner = LatentMap(n_neighbors=1, metric=metric, **PLAIN).fit(X, y)
    assert learner.predict_proba([[0.0, 0.0]]) == pytest.approx(np.array([[1 / 3, 2 / 3]]))


def test_an_empty_labelled_text_is_near_to_none():
    X, y = [[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]], ["a", "b", "b"]
    learner = LatentMap(n_neighbors=1, metric="cosine", **PLAIN).fit(X, y)
    assert learner.predict([[1.0, 1.0], [1.0, 0.1]]).tolist() == ["b", "b"]


def test_neighbours_at_obtuse_angles_are_equal():
    learner = LatentMap(n_neighbors=2, metric="cosine", **PLAIN).fit([[1.0, 0.1], [1.0, 0.0]], ["a", "b"])
    assert learner.predict_proba([[-1.0, 0.0]]).tolist() == [[0.5, 0.5]]


def test_more_neighbours_than_rows_are_all_rows():
    learner = LatentMap(n_neighbors=25, weights="uniform").fit([[0.0], [1.0], [2.0]], ["a", "b", "b"])
    assert learner.predict_proba([[0.0]]) == pytest.approx(np.array([[1 / 3, 2 / 3]]))


@pytest.mark.parametrize("whole", [0, 500])
def test_rows_that_are_all_alike_have_a_space_of_one_point(whole, monkeypatch):
    monkeypatch.setattr(latent_map, "_WHOLE", whole)
    learner = LatentMap().fit([[1.0, 2.0]] * 3, ["a", "b", "b"])
    assert learner.predict_proba([[1.0, 2.0]]) == pytest.approx(np.array([[1 / 3, 2 / 3]]))


@pytest.mark.parametrize("options", [{}, {"metric": "cosine", "standardize": False}])
def test_sparse_rows_are_the_same_as_dense_ones(options):
    X, y, target, truth = texts()
    few = {"X_labeled": target[:5], "y_labeled": truth[:5]}
    dense = LatentMap(5, **options).fit(X, y, X_target=target, **few).predict_proba(target)
    few["X_labeled"] = csr_matrix(few["X_labeled"])
    sparse = LatentMap(5, **options).fit(csr_matrix(X), y, X_target=csr_matrix(target), **few)
    assert sparse.predict_proba(csr_matrix(target)) == pytest.approx(dense)


def test_the_decomposition_of_large_matrices_is_the_same(monkeypatch):
    X, y, target, _ = texts()
    exact = LatentMap(4, standardize=False).fit(X, y, X_target=target)
    monkeypatch.setattr(latent_map, "_WHOLE", 10)
    short = LatentMap(4, standardize=False).fit(X, y, X_target=target)
    assert short.singular_values_ == pytest.approx(exact.singular_values_)
    assert np.abs(short.components_) == pytest.approx(np.abs(exact.components_))
    assert short.predict_proba(target) == pytest.approx(exact.predict_proba(target))


@pytest.mark.parametrize("whole", [10, 500])
def test_a_rank_above_that_of_the_rows_adds_nothing(whole, monkeypatch):
    monkeypatch.setattr(latent_map, "_WHOLE", whole)
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(40, 2)) @ rng.normal(size=(2, 40)), np.arange(40) % 2
    assert LatentMap(5).fit(X, y).components_.shape == (2, 40)


def test_predictions_do_not_depend_on_how_many_are_made_at_once(monkeypatch):
    X, y, target = normal()
    learner = LatentMap().fit(X, y, X_target=target)
    expected = learner.predict_proba(target)
    monkeypatch.setattr(latent_map, "_AT_ONCE", 200)
    assert learner.predict_proba(target) == pytest.approx(expected)


def test_a_whole_target_is_taken_and_asked_for():
    X, y, target = normal()
    whole = LatentMap(2).fit(X, y, X_target=shiftlab.Target(target)).predict_proba(target)
    assert whole.tolist() == LatentMap(2).fit(X, y, X_target=target).predict_proba(target).tolist()
    asked = LatentMap().get_metadata_routing().fit.requests
    assert {asked[name] for name in ("X_target", "X_labeled", "y_labeled")} == {True}


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"n_components": 0}, "n_components must be a whole number of at least 1, got 0."),
        ({"n_neighbors": 2.5}, "n_neighbors must be a whole number of at least 1, got 2.5."),
        ({"alpha": 0}, "alpha must be one number greater than 0, got 0."),
        ({"metric": "manhattan"}, "metric must be 'euclidean' or 'cosine', got 'manhattan'."),
        ({"weights": "distance"}, "weights must be 'similarity' or 'uniform', got 'distance'."),
        ({"missing": None}, "missing must be 'zero' or 'nan', got None."),
    ],
)
def test_wrong_options_get_one_sentence(options, sentence):
    with pytest.raises(ValueError, match=sentence.replace(".", r"\.")):
        LatentMap(**options).fit([[0.0], [1.0]], [0, 1])


def test_a_target_of_other_columns_gets_one_sentence():
    with pytest.raises(ValueError, match="X_target must have the same columns as X, but X has 1 and X_target has 2"):
        LatentMap().fit([[0.0], [1.0]], [0, 1], X_target=[[0.0, 1.0]])
