"""What a program and a person can ask of an explorer."""

import asyncio
import gc
import io
import threading
import time
import tracemalloc

import pytest
from PIL import Image

from shiftlab import experiments
from shiftlab.experiments.settings import as_dict
from shiftlab_widgets import Explorer, explore, spread, timing

PRESETS = experiments.get("undersampling").presets


def test_settings_are_taken_by_keyword_and_refused_with_one_sentence(one_sentence):
    assert explore("undersampling", mu=15).settings.mu == 15.0
    assert explore(experiments.get("undersampling"), n=500).settings.n == 500
    assert "mu" in one_sentence(explore, "undersampling", mu=99)
    assert "nu" in one_sentence(explore, "undersampling", nu=1)
    assert "undersampling" in one_sentence(explore, "undersample")


@pytest.mark.parametrize("name", PRESETS)
def test_every_preset_runs(explorer, name):
    explorer.preset(name)
    preset = explorer.experiment.presets[name]
    assert explorer.settings == preset
    assert explorer.text == explorer.experiment.describe(explorer.experiment.run(preset))
    assert explorer.toolbar.presets.value == name


def test_an_unknown_preset_is_refused_with_one_sentence(explorer, one_sentence):
    assert "A forest that spoils it" in one_sentence(explorer.preset, "A forest which spoils it")
    assert "experiment.presets" in one_sentence(explorer.preset, "figure 9")


@pytest.mark.parametrize("changes", [{}, {"seed": 7, "mu": 1.25}])
@pytest.mark.parametrize("name", ["The threshold moves with it", "A forest that spoils it", "Averaging undersamples"])
def test_code_for_these_settings_reproduces_the_result(name, changes, capsys):
    settings = experiments.get("undersampling").presets[name].changed(**changes)
    explorer = explore("undersampling", **as_dict(settings))
    names: dict = {}
    exec(explorer.code(), names)
    assert names["settings"] == explorer.settings
    assert capsys.readouterr().out.strip() == explorer.text
    assert explorer.panel.code == explorer.code()


def test_presets_are_listed_in_the_order_of_the_story_and_stepped_through(explorer):
    listed = [label for label, _ in explorer.toolbar.presets.options]
    assert listed == ["(own settings)", *(f"{i}. {name}" for i, name in enumerate(PRESETS, start=1))]
    seen = []
    for _ in range(len(PRESETS) + 1):
        explorer.toolbar.buttons["step"].click()
        seen.append(explorer.toolbar.presets.value)
    assert seen == [*PRESETS, next(iter(PRESETS))]
    explorer.set(mu=4.0)
    assert explorer.toolbar.presets.label == "(own settings)"


def test_a_preset_is_chosen_from_the_list(explorer):
    explorer.toolbar.presets.value = "Milder undersampling"
    assert explorer.settings == PRESETS["Milder undersampling"]


def test_play_presets_ends_with_the_last(explorer):
    explorer.play_presets()
    assert explorer.settings == list(explorer.experiment.presets.values())[-1]


def test_play_goes_on_by_itself_and_stops(explorer, monkeypatch):
    monkeypatch.setattr("shiftlab_widgets.explorer.PAUSE", 0.02)
    button = explorer.toolbar.buttons["play"]

    async def watch():
        button.click()
        assert button.description == "Stop"
        await asyncio.sleep(0.3)
        button.click()
        assert button.description == "Play"
        stopped_at = explorer.settings
        await asyncio.sleep(0.1)
        assert explorer.settings == stopped_at

    asyncio.run(watch())
    assert explorer.settings in list(explorer.experiment.presets.values())[1:]


def test_a_person_who_moves_a_control_stops_the_play(explorer):
    async def watch():
        explorer.play()
        explorer.controls["mu"].main.value = 7.0
        assert explorer.toolbar.buttons["play"].description == "Play"

    asyncio.run(watch())
    assert explorer.settings.mu == 7.0


def test_with_reduced_motion_play_is_one_step(explorer):
    explorer.panel.reduced_motion = True
    explorer.toolbar.buttons["play"].click()
    assert explorer.settings == next(iter(PRESETS.values()))
    assert explorer.toolbar.buttons["play"].description == "Play"


def test_new_seed_changes_the_seed_alone(explorer):
    before = explorer.settings
    explorer.controls["seed"].children[1].click()
    assert explorer.settings.seed != before.seed
    assert explorer.settings == before.changed(seed=explorer.settings.seed)


def test_twenty_seeds_give_ranges_that_hold_each_seed(explorer):
    explorer.set(learner="logistic")
    text, frame = explorer.text, explorer.view.frame
    told = explorer.seeds(20)
    assert told.startswith("Over 20 seeds: μ = 3, β = 0.111")
    assert told in explorer.view.note
    assert " to " in told
    assert explorer.text == text  # the picture is still that of its own seed
    assert explorer.view.frame != frame  # with ghosts
    assert explorer.settings.seed == 0
    explorer.set(mu=4.0)
    assert "seeds" not in explorer.view.note
    assert not explorer.view.picture.ghosts


def test_twenty_seeds_can_be_stopped(explorer):
    button = explorer.controls["seed"].children[2]
    text = explorer.text

    async def watch():
        button.click()
        assert button.description == "Stop"
        await asyncio.sleep(0.01)
        button.click()
        assert button.description == "20 seeds"

    asyncio.run(watch())
    assert explorer.text == text
    assert explorer.view.note == ""


def test_quick_runs_are_said_to_be_quick():
    explorer = explore("undersampling", learner="forest", n=5000, trees=20)
    assert "Quick runs: n=2000, trees=10." in explorer.seeds(3)


def test_ranges_of_a_sentence():
    assert spread.sentence(["a 1.5", "a 1.5"]) == "Over 2 seeds: a 1.5"
    assert spread.sentence(["a -1 of 2", "a -3 of 2"]) == "Over 2 seeds: a -3 to -1 of 2"
    assert spread.sentence(["up 1", "down 2"]) == "Over 2 seeds; the first says: up 1"


def test_pinned_curves_stay_until_they_are_unpinned(explorer):
    buttons, plain = explorer.toolbar.buttons, explorer.view.frame
    buttons["pin"].click()
    assert "Pinned: n=1000." in explorer.view.note
    explorer.set(beta=0.5)
    pinned = explorer.view.frame
    explorer.view.theme = "dark"
    explorer.view.theme = "light"
    assert explorer.view.frame == pinned
    assert "shiftlab-hidden" not in buttons["unpin"]._dom_classes
    buttons["unpin"].click()
    assert explorer.view.frame != pinned
    explorer.reset()
    assert explorer.view.frame == plain
    assert explorer.view.note == ""
    assert "shiftlab-hidden" in buttons["unpin"]._dom_classes


def test_lecture_size(explorer):
    explorer.toolbar.buttons["size"].click()
    assert explorer.view.natural == [1280, 720]
    assert explorer.figure.axes[0].title.get_fontsize() >= 18
    explorer.toolbar.buttons["size"].click()
    assert explorer.view.natural == [700, 400]


def test_a_drag_shows_the_coarse_result_and_then_the_full_one(monkeypatch):
    explorer = explore("undersampling", learner="forest", n=3000, trees=12)
    runs = []
    run = explorer.experiment.run
    monkeypatch.setitem(vars(explorer.experiment), "run", lambda settings: runs.append(settings) or run(settings))

    async def drag():
        slider = explorer.controls["leaf"].main
        for _ in range(3):
            slider.set_state({"index": slider.index + 1})  # as a message from the page
            await asyncio.sleep(0.01)
        wanted = explorer.settings
        assert [s.trees for s in runs] == [10, 10, 10]
        assert explorer.text != explorer.experiment.describe(run(wanted))
        await asyncio.sleep(timing.FULL + 0.3)
        assert runs[3:] == [wanted]
        assert explorer.text == explorer.experiment.describe(run(wanted))

    asyncio.run(drag())


def drag(explorer, name):
    """One step of that slider, as a message from the page; the value it then has."""
    slider = explorer.controls[name].main
    slider.set_state({"index": slider.index + 1})
    return slider.value


@pytest.mark.parametrize(
    ("then", "other"),
    [
        (lambda explorer: explorer.set(sigma=2.0), {"sigma": 2.0}),
        (lambda explorer: explorer.controls["sigma"].box.set_state({"value": 2.0}), {"sigma": 2.0}),
        (lambda explorer: explorer.pin(), {}),
        (lambda explorer: explorer.new_seed(), {}),
    ],
    ids=["a program's setting", "another control", "a pin", "a new seed"],
)
def test_a_move_that_waits_to_be_drawn_is_not_lost_to_what_comes_next(explorer, then, other):
    async def main():
        wanted = drag(explorer, "mu")
        assert explorer.settings.mu != wanted  # it waits
        then(explorer)
        return wanted

    wanted = {"mu": asyncio.run(main())} | other
    assert {name: getattr(explorer.settings, name) for name in wanted} == wanted
    assert explorer.controls["mu"].main.value == wanted["mu"]


@pytest.mark.parametrize("then", ["reset", "step"])
def test_a_move_that_waits_is_older_than_a_reset_or_a_preset(explorer, then):
    async def main():
        drag(explorer, "mu")
        getattr(explorer, then)()
        shown = explorer.settings
        await asyncio.sleep(0.01)
        return shown

    assert asyncio.run(main()) == explorer.settings


def test_no_move_is_lost_when_two_threads_draw(explorer):
    """JupyterLab's messages to a widget and a running cell may reach the kernel on two threads."""
    stop, seen = threading.Event(), []

    def rest():
        while not stop.is_set():
            explorer.view.sharpen()
            time.sleep(0.001)  # or the other would hardly ever get its turn

    other = threading.Thread(target=rest)
    other.start()
    try:
        for mu in [7.25, 3.0] * 10:
            explorer.set(mu=mu)
            seen.append((explorer.text.startswith(f"μ = {mu:g},"), explorer.view.error))
    finally:
        stop.set()
        other.join()
    assert seen == [(True, "")] * 20


def test_a_move_that_comes_while_an_older_one_is_drawn_is_not_taken_back(explorer):
    """The page would make its next step from the older value, and a key press would be lost."""
    slider, shown = explorer.controls["mu"].main, []
    older, newer = slider.index + 1, slider.index + 2
    slider.observe(lambda change: shown.append(change["new"]), "index")
    move = threading.Thread(target=slider.set_state, args=({"index": newer},))
    draw = explorer.view.draw

    def while_it_draws(result):
        explorer.view.draw = draw
        move.start()
        patience = time.monotonic() + 10
        while slider.index != newer and time.monotonic() < patience:
            time.sleep(0.001)
        draw(result)

    explorer.view.draw = while_it_draws
    explorer.set(mu=slider.options[older][1])
    move.join()
    assert shown == [newer]
    assert explorer.settings.mu == slider.options[newer][1]
    assert explorer.controls["mu"].box.value == explorer.settings.mu


def test_a_program_gets_the_full_result_at_once():
    async def main():
        explorer = explore("undersampling", learner="forest", n=3000, trees=12)
        explorer.set(leaf=5)
        explorer.controls["leaf"].main.value = 10
        return explorer

    explorer = asyncio.run(main())
    assert explorer.text == explorer.experiment.describe(explorer.experiment.run(explorer.settings))


def test_settings_that_do_not_fit_together_are_refused_until_they_do(explorer):
    picture = explorer.view.frame
    explorer.controls["beta"].box.value = 0.05
    assert explorer.view.error.startswith("beta=0.05 would leave more positives than negatives")
    assert explorer.view.frame == picture
    assert explorer.settings.beta == pytest.approx(1 / 9)
    assert explorer.controls["beta"].main.value == 0.05  # what the person wants
    explorer.controls["prior"].main.value = 0.02
    assert explorer.view.error == ""
    assert (explorer.settings.beta, explorer.settings.prior) == (0.05, 0.02)


def test_a_program_is_told_by_an_error(explorer, one_sentence):
    before = explorer.settings
    assert "N+/N-" in one_sentence(explorer.set, beta=0.01)
    assert explorer.settings == before


def test_repr_is_stable(explorer):
    assert repr(explorer) == "UndersamplingExplorer(n=1000, seed=0)"
    explorer.set(mu=15, beta=1 / 7)
    assert repr(explorer) == "UndersamplingExplorer(mu=15.0, n=1000, beta=0.143, seed=0)"
    assert repr(explorer.view) == "FigureView('undersampling')"
    for widget in (explorer.panel, explorer.toolbar, *explorer.controls.values()):
        assert " at 0x" not in repr(widget)


def test_the_notebook_keeps_a_static_picture_with_alt_text(explorer):
    import base64

    data, metadata = explorer._repr_mimebundle_()
    picture = Image.open(io.BytesIO(base64.b64decode(data["image/png"])))
    assert picture.size == (1400, 800)
    assert metadata["image/png"] == {"width": 700, "height": 400, "alt": explorer.text}
    assert data["text/plain"] == repr(explorer)
    assert data["application/vnd.jupyter.widget-view+json"]["model_id"] == explorer.model_id


@pytest.mark.parametrize("kind", ["png", "svg"])
def test_pictures_are_saved(explorer, tmp_path, kind, one_sentence):
    starts = {"png": b"\x89PNG", "svg": b"<?xml"}
    path = explorer.save(tmp_path / f"picture.{kind}")
    assert path.read_bytes().startswith(starts[kind])
    sent = []
    explorer.panel.send = lambda content, buffers: sent.append((content, buffers))
    explorer.panel._handle_custom_msg({"save": kind}, [])
    ((content, (saved,)),) = sent
    assert content == {"saved": kind, "name": f"undersampling.{kind}"}
    assert saved.startswith(starts[kind])
    assert "must end in" in one_sentence(explorer.save, tmp_path / "picture.doc")


def test_many_moves_keep_no_memory(explorer):
    def move(times):
        for k in range(times):
            explorer.controls["beta"].main.index = 48 + k % 20
            explorer.controls["mu"].main.index = 5 + k % 3
        gc.collect()

    move(20)
    before = len(gc.get_objects())
    move(60)
    assert len(gc.get_objects()) - before < 180  # three for each move
    tracemalloc.start()  # slow
    try:
        move(3)
        before = tracemalloc.get_traced_memory()[0]
        move(12)
        assert tracemalloc.get_traced_memory()[0] - before < 200_000
    finally:
        tracemalloc.stop()


def test_every_experiment_can_be_explored():
    for name in experiments.names():
        explorer = explore(name)
        assert isinstance(explorer, Explorer)
        assert explorer.text
        explorer.close()
