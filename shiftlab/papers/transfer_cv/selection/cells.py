"""Settings that are shown, and those that Table 4 and figures 5 and 6 need, with what the paper leaves open."""

from __future__ import annotations

from typing import Any

from ..readings import USUAL
from .settings import Problem, Settings, Task

WINES: tuple[Problem, ...] = ("Red-White", "White-Red")
TUNED: tuple[Task, ...] = ("C of the SVM", "neighbours of LatentMap")
#: What shifts in the world.
WORLDS: dict[str, dict[str, Any]] = {
    "nothing shifts": {"angle": 0.0, "shift": 0.0},
    "P(x) shifts": {"angle": 0.0, "shift": 1.0},
    "P(y|x) shifts": {"angle": 45.0, "shift": 0.0},
    "both shift": {"angle": 45.0, "shift": 1.0},
}
#: Table 4: all eight learners, ten folds.
TABLE: dict[str, Any] = {"every": True, "folds": 10}
#: What the paper leaves open, on the wines.
READINGS: dict[str, dict[str, Any]] = {
    "a transfer learner comes back alone": {"reverse": "alone"},
    "classical learners see the labelled rows": {"pool_labeled": True},
    "weights as printed": {"normalize": False},
    "weights with a mean of exactly 1": {"total": "exact"},
    "weights of 10 at most": {"B": 10.0},
    "columns of deviation 1": {"scaling": "standard"},
    "a kernel of degree 2": {"degree": 2},
    "LatentMap asks 25 neighbours": {"neighbors": 25},
    "good from grade 7": {"good": 7},
    "600 rows of each wine": {"n_source": 600, "n_target": 600},
}
#: Where most target rows are labelled, more of them: the accuracy is that on the others.
SHARED = "400 rows of the target"
#: Figure 6: folds, and shares of labelled rows.
FOLDS = (5, 10, 15, 20, 25, 30)
SHARES = (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9)
#: Angles between the rules at which it is asked what the way back can know of the target.
ANGLES = (0.0, 45.0, 90.0, 135.0, 180.0)

#: Found by search: 470 settings of the world were drawn at random, with three of five learners and seeds below 100, and
#: in seed 9 of this one alone TrCV chose the best learner while all other criteria lost 0.03 or more. How often that
#: happens on other seeds is in the full run.
SEARCHED: dict[str, Any] = {
    "angle": 30.0,
    "shift": 1.0,
    "bend": 0.0,
    "noise": 0.0,
    "least": 40,
    "a": "SVM",
    "b": "KNN",
    "c": "LM",
}
FOUND, FRESH = 9, range(100, 140)
SEARCHED_WORLD = "searched for"

ALL_READINGS: dict[str, dict[str, Any]] = {
    USUAL: {},
    **READINGS,
    SHARED: {"n_target": 400},
    SEARCHED_WORLD: {"bend": 0.0, "noise": 0.0, "least": 40},
}

#: Draws of each setting, and those of them that a quick run has.
DRAWS, TUNINGS, WORLD_DRAWS, FIGURE_6, OTHERS, KNOWN = 40, 40, 30, 8, 8, 20
QUICK = {"table": 1, "tuning": 1, "three": 2}


def cells(mode: str) -> list[Settings]:
    """Quick: some draws of Table 4 and of the worlds with three learners. Full: all of the above."""
    full = mode == "full"
    tables = [of_wine(wine, seed) for seed in range(DRAWS if full else QUICK["table"]) for wine in WINES]
    tunings = [
        Settings(problem=wine, task=task, folds=TABLE["folds"], seed=seed)
        for seed in range(TUNINGS if full else QUICK["tuning"])
        for wine in WINES
        for task in TUNED
    ]
    three = [
        Settings(**world, seed=seed) for seed in range(DRAWS if full else QUICK["three"]) for world in WORLDS.values()
    ]
    return [*tables, *tunings, *three, *(_more() if full else [])]


def _more() -> list[Settings]:
    """What only the full run has."""
    worlds = [Settings(**world, **TABLE, seed=seed) for seed in range(WORLD_DRAWS) for world in WORLDS.values()]
    known = [one.changed(weigher="known") for one in worlds if one.seed < KNOWN]
    angles = [Settings(angle=angle, shift=0.0, seed=seed) for seed in range(DRAWS) for angle in ANGLES]
    folds = [
        of_wine(wine, seed, folds=k) for seed in range(FIGURE_6) for wine in WINES for k in FOLDS if k != TABLE["folds"]
    ]
    shares = [
        of_wine(wine, seed, labeled=share, **ALL_READINGS[SHARED])
        for seed in range(FIGURE_6)
        for wine in WINES
        for share in SHARES
    ]
    readings = [
        of_wine(wine, seed, **changes) for changes in READINGS.values() for seed in range(OTHERS) for wine in WINES
    ]
    weighers = [of_wine(wine, seed, weigher="discriminative") for seed in range(OTHERS) for wine in WINES]
    searched = [Settings(**SEARCHED, seed=seed) for seed in FRESH]
    return [*worlds, *known, *angles, *searched, *folds, *shares, *readings, *weighers]


def of_wine(wine: Problem, seed: int, **changes: Any) -> Settings:
    return Settings(problem=wine, seed=seed, **{**TABLE, **changes})


PRESETS = {
    "Both shift": Settings(),
    "Nothing shifts": Settings(**WORLDS["nothing shifts"]),
    "Only P(x) shifts": Settings(angle=0.0, shift=1.5),
    "The true ratio in place of the matching": Settings(angle=0.0, shift=1.5, weigher="known"),
    "Only P(y|x) shifts": Settings(angle=60.0, shift=0.0),
    "The rule turned by 150°": Settings(angle=150.0, shift=0.0),
    "Rows far apart": Settings(angle=15.0, shift=2.5),
    "Searched for: TrCV alone is right": Settings(**SEARCHED, seed=FOUND),
    "Half of the target is labelled": Settings(labeled=0.5),
    "Red wines for white ones": Settings(problem="Red-White"),
    "White wines for red ones": Settings(problem="White-Red"),
    "Which C, from red wines for white ones?": Settings(problem="Red-White", task="C of the SVM"),
    "How many neighbours, from white wines for red?": Settings(problem="White-Red", task="neighbours of LatentMap"),
}
