"""What a program and a person can ask of an explorer."""

import asyncio
import gc
import io
import threading
import time
import tracemalloc

import pytest
from person import move, press
from PIL import Image

from shiftlab import experiments
from shiftlab.experiments.settings import as_dict
from shiftlab_widgets import Explorer, explore, timing
from shiftlab_widgets.comparison import spread

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
    assert explorer.preset_shown == name


def test_an_unknown_preset_is_refused_with_one_sentence(explorer, one_sentence):
    assert "A forest with leaves of one row" in one_sentence(explorer.preset, "A forest with leaf of one row")
    assert "experiment.presets" in one_sentence(explorer.preset, "figure 9")


@pytest.mark.parametrize("changes", [{}, {"seed": 7, "mu": 1.25}])
@pytest.mark.parametrize(
    "name", ["The threshold moves with it", "A forest with leaves of one row", "Averaging undersamples"]
)
def test_code_for_these_settings_reproduces_the_result(name, changes, capsys):
    settings = experiments.get("undersampling").presets[name].changed(**changes)
    explorer = explore("undersampling", **as_dict(settings))
    names: dict = {}
    exec(explorer.code(), names)
    assert names["settings"] == explorer.settings
    assert capsys.readouterr().out.strip() == explorer.text
    assert explorer.code_text == explorer.code()


def test_presets_are_listed_in_the_order_of_the_story_and_stepped_through(explorer):
    assert explorer.presets == list(PRESETS)
    seen = []
    for _ in range(len(PRESETS) + 1):
        press(explorer, "step")
        seen.append(explorer.preset_shown)
    assert seen == [*PRESETS, next(iter(PRESETS))]
    explorer.set(mu=4.0)
    assert explorer.preset_shown == ""


def test_a_preset_is_chosen_from_the_list(explorer):
    press(explorer, "preset", name="Milder undersampling")
    assert explorer.settings == PRESETS["Milder undersampling"]


def test_play_presets_ends_with_the_last(explorer):
    explorer.play_presets()
    assert explorer.settings == list(explorer.experiment.presets.values())[-1]


def test_play_goes_on_by_itself_and_stops(explorer, monkeypatch):
    monkeypatch.setattr("shiftlab_widgets.explorer.PAUSE", 0.02)

    async def watch():
        press(explorer, "play")
        assert explorer.playing
        await asyncio.sleep(0.3)
        press(explorer, "play")
        assert not explorer.playing
        stopped_at = explorer.settings
        await asyncio.sleep(0.1)
        assert explorer.settings == stopped_at

    asyncio.run(watch())
    assert explorer.settings in list(explorer.experiment.presets.values())[1:]


def test_a_person_who_moves_a_control_stops_the_play(explorer):
    async def watch():
        explorer.play()
        move(explorer, mu=7.0)
        assert not explorer.playing

    asyncio.run(watch())
    assert explorer.settings.mu == 7.0


def test_with_reduced_motion_play_is_one_step(explorer):
    explorer.reduced_motion = True
    press(explorer, "play")
    assert explorer.settings == next(iter(PRESETS.values()))
    assert not explorer.playing


def test_new_seed_changes_the_seed_alone(explorer):
    before = explorer.settings
    press(explorer, "new-seed")
    assert explorer.settings.seed != before.seed
    assert explorer.settings == before.changed(seed=explorer.settings.seed)


def test_twenty_seeds_give_ranges_that_hold_each_seed(explorer):
    explorer.set(learner="logistic")
    text, frame = explorer.text, explorer.frame
    told = explorer.seeds(20)
    assert told.startswith("Over 20 seeds: μ = 3, β = 0.111")
    assert told in explorer.note
    assert " to " in told
    assert explorer.text == text  # the picture is still that of its own seed
    assert explorer.frame != frame  # with ghosts
    assert explorer.settings.seed == 0
    explorer.set(mu=4.0)
    assert "seeds" not in explorer.note
    explorer.set(mu=3.0)
    assert explorer.frame == frame  # without ghosts


def test_twenty_seeds_can_be_stopped(explorer):
    text = explorer.text

    async def watch():
        press(explorer, "seeds")
        assert explorer.counting
        await asyncio.sleep(0.01)
        press(explorer, "seeds")
        assert not explorer.counting

    asyncio.run(watch())
    assert explorer.text == text
    assert explorer.note == ""


def test_quick_runs_are_said_to_be_quick():
    explorer = explore("undersampling", learner="forest", n=5000, trees=20)
    assert "Quick runs: n=2000, trees=10." in explorer.seeds(3)


def test_ranges_of_a_sentence():
    assert spread.sentence(["a 1.5", "a 1.5"]) == "Over 2 seeds: a 1.5"
    assert spread.sentence(["a -1 of 2", "a -3 of 2"]) == "Over 2 seeds: a -3 to -1 of 2"
    assert spread.sentence(["up 1", "down 2"]) == "Over 2 seeds; the first says: up 1"


def test_pinned_curves_stay_until_they_are_unpinned(explorer):
    plain = explorer.frame
    press(explorer, "pin")
    assert "Pinned: n=1000." in explorer.note
    explorer.set(beta=0.5)
    pinned = explorer.frame
    explorer.theme = "dark"
    explorer.theme = "light"
    assert explorer.frame == pinned
    assert explorer.pinned
    press(explorer, "unpin")
    assert explorer.frame != pinned
    explorer.reset()
    assert explorer.frame == plain
    assert explorer.note == ""
    assert not explorer.pinned


def test_lecture_size(explorer):
    press(explorer, "size", large=True)
    assert explorer.natural == [1280, 720]
    assert explorer.figure.axes[0].title.get_fontsize() >= 18
    press(explorer, "size", large=True)  # by somebody else too
    assert explorer.natural == [1280, 720]
    press(explorer, "size", large=False)
    assert explorer.natural == [700, 400]


def test_a_drag_shows_the_coarse_result_and_then_the_full_one(monkeypatch):
    explorer = explore("undersampling", learner="forest", n=3000, trees=12)
    runs = []
    run = explorer.experiment.run
    monkeypatch.setitem(vars(explorer.experiment), "run", lambda settings: runs.append(settings) or run(settings))

    async def drag():
        for leaf in (2, 3, 5):
            move(explorer, dragging=True, leaf=leaf)
            await asyncio.sleep(0.01)
        wanted = explorer.settings
        assert [s.trees for s in runs] == [10, 10, 10]
        assert explorer.text != explorer.experiment.describe(run(wanted))
        await asyncio.sleep(timing.FULL + 0.3)
        assert runs[3:] == [wanted]
        assert explorer.text == explorer.experiment.describe(run(wanted))

    asyncio.run(drag())


@pytest.mark.parametrize(
    "then",
    [lambda explorer: explorer.pin(), lambda explorer: explorer.seeds(2), lambda explorer: explorer.set(n=3000)],
    ids=["a pin", "seeds", "a program's setting"],
)
def test_what_was_dragged_is_shown_in_full_before_something_else_begins(then):
    explorer = explore("undersampling", learner="forest", n=3000, trees=12)

    async def drag():
        move(explorer, dragging=True, leaf=5)
        assert explorer.result.settings != explorer.settings
        then(explorer)

    asyncio.run(drag())
    assert explorer.result.settings == explorer.settings
    assert explorer.settings.leaf == 5


def test_values_that_come_with_a_button_are_taken_first(explorer):
    press(explorer, "pin", values={"mu": 7.0})
    assert explorer.settings.mu == 7.0
    assert "mu=7.0" in explorer.note
    press(explorer, "reset", values={"mu": 9.0})
    assert explorer.settings.mu == 3.0


@pytest.mark.parametrize("dragging", [True, False])
def test_a_drag_is_answered_before_the_work_and_another_move_after_it(explorer, monkeypatch, dragging):
    """So the page can send the next values of a drag while the kernel computes, but never two messages ahead."""
    heard, run = [], explorer.experiment.run
    monkeypatch.setattr(explorer, "send", lambda content, buffers=None: heard.append(content))
    monkeypatch.setitem(vars(explorer.experiment), "run", lambda settings: heard.append("work") or run(settings))
    explorer.receive({"do": "move", "values": {"mu": 5.0}, "dragging": dragging, "n": 7, "page": "mine"})
    answer = {"answered": 7, "page": "mine"}
    assert heard == ([answer, "work"] if dragging else ["work", answer])
    assert explorer.heard == {"n": 7, "page": "mine"}


def test_a_move_that_shows_nothing_new_is_not_drawn(explorer, monkeypatch):
    monkeypatch.setattr(explorer, "draw", lambda result: pytest.fail("it is on screen"))
    move(explorer, mu=3.0)


def test_no_move_is_lost_when_two_threads_draw(explorer):
    """JupyterLab's messages to a widget and a running cell may reach the kernel on two threads."""
    stop, seen = threading.Event(), []

    def rest():
        while not stop.is_set():
            explorer.sharpen()
            time.sleep(0.001)  # or the other would hardly ever get its turn

    other = threading.Thread(target=rest)
    other.start()
    try:
        for mu in [7.25, 3.0] * 10:
            explorer.set(mu=mu)
            seen.append((explorer.text.startswith(f"μ = {mu:g},"), explorer.error))
    finally:
        stop.set()
        other.join()
    assert seen == [(True, "")] * 20


def test_a_program_gets_the_full_result_at_once():
    async def main():
        explorer = explore("undersampling", learner="forest", n=3000, trees=12)
        explorer.set(leaf=5)
        move(explorer, leaf=10)
        return explorer

    explorer = asyncio.run(main())
    assert explorer.text == explorer.experiment.describe(explorer.experiment.run(explorer.settings))


def test_settings_that_do_not_fit_together_are_refused_until_they_do(explorer):
    picture = explorer.frame
    move(explorer, beta=0.05)
    assert explorer.error.startswith("beta=0.05 would leave more positives than negatives")
    assert explorer.frame == picture
    assert explorer.settings.beta == pytest.approx(1 / 9)
    assert explorer.values["beta"] == 0.05  # what the person wants
    move(explorer, prior=0.02)
    assert explorer.error == ""
    assert (explorer.settings.beta, explorer.settings.prior) == (0.05, 0.02)


def test_a_program_is_told_by_an_error(explorer, one_sentence):
    before = explorer.settings
    assert "N+/N-" in one_sentence(explorer.set, beta=0.01)
    assert explorer.settings == before


def test_repr_is_stable(explorer):
    assert repr(explorer) == "UndersamplingExplorer(n=1000, seed=0)"
    explorer.set(mu=15, beta=1 / 7)
    assert repr(explorer) == "UndersamplingExplorer(mu=15.0, n=1000, beta=0.143, seed=0)"
    assert repr(explorer.control("mu")) == "FieldControl(mu=15.0)"


def test_the_notebook_keeps_a_static_picture_with_alt_text(explorer):
    import base64

    data, metadata = explorer._repr_mimebundle_()
    picture = Image.open(io.BytesIO(base64.b64decode(data["image/png"])))
    assert picture.size == (1400, 800)
    assert metadata["image/png"] == {"width": 700, "height": 400, "alt": explorer.text}
    assert data["text/plain"] == repr(explorer)
    assert data["application/vnd.jupyter.widget-view+json"]["model_id"] == explorer.model_id


@pytest.mark.parametrize("kind", ["png", "svg", "pdf"])
def test_pictures_are_saved(explorer, tmp_path, kind, one_sentence):
    starts = {"png": b"\x89PNG", "svg": b"<?xml", "pdf": b"%PDF"}
    path = explorer.save(tmp_path / f"picture.{kind}")
    assert path.read_bytes().startswith(starts[kind])
    sent = []
    explorer.send = lambda content, buffers=None: sent.append((content, buffers))
    press(explorer, "save", kind=kind)
    (content, (saved,)), _answer = sent
    assert content == {"saved": kind, "name": f"undersampling.{kind}"}
    assert saved.startswith(starts[kind])
    assert "must end in" in one_sentence(explorer.save, tmp_path / "picture.doc")


def test_many_moves_keep_no_memory(explorer):
    def go(times):
        for k in range(times):
            move(explorer, beta=0.2 + 0.01 * (k % 20), mu=4.0 + k % 3)
            move(explorer, mu=7.0)
        gc.collect()

    go(20)
    before = len(gc.get_objects())
    go(60)
    assert len(gc.get_objects()) - before < 180  # three for each move
    tracemalloc.start()  # slow
    try:
        go(3)
        before = tracemalloc.get_traced_memory()[0]
        go(12)
        assert tracemalloc.get_traced_memory()[0] - before < 200_000
    finally:
        tracemalloc.stop()


def test_every_experiment_can_be_explored():
    for name in experiments.names():
        explorer = explore(name)
        assert isinstance(explorer, Explorer)
        assert explorer.text
        explorer.close()
