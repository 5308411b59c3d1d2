"""Exercises, predictions and tables for lessons. No Jupyter imports: everything is text that also knows its HTML.

``from shiftlab import course`` is all that a lesson needs. What is asked stands in ``lessons/lesson_NN``; what a
student has done is kept in ``.shiftlab/progress.json`` of the folder they work in, and nowhere else.
"""

from .classroom import check as check
from .classroom import hint as hint
from .classroom import predict as predict
from .classroom import report as report
from .classroom import reveal as reveal
from .classroom import solution as solution
from .show import paper_we_you as paper_we_you
from .show import show_source as show_source
from .show import verdict as verdict
from .still import picture as picture

__all__ = [
    "check",
    "hint",
    "paper_we_you",
    "picture",
    "predict",
    "report",
    "reveal",
    "show_source",
    "solution",
    "verdict",
]
