"""What holds for every mechanism alike: probability is what select does, kinds, values, hostile input."""

import dataclasses

import numpy as np
import pandas as pd
import pytest

import shiftlab.bias
from shiftlab.bias import (
    DropLowest,
    FeatureAndLabel,
    FeatureDistance,
    FeatureNormal,
    FeatureStep,
    Independent,
    LabelLogistic,
    LabelStep,
    Undersampling,
)

RNG = np.random.default_rng(0)
X = RNG.integers(0, 10, size=(60, 3)).astype(float)  # with ties
y = RNG.integers(0, 2, size=60)

BY_KIND = {
    "independent": [Independent(), Independent(0.3), Independent(1)],
    "feature": [
        FeatureStep.kmm(),
        FeatureStep(2, cut=3.5, keep_below=0.0, keep_above=1.0),
        FeatureDistance.kmm(),
        FeatureDistance.kmm(share=0.7),
        FeatureDistance(center=(1, 2, 3), share=0.1),
        FeatureNormal(),
        FeatureNormal(a=4, b=8, flip=True, standardize=True, spread="deviation"),
        FeatureNormal(share=0.4),
        DropLowest.reverse_testing(),
        DropLowest(feature=1, fraction=0.4),
        DropLowest(fraction=0),
    ],
    "class": [LabelStep.kmm(), LabelStep.kmm_microarray(0), LabelLogistic(), LabelLogistic(1, -2), Undersampling(0.5)],
    "complete": [FeatureAndLabel(), FeatureAndLabel(DropLowest(fraction=0.5), LabelStep(0.9, 0.3))],
}
KINDS = [(kind, mechanism) for kind, several in BY_KIND.items() for mechanism in several]
ALL = [mechanism for _, mechanism in KINDS]
OF_X = [*BY_KIND["feature"], *BY_KIND["complete"]]
OF_Y = [*BY_KIND["class"], *BY_KIND["complete"]]


class Untouchable:
    """What nobody may look at."""

    def __getattribute__(self, name):
        raise AssertionError(f"it was asked for {name}")


def test_every_mechanism_is_here():
    assert {type(mechanism).__name__ for mechanism in ALL} == set(shiftlab.bias.__all__)


@pytest.mark.parametrize("mechanism", ALL, ids=repr)
def test_many_masks_agree_with_the_probability_of_each_row(mechanism):
    n_masks = 4000
    rng = np.random.RandomState(0)
    p = mechanism.probability(X, y)
    kept = np.mean([mechanism.select(X, y, rng) for _ in range(n_masks)], axis=0)
    # Five standard errors for each of 60 rows; rows that are certain must be certain.
    assert (np.abs(kept - p) <= 5 * np.sqrt(p * (1 - p) / n_masks) + 1e-12).all()


@pytest.mark.parametrize("mechanism", ALL, ids=repr)
def test_a_probability_for_every_row_and_a_mask_of_them(mechanism):
    p, mask = mechanism.probability(X, y), mechanism.select(X, y, 0)
    assert p.dtype == np.float64
    assert p.shape == mask.shape == y.shape
    assert ((p >= 0) & (p <= 1)).all()
    assert mask.dtype == bool
    np.testing.assert_array_equal(mask, mechanism.select(X, y, np.random.RandomState(0)))


@pytest.mark.parametrize(("kind", "mechanism"), KINDS, ids=repr)
def test_a_kind_is_what_the_probability_depends_on(kind, mechanism):
    assert mechanism.kind == type(mechanism).kind == kind
    if kind == "feature":
        np.testing.assert_array_equal(mechanism.probability(X, Untouchable()), mechanism.probability(X, y))
        np.testing.assert_array_equal(mechanism.select(X, None, 0), mechanism.select(X, y, 0))
    if kind == "class":
        np.testing.assert_array_equal(mechanism.probability(Untouchable(), y), mechanism.probability(X, y))
        np.testing.assert_array_equal(mechanism.select(None, y, 0), mechanism.select(X, y, 0))
    if kind == "independent":
        np.testing.assert_array_equal(mechanism.probability(X, None), mechanism.probability(Untouchable(), y))
        assert len(set(mechanism.probability(None, y))) == 1
    if kind == "complete":
        p = mechanism.probability(X, y)
        assert (mechanism.probability(X, 1 - y) != p).any()
        assert (mechanism.probability(9 - X, y) != p).any()


@pytest.mark.parametrize("mechanism", ALL, ids=repr)
def test_a_mechanism_is_a_value(mechanism):
    assert mechanism == dataclasses.replace(mechanism)
    assert hash(mechanism) == hash(dataclasses.replace(mechanism))
    assert sum(mechanism == other for other in ALL) == 1
    with pytest.raises(dataclasses.FrozenInstanceError):
        mechanism.kind = "other"


@pytest.mark.parametrize("mechanism", ALL, ids=repr)
def test_what_was_given_is_left_alone_and_may_be_a_frame(mechanism):
    rows, labels = X.copy(), y.copy()
    p = mechanism.probability(rows, labels)
    mechanism.select(rows, labels, 0)
    np.testing.assert_array_equal(rows, X)
    np.testing.assert_array_equal(labels, y)
    np.testing.assert_array_equal(mechanism.probability(pd.DataFrame(X), pd.Series(y, index=y + 7)), p)
    np.testing.assert_array_equal(mechanism.probability(X.tolist(), y.tolist()), p)


@pytest.mark.parametrize("method", ["probability", "select"])
@pytest.mark.parametrize("rows", [None, [], [[]], [1, 2], [[1, 2, 3], [1]], [["a", "b", "c"]], 3, "text"], ids=repr)
@pytest.mark.parametrize("mechanism", OF_X, ids=repr)
def test_no_rows_are_refused(mechanism, rows, method, one_sentence):
    assert "X" in one_sentence(getattr(mechanism, method), rows, [1])


@pytest.mark.parametrize("value", [np.nan, np.inf, None, "many", 1j], ids=repr)
@pytest.mark.parametrize("mechanism", OF_X, ids=repr)
def test_what_is_no_number_is_refused(mechanism, value, one_sentence):
    broken = X.astype(object)
    broken[5] = value
    assert "X" in one_sentence(mechanism.probability, broken, y)


@pytest.mark.parametrize("method", ["probability", "select"])
@pytest.mark.parametrize("labels", [None, [], [[0], [1]], [0, np.nan], [None, 1], 1], ids=repr)
@pytest.mark.parametrize("mechanism", OF_Y, ids=repr)
def test_no_labels_are_refused(mechanism, labels, method, one_sentence):
    assert one_sentence(getattr(mechanism, method), X, labels).startswith("y ")


@pytest.mark.parametrize("nothing", [None, [], 3, np.float64(1), np.zeros((0, 2))], ids=repr)
def test_independent_selection_needs_to_know_how_many_rows(nothing, one_sentence):
    assert "at least one row" in one_sentence(Independent().probability, nothing, None)


@pytest.mark.parametrize("random_state", ["seed", -1, 1.5], ids=repr)
@pytest.mark.parametrize("mechanism", ALL, ids=repr)
def test_no_seed_is_refused(mechanism, random_state, one_sentence):
    assert "random_state" in one_sentence(mechanism.select, X, y, random_state)


@pytest.mark.parametrize(
    ("mechanism", "options"),
    [
        (Independent, {"keep": 0}),
        (Independent, {"keep": [0.5]}),
        (FeatureStep, {"feature": -1}),
        (FeatureStep, {"feature": 1.0}),
        (FeatureStep, {"feature": True}),
        (FeatureStep, {"cut": np.nan}),
        (FeatureStep, {"keep_below": -0.1}),
        (FeatureStep, {"keep_above": 1.1}),
        (FeatureDistance, {"sigma": 0}),
        (FeatureDistance, {"sigma": [1, 2]}),
        (FeatureDistance, {"center": 1}),
        (FeatureDistance, {"center": [np.nan]}),
        (FeatureDistance, {"share": 0}),
        (FeatureNormal, {"a": 0}),
        (FeatureNormal, {"b": -1}),
        (FeatureNormal, {"spread": "range"}),
        (FeatureNormal, {"flip": "no"}),
        (FeatureNormal, {"standardize": 2}),
        (FeatureNormal, {"share": 2}),
        (LabelStep, {"keep_positive": 2}),
        (LabelStep, {"keep_negative": None}),
        (LabelStep, {"positive": None}),
        (LabelLogistic, {"a": np.inf}),
        (LabelLogistic, {"b": "steep"}),
        (FeatureAndLabel, {"feature": LabelStep()}),
        (FeatureAndLabel, {"label": FeatureStep()}),
        (FeatureAndLabel, {"label": 0.5}),
        (DropLowest, {"feature": "age"}),
        (DropLowest, {"fraction": 1}),
        (DropLowest, {"fraction": -0.1}),
    ],
)
def test_options_that_make_no_mechanism_are_refused_by_name(mechanism, options, one_sentence):
    assert one_sentence(mechanism, **options).startswith(f"{next(iter(options))} ")
