"""A cell that runs may change any code: frames from before it do not count after it."""

import importlib.machinery
import sys
import types

import pytest
from IPython.core.events import EventManager, available_events

from shiftlab_widgets.ahead import stale

PART = "shiftlab.a_part_of_ours"


class View:
    def __init__(self):
        self.outdated = 0

    def outdate(self):
        self.outdated += 1


@pytest.fixture
def shell(monkeypatch):
    """A kernel's, as far as it tells of cells."""
    made = types.SimpleNamespace()
    made.events = EventManager(made, available_events)
    monkeypatch.setattr(stale, "get_ipython", lambda: made)
    stale._views.clear()
    yield made
    stale._views.clear()


@pytest.fixture
def part(monkeypatch):
    """A module of the kit; called, it is loaded anew."""
    module = types.ModuleType(PART)
    monkeypatch.setitem(sys.modules, PART, module)

    def load(*_):
        module.__spec__ = importlib.machinery.ModuleSpec(PART, None)

    load()
    return load


def test_a_cell_outdates_what_was_drawn_before_it(shell):
    view, other = View(), View()
    stale.watch(view)
    shell.events.trigger("pre_run_cell", None)
    assert view.outdated == 0
    shell.events.trigger("post_run_cell", None)
    assert (view.outdated, other.outdated) == (1, 0)


def test_who_has_drawn_nothing_since_is_left_alone(shell):
    view = View()
    stale.watch(view)
    for _ in range(3):
        shell.events.trigger("post_run_cell", None)
    assert view.outdated == 1


def test_a_module_that_is_loaded_anew_outdates_before_the_cell_runs(shell, part):
    view = View()
    stale.watch(view)
    part()
    shell.events.trigger("pre_run_cell", None)
    assert view.outdated == 1


def test_what_reloads_later_than_we_began_to_look_is_noticed_too(shell, part):
    stale.watch(View())
    shell.events.register("pre_run_cell", part)  # as %autoreload does, when its cell runs
    shell.events.trigger("post_run_cell", None)
    view = View()
    stale.watch(view)
    shell.events.trigger("pre_run_cell", None)
    assert view.outdated == 1


def test_without_a_kernel_nothing_is_watched(monkeypatch):
    monkeypatch.setattr(stale, "get_ipython", lambda: None)
    view = View()
    stale.watch(view)
    assert view not in stale._views
