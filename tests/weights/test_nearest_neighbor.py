"""NearestNeighborRatio: its counts by hand, its mean, its choice of a number, and what it refuses."""

import numpy as np
import pytest
from gaussians import plane, toy
from sklearn.base import clone

from shiftlab.weights import NearestNeighborRatio, ShiftWarning

ALLOWED = 0.3
"""The mean absolute error of 4,000 weights; in the plane the best of 16, 32, ..., 512 neighbors has 0.22."""


def brute(source, target, X, k):
    """The definition, for rows without ties: how often each row of X would be among the k nearest."""
    counts = np.zeros(len(X))
    for z in target:
        radius = np.sort(np.linalg.norm(source - z, axis=1))[k - 1]
        counts += np.linalg.norm(X - z, axis=1) <= radius * (1 + 1e-12)
    return counts * len(source) / (len(target) * k)


@pytest.mark.parametrize("k", [1, 3, 20])
def test_weights_and_ratio_are_the_definition(k):
    problem, new = plane(60), plane(25, seed=4).X_target
    target = problem.X_target[:35]
    weigher = NearestNeighborRatio(k, scale=False).fit(problem.X_source, target)
    np.testing.assert_allclose(weigher.weights_, brute(problem.X_source, target, problem.X_source, k))
    np.testing.assert_allclose(weigher.ratio(new), brute(problem.X_source, target, new, k))
    pooled = np.concatenate([problem.X_source, target]).std(axis=0)
    scaled = NearestNeighborRatio(k).fit(problem.X_source, target)
    np.testing.assert_allclose(
        scaled.weights_, brute(problem.X_source / pooled, target / pooled, problem.X_source / pooled, k)
    )


def test_one_neighbor_counts_the_rows_in_voronoi_cells():
    source, target = np.array([[0.0], [10.0], [20.0]]), np.array([[1.0], [4.0], [6.0], [9.0], [2.0], [24.0]])
    weights = NearestNeighborRatio(1).fit(source, target).weights_
    np.testing.assert_allclose(weights, np.array([3, 2, 1]) * 3 / 6)


@pytest.mark.parametrize("d", [1, 5, 30])
@pytest.mark.parametrize("k", [1, 7, "cv"])
@pytest.mark.filterwarnings("ignore::shiftlab.weights.ShiftWarning")
def test_the_mean_weight_is_1_in_any_number_of_columns(d, k):
    rng = np.random.default_rng(0)
    source, target = rng.normal(size=(80, d)), rng.normal(0.5, 0.8, size=(50, d))
    assert NearestNeighborRatio(k).fit(source, target).weights_.mean() == pytest.approx(1, abs=1e-12)


def test_as_many_neighbors_as_rows_give_weights_of_1():
    problem = plane(40)
    for k in (40, 1000):
        weigher = NearestNeighborRatio(k).fit(problem.X_source, problem.X_target)
        assert weigher.n_neighbors_ == 40
        np.testing.assert_allclose(weigher.weights_, 1)


@pytest.mark.parametrize("k", [1, 4, "cv"])
def test_rows_at_the_same_distance_share_their_places(k):
    grid = np.array([[i / 10, j / 10] for i in range(8) for j in range(8)])  # 0.1 + 0.2 is not 0.3
    target = grid[grid[:, 0] > 0.35] + [0.05, 0]
    weights = NearestNeighborRatio(k, scale=False).fit(grid, target).weights_.reshape(8, 8)
    assert weights.mean() == pytest.approx(1, abs=1e-12)
    np.testing.assert_allclose(weights, weights[:, ::-1], atol=1e-12)  # as symmetric as the samples


def test_copies_of_a_row_share_its_weight():
    problem = plane(30)
    copies, k = np.repeat(problem.X_source, 4, axis=0), 5
    weights = NearestNeighborRatio(4 * k, scale=False).fit(copies, problem.X_target).weights_
    once = NearestNeighborRatio(k, scale=False).fit(problem.X_source, problem.X_target).weights_
    np.testing.assert_allclose(weights.reshape(30, 4), np.repeat(once[:, np.newaxis], 4, axis=1))


@pytest.mark.parametrize("offset", [0, 1e8])
def test_neither_an_offset_nor_units_change_the_weights(offset):
    problem = plane(100)
    rows = [np.round(X * 2**20) / 2**20 for X in (problem.X_source, problem.X_target)]  # exact with the offset
    units = np.array([1.0, 1024.0])
    moved = NearestNeighborRatio(5).fit(*(X * units + offset for X in rows)).weights_
    np.testing.assert_allclose(moved, NearestNeighborRatio(5).fit(*rows).weights_)


def test_without_a_shift_the_chosen_number_is_large_and_with_one_it_is_not():
    rng = np.random.default_rng(0)
    without, shifted = [], []
    for _ in range(10):
        X = rng.normal(size=(400, 3))
        without.append(NearestNeighborRatio().fit(X[:200], X[200:]).n_neighbors_)
        shifted.append(NearestNeighborRatio().fit(X[:200], X[200:] * 0.6 + 0.5).n_neighbors_)
    assert np.median(without) == 200
    assert np.mean(without) > 150
    assert 1 < np.median(shifted) < 50


@pytest.mark.parametrize("draw", [toy, plane])
def test_the_chosen_number_is_nearly_as_good_as_the_best(draw):
    def error(weigher):
        problems = [draw(300, seed) for seed in range(5)]
        return np.mean(
            [((weigher.fit(p.X_source, p.X_target).weights_ - p.ratio(p.X_source)) ** 2).mean() for p in problems]
        )

    errors = {k: error(NearestNeighborRatio(k)) for k in (1, 2, 4, 8, 16, 32, 64, 128, 300)}
    chosen = error(NearestNeighborRatio())
    assert chosen < 1.5 * min(errors.values())
    assert chosen < 0.5 * min(errors[1], errors[300])


@pytest.mark.parametrize("draw", [toy, plane])
def test_the_known_ratio_is_recovered_as_the_rows_grow(draw):
    few, many = (
        np.mean([np.abs(NearestNeighborRatio().fit(p.X_source, p.X_target).weights_ - p.ratio(p.X_source)) for p in ps])
        for ps in ([draw(n, seed) for seed in range(3)] for n in (100, 4000))
    )
    assert many < ALLOWED
    assert many < 0.6 * few
    # so that weights inverted, of another scale, or all the same would have failed
    problem = draw(4000)
    truth = problem.ratio(problem.X_source)
    for wrong in (1 / truth, 2 * truth, truth / 2, np.ones(4000)):
        assert np.abs(wrong - truth).mean() > 1.5 * ALLOWED


def test_of_many_rows_some_are_looked_at_and_the_number_grows_with_the_rows():
    rng = np.random.default_rng(0)
    numbers = []
    for n in (1000, 4000):
        source, target = rng.normal(size=(n, 2)), rng.normal(0.5, 0.7, size=(n, 2))
        weigher = NearestNeighborRatio().fit(source, target)
        np.testing.assert_array_equal(clone(weigher).fit(source, target).weights_, weigher.weights_)
        numbers.append(weigher.n_neighbors_)
    assert numbers[0] < numbers[1] < 1000


def test_many_columns_with_a_shift_are_warned_about():
    rng = np.random.default_rng(0)
    with pytest.warns(ShiftWarning):
        NearestNeighborRatio().fit(rng.normal(size=(200, 5)), rng.normal(4, 1, size=(200, 5)))


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"n_neighbors": 0}, 'n_neighbors must be "cv" or a whole number of at least 1, got 0.'),
        ({"n_neighbors": 2.0}, "n_neighbors must be"),
        ({"n_neighbors": "all"}, "n_neighbors must be"),
        ({"scale": "std"}, "scale must be True or False, got 'std'."),
    ],
)
def test_parameters_out_of_range_are_refused(parameters, message, one_sentence):
    problem = plane(10)
    assert message in one_sentence(NearestNeighborRatio(**parameters).fit, problem.X_source, problem.X_target)


def test_one_target_row_gives_no_choice(one_sentence):
    problem = plane(10)
    said = one_sentence(NearestNeighborRatio().fit, problem.X_source, problem.X_target[:1])
    assert "needs at least 2 rows in X_target" in said
