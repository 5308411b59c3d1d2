"""GaussianRatio: the formula, what shrinkage does without and with a shift, and what it refuses."""

import numpy as np
import pytest
from gaussians import plane, toy
from scipy.stats import multivariate_normal
from sklearn.datasets import load_breast_cancer

from shiftlab.weights import GaussianRatio
from shiftlab.weights.base import effective_sample_size


def covariance(X):
    return np.atleast_2d(np.cov(X, rowvar=False))


def logs(source, target, X, shares=(0.0, 0.0)):
    """The definition, in the units that the columns have."""
    pooled = sum((len(rows) - 1) * covariance(rows) for rows in (source, target)) / (len(source) + len(target) - 2)
    return np.subtract(
        *(
            multivariate_normal(rows.mean(axis=0), (1 - share) * covariance(rows) + share * pooled).logpdf(X)
            for rows, share in ((target, shares[1]), (source, shares[0]))
        )
    )


@pytest.mark.parametrize("share", [0.0, 0.3, 1.0])
@pytest.mark.parametrize("draw", [toy, plane])
def test_the_logarithm_is_that_of_two_gaussians(draw, share):
    source, target = draw(80).X_source * 7 + 3, draw(80).X_target[:50] * 7 + 3
    weigher = GaussianRatio(shrinkage=share).fit(source, target)
    np.testing.assert_allclose(weigher.log_weights_, logs(source, target, source, (share, share)), atol=1e-9)
    np.testing.assert_allclose(weigher.weights_, np.exp(weigher.log_weights_))
    new = draw(20, seed=3).X_target * 7 + 3
    np.testing.assert_allclose(np.log(weigher.ratio(new)), logs(source, target, new, (share, share)), atol=1e-9)


def test_the_shares_are_those_that_are_used():
    # In two columns, which do not depend on each other, no mean is shrunk and no variance is raised.
    source, target = plane(300).X_source, plane(300).X_target * [0.7, 1.3]
    weigher = GaussianRatio().fit(source, target)
    shares = weigher.source_shrinkage_, weigher.target_shrinkage_
    assert all(0 < share < 0.5 for share in shares)
    assert weigher.mean_shrinkage_ == 0
    np.testing.assert_allclose(weigher.log_weights_, logs(source, target, source, shares), atol=1e-9)


def test_without_a_shift_many_columns_cost_little():
    rng = np.random.default_rng(0)
    shares, sizes, unshrunk = [], [], []
    for _ in range(10):
        source, target = rng.normal(size=(2, 200, 20))
        weigher = GaussianRatio().fit(source, target)
        shares.append((weigher.source_shrinkage_, weigher.target_shrinkage_, weigher.mean_shrinkage_))
        sizes.append(effective_sample_size(weigher.weights_) / 200)
        unshrunk.append(effective_sample_size(GaussianRatio(0.0).fit(source, target).weights_) / 200)
    assert (np.mean(shares, axis=0) > 0.8).all()
    assert min(sizes) > 0.8
    assert np.mean(unshrunk) < 0.5  # so that the shrinkage is what keeps them


@pytest.mark.filterwarnings("error::shiftlab.weights.ShiftWarning")
def test_random_halves_of_a_real_table_are_not_taken_for_a_shift():
    X, _ = load_breast_cancer(return_X_y=True)
    for seed in range(5):
        rows = np.random.default_rng(seed).permutation(len(X))
        weights = GaussianRatio().fit(X[rows[:284]], X[rows[284:]]).weights_
        assert effective_sample_size(weights) > 0.7 * 284


def test_shrinkage_helps_where_rows_are_few_and_falls_as_they_grow():
    spread = np.array([0.7, 0.8, 1.0, 1.0, 1.2, 0.9])
    shares, errors = {}, {}
    for n in (60, 600, 6000):
        weighers, found = [], []
        for seed in range(5):
            rng = np.random.default_rng(seed)
            source, target = rng.normal(size=(n, 6)), rng.normal(0.3, spread, size=(n, 6))
            truth = (source**2 / 2 - ((source - 0.3) / spread) ** 2 / 2).sum(axis=1) - np.log(spread).sum()
            weighers.append(GaussianRatio().fit(source, target))
            plain = GaussianRatio(shrinkage=0.0).fit(source, target)
            found.append([np.abs(one.log_weights_ - truth).mean() for one in (weighers[-1], plain)])
        shares[n] = np.mean([(w.source_shrinkage_, w.target_shrinkage_, w.mean_shrinkage_) for w in weighers], axis=0)
        errors[n] = np.mean(found, axis=0)
    assert (shares[60] > 2 * shares[600]).all()
    assert (shares[600] > 2 * shares[6000]).all()
    assert errors[60][0] < 0.8 * errors[60][1]
    assert errors[6000][0] == pytest.approx(errors[6000][1], rel=0.1)
    assert errors[60][0] > errors[600][0] > 2 * errors[6000][0]


def test_units_and_offsets_do_not_matter():
    source, target, _ = plane(100)
    source, target = (np.round(X * 2**20) / 2**20 for X in (source, target))  # exact with the offset
    moved = [X * [1.0, 1024.0] + 1e8 for X in (source, target)]
    np.testing.assert_allclose(
        GaussianRatio().fit(*moved).weights_, GaussianRatio().fit(source, target).weights_, rtol=1e-6
    )


def test_a_copied_column_changes_nothing_to_speak_of():
    source, target, _ = plane(200)
    twice = [X[:, [0, 1, 1]] for X in (source, target)]
    copied, once = GaussianRatio().fit(*twice), GaussianRatio().fit(source, target)
    np.testing.assert_allclose(copied.weights_, once.weights_, rtol=0.25)
    assert np.corrcoef(copied.log_weights_, once.log_weights_)[0, 1] > 0.99


def test_more_columns_than_rows_are_no_trouble():
    rng = np.random.default_rng(0)
    source, target = rng.normal(size=(30, 200)), rng.normal(size=(20, 200))
    weights = GaussianRatio().fit(source, target).weights_
    assert effective_sample_size(weights) > 0.5 * 30


def test_one_target_row_has_no_width_of_its_own():
    source = np.linspace(-2, 2, 41)[:, np.newaxis]
    weigher = GaussianRatio().fit(source, [[1.0]])
    assert weigher.target_shrinkage_ == 1
    steps = np.diff(weigher.log_weights_)
    np.testing.assert_allclose(steps, steps[0])  # linear: both covariances are the source's
    assert steps[0] > 0


def test_far_rows_have_the_largest_number_and_a_warning():
    rng = np.random.default_rng(0)
    weigher = GaussianRatio().fit(rng.normal(size=(100, 1)), rng.normal(0, 2, size=(100, 1)))
    with pytest.warns(UserWarning, match="infinite"):
        ratio = weigher.ratio([[1e9], [0.0]])
    assert np.isfinite(ratio).all()
    assert ratio[0] > 1e300 > 1 > ratio[1]


@pytest.mark.parametrize("shrinkage", [-0.1, 1.1, "none", np.nan, [0.1, 0.2]])
def test_another_shrinkage_is_refused(shrinkage, one_sentence):
    source, target, _ = plane(10)
    assert one_sentence(GaussianRatio(shrinkage).fit, source, target).startswith("shrinkage must be")


def test_samples_without_a_spread_are_refused(one_sentence):
    source, target, _ = plane(30)
    assert "at least 3 rows" in one_sentence(GaussianRatio().fit, source[:1], target[:1])
    assert "differ within the samples" in one_sentence(GaussianRatio().fit, np.zeros((7, 1)), np.ones((5, 1)))
    assert "X_target have no spread" in one_sentence(GaussianRatio().fit, source[:, :1], np.ones((5, 1)))
    copied = [X[:, [0, 1, 1]] for X in (source, target)]
    assert "depend on each other" in one_sentence(GaussianRatio(0.0).fit, *copied)


def test_a_sample_without_an_outlying_row_is_not_surer_of_its_covariance_than_the_other():
    rng = np.random.default_rng(0)
    source, target = rng.normal(size=(2, 200, 5))
    source[0, 0] = 12.0  # a tail that the target happened not to draw from
    for samples in ((source, target), (target, source)):
        weigher = GaussianRatio().fit(*samples)
        assert min(weigher.source_shrinkage_, weigher.target_shrinkage_) > 0.8
        assert effective_sample_size(weigher.weights_) > 0.8 * 200
