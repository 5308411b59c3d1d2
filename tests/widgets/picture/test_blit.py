"""The blitted picture is the picture that a full draw gives."""

import numpy as np
import pytest
from matplotlib.collections import PathCollection

from shiftlab import experiments, style
from shiftlab_widgets.picture.blit import Blitter
from shiftlab_widgets.picture.live import LivePicture

EXPERIMENT = experiments.get("undersampling")


def assert_same_as_full_draw(picture):
    blitted = picture.pixels().copy()
    full = picture.draw_fully()
    assert blitted.shape == full.shape
    assert not (blitted != full).any(), f"{(blitted != full).any(axis=2).sum()} pixels differ"
    return blitted


@pytest.fixture
def picture():
    made = LivePicture(EXPERIMENT)
    made.update(EXPERIMENT.run(EXPERIMENT.settings(n=1000)))
    return made


def test_every_preset_after_every_other(picture):
    seen = []
    for preset in [*EXPERIMENT.presets.values(), *reversed(EXPERIMENT.presets.values())]:
        picture.update(EXPERIMENT.run(preset.changed(n=1000, trees=5)))
        seen.append(assert_same_as_full_draw(picture).tobytes())
    assert len(set(seen)) == len(EXPERIMENT.presets)


def test_a_full_draw_in_between_changes_nothing(picture):
    before = picture.pixels().copy()
    picture.draw_fully()
    assert np.array_equal(before, picture.pixels())


@pytest.mark.parametrize(
    "changes", [{"mu": 15.0}, {"sigma": 1.0}, {"prior": 0.4, "beta": 0.9}, {"mu": 0.0, "sigma": 10.0}]
)
def test_changed_limits(picture, changes):
    picture.update(EXPERIMENT.run(EXPERIMENT.settings(n=1000, **changes)))
    assert_same_as_full_draw(picture)


@pytest.mark.parametrize("theme", style.THEMES)
@pytest.mark.parametrize("size", style.SIZES)
@pytest.mark.parametrize("width", [None, 333])
def test_themes_and_sizes(theme, size, width):
    picture = LivePicture(EXPERIMENT, theme, size, width)
    for mu in (3.0, 9.0, 3.0):
        picture.update(EXPERIMENT.run(EXPERIMENT.settings(n=1000, mu=mu)))
        pixels = assert_same_as_full_draw(picture)
    assert pixels[0, 0, 0] == int(style.THEMES[theme].background[1:3], 16)


def test_resizing_sharpening_and_ghosts(picture):
    picture.haunt(picture.take_ghosts())
    assert_same_as_full_draw(picture)
    picture.update(EXPERIMENT.run(EXPERIMENT.settings(n=1000, beta=0.5)))
    with_ghosts = assert_same_as_full_draw(picture)
    picture.resize(431)
    assert assert_same_as_full_draw(picture).shape[1] == 431
    assert picture.sharp(2).shape[:2] == (2 * picture.pixels().shape[0], 862)
    assert_same_as_full_draw(picture)
    picture.resize(700)
    picture.haunt([])
    assert not np.array_equal(with_ghosts, assert_same_as_full_draw(picture))


def test_a_move_that_changes_no_limits_repaints_no_background(picture):
    picture.pixels()
    before = picture._blitter.repaints
    for beta in (0.2, 0.3, 0.9):
        picture.update(EXPERIMENT.run(EXPERIMENT.settings(n=1000, beta=beta)))
    assert picture._blitter.repaints == before


def test_width_stays_sane(picture):
    for asked, got in ((10, 320), (5000, 1600)):
        picture.resize(asked)
        assert picture.width == got


def figure_with(draw):
    figure = style.new_figure()
    with style.using():
        moving = draw(figure)
    blitter = Blitter(figure, moving)
    blitter.arrange()
    return figure, blitter, moving


def assert_follows(blitter, change, times=3):
    for k in range(times):
        change(k)
        blitted = blitter.draw().copy()
        assert np.array_equal(blitted, blitter.draw_fully())
        assert np.array_equal(blitted, blitter.draw())


def test_titles_ticks_and_visibility_of_what_does_not_move():
    def draw(figure):
        left, right = figure.subplots(1, 2)
        right.plot([0, 1], [1, 0], zorder=5)
        return left.plot([0, 1], [0, 1], label="line")

    figure, blitter, (line,) = figure_with(draw)
    left, right = figure.axes
    left.legend(loc="center")

    def change(k):
        line.set_ydata([k, 1 - k])
        left.set_title("title" * k)
        right.set_yticks([0, k + 1])
        right.lines[0].set_visible(k != 1)
        right.set_xlabel("x" * k)

    assert_follows(blitter, change)


def test_moving_artists_between_still_ones_and_below_a_framed_legend():
    def draw(figure):
        ax = figure.subplots()
        (low,) = ax.plot([0, 1], [0.5, 0.5], zorder=1, linewidth=20)
        ax.plot([0, 1], [0.4, 0.6], zorder=2, linewidth=20)
        (high,) = ax.plot([0, 1], [0.6, 0.4], zorder=3, linewidth=20)
        points = ax.scatter([0.5], [0.5], s=4000, zorder=2.5)
        assert isinstance(points, PathCollection)
        ax.legend(["a", "b"], loc="center", frameon=True, framealpha=1)
        ax.grid(True)
        ax.set_axisbelow(False)
        return [low, high, points]

    _, blitter, (low, high, _points) = figure_with(draw)

    def change(k):
        low.set_ydata([0.5, k / 3])
        high.set_ydata([k / 3, 0.5])

    assert_follows(blitter, change)


def test_overlapping_axes_and_figure_titles_are_drawn_right_though_slowly():
    def draw(figure):
        ax = figure.subplots()
        figure.suptitle("title")
        twin = ax.twinx()
        twin.plot([0, 1], [1, 0], linewidth=9)
        return ax.plot([0, 1], [0, 1], linewidth=9)

    _, blitter, (line,) = figure_with(draw)
    assert_follows(blitter, lambda k: line.set_ydata([k, 1]))


@pytest.mark.parametrize("loc", ["upper left", "center", "best"])
@pytest.mark.parametrize("frame", [True, False])
def test_legends_above_lines_that_move_below_them(loc, frame):
    def draw(figure):
        ax = figure.subplots()
        ax.plot([0, 1], [0.3, 0.3], "--s", label="still")
        moving = ax.plot([0, 1], [0, 1], "-o", label="moving", linewidth=4)
        ax.legend(loc=loc, frameon=frame, title="legend")
        return moving

    figure, blitter, (line,) = figure_with(draw)

    def change(k):
        line.set_ydata([0, k / 4])
        figure.axes[0].set_xlim(0, 1 + k % 2)

    assert_follows(blitter, change, times=5)


def test_saving_a_file_in_between_changes_nothing(picture):
    before = picture.pixels().copy()
    for kind in ("png", "svg"):
        picture.file(kind)
        assert np.array_equal(before, assert_same_as_full_draw(picture))


def test_an_axes_that_appears_later():
    def draw(figure):
        return figure.subplots().plot([0, 1], [0, 1])

    figure, blitter, (line,) = figure_with(draw)
    blitter.draw()

    def change(k):
        line.set_ydata([k, 1])
        if k == 1:
            figure.add_axes([0.4, 0.4, 0.2, 0.2])

    assert_follows(blitter, change)
