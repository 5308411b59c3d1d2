"""Frames ahead are those that the move itself would bring, and stand in nobody's way."""

import asyncio
import functools
import math
from contextlib import contextmanager

import pytest
from person import move, press

from shiftlab import experiments
from shiftlab.datasets import DataError
from shiftlab_widgets import explore
from shiftlab_widgets.ahead import queue
from shiftlab_widgets.ahead.offline import offline

PATIENCE = 60.0


class Page:
    """What a page does: it asks for frames and says that they have come."""

    def __init__(self, explorer, monkeypatch):
        self.explorer, self.came = explorer, {}
        self.acknowledges = True
        monkeypatch.setattr(explorer, "send", self._receive)

    def _receive(self, content, buffers=None):
        if "ahead" in content:
            self.came[content["ahead"]] = {**content, "frame": buffers[0]}
            if self.acknowledges:
                self.has(content["ahead"])

    def has(self, name):
        self.explorer.receive({"do": "arrived", "id": name})

    def ask(self, *wants):
        self.explorer.receive({"do": "ahead", "wants": list(wants)})

    async def until(self, done):
        async with asyncio.timeout(PATIENCE):
            while not done():
                await asyncio.sleep(0.005)

    async def get(self, *wants):
        self.ask(*wants)
        await self.until(lambda: {want["id"] for want in wants} <= self.came.keys())


@pytest.fixture
def page(explorer, monkeypatch):
    return Page(explorer, monkeypatch)


@pytest.fixture
def patient(monkeypatch):
    """However slow this machine is."""
    monkeypatch.setattr(queue, "LONGEST", math.inf)
    monkeypatch.setattr(queue, "BUDGET", math.inf)
    monkeypatch.setattr(queue, "LATE", math.inf)


def moved(explorer, **changes):
    """Something that the page may want: these settings, by their name."""
    return {"id": repr(changes), "values": {**explorer.values, **changes}}


def neighbours(explorer):
    """For each control one other value that fits."""
    for field in explorer.fields:
        now = explorer.values[field["name"]]
        others = {
            "slider": [rung for rung in field["rungs"] if rung != now],
            "choice": [choice for choice in field["choices"] if choice != now],
            "check": [not now],
            "number": [now + 1] if field["whole"] else [],
        }.get(field["kind"], [])
        for value in sorted(others, key=lambda other: abs(other - now) if field["kind"] == "slider" else 0):
            try:  # what does not fit is refused; some data are not on this machine
                with offline():
                    explorer.experiment.result(explorer.settings.changed(**{field["name"]: value}))
            except (ValueError, DataError):
                continue
            yield {field["name"]: value}
            break


@contextmanager
def small(name, monkeypatch):
    """An explorer whose results are computed once each: drawing them is what is looked at."""
    experiment = experiments.get(name)
    monkeypatch.setitem(vars(experiment), "run", functools.cache(experiment.run))
    explorer = explore(name, **experiment.small)
    try:
        yield explorer
    finally:
        explorer.close()


@pytest.mark.parametrize("name", experiments.names())
def test_a_frame_ahead_is_the_frame_of_the_move_for_every_control(name, monkeypatch, patient):
    with small(name, monkeypatch) as explorer:
        page, start = Page(explorer, monkeypatch), dict(explorer.values)

        async def compare():
            changes = list(neighbours(explorer))
            assert len(changes) > 1
            await page.get(*[moved(explorer, **change) for change in changes])
            look = explorer.look
            for change in changes:
                held = page.came[repr(change)]
                move(explorer, dragging=True, **{**start, **change})
                if explorer.look == look:  # the layout has not made room for longer ticks meanwhile
                    assert held["frame"] == explorer.frame, change
                assert held["told"]["alt"] == explorer.alt
                assert held["rough"] == explorer.rough
                assert {what: getattr(explorer, what) for what in ("values", "changed", "hidden")} == {
                    what: held["told"][what] for what in ("values", "changed", "hidden")
                }
            assert explorer.look == look

        asyncio.run(compare())


def test_the_picture_itself_stays_as_it_was(explorer, page, patient):
    before = explorer.frame, explorer.alt, explorer.settings, explorer.figure, explorer.file("svg")

    async def ask():
        await page.get(moved(explorer, mu=9.0), moved(explorer, mu=1.0))

    asyncio.run(ask())
    assert (explorer.frame, explorer.alt, explorer.settings, explorer.figure, explorer.file("svg")) == before


def test_a_real_move_empties_the_queue(explorer, page, patient):
    async def ask():
        wants = [moved(explorer, mu=mu / 2) for mu in range(20)]
        page.ask(*wants)
        await page.until(lambda: len(page.came) >= 2)
        move(explorer, mu=8.0)
        there = len(page.came)
        await asyncio.sleep(0.3)
        assert len(page.came) == there < len(wants)

    asyncio.run(ask())


def test_a_real_move_stands_behind_one_frame_and_on_a_wide_way_behind_a_few(explorer, page, patient, monkeypatch):
    """Frames that arrive one behind the other, as through a narrow way, come one at a time."""
    page.acknowledges = False
    seen = []

    async def under_way(most):
        await page.until(lambda: len(page.came.keys() - seen) == most)
        await asyncio.sleep(0.1)
        assert len(page.came.keys() - seen) == most
        first = next(name for name in page.came if name not in seen)
        seen.append(first)
        page.has(first)

    async def ask():
        page.ask(*[moved(explorer, mu=mu / 2) for mu in range(20)])
        monkeypatch.setattr(queue, "SLACK", math.inf)
        for most in (1, 1, 2, 2, 3, 3, queue.UNDER_WAY, queue.UNDER_WAY):
            await under_way(most)
        monkeypatch.setattr(queue, "SLACK", -math.inf)
        for most in (4, 3, 2, 1):
            await under_way(most)
        monkeypatch.setattr(queue, "SLACK", math.inf)
        for most in (1, 1):  # it has been narrow: another try is made much later
            await under_way(most)

    asyncio.run(ask())


def test_a_frame_from_before_a_move_makes_no_room(explorer, page, patient):
    page.acknowledges = False

    async def ask():
        page.ask(moved(explorer, mu=1.0))
        await page.until(lambda: len(page.came) == 1)
        move(explorer, mu=8.0)
        page.ask(moved(explorer, mu=2.0), moved(explorer, mu=3.0))
        await page.until(lambda: len(page.came) == 2)
        page.has(moved(explorer, mu=1.0)["id"])
        await asyncio.sleep(0.2)
        assert len(page.came) == 2
        page.has(moved(explorer, mu=2.0)["id"])
        await page.until(lambda: len(page.came) == 3)

    asyncio.run(ask())


def test_what_takes_long_is_not_drawn_ahead(explorer, page, patient, monkeypatch):
    monkeypatch.setattr(queue, "LONGEST", 0.0)

    async def ask():
        page.ask(*[moved(explorer, mu=mu / 2) for mu in range(10)])
        await asyncio.sleep(1.0)
        assert len(page.came) == 2  # until it is known how long

    asyncio.run(ask())


def test_a_rest_has_its_budget(explorer, page, patient, monkeypatch):
    monkeypatch.setattr(queue, "BUDGET", 0.0)

    async def ask():
        page.ask(*[moved(explorer, mu=mu / 2) for mu in range(10)])
        await asyncio.sleep(0.5)
        assert len(page.came) == 1

    asyncio.run(ask())


def test_a_slow_experiment_gives_its_coarse_frame(monkeypatch, patient):
    explorer = explore("undersampling", n=1000, learner="forest", trees=50)
    page = Page(explorer, monkeypatch)
    settings = explorer.settings.changed(mu=4.0)
    assert explorer.experiment.coarse(settings) != settings
    asyncio.run(page.get(moved(explorer, mu=4.0)))
    (came,) = page.came.values()
    assert came["rough"]
    assert came["told"]["values"] == {**explorer.values, "mu": 4.0}
    explorer.close()


def test_what_does_not_fit_or_fails_is_left_out(explorer, page, patient, lenient, monkeypatch):
    def failing(_settings):
        raise RuntimeError("the dog ate it")

    async def ask():
        await page.get(moved(explorer, mu=4.0))
        page.ask(moved(explorer, beta=0.001), moved(explorer, mu=5.0))
        await page.until(lambda: len(page.came) == 2)
        assert repr({"mu": 5.0}) in page.came
        monkeypatch.setitem(vars(explorer.experiment), "run", failing)
        page.ask(moved(explorer, mu=6.0), moved(explorer, mu=7.0))
        await asyncio.sleep(0.3)
        assert len(page.came) == 2
        assert explorer.error == ""

    asyncio.run(ask())
    monkeypatch.undo()
    move(explorer, mu=6.0)
    assert explorer.text.startswith("μ = 6,")


def test_pins_are_in_the_frames(explorer, page, patient):
    async def compare():
        await page.get(moved(explorer, mu=4.0))
        bare, look = page.came.pop(repr({"mu": 4.0})), explorer.look
        press(explorer, "pin")
        assert explorer.look != look
        move(explorer, mu=5.0)
        await page.get(moved(explorer, mu=4.0))
        pinned = page.came[repr({"mu": 4.0})]
        assert pinned["frame"] != bare["frame"]
        assert pinned["look"] == explorer.look
        move(explorer, dragging=True, mu=4.0)
        assert pinned["frame"] == explorer.frame

    asyncio.run(compare())


def test_nothing_is_drawn_while_seeds_are_compared(explorer, page, patient):
    explorer.seeds(3)

    async def ask():
        page.ask(moved(explorer, mu=4.0))
        await asyncio.sleep(0.3)

    asyncio.run(ask())
    assert page.came == {}
    assert explorer.note.startswith("Over 3 seeds")


@pytest.mark.parametrize(
    "change",
    [
        lambda explorer: setattr(explorer, "theme", "dark"),
        lambda explorer: setattr(explorer, "width", 517),
        lambda explorer: explorer.lecture(),
        lambda explorer: explorer.pin(),
        lambda explorer: explorer.outdate(),
    ],
    ids=["theme", "width", "size", "pin", "code"],
)
def test_the_look_is_another_when_the_same_result_looks_other(explorer, change):
    before = explorer.look
    move(explorer, mu=4.0)
    assert explorer.look == before
    change(explorer)
    assert explorer.look != before


def test_a_step_is_told_as_it_will_be(monkeypatch, patient):
    names = list(experiments.get("undersampling").presets)[:3]
    explorer = explore("undersampling", steps=[(name, f"What of {i}?") for i, name in enumerate(names)])
    page = Page(explorer, monkeypatch)
    asyncio.run(page.get({"id": "next", "step": 1}))
    held = page.came["next"]
    press(explorer, "step")
    assert explorer.question == "What of 1?"
    assert {name: getattr(explorer, name) for name in held["told"]} == held["told"]
    assert held["frame"] == explorer.frame
    explorer.close()


def test_a_new_seed_and_the_first_settings_can_be_known_before(explorer, page, patient):
    move(explorer, mu=8.0)
    seed = explorer.next_seed
    asyncio.run(page.get({"id": "first", "start": True}, moved(explorer, seed=seed)))
    press(explorer, "new-seed")
    assert explorer.settings.seed == seed
    assert page.came[repr({"seed": seed})]["frame"] == explorer.frame
    press(explorer, "reset")
    assert page.came["first"]["told"]["values"] == explorer.values
    assert page.came["first"]["frame"] == explorer.frame


def test_after_a_move_that_waited_for_the_machine_others_come_first(explorer, page, patient, monkeypatch):
    monkeypatch.setattr(queue, "LONG", 3.0)  # and half of it at least, more than a busy machine sleeps too long

    async def ask():
        with monkeypatch.context() as busy:
            busy.setattr(queue, "WAITING", -math.inf)
            busy.setattr(queue, "LATE", 0.0)
            move(explorer, mu=5.0)
        page.ask(moved(explorer, mu=4.0))
        await asyncio.sleep(0.3)
        assert not page.came
        await page.until(lambda: page.came)

    asyncio.run(ask())


def test_on_a_busy_machine_nothing_is_drawn_until_it_is_idle(explorer, page, patient, monkeypatch):
    monkeypatch.setattr(queue, "LATE", -math.inf)
    monkeypatch.setattr(queue, "LONG", 0.05)

    async def ask():
        page.ask(moved(explorer, mu=4.0))
        await asyncio.sleep(0.5)
        assert page.came == {}
        monkeypatch.setattr(queue, "LATE", math.inf)
        await page.until(lambda: page.came)

    asyncio.run(ask())
