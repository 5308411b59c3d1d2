"""Lesson 04: what it says of its own experiments is true."""

import dataclasses

import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score

from shiftlab import experiments
from shiftlab.course import registry
from shiftlab.learners import CovariateShiftLogisticRegression

discriminative = experiments.get("discriminative")
SEEDS = range(20)


def said(prediction):
    return registry.prediction(prediction).happens


def results(preset, seeds=SEEDS):
    start = discriminative.presets[preset]
    return [discriminative.run(dataclasses.replace(start, trials=1, seed=seed)) for seed in seeds]


def mean(name, several):
    return np.mean([result.average(name) for result in several])


def test_the_mean_weight_is_smaller_in_one_criterion_in_every_sample():
    several = results("A curved boundary")
    assert all(r.average("mean_weight integrated") < r.average("mean_weight two_stage") for r in several)
    two_stage, integrated = (several[0].average(f"mean_weight {name}") for name in ("two_stage", "integrated"))
    assert f"from {two_stage:.2f} to {integrated:.2f}" in said("04-together")


def test_weights_help_where_a_line_must_choose_and_not_where_it_is_right():
    curved = results("A curved boundary")
    linear = results("A straight boundary")
    for name in ("two_stage", "integrated"):
        assert mean(f"auc {name} - iid", curved) > 0.1
        assert mean(f"auc {name} - iid", linear) < 0


def test_the_two_ways_to_weigh_are_close_on_average():
    assert abs(mean("auc integrated - two_stage", results("A curved boundary"))) < 0.02


def test_hardly_a_row_counts_and_every_classifier_is_worse_than_a_coin_on_average():
    several = results("Hardly a row counts")
    assert mean("ess two_stage", several) < 5
    assert all(mean(f"auc {name}", several) < 0.5 for name in ("iid", "two_stage", "integrated"))


def test_much_of_the_change_is_one_factor_for_all_rows():
    """As the lesson shows it: two-stage weights times the factor give nearly the integrated fit."""
    for result in results("A curved boundary", range(5)):
        two_stage, together = (result.fits[name].weights for name in ("two_stage", "integrated"))
        X = np.column_stack([result.sample.X, np.ones(len(two_stage))])

        def fitted(weights, X=X, y=result.sample.y):
            return LogisticRegression(C=1, fit_intercept=False).fit(X, y, sample_weight=weights).coef_[0]

        plain, shrunk, integrated = map(fitted, (two_stage, two_stage * together.sum() / two_stage.sum(), together))
        assert np.linalg.norm(shrunk - integrated) < 0.5 * np.linalg.norm(plain - integrated)


def test_integrated_weights_estimate_too_small_an_error_on_the_target():
    """The case "audit": the error of the plain fit, estimated by the weighted mean over training rows."""
    true, by_ratio, by_integrated = [], [], []
    for seed in SEEDS:
        result = discriminative.run(discriminative.settings(shift=1.0, seed=seed))  # the rows are worth nearly half
        sample, iid = result.sample, result.fits["iid"]
        wrong = (iid.scores(sample.X) > 0) != (sample.y == 1)
        true.append(1 - result.average("accuracy iid"))
        by_ratio.append(np.mean(result.fits["two_stage"].weights * wrong))
        by_integrated.append(np.mean(result.fits["integrated"].weights * wrong))
    assert np.mean(by_integrated) < 0.6 * np.mean(by_ratio)
    assert np.mean(by_ratio) == pytest.approx(np.mean(true), abs=0.06)


@pytest.mark.filterwarnings("ignore::shiftlab.weights.ShiftWarning")
def test_without_overlap_a_free_v_leaves_the_classifier_nothing_to_say_but_an_order():
    sample = discriminative.run(discriminative.presets["Disjoint samples"]).sample
    model = CovariateShiftLogisticRegression(sigma_v=1000).fit(sample.X, sample.y, X_target=sample.X_target)
    p = model.predict_proba(sample.X_test)[:, 1]
    assert 0.49999 < p.min() < p.max() < 0.50001
    assert "between 0.49999 and 0.50001" in said("04-apart")
    assert roc_auc_score(sample.p_test > 0.5, p) > 0.8


def test_two_stages_with_one_factor_give_the_coefficients_of_the_reveal():
    result = discriminative.run(discriminative.settings(seed=0))
    two_stage, together = (result.fits[name].weights for name in ("two_stage", "integrated"))
    X, factor = np.column_stack([result.sample.X, np.ones(len(two_stage))]), together.sum() / two_stage.sum()

    def fitted(weights):
        model = LogisticRegression(C=1, fit_intercept=False).fit(X, result.sample.y, sample_weight=weights)
        return [f"{value:.2f}" for value in model.coef_[0]]

    numbers = (
        f"factor {factor:.3f} the coefficients are {{}}, {{}} and {{}}. The integrated fit has {{}}, {{}} and {{}}, "
        "two stages have {}, {} and {}."
    )
    shown = [*fitted(factor * two_stage), *fitted(together), *fitted(two_stage)]
    assert numbers.format(*shown) in said("04-factor")


class TestHowFarOneCriterionIsConvex:
    """The erroneous example."""

    x, y, x_target = np.array([1, -1]), np.array([1, -1]), np.array([3, 2])

    def criterion(self, theta, v):
        labels = np.exp(-v * self.x) @ np.log1p(np.exp(-self.y * theta * self.x))
        samples = np.log1p(np.exp(-v * self.x)).sum() + np.log1p(np.exp(v * self.x_target)).sum()
        return labels + samples + (theta**2 + v**2) / 2

    def curvature(self, theta, v, step=1e-3):
        """The second differences by theta, by v and by both."""
        at = self.criterion
        moved = [at(theta + step, v + s * step) + at(theta - step, v - s * step) - 2 * at(theta, v) for s in (1, -1)]
        by_theta = at(theta + step, v) + at(theta - step, v) - 2 * at(theta, v)
        by_v = at(theta, v + step) + at(theta, v - step) - 2 * at(theta, v)
        mixed = (moved[0] - moved[1]) / 4
        return np.array([[by_theta, mixed], [mixed, by_v]]) / step**2

    def test_in_each_of_the_two_it_is_convex(self):
        rng = np.random.default_rng(0)
        for theta, v in rng.uniform(-4, 4, (50, 2)):
            assert np.diag(self.curvature(theta, v)).min() > 0

    def test_among_all_that_separate_it_is_not(self):
        theta, v = 0.01, -3
        assert (self.y * theta * self.x > 0).all()  # separates
        assert np.linalg.eigvalsh(self.curvature(theta, v)).min() < -0.1

    def test_where_the_losses_are_next_to_nothing_it_is(self):
        assert np.linalg.eigvalsh(self.curvature(20, -3)).min() > 0


@pytest.mark.parametrize(
    "weight",
    [
        lambda p, m, n: (1 - p) / p * m / n,
        lambda p, m, n: np.divide(m * (1 - p), n * p),
        lambda p, m, n: np.exp(np.log(m) - np.log(n) - np.log(p / (1 - p))),
        lambda p, m, n: [m / n * (1 / one - 1) for one in p],
    ],
)
def test_every_way_to_write_the_weight_is_correct(weight):
    assert registry.exercise("04-weight").assess(weight).correct


def test_a_weight_that_only_orders_the_rows_gets_a_word_about_the_shares():
    outcome = registry.exercise("04-weight").assess(lambda p, m, n: (m / n * (1 / p - 1)) ** 2)
    assert outcome.kind == "wrong"
    assert "the target's shares" in outcome.message


def test_a_pull_row_by_row_is_correct():
    answer = registry.exercise("04-pull").assess(
        lambda loss, weight, q: [w * a + 1 - b for a, w, b in zip(loss, weight, q, strict=True)]
    )
    assert answer.correct


def test_a_weight_that_depends_on_the_other_rows_is_not_correct():
    outcome = registry.exercise("04-weight").assess(lambda p, m, n: (1 / p - 1) / np.mean(1 / p - 1))
    assert not outcome.correct


def test_kernel_mean_matching_keeps_its_mean_weight_where_the_lesson_says():
    result = discriminative.run(discriminative.presets["Disjoint samples, kernel mean matching"])
    assert result.average("mean_weight kmm") == pytest.approx(1 / np.sqrt(len(result.sample.y)), rel=1e-3)
    assert result.average("ess kmm") < 2


def test_a_pull_with_a_wrong_slope_gets_a_word_about_the_sum():
    outcome = registry.exercise("04-pull").assess(lambda loss, weight, q: 2 * weight * loss + 1 - q)
    assert outcome.kind == "wrong"
    assert "their sum changes" in outcome.message
