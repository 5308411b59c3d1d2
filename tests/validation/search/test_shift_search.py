"""ShiftSearch: what it chooses, what it writes down, how many trainings that takes, and what it refuses."""

import pickle
import warnings

import numpy as np
import pandas as pd
import pytest
from scipy.sparse import csr_matrix, dia_matrix
from sklearn import config_context
from sklearn.base import BaseEstimator, ClassifierMixin, clone
from sklearn.exceptions import FitFailedWarning, NotFittedError
from sklearn.linear_model import LogisticRegression, Ridge
from sklearn.model_selection import ShuffleSplit
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import LinearSVC

from shiftlab import Target
from shiftlab.learners import ReweightedEstimator
from shiftlab.validation import (
    LeaveOneOut,
    ShiftSearch,
    SourceCV,
    SourceToTarget,
    StructuralRisk,
    TargetCV,
    TransferCV,
    WeightedCV,
    scores,
    source_weights,
)
from shiftlab.weights import DiscriminativeRatio, KernelDensityRatio

FOLDS = {"n_splits": 3, "random_state": 0}
THREE = {
    "SCV": SourceCV(**FOLDS),
    "WCV": WeightedCV(KernelDensityRatio(), **FOLDS),
    "TrCV": TransferCV(KernelDensityRatio(), **FOLDS),
}
NEIGHBOURS = {"n_neighbors": [1, 5, 15]}


class Counting(ClassifierMixin, BaseEstimator):
    """Nearest neighbours that count every training, of all copies, and may fail or be stopped at one of them."""

    fits = 0
    stop_at = None

    def __init__(self, n_neighbors=1, broken=False):
        self.n_neighbors = n_neighbors
        self.broken = broken

    def fit(self, X, y):
        if self.broken:
            raise RuntimeError("The machine is on fire.")
        Counting.fits += 1
        if Counting.fits == Counting.stop_at:
            raise KeyboardInterrupt
        self.inner_ = KNeighborsClassifier(self.n_neighbors).fit(X, y)
        self.classes_ = self.inner_.classes_
        return self

    def predict(self, X):
        return self.inner_.predict(X)


class CountingWeigher(KernelDensityRatio):
    """Counts how often it is fitted."""

    fits = 0

    def fit(self, X_source, X_target):
        CountingWeigher.fits += 1
        return super().fit(X_source, X_target)


class Told(ClassifierMixin, BaseEstimator):
    """Remembers what it was told of the target."""

    def fit(self, X, y, X_target=None, X_labeled=None, y_labeled=None):
        self.classes_ = np.unique(y)
        self.told_ = X_target, X_labeled, y_labeled
        return self

    def predict(self, X):
        return np.repeat(self.classes_[:1], X.shape[0])


@pytest.fixture(autouse=True)
def nothing_counted():
    Counting.fits, Counting.stop_at, CountingWeigher.fits = 0, None, 0


@pytest.fixture(scope="module")
def problem(ring):
    """Source, unlabelled rows of the target, a few labelled ones, and the rest of them for the truth."""
    source, (X, y) = ring(90)
    return source, X[20:], (X[:20], y[:20]), (X[20:], y[20:])


def fitted(problem, estimator, grid=None, criterion=THREE, **parameters):
    (X, y), X_target, labeled, _ = problem
    return ShiftSearch(estimator, grid, criterion, **parameters).fit(X, y, X_target=X_target, labeled=labeled)


# what it chooses


def test_each_number_is_what_the_criterion_says_by_itself(problem):
    source, X_target, labeled, _ = problem
    search = fitted(problem, KNeighborsClassifier(), NEIGHBOURS)
    for i, params in enumerate(search.cv_results_["params"]):
        for name, criterion in THREE.items():
            alone = criterion.score(KNeighborsClassifier(**params), source, X_target, labeled)
            assert search.cv_results_[f"mean_test_{name}"][i] == alone


def test_the_first_criterion_decides_unless_refit_names_another(problem):
    learners = {"line": LogisticRegression(), "bayes": GaussianNB(), "one": KNeighborsClassifier(1)}
    for refit, decides in ((True, "SCV"), (False, "SCV"), ("WCV", "WCV"), ("trcv", "TrCV")):
        search = fitted(problem, learners, refit=refit)
        values = search.cv_results_[f"mean_test_{decides}"]
        assert search.decided_by_ == decides
        assert search.best_index_ == np.argmax(values)
        assert search.best_score_ == values.max()
        assert search.best_learner_ == list(learners)[search.best_index_]
        np.testing.assert_array_equal(search.cv_results_["mean_test_score"], values)
        np.testing.assert_array_equal(search.cv_results_["rank_test_score"], search.cv_results_[f"rank_test_{decides}"])


def test_the_winner_is_trained_on_all_of_its_source(problem):
    (X, y), _, _, (X_rest, y_rest) = problem
    search = fitted(problem, KNeighborsClassifier(), NEIGHBOURS)
    expected = KNeighborsClassifier(**search.best_params_).fit(X, y)
    np.testing.assert_array_equal(search.predict_proba(X_rest), expected.predict_proba(X_rest))
    assert search.score(X_rest, y_rest) == expected.score(X_rest, y_rest)
    np.testing.assert_array_equal(search.classes_, ["in", "out"])
    assert search.n_features_in_ == 2
    assert search.refit_time_ >= 0


def test_it_chooses_the_source_with_the_target_s_rule(problem):
    (X, y), X_target, labeled, _ = problem
    wrong = np.where(y == "in", "out", "in")
    for criterion in ("trcv", "stv"):
        search = ShiftSearch(GaussianNB(), None, criterion)
        search.fit(sources={"wrong": (X, wrong), "right": (X, y)}, X_target=X_target, labeled=labeled)
        assert search.best_source_ == "right"
        np.testing.assert_array_equal(search.best_estimator_.theta_, GaussianNB().fit(X, y).theta_)


def test_rows_of_the_results_are_learners_then_settings_then_sources(problem):
    (X, y), X_target, labeled, _ = problem
    search = ShiftSearch(
        {"bayes": GaussianNB(), "neighbours": KNeighborsClassifier()}, {"neighbours": NEIGHBOURS}, THREE
    ).fit(sources={"all": (X, y), "half": (X[::2], y[::2])}, X_target=X_target, labeled=labeled)
    table = pd.DataFrame(search.cv_results_)
    assert table["learner"].tolist() == ["bayes"] * 2 + ["neighbours"] * 6
    assert table["source"].tolist() == ["all", "half"] * 4
    assert table["params"].tolist()[2:] == [{"n_neighbors": k} for k in (1, 1, 5, 5, 15, 15)]
    assert table["param_n_neighbors"].isna().tolist() == [True] * 2 + [False] * 6
    assert {f"{what}_test_{name}" for what in ("mean", "rank") for name in THREE} <= set(table)
    best = table.iloc[search.best_index_]
    chosen = search.best_learner_, search.best_source_, search.best_params_, search.best_score_
    assert chosen == (best["learner"], best["source"], best["params"], best["mean_test_SCV"])
    assert (table["fit_time"] > 0).all()
    assert table["n_fits"].sum() == search.n_fits_


def test_one_learner_goes_by_its_class_and_one_source_by_no_name(problem):
    search = fitted(problem, GaussianNB())
    assert (search.best_learner_, search.best_source_, search.best_params_) == ("GaussianNB", None, {})


def test_criteria_by_name_are_those_with_the_defaults(problem):
    source, X_target, labeled, _ = problem
    search = fitted(problem, GaussianNB(), criterion=["stv", "LOO"])
    expected = scores(GaussianNB(), source, X_target, labeled, {"stv": SourceToTarget()})
    assert search.cv_results_["mean_test_stv"][0] == expected["stv"]
    assert search.criteria_ == ("stv", "LOO")
    assert fitted(problem, GaussianNB(), criterion=[TargetCV(3), StructuralRisk(5)]).criteria_ == ("TCV", "SRM")


# how many trainings


def test_three_criteria_take_two_trainings_a_fold_and_the_weigher_one_fit_a_source(problem):
    (X, y), X_target, labeled, _ = problem
    criteria = {
        "SCV": SourceCV(**FOLDS),
        "WCV": WeightedCV(CountingWeigher(), **FOLDS),
        "TrCV": TransferCV(CountingWeigher(), **FOLDS),
    }
    search = ShiftSearch(Counting(), NEIGHBOURS, criteria, refit=False)
    search.fit(sources={"all": (X, y), "half": (X[::2], y[::2])}, X_target=X_target, labeled=labeled)
    assert Counting.fits == search.n_fits_ == 2 * 3 * 3 * 2  # ways, folds, settings, sources
    assert search.cv_results_["n_fits"].tolist() == [6] * 6
    assert CountingWeigher.fits == 2


def test_trainings_are_counted_whatever_the_criterion(problem):
    criteria = {"LOO": LeaveOneOut(refit=True), "STV": SourceToTarget(), "TCV": TargetCV(4)}
    search = fitted(problem, Counting(), criterion=criteria, refit=False)
    assert Counting.fits == search.n_fits_ == 90 + 1 + 4
    closed = fitted(problem, KNeighborsClassifier(), criterion=LeaveOneOut())
    assert 1 <= closed.n_fits_ < 90  # from a formula


def test_different_weighers_are_kept_apart(problem):
    source, X_target, labeled, _ = problem
    criteria = {
        "kernel": WeightedCV(KernelDensityRatio(), **FOLDS),
        "other": WeightedCV(DiscriminativeRatio(), **FOLDS),
        "one": WeightedCV("uniform", **FOLDS),
    }
    search = fitted(problem, GaussianNB(), criterion=criteria)
    found = [search.cv_results_[f"mean_test_{name}"][0] for name in criteria]
    assert found == list(scores(GaussianNB(), source, X_target, labeled, criteria).values())
    assert len(source_weights(criteria, source, X_target, labeled)) == 2
    assert len(set(found)) == 3


def test_two_jobs_find_the_same(problem):
    one = fitted(problem, KNeighborsClassifier(), NEIGHBOURS, n_jobs=1)
    two = fitted(problem, KNeighborsClassifier(), NEIGHBOURS, n_jobs=2)
    for name in THREE:
        np.testing.assert_array_equal(two.cv_results_[f"mean_test_{name}"], one.cv_results_[f"mean_test_{name}"])
    assert two.n_fits_ == one.n_fits_ == 18


CHANCE = {
    "no seed": lambda: SourceCV(3),
    "a generator": lambda: SourceCV(3, random_state=np.random.RandomState(0)),
    "a splitter": lambda: SourceCV(cv=ShuffleSplit(3)),
    "folds that can be had once": lambda: SourceCV(cv=iter(list(ShuffleSplit(3, random_state=0).split(np.ones(90))))),
}


@pytest.mark.parametrize("kind", CHANCE)
def test_equal_candidates_are_equal_however_the_folds_are_drawn(problem, kind):
    search = fitted(problem, KNeighborsClassifier(), {"leaf_size": [20, 30, 40]}, CHANCE[kind]())
    assert len(set(search.cv_results_["mean_test_SCV"])) == 1
    assert search.cv_results_["rank_test_SCV"].tolist() == [1, 1, 1]
    assert search.best_index_ == 0


def test_criteria_without_a_seed_share_their_folds_and_draw_new_ones_every_time(problem):
    criteria = {"SCV": SourceCV(3), "one": WeightedCV("uniform", 3), "own": SourceCV(3, random_state=1)}
    search = ShiftSearch(KNeighborsClassifier(), None, criteria)
    found = []
    for _ in range(6):
        (X, y), X_target, labeled, _ = problem
        found.append(search.fit(X, y, X_target=X_target, labeled=labeled).cv_results_)
    assert all(one["mean_test_SCV"] == one["mean_test_one"] for one in found)
    assert len({one["mean_test_SCV"][0] for one in found}) > 1
    assert len({one["mean_test_own"][0] for one in found}) == 1


# what learners are told


def test_the_winner_is_told_of_the_target_what_its_fit_takes(problem):
    (X, _), X_target, labeled, _ = problem
    told = fitted(problem, Told()).best_estimator_.told_
    for given, arrived in zip((X_target, *labeled), told, strict=True):
        np.testing.assert_array_equal(arrived, given)
    reweighted = fitted(problem, ReweightedEstimator(LogisticRegression(), KernelDensityRatio())).best_estimator_
    np.testing.assert_array_equal(reweighted.weigher_.weights_, KernelDensityRatio().fit(X, X_target).weights_)


@pytest.mark.parametrize("pool", [False, True])
def test_others_learn_from_labelled_rows_if_that_is_how_they_were_judged(problem, pool):
    (X, y), _, (X_labeled, y_labeled), _ = problem
    search = fitted(problem, GaussianNB(), criterion=SourceCV(**FOLDS, pool_labeled=pool))
    assert search.best_estimator_.class_count_.sum() == len(y) + pool * len(y_labeled)
    pooled = GaussianNB().fit(np.vstack([X, X_labeled]), np.concatenate([y, y_labeled]))
    assert np.allclose(search.best_estimator_.theta_, pooled.theta_) == pool


def test_labelled_rows_may_come_as_two_parameters(problem):
    (X, y), X_target, labeled, _ = problem
    once = fitted(problem, KNeighborsClassifier(), NEIGHBOURS)
    X_labeled, y_labeled = labeled
    twice = clone(once).fit(X, y, Target(X_target), X_labeled=Target(X_labeled), y_labeled=y_labeled)
    for name in THREE:
        np.testing.assert_array_equal(twice.cv_results_[f"mean_test_{name}"], once.cv_results_[f"mean_test_{name}"])


def test_in_a_pipeline_the_target_arrives_transformed(problem):
    (X, y), X_target, (X_labeled, y_labeled), (X_rest, _) = problem
    search = ShiftSearch(Told(), None, THREE)
    scaler = StandardScaler().fit(X)
    with config_context(enable_metadata_routing=True):
        pipeline = make_pipeline(StandardScaler(), search, transform_input=["X_target", "X_labeled"])
        pipeline.fit(X, y, X_target=X_target, X_labeled=X_labeled, y_labeled=y_labeled)
        told = pipeline[-1].best_estimator_.told_
        assert pipeline.predict(X_rest).shape == (len(X_rest),)
    for given, arrived in zip((scaler.transform(X_target), scaler.transform(X_labeled), y_labeled), told, strict=True):
        np.testing.assert_array_equal(arrived, given)


def test_a_pipeline_among_the_learners_gets_the_target(problem):
    (X, y), X_target, labeled, _ = problem
    with config_context(enable_metadata_routing=True):
        inner = make_pipeline(StandardScaler(), Told(), transform_input=["X_target", "X_labeled"])
        inner[-1].set_fit_request(X_target=True, X_labeled=True, y_labeled=True)
        winner = ShiftSearch(inner, None, THREE).fit(X, y, X_target=X_target, labeled=labeled).best_estimator_
    np.testing.assert_array_equal(winner[-1].told_[0], StandardScaler().fit(X).transform(X_target))


# pandas, sparse matrices, copies


def test_data_frames_go_in_and_their_names_are_known(problem):
    (X, y), X_target, labeled, (X_rest, _) = problem
    plain = fitted(problem, KNeighborsClassifier(), NEIGHBOURS)

    def frame(rows):
        return pd.DataFrame(rows, columns=["a", "b"])

    search = clone(plain).fit(frame(X), pd.Series(y), X_target=frame(X_target), labeled=(frame(labeled[0]), labeled[1]))
    assert search.feature_names_in_.tolist() == ["a", "b"]
    np.testing.assert_array_equal(search.predict(frame(X_rest)), plain.predict(X_rest))
    for name in THREE:
        np.testing.assert_array_equal(search.cv_results_[f"mean_test_{name}"], plain.cv_results_[f"mean_test_{name}"])
    assert not hasattr(plain, "feature_names_in_")


def test_sparse_matrices_go_in(problem):
    (X, y), X_target, (X_labeled, y_labeled), _ = problem
    criteria = {"SCV": SourceCV(**FOLDS), "TrCV": TransferCV("uniform", **FOLDS)}
    dense = fitted(problem, KNeighborsClassifier(), NEIGHBOURS, criteria)
    sparse = clone(dense).fit(
        dia_matrix(X), y, X_target=csr_matrix(X_target), labeled=(csr_matrix(X_labeled), y_labeled)
    )
    for name in criteria:
        np.testing.assert_array_equal(sparse.cv_results_[f"mean_test_{name}"], dense.cv_results_[f"mean_test_{name}"])


def test_it_survives_clone_and_pickle_and_leaves_what_it_was_given(problem):
    criterion, learners = SourceCV(3), {"neighbours": KNeighborsClassifier(), "bayes": GaussianNB()}
    search = fitted(problem, learners, {"neighbours": NEIGHBOURS}, criterion)
    copy = pickle.loads(pickle.dumps(search))
    np.testing.assert_array_equal(copy.predict(problem[1]), search.predict(problem[1]))
    assert criterion.random_state is None
    assert not hasattr(learners["bayes"], "classes_")
    assert repr(clone(search)) == repr(search)
    assert not hasattr(clone(search), "cv_results_")


def test_only_what_learners_can_do_is_offered(problem):
    assert not hasattr(ShiftSearch({"a": GaussianNB(), "b": LinearSVC()}), "predict_proba")
    assert hasattr(ShiftSearch({"a": GaussianNB(), "b": LogisticRegression()}), "predict_proba")
    search = fitted(problem, {"a": KNeighborsClassifier(1), "b": LinearSVC(C=1e-9)})
    assert search.best_learner_ == "a"
    assert hasattr(search, "predict_proba")
    assert not hasattr(search, "decision_function")
    line = fitted(problem, LogisticRegression())
    assert line.decision_function(problem[1]).shape == (len(problem[1]),)


def test_without_refit_there_is_a_choice_but_no_estimator(problem):
    search = fitted(problem, KNeighborsClassifier(), NEIGHBOURS, refit=False)
    assert search.best_params_["n_neighbors"] in (1, 5, 15)
    for name in ("predict", "score", "best_estimator_", "classes_", "n_features_in_"):
        assert not hasattr(search, name)
    with pytest.raises(NotFittedError):
        ShiftSearch(GaussianNB()).predict(problem[1])


# what goes wrong


def test_a_cell_that_cannot_be_judged_is_last_and_the_reason_is_said(problem):
    grid = {"broken": [True, False], "n_neighbors": [1, 5]}
    with pytest.warns(FitFailedWarning, match=r"2 of 4 cells .* count as nan there; .*The machine is on fire\."):
        search = fitted(problem, Counting(), grid)
    assert np.isnan(search.cv_results_["mean_test_TrCV"]).tolist() == [True, True, False, False]
    assert sorted(search.cv_results_["rank_test_TrCV"]) in ([1, 1, 3, 3], [1, 2, 3, 3])
    assert search.cv_results_["rank_test_TrCV"][:2].tolist() == [3, 3]
    assert not search.best_params_["broken"]


def test_a_criterion_that_refuses_does_not_take_the_others_with_it(problem):
    criteria = {**THREE, "SRM": StructuralRisk()}  # knows nothing of neighbours
    with pytest.warns(FitFailedWarning, match="VC dimension"):
        search = fitted(problem, {"line": LogisticRegression(), "near": KNeighborsClassifier()}, None, criteria)
    table = pd.DataFrame(search.cv_results_)
    assert table["mean_test_SRM"].isna().tolist() == [False, True]
    assert not table[["mean_test_SCV", "mean_test_WCV", "mean_test_TrCV"]].isna().any(axis=None)


def test_a_source_that_cannot_be_weighed_loses_only_the_criteria_that_weigh(problem):
    class Particular(KernelDensityRatio):
        def fit(self, X_source, X_target):
            if len(X_source) < 50:
                raise ValueError("There are too few rows.")
            return super().fit(X_source, X_target)

    (X, y), X_target, labeled, _ = problem
    search = ShiftSearch(GaussianNB(), None, {"SCV": SourceCV(**FOLDS), "WCV": WeightedCV(Particular(), **FOLDS)})
    with pytest.warns(FitFailedWarning, match="on the source 'few': Particular cannot weigh the source"):
        search.fit(sources={"few": (X[:30], y[:30]), "all": (X, y)}, X_target=X_target, labeled=labeled)
    assert np.isnan(search.cv_results_["mean_test_WCV"]).tolist() == [True, False]
    assert not np.isnan(search.cv_results_["mean_test_SCV"]).any()


def test_error_score_may_be_a_number_or_an_error(problem):
    grid = {"broken": [True, False]}
    with pytest.warns(FitFailedWarning, match="count as -1"):
        search = fitted(problem, Counting(), grid, error_score=-1)
    assert search.cv_results_["mean_test_SCV"][0] == -1
    with pytest.raises(RuntimeError, match="on fire"):
        fitted(problem, Counting(), grid, error_score="raise")


def test_an_interrupt_leaves_no_half_fitted_search(problem):
    (X, y), X_target, labeled, _ = problem
    search = ShiftSearch(Counting(), NEIGHBOURS, THREE)
    for stop_at in (1, 7, 19):  # in the first cell, in the second, and in the training of the winner
        Counting.fits, Counting.stop_at = 0, stop_at
        with pytest.raises(KeyboardInterrupt):
            search.fit(X, y, X_target=X_target, labeled=labeled)
        assert not [name for name in vars(search) if name.endswith("_")]
    Counting.stop_at = None
    before = dict(vars(search.fit(X, y, X_target=X_target, labeled=labeled)))
    Counting.fits, Counting.stop_at = 0, 7
    with pytest.raises(KeyboardInterrupt):
        search.fit(X[:60], y[:60], X_target=X_target, labeled=labeled)
    assert vars(search) == before


def test_a_second_search_leaves_nothing_of_the_first(problem):
    (X, y), X_target, labeled, _ = problem
    search = fitted(problem, GaussianNB())
    search.set_params(refit=False).fit(X, y, X_target=X_target, labeled=labeled)
    assert "best_estimator_" not in vars(search)


def test_progress_is_shown_when_asked_for(problem, capsys):
    fitted(problem, GaussianNB(), progress=True)
    assert "1/1" in capsys.readouterr().err
    fitted(problem, GaussianNB())
    assert not capsys.readouterr().err


X, Y = np.random.default_rng(0).normal(size=(30, 2)), np.arange(30) % 2
OK = {"X": X, "y": Y, "X_target": X + 1, "labeled": (X[:6] + 1, Y[:6])}
BAYES = {"estimator": GaussianNB(), "criterion": THREE}

REFUSED = {
    "no labels": (BAYES, OK | {"y": None}, "y to be passed"),
    "two ways to give a source": (BAYES, OK | {"sources": {"a": (X, Y)}}, "Give either X and y or sources"),
    "no sources": (BAYES, {"sources": {}}, "sources must be a dict"),
    "a source without labels": (BAYES, {"sources": {"a": X}}, "The source 'a' must be a pair (X, y)"),
    "other columns": (BAYES, {"sources": {"a": (X, Y), "b": (X[:, :1], Y)}}, "'b' has not those of 'a' (1 columns"),
    "a target of other columns": (BAYES, OK | {"X_target": X[:, :1]}, "must have the same columns"),
    "labels twice": (BAYES, OK | {"X_labeled": X, "y_labeled": Y}, "not both"),
    "half of the labels": (BAYES, OK | {"labeled": None, "X_labeled": X}, "belong together"),
    "a class of the target's own": (BAYES, OK | {"labeled": (X[:2], [0, 7])}, "may only have classes of the source"),
    "no target": (BAYES | {"criterion": "wcv"}, OK | {"X_target": None, "labeled": None}, "wcv cannot judge any"),
    "no labelled rows": (BAYES | {"criterion": "tcv"}, OK | {"labeled": None}, "needs labelled rows of the target"),
    "one row": (BAYES, OK | {"X": X[:1], "y": Y[:1]}, "only 1 sample"),
    "no estimator": (BAYES | {"estimator": 7}, OK, "estimator must be an estimator"),
    "no learners": (BAYES | {"estimator": {}}, OK, "at least one"),
    "mixed learners": (BAYES | {"estimator": {"a": GaussianNB(), "b": Ridge()}}, OK, "'b' is a regressor and 'a' is"),
    "no such parameter": (BAYES | {"param_grid": {"C": [1]}}, OK, "Invalid parameter 'C'"),
    "no values": (BAYES | {"param_grid": {"var_smoothing": []}}, OK, "param_grid must be a dict"),
    "a grid for nobody": (BAYES | {"estimator": {"a": GaussianNB()}, "param_grid": {"b": {}}}, OK, "'b', which is no"),
    "one grid for all": (
        BAYES | {"estimator": {"a": GaussianNB()}, "param_grid": [{}]},
        OK,
        "param_grid must be a dict",
    ),
    "no such criterion": (BAYES | {"criterion": "cv"}, OK, "SCV, LOO, SRM, WCV, TrCV, TCV, STV"),
    "no criterion": (BAYES | {"criterion": []}, OK, "at least one"),
    "a class for a criterion": (BAYES | {"criterion": SourceCV}, OK, "A criterion must have score"),
    "one name twice": (BAYES | {"criterion": [SourceCV(2), SourceCV(3)]}, OK, "the same name"),
    "refit by another": (BAYES | {"refit": "LOO"}, OK, "one of SCV, WCV, TrCV"),
    "an error for a score": (BAYES | {"error_score": "nan"}, OK, 'error_score must be a number or "raise"'),
    "nobody can be judged": (BAYES | {"criterion": "srm"}, OK, "srm cannot judge any candidate: The VC dimension"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_does_not_fit_is_refused_in_one_sentence(case, one_sentence):
    parameters, given, message = REFUSED[case]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FitFailedWarning)
        assert message in one_sentence(ShiftSearch(**parameters).fit, **given)


def test_a_target_that_cross_validation_may_have_cut_is_refused(problem):
    from sklearn.model_selection import cross_validate

    (X, y), _, _, _ = problem
    search = ShiftSearch(GaussianNB(), None, WeightedCV(KernelDensityRatio(), **FOLDS))
    with pytest.raises(ValueError, match=r"shiftlab\.Target"):
        cross_validate(search, X, y, params={"X_target": X + 1}, error_score="raise", cv=3)
    kept = cross_validate(search, X, y, params={"X_target": Target(X + 1)}, error_score="raise", cv=3)
    assert np.isfinite(kept["test_score"]).all()
