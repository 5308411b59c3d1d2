"""What is known about each real data set: `registry.json`, one entry per set."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from ..support import words
from .table import DataError, Format


@dataclass(frozen=True)
class Public:
    """The public copy of a data set on OpenML, which may differ from ours in rows and in label names.

    `classes` holds the class counts that are known of it, `labels` maps its label names to ours, `keep` lists
    the classes (in its names) that belong to our set, and `verified` tells whether its values were compared
    with ours. Where they were not, only rows, columns and class counts are checked.
    """

    openml: int
    rows: int
    classes: Mapping[str, int]
    labels: Mapping[str, str]
    keep: tuple[str, ...]
    verified: bool


@dataclass(frozen=True)
class Entry:
    """One data set. `columns` ends with what is to be predicted; `drop_columns` are columns that are no features.

    `classes` counts the rows of each label, and is empty where the target is a number.
    """

    name: str
    title: str
    bundled: bool
    rows: int
    columns: tuple[str, ...]
    classes: Mapping[str, int]
    drop_columns: tuple[str, ...]
    origin: str
    licence: str
    citation: str
    note: str
    sha256: str
    public: Public | None
    format: Format


@cache
def entries() -> dict[str, Entry]:
    """All entries by name, in the order of the file."""
    text = resources.files(__package__).joinpath("registry.json").read_text(encoding="utf-8")
    return {name: _entry(name, fields) for name, fields in json.loads(text).items()}


def entry(name: str) -> Entry:
    """The entry of `name`, or one sentence with the names there are."""
    known = entries()
    if not isinstance(name, str) or name not in known:
        raise DataError(f"There is no data set {name!r}; {_hint(name, known)}.")
    return known[name]


def meant(name: str) -> str:
    """The name that is meant: by another spelling, or by a part that only one name has; else `name` as it is.

    >>> meant("Breast-Cancer"), meant("wine-quality")  # of wines there are two
    ('breast_cancer_wisconsin_original', 'wine-quality')
    """
    alike = _alike(name, entries())
    return alike[0] if len(alike) == 1 else name


def _alike(name: str, known: Iterable[str]) -> list[str]:
    """The name itself, if it is only spelled differently; else those that it is a part of."""
    plain = re.sub(r"\W+", "_", name.strip()).lower()
    spelled = [one for one in known if one.lower() == plain]
    return spelled or [one for one in known if plain and plain in one.lower()]


def _hint(name: object, known: Iterable[str]) -> str:
    alike = _alike(name, known) if isinstance(name, str) else []
    if len(alike) > 1:
        return f"do you mean {' or '.join(alike)}"
    near = alike[0] if alike else words.nearest(name, known)
    return f"the nearest name is {near!r}" if near else f"choose one of {', '.join(known)}"


def _entry(name: str, fields: dict[str, Any]) -> Entry:
    public = fields.pop("public")
    if public is not None:
        public = Public(
            openml=public["openml"],
            rows=public.get("rows", fields["rows"]),
            classes=public.get("classes", fields["classes"]),
            labels=public.get("labels", {}),
            keep=tuple(public.get("keep", ())),
            verified=public["verified"],
        )
    for key in ("columns", "drop_columns"):
        fields[key] = tuple(_spelled_out(fields[key]))
    return Entry(name=name, public=public, format=Format(**fields.pop("format", {})), **fields)


def _spelled_out(names: Sequence[str]) -> Iterator[str]:
    """Column names, where ``x1..9`` is short for x1, x2, ... x9."""
    for name in names:
        short = re.fullmatch(r"(\D+)(\d+)\.\.(\d+)", name)
        if short:
            yield from (f"{short[1]}{number}" for number in range(int(short[2]), int(short[3]) + 1))
        else:
            yield name
