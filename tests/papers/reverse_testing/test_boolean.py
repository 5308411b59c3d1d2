"""Boolean variables: worlds, estimates, the implication in its readings, and what must hold whatever is drawn."""

import dataclasses

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.naive_bayes import BernoulliNB

from shiftlab import experiments
from shiftlab.experiments.summary import select
from shiftlab.papers.reverse_testing.boolean import cells
from shiftlab.papers.reverse_testing.boolean.learners import Rows, counting, learned, naive_bayes, verdicts
from shiftlab.papers.reverse_testing.boolean.summary import setting
from shiftlab.papers.reverse_testing.boolean.world import draw_world
from shiftlab.validation.verdicts import verdict

experiment = experiments.get("reverse-testing-boolean")


def run(**held):
    return experiment.run(experiment.settings(**{"draws": 200, **held}))


def record(**held):
    return experiment.record(run(**held))


# Worlds.


@pytest.mark.parametrize("population", ["uniform", "independent variables", "any table"])
@pytest.mark.parametrize("truth", ["any table", "additive"])
def test_worlds_are_distributions_over_all_values_of_the_variables(population, truth):
    world = draw_world(experiment.settings(k=3, population=population, truth=truth, draws=100))
    assert len(np.unique(world.bits, axis=0)) == 8
    np.testing.assert_allclose(world.population.sum(axis=1), 1)
    assert ((world.truth > 0) & (world.truth < 1)).all()


def test_log_odds_of_additive_truths_are_sums_over_the_variables():
    world = draw_world(experiment.settings(k=4, truth="additive", draws=100))
    design = np.column_stack([np.ones(16), world.bits])
    fitted = design @ np.linalg.lstsq(design, world.log_odds.T, rcond=None)[0]
    np.testing.assert_allclose(fitted.T, world.log_odds, atol=1e-12)


@pytest.mark.parametrize("certainty", [0.5, 3.0])
def test_certainty_is_the_deviation_of_the_log_odds(certainty):
    for truth in ("any table", "additive"):
        world = draw_world(experiment.settings(k=8, certainty=certainty, truth=truth, draws=400))
        assert world.log_odds.std() == pytest.approx(certainty, rel=0.05)


@pytest.mark.parametrize("bias", ["each x", "a portion", "one variable", "all variables"])
def test_the_likeliest_x_is_selected_at_most_ratio_times_as_often(bias):
    chance = draw_world(experiment.settings(bias=bias, draws=100)).chance(50.0)
    assert chance.min() >= 1 / 50 - 1e-15
    assert chance.max() <= 1
    if bias != "each x":
        assert chance.max() / chance.min() == pytest.approx(50)


def test_biases_are_where_they_are_said_to_be():
    def less(**held):
        return draw_world(experiment.settings(k=4, draws=100, **held)).less

    np.testing.assert_array_equal(less(bias="a portion", portion=0.25).sum(axis=1), 4)
    np.testing.assert_array_equal(less(bias="one variable")[7], np.repeat([0, 1], 8))
    np.testing.assert_array_equal(less(bias="all variables")[7, [0, 1, 3, 7, 15]], [0, 0.25, 0.5, 0.75, 1])


@pytest.mark.parametrize("bias", ["each x", "one variable"])
def test_those_never_selected_are_the_least_selected(bias):
    world = draw_world(experiment.settings(k=4, never=0.3, bias=bias, draws=100))
    np.testing.assert_array_equal((world.seen == 0).sum(axis=1), 4)
    for less, seen in zip(world.less, world.seen, strict=True):
        assert less[seen == 0].min() >= less[seen == 1].max()


def test_another_strength_leaves_the_world_and_the_estimates():
    weak, strong = run(ratio=2.0), run(ratio=500.0)
    np.testing.assert_array_equal(weak.by_x, strong.by_x)
    np.testing.assert_array_equal(weak.implication.under_q, strong.implication.under_q)


# The implication.


def brute_force(result, draw):
    """(3), written out over x and y for one draw."""
    s, world = result.settings, result.world
    q_x, q_1 = world.population[draw], world.truth[draw]
    p_x = q_x * world.chance(s.ratio)[draw]
    p_x = p_x / p_x.sum()

    def joint(x, posterior):
        return np.concatenate([x * posterior, x * (1 - posterior)])

    def kl(p, q):
        return float(np.sum(p * np.log(p / q)))

    a, b = (joint(p_x, estimate[draw]) for estimate in result.estimates)
    under_p = kl(joint(p_x, q_1), a) - kl(joint(p_x, q_1), b)
    under_q = kl(joint(q_x, q_1), a) - kl(joint(q_x, q_1), b)
    return under_p, under_q


@pytest.mark.parametrize("held", [{}, {"population": "any table"}, {"errors": "learned"}, {"bias": "one variable"}])
def test_the_implication_is_the_printed_one(held):
    result = run(k=3, ratio=20.0, error_b=1.0, draws=100, **held)
    expected = np.array([brute_force(result, draw) for draw in range(100)])
    np.testing.assert_allclose(result.implication.under_p, expected[:, 0], atol=1e-12)
    np.testing.assert_allclose(result.implication.under_q, expected[:, 1], atol=1e-12)
    agree = np.sign(expected[:, 0]) == np.sign(expected[:, 1])
    assert result.implication.held == agree.sum() < 100


def test_accuracies_are_those_of_the_likelier_class():
    result = run(k=3, compared="accuracy", ratio=20.0)
    world, chance = result.world, result.world.chance(20.0)
    masses = world.population * chance / (world.population * chance).sum(axis=1, keepdims=True)
    accuracy = []
    for estimate in result.estimates:
        right = np.where(estimate > 0.5, world.truth, 1 - world.truth)
        accuracy.append((masses * right).sum(axis=1))
    np.testing.assert_allclose(result.implication.under_p, accuracy[1] - accuracy[0], atol=1e-12)


def test_a_simplified_antecedent_has_every_x_alike():
    result = run(k=3, antecedent="simplified", population="any table", ratio=100.0)
    np.testing.assert_allclose(result.implication.under_p, result.by_x.mean(axis=1))


def test_as_printed_nothing_holds_where_an_x_is_lost():
    kept = run(never=0.25)
    lost = run(never=0.25, infinite="as printed")
    assert lost.implication.held == 0 < kept.implication.held
    assert run(never=0.0, infinite="as printed").implication.held > 0


@given(st.from_type(experiment.Settings))
@settings(max_examples=40)
def test_without_bias_or_with_one_estimate_closer_everywhere_it_always_holds(drawn_settings):
    s = dataclasses.replace(drawn_settings, draws=100, k=min(drawn_settings.k, 6), infinite="left out", compared="KL")
    unbiased = dataclasses.replace(s, ratio=1.0, never=0.0, antecedent="weighted by P(x)")
    found = experiment.run(unbiased).implication
    assert found.held == found.decided
    closer = dataclasses.replace(s, errors="one closer everywhere", error_a=1.0, error_b=0.5)
    found = experiment.run(closer).implication
    assert (found.held, found.decided) == (100, 100)


def test_equal_estimates_are_never_decided():
    result = run(errors="one closer everywhere", error_a=0.5, error_b=0.5)
    assert result.implication.decided == 0
    assert "0.0000 of 0 draws" in experiment.describe(result)


def test_the_curve_passes_through_the_result():
    result = run(ratio=100.0)
    at = result.curve[4]
    assert (at.decided, at.held) == (result.implication.decided, result.implication.held)
    learned_rows = run(ratio=100.0, errors="learned")
    assert learned_rows.curve[4].held == learned_rows.implication.held


# Learners.


def some_rows(k=3, seed=0, draws=5):
    rng = np.random.RandomState(seed)
    return Rows(*(rng.poisson(3.0, (draws, 2**k)).astype(float) for _ in range(2)))


def bits_of(k):
    return draw_world(experiment.settings(k=k, draws=100)).bits


def test_naive_bayes_is_that_of_scikit_learn():
    rows, bits = some_rows(), bits_of(3)
    for draw in range(5):
        X = np.repeat(
            np.vstack([bits, bits]), np.concatenate([rows.negative[draw], rows.positive[draw]]).astype(int), 0
        )
        y = np.repeat([0, 1], [int(rows.negative[draw].sum()), int(rows.positive[draw].sum())])
        prior = np.array([rows.negative[draw].sum() + 1, rows.positive[draw].sum() + 1])
        model = BernoulliNB(alpha=1.0, class_prior=prior / prior.sum()).fit(X, y)
        np.testing.assert_allclose(naive_bayes(rows, bits)[draw], model.predict_proba(bits)[:, 1], atol=1e-8)


def test_counting_answers_with_the_class_of_most_rows():
    rows, bits = some_rows(), bits_of(3)
    np.testing.assert_array_equal(counting(rows, bits) > 0.5, rows.positive > rows.negative)


def test_even_odds_are_no_positive_label():
    rows = Rows(np.full((1, 4), 2.0), np.full((1, 4), 2.0))
    assert (naive_bayes(rows, bits_of(2)) == 0.5).all()


def test_verdicts_are_those_of_the_conditions():
    s = experiment.settings(k=3, errors="learned", rows=60, draws=100, truth="additive", ratio=5.0)
    world = draw_world(s)
    rows, estimates = learned(s, world, s.ratio)
    found = verdicts(s, world, rows, estimates)
    for draw in range(100):
        accuracy = np.empty((2, 2))
        for column, estimate in enumerate(estimates):
            labels = estimate[[draw]] > 0.5
            target = s.rows * world.population[[draw]]
            for line, learner in enumerate((counting, naive_bayes)):
                again = learner(Rows(target * ~labels, target * labels), world.bits)[0] > 0.5
                accuracy[line, column] = np.where(again, rows.positive[draw], rows.negative[draw]).sum()
        expected = {None: 0, 0: -1, 1: 1}[verdict(accuracy, 0, 1, "strict")]
        assert found[draw] == expected
    assert {-1, 0} <= set(found.tolist())


def test_as_many_rows_are_drawn_as_are_set():
    s = experiment.settings(errors="learned", rows=500, draws=200, never=0.25)
    world = draw_world(s)
    rows, _ = learned(s, world, s.ratio)
    n = rows.negative.sum(axis=1) + rows.positive.sum(axis=1)
    assert n.mean() == pytest.approx(500, abs=4 * np.sqrt(500 / 200))
    assert not (rows.negative + rows.positive)[world.seen == 0].any()


def test_with_many_rows_counting_finds_the_truth():
    result = run(errors="learned", rows=1_000_000, k=3)
    np.testing.assert_allclose(result.estimates[0], result.world.truth, atol=0.05)
    assert (result.implication.under_q < 0).mean() > 0.9


# Records, summaries, live.


def test_records_count_every_reading_whichever_is_shown():
    shown = record(compared="accuracy", never=0.25, infinite="as printed", antecedent="simplified")
    plain = record(never=0.25)
    names = [field.name for field in experiment.fields]
    assert {k: v for k, v in shown.items() if k not in names} == {k: v for k, v in plain.items() if k not in names}
    assert plain["kl held"] == run(never=0.25).implication.held
    assert plain["accuracy held"] == run(never=0.25, compared="accuracy").implication.held
    assert plain["as printed held"] == 0


def test_a_statement_about_a_and_b_as_they_are_fails_half_as_often():
    numbers = record(error_b=1.0, ratio=1000.0, draws=2000)
    failures = numbers["kl decided"] - numbers["kl held"]
    assert 0.35 < (2000 - numbers["kl not contradicted"]) / failures < 0.65


def test_summaries_pool_seeds_and_contrast_strengths():
    records = [record(ratio=ratio, error_b=1.0, seed=seed) for ratio in (3.0, 1000.0) for seed in (0, 1)]
    summary = experiment.summarise(records)
    weak, strong = (select(summary, "kl: share", ratio=ratio)[0] for ratio in (3.0, 1000.0))
    assert weak["n"] == 400
    assert weak["mean"] == (records[0]["kl held"] + records[1]["kl held"]) / 400
    (gain,) = select(summary, "kl: gained at strength 3", ratio=1000.0)
    assert gain["mean"] == pytest.approx(weak["mean"] - strong["mean"])
    assert not select(summary, "kl: gained at strength 3", ratio=3.0)


def test_settings_are_told_apart_in_words():
    full = experiment.cells("full")
    names = {setting(dataclasses.asdict(cell)) for cell in full}
    assert len(names) == len(full) / cells.SEEDS


def test_while_a_control_moves_fewer_draws_are_made_where_there_are_many_x():
    settings = experiment.settings(k=10)
    assert experiment.coarse(settings).draws == 100
    assert experiment.coarse(experiment.settings()) == experiment.settings()
    assert experiment.coarse(experiment.settings(errors="learned")).draws == 170
