"""Transfer cross-validation on wines and in a world: rules, rows, weights, criteria, and what is kept."""

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.naive_bayes import GaussianNB

from shiftlab import experiments, style
from shiftlab.experiments.settings import as_dict
from shiftlab.experiments.summary import select
from shiftlab.learners import LatentMap
from shiftlab.papers.transfer_cv.judged import CRITERIA
from shiftlab.papers.transfer_cv.kept import judged_in
from shiftlab.papers.transfer_cv.learners import C_VALUES, LEARNERS, NEIGHBORS
from shiftlab.papers.transfer_cv.selection import cells, world
from shiftlab.papers.transfer_cv.selection.candidates import candidates
from shiftlab.papers.transfer_cv.selection.sample import draw_sample
from shiftlab.papers.transfer_cv.selection.summary import reading, told_apart
from shiftlab.papers.transfer_cv.selection.weights import weights_of
from shiftlab.papers.transfer_cv.selection.wine import rows_of
from shiftlab.validation import SourceCV, TransferCV, WeightedCV

experiment = experiments.get("transfer-cv")
FEW = {"n_source": 60, "n_target": 60, "folds": 3}


def settings(**held):
    return experiment.settings(**held)


@pytest.fixture(scope="module")
def result():
    return experiment.run(settings(**FEW))


@pytest.fixture(scope="module")
def eight():
    """All learners, on wines."""
    return experiment.run(cells.of_wine("Red-White", 0).changed(rounds=2, **FEW))


# The world.


def test_rules_agree_without_an_angle_and_are_opposite_at_180_if_they_are_lines():
    X = np.random.default_rng(0).normal(size=(500, 2))
    source, same = world.rules(settings(angle=0.0))
    np.testing.assert_array_equal(source.labels(X), same.labels(X))
    source, opposite = world.rules(settings(angle=180.0, bend=0.0))
    np.testing.assert_array_equal(source.labels(X), 1 - opposite.labels(X))


@pytest.mark.parametrize(("angle", "share"), [(45.0, 0.25), (90.0, 0.5)])
def test_the_angle_is_the_share_of_rows_that_change_their_class(angle, share):
    X = np.random.default_rng(0).normal(size=(40_000, 2))
    source, target = world.rules(settings(angle=angle, bend=0.0))
    assert (source.labels(X) != target.labels(X)).mean() == pytest.approx(share, abs=0.01)


@pytest.mark.parametrize("bend", [0.0, 0.7])
def test_the_line_of_a_rule_is_where_its_height_is_zero(bend):
    _, rule = world.rules(settings(angle=30.0, bend=bend))
    np.testing.assert_allclose(rule.height(np.column_stack(rule.line(3.0))), 0, atol=1e-12)


def test_the_shift_is_how_far_the_rows_are_apart_and_leaves_the_source_where_it_is():
    near, far = (
        draw_sample(settings(shift=shift, n_source=4000, n_target=4000, scaling="raw")) for shift in (0.5, 2.0)
    )
    for sample, shift in ((near, 0.5), (far, 2.0)):
        apart = sample.X_target.mean(axis=0) - sample.X.mean(axis=0)
        np.testing.assert_allclose(apart, [shift, 0], atol=0.1)
    np.testing.assert_allclose(near.X - near.X.mean(axis=0), far.X - far.X.mean(axis=0))


def test_the_ratio_is_that_of_the_densities():
    s = settings(shift=1.5)
    X = np.array([[0.0, 3.0], [0.75, 0.0], [-0.75, 1.0]])
    np.testing.assert_allclose(world.ratio(s, X), np.exp(1.5 * X[:, 0]))


def test_noise_turns_over_its_share_of_labels():
    s = settings(noise=0.2, n_source=5000)
    sample = draw_sample(s)
    clean = world.rules(s)[0].labels(sample.places[:5000])
    assert (clean != sample.y).mean() == pytest.approx(0.2, abs=0.03)


# Wines.


def test_wines_are_all_there_and_good_from_the_grade():
    assert [len(rows_of(colour, 6)[1]) for colour in ("red", "white")] == [1599, 4898]
    assert [int(rows_of("red", grade)[1].sum()) for grade in (5, 6, 7)] == [1599 - 63, 855, 217]


def test_the_other_colour_is_the_target():
    red, white = (rows_of(colour, 6)[0] for colour in ("red", "white"))
    sample = draw_sample(settings(problem="Red-White", **FEW))
    assert all((red == row).all(axis=1).any() for row in sample.places[:60])
    assert all((white == row).all(axis=1).any() for row in sample.places[60:])


def test_as_many_wines_as_there_are_at_most():
    sample = draw_sample(settings(problem="Red-White", n_source=5000, n_target=5000, labeled=0.1))
    assert (len(sample.y), len(sample.X_target)) == (1599, 4898)


# Rows.


def test_the_labelled_rows_are_the_larger_of_a_share_and_a_number():
    assert len(draw_sample(settings()).y_labeled) == 20
    assert len(draw_sample(settings(labeled=0.4)).y_labeled) == 80
    assert len(draw_sample(settings(n_target=400)).y_labeled) == 40


def test_no_target_row_is_both_labelled_and_not():
    sample = draw_sample(settings(labeled=0.5))
    assert len(np.unique(sample.X_target, axis=0)) == 200 == len(sample.X_unlabeled) + len(sample.X_labeled)


@pytest.mark.parametrize("scaling", ["unit", "standard"])
def test_columns_are_scaled_over_both_domains(scaling):
    sample = draw_sample(settings(problem="White-Red", scaling=scaling))
    X = np.concatenate([sample.X, sample.X_target])
    if scaling == "unit":
        assert (X.min(axis=0), X.max(axis=0)) == (pytest.approx(np.zeros(11)), pytest.approx(np.ones(11)))
    else:
        assert (X.mean(axis=0), X.std(axis=0)) == (pytest.approx(np.zeros(11)), pytest.approx(np.ones(11)))


@pytest.mark.parametrize("change", [{"angle": 90.0}, {"noise": 0.0}, {"weigher": "ones"}, {"folds": 7}])
def test_other_settings_leave_the_rows_where_they_are(change):
    one, other = draw_sample(settings()), draw_sample(settings(**change))
    np.testing.assert_array_equal(one.X, other.X)
    np.testing.assert_array_equal(one.X_labeled, other.X_labeled)


@pytest.mark.parametrize(
    ("held", "words"),
    [
        ({"problem": "Red-White", "weigher": "known"}, "nobody knows the true ratio of Red-White"),
        ({"a": "NB", "b": "NB"}, "are not three learners"),
        ({"n_target": 50, "least": 45}, "leave 5 of 50 target rows"),
        ({"labeled": 0.9, "n_target": 60}, "leave 6 of 60 target rows"),
    ],
)
def test_settings_that_do_not_fit_are_refused_in_a_sentence(held, words, one_sentence):
    assert words in one_sentence(experiment.settings, **held)


def test_a_source_of_one_class_is_refused(monkeypatch, one_sentence):
    monkeypatch.setattr(world.Rule, "labels", lambda self, X: np.zeros(len(X), dtype=int))
    assert "one class" in one_sentence(draw_sample, settings(noise=0.0))


# Weights.


def test_every_weigher_gives_weights_of_its_own():
    sample = draw_sample(settings())
    weights = {name: weights_of(settings(weigher=name), sample) for name in ("KMM", "known", "discriminative", "ones")}
    assert all(one.shape == (200,) and (one >= 0).all() for one in weights.values())
    assert (weights["ones"] == 1).all()
    for name in ("known", "discriminative"):  # on the side of the target, rows count more
        assert np.corrcoef(weights[name], sample.places[:200, 0])[0, 1] > 0.6
    assert np.corrcoef(weights["discriminative"], weights["known"])[0, 1] > 0.9


def test_options_of_the_matching_arrive():
    sample = draw_sample(settings())
    loose, exact = (weights_of(settings(total=total), sample) for total in ("loose", "exact"))
    assert exact.mean() == pytest.approx(1)
    assert loose.mean() != pytest.approx(1, abs=1e-3)
    assert weights_of(settings(B=3.0), sample).max() == pytest.approx(3.0)
    for change in ({"gamma": 20.0}, {"ridge": 1.0}):
        assert np.abs(weights_of(settings(**change), sample) - loose).max() > 0.1


# What is chosen amongst.


def test_candidates_are_three_learners_or_eight_or_five_values():
    assert list(candidates(settings())) == ["NB", "SVM", "KNN"]
    assert tuple(candidates(settings(every=True))) == LEARNERS
    assert [one.C for one in candidates(settings(task="C of the SVM")).values()] == list(C_VALUES)
    values = candidates(settings(task="neighbours of LatentMap")).values()
    assert [one.n_neighbors for one in values] == list(NEIGHBORS)
    assert all(isinstance(one, LatentMap) for one in values)


def test_options_of_the_learners_arrive():
    every = candidates(settings(every=True, rounds=3, degree=2, neighbors=9))
    assert (every["TA"].n_estimators, every["TA"].estimator.degree, every["SVM"].degree) == (3, 2, 2)
    assert [name for name, _ in every["LWE"].estimators] == ["NB", "SVM", "C45", "KNN", "Ng"]
    assert (every["SVM"].kernel, every["LM"].n_neighbors) == ("poly", 9)
    assert candidates(settings())["SVM"].kernel == "linear"


def test_the_criteria_say_what_they_say_alone(result):
    s, sample = result.settings, result.sample
    from shiftlab.papers.transfer_cv.selection import asking

    criteria = asking.criteria(s, folds_of(s, sample), asking.Seen(), asking.Kept())
    question = (GaussianNB(), sample.source, sample.X_unlabeled, sample.labeled)
    for name in ("SCV", "TCV", "STV"):
        assert result.judged.values[name]["NB"] == criteria[name].score(*question)
    for name in ("WCV", "TrCV"):
        assert result.judged.values[name]["NB"] == criteria[name].score(*question, weights=result.weights)
    assert isinstance(criteria["SCV"], SourceCV)
    assert type(criteria["WCV"]) is WeightedCV
    assert type(criteria["RV"]) is type(criteria["TrCV"]) is TransferCV


def folds_of(s, sample):
    from sklearn.model_selection import KFold

    return list(KFold(s.folds, shuffle=True, random_state=s.seed).split(sample.X))


def test_reverse_validation_by_hand(result):
    """Figures 1 and 3, line by line."""
    s, sample = result.settings, result.sample
    way_back, loss = np.empty_like(sample.y), 0.0
    for training, held_out in folds_of(s, sample):
        forward = GaussianNB().fit(sample.X[training], sample.y[training])
        X = np.concatenate([sample.X_unlabeled, sample.X_labeled])
        y = np.concatenate([forward.predict(sample.X_unlabeled), sample.y_labeled])
        way_back[held_out] = GaussianNB().fit(X, y).predict(sample.X[held_out])
    np.testing.assert_array_equal(result.way_back["NB"], way_back)
    wrong = way_back != sample.y
    loss = result.weights @ wrong / result.weights.sum()
    assert result.judged.values["RV"]["NB"] == pytest.approx(1 - wrong.mean())
    assert result.judged.values["TrCV"]["NB"] == pytest.approx(1 - loss)


def test_as_printed_the_weights_are_not_divided_by_their_mean(result):
    s, sample = result.settings.changed(normalize=False), result.sample
    printed = experiment.run(s)
    wrong = printed.way_back["NB"] != sample.y
    assert printed.judged.values["TrCV"]["NB"] == pytest.approx(1 - printed.weights @ wrong / len(wrong))


def test_the_truth_is_the_accuracy_on_the_rows_without_labels(result):
    sample = result.sample
    model = GaussianNB().fit(*sample.source)
    assert result.judged.truth["NB"] == (model.predict(sample.X_unlabeled) == sample.y_unlabeled).mean()


def test_classical_learners_see_the_labelled_rows_only_if_told(result):
    pooled = experiment.run(result.settings.changed(pool_labeled=True))
    sample = result.sample
    model = GaussianNB().fit(np.concatenate([sample.X, sample.X_labeled]), np.concatenate([sample.y, sample.y_labeled]))
    assert pooled.judged.truth["NB"] == (model.predict(sample.X_unlabeled) == sample.y_unlabeled).mean()
    assert pooled.judged.values["SCV"] != result.judged.values["SCV"]


def test_a_transfer_learner_is_told_of_the_target(result):
    transfer = experiment.run(result.settings.changed(c="LM"))
    sample = result.sample
    model = clone(candidates(transfer.settings)["LM"]).fit(*sample.source, sample.X_unlabeled, *sample.labeled)
    assert transfer.judged.truth["LM"] == (model.predict(sample.X_unlabeled) == sample.y_unlabeled).mean()


def test_how_a_learner_comes_back_matters_to_those_that_want_a_target(result):
    swapped, alone = (experiment.run(result.settings.changed(c="LWE", reverse=way)) for way in ("swapped", "alone"))
    assert (swapped.way_back["LWE"] != alone.way_back["LWE"]).any()
    for name in ("NB", "SVM"):
        assert alone.judged.values["TrCV"][name] == swapped.judged.values["TrCV"][name]


def test_all_eight_are_asked_by_all_six(eight):
    judged = eight.judged
    assert tuple(judged.names) == LEARNERS
    assert tuple(judged.criteria) == CRITERIA
    assert judged.n_pairs == 28


def test_opposite_labels_mislead_the_way_back():
    found = experiment.run(experiment.presets["The rule turned by 150°"]).judged
    chosen = found.chosen("TrCV")
    assert found.truth[chosen] < 0.5 < 0.7 < found.values["TrCV"][chosen]


def test_where_it_was_searched_for_trcv_alone_is_right():
    found = experiment.run(experiment.presets["Searched for: TrCV alone is right"]).judged
    assert found.regret("TrCV") == 0
    assert all(found.regret(name) > 0.03 for name in CRITERIA if name != "TrCV")


def test_weights_leave_almost_no_rows_where_domains_are_far_apart():
    far = experiment.run(experiment.presets["Rows far apart"])
    assert far.weights.sum() ** 2 / (far.weights**2).sum() < 5


def test_the_coarse_version_of_five_values_has_three_folds():
    coarse = experiment.coarse(settings(task="C of the SVM", folds=10))
    assert coarse.folds == 3
    assert "3 folds" in experiment.describe(experiment.run(coarse))


def test_the_coarse_version_has_three_learners_and_five_folds():
    coarse = experiment.coarse(settings(every=True, folds=30, n_source=3000, n_target=3000, least=400))
    assert (coarse.every, coarse.folds, coarse.n_source, coarse.n_target, coarse.least) == (False, 5, 200, 200, 100)
    assert "5 folds" in experiment.describe(experiment.run(coarse))


# What is kept.


def test_a_record_tells_all_that_the_summary_needs(result):
    again = judged_in(experiment.record(result))
    assert again.truth == pytest.approx(result.judged.truth)
    for name in CRITERIA:
        assert again.corr(name, "half") == result.judged.corr(name, "half")
        assert again.regret(name) == pytest.approx(result.judged.regret(name))


def test_the_summary_is_the_mean_over_draws():
    results = [experiment.run(settings(seed=seed, **FEW)) for seed in range(3)]
    summary = experiment.summarise([experiment.record(one) for one in results])
    (row,) = select(summary, "half TrCV", world="both shift", learners="NB, SVM, KNN")
    assert row["n"] == 3
    assert row["mean"] == pytest.approx(np.mean([one.judged.corr("TrCV", "half") for one in results]))
    (ahead,) = select(summary, "corr TrCV - WCV")
    differences = [one.judged.corr("TrCV") - one.judged.corr("WCV") for one in results]
    assert ahead["mean"] == pytest.approx(np.mean(differences))


def test_settings_that_differ_are_told_apart():
    full = experiment.cells("full")
    assert experiment.mixed_up(full) == []
    assert len({told_apart(as_dict(one)) for one in full}) == len({one.changed(seed=0) for one in full})


def test_every_reading_has_its_name():
    for name, changes in cells.ALL_READINGS.items():
        assert reading(as_dict(settings(**changes))) == name
    assert reading(as_dict(settings(rounds=3, B=10.0))) == "B 10.0, rounds 3"


def test_the_table_shows_the_printed_column_below_ours(eight):
    record = experiment.record(eight) | {"n_source": 200, "n_target": 200, "rounds": 10, "folds": 10}
    table = experiment.table(experiment.summarise([record]))
    ours, printed = (dict(zip(table.columns, row, strict=True)) for row in table.rows)
    assert (ours["draws"], ours["pairs"]) == (1, 28)
    assert (printed["reading"], printed["TrCV"], printed["SCV"], printed["RV"]) == ("Table 4", "22", "18", None)


def test_figure_6_is_drawn_where_it_was_run():
    one = experiment.record(experiment.run(settings(problem="Red-White", **FEW)))
    whole = {**one, "n_source": 200, "n_target": 200, "every": True, "folds": 10}
    by_folds = [{**whole, "folds": folds, "seed": seed} for folds in (5, 10, 15) for seed in range(2)]
    by_share = [{**whole, "n_target": 400, "labeled": share, "seed": 0} for share in (0.1, 0.5)]
    for records, n_panels in (([whole], 1), (by_folds, 2), (by_folds + by_share, 3)):
        figure, alt = experiment.summary_figure(experiment.summarise(records))
        assert len(figure.axes) == n_panels
        assert alt.count("figure 6") == 0
        assert alt.count("of the 28 pairs") == n_panels - 1


# The picture.


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_of_three_learners_none_has_the_colour_of_a_class(theme):
    figure = style.new_figure(theme)
    with style.using(theme):
        artists = experiment.stage(figure)
    of_classes = {artists[f"rows {i}"].get_color() for i in range(2)}
    looks = [(artists[f"slopes {i}"].get_color(), artists[f"slopes {i}"].get_marker()) for i in range(len(LEARNERS))]
    assert len({color for color, _ in looks[:3]} | of_classes) == 5
    assert len(set(looks)) == len(LEARNERS)
    assert not {artists[f"rule {which}"].get_color() for which in ("source", "target")} & of_classes


def test_marks_are_as_large_as_weights_and_rings_are_disputed(result):
    figure = style.new_figure()
    with style.using():
        artists = experiment.stage(figure)
        experiment.update(artists, result)
    sizes = np.concatenate([artists[f"class {i}"].get_sizes() for i in (0, 1)])
    order = np.argsort(result.sample.y, kind="stable")
    assert np.corrcoef(sizes, np.minimum(result.weights[order], 400 / 12))[0, 1] == pytest.approx(1)
    assert len(artists["disputed"].get_xdata()) == result.disputed.sum()
    chosen = result.judged.chosen("TrCV")
    np.testing.assert_array_equal(result.disputed, result.way_back[chosen] != result.sample.y)


def test_wines_have_no_rules_to_draw():
    figure = style.new_figure()
    with style.using():
        artists = experiment.stage(figure)
        experiment.update(artists, experiment.run(settings(problem="Red-White", **FEW)))
    assert len(artists["rule source"].get_xdata()) == 0
    assert not any(key.get_visible() for key in artists["rule keys"])
    assert artists["target"].axes.get_xlabel() == "first principal component"
