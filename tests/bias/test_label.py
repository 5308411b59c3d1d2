"""Selection by the label, alone and together with the features."""

import math

import numpy as np
import pytest

from shiftlab.bias import FeatureAndLabel, FeatureStep, LabelLogistic, LabelStep


def test_steps_of_the_paper():
    assert LabelStep.kmm("benign").probability(None, ["benign", "malignant"]).tolist() == [0.1, 0.9]
    assert LabelStep.kmm_microarray().probability(None, [1, -1]).tolist() == [0.85, 0.15]


def test_the_logistic_curve_takes_the_label_as_a_number():
    y = [-1, 1, 0, 2.5]
    expected = [math.exp(1 - 2 * v) / (1 + math.exp(1 - 2 * v)) for v in y]
    np.testing.assert_allclose(LabelLogistic(1, -2).probability(None, y), expected, rtol=1e-12)


def test_the_logistic_curve_is_exact_far_out():
    assert LabelLogistic(0, 1e300).probability(None, [-1e300, 0, 1e300]).tolist() == [0, 0.5, 1]


def test_names_are_no_numbers_for_the_logistic_curve(one_sentence):
    assert one_sentence(LabelLogistic().probability, None, ["no", "yes"]).startswith("y must be numbers")


def test_both_probabilities_are_multiplied():
    both = FeatureAndLabel(FeatureStep(1, cut=0, keep_below=0.5, keep_above=1.0), LabelStep(0.25, 1.0))
    X = [[9, -1], [9, 1], [9, -1], [9, 1]]
    assert both.probability(X, [1, 1, 0, 0]).tolist() == [0.125, 0.25, 0.5, 1.0]


@pytest.mark.parametrize("labels", [[1], [1, 0, 1]])
def test_rows_and_labels_must_be_as_many(labels, one_sentence):
    assert f"got 2 and {len(labels)}" in one_sentence(FeatureAndLabel().probability, [[1], [2]], labels)


def test_equal_priors_do_not_make_it_feature_bias():
    """Section 2.1 of the reverse testing paper derives that they do; the label step here restores the priors."""
    X = np.repeat([[0.0], [0.0], [1.0], [1.0]], 30, axis=0)
    y = np.repeat([0, 1, 0, 1], [40, 20, 20, 40])
    step = FeatureStep(cut=0.5, keep_below=0.2, keep_above=0.8)
    weights = step.probability(X, None)
    share = weights[y == 0].sum() / weights[y == 1].sum()
    both = FeatureAndLabel(step, LabelStep(share, 1.0))
    p = both.probability(X, y)
    assert p[y == 1].sum() / p.sum() == pytest.approx(y.mean())  # P(y|s=1) = P(y)
    low = X[:, 0] == 0
    assert p[low & (y == 1)].sum() / p[low].sum() != pytest.approx(y[low].mean(), abs=0.05)  # P(y|x,s=1) != P(y|x)
