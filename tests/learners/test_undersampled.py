"""UndersampledClassifier: counts, probabilities, thresholds and decisions of sections III and IV."""

import numpy as np
import pandas as pd
import pytest
from scipy import sparse
from sklearn.base import BaseEstimator, ClassifierMixin, clone
from sklearn.calibration import CalibratedClassifierCV
from sklearn.ensemble import HistGradientBoostingClassifier, RandomForestClassifier
from sklearn.exceptions import NotFittedError
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.impute import SimpleImputer
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score
from sklearn.model_selection import StratifiedKFold, cross_val_score
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.svm import LinearSVC
from sklearn.tree import DecisionTreeClassifier

from shiftlab import posterior
from shiftlab.learners import UndersampledClassifier


def sample(n_negative=900, n_positive=100, seed=0, n_features=2):
    """Two overlapping Gaussian classes, 0 and 1, in random order."""
    rng = np.random.default_rng(seed)
    y = rng.permutation(np.repeat([0, 1], [n_negative, n_positive]))
    return rng.normal(1.2 * y[:, np.newaxis], 1.0, size=(y.size, n_features)), y


class Counting(ClassifierMixin, BaseEstimator):
    """Remembers what it was trained on; says 1/2 always."""

    def fit(self, X, y):
        self.classes_, self.counts_ = np.unique(y, return_counts=True)
        self.X_ = X
        return self

    def predict_proba(self, X):
        return np.full((len(X), 2), 0.5)


LEARNERS = [LogisticRegression(), RandomForestClassifier(n_estimators=10, min_samples_leaf=5), GaussianNB()]


@pytest.mark.parametrize(
    ("beta", "kept"),
    [
        (1 / 9, 1000),
        ("balanced", 1000),
        (0.2, 1800),
        (0.3, 2700),
        (0.5, 4500),
        (0.9, 8100),
        (1.0, 9000),
        (1, 9000),
    ],
)
def test_rows_kept_are_those_of_table_1(beta, kept):
    X, y = sample(9000, 1000)
    learner = UndersampledClassifier(Counting(), beta=beta, n_undersamples=2, random_state=0).fit(X, y)
    assert [model.counts_.tolist() for model in learner.estimators_] == [[kept, 1000]] * 2
    assert learner.beta_ == kept / 9000
    assert learner.prior_ == 0.1
    assert learner.undersampled_prior_ == learner.undersampled_threshold_ == 1000 / (1000 + kept)


@pytest.mark.parametrize("estimator", LEARNERS)
@pytest.mark.parametrize("n_undersamples", [1, 3])
def test_corrected_and_uncorrected_decide_alike(estimator, n_undersamples):
    X, y = sample(seed=1)
    X_new, y_new = sample(3000, 300, seed=2)
    options = {"beta": 0.3, "n_undersamples": n_undersamples, "random_state": 5}
    corrected = UndersampledClassifier(estimator, **options).fit(X, y)
    biased = UndersampledClassifier(estimator, correct=False, **options).fit(X, y)

    p, p_s = corrected.predict_proba(X_new)[:, 1], biased.predict_proba(X_new)[:, 1]
    np.testing.assert_array_equal(p_s, biased.undersampled_proba(X_new))
    np.testing.assert_array_equal(p_s, corrected.undersampled_proba(X_new))
    np.testing.assert_array_equal(p, posterior.corrected_posterior(p_s, corrected.beta_))
    assert p.mean() < p_s.mean() - 0.05  # the bias that the correction removes

    np.testing.assert_array_equal(corrected.predict(X_new), biased.predict(X_new))
    np.testing.assert_array_equal(corrected.predict(X_new) == 1, p > corrected.threshold_)
    assert 0 < corrected.predict(X_new).mean() < 0.5
    assert roc_auc_score(y_new, p) == roc_auc_score(y_new, p_s)
    assert (corrected.threshold_, biased.threshold_) == (
        corrected.corrected_threshold_,
        biased.undersampled_threshold_,
    )


@pytest.mark.parametrize("n_positive", [1, 7, 100, 333, 350])
@pytest.mark.parametrize("beta", ["balanced", 0.7, 0.913, 1.0])
def test_corrected_threshold_is_the_prior(n_positive, beta):
    X, y = sample(501, n_positive)
    learner = UndersampledClassifier(Counting(), beta=beta).fit(X, y)
    assert learner.threshold_ == pytest.approx(n_positive / (501 + n_positive), abs=1e-12, rel=0)
    assert learner.prior_ == n_positive / (501 + n_positive)


def test_correction_makes_the_mean_probability_the_prior():
    X, y = sample(9000, 1000)
    learner = UndersampledClassifier(random_state=0).fit(X, y)
    assert learner.predict_proba(X)[:, 1].mean() == pytest.approx(0.1, abs=0.01)
    assert learner.undersampled_proba(X).mean() > 0.2


def test_beta_1_is_the_plain_estimator_with_the_prior_as_threshold():
    X, y = sample()
    learner = UndersampledClassifier(LogisticRegression(), beta=1).fit(X, y)
    plain = LogisticRegression().fit(X, y)
    # equal but for the last digits, which are settled to keep ties what they are
    np.testing.assert_allclose(learner.predict_proba(X)[:, 1], plain.predict_proba(X)[:, 1], rtol=1e-12, atol=0)
    np.testing.assert_array_equal(learner.predict(X), plain.predict_proba(X)[:, 1] > y.mean())
    assert learner.threshold_ == learner.undersampled_threshold_ == y.mean()
    # with more positives than negatives, "balanced" drops nothing either
    more = UndersampledClassifier(LogisticRegression(), positive=0).fit(X, y)
    assert (more.beta_, more.positive_, more.threshold_) == (1.0, 0, 0.9)
    np.testing.assert_allclose(more.predict_proba(X), plain.predict_proba(X), atol=1e-14)


class OrderOfSummation(Counting):
    """Says the mean of the same three numbers, added up in another order in every other row."""

    def predict_proba(self, X):
        p = np.where(np.arange(len(X)) % 2, (0.1 + 0.2 + 0.3) / 3, (0.3 + 0.2 + 0.1) / 3)
        return np.column_stack([1 - p, p])


def test_averages_that_differ_by_the_order_of_summation_are_ties():
    X, y = sample()
    assert (0.1 + 0.2 + 0.3) / 3 != (0.3 + 0.2 + 0.1) / 3
    learner = UndersampledClassifier(OrderOfSummation()).fit(X, y)
    assert np.unique(learner.undersampled_proba(X)).size == 1
    # with two positives and eight negatives of which all stay, that mean is tau_s
    few = UndersampledClassifier(OrderOfSummation(), beta=1).fit(np.arange(10.0)[:, None], [1, 1] + 8 * [0])
    assert few.undersampled_threshold_ == 0.2
    assert set(few.undersampled_proba(X)) == {0.2}
    assert not few.predict(X).any()


def test_a_probability_equal_to_the_threshold_is_negative():
    X, y = sample()
    for correct in (True, False):  # Counting says 1/2, which is tau_s
        assert not UndersampledClassifier(Counting(), correct=correct).fit(X, y).predict(X).any()


def test_bagging_reduces_the_variance_of_corrected_probabilities():
    X, y = sample(3000, 100)
    grid, _ = sample(300, 300, seed=9)
    tree = DecisionTreeClassifier(min_samples_leaf=10)

    def variance(n_undersamples):
        draws = [
            UndersampledClassifier(tree, n_undersamples=n_undersamples, random_state=seed)
            .fit(X, y)
            .predict_proba(grid)[:, 1]
            for seed in range(15)
        ]
        return np.var(draws, axis=0).mean()

    # Ten independent undersamples divide the variance by about ten; a quarter leaves room for chance.
    assert variance(10) < 0.25 * variance(1)


def test_correction_comes_after_averaging():
    X, y = sample(3000, 100)
    tree = DecisionTreeClassifier(min_samples_leaf=3)
    learner = UndersampledClassifier(tree, n_undersamples=10, random_state=0).fit(X, y)
    members = [model.predict_proba(X)[:, 1] for model in learner.estimators_]
    p = learner.predict_proba(X)[:, 1]
    np.testing.assert_allclose(
        p, posterior.corrected_posterior(np.mean(members, axis=0), learner.beta_), rtol=1e-12, atol=0
    )
    first = np.mean([posterior.corrected_posterior(member, learner.beta_) for member in members], axis=0)
    assert (first >= p - 1e-15).all()  # (9) is convex
    assert first.mean() > 1.5 * p.mean()  # and these trees are noisy


def test_undersamples_are_independent_and_reproducible():
    X, y = sample()
    learner = UndersampledClassifier(Counting(), n_undersamples=3, random_state=4).fit(X, y)
    again = clone(learner).fit(X, y)
    single = clone(learner).set_params(n_undersamples=1).fit(X, y)
    rows = [set(map(tuple, model.X_)) for model in learner.estimators_]
    assert rows == [set(map(tuple, model.X_)) for model in again.estimators_]
    assert rows[0] == set(map(tuple, single.estimators_[0].X_))
    assert len({frozenset(r) for r in rows}) == 3
    positives = set(map(tuple, X[y == 1]))
    # two draws of 100 out of 900 negatives share about 11
    assert all(positives <= r for r in rows)
    assert len(rows[0] & rows[1]) - len(positives) < 40


def test_models_are_seeded_and_the_given_estimator_is_left_alone():
    X, y = sample(300, 60)
    forest = make_pipeline(RandomForestClassifier(n_estimators=3))
    learner = UndersampledClassifier(forest, n_undersamples=2, random_state=0).fit(X, y)
    seeds = [model[0].random_state for model in learner.estimators_]
    assert len(set(seeds)) == 2
    assert forest[0].random_state is None
    np.testing.assert_array_equal(learner.predict_proba(X), clone(learner).fit(X, y).predict_proba(X))


@pytest.mark.parametrize(
    ("labels", "positive", "expected"),
    [
        (["ham", "spam"], None, "spam"),
        (["spam", "ham"], None, "ham"),  # the rarer label sorts first
        ([1, -1], None, -1),
        ([False, True], None, True),
        ([2.0, 1.0], None, 1.0),
        (["ham", "spam"], "ham", "ham"),
    ],
)
def test_positive_class(labels, positive, expected):
    X, codes = sample(300, 60)
    y = np.array(labels)[codes]
    beta = "balanced" if positive is None else 1.0
    learner = UndersampledClassifier(positive=positive, beta=beta, random_state=0).fit(X, y)
    assert learner.positive_ == expected
    assert learner.classes_.tolist() == sorted(labels)
    assert learner.prior_ == pytest.approx(np.mean(y == expected))
    column = learner.classes_.tolist().index(expected)
    p = learner.predict_proba(X)
    np.testing.assert_allclose(p.sum(axis=1), 1, atol=1e-15)
    # the other label is called exactly where the positive one is not
    np.testing.assert_array_equal(learner.predict(X) == expected, p[:, column] > learner.threshold_)
    assert roc_auc_score(y == expected, p[:, column]) > 0.8


def test_a_tie_takes_the_second_class():
    X, y = sample(50, 50)
    learner = UndersampledClassifier().fit(X, np.array(["b", "a"])[y])
    assert (learner.positive_, learner.beta_, learner.threshold_) == ("b", 1.0, 0.5)


def test_kinds_of_input_agree():
    X, y = sample()
    X = np.round(X * 10)
    reference = UndersampledClassifier(random_state=0).fit(X, y)
    expected = reference.predict_proba(X)
    frame = pd.DataFrame(X, columns=["a", "b"], index=np.arange(len(X))[::-1])
    kinds = {
        "integer": X.astype(int),
        "float32": X.astype(np.float32),
        "list": X.tolist(),
        "object": X.astype(object),
        "csr": sparse.csr_array(X),
        "coo": sparse.coo_matrix(X),
        "frame": frame,
    }
    for name, kind in kinds.items():
        learner = UndersampledClassifier(random_state=0).fit(kind, pd.Series(y, index=frame.index))
        # solvers work in the precision of their input
        np.testing.assert_allclose(
            learner.predict_proba(kind), expected, atol=1e-3 if name == "float32" else 1e-4, err_msg=name
        )
        assert learner.n_features_in_ == 2
    assert learner.feature_names_in_.tolist() == ["a", "b"]
    with pytest.raises(ValueError, match="feature names should match"):
        learner.predict(frame[["b", "a"]])


def test_the_estimator_gets_the_data_frame_itself():
    X, y = sample()
    frame = pd.DataFrame({"number": X[:, 0], "group": pd.Categorical(np.where(X[:, 1] > 0, "high", "low"))})
    learner = UndersampledClassifier(HistGradientBoostingClassifier(categorical_features="from_dtype")).fit(frame, y)
    assert learner.predict_proba(frame).shape == (1000, 2)
    counted = UndersampledClassifier(Counting()).fit(frame, y).estimators_[0]
    assert counted.X_.dtypes.equals(frame.dtypes)


def test_text_goes_through():
    texts = ["cheap pills now"] * 4 + ["see you at the meeting"] * 12
    y = ["spam"] * 4 + ["ham"] * 12
    learner = UndersampledClassifier(make_pipeline(TfidfVectorizer(), LogisticRegression())).fit(texts, y)
    assert learner.predict(["cheap cheap pills", "the meeting"]).tolist() == ["spam", "ham"]


def test_stratified_folds_may_be_a_row_off():
    X, y = sample(905, 103)
    learner = UndersampledClassifier(beta=103 / 905, random_state=0)
    scores = cross_val_score(learner, X, y, cv=StratifiedKFold(10), scoring="roc_auc", error_score="raise")
    assert scores.mean() > 0.8
    assert UndersampledClassifier(beta=100 / 900).fit(*sample(900, 101)).beta_ == 100 / 900
    with pytest.raises(ValueError, match="keeps 100 of 900 negatives, fewer than the 102 positives"):
        UndersampledClassifier(beta=100 / 900).fit(*sample(900, 102))


def test_formulas_are_looked_up_when_called(monkeypatch):
    X, y = sample()
    learner = UndersampledClassifier().fit(X, y)
    monkeypatch.setattr(posterior, "corrected_posterior", lambda p_s, beta: p_s * beta)
    monkeypatch.setattr(posterior, "corrected_threshold", lambda tau_s, beta: 0.25)
    np.testing.assert_array_equal(learner.predict_proba(X)[:, 1], learner.undersampled_proba(X) * learner.beta_)
    assert UndersampledClassifier().fit(X, y).threshold_ == 0.25


def test_rounding_beyond_1_is_not_an_error():
    class Beyond(Counting):
        def predict_proba(self, X):
            return np.tile([0.0, 1.0000000000000002], (len(X), 1))

    X, y = sample()
    assert (UndersampledClassifier(Beyond()).fit(X, y).predict_proba(X)[:, 1] == 1).all()


X_OK, Y_OK = sample(90, 10)
HOSTILE = {
    "one class": ({}, X_OK, np.zeros(100), "only one class"),
    "one row": ({}, X_OK[:1], Y_OK[:1], "only one class"),
    "no rows": ({}, X_OK[:0], Y_OK[:0], "no row"),
    "three classes": ({}, X_OK, np.arange(100) % 3, "Only binary classification is supported"),
    "numbers to regress on": ({}, X_OK, X_OK[:, 0], "Unknown label type"),
    "labels of two kinds": ({}, X_OK, np.array(["a", 1] * 50, dtype=object), "all of one kind"),
    "NaN in y": ({}, X_OK, np.where(Y_OK == 1, np.nan, 0), "NaN"),
    "NaN in X": ({}, np.where(np.isclose(X_OK, X_OK[3, 0]), np.nan, X_OK), Y_OK, "NaN"),
    "infinity in X": ({}, np.where(np.isclose(X_OK, X_OK[5, 1]), np.inf, X_OK), Y_OK, "infinity"),
    "lengths": ({}, X_OK, Y_OK[:-1], "inconsistent numbers of samples"),
    "no y": ({}, X_OK, None, "requires y"),
    "beta 0": ({"beta": 0}, X_OK, Y_OK, r"must be in \(0, 1\], but it is 0"),
    "beta -1": ({"beta": -1}, X_OK, Y_OK, r"must be in \(0, 1\], but it is -1"),
    "beta 1.5": ({"beta": 1.5}, X_OK, Y_OK, r"must be in \(0, 1\], but it is 1\.5"),
    "beta nan": ({"beta": float("nan")}, X_OK, Y_OK, "beta must be finite"),
    "beta half": ({"beta": "half"}, X_OK, Y_OK, "beta must be \"balanced\" or one number .* got 'half'"),
    "beta list": ({"beta": [0.5]}, X_OK, Y_OK, 'beta must be "balanced" or one number'),
    "beta None": ({"beta": None}, X_OK, Y_OK, "beta must be"),
    "beta below balance": ({"beta": 0.08}, X_OK, Y_OK, r"smallest sensible beta .* 0\.111111"),
    "positive commoner": ({"positive": 0, "beta": 0.5}, X_OK, Y_OK, r"smallest sensible beta .* here 1\."),
    "nothing left": ({"beta": 0.004}, X_OK[Y_OK.argsort()][:91], np.sort(Y_OK)[:91], "keeps 0 of 90"),
    "no such label": ({"positive": "yes"}, X_OK, Y_OK, "positive must be one of the labels in y, 0 and 1"),
    "no predict_proba": ({"estimator": LinearSVC()}, X_OK, Y_OK, "no predict_proba.*CalibratedClassifierCV"),
    "no undersample": ({"n_undersamples": 0}, X_OK, Y_OK, "n_undersamples must be a whole number"),
    "half undersample": ({"n_undersamples": 1.5}, X_OK, Y_OK, "n_undersamples must be a whole number"),
    "correct": ({"correct": "yes"}, X_OK, Y_OK, "correct must be True or False"),
}


@pytest.mark.parametrize("case", HOSTILE)
def test_hostile_input_is_refused_in_one_sentence(case):
    parameters, X, y, message = HOSTILE[case]
    with pytest.raises(ValueError, match=message):
        UndersampledClassifier(**parameters).fit(X, y)


def test_the_smallest_beta_named_is_accepted():
    X, y = sample(284, 49)
    with pytest.raises(ValueError, match="smallest sensible beta") as refusal:
        UndersampledClassifier(beta=0.1).fit(X, y)
    named = float(str(refusal.value).rstrip(".").split()[-1])
    assert UndersampledClassifier(beta=named).fit(X, y).beta_ == 49 / 284


def test_nan_is_refused_whichever_rows_are_drawn_unless_the_estimator_takes_it():
    X, y = sample(900, 20)
    for kind in (X, X.astype(object), pd.DataFrame(X), sparse.csr_array(X)):
        spoilt = kind.copy()
        if isinstance(kind, pd.DataFrame):
            spoilt.iloc[np.flatnonzero(y == 0)[0], 0] = np.nan
        else:
            spoilt[np.flatnonzero(y == 0)[0], 0] = np.nan
        for seed in range(3):
            with pytest.raises(ValueError, match="NaN"):
                UndersampledClassifier(random_state=seed).fit(spoilt, y)
        UndersampledClassifier(make_pipeline(SimpleImputer(), LogisticRegression())).fit(spoilt, y)


def test_calibration_as_the_message_advises_and_not_fitted():
    X, y = sample()
    advised = UndersampledClassifier(CalibratedClassifierCV(LinearSVC(), ensemble=False), random_state=0)
    assert roc_auc_score(y, advised.fit(X, y).predict_proba(X)[:, 1]) > 0.8
    for method in ("predict", "predict_proba", "undersampled_proba"):
        with pytest.raises(NotFittedError):
            getattr(UndersampledClassifier(), method)(X)


def test_order_of_positional_parameters():
    learner = UndersampledClassifier(LogisticRegression(), 0.5, False, 2, 7)
    assert (learner.beta, learner.correct, learner.n_undersamples, learner.random_state) == (0.5, False, 2, 7)


class Weighing(Counting):
    """Remembers the weights, too."""

    def fit(self, X, y, sample_weight=None):
        self.weights_ = sample_weight
        return super().fit(X, y)


def test_the_users_weights_go_to_the_rows_kept():
    X, y = sample()
    own = np.random.default_rng(0).random(1000)
    learner = UndersampledClassifier(Weighing(), n_undersamples=2, random_state=0).fit(X, y, sample_weight=own)
    places = {tuple(row): i for i, row in enumerate(X)}
    for model in learner.estimators_:
        np.testing.assert_array_equal(model.weights_, own[[places[tuple(row)] for row in model.X_]])
    assert UndersampledClassifier(Weighing()).fit(X, y).estimators_[0].weights_ is None


def test_priors_and_thresholds_are_shares_of_the_users_weights():
    X, y = sample()
    plain = UndersampledClassifier(random_state=0).fit(X, y)
    double = UndersampledClassifier(random_state=0).fit(X, y, sample_weight=np.full(1000, 2.0))
    np.testing.assert_allclose([double.prior_, double.threshold_], [plain.prior_, plain.threshold_])
    learner = UndersampledClassifier(random_state=0).fit(X, y, sample_weight=np.where(y == 1, 3.0, 1.0))
    assert learner.beta_ == plain.beta_  # rows are drawn whatever their weight
    assert learner.prior_ == pytest.approx(300 / 1200)
    assert learner.undersampled_prior_ == pytest.approx(300 / 400)
    assert learner.corrected_threshold_ == pytest.approx(learner.prior_)


@pytest.mark.parametrize("n_undersamples", [1, 5])
def test_weighted_and_corrected_probabilities_are_those_of_the_weighted_sample(n_undersamples):
    X, y = sample(9000, 3000)
    own = np.where(y == 1, 2.0, 0.5) * np.random.default_rng(0).uniform(0.5, 1.5, size=len(y))
    learner = UndersampledClassifier(LogisticRegression(), 0.5, n_undersamples=n_undersamples, random_state=0)
    p = learner.fit(X, y, sample_weight=own).predict_proba(X)[:, 1]
    whole = LogisticRegression().fit(X, y, sample_weight=own).predict_proba(X)[:, 1]
    assert np.abs(p - whole).mean() < 0.02
    unweighted = LogisticRegression().fit(X, y).predict_proba(X)[:, 1]
    assert np.abs(p - unweighted).mean() > 0.1


def test_weights_that_make_no_sense_are_refused(one_sentence):
    X, y = sample(40, 20)
    fit = UndersampledClassifier(KNeighborsClassifier()).fit
    assert "KNeighborsClassifier takes no sample_weight" in one_sentence(fit, X, y, sample_weight=np.ones(60))
    fit = UndersampledClassifier().fit
    assert "for some row of each class" in one_sentence(fit, X, y, sample_weight=1.0 * (y == 1))
    with pytest.raises(ValueError, match="sample_weight"):
        fit(X, y, sample_weight=np.ones(3))
    with pytest.raises(ValueError, match=r"[Nn]egative"):
        fit(X, y, sample_weight=-np.ones(60))
