"""Which settings a page has."""

import pytest

from shiftlab import experiments
from shiftlab.experiments.settings import as_dict
from shiftlab_widgets.page.moving.grid import LEVELS, Grid, evenly, settings_of

UNDERSAMPLING = experiments.get("undersampling")


@pytest.fixture
def grid():
    return Grid(UNDERSAMPLING, UNDERSAMPLING.Settings(), ["mu", "beta"])


@pytest.mark.parametrize("name", experiments.names())
def test_presets_are_on_every_grid(name):
    """Of an explorer that nobody has told which controls matter, too."""
    experiment = experiments.get(name)
    grid = Grid(experiment, experiment.Settings())
    for level in range(len(LEVELS)):
        for settings in grid.origins.values():
            for field, value in as_dict(settings).items():
                assert value in grid.values(field, level)


@pytest.mark.parametrize("name", experiments.names())
def test_a_finer_grid_has_what_a_coarser_one_has(name):
    """So it can be taken back by dropping values."""
    grid = Grid(experiments.get(name), experiments.get(name).Settings())
    for level in range(len(LEVELS) - 1):
        for field in grid.fields:
            coarse, fine = grid.values(field, level), grid.values(field, level + 1)
            assert [value for value in fine if value in coarse] == coarse


def test_two_controls_move_together_and_the_others_alone(grid):
    product = list(grid.product(3))
    mus, betas = ({values[name] for values in product} for name in ("mu", "beta"))
    assert len(product) == len(mus) * len(betas)
    assert {values["sigma"] for values in product} == {3.0}
    for name, settings in grid.origins.items():
        base = as_dict(settings)
        for values in grid.alone(name, 3):
            assert sum(values[field] != base[field] for field in base) == 1


def test_a_control_that_does_not_apply_does_not_move(grid):
    assert all(values["trees"] == 50 for values in grid.alone("", 5))
    forest = next(name for name, settings in grid.origins.items() if name and settings.learner == "forest")
    assert len({values["trees"] for values in grid.alone(forest, 5)}) > 2


def test_the_values_of_a_control_reach_from_end_to_end(grid):
    assert grid.values("mu", 0)[0] == 0.0
    assert grid.values("mu", 0)[-1] == 15.0


def test_without_controls_those_move_together_that_the_presets_move_most():
    assert Grid(UNDERSAMPLING, UNDERSAMPLING.Settings()).pair == ("mu", "beta")


def test_a_number_of_values_is_kept_to():
    grid = Grid(UNDERSAMPLING, UNDERSAMPLING.Settings(), ["sigma", "n"], most=4)
    needed = {settings.sigma for settings in grid.origins.values()}
    assert len(grid.values("sigma", len(LEVELS) - 1)) <= 4 + len(needed)


def test_one_control_moves_without_another(grid):
    one = Grid(UNDERSAMPLING, UNDERSAMPLING.Settings(), ["mu"])
    assert {values["beta"] for values in one.product(3)} == {UNDERSAMPLING.Settings().beta}


def test_a_control_that_is_none_is_refused(one_sentence):
    assert "'sigma'" in one_sentence(Grid, UNDERSAMPLING, UNDERSAMPLING.Settings(), ["sigmar"])


def test_settings_that_do_not_fit_together_give_their_sentence():
    refused = settings_of(UNDERSAMPLING, {**as_dict(UNDERSAMPLING.Settings()), "beta": 0.001})
    assert isinstance(refused, str)
    assert "beta" in refused


def test_values_are_dropped_evenly():
    assert evenly(range(11), 3, {4}) == [0, 4, 5, 10]
    assert evenly(range(3), 5, ()) == [0, 1, 2]
