"""What holds for every weigher: parameters, scale, refusals, and answers to samples nobody wants."""

import pickle
import warnings

import numpy as np
import pandas as pd
import pytest
from gaussians import plane, toy
from scipy import sparse
from scipy.stats import norm
from sklearn.base import BaseEstimator, clone
from sklearn.exceptions import NotFittedError
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import PolynomialFeatures, StandardScaler

from shiftlab import weights
from shiftlab.weights import (
    KLIEP,
    DiscriminativeRatio,
    GaussianRatio,
    InformationCriterionRatio,
    KernelDensityRatio,
    KernelMeanMatching,
    KnownRatio,
    NearestNeighborRatio,
    RelativeULSIF,
    SelectionProbability,
    ShiftWarning,
    Transformed,
    Weigher,
)
from shiftlab.weights.base import effective_sample_size


def mean_of_columns(centre):
    def density(X):
        return norm(centre, 1).pdf(X[:, 0])

    return density


KNOWN = KnownRatio(mean_of_columns(0.0), mean_of_columns(1.0))
WEIGHERS = {
    "known": KNOWN,
    "kernel density": KernelDensityRatio(),
    "information criterion": InformationCriterionRatio(KNOWN),
    "discriminative": DiscriminativeRatio(),
    "selection": SelectionProbability(),
    "KMM": KernelMeanMatching(),
    "KLIEP": KLIEP(random_state=0),
    "RuLSIF": RelativeULSIF(random_state=0),
    "uLSIF": RelativeULSIF(alpha=0.0, random_state=0),
    "Gaussian": GaussianRatio(),
    "nearest neighbors": NearestNeighborRatio(),
    "transformed": Transformed(StandardScaler(), KLIEP(random_state=0)),
}
FUNCTIONS = [name for name in WEIGHERS if name not in {"information criterion", "KMM"}]
ESTIMATED = [name for name in WEIGHERS if name not in {"known", "information criterion"}]


def fit(name, X_source, X_target):
    weigher = clone(WEIGHERS[name])
    if isinstance(weigher, InformationCriterionRatio):
        y = np.random.default_rng(9).normal(size=len(X_source))
        return weigher.fit(X_source, X_target, y)
    return weigher.fit(X_source, X_target)


@pytest.fixture(params=WEIGHERS)
def name(request):
    return request.param


def test_every_weigher_is_tested():
    public = {getattr(weights, name) for name in weights.__all__}
    weighers = {kind for kind in public if isinstance(kind, type) and issubclass(kind, Weigher)} - {Weigher}
    assert {type(weigher) for weigher in WEIGHERS.values()} == weighers


def test_parameters_clones_and_pickles(name):
    weigher = WEIGHERS[name]
    assert isinstance(weigher, Weigher)
    assert isinstance(weigher, BaseEstimator)
    copy = clone(weigher).set_params(**weigher.get_params(deep=False))
    assert repr(copy) == repr(weigher)
    assert not any(attribute.endswith("_") for attribute in vars(copy))
    problem = plane(50)
    fitted = fit(name, problem.X_source, problem.X_target)
    assert fitted.get_params().keys() == weigher.get_params().keys()
    assert not hasattr(clone(fitted), "weights_")


def test_pickled_weights_are_the_same():
    problem = plane(50)
    for name in ESTIMATED:
        fitted = fit(name, problem.X_source, problem.X_target)
        np.testing.assert_array_equal(pickle.loads(pickle.dumps(fitted)).weights_, fitted.weights_)


def test_weights_have_the_scale_of_the_ratio(name):
    problem = plane(400)
    weights_ = fit(name, problem.X_source, problem.X_target).weights_
    assert weights_.shape == (400,)
    assert weights_.dtype == np.float64
    assert (weights_ >= 0).all()
    assert 0.7 < weights_.mean() < 1.3
    # a weight is larger where the target is denser: an inverted ratio has the opposite order
    assert np.corrcoef(weights_, problem.ratio(problem.X_source))[0, 1] > 0.6


@pytest.mark.parametrize("name", ESTIMATED)
def test_without_a_shift_the_means_agree(name):
    X_source, X_target = np.random.default_rng(0).normal(size=(2, 400, 2))
    weights_ = fit(name, X_source, X_target).weights_
    by_chance, apart = (
        np.abs(np.average(X_source, axis=0, weights=those) - X_target.mean(axis=0)).max()
        for those in (np.ones(400), weights_)
    )
    assert apart <= max(0.1, by_chance + 1e-12)  # weights of 1 are the truth, whatever the means are by chance


def test_fits_do_not_remember_each_other_and_repeat_themselves(name):
    problem, other = plane(60), plane(80, seed=1)
    weigher = fit(name, problem.X_source, problem.X_target)
    first = weigher.weights_.copy()
    labels = (np.arange(80.0) ** 2,) if isinstance(weigher, InformationCriterionRatio) else ()
    weigher.fit(other.X_source, other.X_target, *labels)
    assert weigher.weights_.shape == (80,)
    np.testing.assert_array_equal(fit(name, problem.X_source, problem.X_target).weights_, first)


def test_samples_are_left_as_they_were(name):
    problem = plane(50)
    before = problem.X_source.copy(), problem.X_target.copy()
    fit(name, problem.X_source, problem.X_target)
    np.testing.assert_array_equal(problem.X_source, before[0])
    np.testing.assert_array_equal(problem.X_target, before[1])


def test_kinds_of_input(name):
    problem = plane(50)
    X_source, X_target = np.round(problem.X_source, 1), np.round(problem.X_target, 1)
    expected = fit(name, X_source, X_target).weights_
    for kind in (np.ndarray.tolist, pd.DataFrame, np.asfortranarray):
        np.testing.assert_allclose(fit(name, kind(X_source), kind(X_target)).weights_, expected, rtol=1e-9)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_the_function_gives_the_weights_and_new_values(name):
    problem, new = plane(300), plane(20, seed=5)
    weigher = fit(name, problem.X_source, problem.X_target)
    if isinstance(weigher, KernelDensityRatio):  # a source row is no new row to it, unless it is told so
        weigher = clone(weigher).set_params(leave_one_out=False).fit(problem.X_source, problem.X_target)
    np.testing.assert_allclose(weigher.ratio(problem.X_source), weigher.weights_, rtol=1e-9, atol=1e-12)
    values = weigher.ratio(new.X_source)
    assert values.shape == (20,)
    assert (values >= 0).all()


@pytest.mark.parametrize("name", FUNCTIONS)
def test_the_function_is_refused_what_the_fit_is(name, one_sentence):
    problem = plane(50)
    with pytest.raises(NotFittedError):
        clone(WEIGHERS[name]).ratio(problem.X_source)
    weigher = fit(name, problem.X_source, problem.X_target)
    assert "2 columns" in one_sentence(weigher.ratio, problem.X_source[:, :1])
    assert "finite" in one_sentence(weigher.ratio, problem.X_source * np.nan)


OK = plane(20).X_source


def spoilt(value):
    X = OK.copy()
    X[3, 1] = value
    return X


REFUSED = {
    "NaN in the source": (spoilt(np.nan), OK, "X_source must be finite"),
    "infinity in the target": (OK, spoilt(np.inf), "X_target must be finite"),
    "no source row": (OK[:0], OK, "X_source must have at least one row"),
    "no target row": (OK, OK[:0], "X_target must have at least one row"),
    "no column": (OK[:, :0], OK[:, :0], "at least one row and one column"),
    "other widths": (OK, OK[:, :1], "same columns"),
    "a vector": (OK[:, 0], OK, "X_source must have two axes"),
    "words": (OK, [["a", "b"]], "X_target must be numbers"),
    "sparse": (sparse.csr_array(OK), OK, "dense"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_is_no_sample_is_refused_in_one_sentence(name, case, one_sentence):
    X_source, X_target, message = REFUSED[case]
    weigher = clone(WEIGHERS[name])
    labels = (np.zeros(20),) if isinstance(weigher, InformationCriterionRatio) else ()
    assert message in one_sentence(weigher.fit, X_source, X_target, *labels)


def hostile():
    rng = np.random.default_rng(0)
    X_source, X_target = rng.normal(size=(40, 2)), rng.normal(0.5, 1, size=(30, 2))
    constant = np.ones((1, 1))
    return {
        "one column is constant": [np.column_stack([X[:, :1], np.full(len(X), 3.0)]) for X in (X_source, X_target)],
        "all columns are constant": [np.repeat(constant, 7, axis=0), np.repeat(constant, 5, axis=0)],
        "different constants": [np.zeros((7, 1)), np.ones((5, 1))],
        "duplicate rows": [np.repeat(X_source[:4], 10, axis=0), np.repeat(X_target[:3], 10, axis=0)],
        "the same rows": [X_source, X_source],
        "wildly different scales": [X * [1e8, 1e-8] for X in (X_source, X_target)],
        "large values": [X * 1e160 for X in (X_source, X_target)],
        "small values": [X * 1e-160 for X in (X_source, X_target)],
        "one target row": [X_source, X_target[:1]],
        "one source row": [X_source[:1], X_target],
        "one row each": [X_source[:1], X_target[:1]],
        "more columns than rows": [rng.normal(size=(5, 50)), rng.normal(size=(4, 50))],
    }


@pytest.mark.parametrize("case", hostile())
@pytest.mark.parametrize("name", ESTIMATED)
@pytest.mark.filterwarnings("ignore::shiftlab.weights.ShiftWarning")
def test_samples_nobody_wants_are_weighed_or_refused_in_one_sentence(name, case, answer_or_sentence):
    X_source, X_target = hostile()[case]
    with warnings.catch_warnings():
        warnings.simplefilter("error", RuntimeWarning)
        weights_ = answer_or_sentence(lambda: fit(name, X_source, X_target).weights_)
    if weights_ is not None:
        assert np.isfinite(weights_).all()
        assert (weights_ >= 0).all()


@pytest.mark.parametrize("name", ESTIMATED)
def test_a_constant_column_changes_nothing(name):
    problem = toy(100)
    with_constant = [np.column_stack([X, np.full(len(X), 7.0)]) for X in problem[:2]]
    np.testing.assert_allclose(
        fit(name, *with_constant).weights_, fit(name, *problem[:2]).weights_, rtol=1e-6, atol=1e-9
    )


# a parabola, for a single target row in the middle of the source
PARABOLA = make_pipeline(PolynomialFeatures(2), StandardScaler(), LogisticRegression(C=100.0))
NOTHING_TO_CHOOSE = {
    "discriminative": {"estimator": PARABOLA},
    "selection": {"estimator": PARABOLA},
    "kernel density": {"bandwidth": 0.5},
    "KMM": {"B": 5.0},
    "KLIEP": {"gamma": 1.0},
    "RuLSIF": {"gamma": 1.0, "penalty": 0.1},
    "uLSIF": {"gamma": 1.0, "penalty": 0.1},
    "nearest neighbors": {"n_neighbors": 5},
    "transformed": {"weigher__gamma": 1.0},
}


@pytest.mark.parametrize("name", [name for name in ESTIMATED if name != "Gaussian"])  # one row has no width
def test_one_target_row_is_enough_where_nothing_must_be_chosen(name):
    weigher = clone(WEIGHERS[name]).set_params(**NOTHING_TO_CHOOSE[name])
    X_source = np.linspace(-2, 2, 41)[:, np.newaxis]
    weights_ = weigher.fit(X_source, [[1.0]]).weights_
    assert X_source[np.argmax(weights_), 0] == pytest.approx(1.0, abs=0.6)


@pytest.mark.parametrize("name", ESTIMATED)
@pytest.mark.parametrize("distance", [6, 30, 1000])
def test_disjoint_supports_are_warned_about_at_the_line_that_called(name, distance):
    rng = np.random.default_rng(0)
    X_source, X_target = rng.normal(size=(200, 2)), rng.normal(distance, 1, size=(200, 2))
    with pytest.warns(
        ShiftWarning, match=r"200 of 200 target rows have no counterpart among the source rows"
    ) as caught:
        fit(name, X_source, X_target)
    assert {warning.filename for warning in caught} == {__file__}


@pytest.mark.parametrize("name", ESTIMATED)
@pytest.mark.filterwarnings("ignore::shiftlab.weights.ShiftWarning")
def test_the_effective_size_said_is_that_of_the_weights(name):
    rng = np.random.default_rng(0)
    X_source, X_target = rng.normal(size=(200, 2)), rng.normal(4, 0.3, size=(50, 2))
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        size = effective_sample_size(fit(name, X_source, X_target).weights_)
    said = [str(warning.message) for warning in caught if "effective sample size" in str(warning.message)]
    assert len(said) == (size < 0.05 * 200)
    assert all(f"the 200 rows, weighted, are worth {size:.1f} " in sentence for sentence in said)
