"""Real data: folds, values of beta, ranks, and what the summary makes of them."""

from collections import Counter

import numpy as np
import pytest
from scipy.stats import t, ttest_rel

from shiftlab import experiments
from shiftlab.claims import build
from shiftlab.experiments.summary import select
from shiftlab.papers.undersampling.printed import TABLE_V
from shiftlab.papers.undersampling.real.claims import STATEMENTS
from shiftlab.papers.undersampling.real.settings import LEARNERS
from shiftlab.papers.undersampling.real.summary import levels, ranks, three

experiment = experiments.get("undersampling-real")
MEASURES = ("auc", "g_mean", "brier")
QUICK = {"folds": 3, "levels": 3, "trees": 10}


def run(**held):
    return experiment.run(experiment.settings(**{**QUICK, **held}))


def made_up(auc=(0.8, 0.7, 0.7), brier=(0.1, 0.3, 0.2), g_mean=(0.5, 0.6, 0.6), n_levels=1, **keys):
    """A record with the given values of p, p_s and p̃, at every beta unless `keys` say otherwise."""
    record = {"dataset": "ecoli", "learner": "forest", "seed": 0, "folds": 10, "fold": 0, "max_rows": 0}
    record |= {"n": 336, "n_positive": 35}
    for measure, (p, ps, c) in (("auc", auc), ("brier", brier), ("g_mean", g_mean)):
        record[f"{measure}_p"] = p
        for level in range(n_levels):
            record |= {f"beta_{level}": 0.1 * (level + 1), f"{measure}_ps_{level}": ps, f"{measure}_c_{level}": c}
    return record | keys


# Folds and rows.


@pytest.mark.parametrize("learner", LEARNERS)
def test_one_fold_alone_is_that_fold_of_the_whole(learner):
    whole = run(learner=learner)
    alone = [run(learner=learner, fold=fold) for fold in (1, 2, 3)]
    for measure in MEASURES:
        together = np.concatenate([result.values[measure] for result in alone])
        assert np.array_equal(together, whole.values[measure])
    records = [experiment.record(result) for result in alone]
    for name, value in experiment.record(whole).items():
        if name not in ("learner", "fold", "dataset", "spacing"):
            assert np.mean([record[name] for record in records]) == pytest.approx(value, abs=1e-12)


@pytest.mark.parametrize(("dataset", "n", "n_positive"), [("ecoli", 336, 35), ("glass", 214, 17)])
def test_counts_are_those_of_table_4(dataset, n, n_positive):
    result = run(dataset=dataset, levels=1)
    assert (result.n, result.n_positive) == (n, n_positive)
    assert f"{n_positive} of {n} rows positive" in experiment.describe(result)


@pytest.mark.parametrize("max_rows", [100, 150, 300])
def test_fewer_rows_keep_the_share_of_positives(max_rows):
    result = run(max_rows=max_rows, levels=1)
    assert result.n == max_rows
    assert abs(result.n_positive - max_rows * 35 / 336) < 1


@pytest.mark.parametrize("max_rows", [336, 1_000_000])
def test_more_rows_than_there_are_is_all_of_them(max_rows):
    assert experiment.describe(run(max_rows=max_rows)) == experiment.describe(run())


def test_the_sentence_says_which_folds_ran():
    assert "3 folds" in experiment.describe(run(levels=1))
    assert "fold 2 of 3" in experiment.describe(run(levels=1, fold=2))


# Values of beta.


@pytest.mark.parametrize("spacing", ["geometric", "even"])
@pytest.mark.parametrize("n_levels", [1, 4, 10])
def test_betas_start_in_balance_and_stay_below_1(spacing, n_levels):
    betas = run(learner="logitboost", rounds=1, folds=2, levels=n_levels, spacing=spacing).betas
    assert betas.size == n_levels
    assert betas[0] == pytest.approx(35 / 301, rel=1e-12)
    assert (np.diff(betas) > 0).all()
    assert betas[-1] < 1
    steps = np.append(betas, 1.0)  # 1 would be the next
    even = np.diff(np.log(steps) if spacing == "geometric" else steps)
    np.testing.assert_allclose(even, even[0], rtol=1e-9)


def test_levels_are_the_betas_of_a_record():
    record = experiment.record(run(levels=3))
    assert levels(record) == range(3)
    assert levels(made_up(n_levels=5)) == range(5)
    for level in levels(record):
        assert record["auc_ps_0"] == pytest.approx(record["auc_c_0"], abs=1e-12)
        assert three(record, "brier", level)[0] == record["brier_p"]


# Ranks.


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ((0.1, 0.3, 0.2), [1, 3, 2]),
        ((0.9, 0.1, 0.5), [3, 1, 2]),
        ((0.8, 0.7, 0.7), [3, 1.5, 1.5]),
        ((0.6, 0.7, 0.7), [1, 2.5, 2.5]),
        ((0.7, 0.7, 0.9), [1.5, 1.5, 3]),
        ((0.5, 0.5, 0.5), [2, 2, 2]),
        ((0.6, 0.7, 0.7 + 1e-16), [1, 2.5, 2.5]),  # p_s and p̃ rank alike: rounding is no difference
        ((0.6, 0.7, 0.7 + 1e-14), [1, 2.5, 2.5]),
        ((0.6, 0.7, 0.7 + 1e-10), [1, 2, 3]),
    ],
)
def test_ranks_count_from_the_smallest_and_share_ties(values, expected):
    assert ranks(made_up(auc=values), "auc", 0).tolist() == expected


def test_ranks_are_of_one_beta():
    record = made_up(brier=(0.2, 0.3, 0.1), n_levels=2, brier_ps_1=0.15, brier_c_1=0.25)
    assert ranks(record, "brier", 0).tolist() == [2, 3, 1]
    assert ranks(record, "brier", 1).tolist() == [2, 1, 3]


def test_rank_sums_add_up_to_six_per_comparison():
    records = [
        experiment.record(run(dataset=dataset, learner=learner, seed=seed))
        for dataset in ("ecoli", "glass")
        for learner in ("logitboost", "forest")
        for seed in (0, 1)
    ]
    summary = experiment.summarise(records)
    comparisons = 2 * 2 * 3  # data sets, repetitions, values of beta
    for learner in ("logitboost", "forest"):
        for measure in MEASURES:
            names = [f"rank sum {measure}_{name}" for name in ("p", "ps", "c")]
            sums = [select(summary, name, learner=learner)[0]["mean"] for name in names]
            assert sum(sums) == pytest.approx(6 * comparisons)
            ties_everywhere = measure != "brier"
            assert (sums[1] == sums[2]) == ties_everywhere


def test_rank_differences_have_one_number_per_data_set():
    better = made_up(brier=(0.1, 0.3, 0.2), dataset="ecoli")  # ranks 1, 3, 2
    worse = made_up(brier=(0.3, 0.1, 0.2), dataset="glass")  # ranks 3, 1, 2
    summary = experiment.summarise([better, {**better, "seed": 1}, {**better, "seed": 2}, worse])
    (line,) = select(summary, "rank brier_ps - brier_p", learner="forest")
    assert (line["mean"], line["n"]) == (0, 2)
    assert select(summary, "rank sum brier_ps")[0]["mean"] == 3 + 3 + 3 + 1
    (p_value,) = select(summary, "p-value rank brier_ps - brier_p")
    assert p_value["mean"] == pytest.approx(ttest_rel([3, 1], [1, 3]).pvalue)


@pytest.mark.parametrize(
    ("brier", "p_value"), [((0.1, 0.3, 0.2), 0.0), ((0.1, 0.1, 0.1), 1.0)], ids=["the same", "none"]
)
def test_differences_without_any_spread_have_a_p_value_too(brier, p_value):
    summary = experiment.summarise([made_up(brier=brier, dataset=dataset) for dataset in ("ecoli", "glass")])
    assert select(summary, "p-value rank brier_ps - brier_p")[0]["mean"] == p_value


def test_one_data_set_alone_has_no_p_value():
    summary = experiment.summarise([made_up()])
    assert not select(summary, "p-value rank brier_ps - brier_p")
    table = experiment.table(summary)
    assert {row[table.columns.index("ρ(p, p_s)")] for row in table.rows} == {None}


def test_the_table_is_that_of_table_5():
    table = experiment.table(experiment.summarise([made_up(learner=learner) for learner in LEARNERS]))
    assert [row[:2] for row in table.rows] == [(m, l) for m in ("AUC", "G-mean", "BS") for l in ("LB", "RF", "SVM")]
    assert table.rows[-1][2:5] == (1, 3, 2)


def test_where_undersampling_helps_is_asked_of_those_comparisons_only():
    quantity = "rank brier_ps - brier_c where p_s is ahead"
    helped = made_up(auc=(0.7, 0.8, 0.8), g_mean=(0.6, 0.5, 0.5), brier=(0.1, 0.3, 0.2))  # p̃ ranks one lower
    not_helped = made_up(auc=(0.8, 0.7, 0.7), g_mean=(0.6, 0.5, 0.5), brier=(0.1, 0.2, 0.3))
    other = made_up(auc=(0.8, 0.7, 0.7), g_mean=(0.5, 0.6, 0.6), brier=(0.2, 0.1, 0.3), dataset="glass")
    summary = experiment.summarise([helped, {**not_helped, "seed": 1}, other])
    by_set = {line["dataset"]: line["mean"] for line in select(summary, f"{quantity}, by set")}
    assert by_set == {"ecoli": 1, "glass": -2}
    (line,) = select(summary, quantity, learner="forest")
    assert (line["mean"], line["n"]) == (-0.5, 2)
    assert not select(experiment.summarise([not_helped]), quantity)


def test_differences_of_the_measures_are_averaged_over_betas():
    record = made_up(brier=(0.1, 0.3, 0.2), n_levels=2, brier_ps_1=0.2)
    summary = experiment.summarise([record, {**record, "seed": 1}])
    (line,) = select(summary, "brier_ps - brier_p", dataset="ecoli", learner="forest")
    assert line["mean"] == pytest.approx(0.15)
    assert line["n"] == 2


def test_counts_are_not_taken_from_samples():
    records = [made_up(), made_up(dataset="glass", max_rows=100)]
    assert [line["dataset"] for line in select(experiment.summarise(records), "n_positive")] == ["ecoli"]


# The card data.


def card(learner="forest"):
    """Ten folds at two betas, the stronger undersampling first."""
    named = {"dataset": "creditcard", "learner": learner, "n_levels": 2, "brier_ps_1": 0.01}
    return [made_up(brier=(0.001, 0.02 + fold / 1000, 0.001), fold=fold, **named) for fold in range(1, 11)]


def test_the_card_data_are_summarised_over_folds_and_stay_out_of_table_5():
    summary = experiment.summarise([*card(), made_up()])
    (line,) = select(summary, "card brier_ps", learner="forest", level=0)
    assert (line["n"], line["beta"]) == (10, 0.1)
    assert line["median"] == pytest.approx(0.0255)
    (paired,) = select(summary, "card brier ps - p", level=0)
    assert paired["mean"] == pytest.approx(0.0245)
    (weaker,) = select(summary, "card brier_ps: next smaller beta", level=0)
    assert weaker["mean"] == pytest.approx(0.0155)
    assert not select(summary, "card brier_ps: next smaller beta", level=1)
    assert select(summary, "rank sum brier_ps")[0]["mean"] == 3  # of the one comparison on ecoli


def test_intervals_over_the_folds_reckon_with_the_rows_that_they_share():
    (line,) = select(experiment.summarise(card()), "card brier_ps", level=0)
    values = [0.02 + fold / 1000 for fold in range(1, 11)]
    error = np.std(values, ddof=1) * (1 / 10 + 1 / 9) ** 0.5
    low, high = line["mean"] - t.ppf(0.975, 9) * error, line["mean"] + t.ppf(0.975, 9) * error
    assert (line["low"], line["high"]) == pytest.approx((low, high), rel=1e-9)


# Claims of Table V.


def parts_of(claim, **measured):
    """The parts of a claim, of three learners on two data sets that say the same."""
    records = [
        made_up(dataset=dataset, learner=learner, **measured) for learner in LEARNERS for dataset in ("ecoli", "glass")
    ]
    (statement,) = (one for one in STATEMENTS if one.id == claim)
    return statement.read({"undersampling-real": experiment.summarise(records)})


def test_a_rank_difference_stands_beside_the_printed_one_with_its_rank_sums():
    part, *_ = parts_of("table-5-brier-corrected", brier=(0.1, 0.3, 0.2))
    assert part.value == 1
    assert part.expected == pytest.approx((29448.5 - 20402) / 11610, abs=1e-4)
    assert part.label == "LB, BS: mean rank of p_s minus that of p̃ (rank sums 6 and 4)"


def test_not_always_is_decided_by_the_forest_where_p_ranks_higher():
    first, *others = parts_of("undersampling-not-always", auc=(0.8, 0.7, 0.7))
    assert (first.primary, first.value) == (True, 1.5)
    assert first.expected == pytest.approx((24422 - 22619) / 11610, abs=1e-4)
    assert first.label.startswith("RF, AUC: mean rank of p minus that of p_s (rank sums 6 and 3)")
    assert [part.primary for part in others] == [False] * 5


# The run that is kept.


@pytest.fixture(scope="module")
def kept():
    return build.evidence("undersampling-real")["records"]


def test_the_correction_changes_neither_ranking_nor_decisions_on_any_data_set(kept):
    for record in kept:
        for level in levels(record):
            for measure in ("auc", "g_mean"):
                _, p_s, corrected = three(record, measure, level)
                assert p_s == pytest.approx(corrected, abs=1e-12)


def test_every_data_set_has_as_many_comparisons_so_that_mean_ranks_stand_for_rank_sums(kept):
    counts = Counter()
    for record in kept:
        if record["dataset"] != "creditcard":
            counts[record["dataset"], record["learner"]] += len(levels(record))
    assert set(counts.values()) == {40}
    assert len(counts) == 11 * 3


def test_printed_rank_sums_of_one_learner_have_one_total_up_to_rounding():
    for learner in LEARNERS:
        totals = [sum(TABLE_V[measure, learner][:3]) for measure in MEASURES]
        assert np.ptp(totals) <= 1


def test_with_the_card_data_the_picture_is_that_of_figures_5_and_6():
    summary = experiment.summarise(card() + card("svm"))
    figure, alt = experiment.summary_figure(summary)
    figure.canvas.draw()
    assert [ax.get_title("left") for ax in figure.axes] == ["RF", "SVM", "", ""]
    assert "RF BS of pₛ 0.0255 at β = 0.1" in alt
    ranks_only, _ = experiment.summary_figure(experiment.summarise([made_up()]))
    assert [ax.get_title("left") for ax in ranks_only.axes] == ["AUC", "G-mean", "BS"]


# Which cells.


def test_quick_cells_need_nothing_that_is_not_bundled():
    assert {cell.dataset for cell in experiment.cells("quick")} == {"ecoli", "glass"}


def test_full_cells_are_table_4_ten_times_and_the_card_data_fold_by_fold():
    cells = experiment.cells("full")
    table_4 = [cell for cell in cells if cell.dataset != "creditcard"]
    assert len(table_4) == 10 * 11 * 3
    assert {cell.fold for cell in table_4} == {0}
    card = [cell for cell in cells if cell.dataset == "creditcard"]
    assert sorted((cell.learner, cell.fold) for cell in card) == sorted(
        (learner, fold) for learner in LEARNERS for fold in range(1, 11)
    )
    assert {cell.max_rows > 0 for cell in card if cell.learner == "svm"} == {True}


def test_values_are_probabilities_and_finite():
    for learner in LEARNERS:
        values = run(learner=learner, dataset="glass").values
        assert all(np.isfinite(v).all() and (v >= 0).all() and (v <= 1).all() for v in values.values())


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"dataset": "glass", "folds": 20}, "folds=20 does not fit: .* glass have 17 of the rarer one"),
        ({"max_rows": 40}, "folds=10 does not fit: .* ecoli have 4 of the rarer one"),
        (
            {"max_rows": 335},
            "max_rows=335 does not fit: ecoli has 336 rows, give 0 for all of them or at most 334",
        ),
        ({"max_rows": 1}, "max_rows=1 does not fit"),
    ],
)
def test_too_few_rows_for_the_folds_are_one_sentence(changes, sentence):
    with pytest.raises(ValueError, match=sentence):
        experiment.run(experiment.Settings(**changes))
