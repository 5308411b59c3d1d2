"""Learners that earn money: benefits, blocks of time, and who was right about whom."""

import numpy as np
import pytest
from sklearn.model_selection import KFold

from shiftlab import experiments
from shiftlab.experiments.summary import select
from shiftlab.learners import BinnedNaiveBayes
from shiftlab.papers.reverse_testing.costs import world
from shiftlab.papers.reverse_testing.costs.record import clear_pairs
from shiftlab.papers.reverse_testing.costs.run import Result
from shiftlab.papers.reverse_testing.costs.world import Transactions, transactions

costs = experiments.get("reverse-testing-costs")
QUICK = {"n": 600, "folds": 3}


@pytest.fixture(scope="module")
def result():
    return costs.run(costs.settings(**QUICK))


def test_benefits_of_a_row():
    rows = Transactions(np.zeros((2, 1)), np.array([1, 0]), np.array([250.0, 40.0]))
    np.testing.assert_array_equal(rows.benefits(90.0), [[[0, -90], [0, 160]], [[0, -90], [0, -50]]])


def test_a_learner_earns_what_it_recovers_less_what_investigations_cost(result):
    for name, decided in result.decisions.items():
        recovered = result.target.amount[(decided == 1) & (result.target.y == 1)].sum()
        assert result.judged.truth[name] == pytest.approx(recovered - 90 * decided.sum())


def test_cross_validation_is_the_total_over_the_source(result):
    X, y, amount = result.source
    total, seeds = 0.0, np.random.RandomState(0)
    for train, test in KFold(3, shuffle=True, random_state=seeds).split(X):
        p = BinnedNaiveBayes().fit(X[train], y[train]).predict_proba(X[test])[:, 1]
        total += ((amount * y)[test] - 90)[p * amount[test] > 90].sum()
    assert result.judged.estimates["cv"]["bNB"] == pytest.approx(total)


def test_every_pair_is_right_wrong_undecided_or_tied(result):
    record = costs.record(result)
    for criterion in ("cv", "strict", "weak", "sum"):
        assert sum(record[f"{answer}_{criterion}"] for answer in ("right", "wrong", "undecided")) == 6 - record["ties"]


def test_learners_that_investigate_nothing_tie():
    found = costs.run(costs.settings(**QUICK, overhead=500.0, share=0.02))
    idle = [name for name, decided in found.decisions.items() if not decided.any()]
    assert len(idle) > 1
    assert all(found.judged.truth[name] == 0 for name in idle)
    assert found.judged.ties >= len(idle) * (len(idle) - 1) / 2


def test_the_shift_moves_behaviour_and_not_what_is_fraud():
    still, moved = (transactions(costs.settings(shift=shift, n=20_000)) for shift in (0.0, 1.0))
    np.testing.assert_array_equal(still[0].X, moved[0].X)
    means = moved[1].X.mean(axis=0) - moved[0].X.mean(axis=0)
    np.testing.assert_allclose(means[:7], [0.5, 0.5, -0.5, 0.5, 0, 0, 0], atol=0.05)
    # where no pattern shows, frauds are as rare before as after
    calm = [rows.y[(rows.X[:, 0] + rows.X[:, 1] < 0) & (rows.X[:, 2] * rows.X[:, 3] > 0)].mean() for rows in moved]
    suspicious = [rows.y[rows.X[:, 0] + rows.X[:, 1] > 2.5].mean() for rows in moved]
    assert abs(calm[0] - calm[1]) < 0.01
    assert abs(suspicious[0] - suspicious[1]) < 0.1 < min(suspicious)


@pytest.mark.parametrize("share", [0.02, 0.2])
def test_the_share_of_frauds_is_that_of_the_source(share):
    source, _ = transactions(costs.settings(share=share, n=20_000))
    assert source.y.mean() == pytest.approx(share, abs=4 * np.sqrt(share / 20_000))


def test_telling_source_and_target_apart_is_by_chance_without_a_shift():
    still, moved = (costs.record(costs.run(costs.settings(**QUICK, shift=shift)))["shift_auc"] for shift in (0.0, 1.0))
    assert abs(still - 0.5) < 0.05
    assert moved > 0.7


@pytest.mark.parametrize("retrained", ["labels", "classes"])
def test_what_is_taught_changes_the_way_back_only(result, retrained):
    taught = costs.run(result.settings.changed(retrained=retrained))
    assert taught.judged.truth == result.judged.truth
    assert taught.judged.estimates == result.judged.estimates
    assert (taught.judged.accuracy != result.judged.accuracy).any()


def test_the_rule_is_shown_and_not_recorded(result):
    by_sums = costs.record(costs.run(result.settings.changed(rule="sum")))
    assert {**by_sums, "rule": "strict"} == costs.record(result)


# Blocks of time.


@pytest.fixture
def card(monkeypatch):
    """A hundred rows whose first feature is a clock and whose second is their place in time."""
    n = 100
    rng = np.random.default_rng(0)
    rows = Transactions(
        np.column_stack([np.arange(n) % 24, np.arange(n), rng.normal(size=n)]), np.arange(n) % 2, np.full(n, 200.0)
    )
    monkeypatch.setattr(world, "card", lambda: rows)
    return rows


def places(rows):
    return rows.X[:, 1].tolist()


def of_card(**values):
    return costs.settings(problem="creditcard", **values)


@pytest.mark.parametrize(
    ("values", "learnt", "judged"),
    [
        ({"block": 2}, range(10), range(10, 20)),
        ({"block": 10, "train": 1}, range(80, 90), range(90, 100)),
        ({"block": 10, "train": 3}, range(60, 90), range(90, 100)),
        ({"block": 10, "train": 0}, range(90), range(90, 100)),
        ({"blocks": 4, "block": 3}, range(25, 50), range(50, 75)),
    ],
)
def test_what_is_learnt_from_comes_just_before(card, values, learnt, judged):
    source, target = transactions(of_card(**values))
    assert places(source) == list(learnt)
    assert places(target) == list(judged)


def test_most_rows_are_drawn_from_those_to_learn_from(card):
    source, target = transactions(of_card(block=10, train=0, max_rows=30))
    assert len(set(places(source))) == 30
    assert max(places(source)) < 90
    assert len(target.y) == 10


def test_the_clock_is_no_shift(card):
    rows, _ = transactions(of_card())
    assert world.behaviour(of_card(), rows).shape[1] == 2
    assert world.behaviour(costs.settings(), rows).shape[1] == 3


def test_too_few_frauds_are_told(card, monkeypatch):
    honest = card._replace(y=np.zeros(100, dtype=int))
    monkeypatch.setattr(world, "card", lambda: honest)
    with pytest.raises(ValueError, match="nothing to learn from 0 frauds in 10 transactions"):
        transactions(of_card())


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({"block": 11}, "block=11 does not exist: with blocks=10 give 2 to 10"),
        ({"block": 3, "train": 3}, "train=3 does not fit: before block 3 there are 2"),
    ],
)
def test_blocks_that_do_not_exist_are_refused(values, sentence):
    with pytest.raises(ValueError, match=sentence):
        of_card(**values)
    costs.settings(**values)  # the world has no blocks


# What is clear, and summaries.


def test_a_difference_is_clear_if_it_rests_on_more_than_one_row(result):
    n = 100
    target = Transactions(np.zeros((n, 1)), np.ones(n, dtype=int), np.full(n, 190.0))
    names = result.judged.names
    few, many, none = np.zeros(n, dtype=int), np.ones(n, dtype=int), np.zeros(n, dtype=int)
    few[0] = 1
    many[::2] = 0
    decisions = dict(zip(names, (none, few, many, none), strict=True))
    truth = {name: float((100 * decided).sum()) for name, decided in decisions.items()}
    made = Result(result.settings, result.source, target, result.judged._replace(truth=truth), decisions)
    assert clear_pairs(made) == [("bNB", "cDT"), ("uDT", "cDT"), ("cDT", "RDT")]


def test_seeds_on_one_block_are_one_repetition(result):
    first = {**costs.record(result), "problem": "creditcard", "n_target": 1000}
    records = [
        {**first, "block": block, "seed": seed, "truth_RDT": 100.0 * block + seed}
        for block in (2, 3)
        for seed in (0, 1)
    ]
    line = select(costs.summarise(records), "earned RDT")[0]
    assert line["n"] == 2
    assert line["mean"] == pytest.approx((200.5 + 300.5) / 2)


def test_seeds_of_the_world_are_repetitions(result):
    records = [{**costs.record(result), "seed": seed} for seed in range(3)]
    assert select(costs.summarise(records), "earned RDT")[0]["n"] == 3


def test_pairs_that_tie_are_in_no_share(result):
    record = {**costs.record(result), "ties": 4, "right_cv": 1, "wrong_cv": 1, "undecided_cv": 0}
    summary = costs.summarise([record])
    assert select(summary, "right cv")[0]["mean"] == 0.5
    all_tied = costs.summarise([{**record, "ties": 6}])
    assert not select(all_tied, "right cv")
    assert "no pair" in costs.table(all_tied).text()


def test_intervals_of_shares_stay_between_0_and_1(result):
    first = {**costs.record(result), "ties": 0, "wrong_cv": 0, "undecided_cv": 0}
    summary = costs.summarise([{**first, "seed": seed, "right_cv": right} for seed, right in enumerate((6, 6, 2))])
    line = select(summary, "right cv")[0]
    assert line["low"] == 0
    assert line["high"] == 1
