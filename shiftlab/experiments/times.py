"""How long cells take: as they did when they were last computed, and for others as those most like them did.

It is for the order in which a cluster gets them, and for the time that is left, so an estimate is good enough.
"""

from __future__ import annotations

import importlib.util
import json
import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from . import UnknownExperimentError, room
from .experiment import Experiment

#: The file beside the evidence with the seconds of a cell of each setting, from the last full run.
FILE = "times.json"
Key = tuple[Any, ...]


def expected(experiment: Experiment[Any, Any], cells: Sequence[Any], known: Mapping[Key, float]) -> list[float]:
    """The seconds of each cell: those of the same settings but for the seed, or else the mean of the known ones that
    have most settings in common with it. Where nothing is known, its size.
    """
    names = _names(experiment)
    wanted = [tuple(getattr(cell, name) for name in names) for cell in cells]
    seconds = {key: known[key] for key in wanted if key in known}
    unknown = dict.fromkeys(key for key in wanted if key not in known)
    if unknown and not known:
        seconds |= {key: float(_product(key)) for key in unknown}
    elif unknown:
        numbers: dict[tuple[int, Any], int] = {}  # every value of every field, so that rows can be compared at once
        rows = np.array([_numbered(key, numbers) for key in known])
        times = np.array(list(known.values()))
        for key in unknown:
            alike = (rows == np.array(_numbered(key, numbers))).sum(axis=1)
            seconds[key] = float(times[alike == alike.max()].mean())
    return [seconds[key] for key in wanted]


def kept(experiment: Experiment[Any, Any], folder: Path | None) -> dict[Key, float]:
    """The mean seconds of the cells of each setting that lie in the folder of a run, by whatever code, and for other
    settings those that are kept beside the evidence.
    """
    return beside(experiment.name) | ({} if folder is None else found(experiment, folder))


def found(experiment: Experiment[Any, Any], folder: Path) -> dict[Key, float]:
    """The mean seconds of the cells of each setting in a folder."""
    several: dict[Key, list[float]] = {}
    names = _names(experiment)
    for path in folder.glob("*.json"):
        try:
            content = json.loads(path.read_text(encoding="utf-8"))
            key = tuple(content["record"][name] for name in names)
            several.setdefault(key, []).append(float(content["seconds"]))
        except (OSError, ValueError, KeyError, TypeError, AttributeError):  # not whole, or of other settings
            continue
    return {key: sum(seconds) / len(seconds) for key, seconds in several.items()}


def beside(name: str) -> dict[Key, float]:
    """What is kept beside the evidence of an experiment."""
    path = place(name)
    if path is None or not path.exists():
        return {}
    return {tuple(key): seconds for *key, seconds in json.loads(path.read_text(encoding="utf-8"))["rows"]}


def place(name: str) -> Path | None:
    """Where the times of an experiment are kept; nowhere without a room."""
    try:
        spec = importlib.util.find_spec(room(name))
    except UnknownExperimentError:  # it was made to be tried
        return None
    return None if spec is None or spec.origin is None else Path(spec.origin).with_name(FILE)


def written(experiment: Experiment[Any, Any], known: Mapping[Key, float]) -> str:
    """The text of that file: a line for each setting."""
    rows = ",\n".join(json.dumps([*key, float(f"{seconds:.3g}")]) for key, seconds in sorted(known.items(), key=str))
    return f'{{"columns": {json.dumps([*_names(experiment), "seconds"])},\n"rows": [\n{rows}\n]}}\n'


def size(cell: Any) -> int:
    """Roughly how long it takes: rows times trials times whatever else is counted."""
    return _product(tuple(value for name, value in vars(cell).items() if name != "seed"))


def _product(key: Key) -> int:
    return math.prod(max(1, value) for value in key if type(value) is int)


def _names(experiment: Experiment[Any, Any]) -> list[str]:
    """The settings that time depends on: all but the seed."""
    return [field.name for field in experiment.fields if field.name != "seed"]


def _numbered(key: Key, numbers: dict[tuple[int, Any], int]) -> list[int]:
    return [numbers.setdefault((i, value), len(numbers)) for i, value in enumerate(key)]
