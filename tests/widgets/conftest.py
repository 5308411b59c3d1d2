"""The Jupyter side, without a browser. Failures are raised, as in CI."""

import pytest

from shiftlab import experiments
from shiftlab_widgets import explore


@pytest.fixture(autouse=True)
def _strict(monkeypatch):
    monkeypatch.setenv("SHIFTLAB_STRICT", "1")


@pytest.fixture(autouse=True)
def _small_forests(monkeypatch):
    """What is tested here does not depend on how large a preset's forest is, and a large one takes seconds."""
    experiment = experiments.get("undersampling")
    small = {
        name: preset.changed(n=500, trees=5, bags=min(preset.bags, 2)) if preset.learner == "forest" else preset
        for name, preset in experiment.presets.items()
    }
    monkeypatch.setitem(vars(experiment), "presets", small)


@pytest.fixture
def lenient(monkeypatch):
    """As on a student's machine: failures are shown and not raised."""
    monkeypatch.delenv("SHIFTLAB_STRICT")


@pytest.fixture
def explorer():
    made = explore("undersampling", n=1000)
    yield made
    made.close()
