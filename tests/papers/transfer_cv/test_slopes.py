"""The slope chart: lines cross where a criterion puts two candidates in the wrong order."""

import numpy as np
import pytest

from shiftlab import style
from shiftlab.papers.transfer_cv import slopes
from shiftlab.papers.transfer_cv.judged import CRITERIA, Judged

RIGHT = {"NB": 0.9, "SVM": 0.8, "KNN": 0.6}
WRONG = {"NB": 0.7, "SVM": 0.8, "KNN": 0.6}


@pytest.fixture
def artists():
    figure = style.new_figure()
    drawn = {}
    with style.using():
        slopes.stage(figure.subplots(), drawn, ("SCV", "TrCV"))
    return drawn


def points(line):
    return np.column_stack(line.get_data())


def test_each_line_goes_from_the_belief_to_the_truth(artists):
    slopes.update(artists, Judged(RIGHT, {"SCV": WRONG, "TrCV": RIGHT}))
    x, y = artists["slopes 0"].get_data()
    np.testing.assert_allclose(y, [0.7, 0.9, np.nan, 0.9, 0.9, np.nan])
    assert np.nanmin(x) == 0
    assert np.nanmax(x) == 1 + slopes.WIDTH


def test_a_crossing_is_a_mistake_and_lies_on_both_lines(artists):
    one = Judged(RIGHT, {"SCV": WRONG, "TrCV": RIGHT})
    slopes.update(artists, one)
    ((x, y),) = points(artists["crossings"])
    for name in one.wrong_pairs("SCV")[0]:
        assert y == pytest.approx(WRONG[name] + x / slopes.WIDTH * (RIGHT[name] - WRONG[name]))
    assert (artists["count SCV"].get_text(), artists["count TrCV"].get_text()) == ("2/3", "3/3")


def test_what_each_criterion_chooses_has_a_ring(artists):
    slopes.update(artists, Judged(RIGHT, {"SCV": WRONG, "TrCV": RIGHT}))
    assert points(artists["chosen"]).tolist() == [[0, 0.8], [1, 0.9]]


def test_a_criterion_that_says_nothing_stays_empty(artists):
    slopes.update(artists, Judged(RIGHT, {"TrCV": RIGHT}))
    assert np.nanmin(artists["slopes 0"].get_xdata()) == 1
    assert artists["count SCV"].get_text() == "–"


def test_candidates_that_are_gone_leave_nothing_behind(artists):
    slopes.update(artists, Judged(RIGHT, {"SCV": WRONG}))
    slopes.update(artists, Judged({"A": 0.5, "B": 0.6}, {"SCV": {"A": 0.5, "B": 0.6}}))
    assert len(artists["slopes 2"].get_xdata()) == 0
    assert [artists[f"name {i}"].get_text() for i in range(3)] == ["A", "B", ""]


def test_names_can_be_read_where_truths_are_alike(artists):
    truth = {f"learner {i}": 0.7 + 0.0001 * i for i in range(8)}
    slopes.update(artists, Judged(truth, {"SCV": truth}))
    heights = [artists[f"name {i}"].get_position()[1] for i in range(8)]
    low, high = artists["crossings"].axes.get_ylim()
    assert np.diff(heights).min() > 0.98 * slopes.BETWEEN * (high - low)
    assert low < min(heights) < max(heights) < high


def test_marks_on_the_lowest_tick_are_whole(artists):
    slopes.update(artists, Judged(RIGHT, {"SCV": {**WRONG, "KNN": 0.4}, "TrCV": RIGHT}))
    ax = artists["slopes 2"].axes
    assert min(ax.get_yticks()) == pytest.approx(0.4)
    on_paper, bottom = (ax.transData.transform((0, height))[1] for height in (0.4, ax.get_ylim()[0]))
    assert on_paper - bottom > artists["slopes 2"].get_markersize() * ax.figure.dpi / 72 / 2


def test_a_lower_chart_has_more_room_between_names():
    drawn = {}
    with style.using():
        slopes.stage(style.new_figure().subplots(), drawn, ("SCV",), 3, between=0.2)
    slopes.update(drawn, Judged({"A": 0.8, "B": 0.8, "C": 0.801}, {}))
    bottom, top = drawn["slopes 0"].axes.get_ylim()
    heights = sorted(drawn[f"name {i}"].get_position()[1] for i in range(3))
    assert np.diff(heights).min() >= 0.199 * (top - bottom)


def test_no_two_candidates_look_alike():
    assert len({(look.color, look.marker) for look in slopes.LOOKS}) == len(slopes.LOOKS) >= 8
    assert len(CRITERIA) == len(set(CRITERIA)) == 6
