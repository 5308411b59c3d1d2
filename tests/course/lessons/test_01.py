"""Lesson 01: what its predictions say is true, and its exercises take every right answer."""

import numpy as np
import pytest

from shiftlab import bias, diagnostics, experiments
from shiftlab.course import registry

bias_kinds = experiments.get("bias-kinds")


def said(prediction):
    return registry.prediction(prediction).happens


def test_feature_bias_moves_the_share_and_not_the_posterior():
    line = bias_kinds.run(bias_kinds.Settings()).line
    assert "from {:.3f} to {:.3f}".format(*line.shares) in said("01-feature")
    assert line.y_given_x_moved == pytest.approx(0, abs=1e-12)


def test_the_share_can_stay_under_a_bias_that_looks_at_the_class():
    line = bias_kinds.run(bias_kinds.presets["Shares as in the target"]).line
    before, after = line.shares
    assert after == pytest.approx(before, abs=1e-12)
    moved = f"P(x) moves by {line.x_moved:.3f}, and P(y|x) by up to {line.y_given_x_moved:.3f}"
    assert f"stays {after:.3f}, {moved}" in said("01-shares")


def test_a_few_heavy_rows_make_a_large_source_small():
    result = bias_kinds.run(bias_kinds.Settings(strength=0.9, n=10_000))
    X, y = result.X[result.selected], result.y[result.selected]
    weights = 1 / result.mechanism.probability(X, y)
    heavy = weights > 10
    assert (result.mechanism.keep_below, result.mechanism.keep_above) == pytest.approx((0.05, 0.95))
    assert heavy.sum() == pytest.approx(250, abs=20)
    assert weights[heavy].sum() / weights.sum() == pytest.approx(0.5, abs=0.03)
    assert (weights[heavy] ** 2).sum() / (weights**2).sum() > 0.9
    size = diagnostics.effective_sample_size(weights)
    assert said("01-ess") == f"{len(y):,} rows are kept in our run, and they are as good as {size:.0f}."


def test_twins_have_the_numbers_of_the_reveal():
    """The cell of the lesson."""
    rng = np.random.RandomState(0)
    y = rng.randint(2, size=20_000)
    p = 1 / (1 + np.exp(-2 * rng.normal(2 * y - 1, 1)))
    by_class = bias.LabelStep(keep_positive=0.2, keep_negative=0.8).probability(None, y)
    by_x = 0.2 * p + 0.8 * (1 - p)
    found = []
    for chance in (by_x, by_class):
        kept = rng.random_sample(y.size) < chance
        found.append(np.average(y[kept], weights=1 / by_x[kept]))
    assert "by x the weighted share is {:.2f}, of the one selected by class {:.2f}".format(*found) in said("01-twins")


class TestTheProofThatEqualSharesLeaveFeatureBias:
    """The erroneous example, with a selection by x and by class that leaves the share of positives."""

    target = np.array([[0.2, 0.1, 0.2], [0.1, 0.3, 0.1]])  # Q(x, y), a line for each class
    chance = np.array([[0.5, 0.2, 0.4], [0.4, 0.1, 0.5]])

    def tables(self):
        chance = self.chance.copy()
        chance[1] *= (self.target[0] * chance[0]).sum() / (self.target[1] * chance[1]).sum()
        kept = self.target * chance
        return kept / kept.sum(), chance, kept.sum()

    def test_the_share_of_positives_is_that_of_the_target(self):
        source, _, _ = self.tables()
        assert source.sum(axis=1) == pytest.approx(self.target.sum(axis=1))

    def test_the_lines_that_follow_hold_and_the_one_that_does_not_fails(self):
        source, chance, share = self.tables()
        by_x, rule, true_rule = source.sum(axis=0), source / source.sum(axis=0), self.target / self.target.sum(axis=0)
        assert share * source / self.target == pytest.approx(chance)
        assert share * by_x * rule / self.target == pytest.approx(chance)
        wrong = share * by_x * true_rule / self.target
        assert np.abs(wrong - chance).max() > 0.05
        assert wrong == pytest.approx(np.tile(share * by_x / self.target.sum(axis=0), (2, 1)))


def test_weights_by_x_bring_back_the_share_under_feature_bias_only():
    """Exact, on a grid: the population of the lesson's last experiment."""
    x = np.linspace(-8, 8, 4001)
    density = np.exp(-((x + 1) ** 2) / 2) + np.exp(-((x - 1) ** 2) / 2)
    p = 1 / (1 + np.exp(-2 * x))
    chance = 0.2 * p + 0.8 * (1 - p)
    shares = {
        name: np.average(after, weights=density * chance * (1 / chance))
        for name, after in (("by x", p), ("by class", 0.2 * p / chance))
    }
    assert shares["by x"] == pytest.approx(0.5)
    assert shares["by class"] < 0.4


@pytest.mark.parametrize(
    "weights",
    [
        lambda x, cut, below, above: (w := 1 / np.where(x > cut, above, below)) / w.mean(),
        lambda x, cut, below, above: [1 / below if v <= cut else 1 / above for v in x],
        lambda x, cut, below, above: np.where(x <= cut, above / below, 1),
    ],
)
def test_the_scale_of_the_weights_is_free(weights):
    assert registry.exercise("01-weights").assess(weights).correct


def test_a_row_at_the_cut_is_told_from_the_others():
    outcome = registry.exercise("01-weights").assess(lambda x, cut, below, above: 1 / np.where(x < cut, below, above))
    assert outcome.kind == "wrong"
    assert "exactly at the cut" in outcome.message


def test_weights_that_are_not_positive_get_a_word():
    outcome = registry.exercise("01-weights").assess(lambda x, cut, below, above: -1 / np.where(x <= cut, below, above))
    assert "not positive" in outcome.message
