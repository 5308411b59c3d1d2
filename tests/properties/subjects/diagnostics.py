"""The diagnostics, and the target on its way through cross-validation."""

from __future__ import annotations

from typing import Any

import numpy as np
from hostile import Tables
from strange import COUNT, OBJECT, POSITIVE, SEED, Kind

from shiftlab import Target
from shiftlab.diagnostics import effective_sample_size, mmd, mmd_test, shift_report, two_sample_auc

from . import Answer, Subject, count, first, within
from .weighers import DISTANCES, GAPS, UNITS, trees

BOTH = frozenset({"source", "target"})
PERMUTATIONS = 19


def _mmd(tables: Tables, **given: Any) -> Answer:
    there, back = mmd(tables.source, tables.target, **given), mmd(tables.target, tables.source, **given)
    return {"mmd": there, "swapped": back, "of itself": mmd(tables.source, tables.source, gamma=1.0)}


def _sound_mmd(answer: Answer, tables: Tables) -> str | None:
    wrong = first(within(answer, "mmd", 0, 1.4142136), within(answer, "of itself", 0, 1e-7))
    if wrong is None and not abs(answer["mmd"] - answer["swapped"]) <= 1e-7:
        wrong = f"mmd is not symmetric: {answer['mmd']} and {answer['swapped']}"
    return wrong


def _mmd_test(tables: Tables, **given: Any) -> Answer:
    given = {"n_permutations": PERMUTATIONS, "random_state": 0, **given}
    found = mmd_test(tables.source, tables.target, **given)
    return {"statistic": found.statistic, "p-value": found.p_value, "n": given["n_permutations"]}


def _sound_mmd_test(answer: Answer, tables: Tables) -> str | None:
    least = 1 / (int(answer["n"]) + 1)
    return first(within(answer, "statistic", 0, 1.4142136), within(answer, "p-value", least * (1 - 1e-9), 1))


def _auc(tables: Tables, **given: Any) -> Answer:
    return {"auc": two_sample_auc(tables.source, tables.target, **{"random_state": 0, **given})}


def _report(tables: Tables, **given: Any) -> Answer:
    found = shift_report(tables.source, tables.target, **{"random_state": 0, **given})
    described = found.to_dict()
    return {
        "auc": found.auc,
        "p-value": found.p_value,
        "low": found.auc_interval[0],
        "high": found.auc_interval[1],
        "without counterpart": found.without_counterpart,
        "size": found.effective_sample_size,
        "column p-values": np.array([column["p_value"] for column in found.columns]),
        "words": described["text"] + str(found),
    }


def _sound_report(answer: Answer, tables: Tables) -> str | None:
    n = count(tables.source)
    wrong = first(
        within(answer, "auc", 0, 1),
        within(answer, "p-value", 1e-3 - 1e-12, 1),
        within(answer, "low", 0, answer["auc"]),
        within(answer, "high", answer["auc"], 1),
        within(answer, "without counterpart", 0, 1),
        within(answer, "size", 0, n * (1 + 1e-9)),
    )
    ps = answer["column p-values"]
    return wrong if wrong or ((ps >= 0) & (ps <= 1)).all() else f"p-values of columns: {ps}"


def _size(tables: Tables, **given: Any) -> Answer:
    weights = given["weights"]
    return {"size": effective_sample_size(weights), "n": np.size(weights)}


def _sound_size(answer: Answer, tables: Tables) -> str | None:
    return within(answer, "size", 0, answer["n"] * (1 + 1e-9))


def _target(tables: Tables) -> Answer:
    """What comes out of a `Target` is what was put in, also after a choice of rows."""
    kept = Target(tables.target)
    cut = kept[np.arange(len(kept)) % 2 == 0]
    return {"kept": kept.shape == cut.shape and len(cut) == kept.shape[0] == count(tables.target), "words": repr(kept)}


def _sound_target(answer: Answer, tables: Tables) -> str | None:
    return None if answer["kept"] else "rows have got lost"


WEIGHTS = Kind(
    ([1.0], [0.0, 1.0], [1e-160, 1e160], [1e300] * 5, [5e-324], [0.0, 0.0], np.ones(3, dtype=int), [True, False]),
    ([], "nonsense", None, [-1.0, 2.0], [np.nan], [np.inf], [[1.0]], 1.0, ["a"], [1j], {}, [None]),
)
DIAGNOSTICS = [
    Subject("mmd", _mmd, _sound_mmd, BOTH, keeps=DISTANCES, options={"gamma": POSITIVE.but("median")}),
    Subject(
        "mmd_test",
        _mmd_test,
        _sound_mmd_test,
        BOTH,
        keeps=frozenset({"form", "constant column", "moved"}),
        options={"gamma": POSITIVE.but("median"), "n_permutations": COUNT, "random_state": SEED},
    ),
    Subject(
        "two_sample_auc",
        _auc,
        lambda answer, tables: within(answer, "auc", 0, 1),
        BOTH,
        keeps=UNITS - {"permuted source", "permuted target"},
        options={"estimator": OBJECT, "random_state": SEED},
        precision=5e-3,
    ),
    Subject(
        "two_sample_auc of trees",
        lambda tables: _auc(tables, estimator=trees()),
        lambda answer, tables: within(answer, "auc", 0, 1),
        BOTH,
        GAPS,
        frozenset({"form"}),
    ),
    Subject(
        "shift_report",
        _report,
        _sound_report,
        BOTH,
        (*GAPS, "sparse", "texts", "dates", "categories", "objects", "words for", "spans of time for"),
        frozenset({"form", "sparse", "moved", "stretched", "units"}),
        {"random_state": SEED},
    ),
    Subject("effective_sample_size", _size, _sound_size, frozenset(), options={"weights": WEIGHTS}, tables=False),
    Subject(
        "Target",
        _target,
        _sound_target,
        frozenset({"target"}),
        (
            "any ",
            "missing",
            "sparse",
            "texts",
            "dates",
            "categories",
            "infinite",
            "objects",
            "words for",
            "dates for",
            "spans of time for",
            "masked for",
        ),
    ),
]
