"""Intervals of 95 % hold what they are about in 95 of 100 samples, wherever their assumptions are true.

What is allowed beside 0.95 is the error of so many samples and nothing else: four binomial standard errors, which a
right interval passes but once in fifteen thousand times. Where an interval is a little too wide by design, only too
few is a failure; and where one that looks alike is too narrow, the simulation must see that.
"""

import math
from dataclasses import replace

import numpy as np
import pytest

from shiftlab.claims.evidence import Part
from shiftlab.experiments.intervals import LEVEL, clustered, corrected, jackknife, pooled, student, wilson

SAMPLES = 3000
ERRORS = 4


def off(held):
    """By how many binomial standard errors the share of intervals that held the truth is from what they promise."""
    assert len(held) == SAMPLES
    return (np.mean(held) - LEVEL) / math.sqrt(LEVEL * (1 - LEVEL) / SAMPLES)


def holds(ends, truth):
    low, high = ends
    return low <= truth <= high


@pytest.mark.parametrize("n", [2, 5, 30])
def test_students_interval_of_a_mean(n):
    draws = np.random.default_rng(n).normal(3.0, 2.0, size=(SAMPLES, n))
    assert abs(off([holds(student(numbers), 3.0) for numbers in draws])) <= ERRORS


@pytest.mark.parametrize("n", [10, 100, 1000])
def test_wilsons_interval_of_a_share_on_average_over_shares(n):
    """For one share it holds a little more or less often than promised, as counts are whole numbers."""
    rng = np.random.default_rng(n)
    shares = rng.random(SAMPLES)
    low, high = wilson(rng.binomial(n, shares), np.full(SAMPLES, n))
    assert abs(off((low <= shares) & (shares <= high))) <= ERRORS


def test_the_interval_of_pooled_groups_is_that_of_all_their_numbers():
    draws = np.random.default_rng(0).normal(size=(SAMPLES, 3, 4))
    sizes = np.full(3, 4)
    assert abs(off([holds(pooled(sizes, g.mean(axis=1), g.std(axis=1)), 0.0) for g in draws])) <= ERRORS


@pytest.mark.parametrize("splits", [10, 100])
def test_counts_of_one_repetition_go_together(splits):
    """Splits with six pairs of learners: in each the chance to be right is another one, 0.7 on average."""
    rng = np.random.default_rng(0)
    chances = rng.beta(1.4, 0.6, size=(SAMPLES, splits))
    held, n = rng.binomial(6, chances), np.full(splits, 6)
    assert abs(off([holds(clustered(counts, n), 0.7) for counts in held])) <= ERRORS
    # as if all counts were independent
    assert off([holds(wilson(counts.sum(), 6 * splits), 0.7) for counts in held]) < -ERRORS


def fields(rng, n):
    """Of each ordered pair of n fields what its source and its target do to it, and the fields."""
    first, second = (~np.eye(n, dtype=bool)).nonzero()
    as_source, as_target = rng.normal(size=(2, n))
    return as_source[first] + as_target[second], first, second


def test_the_jackknife_over_fields():
    rng = np.random.default_rng(0)
    samples = [fields(rng, 8) for _ in range(SAMPLES)]
    assert abs(off([holds(jackknife(*pairs), 0.0) for pairs in samples])) <= ERRORS
    # as if all 56 pairs were independent
    assert off([holds(student(values), 0.0) for values, _, _ in samples]) < -ERRORS
    # pairs that differ by themselves, too, are counted with both of their fields: too wide, never too narrow
    noisy = [(values + rng.normal(size=values.size), *pair) for values, *pair in samples]
    assert off([holds(jackknife(*pairs), 0.0) for pairs in noisy]) >= -ERRORS


def part(numbers):
    low, high = student(numbers)
    return Part("a mean", float(numbers.mean()), low, high, numbers.size)


@pytest.mark.parametrize("runs", [1, 10])
@pytest.mark.parametrize("n", [3, 30])
def test_the_prediction_of_one_more_number_like_the_papers(n, runs):
    rng = np.random.default_rng(n + runs)
    draws, papers = rng.normal(3.0, 2.0, size=(SAMPLES, n)), rng.normal(3.0, 2.0, size=(SAMPLES, runs)).mean(axis=1)
    parts = [replace(part(numbers), runs=runs) for numbers in draws]
    assert abs(off([holds(one.prediction(), paper) for one, paper in zip(parts, papers, strict=True)])) <= ERRORS
    if n == 30:  # the interval of the mean is about something else
        means = [holds((one.low, one.high), paper) for one, paper in zip(parts, papers, strict=True)]
        assert off(means) < -ERRORS


def test_a_prediction_from_few_fields_has_their_degrees_of_freedom():
    """Pairs of eight fields, and one more field like them."""
    rng, held = np.random.default_rng(0), []
    for _ in range(SAMPLES):
        effects = rng.normal(size=9)
        first, second = (~np.eye(8, dtype=bool)).nonzero()
        values = (effects[first] + effects[second]) / 2
        low, high = jackknife(values, first, second)
        row = {"quantity": "area", "freedom": 7}
        held.append(holds(Part("", float(values.mean()), low, high, values.size, row=row).prediction(), effects[8]))
    assert abs(off(held)) <= ERRORS


def folds(rng, n, k):
    """One number for each fold of a cross-validation of a mean difference.

    The mean of the rows that it tests, and some of the mean of the rows that it was trained on: so much that two folds
    correlate by the share of the rows that one tests, which is what Nadeau and Bengio assume.
    """
    m, rest = n // k, n - n // k
    # of l: l²(n - 2m)/rest² + 2l/rest = m/n (1/m + l²/rest)
    square, linear, constant = (n - 2 * m) / rest**2 - m / n / rest, 2 / rest, -1 / n
    much = (math.sqrt(linear**2 - 4 * square * constant) - linear) / (2 * square)
    tested = rng.normal(size=(k, m)).sum(axis=1)
    return tested / m + much * (tested.sum() - tested) / rest


@pytest.mark.parametrize("k", [5, 10])
def test_the_corrected_interval_of_folds_that_share_training_rows(k):
    rng = np.random.default_rng(k)
    samples = [folds(rng, 100, k) for _ in range(SAMPLES)]
    assert np.corrcoef(np.array(samples).T)[0, 1] == pytest.approx(1 / k, abs=ERRORS / math.sqrt(SAMPLES))
    assert abs(off([holds(corrected(numbers, 1 / k), 0.0) for numbers in samples])) <= ERRORS
    # as if folds were independent
    assert off([holds(student(numbers), 0.0) for numbers in samples]) < -ERRORS
