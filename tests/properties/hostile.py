"""Ordinary tables, and what may be hostile about tables: each twist says what it asks of an honest answer.

Numbers are multiples of 2^-16 and offsets and factors are powers of 2, so that moving or stretching a table rounds
nothing: where the answer must stay the same, it is not the table that has changed.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import numpy as np

Rng = np.random.Generator


class Tables(NamedTuple):
    """What a call is given: a source with labels, a target, a few labelled rows of it, and new rows."""

    source: Any
    classes: Any
    measures: Any
    target: Any
    labeled: Any
    labeled_classes: Any
    labeled_measures: Any
    new: Any


class Twisted(NamedTuple):
    """Hostile tables, and what they ask of an answer."""

    tables: Any
    same: str | None = None
    """The answer is that to the ordinary tables, of whatever has this invariance."""
    base: Any = None
    """The ordinary tables."""
    order: Any = None
    """Where the source rows stood in the ordinary tables."""
    order_new: Any = None
    """Where the new rows stood."""
    needs: str | None = None
    """What a subject must be able to read; others must refuse."""
    disjoint: bool = False
    """No weights can stand for this target: whoever weighs must say so."""
    detail: str = ""


ROWS = ("source", "target", "labeled", "new")
N_BASES = 12


@cache
def base(i: int) -> Tables:
    """One of some ordinary tables: Gaussian rows, the target shifted by half a spread."""
    rng = np.random.default_rng([1, i])
    d, n, m = 1 + i % 4, 30 + 2 * i, 25 + 3 * (i % 5)

    def rows(count: int, centre: float) -> Any:
        return np.round(rng.normal(centre, 1, size=(count, d)) * 2.0**16) / 2.0**16

    source, target, labeled, new = rows(n, 0), rows(m, 0.5), rows(8, 0.5), rows(7, 0.3)
    measures, labeled_measures = (X.sum(axis=1) + rng.normal(0, 0.5, len(X)) for X in (source, labeled))
    classes, labeled_classes = ((values > np.median(values)).astype(int) for values in (measures, labeled_measures))
    return Tables(source, classes, measures, target, labeled, labeled_classes, labeled_measures, new)


TWISTS: dict[str, Callable[[Rng, Tables], Twisted]] = {}


def twist(make: Callable[[Rng, Tables], Twisted]) -> Callable[[Rng, Tables], Twisted]:
    TWISTS[make.__name__.replace("_", " ")] = make
    return make


def each(tables: Tables, change: Callable[[Any], Any], parts: Any = ROWS) -> Tables:
    """The tables with some of their rows changed."""
    return tables._replace(**{part: change(getattr(tables, part)) for part in parts})


def one_of(rng: Rng, things: Any) -> Any:
    """One of a list of whatever; numpy would make an array of it."""
    return things[int(rng.integers(len(things)))]


@twist
def nothing(rng: Rng, tables: Tables) -> Twisted:
    """The ordinary tables themselves."""
    return Twisted(tables, same="form")


@twist
def permuted_source(rng: Rng, tables: Tables) -> Twisted:
    order = rng.permutation(len(tables.source))
    parts = {name: getattr(tables, name)[order] for name in ("source", "classes", "measures")}
    return Twisted(tables._replace(**parts), same="permuted source", order=order)


@twist
def permuted_target(rng: Rng, tables: Tables) -> Twisted:
    return Twisted(each(tables, lambda X: X[rng.permutation(len(X))], ["target"]), same="permuted target")


@twist
def permuted_new_rows(rng: Rng, tables: Tables) -> Twisted:
    order = rng.permutation(len(tables.new))
    return Twisted(tables._replace(new=tables.new[order]), same="form", order_new=order)


@twist
def permuted_columns(rng: Rng, tables: Tables) -> Twisted:
    order = rng.permutation(tables.source.shape[1])
    return Twisted(each(tables, lambda X: X[:, order]), same="permuted columns")


@twist
def moved(rng: Rng, tables: Tables) -> Twisted:
    """Every column by a large number."""
    by = 2.0 ** rng.choice([3, 10, 20, 27, 33], size=tables.source.shape[1]) * rng.choice([-1, 1])
    return Twisted(each(tables, lambda X: X + by), same="moved", detail=f"by {by}")


@twist
def stretched(rng: Rng, tables: Tables) -> Twisted:
    """All columns by one factor, up to where squares overflow or vanish."""
    power = int(rng.choice([-1000, -600, -531, -400, -300, -30, -3, 3, 30, 300, 332, 400, 531, 600, 1000]))
    return Twisted(each(tables, lambda X: X * 2.0**power), same="stretched", detail=f"by {2.0**power:g}")


@twist
def mirrored(rng: Rng, tables: Tables) -> Twisted:
    """Some columns, at 0."""
    signs = rng.choice([-1.0, 1.0], size=tables.source.shape[1])
    return Twisted(each(tables, lambda X: X * signs), same="mirrored", detail=f"by {signs}")


@twist
def in_other_units(rng: Rng, tables: Tables) -> Twisted:
    """Each column by a factor of its own."""
    factors = 2.0 ** rng.integers(-30, 31, size=tables.source.shape[1])
    return Twisted(each(tables, lambda X: X * factors), same="units", detail=f"by {factors}")


@twist
def with_a_constant_column(rng: Rng, tables: Tables) -> Twisted:
    value = float(rng.choice([0.0, 1.0, -7.0, 1e8, 1e-160, 1e90]))
    wide = each(tables, lambda X: np.column_stack([X, np.full(len(X), value)]))
    return Twisted(wide, same="constant column", detail=f"of {value:g}")


@twist
def nothing_but_constants(rng: Rng, tables: Tables) -> Twisted:
    value = float(rng.choice([0.0, 1.0, -1e160, 1e-300]))
    parts = one_of(rng, [ROWS, ["source"], ["target"], ["source", "target"]])
    return Twisted(each(tables, lambda X: np.full_like(X, value), parts), detail=f"{parts} of {value:g}")


@twist
def duplicates(rng: Rng, tables: Tables) -> Twisted:
    """Rows that occur again and again."""
    part = one_of(rng, ["source", "target"])
    few = int(rng.integers(1, 4))
    return Twisted(each(tables, lambda X: X[np.arange(len(X)) % few], [part]), detail=f"{few} rows of {part}")


@twist
def every_row_twice(rng: Rng, tables: Tables) -> Twisted:
    parts = {name: np.repeat(getattr(tables, name), 2, axis=0) for name in ("source", "classes", "measures", "target")}
    return Twisted(tables._replace(**parts))


@twist
def the_target_is_the_source(rng: Rng, tables: Tables) -> Twisted:
    return Twisted(tables._replace(target=tables.source))


@twist
def a_few_levels(rng: Rng, tables: Tables) -> Twisted:
    """Whole numbers, with many ties."""
    return Twisted(each(tables, np.round))


@twist
def disjoint(rng: Rng, tables: Tables) -> Twisted:
    """A target far away from the source, in every column."""
    by = float(2.0 ** rng.choice([5, 6, 10, 20, 33]) * rng.choice([-1, 1]))
    far = each(tables, lambda X: X + by, ["target", "labeled", "new"])
    return Twisted(far, disjoint=True, detail=f"by {by:g}")


@twist
def an_outlier(rng: Rng, tables: Tables) -> Twisted:
    """One number of extreme magnitude."""
    part = one_of(rng, ["source", "target", "new", "labeled"])
    value = float(rng.choice([1e8, 1e30, 1e100, 1e154, 1e160, 1e200, 1e300, 1.7e308, 5e-324, 1e-160]))
    value *= rng.choice([-1, 1])
    return Twisted(each(tables, lambda X: put(rng, X, value), [part]), detail=f"{value:g} in {part}")


def put(rng: Rng, X: Any, value: Any) -> Any:
    """A copy with `value` somewhere."""
    changed = np.array(X, dtype=object if not isinstance(value, float) else None)
    changed[int(rng.integers(len(X))), int(rng.integers(X.shape[1]))] = value
    return changed


@twist
def a_missing_value(rng: Rng, tables: Tables) -> Twisted:
    part = one_of(rng, ROWS)
    return Twisted(each(tables, lambda X: put(rng, X, np.nan), [part]), needs=f"missing {part}", detail=f"in {part}")


@twist
def an_infinity(rng: Rng, tables: Tables) -> Twisted:
    part, value = one_of(rng, ROWS), float(rng.choice([np.inf, -np.inf]))
    return Twisted(each(tables, lambda X: put(rng, X, value), [part]), needs=f"infinite {part}", detail=f"in {part}")


@twist
def no_number(rng: Rng, tables: Tables) -> Twisted:
    """A text, a date, None or a list where a number should be."""
    part = one_of(rng, ROWS)
    value = one_of(rng, ["a", "", None, 1j, np.datetime64("2020-01-01"), 10**400, b"x"])
    needs = f"missing {part}" if value is None else f"objects {part}"
    return Twisted(each(tables, lambda X: put(rng, X, value), [part]), needs=needs, detail=f"{value!r} in {part}"[:80])
