"""Which reading of what the paper does not print a record belongs to, and which made-up world."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from shiftlab.experiments.settings import BaseSettings

Options = Mapping[str, Any]
USUAL = "as printed where it is printed"


def reading(record: Options, default: BaseSettings, readings: Mapping[str, Options], apart: Collection[str]) -> str:
    """The name of the reading, or all that is other than usual; settings `apart` are told by something else."""
    names = set(default.keys()) - set(apart)
    changed = {name: record[name] for name in sorted(names) if record[name] != getattr(default, name)}
    folds = changed.pop("folds", None)
    known = next((name for name, held in readings.items() if held == changed), None)
    name = ", ".join(f"{field} {value}" for field, value in changed.items()) if known is None else known
    return name if folds is None else f"{name}, {folds} folds"


def world(record: Options, worlds: Mapping[str, Options]) -> str:
    """The problem of a record: which texts, or which made-up world."""
    if record["problem"] != "made up":
        return str(record["problem"])
    held = {name: record[name] for name in ("drift", "turned")}
    told = f"made up, drift {held['drift']:g}, turned {held['turned']}"
    return next((name for name, one in worlds.items() if one == held), told)
