"""Which texts are judged: Table 4's columns of Reuters and their stand-ins, and readings of what is not printed."""

from __future__ import annotations

from typing import Any

from ..readings import USUAL, reading, world
from .settings import NEWSGROUPS, REUTERS, WEB_PAGES, Settings, Task

#: Draws of Reuters in the first reading, of texts that Table 4 does not have, and of Reuters in the other readings.
DRAWS, STAND_IN_DRAWS, OTHER_DRAWS = 10, 6, 4
#: Of the made-up articles, which are all that a quick run needs.
QUICK_DRAWS, MADE_UP_DRAWS = 3, 20

TASKS: tuple[Task, ...] = ("learners", "C of the SVM", "neighbours of LatentMap")
FIRST = USUAL
#: What is not printed, one after the other, where learners are chosen amongst.
READINGS: dict[str, dict[str, Any]] = {
    FIRST: {},
    "words by every label": {"gain": "every label"},
    "counts of words": {"values": "counts"},
    "classical learners see labelled rows": {"pool_labeled": True},
    "weights as printed": {"normalize": False},
}
#: What the columns "problem", "task" and "candidates" of a summary tell.
APART = ("problem", "task", "every", "drift", "turned")
#: Worlds without the data: neither shift, each, and both.
WORLDS: dict[str, dict[str, Any]] = {
    "made up, no shift": {"drift": 0.0, "turned": 0},
    "made up, words drift": {"drift": 0.8, "turned": 0},
    "made up, words turn": {"drift": 0.0, "turned": 2},
    "made up, both": {"drift": 0.8, "turned": 2},
}


def cells(mode: str) -> list[Settings]:
    """Quick: three learners on made-up articles. Full: all of them, and every text there is."""
    live = [
        Settings(**world, folds=5, seed=seed)
        for world in WORLDS.values()
        for seed in range(MADE_UP_DRAWS if mode == "full" else QUICK_DRAWS)
    ]
    if mode == "quick":
        return live
    several = list(live)
    for task in TASKS:
        every = task == "learners"
        for problem in (*REUTERS, *NEWSGROUPS, *WEB_PAGES):
            draws = DRAWS if problem in REUTERS else STAND_IN_DRAWS
            several += [Settings(problem=problem, task=task, every=every, seed=seed) for seed in range(draws)]
        several += [
            Settings(**world, task=task, every=every, seed=seed)
            for world in WORLDS.values()
            for seed in range(STAND_IN_DRAWS)
        ]
    for name, held in READINGS.items():
        if name != FIRST:
            several += [
                Settings(problem=problem, every=True, **held, seed=seed)
                for problem in REUTERS
                for seed in range(OTHER_DRAWS)
            ]
    return several


def world_of(record: Any) -> str:
    """The texts of a record, or which made-up world it is."""
    return world(record, WORLDS)


def reading_of(record: Any) -> str:
    """Which of READINGS a record belongs to, or all that is other than usual."""
    return reading(record, Settings(), READINGS, APART)


PRESETS = {
    "Nothing shifts": Settings(drift=0.0, turned=0, folds=5),
    "The topics drift: P(x) shifts": Settings(drift=0.8, turned=0, folds=5),
    "Words change sides: P(y|x) shifts": Settings(drift=0.0, turned=4, folds=5),
    "Both shifts at once": Settings(drift=0.8, turned=2, folds=5),
    "Many labelled rows: looking is enough": Settings(drift=0.8, turned=2, folds=5, share=0.6),
    "How soft a margin": Settings(task="C of the SVM", drift=0.8, turned=2, folds=5),
}
