"""ReverseTesting: which models are trained on which labels, how many, and what is refused."""

import itertools
import pickle

import numpy as np
import pandas as pd
import pytest
from sklearn.base import BaseEstimator, ClassifierMixin, clone
from sklearn.dummy import DummyClassifier
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.linear_model import LinearRegression, LogisticRegression, Ridge
from sklearn.metrics import make_scorer, recall_score
from sklearn.naive_bayes import GaussianNB, MultinomialNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.svm import SVC, LinearSVC
from sklearn.tree import DecisionTreeClassifier

from shiftlab import Target
from shiftlab.validation import ReverseTesting


class Counting(ClassifierMixin, BaseEstimator):
    """Nearest neighbours that count every training, of all copies."""

    fits = 0

    def __init__(self, n_neighbors=1):
        self.n_neighbors = n_neighbors

    def fit(self, X, y):
        Counting.fits += 1
        self.inner_ = KNeighborsClassifier(self.n_neighbors).fit(X, y)
        self.classes_ = self.inner_.classes_
        return self

    def predict(self, X):
        return self.inner_.predict(X)


@pytest.fixture(autouse=True)
def nothing_counted():
    Counting.fits = 0


def fitted(learners, source, target, **parameters):
    return ReverseTesting(learners, **parameters).fit(*source, target[0])


def test_rows_are_who_was_trained_and_columns_whose_labels(four, ring):
    source, target = ring()
    testing = fitted(four, source, target)
    labels = {b: clone(four[b]).fit(*source).predict(target[0]) for b in four}
    expected = [[clone(four[a]).fit(target[0], labels[b]).score(*source) for b in four] for a in four]
    np.testing.assert_array_equal(testing.accuracy_, expected)
    assert not np.allclose(testing.accuracy_, testing.accuracy_.T)
    for name in four:
        np.testing.assert_array_equal(testing.target_labels_[name], labels[name])


@pytest.mark.parametrize("rule", ["strict", "weak", "sum"])
def test_what_is_learned_fits_together(four, ring, rule):
    testing = fitted(four, *ring(), rule=rule)
    assert list(testing.verdicts_) == list(itertools.combinations(four, 2))
    assert testing.undecided_ == [pair for pair, better in testing.verdicts_.items() if better is None]
    wins = [better for better in testing.verdicts_.values() if better]
    losses = [a if better == b else b for (a, b), better in testing.verdicts_.items() if better]
    assert testing.standings_ == {name: wins.count(name) - losses.count(name) for name in four}
    assert sorted(testing.order_) == sorted(four)
    by_rank = [(-testing.standings_[name], list(four).index(name)) for name in testing.order_]
    assert by_rank == sorted(by_rank)


@pytest.mark.parametrize("l", [2, 3, 5])
def test_l_learners_take_l_plus_l_squared_trainings(ring, l):
    source, target = ring()
    testing = fitted({f"{k} neighbours": Counting(k) for k in (1, 5, 15, 31, 61)[:l]}, source, target)
    assert len({labels.tobytes() for labels in testing.target_labels_.values()}) == l  # nothing to share
    assert Counting.fits == testing.n_fits_ == l + l**2


def test_labellings_that_coincide_share_trainings(ring):
    source, target = ring()
    testing = fitted([("one", Counting(1)), ("again", Counting(1)), ("many", Counting(25))], source, target)
    assert Counting.fits == testing.n_fits_ == 3 + 3 * 2
    assert testing.undecided_ == [("one", "again")]
    np.testing.assert_array_equal(testing.accuracy_[:, 0], testing.accuracy_[:, 1])
    np.testing.assert_array_equal(testing.accuracy_[0], testing.accuracy_[1])


def test_the_learners_given_are_left_alone_and_runs_repeat(four, ring):
    source, target = ring()
    first, second = (fitted(four, source, target) for _ in range(2))
    np.testing.assert_array_equal(first.accuracy_, second.accuracy_)
    assert not any(name.endswith("_") for learner in four.values() for name in vars(learner))
    assert not any(name.endswith("_") for name in vars(clone(first)))
    assert pickle.loads(pickle.dumps(first)).verdicts_ == first.verdicts_


def test_two_processes_find_the_same(four, ring):
    source, target = ring(40)
    one, two = (fitted(four, source, target, n_jobs=jobs) for jobs in (1, 2))
    np.testing.assert_array_equal(one.accuracy_, two.accuracy_)
    assert one.n_fits_ == two.n_fits_


def test_learners_without_probabilities_are_compared(ring):
    source, target = ring()
    learners = {"margin": LinearSVC(), "kernel": SVC()}
    assert not any(hasattr(learner, "predict_proba") for learner in learners.values())
    assert fitted(learners, source, target).n_fits_ == 6


def test_a_labelling_of_one_class_teaches_the_constant_answer(ring):
    source, target = ring()
    learners = {"line": LogisticRegression(), "constant": DummyClassifier(strategy="constant", constant="in")}
    testing = fitted(learners, source, target)
    share = np.mean(source[1] == "in")
    np.testing.assert_array_equal(testing.accuracy_[:, 1], share)  # LogisticRegression itself would refuse
    assert testing.n_fits_ == 2 + 2


def test_all_labellings_the_same_constant_decide_nothing(ring):
    source, target = ring()
    learners = {str(k): DummyClassifier(strategy="constant", constant="out") for k in range(3)}
    testing = fitted(learners, source, target)
    assert testing.undecided_ == list(testing.verdicts_)
    assert testing.order_ == ["0", "1", "2"]
    assert testing.n_fits_ == 3
    assert testing.cycles_ == []


@pytest.mark.parametrize("scoring", ["roc_auc", "neg_log_loss", "balanced_accuracy"])
def test_scorers_read_the_constant_answer_too(ring, scoring):
    source, target = ring()
    learners = {"line": LogisticRegression(), "constant": DummyClassifier(strategy="constant", constant="in")}
    testing = fitted(learners, source, target, scoring=scoring)
    assert np.isfinite(testing.accuracy_).all()
    if scoring != "neg_log_loss":
        np.testing.assert_array_equal(testing.accuracy_[:, 1], 0.5)


def test_any_scorer_is_used(four, ring):
    source, target = ring()
    recall = make_scorer(recall_score, pos_label="in")
    testing = fitted(four, source, target, scoring=recall)
    labels = clone(four["tree"]).fit(*source).predict(target[0])
    expected = recall_score(source[1], clone(four["line"]).fit(target[0], labels).predict(source[0]), pos_label="in")
    assert testing.accuracy_[2, 0] == expected


def test_regressors_are_compared_by_a_scorer():
    rng = np.random.default_rng(0)
    X, X_target = rng.normal(size=(60, 2)), rng.normal(1, 1, size=(50, 2))
    y = X[:, 0] + rng.normal(0, 0.5, size=60)
    learners = {"plain": LinearRegression(), "shrunk": Ridge(1e4)}
    testing = ReverseTesting(learners, scoring="r2").fit(X, y, X_target)
    assert testing.accuracy_[0, 0] == pytest.approx(LinearRegression().fit(X, y).score(X, y))
    assert testing.order_[0] == "plain"


def test_more_learners_than_rows():
    learners = {f"depth {depth}": DecisionTreeClassifier(max_depth=depth, random_state=0) for depth in range(1, 7)}
    testing = ReverseTesting(learners).fit([[0.0], [1.0], [2.0]], [0, 1, 0], [[0.2], [1.1]])
    assert testing.accuracy_.shape == (6, 6)
    assert len(testing.verdicts_) == 15


def test_kinds_of_rows_and_labels(ring):
    (X, y), (X_target, _) = ring()
    learners = {"bayes": GaussianNB(), "tree": DecisionTreeClassifier(random_state=0)}
    expected = ReverseTesting(learners).fit(X, y, X_target)
    columns = ["length", "width"]
    frames = pd.DataFrame(X, columns=columns), pd.Series(y, index=range(7, 7 + len(y)))
    for testing in (
        ReverseTesting(learners).fit(X.tolist(), y.tolist(), X_target.tolist()),
        ReverseTesting(learners).fit(*frames, pd.DataFrame(X_target, columns=columns)),
        ReverseTesting(learners).fit(X, y, Target(X_target)),
        ReverseTesting(list(learners.items())).fit(X, y.astype(object), X_target),
    ):
        np.testing.assert_array_equal(testing.accuracy_, expected.accuracy_)
        assert testing.verdicts_ == expected.verdicts_


def test_learners_that_read_words_or_sparse_matrices():
    texts, y = ["good film", "bad film", "good good", "bad bad"] * 3, [1, 0, 1, 0] * 3
    steps = CountVectorizer(), MultinomialNB()
    learners = {str(alpha): make_pipeline(steps[0], MultinomialNB(alpha=alpha)) for alpha in (0.5, 1.0)}
    testing = ReverseTesting(learners).fit(texts, y, ["good", "bad film", "bad"])
    np.testing.assert_array_equal(testing.accuracy_, 1.0)
    counts = clone(steps[0]).fit_transform(texts)
    sparse = ReverseTesting({"a": MultinomialNB(), "b": LogisticRegression()}).fit(counts, y, counts)
    np.testing.assert_array_equal(sparse.accuracy_, 1.0)


PAIR = {"bayes": GaussianNB(), "line": LogisticRegression()}
X, Y = np.arange(12.0).reshape(6, 2), np.array([0, 1, 0, 1, 1, 0])
HOLE = np.where(X == 3, np.nan, X)

REFUSED = {
    "one learner": ({"learners": {"bayes": GaussianNB()}}, "at least two learners"),
    "no learner": ({"learners": {}}, "at least two learners"),
    "no pairs": ({"learners": [GaussianNB(), LogisticRegression()]}, "dict of names and estimators"),
    "no names": ({"learners": {1: GaussianNB(), 2: LogisticRegression()}}, "names that are strings"),
    "a name twice": ({"learners": [("a", GaussianNB()), ("a", LogisticRegression())]}, "each a different one"),
    "no estimator": ({"learners": {"a": GaussianNB(), "b": 7}}, "'b' must be an estimator"),
    "a class": ({"learners": {"a": GaussianNB(), "b": GaussianNB}}, "'b' must be an estimator"),
    "a rule": ({"rule": "majority"}, '"strict", "weak" or "sum"'),
    "a scoring": ({"scoring": "beauty"}, "scoring must be"),
    "NaN in the source": ({"X": HOLE}, "On the source, the learner 'bayes' cannot be trained: Input X contains NaN"),
    "NaN in the target": ({"X_target": HOLE}, "'bayes' cannot label the target: Input X contains NaN"),
    "NaN in the labels": ({"y": np.where(Y, 1, np.nan)}, "y_source must be finite"),
    "a label missing": ({"y": [0, 1, None, 1, 0, 1]}, "y_source must have a label for every row"),
    "empty source": ({"X": X[:0], "y": Y[:0]}, "X_source must have at least one row"),
    "empty target": ({"X_target": X[:0]}, "X_target must have at least one row"),
    "other width": ({"X_target": X[:, :1]}, "same columns"),
    "too few labels": ({"y": Y[:4]}, "6 rows and y_source has 4 labels"),
    "labels of two kinds": ({"y": np.array(["a", 1, "a", 1, 1, "a"], dtype=object)}, "labels of one kind"),
    "labels in a matrix": ({"y": np.column_stack([Y, Y])}, "y_source must be a vector"),
    "ragged": ({"X": [[1, 2], [3]]}, "X_source cannot be read as rows"),
    "one class": ({"y": np.zeros(6, dtype=int)}, "only one class, 0"),
    "measurements": ({"y": Y + 0.5}, "y is continuous"),
    "a regressor among classifiers": ({"learners": PAIR | {"plane": LinearRegression()}},
                                      "'plane' is a regressor and 'bayes' is not"),
    "regressors by accuracy": ({"learners": {"a": LinearRegression(), "b": Ridge()}}, 'give a scoring like "r2"'),
    "a scorer without what it needs": ({"learners": {"a": LinearSVC(), "b": GaussianNB()}, "scoring": "neg_log_loss"},
                                       "The learner 'a', trained on the labels of 'a', cannot be scored"),
    "a score that is none": ({"scoring": lambda model, X, y: float("nan")}, "cannot be scored: the score is nan"),
}  # fmt: skip


@pytest.mark.parametrize("case", REFUSED)
def test_what_cannot_be_compared_is_refused_in_one_sentence(case, one_sentence):
    given, message = REFUSED[case]
    given = {"learners": PAIR, "X": X, "y": Y, "X_target": X} | given
    rows = [given.pop(name) for name in ("X", "y", "X_target")]
    assert message in one_sentence(ReverseTesting(**given).fit, *rows)


def test_frames_with_other_columns_are_refused(one_sentence):
    testing = ReverseTesting(PAIR)
    source, target = pd.DataFrame(X, columns=["a", "b"]), pd.DataFrame(X, columns=["b", "a"])
    assert "same names in the same order" in one_sentence(testing.fit, source, Y, target)
