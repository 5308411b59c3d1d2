"""Concordance: pairs in the wrong order, and what becomes of ties."""

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import kendalltau

from shiftlab.validation import concordance

NUMBERS = st.lists(st.tuples(st.floats(-1e3, 1e3), st.floats(-1e3, 1e3)), min_size=2, max_size=9)


def test_the_printed_formula_worked_by_hand():
    # of the pairs ab, ac, ad, bc, bd, cd only bc is wrong, and bd is tied
    truth, value = [0.9, 0.8, 0.7, 0.6], [0.8, 0.5, 0.6, 0.5]
    assert concordance(truth, value) == 5
    assert concordance(truth, value, ties="half") == 4.5
    # tied in the truth (bc), and in both (cd)
    assert concordance([0.9, 0.7, 0.7, 0.7], [0.8, 0.6, 0.5, 0.5]) == 6
    assert concordance([0.9, 0.7, 0.7, 0.7], [0.8, 0.6, 0.5, 0.5], ties="half") == 4.5


def test_a_constant_criterion_has_all_pairs_as_printed_and_half_of_them_otherwise():
    truth = np.linspace(0.5, 0.9, 8)
    assert concordance(truth, np.zeros(8)) == 28
    assert concordance(truth, np.zeros(8), ties="half") == 14


def test_a_criterion_that_guesses_has_half_of_the_pairs_on_average_whatever_the_truth():
    rng = np.random.default_rng(0)
    truth = [0.5, 0.5, 0.5, 0.6, 0.7, 0.7, 0.8, 0.9]  # four pairs are tied
    counts = [concordance(truth, rng.permutation(8), ties="half") for _ in range(4000)]
    assert abs(np.mean(counts) - 14) < 4 * np.std(counts) / np.sqrt(len(counts))


def test_perfect_and_reversed_orders():
    truth = np.arange(5.0)
    for ties in ("printed", "half"):
        assert concordance(truth, np.exp(truth), ties) == 10
        assert concordance(truth, -truth, ties) == 0


@given(NUMBERS)
def test_it_is_the_formula_of_section_5(pairs):
    wrong = sum(
        (e1 > e2 and v1 < v2) or (e1 < e2 and v1 > v2) for (e1, v1), (e2, v2) in itertools.combinations(pairs, 2)
    )
    total = len(pairs) * (len(pairs) - 1) // 2
    assert concordance(*zip(*pairs, strict=True)) == total - wrong


@given(st.lists(st.floats(0, 1), min_size=2, max_size=9, unique=True), st.randoms())
def test_without_ties_it_is_kendalls_tau(truth, random):
    value = random.sample(range(len(truth)), len(truth))
    total = len(truth) * (len(truth) - 1) / 2
    for ties in ("printed", "half"):
        assert concordance(truth, value, ties) == pytest.approx(total * (1 + kendalltau(truth, value).statistic) / 2)


def test_differences_whose_product_is_no_number_count():
    assert concordance([0.0, 1e-200], [1e-200, 0.0]) == 0


def test_names_are_matched_whatever_their_order():
    truth, value = {"a": 1.0, "b": 2.0, "c": 3.0}, {"c": 9.0, "a": 1.0, "b": 4.0}
    assert concordance(truth, value) == 3


REFUSED = {
    "other names": (({"a": 1.0, "b": 2.0}, {"a": 1.0, "c": 2.0}), {}, "only one has b, c"),
    "names for one": (({"a": 1.0, "b": 2.0}, [1.0, 2.0]), {}, "must both have names"),
    "another length": (([1.0, 2.0], [1.0, 2.0, 3.0]), {}, "(2,) and (3,)"),
    "no vector": (([[1.0]], [[1.0]]), {}, "vectors"),
    "no number": (([1.0, np.nan], [1.0, 2.0]), {}, "accuracies must be finite, but entry 1 is nan"),
    "other ties": (([1.0, 2.0], [1.0, 2.0]), {"ties": "none"}, 'ties must be "printed" or "half"'),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_does_not_fit_is_refused_in_one_sentence(case, one_sentence):
    arguments, named, message = REFUSED[case]
    assert message in one_sentence(concordance, *arguments, **named)
