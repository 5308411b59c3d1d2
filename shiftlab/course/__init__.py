"""Exercises, predictions and tables for lessons. No Jupyter imports: everything is text that also knows its HTML.

``from shiftlab import course`` is all that a lesson needs. What is asked stands in ``lessons/lesson_NN``; what a
student has done is kept in ``.shiftlab/progress.json`` of the folder they work in, and nowhere else.
"""

from .asking.predicting import again as again
from .asking.predicting import look as look
from .asking.predicting import predict as predict
from .asking.predicting import reveal as reveal
from .asking.recalling import answer as answer
from .asking.recalling import leave as leave
from .asking.recalling import recall as recall
from .asking.veil import after as after
from .classroom import check as check
from .classroom import hint as hint
from .classroom import report as report
from .classroom import solution as solution
from .reference.chart import monday as monday
from .reference.comparison import compare as compare
from .reference.glossary import word as word
from .reference.letters import notation as notation
from .show import show_source as show_source
from .show import verdict as verdict
from .still import picture as picture

__all__ = [
    "after",
    "again",
    "answer",
    "check",
    "compare",
    "hint",
    "leave",
    "look",
    "monday",
    "notation",
    "picture",
    "predict",
    "recall",
    "report",
    "reveal",
    "show_source",
    "solution",
    "verdict",
    "word",
]
