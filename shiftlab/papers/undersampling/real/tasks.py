"""The data sets of Table IV that exist, and which of their classes is the positive one.

The table does not name the positive classes; these match its counts (the three differences are in the claims).
`letter` of the table repeats `letter-a` and is counted once. `segment` fits any of its seven classes.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Literal, NamedTuple, get_args

import numpy as np
from numpy.typing import NDArray

from shiftlab import datasets
from shiftlab._check import Floats

Name = Literal[
    "ecoli",
    "glass",
    "letter-a",
    "letter-vowel",
    "ism",
    "oil",
    "page",
    "pendigits",
    "satimage",
    "segment",
    "covtype",
    "creditcard",
]
#: Table IV without the card data, which come later in the paper.
TABLE_IV: tuple[Name, ...] = tuple(name for name in get_args(Name) if name != "creditcard")
#: Those that are bundled, so that they can be run anywhere.
BUNDLED: tuple[Name, ...] = ("ecoli", "glass")


class Task(NamedTuple):
    dataset: str
    positive: Any = None
    negative: Any = None


TASKS: dict[str, Task] = {
    "ecoli": Task("ecoli", positive="imU"),
    "glass": Task("glass", positive="3"),
    "letter-a": Task("letter", positive="A"),
    "letter-vowel": Task("letter", positive=tuple("AEIOU")),
    "ism": Task("mammography_ism", positive="1"),
    "oil": Task("oil_spill", positive="1"),
    "page": Task("page_blocks", negative="1"),
    "pendigits": Task("pendigits", positive="7"),
    "satimage": Task("satimage", positive="4"),
    "segment": Task("segment", positive="1"),
    "covtype": Task("covtype_3v4_38501", positive="4"),
    "creditcard": Task("creditcard", positive="1"),
}


@lru_cache(maxsize=2)
def rows_of(name: str) -> tuple[Floats, NDArray[np.int64]]:
    """All rows of a task, as features and 0/1 classes."""
    task = TASKS[name]
    X, y = datasets.load(task.dataset).binary(task.positive, task.negative)
    X.flags.writeable = y.flags.writeable = False  # shared between cells
    return X, y
