"""From records to the comparison of the methods: by setting, over real targets, and how often which one wins."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from shiftlab.experiments.intervals import jackknife
from shiftlab.experiments.settings import fields
from shiftlab.experiments.summary import Record, Row, Summary, by_setting, groups, pooled, row

from .methods import METHODS
from .settings import REAL, Settings

SETTINGS = [field.name for field in fields(Settings)]
KEYS = Settings.keys()
#: What is the same for all fields or inboxes.
ACROSS = [name for name in KEYS if name not in ("source", "target")]
RIVALS = ("two_stage", "ssb", "kmm", "kde", "iid")
WEIGHTED = tuple(name for name in METHODS if name != "iid")
#: All against the iid fit, and the two that the paper finds best on mine fields against all.
COMPARISONS = tuple(
    dict.fromkeys((name, "iid") for name in WEIGHTED)
    | dict.fromkeys(("integrated", other) for other in METHODS if other != "integrated")
    | dict.fromkeys(("kmm", other) for other in METHODS if other not in ("kmm", "integrated"))
)
#: Of each method, by whatever tells one area from another.
Areas = Mapping[str, Mapping[Any, float]]


def summarise(records: list[Record]) -> Summary:
    """Lines of one setting over its trials; "pairs: ..." over pairs of fields, "inboxes: ..." over targets; and "wins",
    "losses", "ties" of the integrated method, by the sign of the paired interval of a setting.
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
    return summary + _growth(records) + counted


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


def _areas(cells: Sequence[Record]) -> Areas:
    """Of each method the area of every source, target and seed: a cell has those of one source and seed."""
    return {
        name: {
            (cell["source"], int(key.rpartition(" @ ")[2]), cell["seed"]): cell[key]
            for cell in cells
            for key in cell
            if key.startswith(f"auc {name} @ ")
        }
        for name in METHODS
    }


def _compared(areas: Areas) -> Iterator[tuple[str, dict[Any, float]]]:
    """The areas, and differences where they are of the same rows."""
    for name in METHODS:
        yield f"auc {name}", dict(areas[name])
    for one, other in COMPARISONS:
        yield f"auc {one} - {other}", {where: area - areas[other][where] for where, area in areas[one].items()}


def _pairs(cells: Sequence[Record], named: dict[str, Any], without: Sequence[int]) -> Summary:
    """Averages over pairs of other fields than those `without`, with the interval of a jackknife over the fields."""
    named = {**named, "untuned": bool(without)}
    areas = {
        name: {
            (source, target): area for (source, target, _), area in several.items() if not {source, target} & {*without}
        }
        for name, several in _areas(cells).items()
    }
    if not areas["iid"]:
        return []
    summary = [_over_fields(f"pairs: {name}", pairs, named) for name, pairs in _compared(areas)]
    if len(areas["iid"]) > 1:
        summary.append(_over_fields("pairs: sd auc iid", areas["iid"], named, _deviation))
    return summary


def _deviation(values: Any) -> Any:
    return np.std(values, ddof=1)


def _over_fields(
    quantity: str, pairs: Mapping[tuple[int, int], float], named: dict[str, Any], statistic: Any = np.mean
) -> Row:
    sources, targets = zip(*pairs, strict=True)
    values = list(pairs.values())
    # of one source nothing is left without it
    low, high = jackknife(values, sources, targets, statistic) if len(set(sources)) > 1 else (None, None)
    freedom = max(1, len({*sources, *targets}) - 1)
    mean = float(statistic(values))
    return row(quantity, values, **named) | {"mean": mean, "low": low, "high": high, "freedom": freedom}


def _inboxes(cells: Sequence[Record], named: dict[str, Any]) -> Summary:
    """Averages over targets, with the interval over them: the seeds draw the rows of the same few targets anew."""
    areas = _areas(cells)
    values = dict(_compared(areas))
    values |= {f"reduction {name}": _reduction(areas, name) for name in WEIGHTED}
    return [_over_targets(f"inboxes: {name}", several, named) for name, several in values.items() if several]


def _reduction(areas: Areas, name: str) -> dict[Any, float]:
    """Of 1 - AUC; not defined where the iid fit makes no mistake: such a sample counts for no method."""
    return {where: 1 - (1 - areas[name][where]) / (1 - area) for where, area in areas["iid"].items() if area < 1}


def _over_targets(quantity: str, values: Mapping[tuple[int, int, int], float], named: dict[str, Any]) -> Row:
    """Of each target the mean over its seeds, and the interval of the mean of these."""
    targets = sorted({target for _, target, _ in values})
    means = [float(np.mean([value for where, value in values.items() if where[1] == target])) for target in targets]
    return row(quantity, means, **named) | {"freedom": max(1, len(targets) - 1)}


def _growth(records: Sequence[Record]) -> Summary:
    """How much more 1 - AUC is reduced with the most test rows than with the fewest, on the same targets."""
    summary: Summary = []
    stand_ins = [record for record in records if record["problem"] in REAL and record["problem"] != "landmine"]
    for named, cells in by_setting(stand_ins, [name for name in ACROSS if name != "n_target"]):
        sizes = sorted({cell["n_target"] for cell in cells})
        if len(sizes) < 2:
            continue
        few, many = (_areas([cell for cell in cells if cell["n_target"] == n]) for n in (sizes[0], sizes[-1]))
        keys = {**named, "fewest": sizes[0], "most": sizes[-1]}
        for name in WEIGHTED:
            before, after = _reduction(few, name), _reduction(many, name)
            if more := {where: after[where] - reduced for where, reduced in before.items() if where in after}:
                summary.append(_over_targets(f"inboxes: growth of reduction {name}", more, keys))
    return summary


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
