"""A lecture's plan: slides say how long they may take, and together they take as long as the lesson."""

import sys

import nbformat
import pytest
from documents import ROOT

sys.path.insert(0, str(ROOT / "notebooks"))  # the tools beside the lessons, not a package

import build
import lecture_plan
import lesson_source
import reading_time


def text(words, **metadata):
    return nbformat.v4.new_markdown_cell("word " * words, metadata=metadata)


def slide(words=0, **metadata):
    return text(words, slideshow={"slide_type": "slide"}, **metadata)


def planned(*cells):
    marked = lecture_plan.mark({"cells": cells})["cells"]
    return [cell["metadata"].get("shiftlab", {}).get("minutes") for cell in marked]


def test_a_slide_says_at_its_beginning_what_all_of_it_takes():
    drawn = nbformat.v4.new_code_cell('course.predict("02-drift", None)')
    assert planned(slide(120), text(60), drawn, slide(240)) == [3.0, None, None, 2.0]


def test_minutes_stand_beside_the_notes():
    noted = slide(120, shiftlab={"notes": "Wait."})
    planned(noted)
    assert noted["metadata"]["shiftlab"] == {"notes": "Wait.", "minutes": 1.0}


def test_a_section_to_dig_deeper_is_a_slide_of_its_own_and_counts_as_if_it_were_open():
    deeper = nbformat.v4.new_markdown_cell("## Dig deeper\n" + "word " * 118, metadata={"tags": [lesson_source.DEEPER]})
    assert planned(slide(120), deeper, text(120)) == [1.0, 2.0, None]
    assert deeper["metadata"]["tags"] == [lesson_source.DEEPER]


@pytest.mark.parametrize("source", build.sources(ROOT / "notebooks"), ids=lambda path: path.stem)
def test_the_slides_of_a_lesson_take_together_what_the_lesson_takes(source):
    cells, open = build.planned(source, solved=False)["cells"], True
    together = 0.0
    for cell in cells:
        if "minutes" in cell["metadata"].get("shiftlab", {}):
            open = lesson_source.DEEPER not in cell["metadata"].get("tags", [])
            together += cell["metadata"]["shiftlab"]["minutes"] * open
    spent = sum(reading_time.minutes(lesson_source.convert(source)).values())
    assert together == pytest.approx(spent, abs=2)
