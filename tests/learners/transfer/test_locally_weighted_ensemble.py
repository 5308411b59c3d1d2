"""LocallyWeightedEnsemble: agreement, weights and neighbours by hand, then on data."""

import numpy as np
import pandas as pd
import pytest
from scipy import sparse
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.exceptions import NotFittedError
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import GaussianNB
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer
from sklearn.svm import SVC
from sklearn.tree import DecisionTreeClassifier

from shiftlab.learners import LocallyWeightedEnsemble
from shiftlab.learners.transfer.local_agreement import agreement, purity


class Scripted(ClassifierMixin, BaseEstimator):
    """Gives row x, a whole number, the probabilities of line x."""

    def __init__(self, ones):
        self.ones = ones

    def fit(self, X, y):
        self.classes_, self.n_rows_ = np.unique(y), len(X)
        return self

    def predict_proba(self, X):
        ones = np.array(self.ones)[X[:, 0].astype(int)]
        return np.column_stack([1 - ones, ones])

    def predict(self, X):
        return self.classes_[self.predict_proba(X).argmax(axis=1)]


class Halves(BaseEstimator):
    """Two clusters: below `cut` and above."""

    def __init__(self, cut=3):
        self.cut = cut

    def fit(self, X, y=None):
        self.fitted_ = True
        return self

    def predict(self, X):
        return (X[:, 0] >= self.cut).astype(int)


TARGET = np.arange(6.0)[:, np.newaxis]
FITS = Scripted([0.1, 0.2, 0.3, 0.9, 0.8, 0.7])  # labels 0 0 0 1 1 1, like the clusters
STRAYS = Scripted([0.0, 0.0, 0.0, 0.4, 0.6, 1.0])  # labels 0 0 0 0 1 1


def by_hand(*models, **options):
    named = [(f"model {i}", model) for i, model in enumerate(models)]
    learner = LocallyWeightedEnsemble(named, clusterer=Halves(), **options)
    return learner.fit(TARGET[:4], [0, 1, 0, 1], TARGET)


def tilted(n=300, angle=0.0, seed=0):
    """Two clusters, left and right, and labels by a line at an angle."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, 2)) + np.where(rng.random(n) < 0.5, -2, 2)[:, np.newaxis] * [1, 0]
    return X, (X @ [np.cos(angle), np.sin(angle)] > 0).astype(int)


def columns(*names):
    """One model a column, blind for the others, that gives labels and no probabilities."""
    return [
        (name, make_pipeline(FunctionTransformer(lambda X, j=j: X[:, [j]]), SVC(kernel="linear")))
        for j, name in enumerate(names)
    ]


def test_agreement_by_hand():
    fits, strays = by_hand(FITS, STRAYS).agreement_
    np.testing.assert_allclose(fits, [[3 / 6, 0], [0, 3 / 6]])
    # label 0 has four rows, three of them in the first cluster of three
    np.testing.assert_allclose(strays, [[3 / 7, 1 / 7], [0, 2 / 5]])


def test_agreement_is_that_of_the_two_neighbourhood_graphs():
    rng = np.random.default_rng(0)
    labels, clusters = rng.integers(3, size=40), rng.integers(4, size=40)
    table = agreement(labels, clusters, 3)
    for i in range(40):
        model, cluster = (set(np.flatnonzero(values == values[i])) for values in (labels, clusters))
        expected = len(model & cluster) / (len(model) + len(cluster))
        assert table[labels[i], clusters[i]] == pytest.approx(expected)


def test_weights_and_probabilities_by_hand():
    learner = by_hand(FITS, STRAYS)
    weights = learner.local_weights(TARGET)
    np.testing.assert_allclose(weights[0], [0.5 / (0.5 + 3 / 7), (3 / 7) / (0.5 + 3 / 7)])
    np.testing.assert_allclose(weights[3], [0.5 / (0.5 + 1 / 7), (1 / 7) / (0.5 + 1 / 7)])
    np.testing.assert_allclose(weights.sum(axis=1), 1)
    expected = (0.5 * 0.9 + (1 / 7) * 0.4) / (0.5 + 1 / 7)
    np.testing.assert_allclose(learner.predict_proba(TARGET)[3], [1 - expected, expected])
    assert learner.predict(TARGET).tolist() == [0, 0, 0, 1, 1, 1]


def test_where_nothing_agrees_the_confident_neighbours_decide():
    learner = by_hand(STRAYS, threshold=0.4)
    proba = learner.predict_proba(TARGET)[:, 1]
    np.testing.assert_allclose(proba[3], (0.6 + 1.0) / 2)  # rows 4 and 5 share its cluster, with s = 2/5
    np.testing.assert_allclose(np.delete(proba, 3), np.delete(STRAYS.ones, 3))
    np.testing.assert_array_equal(np.isnan(learner.local_weights(TARGET)[:, 0]), np.arange(6) == 3)
    never = by_hand(STRAYS, threshold=0).predict_proba(TARGET)[3, 1]
    assert never == pytest.approx(0.4)


def test_doubt_is_of_all_models_or_of_their_mean():
    # row 3: 1/2 and 1/7, the mean is .32
    assert not np.isnan(by_hand(FITS, STRAYS, threshold=0.4).local_weights(TARGET)).any()
    doubted = by_hand(FITS, STRAYS, threshold=0.4, doubt="mean").local_weights(TARGET)
    np.testing.assert_array_equal(np.isnan(doubted[:, 0]), np.arange(6) == 3)


def test_without_a_confident_neighbour_all_models_have_the_same_weight():
    learner = by_hand(FITS, STRAYS, threshold=0.6)  # more than s can be
    assert np.isnan(learner.cluster_proba_).all()
    np.testing.assert_allclose(learner.predict_proba(TARGET)[:, 1], np.mean([FITS.ones, STRAYS.ones], axis=0))


def test_a_new_row_takes_the_place_of_a_target_row_with_its_label_and_cluster():
    learner = LocallyWeightedEnsemble(
        [("fits", Scripted([0.1, 0.2, 0.3, 0.9, 0.8, 0.7, 0.55])), ("strays", Scripted([0, 0, 0, 0.4, 0.6, 1, 0.3]))],
        clusterer=Halves(),
    ).fit(TARGET[:4], [0, 1, 0, 1], TARGET)
    new = learner.local_weights([[6.0]])[0]  # labels 1 and 0 in the second cluster, as row 3
    np.testing.assert_array_equal(new, learner.local_weights(TARGET)[3])


def test_a_cluster_that_no_target_row_is_in_says_nothing():
    learner = LocallyWeightedEnsemble([("a", FITS), ("b", STRAYS)], clusterer=Halves(3))
    learner.fit(TARGET, [0, 1, 0, 1, 0, 1], TARGET[:3])
    np.testing.assert_allclose(learner.predict_proba(TARGET[5:])[:, 1], (0.7 + 1.0) / 2)


def test_without_a_target_it_is_the_plain_average():
    X, y = tilted()
    learner = LocallyWeightedEnsemble([("nb", GaussianNB()), ("tree", DecisionTreeClassifier(max_depth=2))]).fit(X, y)
    models = GaussianNB().fit(X, y), DecisionTreeClassifier(max_depth=2).fit(X, y)
    np.testing.assert_allclose(learner.predict_proba(X), np.mean([m.predict_proba(X) for m in models], axis=0))


def test_the_model_that_follows_the_clusters_wins():
    # in the source both columns tell the class; in the target the first alone
    rng = np.random.default_rng(1)
    y = rng.integers(2, size=200)
    X = (2 * y - 1)[:, np.newaxis] * [0.6, 1.0] + 0.4 * rng.normal(size=(200, 2))
    y_target = rng.integers(2, size=300)
    T = np.column_stack([3 * (2 * y_target - 1), rng.normal(size=300)]) + 0.4 * rng.normal(size=(300, 2))
    models = columns("first", "second")
    seen = LocallyWeightedEnsemble(models, random_state=0).fit(X, y, T)
    unseen = LocallyWeightedEnsemble(models, random_state=0).fit(X, y)
    assert seen.local_weights(T)[:, 0].mean() > 0.6
    assert seen.score(T, y_target) > unseen.score(T, y_target) + 0.1


def test_purity_by_hand():
    assert purity(np.array([0, 0, 0, 1, 1, 1]), np.array([0, 0, 1, 2, 2, 1])) == pytest.approx(4 / 6)


def test_clusters_that_are_not_pure_in_the_source_are_not_asked():
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(300, 2)), rng.integers(4, size=300)  # noise, four classes
    learner = LocallyWeightedEnsemble([("nb", GaussianNB()), ("svm", SVC())], random_state=0).fit(X, y, X + 1)
    assert learner.purity_ < 0.5
    assert learner.clusterer_ is None
    np.testing.assert_allclose(learner.local_weights(X), 0.5)
    asked = learner.set_params(min_purity=0).fit(X, y, X + 1)
    assert asked.clusterer_ is not None
    assert np.isnan(asked.purity_)


def test_a_model_without_probabilities_votes():
    X, y = tilted()
    learner = LocallyWeightedEnsemble([("svm", SVC())], threshold=0).fit(X, y, X)
    assert set(np.unique(learner.predict_proba(X))) == {0.0, 1.0}
    np.testing.assert_array_equal(learner.predict(X), SVC().fit(X, y).predict(X))


def test_labelled_rows_are_trained_on_if_asked():
    assert by_hand(FITS).estimators_[0].n_rows_ == 4
    for pool, n in ((False, 4), (True, 6)):
        learner = LocallyWeightedEnsemble([("a", FITS)], clusterer=Halves(), pool_labeled=pool)
        learner.fit(TARGET[:4], [0, 1, 0, 1], TARGET, TARGET[4:], [0, 1])
        assert learner.estimators_[0].n_rows_ == n


def test_a_class_of_the_labelled_rows_alone_has_a_column():
    X, y = tilted()
    learner = LocallyWeightedEnsemble([("nb", GaussianNB())], random_state=0).fit(X, y, X, X[:2], [2, 2])
    assert learner.classes_.tolist() == [0, 1, 2]
    np.testing.assert_allclose(learner.predict_proba(X)[:, 2], 0)


def test_more_clusters_than_classes():
    X, y = tilted()
    learner = LocallyWeightedEnsemble(n_clusters=5, random_state=0).fit(X, y, X)
    assert learner.agreement_.shape == (3, 2, 5)
    assert learner.score(X, y) > 0.9


def test_sparse_rows_and_frames_are_the_same_rows():
    X, y = tilted()
    models = [("logistic", LogisticRegression()), ("svm", SVC())]
    dense = LocallyWeightedEnsemble(models, clusterer=Dense(), random_state=0).fit(X, y, X + 0.1).predict_proba(X)
    rows = sparse.csr_matrix(X)
    learner = LocallyWeightedEnsemble(models, clusterer=Dense()).fit(rows, y, sparse.csr_matrix(X + 0.1))
    np.testing.assert_allclose(learner.predict_proba(rows), dense, atol=1e-3)
    assert LocallyWeightedEnsemble(models, random_state=0).fit(rows, y, rows).score(rows, y) > 0.9
    frame = pd.DataFrame(X, columns=["u", "v"])
    framed = LocallyWeightedEnsemble(models, clusterer=Dense()).fit(frame, y, frame + 0.1)
    np.testing.assert_allclose(framed.predict_proba(frame), dense, rtol=1e-9)  # sums in another order


class Dense(Halves):
    """`Halves` at 0, for sparse rows too."""

    def predict(self, X):
        return (np.ravel(X[:, [0]].toarray() if sparse.issparse(X) else X[:, 0]) >= 0).astype(int)


def test_models_and_their_parameters_can_be_set_by_name():
    learner = LocallyWeightedEnsemble([("nb", GaussianNB()), ("tree", DecisionTreeClassifier())])
    assert learner.get_params()["tree__max_depth"] is None
    learner.set_params(tree__max_depth=2, nb=LogisticRegression())
    assert [type(model).__name__ for _, model in learner.estimators] == ["LogisticRegression", "DecisionTreeClassifier"]
    assert learner.estimators[1][1].max_depth == 2


def test_a_random_state_makes_it_the_same_again():
    X, y = tilted()
    one, two = (LocallyWeightedEnsemble(n_clusters=7, random_state=1).fit(X, y, X).predict_proba(X) for _ in range(2))
    np.testing.assert_array_equal(one, two)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"threshold": -1}, "threshold must be one number in [0, 1], got -1"),
        ({"threshold": 1.5}, "threshold must be one number in [0, 1], got 1.5"),
        ({"min_purity": [0.5]}, "min_purity must be one number in [0, 1], got [0.5]"),
        ({"min_purity": "half"}, "min_purity must be numbers"),
        ({"doubt": "some"}, 'doubt must be "all" or "mean", got'),
        ({"n_clusters": 0}, "n_clusters must be a whole number of at least 1, got 0"),
        ({"n_clusters": 500}, "n_clusters must be at most the number of rows, 40, but it is 500"),
        ({"estimators": []}, "estimators must be a list of pairs, a name and a classifier"),
        ({"estimators": GaussianNB()}, "estimators must be a list of pairs, a name and a classifier"),
        ({"estimators": [("nb", GaussianNB()), ("nb", SVC())]}, "not unique"),
    ],
)
def test_bad_parameters_are_told(options, message, one_sentence):
    X, y = tilted(40)
    assert message in one_sentence(LocallyWeightedEnsemble(**options).fit, X, y, X)


def test_rows_that_are_all_alike_teach_naive_bayes_nothing(one_sentence):
    same, y = np.ones((20, 2)), np.arange(20) % 2
    assert "No feature varies" in one_sentence(LocallyWeightedEnsemble().fit, same, y, same)
    models = [("logistic", LogisticRegression())]
    np.testing.assert_allclose(LocallyWeightedEnsemble(models).fit(same, y).predict_proba(same), 0.5, atol=1e-6)
    one_varies = same + np.arange(20)[:, np.newaxis] * [0, 1]
    assert np.isfinite(LocallyWeightedEnsemble().fit(one_varies, y, one_varies).predict_proba(one_varies)).all()


def test_not_fitted():
    with pytest.raises(NotFittedError):
        LocallyWeightedEnsemble().predict([[0.0]])
