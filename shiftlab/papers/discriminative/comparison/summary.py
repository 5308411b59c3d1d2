"""From records to the comparison of the methods: by setting, over pairs of fields, and how often which one wins."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from shiftlab.experiments.intervals import jackknife
from shiftlab.experiments.settings import fields
from shiftlab.experiments.summary import Record, Row, Summary, by_setting, groups, pooled, row

from .methods import METHODS
from .settings import REAL, Settings

SETTINGS = [field.name for field in fields(Settings)]
#: Those that change the numbers.
KEYS = [name for name in SETTINGS if name not in ("left", "right", "trials", "seed")]
#: What is the same for all fields or inboxes.
ACROSS = [name for name in KEYS if name not in ("source", "target")]
RIVALS = ("two_stage", "ssb", "kmm", "kde", "iid")


def summarise(records: list[Record]) -> Summary:
    """Lines of one setting over its trials; "pairs: ..." over pairs of fields, "inboxes: ..." over targets and trials;
    and "wins", "losses", "ties" of the integrated method, by the sign of the paired interval of a setting.
    """
    summary: Summary = []
    for named, cells in by_setting(records, KEYS):
        summary += _setting(cells, named)
    counted = _counts(summary)
    for named, cells in by_setting([record for record in records if record["problem"] in REAL], ACROSS):
        if named["problem"] == "landmine":
            from .tuning import FIELDS as TUNING_FIELDS

            summary += _pairs(cells, named, ()) + _pairs(cells, named, TUNING_FIELDS)
        else:
            summary += _inboxes(cells, named)
    return summary + counted


def _setting(cells: Sequence[Record], named: dict[str, Any]) -> Summary:
    summary = []
    for name in cells[0]:
        if name in SETTINGS or name.endswith(" sd") or " @ " in name:
            continue
        if f"{name} sd" in cells[0]:
            summary.append(pooled(name, cells, **named))
        else:
            summary.append(row(name, [cell[name] for cell in cells], **named))
    return summary


def _pairs(cells: Sequence[Record], named: dict[str, Any], without: Sequence[int]) -> Summary:
    """Averages over pairs of other fields than those `without`, with the interval of a jackknife over the fields."""
    named = {**named, "untuned": bool(without)}
    areas = {
        name: {
            (cell["source"], target): cell[key]
            for cell in cells
            for key in cell
            if key.startswith(f"auc {name} @ ")
            and not {cell["source"], target := int(key.rpartition(" @ ")[2])}.intersection(without)
        }
        for name in METHODS
    }
    if not areas["iid"]:
        return []
    values = {f"auc {name}": pairs for name, pairs in areas.items()}
    for name in areas:
        for one, other in ((name, "iid"), ("integrated", name)):
            if one != other and f"auc {one} - {other}" not in values:
                values[f"auc {one} - {other}"] = {pair: areas[one][pair] - areas[other][pair] for pair in areas[one]}
    summary = [_over_fields(f"pairs: {name}", pairs, named) for name, pairs in values.items()]
    if len(values["auc iid"]) > 1:
        summary.append(_over_fields("pairs: sd auc iid", values["auc iid"], named, _deviation))
    return summary


def _deviation(values: Any) -> Any:
    return np.std(values, ddof=1)


def _over_fields(
    quantity: str, pairs: dict[tuple[int, int], float], named: dict[str, Any], statistic: Any = np.mean
) -> Row:
    sources, targets = zip(*pairs, strict=True)
    values = list(pairs.values())
    # of one source nothing is left without it
    low, high = jackknife(values, sources, targets, statistic) if len(set(sources)) > 1 else (None, None)
    return row(quantity, values, **named) | {"mean": float(statistic(values)), "low": low, "high": high}


def _inboxes(cells: Sequence[Record], named: dict[str, Any]) -> Summary:
    """Averages over targets, with the interval over the seeds: a cell has all targets of one seed."""
    spread = [name.removesuffix(" sd") for name in cells[0] if name.endswith(" sd")]
    return [row(f"inboxes: {name}", [cell[name] for cell in cells], **named) for name in spread]


def _counts(summary: Summary) -> Summary:
    """Of the synthetic settings: in how many the paired interval is above 0, below it, or includes it."""
    counted: Summary = []
    for rival in RIVALS:
        compared = [
            one
            for one in summary
            if one["quantity"] == f"auc integrated - {rival}" and one["problem"] not in REAL and one["low"] is not None
        ]
        for (protocol, problem), group in _by_protocol(compared):
            wins = sum(one["low"] > 0 for one in group)
            losses = sum(one["high"] < 0 for one in group)
            for name, count in (("wins", wins), ("losses", losses), ("ties", len(group) - wins - losses)):
                keys = {"against": rival, "protocol": protocol, "problem": problem, "settings": len(group)}
                counted.append({**row(name, [count]), **keys})
    return counted


def _by_protocol(rows: Summary) -> list[tuple[tuple[str, str], Summary]]:
    one = [
        ((str(key[0]), str(key[1])), list(map(dict, group)))
        for key, group in groups(rows, ["protocol", "problem"]).items()
    ]
    every = [((str(key[0]), "all"), list(map(dict, group))) for key, group in groups(rows, ["protocol"]).items()]
    return one + every
