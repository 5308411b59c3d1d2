"""Controls: what must come out of an experiment whatever the paper says, or its evidence is worth nothing.

A claim is about a paper; a control is about us. Where the answer is known the experiment must find it (a method that
is broken looks like one that does not replicate); what may not see the labels of the target must be the same when they
are mixed up (a method that sees them looks like one that does); and where true weights or true probabilities have to
help, they must. The controls of an experiment are the `CONTROLS` in the `controls.py` of its room.
"""

from __future__ import annotations

import importlib
import importlib.util
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Literal, TypeVar, get_args

import numpy as np

from .._check import Floats
from ..support.threads import one_thread
from . import UnknownExperimentError, room
from .intervals import student

Kind = Literal["known answer", "leak", "oracle"]
KINDS: tuple[Kind, ...] = get_args(Kind)
T = TypeVar("T")


@dataclass(frozen=True)
class Outcome:
    """A number, and the side of the bound on which it must lie. NaN is on neither."""

    number: float
    bound: float
    side: Literal["at most", "above"] = "at most"

    @property
    def passed(self) -> bool:
        return bool(self.number <= self.bound if self.side == "at most" else self.number > self.bound)


@dataclass(frozen=True)
class Control:
    """`says` is the sentence that must be true, and `check` runs what is published, in seconds."""

    name: str
    kind: Kind
    says: str
    check: Callable[[], Outcome]


def controls(experiment: str) -> list[Control]:
    """Those of an experiment, by its name; none where its room has no controls."""
    module = _module(experiment)
    return [] if module is None else list(module.CONTROLS)


def without(experiment: str) -> Mapping[Kind, str]:
    """The kinds of which an experiment can have no control, and why."""
    return getattr(_module(experiment), "WITHOUT", {})


def outcomes(experiment: str) -> list[dict[str, Any]]:
    """Every control of an experiment, run: flat lines that are kept beside its records."""
    lines = []
    for control in controls(experiment):
        with one_thread():  # as cells are computed
            found = control.check()
        lines.append(
            {
                "control": control.name,
                "kind": control.kind,
                "says": control.says,
                "number": None if math.isnan(found.number) else float(f"{found.number:.6g}"),
                "side": found.side,
                "bound": found.bound,
                "passed": found.passed,
            }
        )
    return lines


def _module(experiment: str) -> Any:
    try:
        name = f"{room(experiment)}.controls"
    except UnknownExperimentError:  # it has no room: it was made to be tried
        return None
    return None if importlib.util.find_spec(name) is None else importlib.import_module(name)


# What several of them need.


def same(one: Any, other: Any) -> Outcome:
    """How many numbers of two results differ, to the last bit: none may. Results are numbers, arrays, or several."""
    return Outcome(float(_differing(one, other)), 0.0)


def _differing(one: Any, other: Any) -> int:
    if isinstance(one, Mapping):
        if one.keys() != other.keys():
            return len(one.keys() ^ other.keys())
        return sum(_differing(one[name], other[name]) for name in one)
    if isinstance(one, list | tuple):
        if len(one) != len(other):
            return abs(len(one) - len(other))
        return sum(_differing(*pair) for pair in zip(one, other, strict=True))
    first, second = np.asarray(one), np.asarray(other)
    return max(1, first.size) if first.shape != second.shape else int(np.count_nonzero(first != second))


def unseen(look: Callable[[], Any], owner: Any, name: str, change: Callable[[Any], Any]) -> Outcome:
    """How many numbers that `look` gives differ when what a function of a module or a class gives is changed."""
    with changed(owner, name, change):
        other = look()
    return same(look(), other)


def mixed_up(labels: T) -> T:
    """The same labels in another order."""
    values = np.asarray(labels)
    mixed = np.random.RandomState(0).permutation(values)
    if np.array_equal(mixed, values):
        raise ValueError("These labels are the same in another order: a control that mixes them up says nothing.")
    return mixed  # type: ignore[return-value]


def surely_above_zero(gains: Sequence[float] | Floats) -> Outcome:
    """The lower end of the 95 % interval of a mean gain, which must be above 0."""
    low, _ = student(np.asarray(gains, dtype=float))
    return Outcome(float("nan") if low is None else low, 0.0, "above")


@contextmanager
def changed(owner: Any, name: str, change: Callable[[Any], Any]) -> Iterator[None]:
    """For a while, what a function of a module or a class gives is changed before anybody sees it.

    An experiment draws its own data from its settings. So a control can give it others, and run it as it is published.
    """
    whole = getattr(owner, name)

    def instead(*arguments: Any, **named: Any) -> Any:
        return change(whole(*arguments, **named))

    setattr(owner, name, instead)
    try:
        yield
    finally:
        setattr(owner, name, whole)
