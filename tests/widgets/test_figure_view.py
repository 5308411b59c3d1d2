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


@pytest.fixture
def others():
    return [EXPERIMENT.run(EXPERIMENT.settings(mu=mu, n=1000)) for mu in (4.0, 5.0)]


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


def rested(view, results):
    """The widths of the frames while these results come quickly, and once the picture has rested."""

    async def rest():
        for result in results:
            view.draw(result)
            widths.append(pixels(view).shape[1])
            await asyncio.sleep(timing.SHARP / 3)
        while view._sharpen.waiting:
            await asyncio.sleep(0)
        widths.append(pixels(view).shape[1])

    widths = []
    asyncio.run(rest())
    return widths


def test_a_frame_with_the_pixels_of_the_screen_follows_when_the_picture_rests(view, others):
    view.ratio = 2
    assert rested(view, others) == [700, 700, 1400]


def test_on_a_screen_with_no_more_pixels_the_frame_that_is_drawn_stays(view, others):
    async def draw():
        view.draw(others[0])
        assert not view._sharpen.waiting

    asyncio.run(draw())
    sent = view.frame
    view.sharpen()
    assert view.frame is sent


def test_a_window_that_moves_to_a_screen_with_more_pixels_gets_them(view):
    async def move():
        view.ratio = 2.0
        assert view._sharpen.waiting
        while view._sharpen.waiting:
            await asyncio.sleep(0)

    asyncio.run(move())
    assert pixels(view).shape[1] == 1400


@pytest.mark.parametrize(("ratio", "width"), [(0.5, 700), (1.25, 875), (2.5, 1750), (4.0, 2100)])
def test_the_sharp_frame_has_as_many_pixels_as_the_screen_and_not_too_many(view, ratio, width):
    view.ratio = ratio
    view.sharpen()
    assert pixels(view).shape[1] == width


def test_the_sharp_frame_is_the_same_picture(view):
    view.ratio = 2.0
    view.sharpen()
    assert np.array_equal(pixels(view), view.picture.draw_fully(2)[..., :3])


def test_longer_ticks_get_their_room_when_the_picture_rests(view):
    view.picture.figure.axes[3].set_yticks(range(3), ["a name that is long"] * 3)
    view.draw(view.result)
    assert view.picture.outgrown
    assert rested(view, [view.result]) == [700, 700]
    assert not view.picture.outgrown
    assert np.array_equal(pixels(view), view.picture.pixels()[..., :3])


def test_after_a_failure_the_picture_is_staged_anew_with_its_ghosts(view, others, monkeypatch):
    view.haunt(view.picture.take_ghosts())
    before = pixels(view)

    def failing(artists, result):
        artists["p"].set_color("red")
        raise RuntimeError("half done")

    with monkeypatch.context() as patch:
        patch.setattr(type(EXPERIMENT), "update", lambda self, *about: failing(*about))
        with pytest.raises(RuntimeError, match="half done"):
            view.draw(others[0])
    assert np.array_equal(pixels(view), before)
    assert np.array_equal(view.picture.pixels()[..., :3], before)


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
