"""Hostile input: no call is silently wrong, and none ends in words of others' making.

A slice of the calls that the benchmark of hostile input makes. Call k is the same everywhere:
``python tests/properties/calls.py k`` makes it, and shows how it ends.
"""

import inspect
from pathlib import Path

import numpy as np
import pytest
from calls import SUBJECTS, call, report_of
from subjects import Subject
from verdict import UGLY, WRONG

from shiftlab import bias, diagnostics, learners, metrics, posterior, validation, weights

SLICES, CALLS = 10, 160
SUBJECTS_TEXT = "".join(path.read_text(encoding="utf-8") for path in (Path(__file__).parent / "subjects").glob("*.py"))
#: What takes no tables or numbers: kinds of warnings, of results, and what others are made of.
NOT_CALLED = {
    "ScaleWarning", "ShiftWarning", "Weigher", "MMDTest", "ShiftReport", "ConfidenceInterval", "Criterion",
    "TargetPerformance", "TransferBound", "ExpectedBenefit", "source_weights", "UndersamplingCounts", "bias_by_delta",
    "peak_delta",
}  # fmt: skip


@pytest.mark.parametrize("part", range(SLICES))
def test_every_call_ends_well(part):
    bad = [report_of(k) for k in range(part * CALLS, (part + 1) * CALLS) if call(k).verdict().bad]
    assert bad == []


def test_a_call_is_known_by_its_number():
    assert [call(k).words for k in range(50)] == [call(k).words for k in range(50)]
    assert len({call(k).words for k in range(200)}) > 190


@pytest.mark.parametrize("module", [weights, learners, diagnostics, validation, bias], ids=lambda one: one.__name__)
def test_every_public_name_is_called(module):
    assert [name for name in sorted(set(module.__all__) - NOT_CALLED) if name not in SUBJECTS_TEXT] == []


@pytest.mark.parametrize("module", [posterior, metrics], ids=lambda one: one.__name__)
def test_every_formula_is_called(module):
    public = {
        name
        for name, value in vars(module).items()
        if inspect.isfunction(value) and value.__module__ == module.__name__ and not name.startswith("_")
    }
    assert [name for name in sorted(public - NOT_CALLED) if f".{name}" not in SUBJECTS_TEXT] == []


def test_names_of_subjects_are_unique():
    names = [subject.name for subject in SUBJECTS]
    assert len(set(names)) == len(names)


def test_what_is_silently_wrong_is_found():
    """A weigher that takes NaN for 0, and measures from 0."""

    def careless(tables):
        return {"weights": np.nan_to_num(np.asarray(tables.source, dtype=float))[:, 0] ** 2}

    subject = Subject("careless", careless, lambda answer, tables: None, keeps=frozenset({"moved", "permuted source"}))
    ends = [call(k, [subject]).verdict() for k in range(300)]
    why = [verdict.why for verdict in ends if verdict.outcome == WRONG]
    assert any("it answers what it must refuse" in text for text in why)
    assert any("off the answer to the ordinary tables" in text for text in why)
    assert any(verdict.outcome == UGLY for verdict in ends)  # of what is no table
