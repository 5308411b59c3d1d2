"""The stored picture: with its sentence, before the live view."""

import re

import IPython.core.formatters
import nbformat
import pytest
from bs4 import BeautifulSoup
from nbconvert import HTMLExporter

from shiftlab_widgets import explorer as module
from shiftlab_widgets import still


@pytest.fixture
def outputs(explorer, monkeypatch):
    """What a cell keeps that shows an explorer."""
    shown = []
    monkeypatch.setattr(module, "display", lambda data, metadata=None, raw=False: shown.append((data, metadata or {})))
    explorer._ipython_display_()
    return shown


def test_a_cell_keeps_the_picture_and_then_the_live_view(outputs, explorer):
    (picture, about), (view, _) = outputs
    assert picture["text/plain"] == repr(explorer)
    assert about["image/png"]["alt"] == explorer.text
    assert still.VIEW not in picture
    assert view["text/plain"] == ""
    assert view[still.VIEW]["model_id"] == explorer.model_id
    page = BeautifulSoup(picture["text/html"], "html.parser").select_one(".shiftlab-still")
    assert page.select_one("img")["alt"] == explorer.text
    assert page.select_one("p").text == still.SENTENCE


@pytest.mark.parametrize("template", ["lab", "classic"])
def test_nbconvert_shows_the_picture_once_and_no_widget(outputs, template):
    kept = [nbformat.v4.new_output("display_data", data, metadata=about) for data, about in outputs]
    cell = nbformat.v4.new_code_cell("explorer", outputs=kept, execution_count=1)
    page, _ = HTMLExporter(template_name=template).from_notebook_node(nbformat.v4.new_notebook(cells=[cell]))
    body = BeautifulSoup(page, "html.parser")
    assert len(body.select("img")) == 1
    assert not re.search(r"model not found|widget-view", body.get_text())


def test_a_terminal_prints_its_name(explorer):
    told, _ = IPython.core.formatters.DisplayFormatter().format(explorer, include={"text/plain"})
    assert told in ({}, {"text/plain": repr(explorer)})
