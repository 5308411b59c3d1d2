"""A colour keeps its meaning from the first picture of a lesson to its last."""

import re
from collections import defaultdict
from functools import cache

import pytest
from documents import ROOT
from matplotlib.colors import to_hex
from matplotlib.figure import Figure

from shiftlab import experiments, style

LESSONS = {path.name[:2]: path for path in sorted((ROOT / "notebooks" / "source").glob("*.py"))}
HUES = {style.BLUE, style.VERMILLION, style.GREEN, style.PINK}
#: What is called by another name in another picture.
SAME = {"true weights": "ratio", "source, unweighted": "unweighted", "its rows": "source"}


def shown(path):
    """Experiments whose pictures a lesson shows."""
    return sorted(set(re.findall(r'(?:explore|course\.picture)\(\s*"([^"]+)"', path.read_text(encoding="utf-8"))))


@cache
def looks(name):
    """Colours by what they stand for, of curves and marks by their label, of bars by the tick beside them."""
    experiment = experiments.get(name)
    found = defaultdict(set)
    for settings in experiment.presets.values():
        figure = experiment.figure(result=experiment.run(experiment.coarse(settings)))
        for label, color in labelled(figure):
            found[SAME.get(label, label)].add(color)
    return found


def labelled(figure: Figure):
    for ax in figure.axes:
        ticks = {place: tick.get_text() for place, tick in zip(ax.get_yticks(), ax.get_yticklabels(), strict=False)}
        for line in ax.lines:
            heights = set(line.get_ydata())
            if not line.get_label().startswith("_"):
                yield line.get_label(), to_hex(line.get_color())
            elif line.get_solid_capstyle() == "butt" and len(heights) == 1 and heights <= ticks.keys():
                yield ticks[heights.pop()], to_hex(line.get_color())


@pytest.mark.parametrize("lesson", LESSONS)
def test_a_colour_keeps_its_meaning_within_a_lesson(lesson):
    names = shown(LESSONS[lesson])
    assert names
    of_a_thing, of_a_hue = defaultdict(set), defaultdict(set)
    for name in names:
        for label, colors in looks(name).items():
            of_a_thing[label] |= colors
            for hue in colors & HUES:
                of_a_hue[hue].add(label)
    assert {label: colors for label, colors in of_a_thing.items() if len(colors) > 1} == {}
    assert {hue: labels for hue, labels in of_a_hue.items() if len(labels) > 1} == {}


def test_bars_and_curves_are_found_by_their_names():
    assert {"p", "pₛ", "p̃", "negative", "positive"} <= looks("undersampling").keys()
    assert {"KMM", "unweighted", "ratio", "negative", "positive"} <= looks("kmm-selection").keys()
    assert {"KMM", "unweighted", "ratio", "min IC"} <= looks("kmm-regression").keys()


def test_the_comparison_of_every_lesson_leaves_the_colours_to_its_pictures():
    """Its marks are there in all lessons."""
    from shiftlab.course.reference.comparison import compare

    figure = compare("02").figure("light")
    lines = [line for ax in figure.axes for line in ax.lines]
    patches = [patch for ax in figure.axes for patch in ax.patches]
    assert lines
    assert {to_hex(line.get_color()) for line in lines} & HUES == set()
    assert {to_hex(patch.get_facecolor()) for patch in patches} & HUES == set()
