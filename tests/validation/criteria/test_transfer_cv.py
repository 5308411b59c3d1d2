"""TransferCV and WeightedCV: figures 1 and 3 written again, what turns one into the other, options and refusals."""

import numpy as np
import pandas as pd
import pytest
from known_shift import RATIOS, SOURCE, TARGET, Fixed, accuracy, is_mean_of, samples
from scipy import sparse
from sklearn import config_context
from sklearn.base import BaseEstimator, ClassifierMixin, clone
from sklearn.linear_model import LinearRegression, LogisticRegression
from sklearn.metrics import make_scorer, matthews_corrcoef, max_error, roc_auc_score
from sklearn.model_selection import GroupKFold, KFold, RepeatedKFold, ShuffleSplit, StratifiedKFold
from sklearn.naive_bayes import GaussianNB, MultinomialNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.svm import SVC

from shiftlab import Target
from shiftlab.diagnostics import effective_sample_size
from shiftlab.validation import ExpectedBenefit, SourceCV, TransferCV, WeightedCV
from shiftlab.weights import InformationCriterionRatio, KernelDensityRatio, KernelMeanMatching, KnownRatio

N, K, SEED = 47, 5, 3  # folds of 9 and 10 rows


def problem(n=N, classes=3, seed=0):
    rng = np.random.default_rng(seed)

    def label(X, shift):
        return np.digitize(X[:, 0] + rng.normal(0, 0.3, len(X)) + shift, [-0.5, 0.5][: classes - 1])

    X, X_u, X_l = rng.normal(size=(n, 2)), rng.normal(0.6, 0.8, size=(40, 2)), rng.normal(0.6, 0.8, size=(9, 2))
    return (X, label(X, 0)), X_u, (X_l, label(X_l, 0.4))


def figure_3(learner, source, X_u, labeled, weights, back=True):
    """The loss ℓ/n as printed, from scratch; without the way back it is that of weighted cross-validation."""
    (X, y), (X_l, y_l), loss = source, labeled, 0.0
    for rest, fold in RepeatedKFold(n_splits=K, n_repeats=1, random_state=SEED).split(X):
        model = clone(learner).fit(X[rest], y[rest])
        if back:
            model = clone(learner).fit(np.vstack([X_u, X_l]), np.concatenate([model.predict(X_u), y_l]))
        losses = (model.predict(X[fold]) - y[fold]) ** 2 if learner is PLANE else model.predict(X[fold]) != y[fold]
        loss += np.sum(weights[fold] * losses)
    return loss / len(y)


PLANE = LinearRegression()
LEARNERS = [GaussianNB(), LogisticRegression(), KNeighborsClassifier(3), PLANE]


@pytest.mark.parametrize("learner", LEARNERS, ids=lambda one: type(one).__name__)
@pytest.mark.parametrize("kind", [WeightedCV, TransferCV])
def test_it_is_the_printed_algorithm(learner, kind):
    source, X_u, labeled = problem()
    weights = KernelMeanMatching().fit(source[0], np.vstack([X_u, labeled[0]])).weights_
    printed = kind(n_splits=K, random_state=SEED, normalize=False, average="rows")
    loss = figure_3(learner, source, X_u, labeled, weights, back=kind is TransferCV)
    assert printed.score(learner, source, X_u, labeled) == pytest.approx(1 - loss, abs=1e-12)
    normalised = clone(printed).set_params(normalize=True).score(learner, source, X_u, labeled)
    assert normalised == pytest.approx(1 - loss / weights.mean(), abs=1e-12)


@pytest.mark.parametrize("learner", [GaussianNB(), PLANE], ids=str)
@pytest.mark.parametrize("average", ["folds", "rows"])
@pytest.mark.parametrize("normalize", [True, False])
@pytest.mark.parametrize("n", [47, 50])
def test_weights_of_one_turn_it_into_cross_validation_to_the_bit(learner, average, normalize, n):
    source, X_u, labeled = problem(n)
    plain = SourceCV(K, 2, SEED, average=average).score(learner, source, X_u, labeled)
    options = {"n_splits": K, "n_repeats": 2, "random_state": SEED, "average": average, "normalize": normalize}
    ones = KnownRatio(source_density=lambda X: np.ones(len(X)), target_density=lambda X: np.ones(len(X)))
    assert WeightedCV("uniform", **options).score(learner, source, X_u, labeled) == plain
    assert WeightedCV(ones, **options).score(learner, source, X_u, labeled) == plain
    assert WeightedCV(**options).score(learner, source, X_u, labeled, weights=np.ones(n)) == plain


@pytest.mark.parametrize("routing", [True, False])
@pytest.mark.parametrize("scoring", ["roc_auc", "balanced_accuracy", "neg_log_loss"])
def test_scorers_are_weighted_and_weights_of_one_are_none(scoring, routing):
    source, X_u, _ = problem(classes=2)
    weights = np.linspace(0.1, 3, N)
    with config_context(enable_metadata_routing=routing):
        plain = SourceCV(K, random_state=SEED, scoring=scoring).score(GaussianNB(), source, X_u)
        weighted = WeightedCV("uniform", K, random_state=SEED, scoring=scoring)
        assert weighted.score(GaussianNB(), source, X_u) == plain
        assert weighted.score(GaussianNB(), source, X_u, weights=weights) != plain


def test_a_weighted_scorer_by_hand():
    (X, y), X_u, _ = problem(classes=2)
    weights = np.linspace(0.1, 3, N)
    values, masses = [], []
    for rest, fold in KFold(4).split(X):
        says = GaussianNB().fit(X[rest], y[rest]).predict_proba(X[fold])[:, 1]
        values.append(roc_auc_score(y[fold], says, sample_weight=weights[fold]))
        masses.append(weights[fold].sum())
    criterion = WeightedCV(cv=KFold(4), scoring="roc_auc", average="rows")
    score = criterion.score(GaussianNB(), (X, y), X_u, weights=weights)
    assert score == pytest.approx(np.average(values, weights=masses))


class Cells(ClassifierMixin, BaseEstimator):
    """The majority in each cell of a line: learnt from its own labels on rows in every cell, it is the same again."""

    def fit(self, X, y):
        self.classes_, codes = np.unique(y, return_inverse=True)
        counts = np.zeros((4, len(self.classes_)))
        np.add.at(counts, (np.floor(X[:, 0]).astype(int), codes), 1)
        self.majority_ = counts.argmax(axis=1)
        return self

    def predict(self, X):
        return self.classes_[self.majority_[np.floor(X[:, 0]).astype(int)]]


@pytest.mark.parametrize("normalize", [True, False])
def test_it_is_weighted_cross_validation_where_the_way_back_leads_to_the_same_model(normalize):
    # Reverse labels that are the true ones: those of the labelled rows are what f_i says, there is no shift, and a
    # learner that its own labels teach what it knew. Then the model that comes back is f_i, and so are its errors.
    rng = np.random.default_rng(0)
    X, X_u, X_l = (rng.uniform(0, 4, size=(n, 1)) for n in (120, 60, 10))
    truth = np.array([0, 1, 1, 0])
    y = np.where(rng.random(120) < 0.1, 1 - truth[X[:, 0].astype(int)], truth[X[:, 0].astype(int)])
    arguments = Cells(), (X, y), X_u, (X_l, truth[X_l[:, 0].astype(int)])
    there, back = (kind(n_splits=7, random_state=0, normalize=normalize) for kind in (WeightedCV, TransferCV))
    assert back.score(*arguments) == there.score(*arguments) < 1
    # ... and where the labels differ, so do the two
    wrong = Cells(), (X, y), X_u[:6], (np.repeat(X_u, 3, axis=0), np.repeat(1 - truth[X_u[:, 0].astype(int)], 3))
    assert back.score(*wrong) < there.score(*wrong) - 0.5


@pytest.mark.filterwarnings("ignore::shiftlab.weights.ShiftWarning")
@pytest.mark.parametrize("normalize", [True, False])
def test_with_the_true_ratio_its_mean_is_the_loss_on_the_target(normalize):
    weighers = RATIOS | {"none": "uniform"}
    found = {name: [] for name in weighers}
    for X, y in samples():
        for name, weigher in weighers.items():
            criterion = WeightedCV(weigher, 4, random_state=0, normalize=normalize)
            found[name].append(1 - criterion.score(Fixed(), (X, y), X[:5]))
    on_target, on_source = (1 - accuracy(side) for side in (TARGET, SOURCE))
    assert abs(on_target - on_source) > 0.02
    assert is_mean_of(on_target, found["right"])
    assert not is_mean_of(on_target, found["inverted"])
    assert not is_mean_of(on_target, found["none"])
    assert is_mean_of(on_source, found["none"])


def test_the_labels_of_regressors_are_compared_by_squares_and_of_many_classes_by_being_equal():
    source, X_u, (X_l, _) = problem()
    names = np.array(["low", "middle", "high"])
    few = X_l, names[[0, 1, 2] * 3]
    numbered, named = (
        TransferCV(n_splits=K, random_state=SEED).score(LogisticRegression(), (source[0], y), X_u, labeled)
        for y, labeled in ((source[1], (X_l, np.array([0, 1, 2] * 3))), (names[source[1]], few))
    )
    assert numbered == pytest.approx(named)  # |2 - 0| counts as |1 - 0|


def test_without_labelled_rows_the_way_back_is_taught_by_the_model_alone():
    source, X_u, labeled = problem()
    criterion = TransferCV(n_splits=K, random_state=SEED)
    assert criterion.score(KNeighborsClassifier(1), source, X_u) != criterion.score(
        KNeighborsClassifier(1), source, X_u, labeled
    )


@pytest.mark.parametrize("kind", [SourceCV, WeightedCV, TransferCV])
@pytest.mark.parametrize(
    "cv", [KFold(4), StratifiedKFold(3), ShuffleSplit(4, random_state=0), list(KFold(4).split(np.zeros(N)))], ids=repr
)
def test_any_splitter_divides_the_rows(kind, cv):
    source, X_u, labeled = problem()
    values = [kind(cv=cv, n_jobs=jobs).score(GaussianNB(), source, X_u, labeled) for jobs in (None, 1)]
    assert 0 < values[0] == values[1] <= 1


def test_two_processes_find_the_same():
    arguments = GaussianNB(), *problem()
    one, two = (TransferCV(n_splits=3, random_state=0, n_jobs=jobs).score(*arguments) for jobs in (1, 2))
    assert one == two


def test_learners_that_take_no_labelled_rows_can_be_taught_them_with_the_source(counting, fits):
    source, X_u, labeled = problem()
    for kind in (SourceCV, WeightedCV, TransferCV):
        alone, pooled = ([] for _ in range(2))
        for sizes, pool in ((alone, False), (pooled, True)):
            fits.clear()
            kind(cv=KFold(K), pool_labeled=pool).score(counting(1), source, X_u, labeled)
            sizes.extend(len(fit["y"]) for fit in fits)
        forward = slice(None, None, 2 if kind is TransferCV else 1)
        assert [n + 9 for n in alone[forward]] == pooled[forward]
        if kind is TransferCV:
            assert alone[1::2] == pooled[1::2] == [49] * K  # the way back has them always


def test_what_the_way_back_means_for_a_learner_that_takes_the_target(transferring, fits):
    (X, y), X_u, (X_l, y_l) = problem()
    (rest, fold), *_ = folds = list(KFold(K).split(X))
    for reverse in ("swapped", "alone"):
        fits.clear()
        TransferCV(cv=folds, reverse=reverse).score(transferring(), (X, y), X_u, (X_l, y_l))
        there, back = fits[:2]
        np.testing.assert_array_equal(there["X"], X[rest])
        np.testing.assert_array_equal(there["X_target"], X_u)
        np.testing.assert_array_equal(there["X_labeled"], X_l)
        np.testing.assert_array_equal(there["y_labeled"], y_l)
        np.testing.assert_array_equal(back["X"], np.vstack([X_u, X_l]))
        np.testing.assert_array_equal(back["y"][-9:], y_l)
        assert back["X_labeled"] is None
        if reverse == "swapped":
            np.testing.assert_array_equal(back["X_target"], X[fold])
        else:
            assert back["X_target"] is None


def test_every_weigher_can_be_given_and_some_want_the_labels_too():
    source, X_u, labeled = problem(classes=2)
    weights = InformationCriterionRatio(KernelDensityRatio()).fit(source[0], np.vstack([X_u, labeled[0]]), source[1])
    criterion = TransferCV(InformationCriterionRatio(KernelDensityRatio()), K, random_state=0)
    arguments = GaussianNB(), source, X_u, labeled
    assert criterion.score(*arguments) == criterion.score(*arguments, weights=weights.weights_)
    assert criterion.effective_sample_size(source, X_u, labeled) == effective_sample_size(weights.weights_)
    assert WeightedCV("uniform").effective_sample_size(source) == N


def test_a_fold_without_weight_does_not_count():
    source, X_u, _ = problem()
    folds = list(KFold(K).split(source[0]))
    weights = np.ones(N)
    weights[folds[0][1]] = 0
    score = WeightedCV(cv=folds, scoring="accuracy").score(GaussianNB(), source, X_u, weights=weights)
    assert score == pytest.approx(SourceCV(cv=folds[1:]).score(GaussianNB(), source))


def test_frames_targets_and_sparse_rows_are_read_too():
    (X, y), X_u, (X_l, y_l) = problem()
    X, X_u, X_l = abs(X), abs(X_u), abs(X_l)
    columns = ["a", "b"]
    weights = KernelMeanMatching().fit(X, np.vstack([X_u, X_l])).weights_
    criterion = TransferCV(n_splits=K, random_state=0)
    expected = criterion.score(MultinomialNB(), (X, y), X_u, (X_l, y_l))
    X_frame, u_frame, l_frame = (pd.DataFrame(rows, columns=columns) for rows in (X, X_u, X_l))
    assert criterion.score(MultinomialNB(), (X_frame, y), u_frame, (l_frame, y_l)) == pytest.approx(expected)
    assert criterion.score(MultinomialNB(), (X, list(y)), Target(X_u), (X_l, y_l)) == expected
    found = criterion.score(
        MultinomialNB(), (sparse.csr_matrix(X), y), sparse.csr_array(X_u), (sparse.csr_array(X_l), y_l), weights=weights
    )
    assert found == pytest.approx(expected)


def test_a_fold_that_loses_a_class_is_wrong_on_it():
    (X, y), X_u, _ = problem(classes=2)
    y = np.where(np.arange(N) == 0, 2, y)
    score = TransferCV("uniform", cv=KFold(N)).score(GaussianNB(), (X, y), X_u)
    assert 0 < score <= 1 - 1 / N


def refusing(**parameters):
    return TransferCV(**{"n_splits": 3, **parameters})


SPARSE = sparse.csr_array(abs(problem()[0][0]))
REFUSED = {
    "a weigher": (refusing(weigher=3), {}, "weigher must be a weigher"),
    "a weigher's class": (refusing(weigher=KernelMeanMatching), {}, "weigher must be a weigher"),
    "another way back": (refusing(reverse="turned"), {}, 'reverse must be "swapped" or "alone"'),
    "another average": (refusing(average="mean"), {}, 'average must be "folds" or "rows"'),
    "normalize": (refusing(normalize="yes"), {}, "normalize must be True or False"),
    "pool_labeled": (refusing(pool_labeled="yes"), {}, "pool_labeled must be True or False"),
    "a scorer without weights": (refusing(scoring=make_scorer(max_error)), {}, "takes no sample_weight"),
    "a function without weights": (refusing(scoring=lambda model, X, y: 1.0), {}, "takes no sample_weight"),
    "benefits": (refusing(scoring=ExpectedBenefit(np.eye(3))), {}, "takes no sample_weight"),
    "a scorer as printed": (refusing(scoring="roc_auc", normalize=False), {}, "normalize=False"),
    "weights for other rows": (refusing(), {"weights": np.ones(3)}, "one weight for each of 47 rows"),
    "negative weights": (refusing(), {"weights": np.full(N, -1.0)}, "must not be negative"),
    "no weight at all": (refusing(), {"weights": np.zeros(N)}, "Every source row has weight 0"),
    "weights that are NaN": (refusing(), {"weights": np.full(N, np.nan)}, "weights must be finite"),
    "no folds": (refusing(cv=iter([])), {}, "it gives no folds"),
    "a number of folds": (refusing(cv=3), {}, "must be a splitter"),
    "rows beyond the last": (refusing(cv=[([0, 1], [60])]), {}, "row 60, but there are only 47"),
    "a fold without rows": (refusing(cv=[([0, 1], [])]), {}, "a fold without rows to train on"),
    "groups": (refusing(cv=GroupKFold(3)), {}, "The rows cannot be divided by cv"),
    "a kernel matrix": (refusing(), {"estimator": SVC(kernel="precomputed")}, "cannot read from a kernel matrix"),
    "sparse rows for this weigher": (refusing(), {"source": (SPARSE, problem()[0][1]), "target": SPARSE,
                                                  "labeled": None}, "KernelMeanMatching cannot weigh the source"),
    "infinite target": (refusing(weigher="uniform"), {"target": np.full((3, 2), np.inf)}, "cannot label the target"),
    "a target with its labels": (refusing(), {"target": (problem()[1], np.zeros(40))}, "cannot be read as rows"),
}  # fmt: skip


@pytest.mark.parametrize("case", REFUSED)
def test_what_cannot_be_asked_is_refused_in_one_sentence(case, one_sentence):
    criterion, changes, message = REFUSED[case]
    source, X_u, labeled = problem()
    given = {"estimator": GaussianNB(), "source": source, "target": X_u, "labeled": labeled} | changes
    assert message in one_sentence(lambda: criterion.score(**given))


def test_a_metric_that_takes_weights_is_no_cause_for_complaint():
    source, X_u, labeled = problem(classes=2)
    value = refusing(scoring=make_scorer(matthews_corrcoef)).score(GaussianNB(), source, X_u, labeled)
    assert -1 <= value <= 1
