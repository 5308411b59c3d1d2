"""What each slide of a lecture may take, in the cell that begins it (``shiftlab.minutes``), for who presents.

The rule is that of ``reading_time``; a section to dig deeper is counted as if it were open.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import reading_time
from lesson_source import DEEPER

SLIDES = ("slide", "subslide")


def mark(notebook: Any) -> Any:
    """The notebook, in which each slide says how long it may take, to half a minute."""
    cells = notebook["cells"]
    begin = [place for place, cell in enumerate(cells) if not place or _begins_slide(cell)]
    for first, last in pairwise([*begin, len(cells)]):
        spent = reading_time.minutes({"cells": [_open(cell) for cell in cells[first:last]]})
        cells[first]["metadata"].setdefault("shiftlab", {})["minutes"] = round(2 * sum(spent.values())) / 2
    return notebook


def _begins_slide(cell: Any) -> bool:
    about = cell["metadata"]
    return about.get("slideshow", {}).get("slide_type") in SLIDES or DEEPER in about.get("tags", [])


def _open(cell: Any) -> Any:
    about = {**cell["metadata"], "tags": [tag for tag in cell["metadata"].get("tags", []) if tag != DEEPER]}
    return {**cell, "metadata": about}
