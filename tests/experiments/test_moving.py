"""What moves in a picture, and that nothing else lies above it."""

import pytest
from matplotlib.lines import Line2D

from shiftlab import experiments, style
from shiftlab.experiments.moving import lower_what_stays, moving


@pytest.mark.parametrize("size", style.SIZES)
@pytest.mark.parametrize("name", experiments.names())
def test_nothing_that_stays_lies_above_what_moves(name, size):
    experiment, figure = experiments.get(name), style.new_figure(size=size)
    with style.using(size=size):
        moves = set(moving(experiment.stage(figure)))
    assert moves
    for ax in figure.axes:
        # in drawing order: those of the same height as they were made
        order = [child in moves for child in sorted(ax.get_children(), key=lambda child: child.zorder)]
        assert order == sorted(order), ax.get_title(loc="left")


def test_what_moves_may_stand_in_lists_and_containers():
    ax = style.new_figure().subplots()
    line, bars = Line2D([], []), ax.bar([1, 2], [3, 4])
    assert list(moving({"line": line, "bars": bars, "lists": [[line]], "axes": ax, "word": "word"})) == [
        line,
        *bars,
        line,
    ]


def test_what_stays_keeps_its_order_and_an_axes_in_which_nothing_moves_is_left_alone():
    figure = style.new_figure()
    left, right = figure.subplots(1, 2)
    low, high = left.axhline(0), left.axhline(1)
    heights = [child.zorder for child in right.get_children()]
    lower_what_stays(figure, left.plot([0, 1], [0, 1], zorder=1))
    assert low.zorder <= high.zorder < 1
    assert [child.zorder for child in right.get_children()] == heights
