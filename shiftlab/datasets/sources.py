"""Where the data sets come from, as data for programs and as rows for printing."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any, NamedTuple

from .real import FOLDER_VARIABLE, local_file
from .registry import Entry, entries, entry
from .table import DataError


class Provenance(NamedTuple):
    """A row of `provenance_table`; `source` is where `load` would find the set now, or "by hand": nowhere yet."""

    name: str
    rows: int
    columns: int
    source: str
    public_file: str
    checksum: str
    licence: str
    origin: str


def names() -> tuple[str, ...]:
    """The names that `load` knows."""
    return tuple(entries())


def provenance(name: str) -> dict[str, Any]:
    """Everything that the registry says about a data set: origin, licence, whom to cite, counts, checksum."""
    facts = asdict(entry(name))
    facts["public_file"] = _public_file(entry(name))
    return facts


def provenance_table() -> list[Provenance]:
    """One row per data set, for printing."""
    return [
        Provenance(
            item.name,
            item.rows,
            len(item.columns),
            _source(item),
            _public_file(item),
            item.sha256[:16],
            item.licence,
            item.origin,
        )
        for item in entries().values()
    ]


def _source(item: Entry) -> str:
    if item.bundled:
        return "bundled"
    try:
        found = local_file(item.name)
    except DataError:  # a table for printing is no place to fail: `load` will say it
        found = None
    if found:
        return FOLDER_VARIABLE
    if item.public is None:
        return "by hand"  # only from a folder: `load` says which file to put there
    from .download import is_cached

    return "cache" if is_cached(item) else "download"


def _public_file(item: Entry) -> str:
    return "verified" if item.public is not None and item.public.verified else "unverified"
