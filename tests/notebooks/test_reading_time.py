"""How long a lesson takes: each part counts, what is folded does not, and no lesson takes more than forty minutes."""

import sys

import nbformat
import pytest
from documents import ROOT

from shiftlab.course import registry

sys.path.insert(0, str(ROOT / "notebooks"))  # the tools beside the lessons, not a package

import build
import lesson_source
import reading_time

LIMIT = 40


def text(source, **metadata):
    return nbformat.v4.new_markdown_cell(source, metadata=metadata)


def code(source):
    return nbformat.v4.new_code_cell(source)


def minutes(*cells):
    return sum(reading_time.minutes({"cells": cells}).values())


DEEPER = {"tags": [lesson_source.DEEPER]}


@pytest.mark.parametrize(
    ("cells", "expected"),
    [
        ([text("word " * 120)], 1),
        ([text("word - 3 & ** " * 120)], 1),
        ([text("$$" + "a b c " * 100 + "$$ " + "word " * 59 + "$x + y$")], 61 / 120),
        ([code('course.predict("02-drift", None)')], 1.5),
        ([code('course.recall("02")'), code('course.leave("02")'), code('course.again("02-drift")')], 3),
        ([code('explore("undersampling")')], 1),
        ([code('explore("undersampling", steps=[("a", "?"), ("b", "?"), ("c", "?")])')], 3),
        ([text("1. one"), code('explore("undersampling")')], 1 + 1 / 120),
        ([text("1. a\n2. b\n3. c"), code("x = 1"), code('explore("undersampling")')], 3 + 3 / 120),
        ([code('course.show_source("shiftlab.posterior")')], 2),
        ([code("for x in (1, 2):\n    print(x)\nprint()")], 1),
        ([code("import numpy")], 0),
        ([code("# exercise: 02-posterior")], registry.exercise("02-posterior").takes),
    ],
)
def test_every_part_counts(cells, expected):
    assert minutes(*cells) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("after", "open"),
    [
        (text("## Next\n" + "word " * 118), True),
        (text("# Higher\n" + "word " * 118), True),
        (text("### Below it\n" + "word " * 118), False),
        (text("word " * 120), False),
        (code("print(1)"), False),
    ],
)
def test_a_folded_section_counts_with_its_heading_only(after, open):
    folded = text("## Dig deeper\n\n" + "word " * 600, **DEEPER)
    assert (minutes(folded, after) > 0.9) == open


def test_a_folded_section_inside_another_ends_with_it():
    cells = [text("## A"), text("### Deeper", **DEEPER), code("print(1)"), text("### B"), code("print(2)")]
    assert [cell["source"] for cell in reading_time.unfolded({"cells": cells})] == [
        "## A", "### Deeper", "### B", "print(2)"
    ]  # fmt: skip


@pytest.mark.parametrize("source", build.sources(ROOT / "notebooks"), ids=lambda path: path.stem)
def test_a_lesson_takes_as_long_as_it_says_and_forty_minutes_at_most(source):
    spent = sum(reading_time.minutes(lesson_source.convert(source)).values())
    assert spent <= registry.lessons()[source.stem[:2]].minutes <= LIMIT


def test_a_cell_that_always_says_the_same_takes_no_time():
    assert minutes(code('print("ready")')) == 0
    assert minutes(code("print(1 + x)")) == 1
