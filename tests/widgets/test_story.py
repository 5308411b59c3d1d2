"""Steps: presets with questions, in their order."""

import pytest
from person import move, press

from shiftlab import experiments
from shiftlab_widgets import explore

PRESETS = experiments.get("undersampling").presets
STEPS = [("Milder undersampling", "How far does it drift?"), ("Separated classes (figure 3, right)", "And now?")]


def where(explorer):
    return explorer.preset_shown, explorer.question, explorer.step_shown, explorer.steps_left


def test_steps_begin_with_the_first_and_show_their_questions():
    explorer = explore("undersampling", steps=STEPS)
    first, second = ("Step 1 of 2", STEPS[0][1], 0, 1), ("Step 2 of 2", STEPS[1][1], 1, 0)
    assert where(explorer) == first
    press(explorer, "step")
    assert where(explorer) == second
    move(explorer, mu=12.0)
    assert where(explorer) == ("", *second[1:])  # the question stays while one plays with it
    press(explorer, "step")
    assert where(explorer) == first
    explorer.step()
    explorer.reset()
    assert where(explorer) == first


def test_with_settings_of_its_own_it_asks_nothing_until_the_first_step():
    explorer = explore("undersampling", steps=STEPS, n=1000)
    assert where(explorer) == ("", "", -1, 2)
    explorer.step()
    assert where(explorer) == ("Step 1 of 2", STEPS[0][1], 0, 1)


def test_a_step_has_a_name_that_tells_nothing_and_can_be_chosen_by_it():
    explorer = explore("undersampling", steps=STEPS)
    assert explorer.presets == ["Step 1 of 2", "Step 2 of 2"]
    press(explorer, "preset", name="Step 2 of 2")
    assert explorer.settings == PRESETS[STEPS[1][0]]


def test_a_preset_that_is_chosen_is_the_place_where_one_is():
    explorer = explore("undersampling", steps=STEPS)
    explorer.preset(STEPS[1][0])
    assert where(explorer) == ("Step 2 of 2", STEPS[1][1], 1, 0)


def test_one_preset_can_be_asked_about_twice():
    explorer = explore("undersampling", steps=[(STEPS[0][0], "First?"), (STEPS[0][0], "Second?")])
    assert explorer.question == "First?"
    explorer.step()
    assert explorer.question == "Second?"
    assert explorer.steps_left == 0


def test_without_steps_all_presets_are_the_story():
    explorer = explore("undersampling")
    assert where(explorer) == (next(iter(PRESETS)), "", 0, len(PRESETS) - 1)


def test_a_step_that_is_no_preset_is_refused(one_sentence):
    assert "Milder undersampling" in one_sentence(explore, "undersampling", steps=[("Milder undersamplings", "?")])


def test_controls_beside_the_picture_are_some_of_the_settings(one_sentence):
    assert explore("undersampling", controls=["mu", "beta"]).beside == ["mu", "beta"]
    assert "did you mean 'beta'" in one_sentence(explore, "undersampling", controls=["beto"])
    many = ["mu", "beta", "sigma", "prior", "n"]
    assert "At most 4" in one_sentence(explore, "undersampling", controls=many)


def test_play_goes_through_the_steps(monkeypatch):
    explorer = explore("undersampling", steps=STEPS, n=1000)
    shown = []
    explorer.observe(lambda change: shown.append(change["new"]), "step_shown")
    explorer.play()  # without a loop nothing waits
    assert shown == [0, 1]
    assert not explorer.playing


@pytest.mark.parametrize("name", experiments.names())
def test_no_two_presets_are_the_same(name):
    presets = experiments.get(name).presets
    assert len(set(presets.values())) == len(presets)
