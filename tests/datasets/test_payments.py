"""The invented card payments: every shift that the lessons speak of is there, and the seed gives the same months."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score

from shiftlab.datasets import card_payments, card_rules, payments
from shiftlab.diagnostics import effective_sample_size, two_sample_auc
from shiftlab.posterior import adjust_priors

#: The first payment of January, and how many frauds, investigations and complaints it has, for seed 1.
JANUARY = [276.22, 16.0, 0.0, 2.0, 1.7, 2.0, 0.0]
COUNTS = (348, 8335, 211)


@pytest.fixture(scope="module")
def months():
    return {month: card_payments(month, n=20_000) for month in range(1, 13)}


@pytest.fixture(scope="module")
def summer(months):
    """A model of July."""
    return LogisticRegression(max_iter=1000).fit(months[7].features, months[7].y)


def auc(model, month, rows=slice(None)):
    return roc_auc_score(month.y[rows], model.predict_proba(month.features[rows])[:, 1])


def test_the_same_seed_gives_the_same_bits_and_another_other_rows():
    one, again, other = (
        card_payments(8, seed=3, n=300),
        card_payments(8, seed=3, n=300),
        card_payments(8, seed=4, n=300),
    )
    for name in ("X", "y", "p", "investigated", "complained", "labelled"):
        assert getattr(one, name).tobytes() == getattr(again, name).tobytes(), name
    assert not np.array_equal(one.X, other.X)


def test_a_month_is_what_it_was_when_the_lessons_were_written():
    january = card_payments(1, seed=1, n=20_000)
    assert january.X[0].tolist() == JANUARY
    assert (int(january.y.sum()), int(january.investigated.sum()), int(january.complained.sum())) == COUNTS


@pytest.mark.parametrize("month", [1, 5, 10, 12])
def test_columns_features_and_masks_have_a_row_for_each_payment(month):
    made = card_payments(month, n=137)
    assert made.X.shape == (137, len(made.columns))
    assert made.features.shape == (137, len(payments.FEATURES))
    for values in (made.y, made.p, made.investigated, made.complained, made.labelled, made.chance):
        assert values.shape == (137,)
    assert np.isfinite(made.X).all()
    assert made.p.min() > 0
    assert made.p.max() < 1
    for name, values in made.symbols.items():
        assert set(made.column(name)) <= set(range(len(values)))


def test_fraud_is_rare_and_as_frequent_as_its_probabilities_say(months):
    for month in range(1, 12):
        assert 0.01 < months[month].y.mean() < 0.02
    for made in months.values():
        error = np.sqrt((made.p * (1 - made.p)).sum())
        assert abs(made.y.sum() - made.p.sum()) < 4 * error, made.month


def test_investigation_looks_at_x_alone_and_its_weights_bring_the_share_back(months):
    spring = [months[month] for month in (1, 2, 3, 4)]
    known, y, w = (np.concatenate([getattr(one, name) for one in spring]) for name in ("investigated", "y", "chance"))
    truth, weighted = y.mean(), np.average(y[known], weights=1 / w[known])
    error = np.sqrt(truth / effective_sample_size(1 / w[known]))
    assert y[known].mean() > truth + 3 * error
    assert abs(weighted - truth) < 3 * error


def test_complaints_look_at_the_label_so_that_weights_by_x_do_harm(months):
    january = months[1]
    known = january.investigated | january.complained
    assert not (january.complained & (january.y == 0)).any()
    assert np.average(january.y[known], weights=1 / january.chance[known]) > 2 * january.y.mean()


def test_a_new_region_comes_in_month_5_where_the_model_of_spring_is_worse_than_a_coin(months):
    assert all((months[month].column("region") == 3).any() == (month >= 5) for month in months)
    assert two_sample_auc(months[3].features, months[4].features, random_state=0) < 0.53
    assert two_sample_auc(months[4].features, months[7].features, random_state=0) > 0.6
    spring = LogisticRegression(max_iter=1000).fit(months[4].features[:, [0]], months[4].y)
    new = months[7].column("region") == 3
    assert roc_auc_score(months[7].y[new], spring.predict_proba(months[7].features[new][:, [0]])[:, 1]) < 0.45


def test_the_rule_is_the_same_in_the_new_region(months):
    july = months[7]
    new = july.column("region") == 3
    assert roc_auc_score(july.y[new], july.p[new]) > 0.7
    moved = july.X.copy()
    moved[new, 2] = 0  # the same payments at home
    np.testing.assert_array_equal(payments._log_odds(moved, 7), payments._log_odds(july.X, 7))


def test_in_month_8_the_rule_changes_and_the_payments_do_not(months, summer):
    assert two_sample_auc(months[7].features, months[8].features, random_state=0) < 0.52
    assert abs(months[8].y.mean() - months[7].y.mean()) < 0.004
    assert auc(summer, months[4]) > 0.85
    assert auc(summer, months[8]) < 0.7


def test_in_month_12_frauds_are_more_and_look_as_before(months):
    autumn, season = months[11], months[12]
    assert season.y.mean() > 2.3 * autumn.y.mean()
    for label in (0, 1):
        apart = two_sample_auc(autumn.features[autumn.y == label], season.features[season.y == label], random_state=0)
        assert apart < 0.58
    before, after = (1 - autumn.p.mean(), autumn.p.mean()), (1 - season.p.mean(), season.p.mean())
    own = payments._log_odds(season.X, 11)
    adjusted = adjust_priors(np.column_stack([1 / (1 + np.exp(own)), 1 / (1 + np.exp(-own))]), before, after)[:, 1]
    assert np.abs(adjusted - season.p).max() < 0.05


def test_labels_of_the_last_months_have_hardly_arrived(months):
    assert [int(months[month].labelled.sum()) for month in (8, 9, 10, 11, 12)] == [20_000, 20_000, 200, 200, 200]
    assert card_payments(12, n=50).labelled.all()


def test_the_rules_say_every_number_that_makes_the_months():
    lines = card_rules().splitlines()
    assert max(map(len, lines)) <= 84  # or a lecture slide would break them, in words
    told = " ".join(" ".join(lines).split())
    assert told.startswith("The card payments are invented.")
    for numbers in (payments.BEFORE, payments.AFTER):
        for name, number in numbers.items():
            assert f"{name} {number:+g}" in told
    for month in (payments.NEW_REGION, payments.NEW_TRICK, payments.LATE):
        assert f"from month {month}" in told


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"month": 13}, "month"),
        ({"month": 0}, "month"),
        ({"month": True}, "month"),
        ({"month": 1, "n": 0}, "n must"),
        ({"month": 1, "seed": -1}, "seed"),
        ({"month": "May"}, "month"),
    ],
)
def test_a_wrong_wish_is_one_sentence(wrong, said):
    with pytest.raises(ValueError, match=said):
        card_payments(**wrong)


def test_an_unknown_column_is_one_sentence():
    with pytest.raises(ValueError, match="there are amount"):
        card_payments(1, n=3).column("sum")
