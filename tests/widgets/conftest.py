"""The Jupyter side, without a browser. Failures are raised, as in CI."""

import pytest

from shiftlab_widgets import explore


@pytest.fixture(autouse=True)
def _strict(monkeypatch):
    monkeypatch.setenv("SHIFTLAB_STRICT", "1")


@pytest.fixture
def lenient(monkeypatch):
    """As on a student's machine: failures are shown and not raised."""
    monkeypatch.delenv("SHIFTLAB_STRICT")


@pytest.fixture
def explorer():
    made = explore("undersampling", n=1000)
    yield made
    made.close()
