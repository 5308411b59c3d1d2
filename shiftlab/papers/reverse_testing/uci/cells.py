"""Settings of Tables 7 to 12 and 14 and of the two worlds; what the paper leaves open is tried in several ways."""

from __future__ import annotations

from typing import Any

from .settings import Settings
from .tasks import TASKS

#: The paper repeats cross-validation 100 times.
TABLES: dict[str, Any] = {"a": "DT", "b": "NB", "every": True, "repeats": 5}

#: What the paper leaves open, and a stronger bias.
AS_PRINTED = "linear SVM, entropy tree, a third in the target"
UNBIASED = "without bias"
READINGS: dict[str, dict[str, Any]] = {
    AS_PRINTED: {},
    UNBIASED: {"drop": 0.0},
    "Gaussian SVM": {"svm": "rbf"},
    "C4.5 tree": {"tree": "c45"},
    "a tenth in the target": {"target": 0.1},
    "half of the rows dropped": {"drop": 0.5},
}
#: Splits of each set, where the paper has one, and how many of them leave each row out, which takes most of the time.
SPLITS = {AS_PRINTED: 100, UNBIASED: 100}
LEAVE_ONE_OUT = {AS_PRINTED: 40, UNBIASED: 20}
OTHER_SPLITS = 20
#: One split that leaves each row out, and one that does not.
QUICK_SPLITS = range(LEAVE_ONE_OUT[AS_PRINTED] - 1, LEAVE_ONE_OUT[AS_PRINTED] + 1)

#: Draws of a world: seeds, each with this many trials.
SEEDS, TRIALS = 10, 25
SQUARE: dict[str, Any] = {"problem": "noisy square", "drop": 0.0, "a": "DT"}
WORLD_SETTINGS: tuple[dict[str, Any], ...] = (
    {},
    {"drop": 0.0},
    {**SQUARE, "noise": 0.2},
    SQUARE,
    {"drop": 0.1},
    {"drop": 0.5},
    {"drop": 0.6},
    {"size": 50},
    {"size": 800},
    {"noise": 0.2},
    {**SQUARE, "noise": 0.1},
    {**SQUARE, "noise": 0.3},
    {**SQUARE, "noise": 0.2, "size": 800},
)


def reading_of(settings: Any) -> str:
    """Which reading of the tables these settings are, "" for none; how often anything is repeated does not matter."""
    return _KNOWN.get(_once(settings), "")


def _once(settings: Any) -> Any:
    return settings.changed(seed=0, trials=1, folds=10, repeats=1, loo=False)


def cells(mode: str) -> list[Settings]:
    """Full: two worlds in every variant, five sets in every reading. Quick: some draws and splits of the first ones."""
    full = mode == "full"
    worlds = [
        Settings(**changes, trials=TRIALS, seed=seed)
        for changes in (WORLD_SETTINGS if full else WORLD_SETTINGS[:1])
        for seed in range(SEEDS if full else 2)
    ]
    tables = [
        of_table(name, reading, seed)
        for reading in (READINGS if full else [AS_PRINTED])
        for seed in (range(SPLITS.get(reading, OTHER_SPLITS)) if full else QUICK_SPLITS)
        for name in TASKS
    ]
    return worlds + tables


def of_table(name: Any, reading: str, seed: int) -> Settings:
    loo = seed < LEAVE_ONE_OUT.get(reading, 0)
    return Settings(problem=name, seed=seed, loo=loo, **{**TABLES, **READINGS[reading]})


_KNOWN = {_once(of_table(name, reading, 0)): reading for reading in READINGS for name in TASKS}


PRESETS = {
    "World 49, a quarter dropped": Settings(),
    "World 49, 20 samples": Settings(trials=20),
    "World 49 without bias": Settings(drop=0.0),
    "World 49, half dropped": Settings(drop=0.5),
    "Undecided: condition 4.3": Settings(drop=0.5, a="DT"),
    "The square with noise": Settings(problem="noisy square", noise=0.2, drop=0.0, a="DT"),
    "The square without noise": Settings(problem="noisy square", drop=0.0, a="DT"),
    "A small sample": Settings(size=30),
    "A learner against itself": Settings(b="NB"),
    "Pima, as in Tables 7 to 14": Settings(problem="pima", a="DT", b="NB"),
    "Iris, where a class all but goes": Settings(problem="iris", a="DT", b="SVM"),
}
