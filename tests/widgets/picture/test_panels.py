"""The panels of a picture: which parts of it can be shown alone."""

import numpy as np
import pytest
from matplotlib.figure import Figure

from shiftlab import experiments
from shiftlab_widgets import FigureView
from shiftlab_widgets.picture.blit import Blitter


def panels(figure, moving=()):
    blitter = Blitter(figure, moving)
    blitter.arrange()
    blitter.draw()
    return blitter.panels


def test_each_axes_is_a_panel_with_its_letters_line_by_line():
    figure = Figure(figsize=(7, 4))
    for i, ax in enumerate(figure.subplots(2, 2).flat):
        ax.set_ylabel(f"number {i}")
    (a, b, c, d) = panels(figure)
    assert a[0] < b[0]
    assert c[0] < d[0]
    assert a[3] < c[1] + 0.1
    assert b[3] < d[1] + 0.1
    assert all(box[0] < ax.get_position().x0 for box, ax in zip((a, b, c, d), figure.axes, strict=True))


def test_what_lies_in_another_axes_is_no_panel_of_its_own():
    figure = Figure()
    ax = figure.subplots()
    ax.inset_axes([0.6, 0.6, 0.3, 0.3]).plot([0, 1])
    figure.add_axes(ax.get_position()).patch.set_visible(False)  # a second scale
    assert len(panels(figure)) == 1


def test_an_axes_without_a_frame_has_room_for_what_moves_in_it():
    figure = Figure()
    ax = figure.add_axes((0.1, 0.2, 0.5, 0.6))
    ax.set_axis_off()
    (dot,) = ax.plot([0.5], [0.5], ".")
    ax.set_title("a title")
    ((left, top, right, bottom),) = panels(figure, [dot])
    assert (left, right, bottom) == pytest.approx((0.1, 0.6, 0.8), abs=0.01)
    assert top < 0.2


@pytest.mark.parametrize("name", experiments.names())
def test_panels_of_an_experiment_cover_what_is_painted_but_for_legends(name):
    experiment = experiments.get(name)
    view = FigureView(name, experiment.result(experiment.coarse(experiment.settings())))
    assert len(view.panels) >= 2
    for left, top, right, bottom in view.panels:
        assert 0 <= left < right <= 1
        assert 0 <= top < bottom <= 1
    pixels = view.picture.pixels()[..., :3]
    painted = (pixels != np.array(pixels[0, 0])).any(axis=-1)
    rows, columns = np.nonzero(painted)
    height, width = painted.shape
    inside = np.zeros(rows.size, bool)
    for left, top, right, bottom in view.panels:
        inside |= (
            (columns >= left * width - 2)
            & (columns <= right * width + 2)
            & (rows >= top * height - 2)
            & (rows <= bottom * height + 2)
        )
    legends = [
        legend
        for legend in [*view.picture.figure.legends, *(ax.get_legend() for ax in view.picture.figure.axes)]
        if legend
    ]
    for legend in legends:
        box = legend.get_window_extent()
        inside |= (
            (columns >= box.x0 - 3)
            & (columns <= box.x1 + 3)
            & (rows >= height - box.y1 - 3)
            & (rows <= height - box.y0 + 3)
        )
    assert inside.mean() > 0.995


def test_a_view_without_a_picture_has_no_panels():
    assert FigureView("undersampling").panels == []
