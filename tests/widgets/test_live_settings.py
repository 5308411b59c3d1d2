"""Settings as traits: links both ways, values that bounce back, and nothing left after a close."""

import asyncio
import gc
import weakref

import ipywidgets as w
import pytest
import traitlets as t
from ipywidgets.widgets import widget
from person import move

from shiftlab import experiments
from shiftlab_widgets import explore, timing

BETA = 1 / 9


@pytest.fixture
def sent(explorer, monkeypatch):
    """The states that go to the page, one dict a message."""
    states = []
    monkeypatch.setattr(
        explorer, "_send", lambda message, buffers=None: states.append(message.get("state", message)), raising=True
    )
    return states


@pytest.mark.parametrize("name", experiments.names())
def test_every_setting_is_a_trait_of_its_type(name):
    explorer = explore(name)
    kinds = {bool: t.Bool, int: t.Int, float: t.Float, str: t.Unicode}
    for field in explorer.experiment.fields:
        trait = explorer.traits(sync=True)[f"setting_{field.name}"]
        assert type(trait) is kinds[field.type]
        assert getattr(explorer, f"setting_{field.name}") == getattr(explorer.settings, field.name)
    explorer.close()


def test_a_trait_moves_the_picture_and_a_move_the_trait(explorer):
    explorer.setting_mu = 5
    assert explorer.settings.mu == 5.0
    assert explorer.text.startswith("μ = 5,")
    move(explorer, mu=7.0)
    assert explorer.setting_mu == 7.0
    explorer.reset()
    assert explorer.setting_mu == 3.0


def test_a_value_that_does_not_fit_goes_back_with_a_sentence(explorer):
    explorer.setting_beta = 0.01
    assert explorer.error.startswith("beta=0.01 would leave more positives than negatives")
    assert explorer.setting_beta == explorer.values["beta"] == BETA
    explorer.setting_mu = 99.0
    assert "mu=99 does not fit" in explorer.error
    assert explorer.setting_mu == 3.0
    explorer.setting_mu = 4.0
    assert explorer.error == ""


def test_a_linked_widget_hears_that_its_value_was_refused(explorer):
    slider = w.FloatText(value=BETA)
    w.link((slider, "value"), (explorer, "setting_beta"))

    async def watch():
        slider.value = 0.01
        await asyncio.sleep(0.05)

    asyncio.run(watch())
    assert slider.value == explorer.setting_beta == BETA
    assert "beta=0.01" in explorer.error


def test_a_failure_takes_the_trait_back_too(explorer, monkeypatch):
    monkeypatch.delenv("SHIFTLAB_STRICT")
    monkeypatch.setitem(vars(explorer.experiment), "run", lambda _: 1 / 0)
    explorer.setting_mu = 5.0
    assert "ZeroDivisionError" in explorer.error
    assert explorer.setting_mu == explorer.settings.mu == 3.0


def test_two_linked_explorers_move_together_and_once_each(explorer, monkeypatch):
    other = explore("undersampling", n=1000)
    drawn = []
    for one in (explorer, other):
        draw = one.draw
        monkeypatch.setattr(one, "draw", lambda result, one=one, draw=draw: drawn.append(one) or draw(result))
    w.link((explorer, "setting_mu"), (other, "setting_mu"))
    move(explorer, mu=5.0)
    assert explorer.text == other.text
    assert drawn == [explorer, other]
    move(other, mu=6.0)
    assert explorer.text == other.text
    assert drawn == [explorer, other, other, explorer]
    other.close()


def test_linked_explorers_of_which_one_refuses_agree_in_the_end(explorer):
    other = explore("undersampling", n=1000, prior=0.02)
    w.link((explorer, "setting_beta"), (other, "setting_beta"))

    async def watch():
        other.setting_beta = 0.05  # too few negatives for the prior of the first
        await asyncio.sleep(0.05)

    asyncio.run(watch())
    assert explorer.setting_beta == other.setting_beta == BETA
    other.close()


def test_an_observer_that_moves_another_setting_has_the_last_word(explorer):
    explorer.observe(lambda change: explorer.set(sigma=change["new"] / 2), "setting_mu")
    explorer.setting_mu = 8.0
    assert (explorer.settings.mu, explorer.settings.sigma) == (8.0, 4.0)
    assert (explorer.setting_mu, explorer.setting_sigma) == (8.0, 4.0)


def test_what_the_page_sets_is_not_sent_back(explorer, sent):
    explorer.set_state({"setting_mu": 5})  # as `jslink` does it
    assert explorer.settings.mu == 5.0
    assert not any("setting_mu" in state for state in sent)
    sent.clear()
    explorer.set_state({"setting_beta": 0.01})
    assert [state["setting_beta"] for state in sent if "setting_beta" in state] == [BETA]


def test_several_traits_of_one_message_are_one_move(explorer):
    explorer.set_state({"setting_beta": 0.05, "setting_prior": 0.02})  # neither fits alone
    assert (explorer.settings.beta, explorer.settings.prior) == (0.05, 0.02)
    assert explorer.error == ""


def test_a_control_follows_and_moves_its_explorer(explorer):
    control = explorer.control("mu")
    assert control.value == 3.0
    control.value = 5.0
    assert explorer.text.startswith("μ = 5,")
    explorer.reset()
    assert control.value == 3.0
    explorer.control("beta").value = 0.01
    assert explorer.error.startswith("beta=0.01")
    assert explorer.control("beta").value == BETA
    control.close()
    explorer.set(mu=9.0)
    assert control.value == 3.0


def test_a_control_goes_where_any_widget_can_be(explorer):
    control = explorer.control("learner")
    assert isinstance(control, w.ValueWidget)
    box = w.VBox([explorer, control])
    w.link((control, "value"), (w.Dropdown(options=["exact", "logistic"]), "value"))
    assert box.children == (explorer, control)


def test_a_control_of_a_setting_that_there_is_not_is_refused(explorer, one_sentence):
    assert "did you mean 'sigma'" in one_sentence(explorer.control, "sigme")


def test_a_closed_explorer_frees_what_it_had():
    async def use():
        explorer = explore("undersampling", n=1000)
        explorer.control("mu").value = 5.0
        move(explorer, dragging=True, mu=6.0)
        explorer.play()
        explorer.close()
        assert not any(isinstance(later, timing.Later) and later.waiting for later in vars(explorer).values())
        assert not explorer.playing
        return weakref.ref(explorer)

    before = len(widget._instances)
    gone = asyncio.run(use())
    gc.collect()
    assert len(widget._instances) == before
    assert gone() is None


@pytest.mark.parametrize("name", ["undersampling", "kmm-selection", "transfer-cv"])
def test_an_explorer_is_two_models(name):
    before = len(widget._instances)
    explorer = explore(name)
    assert len(widget._instances) - before == 2
    explorer.close()


def test_explorers_of_one_experiment_share_their_traits():
    one, other = explore("undersampling", n=1000), explore("undersampling", n=1000)
    assert one.traits()["setting_mu"] is other.traits()["setting_mu"]
    one.setting_mu = 5.0
    assert other.settings.mu == other.setting_mu == 3.0
