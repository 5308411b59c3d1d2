"""The blitted picture is the picture that a full draw gives, whatever happened before."""

import gc

import numpy as np
import pytest
from presets import results

from shiftlab import experiments, style
from shiftlab.experiments.moving import lower_what_stays
from shiftlab_widgets.picture.blit import Blitter
from shiftlab_widgets.picture.live import LivePicture
from shiftlab_widgets.picture.sheet import Sheet

EXPERIMENT = experiments.get("undersampling")
NAMES = experiments.names()


def assert_same_as_full_draw(picture, ratio=1.0):
    blitted = picture.pixels(ratio).copy()
    full = picture.draw_fully(ratio)
    assert blitted.shape == full.shape
    assert not (blitted != full).any(), f"{(blitted != full).any(axis=2).sum()} pixels differ"
    return blitted


@pytest.fixture
def picture():
    made = LivePicture(EXPERIMENT)
    made.update(EXPERIMENT.run(EXPERIMENT.settings(n=1000)))
    return made


@pytest.fixture
def painted(monkeypatch):
    """How often what stays was painted: all of it, or one part."""
    calls = {"all": 0, "one": 0}

    def counting(what, original):
        def paint(self, *part):
            calls[what] += 1
            return original(self, *part)

        return paint

    for what, name in (("all", "_paint_all"), ("one", "_repaint")):
        monkeypatch.setattr(Sheet, name, counting(what, getattr(Sheet, name)))
    return calls


# Every experiment.


@pytest.mark.parametrize("name", NAMES)
def test_every_preset_after_every_other(name):
    picture, seen = LivePicture(experiments.get(name)), []
    for result in results(name):
        picture.update(result)
        seen.append(assert_same_as_full_draw(picture))
    for result, pixels in reversed(list(zip(results(name), seen, strict=True))):
        assert np.array_equal(picture.update(result), pixels)
    assert len({pixels.tobytes() for pixels in seen}) > 1


@pytest.mark.parametrize("size", style.SIZES)
@pytest.mark.parametrize("theme", style.THEMES)
@pytest.mark.parametrize("name", NAMES)
def test_themes_and_sizes(name, theme, size):
    picture = LivePicture(experiments.get(name), theme, size, width=517)
    for result in (results(name)[0], results(name)[-1]):
        picture.update(result)
        pixels = assert_same_as_full_draw(picture)
    assert pixels[0, 0, 0] == int(style.THEMES[theme].background[1:3], 16)


@pytest.mark.parametrize("name", NAMES)
def test_sharp_pictures_and_ghosts(name):
    picture = LivePicture(experiments.get(name))
    first, *others = results(name)
    picture.update(first)
    picture.haunt([*picture.take_ghosts(), *picture.take_ghosts(faint=0.5)])
    for result in (*others[-2:], first):
        picture.update(result)
        assert_same_as_full_draw(picture, ratio=2)
        assert_same_as_full_draw(picture)
    picture.haunt([])
    assert_same_as_full_draw(picture)
    assert_same_as_full_draw(picture, ratio=1.25)


# What happens in between.


def test_a_full_draw_in_between_changes_nothing(picture):
    before = picture.pixels().copy()
    picture.draw_fully()
    picture.draw_fully(2)
    assert np.array_equal(before, picture.pixels())


@pytest.mark.parametrize(
    "changes", [{"mu": 15.0}, {"sigma": 1.0}, {"prior": 0.4, "beta": 0.9}, {"mu": 0.0, "sigma": 10.0}]
)
def test_changed_limits(picture, changes):
    picture.update(EXPERIMENT.run(EXPERIMENT.settings(n=1000, **changes)))
    assert_same_as_full_draw(picture)


def test_resizing_sharpening_and_ghosts(picture):
    picture.haunt(picture.take_ghosts())
    picture.update(EXPERIMENT.run(EXPERIMENT.settings(n=1000, beta=0.5)))
    with_ghosts = assert_same_as_full_draw(picture)
    picture.resize(431)
    assert assert_same_as_full_draw(picture).shape[1] == 431
    assert assert_same_as_full_draw(picture, 2).shape[:2] == (492, 862)
    assert_same_as_full_draw(picture)
    picture.resize(700)
    assert_same_as_full_draw(picture)
    picture.haunt([])
    assert not np.array_equal(with_ghosts, assert_same_as_full_draw(picture))


def test_saving_a_file_in_between_changes_nothing(picture):
    before = picture.pixels().copy()
    for kind in ("png", "svg"):
        picture.file(kind)
        assert np.array_equal(before, assert_same_as_full_draw(picture))


def test_width_stays_sane(picture):
    for asked, got in ((10, 320), (5000, 1600)):
        picture.resize(asked)
        assert picture.width == got


# What it costs.


@pytest.mark.parametrize("ratio", [1, 2])
def test_a_move_that_changes_no_limits_paints_nothing_that_stays(picture, painted, ratio):
    picture.pixels(ratio)
    painted.update(all=0, one=0)
    for beta in (0.2, 0.3, 0.9):
        picture.update(EXPERIMENT.run(EXPERIMENT.settings(n=1000, beta=beta)))
        picture.pixels(ratio)
    assert painted == {"all": 0, "one": 0}


def test_new_limits_paint_their_own_axes_only(picture, painted):
    picture.figure.axes[1].set_xlim(-0.2, 0.2)
    assert_same_as_full_draw(picture)
    assert painted == {"all": 0, "one": 1}


@pytest.mark.parametrize("name", NAMES)
def test_no_preset_needs_everything_painted_twice(name, painted):
    picture = LivePicture(experiments.get(name))
    for result in results(name):
        picture.update(result)
    assert painted["all"] == 1


def test_only_the_figure_drawn_last_keeps_its_pixels(picture):
    other = LivePicture(EXPERIMENT, "dark")
    before = picture.pixels().copy()
    gc.collect()
    kept = len([sheet for sheet in gc.get_objects() if isinstance(sheet, Sheet)])
    other.update(EXPERIMENT.run(EXPERIMENT.settings(n=1000)))
    gc.collect()
    assert len([sheet for sheet in gc.get_objects() if isinstance(sheet, Sheet)]) == kept
    assert np.array_equal(before, assert_same_as_full_draw(picture))


# Figures that no experiment draws.


def figure_with(draw):
    figure = style.new_figure()
    with style.using():
        moving = draw(figure)
        lower_what_stays(figure, moving)
    blitter = Blitter(figure, moving)
    blitter.arrange()
    return figure, blitter, moving


def assert_follows(blitter, change, times=3):
    for k in range(times):
        change(k)
        blitted = blitter.draw().copy()
        assert np.array_equal(blitted, blitter.draw_fully())
        assert np.array_equal(blitted, blitter.draw())


def test_titles_ticks_and_visibility_of_what_stays():
    def draw(figure):
        left, right = figure.subplots(1, 2)
        right.plot([0, 1], [1, 0], zorder=5)
        return left.plot([0, 1], [0, 1], label="line")

    figure, blitter, (line,) = figure_with(draw)
    left, right = figure.axes
    left.legend(loc="center").set_zorder(1)

    def change(k):
        line.set_ydata([k, 1 - k])
        left.set_title("title" * k)
        right.set_yticks([0, k + 1])
        right.lines[0].set_visible(k != 1)
        right.set_xlabel("x" * k)

    assert_follows(blitter, change)


@pytest.mark.parametrize("told", [True, False])
@pytest.mark.parametrize("where", ["axes", "figure"])
def test_what_changes_inside_a_legend(where, told):
    """Whether `stage` gave it back or not."""

    def draw(figure):
        ax = figure.subplots()
        (line,) = ax.plot([0, 1], [0, 1], label="line")
        legend = ax.legend() if where == "axes" else figure.legend(loc="outside lower center")
        return [line, *(legend.get_texts() if told else [])]

    figure, blitter, (line, *_) = figure_with(draw)
    (legend,) = figure.legends or [figure.axes[0].get_legend()]

    def change(k):
        line.set_ydata([k, 1])
        legend.get_texts()[0].set_text("longer " * k)
        legend.legend_handles[0].set_visible(k != 1)

    assert_follows(blitter, change)


def test_axes_that_overlap_are_painted_together():
    def draw(figure):
        ax = figure.subplots()
        twin = ax.twinx()
        twin.plot([0, 1], [1, 0], linewidth=9)
        return twin.plot([0, 1], [0, 1], linewidth=9)

    figure, blitter, (line,) = figure_with(draw)

    def change(k):
        line.set_ydata([k, 1])
        figure.axes[k % 2].set_ylim(0, k + 1)

    assert_follows(blitter, change, times=4)


def test_an_axes_that_appears_later():
    def draw(figure):
        return figure.subplots().plot([0, 1], [0, 1])

    figure, blitter, (line,) = figure_with(draw)
    blitter.draw()

    def change(k):
        line.set_ydata([0.2, 0.2])
        if k == 1:
            figure.add_axes([0.4, 0.6, 0.2, 0.2])

    assert_follows(blitter, change)


def test_longer_ticks_outgrow_the_layout():
    def draw(figure):
        return figure.subplots().plot([0, 1], [0, 1])

    figure, blitter, (line,) = figure_with(draw)
    blitter.draw()
    line.set_ydata([1, 0])
    blitter.draw()
    assert not blitter.outgrown
    figure.axes[0].set_ylim(0, 100_000)
    blitter.draw()
    assert blitter.outgrown
    blitter.arrange()
    blitter.draw()
    assert not blitter.outgrown
