"""The server extension as a whole."""

import json
import logging
from types import SimpleNamespace

import pytest
from documents import ROOT

from shiftlab_widgets import server


def test_the_wheel_enables_it():
    (point,) = server._jupyter_server_extension_points()
    config = json.loads((ROOT / "widgets/jupyter-config/shiftlab_widgets.json").read_text(encoding="utf-8"))
    assert config["ServerApp"]["jpserver_extensions"] == {point["module"]: True}


@pytest.mark.parametrize("broken", range(len(server.PARTS)))
def test_a_part_that_fails_stops_neither_the_server_nor_the_others(broken, monkeypatch, caplog):
    enabled = []

    def fails(app):
        raise AttributeError("the server has changed")

    parts = [fails if part == broken else enabled.append for part in range(len(server.PARTS))]
    monkeypatch.setattr(server, "PARTS", parts)
    app = SimpleNamespace(log=logging.getLogger("app"))
    with caplog.at_level("DEBUG", logger="app"):
        server._load_jupyter_server_extension(app)
    assert enabled == [app] * (len(server.PARTS) - 1)
    assert "the server has changed" in caplog.text
