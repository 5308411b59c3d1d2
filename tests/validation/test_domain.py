"""How the target reaches learners: by their own fit, through pipelines and searches, or not, which is said."""

import numpy as np
import pandas as pd
import pytest
from sklearn import config_context
from sklearn.base import BaseEstimator, ClassifierMixin, clone
from sklearn.calibration import CalibratedClassifierCV
from sklearn.ensemble import VotingClassifier
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import Pipeline, make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.tree import DecisionTreeClassifier

from shiftlab import Target
from shiftlab.learners import CovariateShiftLogisticRegression, ReweightedEstimator, UndersampledClassifier
from shiftlab.validation import (
    LeaveOneOut,
    ReverseTesting,
    SourceCV,
    SourceToTarget,
    StructuralRisk,
    TargetCV,
    TransferCV,
    WeightedCV,
)
from shiftlab.validation.domain import NAMES, Domain, takes
from shiftlab.weights import KernelDensityRatio, Weigher

SEEN = []


class Noting(Weigher):
    """Notes down the target that it is fitted to."""

    def __init__(self, option=0):
        self.option = option

    def fit(self, X_source, X_target):
        source, target = self._validate(X_source, X_target)
        SEEN.append(target)
        return self._keep(np.ones(len(source)))


class Wants(ClassifierMixin, BaseEstimator):
    """Wants the target, but asks nobody for it: no request for metadata routing."""

    def fit(self, X, y, X_target=None):
        SEEN.append(X_target)
        self.classes_ = np.unique(y)
        return self

    def predict(self, X):
        return np.full(X.shape[0], self.classes_[0])


class All(Wants):
    __metadata_request__fit = dict.fromkeys(NAMES, True)

    def fit(self, X, y, X_target=None, X_labeled=None, y_labeled=None):
        SEEN.append((X_target, X_labeled, y_labeled))
        return super().fit(X, y)


@pytest.fixture(autouse=True)
def seen():
    SEEN.clear()
    return SEEN


TREE = DecisionTreeClassifier(max_depth=2, random_state=0)
REWEIGHTED = ReweightedEstimator(TREE, Noting())
RNG = np.random.default_rng(0)
X, X_TARGET = RNG.normal(size=(40, 2)), RNG.normal(1, 1, size=(30, 2))
Y = (X[:, 0] > 0).astype(int)
FEW = X_TARGET[:6], (X_TARGET[:6, 0] > 0).astype(int)

CRITERIA = {
    "SCV": (SourceCV(4, random_state=0), 4),
    "LOO": (LeaveOneOut(), 40),
    "SRM": (StructuralRisk(3), 1),
    "WCV": (WeightedCV("uniform", 4, random_state=0), 4),
    "TrCV": (TransferCV("uniform", 4, random_state=0, reverse="alone"), 4),
    "STV": (SourceToTarget(), 1),
}


@pytest.mark.parametrize("name", CRITERIA)
@pytest.mark.parametrize("target", [X_TARGET, Target(X_TARGET), X_TARGET.tolist()], ids=["array", "Target", "list"])
def test_every_criterion_hands_over_the_whole_target(name, target, seen):
    criterion, trainings = CRITERIA[name]
    value = criterion.score(REWEIGHTED, (X, Y), target, FEW)
    assert len(seen) == trainings
    for rows in seen:
        np.testing.assert_array_equal(rows, X_TARGET)
    assert value == criterion.score(TREE, (X, Y), target, FEW)  # for the weights are 1


@pytest.mark.parametrize("criterion", [SourceCV(4), LeaveOneOut()], ids=str)
def test_without_a_target_nothing_is_handed_over(criterion, seen):
    criterion.score(REWEIGHTED, (X, Y))
    assert seen == []


def test_whether_to_weigh_can_be_asked(ring):
    # the answers differ, which takes that the target arrives
    source, target = ring()
    few = target[0][:10], target[1][:10]
    weighted = ReweightedEstimator(LogisticRegression(), KernelDensityRatio())
    for criterion in (SourceCV(5, random_state=0), SourceToTarget(), StructuralRisk(3)):
        answers = {criterion.score(one, source, target[0][10:], few) for one in (weighted, LogisticRegression())}
        assert len(answers) == 2


def test_reverse_testing_tells_the_learner_of_the_target_and_back_of_the_source(seen):
    learners = {"weighted": REWEIGHTED, "neighbour": KNeighborsClassifier(1)}
    testing = ReverseTesting(learners).fit(X, Y, X_TARGET)
    np.testing.assert_array_equal(seen[0], X_TARGET)
    assert len(seen) == 1 + len({labels.tobytes() for labels in testing.target_labels_.values()})
    for rows in seen[1:]:
        np.testing.assert_array_equal(rows, X)
    assert testing.best_ == testing.order_[0]
    seen.clear()
    alone = ReverseTesting(learners, way_back="alone").fit(X, Y, X_TARGET)
    assert len(seen) == 1
    plain = ReverseTesting(learners | {"weighted": TREE}).fit(X, Y, X_TARGET)
    for other in (testing, alone):
        np.testing.assert_array_equal(other.accuracy_, plain.accuracy_)  # for the weights are 1


def test_another_way_back_is_refused(one_sentence):
    testing = ReverseTesting({"a": GaussianNB(), "b": REWEIGHTED}, way_back="turned")
    assert 'way_back must be "swapped" or "alone"' in one_sentence(testing.fit, X, Y, X_TARGET)


def scaled(by):
    return (X_TARGET - by.mean(axis=0)) / by.std(axis=0)


def test_a_pipeline_transforms_the_target(seen):
    with config_context(enable_metadata_routing=True):
        pipeline = make_pipeline(StandardScaler(), REWEIGHTED, transform_input=["X_target"])
        StructuralRisk(3).score(pipeline, (X, Y), X_TARGET)
        np.testing.assert_allclose(seen.pop(), scaled(X))
        SourceCV(4, random_state=0).score(pipeline, (X, Y), X_TARGET)
        assert {len(rows) for rows in seen} == {30}
        seen.clear()
        ReverseTesting({"a": pipeline, "b": GaussianNB()}).fit(X, Y, X_TARGET)
        np.testing.assert_allclose(seen[0], scaled(X))


def test_a_pipeline_hands_on_the_labelled_rows(seen):
    with config_context(enable_metadata_routing=True):
        pipeline = make_pipeline(StandardScaler(), All(), transform_input=["X_target", "X_labeled"])
        SourceCV(4, random_state=0).score(pipeline, (X, Y), X_TARGET, FEW)
        assert all(rows.shape == (30, 2) and few.shape == (6, 2) for rows, few, _ in seen[::2])
        np.testing.assert_array_equal(seen[0][2], FEW[1])


def test_frames_stay_frames_in_a_pipeline(seen):
    frame, target = pd.DataFrame(X, columns=["a", "b"]), pd.DataFrame(X_TARGET, columns=["a", "b"])
    with config_context(enable_metadata_routing=True):
        pipeline = make_pipeline(StandardScaler(), REWEIGHTED, transform_input=["X_target"])
        found = SourceCV(4, random_state=0).score(pipeline, (frame, Y), target)
        assert found == SourceCV(4, random_state=0).score(pipeline, (X, Y), X_TARGET)


def test_texts_are_vectorised_before_the_learner_sees_them():
    texts, y = ["good film", "bad film", "good good", "bad bad"] * 3, [1, 0, 1, 0] * 3
    dense = CountVectorizer()
    with config_context(enable_metadata_routing=True):
        pipeline = make_pipeline(dense, All(), transform_input=["X_target", "X_labeled"])
        value = SourceCV(4, random_state=0).score(pipeline, (texts, y), ["good", "bad film"], (["good", "bad"], [1, 0]))
    assert SEEN[0][0].shape[0] == 2
    assert 0 <= value <= 1


def test_a_search_hands_on_the_whole_target(seen):
    for routing in (True, False):
        with config_context(enable_metadata_routing=routing):
            search = GridSearchCV(REWEIGHTED, {"weigher__option": [0, 1]}, cv=2)
            SourceCV(2, random_state=0).score(search, (X, Y), X_TARGET[:20])
    assert len(seen) == 2 * 2 * (2 * 2 + 1)
    for rows in seen:
        np.testing.assert_array_equal(rows, X_TARGET[:20])


SEARCH = GridSearchCV(All(), {}, cv=2)
OUT_OF_REACH = {
    "routing is off": (False, make_pipeline(StandardScaler(), REWEIGHTED), "enable scikit-learn's metadata routing"),
    "routing is off, transformed": (
        False,
        Pipeline([("scale", StandardScaler()), ("learn", REWEIGHTED)], transform_input=["X_target"]),
        "enable scikit-learn's metadata routing",
    ),
    "not transformed": (True, make_pipeline(StandardScaler(), REWEIGHTED), 'transform_input=["X_target"]'),
    "not requested": (True, make_pipeline(Wants()), "does not ask for it with set_fit_request"),
    "in a learner that hands nothing on": (True, UndersampledClassifier(REWEIGHTED), "does not hand X_target on"),
    "in two": (True, make_pipeline(UndersampledClassifier(REWEIGHTED)), "does not hand X_target on"),
    "a pipeline in a search": (
        True,
        GridSearchCV(make_pipeline(StandardScaler(), REWEIGHTED), {}, cv=2),
        'transform_input=["X_target"]',
    ),
    "not requested in a vote": (True, VotingClassifier([("a", Wants()), ("b", GaussianNB())]), "X_target"),
    "no routing for a vote": (
        False,
        VotingClassifier([("a", REWEIGHTED), ("b", GaussianNB())]),
        "enable_metadata_routing",
    ),
}


@pytest.mark.parametrize("case", OUT_OF_REACH)
@pytest.mark.parametrize(
    "criterion", [SourceCV(4), TransferCV("uniform", 4), ReverseTesting], ids=["SCV", "TrCV", "RT"]
)
def test_a_target_that_cannot_arrive_is_never_lost_in_silence(case, criterion, one_sentence, seen):
    routing, learner, message = OUT_OF_REACH[case]
    with config_context(enable_metadata_routing=routing):
        if criterion is ReverseTesting:
            said = one_sentence(ReverseTesting({"a": GaussianNB(), "b": learner}).fit, X, Y, X_TARGET)
        else:
            said = one_sentence(criterion.score, learner, (X, Y), X_TARGET)
    assert message in said
    assert seen == []


def test_labelled_rows_that_a_search_would_cut_are_refused(one_sentence):
    labeled = X[:30], Y[:30]  # as many as the training rows of four folds
    assert "would cut them" in one_sentence(SourceCV(4).score, SEARCH, (X, Y), X_TARGET, labeled)
    SourceCV(4).score(SEARCH, (X, Y), X_TARGET, FEW)
    np.testing.assert_array_equal(SEEN[0][2], FEW[1])


@pytest.mark.parametrize(
    "learner",
    [GaussianNB(), make_pipeline(StandardScaler(), GaussianNB()), CalibratedClassifierCV(GaussianNB())],
    ids=str,
)
def test_who_takes_nothing_is_told_nothing(learner):
    assert takes(learner).parameters(Domain(X_TARGET, FEW), 10) == {}


def test_what_learners_take():
    assert takes(CovariateShiftLogisticRegression()).names == {"X_target"}
    assert takes(All()).labels
    assert not takes(REWEIGHTED).labels


class Sworn(ClassifierMixin, BaseEstimator):
    """Refuses to be shown a label that it must not see.

    Rows have their number in column 1: 0 to 39 the source, 100 to 105 the labelled rows, 106 on the unlabelled ones.
    A row of the target is truly a "b", and this learner says "a" of every row.
    """

    def __init__(self, labelled_too=False, training_rows_too=False):
        self.labelled_too = labelled_too
        self.training_rows_too = training_rows_too

    def fit(self, X, y, X_target=None, X_labeled=None, y_labeled=None):
        numbers, labels = X[:, 1], np.asarray(y)
        labelled = (numbers >= 100) & (numbers < 106)
        assert self.labelled_too or not labelled.any()
        assert (labels[labelled] == "b").all()
        assert (labels[numbers >= 106] == "a").all()  # its own words, not the truth
        self.shown_ = set(numbers)
        if X_labeled is not None:
            assert set(X_labeled[:, 1]) <= set(range(100, 106))
            assert (y_labeled == "b").all()
            self.shown_ |= set(X_labeled[:, 1])
        if X_target is not None:
            assert not set(X_target[:, 1]) & self.shown_
        self.classes_ = np.array(["a", "b"])
        return self

    def predict(self, X):
        # of rows that it was trained on nobody asks, for their labels are known to it
        assert self.training_rows_too or not set(X[:, 1]) & self.shown_
        return np.full(len(X), "a")


SOURCE = np.column_stack([np.arange(40.0), np.arange(40.0)]), np.resize(["a", "b", "a"], 40)
UNLABELED = np.column_stack([np.arange(20.0), np.arange(106.0, 126.0)])
LABELED = np.column_stack([np.arange(6.0), np.arange(100.0, 106.0)]), np.repeat("b", 6)


class Told(Sworn):
    """The same, and its fit takes nothing of the target."""

    def fit(self, X, y):
        return super().fit(X, y)


@pytest.mark.parametrize("learner", [Sworn(), Told()], ids=["takes the target", "does not"])
@pytest.mark.parametrize("name", [*CRITERIA, "TCV", "swapped", "pooled"])
def test_no_label_of_the_target_is_seen_beyond_the_labelled_ones(name, learner):
    others = {"TCV": TargetCV(3), "swapped": TransferCV("uniform", 4), "pooled": SourceCV(4, pool_labeled=True)}
    criterion = others[name] if name in others else CRITERIA[name][0]
    learner = clone(learner).set_params(
        labelled_too=name in ("TrCV", "swapped", "TCV", "pooled"), training_rows_too=name == "SRM"
    )
    assert np.isfinite(criterion.score(learner, SOURCE, UNLABELED, LABELED))


def test_source_to_target_shows_no_label_that_it_scores():
    class Peeking(Sworn):
        def predict(self, X):
            super().predict(X)
            return np.full(len(X), "b")

    assert SourceToTarget().score(Peeking(), SOURCE, UNLABELED, LABELED) == 1.0
    assert TargetCV(3).score(Peeking(), SOURCE, UNLABELED, LABELED) == 1.0
