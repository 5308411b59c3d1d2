"""Tables of other shapes, types and names, and labels of all kinds."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
from hostile import ROWS, Rng, Tables, Twisted, each, one_of, twist
from scipy import sparse


def _names(X: Any) -> list[str]:
    return [f"column {j}" for j in range(X.shape[1])]


FORMS = {
    "lists": lambda X: X.tolist(),
    "single precision": lambda X: X.astype(np.float32),
    "long doubles": lambda X: X.astype(np.longdouble),
    "objects": lambda X: X.astype(object),
    "columns first": np.asfortranarray,
    "every other row": lambda X: np.repeat(X, 2, axis=0)[::2],
    "from the end": lambda X: X[::-1].copy()[::-1],
    "read only": lambda X: np.frombuffer(X.tobytes(), dtype=X.dtype).reshape(X.shape),
    "nothing masked": np.ma.masked_invalid,
    "frame": lambda X: pd.DataFrame(X, columns=_names(X)),
    "frame of single precision": lambda X: pd.DataFrame(X.astype(np.float32), columns=_names(X)),
    "frame of nullable numbers": lambda X: pd.DataFrame(X, columns=_names(X)).convert_dtypes(convert_floating=True),
    "frame with an index": lambda X: pd.DataFrame(X, columns=_names(X), index=np.arange(len(X))[::-1] * 3),
    "frame with numbers for names": lambda X: pd.DataFrame(X),
}


@twist
def of_another_form(rng: Rng, tables: Tables) -> Twisted:
    """The same numbers, otherwise kept."""
    form = one_of(rng, sorted(FORMS))
    return Twisted(each(tables, FORMS[form]), same="form", detail=form)


@twist
def labels_of_another_form(rng: Rng, tables: Tables) -> Twisted:
    form = one_of(rng, ["lists", "floats", "series", "read only", "small numbers"])
    change = {
        "lists": lambda y: y.tolist(),
        "floats": lambda y: y.astype(float),
        "series": lambda y: pd.Series(y, index=np.arange(len(y))[::-1]),
        "read only": lambda y: np.frombuffer(y.tobytes(), dtype=y.dtype),
        "small numbers": lambda y: y.astype(np.int8) if y.dtype.kind == "i" else y,
    }[form]
    names = ("classes", "measures", "labeled_classes", "labeled_measures")
    return Twisted(tables._replace(**{name: change(getattr(tables, name)) for name in names}), "form", detail=form)


@twist
def sparse_rows(rng: Rng, tables: Tables) -> Twisted:
    make = one_of(rng, [sparse.csr_array, sparse.csr_matrix, sparse.csc_array, sparse.coo_array])
    return Twisted(each(tables, make), same="sparse", needs="sparse", detail=make.__name__)


@twist
def other_names(rng: Rng, tables: Tables) -> Twisted:
    """Frames whose columns are called otherwise in one sample, or stand in another order."""
    part = one_of(rng, ["target", "new", "labeled"])
    d = tables.source.shape[1]
    frames = each(tables, FORMS["frame"])
    names = _names(tables.source)
    if d > 1 and rng.random() < 0.6:
        changed, detail = getattr(frames, part)[names[::-1]], "reordered"
    else:
        changed, detail = getattr(frames, part).rename(columns={names[-1]: "another"}), "renamed"
    return Twisted(frames._replace(**{part: changed}), needs=f"any names {part}", detail=f"{detail} in {part}")


@twist
def another_width(rng: Rng, tables: Tables) -> Twisted:
    part = one_of(rng, ["target", "new", "labeled"])
    form = one_of(rng, ["lists", "objects", "frame", "read only"])
    wider = each(tables, lambda X: np.column_stack([X, X[:, :1]]) if rng.random() < 0.5 else X[:, 1:], [part])
    detail = f"{getattr(wider, part).shape[1]} columns in {part}, {form}"
    return Twisted(each(wider, FORMS[form]), needs=f"any width {part}", detail=detail)


@twist
def no_table(rng: Rng, tables: Tables) -> Twisted:
    """Nothing, a number, a word, one or three axes, rows of different lengths, no rows, no columns."""
    part = one_of(rng, ROWS)
    X = getattr(tables, part)
    things = {
        "None": None,
        "a number": 3.0,
        "a word": "rows",
        "an object": object(),
        "a function": len,
        "a dict": {"a": 1},
        "one axis": X[:, 0],
        "three axes": X[:, :, np.newaxis],
        "ragged": [row[: 1 + i % 2].tolist() + [0.0] * (i % 3) for i, row in enumerate(X)],
        "no rows": X[:0],
        "no columns": X[:, :0],
        "an empty list": [],
        "dates": X.astype("int64").astype("datetime64[D]"),
        "spans of time": X.astype("int64").astype("timedelta64[s]"),
        "words": X.astype(str),
        "complex": X + 0j,
        "masked": np.ma.masked_array(X, mask=X[0, 0] == X),
        "records": np.zeros(len(X), dtype=[("a", float), ("b", float)]),
    }
    name = one_of(rng, sorted(things))
    return Twisted(tables._replace(**{part: things[name]}), needs=f"{name} for {part}", detail=f"{name} for {part}")


@twist
def one_row(rng: Rng, tables: Tables) -> Twisted:
    part = one_of(rng, ROWS)
    changed = each(tables, lambda X: X[:1], [part])
    if part == "source":
        changed = changed._replace(classes=tables.classes[:1], measures=tables.measures[:1])
    if part == "labeled":
        labels = {name: getattr(tables, name)[:1] for name in ("labeled_classes", "labeled_measures")}
        changed = changed._replace(**labels)
    return Twisted(changed, detail=part)


@twist
def two_rows(rng: Rng, tables: Tables) -> Twisted:
    if rng.random() < 0.5:
        return Twisted(each(tables, lambda X: X[:2], ["target"]), detail="target")
    kept = [int(np.argmin(tables.classes)), int(np.argmax(tables.classes))]
    few = {name: getattr(tables, name)[kept] for name in ("source", "classes", "measures")}
    return Twisted(tables._replace(**few), detail="source")


@twist
def a_frame_with_more_than_numbers(rng: Rng, tables: Tables) -> Twisted:
    """A column of categories, texts, dates or truth values beside the numbers."""
    kind = one_of(rng, ["categories", "texts", "dates", "missing categories", "truth values"])

    def frame(X: Any) -> Any:
        codes = rng.integers(0, 3, size=len(X))
        column: Any = np.array(["red", "green", "blue"], dtype=object)[codes]
        if kind == "missing categories":
            column[codes == 0] = None
        if kind in ("categories", "missing categories"):
            column = pd.Categorical(column, categories=["red", "green", "blue"])
        if kind == "dates":
            column = pd.Timestamp("2020-01-01") + pd.to_timedelta(codes, unit="D")
        if kind == "truth values":
            column = codes == 0
        return FORMS["frame"](X).assign(other=column)

    needs = None if kind == "truth values" else kind  # those are numbers
    return Twisted(each(tables, frame), needs=needs, detail=kind)


@twist
def labels_that_are_none(rng: Rng, tables: Tables) -> Twisted:
    """Labels that nobody can learn from: mixed, missing, too many, too few, in a matrix."""
    n = len(tables.source)
    words = np.where(tables.classes == 1, "b", "a").astype(object)
    mixed, missing, gaps = words.copy(), words.copy(), tables.measures.copy()
    mixed[: n // 2], missing[1], gaps[1] = 1, None, np.nan
    endless = tables.measures.copy()
    endless[1] = np.inf
    things = {
        "mixed": mixed,
        "missing": missing,
        "NaN": gaps,
        "infinite": endless,
        "too many": np.append(tables.classes, 1),
        "too few": tables.classes[1:],
        "none": tables.classes[:0],
        "None": None,
        "a number": 1,
        "two columns": np.column_stack([tables.measures, tables.measures]),
        "three axes": tables.classes[:, np.newaxis, np.newaxis],
        "dates": np.arange(n).astype("datetime64[D]"),
        "complex": tables.classes + 1j,
        "lists": [[1]] * (n - 1) + [[1, 2]],
        "huge": [10**400] * n,
    }
    name = one_of(rng, sorted(things))
    changed = tables._replace(classes=things[name], measures=things[name])
    return Twisted(changed, needs=f"labels: {name}", detail=name)


@twist
def strange_labels(rng: Rng, tables: Tables) -> Twisted:
    """Labels one may have: words, truth values, a single class, three, one row of a class, extreme numbers."""
    classes, n = tables.classes, len(tables.source)
    rare = np.zeros(n, dtype=int)
    rare[0] = 1
    things = {
        "words": np.array(["no", "yes"])[classes],
        "words as objects": np.array(["no", "yes"], dtype=object)[classes],
        "truth values": classes.astype(bool),
        "far apart": np.array([-(2**62), 2**62])[classes],
        "one class": np.zeros(n, dtype=int),
        "one word": np.full(n, "a"),
        "three": np.arange(n) % 3,
        "rare": rare,
        "all different": np.arange(n),
        "bytes": np.array([b"no", b"yes"])[classes],
    }
    name = one_of(rng, sorted(things))
    factor = float(rng.choice([1e-300, 1e-160, 1e160, 1e300, 0.0]))
    few = things[name][: len(tables.labeled_classes)]
    changed = tables._replace(
        classes=things[name],
        labeled_classes=few,
        measures=tables.measures * factor,
        labeled_measures=tables.labeled_measures * factor,
    )
    return Twisted(changed, detail=f"{name}, measures times {factor:g}")
