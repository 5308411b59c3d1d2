"""The live figure: one frame per result, sharp when it rests, in the page's theme and width."""

import asyncio
import io

import numpy as np
import pytest
from PIL import Image

from shiftlab import experiments
from shiftlab_widgets import FigureView, timing

EXPERIMENT = experiments.get("undersampling")


@pytest.fixture
def view():
    return FigureView("undersampling", EXPERIMENT.run(EXPERIMENT.settings(n=1000)))


def pixels(view):
    return np.asarray(Image.open(io.BytesIO(view.frame)).convert("RGB"))


def test_frames_are_lossless(view):
    assert np.array_equal(pixels(view), view.picture.pixels()[..., :3])


def test_alt_text_is_the_describe_line(view):
    result = EXPERIMENT.run(EXPERIMENT.settings(mu=9.0, n=1000))
    view.draw(result)
    assert view.alt == EXPERIMENT.describe(result)


def test_a_frame_and_its_alt_text_are_one_message(view, monkeypatch):
    sent = []
    monkeypatch.setattr(view, "_send", lambda message, buffers=None: sent.append((message, buffers)))
    view.draw(EXPERIMENT.run(EXPERIMENT.settings(mu=9.0, n=1000)))
    ((message, buffers),) = sent
    assert {"alt", "frame"} <= {*message["state"], *(path[0] for path in message["buffer_paths"])}
    assert len(buffers) == 1


def test_the_theme_restages_the_picture(view):
    light = pixels(view)
    view.theme = "dark"
    assert pixels(view).mean() < 60 < light.mean()
    assert pixels(view).shape == light.shape


def test_the_width_scales_the_whole_picture(view):
    view.width = 500
    assert pixels(view).shape[:2] == (285, 500)
    view.width = 9
    assert pixels(view).shape[1] == 320


def test_a_sharp_frame_follows_when_the_picture_rests(view):
    async def rest():
        for mu in (4.0, 5.0):
            view.draw(EXPERIMENT.run(EXPERIMENT.settings(mu=mu, n=1000)))
            await asyncio.sleep(timing.SHARP / 3)
            assert pixels(view).shape[1] == 700
        await asyncio.sleep(timing.SHARP + 0.2)
        assert pixels(view).shape[1] == 1400

    asyncio.run(rest())


def test_the_sharp_frame_has_the_pixels_of_the_screen(view):
    for ratio, width in ((1.0, 1400), (2.5, 2100), (4.0, 2100)):
        view.ratio = ratio
        view.sharpen()
        assert pixels(view).shape[1] == width


def test_without_a_result_there_is_no_picture(one_sentence):
    empty = FigureView("undersampling")
    assert "draw a result first" in one_sentence(empty.file)
    bundle = empty._repr_mimebundle_()
    assert "image/png" not in bundle[0]
    empty.theme = "dark"
    empty.width = 400
    empty.sharpen()
    assert empty.frame == b""


def test_an_unknown_size_is_refused(view, one_sentence):
    assert "notebook" in one_sentence(view.restage, "poster")
    assert "notebook" in one_sentence(FigureView, "undersampling", size="poster")


@pytest.mark.parametrize("template", ["lab", "classic"])
def test_nbconvert_shows_the_picture(view, template):
    import nbformat
    from bs4 import BeautifulSoup
    from nbconvert import HTMLExporter

    data, metadata = view._repr_mimebundle_()
    output = nbformat.v4.new_output("execute_result", data, metadata=metadata, execution_count=1)
    cell = nbformat.v4.new_code_cell("view", outputs=[output], execution_count=1)
    page, _ = HTMLExporter(template_name=template).from_notebook_node(nbformat.v4.new_notebook(cells=[cell]))
    (image,) = BeautifulSoup(page, "html.parser").select("img")
    assert image["src"] == "data:image/png;base64," + data["image/png"]
    assert (image["width"], image["height"]) == ("700", "400")
    if template == "classic":  # the lab template reads no alt text from anywhere
        assert image["alt"] == view.alt
