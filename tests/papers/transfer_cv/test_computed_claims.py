"""Claims that need no run: exact sums in a small world, formulas, and the arithmetic of the printed tables."""

import numpy as np
import pytest

from shiftlab.papers.transfer_cv import printed
from shiftlab.papers.transfer_cv.selection import claims
from shiftlab.papers.transfer_cv.selection.exact import section_4, small_world
from shiftlab.papers.transfer_cv.selection.exact.small_world import BOTH, MODELS, ONLY_X
from shiftlab.papers.transfer_cv.sources import claims as of_sources
from shiftlab.validation import TransferCV, WeightedCV

EXACT = {s.id: s for s in [*claims.STATEMENTS, *of_sources.STATEMENTS] if s.category != "re-run"}


def verdict(name):
    return EXACT[name].decide("transfer-cv", {}).verdict


def values(name):
    return {part.label: part.value for part in EXACT[name].read({})}


HOLD = {
    "tcv-weighted-loss-unbiased",
    "tcv-wcv-unbiased",
    "tcv-faithful-way-back",
    "tcv-lemma-1",
    "tcv-line-3-of-13",
    "tcv-no-labels",
    "tcv-interval",
    "tcv-best-printed",
    "tcv-over-wcv-printed",
    "tcv-table-4-printed",
    "tcv-scv-printed",
    "tcv-figure-5-and-table-4",
    "tcv-figure-5-correlation-printed",
    "tcv-transfer-learners-printed",
    "tcv-comparisons-printed",
    "tcv-sources-best-printed",
    "tcv-sources-pairs-printed",
}


@pytest.mark.parametrize("name", EXACT)
def test_what_holds_is_what_can_be_calculated(name):
    assert verdict(name) == ("replicates" if name in HOLD else "does not replicate")


def test_the_samples_of_the_small_world_are_all_there_are():
    chances = [chance for chance, _, _ in small_world.samples(BOTH, 3)]
    assert len(chances) == 4**3
    assert sum(chances) == pytest.approx(1)


@pytest.mark.parametrize("labels", MODELS)
def test_the_expected_loss_is_that_of_a_sum_by_hand(labels):
    by_hand = sum(
        ONLY_X.target[x] * (ONLY_X.rule_target[x] if labels[x] == 0 else 1 - ONLY_X.rule_target[x]) for x in (0, 1)
    )
    assert small_world.expected_loss(ONLY_X, labels) == pytest.approx(by_hand)


def test_weighted_cross_validation_is_unbiased_only_with_the_right_weights_and_the_same_rule(monkeypatch):
    def off(world, criterion=WeightedCV, normalize=False):
        found = small_world.mean_over_samples(
            world, 3, lambda X, y: small_world.by_folds(criterion, world, X, y, normalize=normalize)
        )
        return found - small_world.mean_over_samples(world, 3, lambda X, y: small_world.loss_of_trained(world, X, y))

    assert off(ONLY_X) == pytest.approx(0, abs=1e-12)
    assert abs(off(ONLY_X, normalize=True)) > 0.01
    assert abs(off(BOTH)) > 0.01
    assert abs(off(BOTH, TransferCV)) < abs(off(BOTH))  # labelled rows help, and do not make it unbiased
    upside_down = property(lambda world: np.divide(world.source, world.target))
    monkeypatch.setattr(small_world.World, "ratio", upside_down)
    assert abs(off(ONLY_X)) > 0.01  # the sums are exact: any difference would do


def test_inverted_weights_turn_the_unbiasedness_of_the_weighted_loss_red(monkeypatch):
    assert verdict("tcv-weighted-loss-unbiased") == verdict("tcv-lemma-1") == "replicates"
    monkeypatch.setattr(small_world.World, "ratio", property(lambda world: np.divide(world.source, world.target)))
    assert verdict("tcv-weighted-loss-unbiased") == verdict("tcv-lemma-1") == "does not replicate"


def test_the_bound_of_theorem_1_fails_nearly_always_where_the_source_shows_too_little():
    printed_form, repaired = section_4.theorem_1({})
    assert printed_form.value > 0.9
    assert repaired.value <= 0


def test_the_printed_counts_of_cases_are_told_with_and_without_ties():
    assert values("tcv-best-printed") == {"TrCV is best, or as good as the best": 28, "alone the best": 17}
    assert values("tcv-tuning-over-wcv-printed") == {"of 16, TrCV better than WCV": 10, "of 16, as good or better": 15}


def test_table_5_has_other_numbers_of_times_than_its_text():
    assert values("tcv-sources-times-printed") == {
        "times better than SCV, of 8 columns": 5,
        "times better than SCV, of 9 columns": 6,
        "times better than WCV, of 8 columns": 5,
        "times better than WCV, of 9 columns": 6,
    }


def test_another_printed_number_turns_the_arithmetic_red(monkeypatch):
    monkeypatch.setitem(printed.TABLE_4["TrCV"], ("learners", "RW"), 19)
    for name in ("tcv-best-printed", "tcv-over-wcv-printed", "tcv-scv-printed", "tcv-figure-5-and-table-4"):
        assert verdict(name) == "does not replicate", name
