"""A renderer that takes down calls; what it cannot it refuses by name."""

import numpy as np
import pytest
from matplotlib.collections import LineCollection
from matplotlib.patches import Circle

from shiftlab import style
from shiftlab_widgets.picture.recording.drawn import Letters, Marks, Stroke
from shiftlab_widgets.picture.recording.recorder import Recorder, RecordingError


@pytest.fixture
def ax():
    figure = style.new_figure()
    axes = figure.add_axes((0, 0, 1, 1))
    axes.set(xlim=(0, 700), ylim=(0, 400))
    return axes


def recorded(artist, **options):
    recorder = Recorder(artist.figure, **options)
    with recorder.of(artist) as drawn:
        artist.draw(recorder)
    return drawn


def test_a_line_with_marks_is_a_stroke_and_marks(ax):
    (line,) = ax.plot([10, 20, 40], [10, 50, 10], "o--", color="#0072b2")
    stroke, marks = recorded(line)
    assert isinstance(stroke, Stroke)
    assert isinstance(marks, Marks)
    assert stroke.style.dash
    assert np.allclose(marks.points, [[10, 390], [20, 350], [40, 390]])


def test_gaps_divide_a_line(ax):
    (line,) = ax.plot([10, 20, np.nan, 40, 50], [10, 50, 10, 10, 20])
    (stroke,) = recorded(line)
    assert stroke.pieces == ((2, False), (2, False))


def test_a_straight_line_of_many_points_has_two(ax):
    (line,) = ax.plot(np.arange(300), np.arange(300) / 3)
    (stroke,) = recorded(line)
    assert stroke.pieces == ((2, False),)


def test_marks_of_several_sizes_keep_them(ax):
    scatter = ax.scatter(range(10), range(10), s=np.arange(1, 11) ** 2, linewidths=0)
    (marks,) = recorded(scatter)
    assert np.allclose(np.diff(marks.scales), marks.scales[0])


@pytest.mark.parametrize(
    "make",
    [
        lambda ax: ax.bar([100, 200], [50, 80])[1],
        lambda ax: ax.add_patch(Circle((100, 100), 30)),
        lambda ax: ax.fill_between([0, 100, 200], [0, 10, 0], [50, 60, 70]),
        lambda ax: ax.add_collection(LineCollection([[(0, 0), (100, 100)], [(50, 0), (60, 100)]])),
        lambda ax: ax.errorbar([100], [100], [10])[2][0],
        lambda ax: ax.stem([100], [100]).markerline,
    ],
    ids=["bar", "circle", "fill", "lines", "error bar", "stem"],
)
def test_artists_that_no_experiment_uses_yet(ax, make):
    assert recorded(make(ax))


def test_a_formula_is_recorded(ax):
    (letters,) = recorded(ax.text(100, 100, r"$10^{-3}$"))
    assert isinstance(letters, Letters)
    assert len(letters.outlines) == 1


def test_letters_are_as_wide_as_they_are_painted(ax):
    text = ax.text(100, 100, "squared error on the target")
    (letters,) = recorded(text)
    reach = letters.ems * (letters.places[-1] + max(letters.outlines[-1].numbers[::2]))
    assert abs(reach - text.get_window_extent().width) < 2


@pytest.mark.parametrize(
    ("make", "what"),
    [
        (lambda ax: ax.imshow(np.eye(3), label="heat"), "AxesImage 'heat' of this picture draws an image"),
        (lambda ax: ax.tripcolor([0, 1, 0], [0, 0, 1], [1, 2, 3], shading="gouraud"), "colours that run"),
        (lambda ax: ax.bar([1], [1], hatch="/")[0], "Rectangle of this picture draws a hatch"),
    ],
)
def test_what_cannot_be_recorded_is_named(ax, make, what):
    artist = make(ax)
    with pytest.raises(RecordingError, match=what) as refused:
        recorded(artist)
    assert str(refused.value).count("\n") == 0


def test_of_a_large_cloud_even_parts_are_drawn(ax):
    (cloud,) = ax.plot(np.arange(1000) / 2, np.arange(1000) / 4, ".")
    (marks,) = recorded(cloud, most=100)
    assert len(marks.points) == 100
    assert marks.left_out == 900
    assert np.allclose(np.diff(marks.points[:, 0]), 5)
