"""What is known about each real data set: `registry.json`, one entry per set."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
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
        near = words.nearest(name, known)
        hint = f"the nearest name is {near!r}" if near else f"choose one of {', '.join(known)}"
        raise DataError(f"There is no data set {name!r}; {hint}.")
    return known[name]


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
