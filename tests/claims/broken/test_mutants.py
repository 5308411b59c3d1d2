"""Experiments that are broken in one place, as by a slip of the pen: for each there is a control that turns red.

Claims may not see it. A method that leaks the labels of the target makes its paper "replicate", one that is broken
makes it not: and where the verdict was "does not replicate" before, nothing changes at all.
"""

import numpy as np
import pytest
from mutants import after, rewrite

from shiftlab import experiments, posterior
from shiftlab.bias import FeatureStep
from shiftlab.experiments.controls import controls
from shiftlab.papers.discriminative.comparison import methods
from shiftlab.papers.discriminative.theorems import controls as theorems
from shiftlab.papers.kmm.regression import trial, world
from shiftlab.papers.kmm.selection import sample as selected
from shiftlab.papers.reverse_testing.boolean import learners as boolean
from shiftlab.papers.reverse_testing.costs import run as costs
from shiftlab.papers.reverse_testing.news import world as news
from shiftlab.papers.reverse_testing.uci import run as uci
from shiftlab.papers.reverse_testing.uci import sample as uci_sample
from shiftlab.papers.transfer_cv import articles, judging
from shiftlab.papers.transfer_cv.selection import asking
from shiftlab.papers.transfer_cv.selection import world as plane
from shiftlab.papers.transfer_cv.sources import world as three_sources
from shiftlab.papers.undersampling.gaussians import run as gaussians
from shiftlab.papers.undersampling.real import run as real
from shiftlab.papers.undersampling.real import summary as table_5
from shiftlab.validation import SourceToTarget, StructuralRisk, WeightedCV, verdicts
from shiftlab.validation.criteria import one_pass, structural_risk
from shiftlab.weights import KernelMeanMatching

pytestmark = pytest.mark.quick_experiments

#: Imported before anything is broken: what is imported later would keep the broken parts.
CONTROLS = {name: controls(name) for name in experiments.names()}


def inverse_weights(patch):
    rewrite(
        patch, KernelMeanMatching, "fit", ("self._keep(solution.weights)", "self._keep(1 / (solution.weights + 0.1))")
    )


def matching_sees_target_labels(patch):
    """Rows are matched with their labels, those of the target too."""
    rewrite(
        patch,
        trial,
        "run_trial",
        (
            "CERTIFIED, X, X_target",
            "CERTIFIED, np.column_stack([X, sample.y]), np.column_stack([X_target, sample.y_target])",
        ),
    )


def conditions_change_places(patch):
    rewrite(
        patch, verdicts, "verdict", ("(gains > 0).all(), (gains < 0).all()", "(gains < 0).all(), (gains > 0).all()")
    )


def cv_knows_the_target(patch):
    rewrite(patch, uci, "_trial", ("folds.score(learner, source)", "folds.score(learner, (X_target, sample.y_target))"))


def reverse_testing_knows_the_target(patch):
    rewrite(patch, uci, "_trial", (".fit(*source, X_target)", ".fit(X_target, sample.y_target, X_target)"))


def correction_left_out(patch):
    patch.setattr(posterior, "corrected_posterior", lambda p_s, beta: p_s)


def dimension_of_a_point(patch):
    patch.setattr(structural_risk, "vc_dimension", lambda estimator, d: 1)


def quarter_of_the_radius(patch):
    after(patch, StructuralRisk, "_radius", lambda radius: radius / 4)


def highest_are_dropped(patch):
    rewrite(patch, uci_sample, "draw_sample", ("select(X[source]", "select(-X[source]"))


def every_repeat_is_a_data_set(patch):
    rewrite(
        patch,
        table_5,
        "_ranks",
        ("values.mean(axis=0) for values in by_set.values()", "one for values in by_set.values() for one in values"),
    )


def best_is_first(patch):
    after(patch, table_5, "ranks", lambda ranks: 4 - ranks)


def oracle_upside_down(patch):
    patch.setattr(selected.Sample, "true_weights", property(lambda sample: sample.chance / sample.rate))


def decisions_know_the_fraud(patch):
    rewrite(
        patch,
        costs,
        "run",
        ("target.benefits(s.overhead)", "target.benefits(s.overhead) * target.y.reshape(-1, 1, 1)"),
    )


def words_chosen_with_test_labels(patch):
    rewrite(patch, news, "draw_sample", ("mutual_information(training)", "mutual_information(test)"))


def two_stages_upside_down(patch):
    whole = methods.WEIGHTS["two_stage"]
    patch.setitem(methods.WEIGHTS, "two_stage", lambda stage, choice: 1 / whole(stage, choice))


# At least one for each experiment.


def trained_on_fresh_rows(patch):
    rewrite(
        patch,
        gaussians,
        "run",
        ("_fitted(settings, x, y, ", "_fitted(settings, np.append(x, fresh_x), np.append(y, fresh_y), "),
    )


def scored_on_training_rows(patch):
    """The model without undersampling learns from the rows that it is tested on."""
    rewrite(patch, real, "_fold", (".fit(X, y).predict_proba(X_test)", ".fit(X_test, y_test).predict_proba(X_test)"))


def weights_ignored(patch):
    rewrite(
        patch, world, "weighted_line", ("total = weights.sum()", "weights = np.ones_like(x); total = weights.sum()")
    )


def feature_bias_looks_at_the_class(patch):
    whole = FeatureStep.probability
    patch.setattr(FeatureStep, "probability", lambda step, X, y: np.where(np.equal(y, 1), whole(step, X, y), 0.5))


def verdicts_turned_round(patch):
    rewrite(patch, boolean, "verdicts", ("np.sign(correct[1] - correct[0])", "np.sign(correct[0] - correct[1])"))


def least_informative_words(patch):
    rewrite(patch, news, "draw_sample", ("np.argsort(-informative", "np.argsort(informative"))


def search_stops_at_once(patch):
    patch.setattr(theorems, "MAX_ITER", 1)


def true_ratio_upside_down(patch):
    rewrite(patch, plane, "ratio", ("target(X) / source(X)", "source(X) / target(X)"))


def criteria_know_the_target(patch):
    """Every target row counts as labelled."""
    rewrite(
        patch,
        asking,
        "ask",
        ("sample.X_unlabeled, sample.labeled", "sample.X_unlabeled, (sample.X_unlabeled, sample.y_unlabeled)"),
    )


def criteria_of_texts_know_the_target(patch):
    rewrite(patch, judging, "believed", ("(sample.X_labeled, sample.y_labeled)", "(sample.X_target, sample.y_target)"))


def words_chosen_with_every_label(patch):
    rewrite(patch, articles, "drawn", ('known = [source] if gain == "source" else', "known ="))


def weights_of_criteria_left_out(patch):
    after(patch, WeightedCV, "_weights", lambda weights: weights / weights)


def rows_held_out_are_learnt(patch):
    rewrite(
        patch,
        one_pass.__dict__["_Models"],
        "_train_forward",
        ("problem.part(self.fold.training)", "problem.part(np.arange(problem.n))"),
    )


def losses_of_labelled_rows(patch):
    after(patch, SourceToTarget, "of", lambda score: 1 - score)


def other_words_turn(patch):
    """Those of the near source have changed sides, and those of the one that is said to have turned have not."""
    rewrite(patch, three_sources, "_made_up", ('if name == "turned"', 'if name == "near"'))


#: Of each mutant the experiments whose controls see it, and the controls.
TURN_RED = {
    inverse_weights: {"kmm-regression": {"weights-are-repetitions"}, "kmm-selection": {"weights-are-repetitions"}},
    matching_sees_target_labels: {"kmm-regression": {"target-labels-unseen"}},
    conditions_change_places: {"reverse-testing": {"reverse-finds-the-better"}},
    cv_knows_the_target: {"reverse-testing": {"target-labels-unseen"}},
    reverse_testing_knows_the_target: {"reverse-testing": {"target-labels-unseen"}},
    correction_left_out: {"undersampling": {"exact-correction"}, "undersampling-real": {"correction-helps"}},
    dimension_of_a_point: {"reverse-testing": {"bound-of-a-line"}},
    quarter_of_the_radius: {"reverse-testing": {"bound-of-a-line"}},
    highest_are_dropped: {"reverse-testing": {"lowest-are-dropped"}},
    every_repeat_is_a_data_set: {"undersampling-real": {"repeats-are-no-evidence"}},
    best_is_first: {"undersampling-real": {"smallest-is-first"}},
    oracle_upside_down: {"kmm-selection": {"true-weights-bring-the-classes-back", "true-weights-help"}},
    decisions_know_the_fraud: {"reverse-testing-costs": {"frauds-unseen"}},
    words_chosen_with_test_labels: {"reverse-testing-news": {"test-labels-unseen"}},
    two_stages_upside_down: {"discriminative": {"weights-move-the-mean"}},
    trained_on_fresh_rows: {"undersampling": {"fresh-labels-unseen"}},
    scored_on_training_rows: {"undersampling-real": {"test-labels-unseen"}},
    weights_ignored: {"kmm-regression": {"ratio-helps"}},
    feature_bias_looks_at_the_class: {"bias-kinds": {"classes-unseen"}},
    verdicts_turned_round: {"reverse-testing-boolean": {"reverse-finds-the-better"}},
    least_informative_words: {"reverse-testing-news": {"words-that-tell"}},
    search_stops_at_once: {"discriminative-theorems": {"one-feature"}},
    true_ratio_upside_down: {"transfer-cv": {"ratio-moves-the-source"}},
    criteria_know_the_target: {"transfer-cv": {"target-labels-unseen"}},
    criteria_of_texts_know_the_target: {
        "transfer-cv-text": {"criteria-do-not-see-the-target"},
        "transfer-cv-sources": {"criteria-do-not-see-the-target"},
    },
    words_chosen_with_every_label: {"transfer-cv-text": {"words-do-not-see-the-target"}},
    weights_of_criteria_left_out: {"transfer-cv": {"weighted-is-unbiased", "true-ratio-helps"}},
    rows_held_out_are_learnt: {"transfer-cv": {"opposite-rules"}},
    losses_of_labelled_rows: {"transfer-cv": {"knowing-the-labels"}},
    other_words_turn: {"transfer-cv-sources": {"turned-words-mislead"}},
}
#: A test each: some controls take seconds.
CASES = [(mutant, experiment) for mutant, turned in TURN_RED.items() for experiment in turned]


def red(experiment, names):
    """Which of these controls do not pass."""
    return {control.name for control in CONTROLS[experiment] if control.name in names and not control.check().passed}


@pytest.mark.parametrize(("mutant", "experiment"), CASES, ids=lambda part: getattr(part, "__name__", part))
def test_a_broken_experiment_turns_a_control_red(monkeypatch, mutant, experiment):
    mutant(monkeypatch)
    names = TURN_RED[mutant][experiment]
    assert red(experiment, names) == names


def test_every_experiment_and_every_kind_of_control_has_a_mutant_that_turns_it_red():
    pairs = {
        (experiment, name) for turned in TURN_RED.values() for experiment, names in turned.items() for name in names
    }
    assert {experiment for experiment, _ in pairs} == CONTROLS.keys()
    kinds_seen = {c.kind for experiment, name in pairs for c in CONTROLS[experiment] if c.name == name}
    assert kinds_seen == {"known answer", "leak", "oracle"}
