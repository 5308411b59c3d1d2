"""Which settings figure 2, Table 1 and the prostate set need. What the paper leaves open is tried in several ways."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .settings import Settings
from .tasks import TABLE_1, TASKS, TableRow, is_number

#: Scale of the features and C are not printed for figure 2, and a ridge there is none: the first is what decides.
FIGURE_2: tuple[dict[str, Any], ...] = (
    {"scaling": "unit", "ridge": 0.0},
    {"scaling": "unit"},
    {"scaling": "unit", "C": 100.0},
    {"scaling": "standard"},
    {"scaling": "raw"},
)
TRAINS = (0.1, 0.2, 0.3, 0.4, 0.5)
#: Trials of classification and of regression (Table 1), and of the microarrays (4.2.3).
TRIALS, REGRESSION_TRIALS, PROSTATE_TRIALS = 30, 10, 500
QUICK_TRIALS, QUICK_REGRESSION_TRIALS = 10, 2

AS_PRINTED = "raw features, σ as printed, ridge 0.001"
MEDIAN = "features in [0, 1], median width"
OTHER_END = "bias from the other end"
STEEPER = "stronger bias"
VARIANCE = "(m̄ − m)/b is the variance"
LEARNER = "C = 100 or λ = 0.01"
CENTERED = "y centred"
RIDGELESS = "raw features, σ as printed, no ridge"
#: The first is what decides; the others have a ridge of 0.001, and differ from the second.
READINGS = (RIDGELESS, AS_PRINTED, MEDIAN, OTHER_END, STEEPER, VARIANCE, LEARNER, CENTERED)

PROSTATE: dict[str, Any] = {
    "dataset": "prostate",
    "scheme": "label",
    "keep_positive": 0.85,
    "keep_negative": 0.15,
    "train": 1.0,
}
PROSTATE_KERNELS: tuple[dict[str, Any], ...] = (
    {"scaling": "standard", "kernel": "median", "ridge": 0.0},
    {"scaling": "standard", "kernel": "median"},
    {"scaling": "standard", "kernel": "median", "C": 100.0},
    {"scaling": "raw", "kernel": "median"},
)


def cells(mode: str) -> list[Settings]:
    """Full: everything, with the paper's numbers of trials. Quick: the bundled sets in one reading, fewer trials."""
    if mode == "full":
        return [*_figure_2(FIGURE_2), *_table_1(READINGS), *_prostate()]
    return [
        cell
        for cell in (*_figure_2(FIGURE_2[:1]), *_table_1(READINGS[:1]))
        if TASKS[cell.dataset].bundled
        and cell.seed < (QUICK_REGRESSION_TRIALS if is_number(cell.dataset) else QUICK_TRIALS)
    ]


def _figure_2(choices: Sequence[dict[str, Any]]) -> list[Settings]:
    schemes: list[dict[str, Any]] = [{"scheme": "feature", "feature": feature} for feature in range(1, 10)]
    schemes += [{"scheme": name, "train": train} for name in ("joint", "label") for train in TRAINS]
    return [
        Settings(seed=seed, **scheme, **choice) for choice in choices for scheme in schemes for seed in range(TRIALS)
    ]


def _table_1(readings: Sequence[str]) -> list[Settings]:
    return [
        settings.changed(seed=seed)
        for reading in readings
        for row in TABLE_1
        if (settings := table_row(row, reading)) is not None
        for seed in range(REGRESSION_TRIALS if is_number(row.dataset) else TRIALS)
    ]


def _prostate() -> list[Settings]:
    return [Settings(**PROSTATE, **choice, seed=seed) for choice in PROSTATE_KERNELS for seed in range(PROSTATE_TRIALS)]


def table_row(row: TableRow, reading: str = AS_PRINTED) -> Any:
    """The settings of a row of Table 1, or None where a reading changes nothing about it."""
    base = Settings(
        dataset=row.dataset,
        scheme=row.scheme,
        share=row.share,
        train=row.n_pool / TASKS[row.dataset].n_rows,
        sigma=row.sigma,
        scaling="raw",
    )
    changes = _changes(base)[reading]
    return None if changes is None else base.changed(**changes)


def _changes(base: Settings) -> dict[str, dict[str, Any] | None]:
    by_component, median = base.scheme == "component", {"scaling": "unit", "kernel": "median"}
    ends: dict[str, dict[str, Any]] = {
        "component": {"flip": True},
        "logistic": {"slope": -1.0},
        "label": {"keep_positive": base.keep_negative, "keep_negative": base.keep_positive},
    }
    stronger: dict[str, dict[str, Any]] = {
        "component": {"a": 4.0, "b": 4.0},
        "logistic": {"slope": 3.0},
        "label": {"keep_positive": 0.02, "keep_negative": 0.98},
    }
    return {
        AS_PRINTED: {},
        MEDIAN: median,
        OTHER_END: ends[base.scheme],
        STEEPER: stronger[base.scheme],
        VARIANCE: {**median, "spread": "variance"} if by_component else None,
        LEARNER: {"lam": 0.01} if is_number(base.dataset) else {"C": 100.0},
        CENTERED: {"center": True} if is_number(base.dataset) else None,
        RIDGELESS: {"ridge": 0.0},
    }


#: Row of Table 1 and reading of every setting that they have, whatever the seed.
_KNOWN = {
    settings: (row.number, reading)
    for reading in READINGS
    for row in TABLE_1
    if (settings := table_row(row, reading)) is not None
}


def row_and_reading(settings: Settings) -> tuple[int, str]:
    """Which row of Table 1 these settings are, and in which reading; (0, "") if they are none."""
    return _KNOWN.get(settings.changed(seed=0, max_rows=0), (0, ""))


PRESETS = {
    "Figure 2a, feature 1": Settings(),
    "Figure 2b, all features jointly": Settings(scheme="joint"),
    "Figure 2c, by label": Settings(scheme="label"),
    "The same with C = 100": Settings(scheme="label", C=100.0),
    "The same with levels as in the file": Settings(scheme="label", scaling="raw"),
    "Figure 2d, weights of many rows": Settings(scheme="label", train=0.5),
    "Table 1, abalone": table_row(TABLE_1[0]),
    "Table 1, haberman by component": table_row(TABLE_1[15]),
}
