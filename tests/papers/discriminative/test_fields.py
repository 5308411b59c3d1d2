"""Intervals for averages over pairs of fields."""

import numpy as np
import pytest

from shiftlab.experiments.summary import estimate
from shiftlab.papers.discriminative.comparison.fields import by_fields


def pairs_of(effect):
    pairs = [(a, b) for a in range(len(effect)) for b in range(len(effect)) if a != b]
    return [effect[a] + effect[b] for a, b in pairs], *zip(*pairs, strict=True)


def test_pairs_that_share_fields_are_as_uncertain_as_their_fields():
    effect = np.random.RandomState(0).normal(size=12)
    low, high = by_fields(*pairs_of(effect))
    once = estimate(effect)
    assert (low + high) / 2 == pytest.approx(2 * once.mean)
    assert high - low == pytest.approx(2 * (once.high - once.low), rel=1e-9)


def test_equal_pairs_leave_no_doubt_and_two_fields_are_refused(one_sentence):
    assert by_fields(*pairs_of(np.ones(5))) == (2.0, 2.0)
    assert "at least three, got 2" in one_sentence(by_fields, [0.1, 0.2], [1, 2], [2, 1])
