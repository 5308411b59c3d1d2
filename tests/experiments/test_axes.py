"""Steps of limits, and rows of a summary in a picture and in words."""

import numpy as np
import pytest

from shiftlab import style
from shiftlab.experiments.axes import beyond, curve, errorbar, few_ticks, legend_below, limit, step, ticks, whole_ticks
from shiftlab.experiments.summary import interval_text, row

ONCE, TWICE = row("error", [0.5]), row("error", [0.25, 0.75])


@pytest.fixture
def ax():
    return style.new_figure().subplots()


@pytest.mark.parametrize(("value", "end"), [(0.0, 1), (1.0, 1), (1.1, 2), (5.0, 5), (5.1, 5)])
def test_a_limit_is_the_first_step_that_holds_the_value(value, end):
    assert step(value, (1, 2, 5)) == end
    assert beyond(value, (1, 2, 5), below=0.1) == pytest.approx((-0.1 * end, end))


def test_beyond_the_last_step_it_may_follow_the_value():
    assert step(7.0, (1, 2, 5), otherwise=8.4) == 8.4
    assert step(4.0, (1, 2, 5), otherwise=8.4) == 5


def test_limits_and_ticks_are_set_only_when_they_change(ax, monkeypatch):
    limit(ax, "y", (0.0, 3.0))
    ticks(ax, [0.0, 0.5])
    for name in ("set_ylim", "set_xticks"):
        monkeypatch.setattr(ax, name, lambda *values: pytest.fail("nothing has changed"))
    limit(ax, "y", (0.0, 3.0))
    ticks(ax, np.array([0.0, 0.5]))


@pytest.mark.parametrize(("reach", "places"), [(0.5, [0]), (2.0, [-2, -1, 0, 1, 2])])
def test_whole_ticks_are_whole_at_all_limits(ax, reach, places):
    whole_ticks(ax.yaxis)
    ax.set_ylim(-reach, reach)
    assert [tick for tick in ax.get_yticks() if abs(tick) <= reach] == places


def test_a_slide_has_fewer_ticks_and_a_notebook_its_own():
    notebook, slide = (style.new_figure(size=size).subplots() for size in style.SIZES)
    before = notebook.get_xticks()
    for ax in (notebook, slide):
        few_ticks(ax, 3)
    assert np.array_equal(notebook.get_xticks(), before)
    assert len(slide.get_xticks()) <= 4


@pytest.mark.parametrize("size", style.SIZES)
def test_a_legend_below_the_axes_is_below_the_figure_on_a_slide_that_has_columns_for_it(size):
    ax = style.new_figure(size=size).subplots()
    lines = ax.plot([0, 1], [1, 0], label="a line")
    legend_below(ax, 0.2)
    assert ax.get_legend() is not None
    ax.get_legend().remove()
    legend_below(ax, 0.2, handles=lines, on_slide=2)
    assert (ax.get_legend() is None, len(ax.figure.legends)) == ((True, 1) if size == "slide" else (False, 0))


@pytest.mark.parametrize("sideways", [False, True])
def test_error_bars_are_the_intervals_and_one_repetition_has_none(ax, sideways):
    errorbar(ax, [1.0, 2.0], [ONCE, TWICE], style.ROLES[0], sideways=sideways)
    (bars,) = ax.containers[0].lines[2]
    along, across = (0, 1) if sideways else (1, 0)
    once, twice = (np.array(segment) for segment in bars.get_segments())
    assert once[:, along].tolist() == [0.5, 0.5]
    assert twice[:, along] == pytest.approx([TWICE["low"], TWICE["high"]])
    assert (once[0, across], twice[0, across]) == (1.0, 2.0)


def test_a_curve_has_a_band_if_there_are_intervals(ax):
    curve(ax, [1, 2], [ONCE, ONCE], style.ROLES[0])
    assert len(ax.collections) == 0
    curve(ax, [1, 2], [TWICE, TWICE], style.ROLES[0])
    assert len(ax.collections) == 1


def test_an_interval_in_words():
    low, high = TWICE["low"], TWICE["high"]
    assert interval_text(TWICE, ".2f") == f"{low:.2f} to {high:.2f}"
    assert interval_text(TWICE, ".0%", " ({})") == f" ({low:.0%} to {high:.0%})"
    assert interval_text(ONCE, ".2f", " ({})") == ""
