"""Target arrives whole through scikit-learn's cross-validation; an array that may have been cut is refused."""

import copy
import pickle
import subprocess
import sys

import numpy as np
import pandas as pd
import pytest
from scipy import sparse
from sklearn import config_context
from sklearn.base import BaseEstimator, clone
from sklearn.compose import ColumnTransformer
from sklearn.linear_model import LinearRegression, LogisticRegression
from sklearn.model_selection import (
    GridSearchCV,
    RandomizedSearchCV,
    cross_val_predict,
    cross_val_score,
    cross_validate,
    learning_curve,
)
from sklearn.pipeline import Pipeline, make_pipeline
from sklearn.preprocessing import OneHotEncoder, StandardScaler

from shiftlab import Target
from shiftlab.learners import CovariateShiftLogisticRegression, ReweightedEstimator
from shiftlab.weights import DiscriminativeRatio, KernelDensityRatio, Weigher

SEEN = []

rng = np.random.default_rng(0)
X, X_TARGET = rng.normal(size=(60, 2)), rng.normal(1, 1, size=(60, 2))
y = X @ [1.0, -1.0] + rng.normal(size=60)


class Recording(Weigher):
    """Remembers the targets it was shown."""

    def __init__(self, option=0):
        self.option = option

    def fit(self, X_source, X_target):
        source, target = self._validate(X_source, X_target)
        SEEN.append(target)
        return self._keep(np.ones(len(source)))


LEARNER = ReweightedEstimator(LinearRegression(), Recording())


@pytest.fixture(autouse=True)
def seen():
    SEEN.clear()
    return SEEN


@pytest.fixture(params=[True, False], ids=["routing on", "routing off"])
def routing(request):
    with config_context(enable_metadata_routing=request.param):
        yield request.param


SEARCHES = {
    "cross_val_score": lambda learner, **params: cross_val_score(
        learner, X, y, cv=3, params=params, error_score="raise"
    ),
    "cross_validate": lambda learner, **params: cross_validate(learner, X, y, cv=3, params=params, error_score="raise"),
    "cross_val_predict": lambda learner, **params: cross_val_predict(learner, X, y, cv=3, params=params),
    "grid search": lambda learner, **params: GridSearchCV(
        learner, {"weigher__option": [0, 1]}, cv=3, error_score="raise"
    ).fit(X, y, **params),
    "random search": lambda learner, **params: RandomizedSearchCV(
        learner, {"weigher__option": [0, 1]}, n_iter=2, cv=3, error_score="raise"
    ).fit(X, y, **params),
}


@pytest.mark.parametrize("search", SEARCHES)
@pytest.mark.parametrize("n_target", [40, 60, 25])  # as many as the training rows of a fold, as X, and as neither
def test_a_target_arrives_whole(search, n_target, routing, seen):
    SEARCHES[search](LEARNER, X_target=Target(X_TARGET[:n_target]))
    assert len(seen) >= 3
    for target in seen:
        np.testing.assert_array_equal(target, X_TARGET[:n_target])


@pytest.mark.parametrize("search", SEARCHES)
def test_an_array_as_long_as_the_rows_is_refused(search, routing, one_sentence):
    message = one_sentence(SEARCHES[search], LEARNER, X_target=X_TARGET)
    assert "shiftlab.Target(X_target)" in message
    assert "as many rows as X, 40" in message


def test_other_lengths_are_never_cut(routing, seen):
    cross_val_score(LEARNER, X, y, cv=3, params={"X_target": X_TARGET[:25]}, error_score="raise")
    assert [len(target) for target in seen] == [25, 25, 25]


def test_outside_of_cross_validation_an_array_of_any_length_will_do(routing, seen):
    for n in (60, 40, 1):
        LEARNER.fit(X, y, X_target=X_TARGET[:n])
        LEARNER.fit(X, y, X_target=Target(X_TARGET[:n]))
    assert [len(target) for target in seen] == [60, 60, 40, 40, 1, 1]


@pytest.fixture
def pipeline():
    with config_context(enable_metadata_routing=True):
        yield Pipeline([("scale", StandardScaler()), ("learn", LEARNER)], transform_input=["X_target"])


def scaled(rows, by=X):
    return (rows - by.mean(axis=0)) / by.std(axis=0)


def test_a_pipeline_transforms_the_target(pipeline, seen):
    for target in (X_TARGET, Target(X_TARGET)):
        pipeline.fit(X, y, X_target=target)
        np.testing.assert_allclose(seen.pop(), scaled(X_TARGET))


@pytest.mark.parametrize("n_target", [40, 60, 25])
def test_in_cross_validation_a_pipeline_transforms_the_whole_target(pipeline, n_target, seen):
    cross_val_score(pipeline, X, y, cv=3, params={"X_target": Target(X_TARGET[:n_target])}, error_score="raise")
    assert len(seen) == 3
    np.testing.assert_allclose(seen[0], scaled(X_TARGET[:n_target], X[20:]))
    search = GridSearchCV(pipeline, {"learn__weigher__option": [0, 1]}, cv=3, error_score="raise")
    search.fit(X, y, X_target=Target(X_TARGET[:n_target]))
    np.testing.assert_allclose(seen[-1], scaled(X_TARGET[:n_target]))


def test_in_cross_validation_a_pipeline_refuses_an_array_that_may_be_cut(pipeline, one_sentence):
    message = one_sentence(cross_val_score, pipeline, X, y, cv=3, params={"X_target": X_TARGET}, error_score="raise")
    assert "shiftlab.Target(X_target)" in message


def test_without_routing_a_pipeline_hands_it_on_by_the_name_of_the_step(one_sentence, seen):
    steps = make_pipeline(StandardScaler(), LEARNER)
    name = "reweightedestimator__X_target"
    cross_val_score(steps, X, y, cv=3, params={name: Target(X_TARGET)}, error_score="raise")
    assert [len(target) for target in seen] == [60, 60, 60]
    assert "shiftlab.Target" in one_sentence(
        cross_val_score, steps, X, y, cv=3, params={name: X_TARGET}, error_score="raise"
    )


def test_in_other_processes_too(one_sentence):
    def score(target):
        return cross_val_score(
            ReweightedEstimator(LinearRegression(), KernelDensityRatio()),
            X,
            y,
            cv=3,
            params={"X_target": target},
            n_jobs=2,
            error_score="raise",
        )

    assert score(Target(X_TARGET)).shape == (3,)
    assert "shiftlab.Target" in one_sentence(score, X_TARGET)


class Outer(BaseEstimator):
    """An estimator of somebody's that has its own target, inside of a cross-validation that knows of none."""

    def fit(self, X, y):
        clone(LEARNER).fit(X, y, X_target=X_TARGET[: len(X)])
        return self

    def score(self, X, y):
        return 0.0


def test_a_target_that_cross_validation_was_not_given_was_not_cut(seen):
    cross_val_score(Outer(), X, y, cv=3, error_score="raise")
    assert [len(target) for target in seen] == [40, 40, 40]


def test_learning_curves_get_the_whole_target(seen):
    learning_curve(
        LEARNER, X, y, cv=3, train_sizes=[20, 40], params={"X_target": Target(X_TARGET)}, error_score="raise"
    )
    assert {len(target) for target in seen} == {60}


def test_numpy_reads_its_rows():
    for rows in (X_TARGET, X_TARGET.tolist(), np.asfortranarray(X_TARGET), X_TARGET[::2], X_TARGET.astype(np.float32)):
        target = Target(rows)
        np.testing.assert_array_equal(np.asarray(target), rows)
        np.testing.assert_array_equal(pickle.loads(pickle.dumps(target)).rows, rows)
        np.testing.assert_array_equal(np.asarray(Target(target)), rows)
        assert np.array(target, dtype=float).dtype == float
        assert [row.tolist() for row in target] == np.asarray(rows).tolist()
        assert (len(target), target.shape) == (len(rows), np.shape(rows))
    assert repr(target) == "Target(60 rows, 2 columns)"
    assert np.isnan(np.asarray(Target([[np.nan]]))).all()  # a transformer may fill it in


def test_rows_cannot_be_taken_from_it_but_columns_can():
    target = Target(X_TARGET)
    for some in (0, [1, 2], slice(3), np.arange(60) < 5, ([1, 2], ...), (slice(0, 4), 1)):
        assert target[some] is target
    np.testing.assert_array_equal(target[:, [1]], X_TARGET[:, [1]])


def test_a_column_transformer_treats_its_columns_differently(seen):
    columns = ColumnTransformer([("scaled", StandardScaler(), [1]), ("kept", "passthrough", [0])])
    with config_context(enable_metadata_routing=True):
        steps = make_pipeline(columns, LEARNER, transform_input=["X_target"])
        cross_val_score(steps, X, y, cv=3, params={"X_target": Target(X_TARGET)}, error_score="raise")
    np.testing.assert_allclose(seen[0], np.column_stack([scaled(X_TARGET, X[20:])[:, 1], X_TARGET[:, 0]]))


@pytest.mark.parametrize("rows", [[], [1.0, 2.0], [["a", "b"]], None, np.empty((0, 2))])
def test_what_has_no_rows_is_no_target(rows):
    with pytest.raises(ValueError, match=r"X_target|2D|[Cc]onvert|0 sample"):
        Target(rows)


def test_importing_the_package_does_not_load_it():
    code = "import sys, shiftlab; assert 'sklearn' not in sys.modules; shiftlab.Target; assert 'sklearn' in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True)


class Table(BaseEstimator):
    """A weigher that remembers the targets it was shown as they came."""

    def fit(self, X_source, X_target):
        SEEN.append(X_target)
        self.weights_ = np.ones(X_source.shape[0])
        return self


FRAME = pd.DataFrame({"town": pd.Categorical(["A", "B", "A"] * 20), "age": X[:, 0]})
FRAME_TARGET = FRAME[["town", "age"]].iloc[::-1].reset_index(drop=True)


@pytest.mark.parametrize("n_target", [40, 60, 25])
def test_a_frame_stays_a_frame_with_its_names_and_types(n_target, routing, seen):
    target = Target(FRAME_TARGET[:n_target])
    last = make_pipeline(OneHotEncoder(handle_unknown="ignore"), LinearRegression())
    learner = ReweightedEstimator(last, Table())
    cross_val_score(learner, FRAME, y, cv=3, params={"X_target": target}, error_score="raise")
    for found in seen:
        pd.testing.assert_frame_equal(found, FRAME_TARGET[:n_target])
    assert len(seen) == 3


def transforming(*steps):
    return make_pipeline(*steps, transform_input=["X_target"])


@pytest.mark.filterwarnings("error::UserWarning:sklearn")  # such as: X does not have valid feature names
@pytest.mark.parametrize("nested", [False, True])
@pytest.mark.parametrize("n_target", [40, 60, 25, 1])
def test_a_pipeline_transforms_a_frame_by_the_names_of_its_columns(n_target, nested, seen):
    columns = ColumnTransformer([("one hot", OneHotEncoder(sparse_output=False), ["town"])], remainder="passthrough")
    learner = ReweightedEstimator(LinearRegression(), Table())
    target = Target(FRAME_TARGET[:n_target])
    with config_context(enable_metadata_routing=True):
        inside = transforming(StandardScaler(), learner) if nested else learner
        steps = transforming(columns, inside).fit(FRAME, y, X_target=target)
        assert seen.pop().shape == (n_target, 3)
        cross_val_score(steps, FRAME, y, cv=3, params={"X_target": target}, error_score="raise")
    assert [found.shape for found in seen] == [(n_target, 3)] * 3


@pytest.mark.parametrize("n_target", [40, 60, 25])
def test_sparse_rows_stay_sparse(n_target, routing, seen):
    rows = sparse.random(60, 5, 0.5, format="csr", random_state=0)
    target = Target(rows[:n_target].tocoo())
    learner = ReweightedEstimator(LinearRegression(), Table())
    cross_val_score(learner, rows, y, cv=3, params={"X_target": target}, error_score="raise")
    steps = Pipeline([("scale", StandardScaler(with_mean=False)), ("learn", learner)], transform_input=["X_target"])
    with config_context(enable_metadata_routing=True):
        cross_val_score(steps, rows, y, cv=3, params={"X_target": target}, error_score="raise")
    assert [(sparse.issparse(found), found.shape) for found in seen] == [(True, (n_target, 5))] * 6


def test_frames_and_sparse_rows_are_targets_like_others():
    for rows, dense in ((FRAME, FRAME.to_numpy()), (sparse.csr_array(X), X)):
        target = Target(rows)
        assert isinstance(target, Target)
        assert (len(target), target.shape, repr(target)) == (60, (60, 2), "Target(60 rows, 2 columns)")
        np.testing.assert_array_equal(np.asarray(target), dense)
        assert target[[1, 2]] is target
        assert target[:, [1]].shape == (60, 1)
        for again in (pickle.loads(pickle.dumps(target)), copy.deepcopy(target), Target(target)):
            assert type(again.rows) is type(target.rows)
            np.testing.assert_array_equal(np.asarray(again), dense)


@pytest.mark.parametrize("rows", [FRAME[:0], FRAME[[]], sparse.csr_array((0, 2)), FRAME.assign(age=np.inf)])
def test_tables_without_rows_or_limits_are_no_targets(rows, one_sentence):
    assert "X_target must" in one_sentence(Target, rows)


LEARNERS = [
    ReweightedEstimator(LogisticRegression(), DiscriminativeRatio(LogisticRegression())),
    CovariateShiftLogisticRegression(),
]


@pytest.mark.filterwarnings("ignore::shiftlab.weights.ShiftWarning")
@pytest.mark.parametrize("learner", LEARNERS, ids=lambda learner: type(learner).__name__)
def test_names_are_compared_and_sparse_rows_are_read_by_every_learner(learner, one_sentence):
    frame, labels = pd.DataFrame(X, columns=["a", "b"]), y > 0
    learner.fit(frame, labels, X_target=Target(frame))
    assert "same names" in one_sentence(learner.fit, frame, labels, X_target=Target(frame[["b", "a"]]))
    given = {"params": {"X_target": Target(sparse.csr_array(X_TARGET))}, "cv": 2, "error_score": "raise"}
    scores = cross_val_score(learner, sparse.csr_array(X), labels, **given)
    dense = cross_val_score(learner, X, labels, cv=2, params={"X_target": Target(X_TARGET)})
    np.testing.assert_allclose(scores, dense, atol=0.04)  # of 30 rows one may fall on the other side
