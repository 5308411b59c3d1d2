"""Which sources are judged: Table 5's two tasks, and readings of what is not printed."""

from __future__ import annotations

from typing import Any

from ..readings import USUAL, reading, world
from .settings import TASKS, Settings

#: Draws of each task in the first reading, and in the others.
DRAWS, OTHER_DRAWS = 10, 4
#: Of the made-up articles, which are all that a quick run needs.
QUICK_DRAWS, MADE_UP_DRAWS = 2, 20

FIRST = USUAL
READINGS: dict[str, dict[str, Any]] = {
    FIRST: {},
    "words by every label": {"gain": "every label"},
    "weights as printed": {"normalize": False},
}
#: What the columns "problem" and "candidates" of a summary tell.
APART = ("problem", "every", "drift", "turned")
#: Worlds without the data: sources that differ by their words alone, by their sides alone, and by both.
WORLDS: dict[str, dict[str, Any]] = {
    "made up, words drift": {"drift": 0.8, "turned": 0},
    "made up, words turn": {"drift": 0.0, "turned": 2},
    "made up, both": {"drift": 0.8, "turned": 2},
}


def cells(mode: str) -> list[Settings]:
    """Quick: three learners on made-up articles. Full: all of them, and the newsgroups."""
    live = [
        Settings(**world, folds=5, seed=seed)
        for world in WORLDS.values()
        for seed in range(MADE_UP_DRAWS if mode == "full" else QUICK_DRAWS)
    ]
    if mode == "quick":
        return live
    several = list(live)
    several += [Settings(problem=task, every=True, seed=seed) for task in TASKS for seed in range(DRAWS)]
    several += [Settings(**world, every=True, seed=seed) for world in WORLDS.values() for seed in range(OTHER_DRAWS)]
    for name, held in READINGS.items():
        if name != FIRST:
            several += [
                Settings(problem=task, every=True, **held, seed=seed) for task in TASKS for seed in range(OTHER_DRAWS)
            ]
    return several


def world_of(record: Any) -> str:
    """The texts of a record, or which made-up world it is."""
    return world(record, WORLDS)


def reading_of(record: Any) -> str:
    """Which of READINGS a record belongs to, or all that is other than usual."""
    return reading(record, Settings(), READINGS, APART)


PRESETS = {
    "Near, far and turned": Settings(folds=5),
    "Any source will do": Settings(drift=0.0, turned=0, folds=5),
    "Words are missing, and mean the same": Settings(drift=1.0, turned=0, folds=5),
    "One source has turned its words": Settings(drift=0.0, turned=4, folds=5, shown="SVM"),
    "Many labelled rows": Settings(folds=5, share=0.6),
}
