"""What is written in a picture can be read: inside the canvas, on nothing else, and on a slide from the last row."""

import pytest
from drawn import beyond, covered, letters, touching
from presets import results

from shiftlab import experiments, style
from shiftlab_widgets.picture.live import LivePicture

NAMES = experiments.names()
SMALLEST = 16  # points, of a slide that is 1280 pixels wide
#: Of a notebook, of a slide as it is made, and of one on a large screen.
CANVASES = [("notebook", 700), ("slide", 1280), ("slide", 1920)]


def assert_readable(figure, texts, what):
    assert texts, what
    outside = {text.get_text(): beyond(text, figure) for text in texts if beyond(text, figure) > 0.5}
    assert not outside, what
    hidden = [(a.get_text(), b.get_text()) for a, b in touching(texts)]
    assert not hidden, what


def assert_good_for_a_slide(figure, texts, what):
    """Letters are large, and no legend lies over curves."""
    small = {text.get_text(): text.get_fontsize() for text in texts if text.get_fontsize() < SMALLEST}
    assert not small, what
    for ax in figure.axes:
        assert ax.get_legend() is None or not covered(ax.get_legend(), ax), what


@pytest.mark.parametrize("size", style.SIZES)
@pytest.mark.parametrize("name", NAMES)
def test_letters_of_a_static_picture_are_inside_it_and_apart_and_large_on_a_slide(name, size):
    """Staged once for all presets: tests of experiments see that this is the static picture."""
    experiment, figure = experiments.get(name), style.new_figure(size=size)
    with style.using(size=size):
        artists = experiment.stage(figure)
    for result in results(name):
        with style.using(size=size):
            experiment.update(artists, result)
            figure.draw_without_rendering()  # lays it out
            with letters() as texts:
                figure.draw_without_rendering()
        assert_readable(figure, texts, result.settings)
        if size == "slide":
            assert_good_for_a_slide(figure, texts, result.settings)


@pytest.mark.parametrize(("size", "width"), CANVASES)
@pytest.mark.parametrize("name", NAMES)
def test_letters_stay_inside_the_live_picture_and_apart(name, size, width):
    """One preset after the other, in a picture that rests between them."""
    picture = LivePicture(experiments.get(name), size=size)
    picture.figure.set_dpi(width / picture.figure.get_figwidth())  # no explorer is as wide as the last of them
    for result in results(name):
        picture.update(result)
        if picture.outgrown:
            picture.arrange()
            picture.pixels()
        with letters() as texts:
            picture.draw_fully()
        assert picture.figure.bbox.width == width
        assert_readable(picture.figure, texts, result.settings)


class TestTheMeasures:
    """Each sees what it is there for."""

    @pytest.fixture
    def ax(self):
        return style.new_figure().subplots()

    def drawn(self, ax):
        ax.figure.set_layout_engine("none")
        with letters() as texts:
            ax.figure.canvas.draw()
        return {text.get_text(): text for text in texts}

    def test_letters_beyond_the_edge_are_seen_and_what_is_not_drawn_is_not(self, ax):
        ax.text(0.99, 0.5, "a long sentence that goes on", transform=ax.transAxes)
        ax.text(0.1, 0.5, "invisible", transform=ax.transAxes).set_visible(False)
        texts = self.drawn(ax)
        assert "invisible" not in texts
        assert beyond(texts["a long sentence that goes on"], ax.figure) > 10
        assert beyond(texts["0.4"], ax.figure) < 0

    def test_letters_on_letters_are_seen(self, ax):
        for place, text in ((0.2, "one"), (0.22, "two"), (0.6, "three")):
            ax.text(place, 0.5, text, transform=ax.transAxes)
        texts = self.drawn(ax)
        assert touching([texts["one"], texts["two"], texts["three"]]) == [(texts["one"], texts["two"])]

    def test_a_curve_through_a_legend_is_seen_and_one_beside_it_is_not(self, ax):
        ax.plot([0, 1], [1, 1], label="above")
        ax.plot([0, 1], [0.05, 0.05], label="below")
        legend = ax.legend(loc="upper right")
        self.drawn(ax)
        assert covered(legend, ax) == ["above"]
