"""What transfer learners take: the rows of both domains, and the labels that are known."""

import numpy as np
import pandas as pd
import pytest
from scipy import sparse
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.model_selection import cross_validate
from sklearn.utils import get_tags

from shiftlab import Target
from shiftlab.learners import LatentMap, LocallyWeightedEnsemble, TrAdaBoost
from shiftlab.learners.transfer.domains import SeesTarget, domains, pooled, unseen_rows


class Learner(SeesTarget, ClassifierMixin, BaseEstimator):
    """Keeps what it was given."""

    def __init__(self, sparse=False, missing=False):
        self.sparse = sparse
        self.missing = missing

    def fit(self, X, y, X_target=None, X_labeled=None, y_labeled=None):
        self.given_ = domains(self, X, y, X_target, X_labeled, y_labeled)
        self.classes_ = self.given_.classes
        return self

    def predict(self, X):
        return np.full(unseen_rows(self, X).shape[0], self.classes_[0])

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse, tags.input_tags.allow_nan = self.sparse, self.missing
        return tags


X = np.arange(12.0).reshape(6, 2)
Y = np.array(["b", "a", "b", "a", "b", "a"])


def test_labels_are_places_among_the_classes_of_both_domains():
    given = Learner().fit(X, Y, X[:3] + 1, X[:2] + 1, ["c", "a"]).given_
    assert given.classes.tolist() == ["a", "b", "c"]
    assert given.codes.tolist() == [1, 0, 1, 0, 1, 0]
    assert given.labeled_codes.tolist() == [2, 0]
    assert given.n_labeled == 2
    np.testing.assert_array_equal(given.X_target, X[:3] + 1)
    rows, codes = pooled(given)
    np.testing.assert_array_equal(rows, np.vstack([X, X[:2] + 1]))
    assert codes.tolist() == [1, 0, 1, 0, 1, 0, 2, 0]


@pytest.mark.parametrize("few", [{}, {"X_labeled": np.empty((0, 2)), "y_labeled": []}])
def test_no_labelled_rows_are_none(few):
    given = Learner().fit(X, Y, **few).given_
    assert given.X_target is given.X_labeled is given.labeled_codes is None
    assert given.n_labeled == 0
    assert pooled(given) == (given.X, given.codes)


def test_a_target_comes_out_of_its_wrapping():
    given = Learner().fit(X, Y, Target(X), Target(X[:1]), ["a"]).given_
    np.testing.assert_array_equal(given.X_target, X)
    np.testing.assert_array_equal(given.X_labeled, X[:1])


def test_cross_validation_does_not_cut_a_target_and_what_it_has_cut_is_refused():
    cross_validate(Learner(), X, Y, cv=2, params={"X_target": Target(X)}, error_score="raise")
    with pytest.raises(ValueError, match="as if cross-validation had cut it"):
        cross_validate(Learner(), X, Y, cv=2, params={"X_target": X}, error_score="raise")


def test_frames_are_compared_by_the_names_of_their_columns(one_sentence):
    frame = pd.DataFrame(X, columns=["u", "v"])
    given = Learner().fit(frame, Y, frame + 1, frame[:2], Y[:2]).given_
    np.testing.assert_array_equal(given.X_target, X + 1)
    swapped = frame[["v", "u"]]
    sentence = "must have columns of the same names in the same order as X"
    assert one_sentence(Learner().fit, frame, Y, swapped) == f"X_target {sentence}."
    assert one_sentence(Learner().fit, frame, Y, None, swapped, Y) == f"X_labeled {sentence}."


def test_sparse_rows_and_missing_values_are_for_learners_that_say_so():
    rows = sparse.csc_matrix(X)
    given = Learner(sparse=True).fit(rows, Y, rows, rows[:2], Y[:2]).given_
    assert given.X.format == given.X_target.format == pooled(given)[0].format == "csr"
    with pytest.raises(TypeError, match=r"[Ss]parse"):
        Learner().fit(rows, Y)
    holes = np.where(X == 3, np.nan, X)
    assert np.isnan(Learner(missing=True).fit(X, Y, holes).given_.X_target).sum() == 1
    with pytest.raises(ValueError, match="X_target contains NaN"):
        Learner().fit(X, Y, holes)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"X_target": X[:, :1]}, "X_target must have the same columns as X, but X has 2 and X_target has 1."),
        ({"X_labeled": X[:, :1], "y_labeled": Y}, "X_labeled must have the same columns as X, but X has 2"),
        ({"X_labeled": X}, "X_labeled is given without y_labeled"),
        ({"y_labeled": Y}, "y_labeled is given without X_labeled"),
        ({"X_labeled": X, "y_labeled": Y[:2]}, "one label for each row of X_labeled, but X_labeled has 6 rows"),
        ({"X_labeled": X[:2], "y_labeled": [0, 1]}, "y and y_labeled must hold labels of one kind"),
        ({"X_labeled": X[:2], "y_labeled": ["a", None]}, "y_labeled must have a label for every row of X_labeled"),
        ({"X_labeled": X[:2], "y_labeled": [0, np.nan]}, "y_labeled must be finite"),
    ],
)
def test_what_does_not_fit_is_told_in_one_sentence(given, message, one_sentence):
    assert message in one_sentence(Learner().fit, X, Y, **given)


def test_one_class_is_enough_in_the_source_if_the_labelled_rows_have_another(one_sentence):
    alone = ["a"] * 6
    assert "needs rows of two classes" in one_sentence(Learner().fit, X, alone)
    assert "needs rows of two classes" in one_sentence(Learner().fit, X, alone, None, X[:1], ["a"])
    assert Learner().fit(X, alone, None, X[:1], ["b"]).classes_.tolist() == ["a", "b"]


@pytest.mark.parametrize("learner", [TrAdaBoost(), LatentMap(), LocallyWeightedEnsemble()])
def test_every_transfer_learner_asks_for_the_target_and_its_labels(learner):
    requests = learner.get_metadata_routing().fit.requests
    assert {"X_target", "X_labeled", "y_labeled"} <= {name for name, wanted in requests.items() if wanted}
    assert not get_tags(learner).input_tags.allow_nan or isinstance(learner, LatentMap)
