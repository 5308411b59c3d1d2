"""Call number k: what is called, with what, and what it must end in. The number alone says it all."""

from __future__ import annotations

import copy
import sys

import hostile
import numpy as np
import shapes  # noqa: F401  its twists
from hostile import TWISTS, Rng, Tables, Twisted
from subjects import OF_NEW, OF_SOURCE, Answer, Subject
from subjects.criteria import CRITERIA
from subjects.diagnostics import DIAGNOSTICS
from subjects.formulas import FORMULAS, Formula
from subjects.learners import LEARNERS
from subjects.mechanisms import MECHANISMS
from subjects.weighers import WEIGHERS
from subjects.wrappers import WRAPPERS
from verdict import ANSWER, ANYTHING, DOUBT, REFUSAL, Call

SUBJECTS: list[Subject | Formula] = [*WEIGHERS, *LEARNERS, *WRAPPERS, *DIAGNOSTICS, *CRITERIA, *MECHANISMS, *FORMULAS]
_ODD = 0.3  # of the calls: with a strange parameter
_CLOSE = {"form", "permuted source", "permuted target", "sparse"}  # harmless: must be answered


def call(k: int, subjects: list[Subject | Formula] | None = None) -> Call:
    """The call of this number."""
    rng = np.random.default_rng([2, k])
    some = SUBJECTS if subjects is None else subjects
    shares = np.array([subject.weight for subject in some], dtype=float)
    subject = some[int(rng.choice(len(some), p=shares / shares.sum()))]
    if isinstance(subject, Formula):
        return subject.draw(rng)
    tables = hostile.base(int(rng.integers(hostile.N_BASES)))
    if not subject.tables or (subject.options and rng.random() < _ODD):
        return _with_option(rng, subject, tables)
    name = hostile.one_of(rng, list(TWISTS))
    return _with_tables(subject, TWISTS[name](rng, tables), tables, name)


def _with_option(rng: Rng, subject: Subject, tables: Tables) -> Call:
    name = hostile.one_of(rng, sorted(subject.options))
    kind = subject.options[name]
    bad = bool(kind.bad) and (not kind.odd or rng.random() < 0.5)
    value = hostile.one_of(rng, kind.bad if bad else kind.odd)
    return Call(
        f"{subject.name} with {name}={str(value)[:40]!s} of {type(value).__name__}",
        lambda: subject.ask(tables, **{name: copy.copy(value)}),
        lambda answer: subject.sound(answer, tables),
        REFUSAL if bad else ANYTHING,
        subject.borrows,
    )


def _with_tables(subject: Subject, twisted: Twisted, tables: Tables, name: str) -> Call:
    must, same = ANYTHING, twisted.same in subject.keeps
    if twisted.needs is not None and not subject.ignores(twisted.needs):
        must = ANYTHING if subject.may_read(twisted.needs) else REFUSAL
    elif twisted.disjoint and subject.doubts:
        must = DOUBT
    elif same and twisted.same in _CLOSE:
        must = ANSWER

    def check(answer: Answer) -> str | None:
        wrong = subject.sound(answer, twisted.tables)
        if wrong is None and same:
            wrong = _differs(answer, _ordinary(subject, tables), twisted, subject.precision)
        return wrong

    words = f"{subject.name}: {name}" + (f", {twisted.detail}" if twisted.detail else "")
    return Call(words, lambda: subject.ask(twisted.tables), check, must, subject.borrows)


_KNOWN: dict[tuple[str, int], Answer] = {}


def _ordinary(subject: Subject, tables: Tables) -> Answer:
    """The answer to the ordinary tables, which are few."""
    key = subject.name, id(tables)
    if key not in _KNOWN:
        _KNOWN[key] = subject.ask(tables)
    return _KNOWN[key]


def _differs(answer: Answer, ordinary: Answer, twisted: Twisted, precision: float) -> str | None:
    """Where an answer is not the one to the ordinary tables."""
    for part, expected in ordinary.items():
        expected, found = np.asarray(expected), np.asarray(answer[part])
        if part in OF_SOURCE and twisted.order is not None:
            expected = expected[twisted.order]
        if part in OF_NEW and twisted.order_new is not None:
            expected = expected[twisted.order_new]
        if expected.dtype.kind not in "fiub" or (part == "predictions" and "probabilities" in ordinary):
            continue  # of two labels as probable, either may be predicted
        if part == "at source" and twisted.order is not None:
            continue
        allowed = precision * max(1e-3, float(np.abs(expected).max(initial=0)))
        found, expected = found.astype(float), expected.astype(float)
        gap = float(np.abs(np.where(found == expected, 0, found - expected)).max(initial=0))  # of infinities too
        if not gap <= allowed:
            return f"{part} is {gap:.3g} off the answer to the ordinary tables, of up to {np.abs(expected).max():.3g}"
    return None


def report_of(k: int) -> str:
    """How call k ends, and how to see it again."""
    made = call(k)
    outcome, why = made.verdict()
    return f"python tests/properties/calls.py {k}  # {made.words}: {outcome}: {why}"


def main(numbers: list[str]) -> None:
    """Make calls by their numbers, without a judge: what they answer, warn of, and raise."""
    for k in map(int, numbers):
        made = call(k)
        print(f"{k}: {made.words}; it must end in {made.must}\n  {made.verdict()}")
        print(made.ask())


if __name__ == "__main__":
    main(sys.argv[1:])
