"""Reproduce a paper's tables and figures: cells -> records -> summary -> table and pictures, on disk."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from matplotlib.figure import Figure

from .. import style
from ..support import files
from . import controls, records
from .code import changes, reached
from .experiment import Experiment, Mode
from .machine import machine, versions
from .settings import SettingsError, shown
from .summary import Summary
from .sweep import Sweep, sweep
from .table import Table

if TYPE_CHECKING:
    from .cluster.workers import Cluster

FORMATS = ("png", "svg")


def reproduce(
    experiment: Experiment[Any, Any],
    *,
    mode: Mode = "quick",
    jobs: int = 1,
    cluster: Cluster | None = None,
    out: Path,
    overrides: Mapping[str, Any] | None = None,
    progress: bool = True,
    say: Callable[[str], object] = print,
) -> Summary:
    """Run the cells of `mode` and write everything that follows from them below ``out/NAME``.

    `overrides` hold settings at a value in every cell and preset. Cells are shared between modes and runs, so
    that a full run uses what a quick one, or an interrupted one, has finished. A `cluster`
    (`shiftlab.experiments.cluster.connected`) computes instead of `jobs` processes.
    """
    overrides = dict(overrides or {})
    cells = list(dict.fromkeys(cell.changed(**overrides) for cell in experiment.cells(mode)))
    _check_repetitions(experiment, cells)
    folder = out / experiment.name
    target = folder / mode
    started, clock = datetime.now(UTC), time.perf_counter()
    say(f"{experiment.name}, {mode}: {len(cells)} cells; {caps(experiment, cells)}")
    for place in (target, target / "figures"):
        files.clear_leftovers(place)
    swept = sweep(experiment, cells, folder=folder / "cells", jobs=jobs, cluster=cluster, progress=progress)
    check_unedited(experiment)
    summary = experiment.summarise(swept.records)
    _write_numbers(target, swept, summary, experiment.table(summary))
    _write_pictures(target / "figures", experiment, summary, overrides)
    run = {
        "experiment": experiment.name,
        "mode": mode,
        "overrides": overrides,
        "held": held(experiment, cells),
        "cells": len(cells),
        "computed": swept.computed,
        "reused": swept.reused,
        **({"jobs": jobs} if cluster is None else {"cluster": cluster.facts()}),
        "started": started.isoformat(timespec="seconds"),
        "seconds": round(time.perf_counter() - clock, 1),
        "cell_seconds": round(swept.cell_seconds, 1),
        "versions": versions(),
        "machine": machine(),
        "rows": records.digest(swept.records),
        "code": experiment.code._asdict(),
    }
    if mode == "full":  # what a run is worth is asked where it becomes evidence
        run["controls"] = controls.outcomes(experiment.name)
    files.write_json(target / "run.json", run)
    say(experiment.table(summary).text())
    if cluster is not None and len(kinds := cluster.facts()["kinds"]) > 1:
        say(f"cells were computed on {len(kinds)} kinds of processors, whose last bits may differ: {'; '.join(kinds)}")
    say(f"{swept.computed} cells computed, {swept.reused} found finished, {run['seconds']} s; written to {target}")
    return summary


def check_unedited(experiment: Experiment[Any, Any]) -> None:
    """That the files still say what the numbers were computed with."""
    now = reached(experiment.run, experiment.report.record, experiment.Settings)
    if edited := changes(experiment.code.definitions, now.definitions):
        raise ValueError(f"{', '.join(edited)} changed while {experiment.name} ran: run it again.")


def _check_repetitions(experiment: Experiment[Any, Any], cells: list[Any]) -> None:
    if fields := experiment.mixed_up(cells):
        raise SettingsError(
            f"The cells of {experiment.name} differ in {', '.join(fields)}, which its summary would take for "
            f"repetitions: make them keys of the summary, or name them among REPEATS of the settings."
        )


def held(experiment: Experiment[Any, Any], cells: list[Any]) -> dict[str, Any]:
    """Each setting with the one value it has in every cell, or the list of those it takes."""
    values: dict[str, Any] = {}
    for field in experiment.fields:
        taken = list(dict.fromkeys(getattr(cell, field.name) for cell in cells))
        values[field.name] = taken[0] if len(taken) == 1 else taken
    return values


def caps(experiment: Experiment[Any, Any], cells: list[Any]) -> str:
    """The settings that are the same in every cell, for a person: where caps on rows and repetitions show."""
    same = {name: value for name, value in held(experiment, cells).items() if not isinstance(value, list)}
    repeats = len({getattr(cell, "seed", 0) for cell in cells})
    return ", ".join(
        [
            f"{repeats} seed{'s' if repeats > 1 else ''}",
            *(f"{name}={shown(value)}" for name, value in same.items()),
        ]
    )


def save_picture(figure: Figure, alt: str, path: Path) -> None:
    """`path` with .png and .svg, and the alt text beside them as .txt."""
    with style.using():
        for form in FORMATS:
            # no date: the same picture is the same file
            metadata = {"Date": None, "Description": alt} if form == "svg" else {"Description": alt}
            files.write(
                path.with_name(f"{path.name}.{form}"),
                lambda file, form=form, metadata=metadata: figure.savefig(  # type: ignore[misc]
                    file, format=form, dpi=200, metadata=metadata
                ),
            )
    files.write_text(path.with_name(f"{path.name}.txt"), alt + "\n")


def file_name(title: str) -> str:
    """A preset's name as a file name: ``Figure 3, left`` becomes ``figure-3-left``."""
    letters = "".join(c if c.isalnum() and c.isascii() else " " for c in title.lower())
    return "-".join(letters.split())


def _write_numbers(target: Path, swept: Sweep, summary: Summary, table: Table) -> None:
    files.write_json(target / "records.json", swept.records)
    files.write_text(target / "records.csv", Table.of("", swept.records).csv())
    files.write_json(target / "summary.json", summary)
    files.write_text(target / "summary.csv", Table.of("", summary).csv())
    files.write_text(target / "table.md", f"{table.title}\n\n{table.markdown()}\n")
    files.write_text(target / "table.csv", table.csv())


def _write_pictures(
    target: Path, experiment: Experiment[Any, Any], summary: Summary, overrides: Mapping[str, Any]
) -> None:
    figure, alt = experiment.summary_figure(summary)
    save_picture(figure, alt, target / "summary")
    for title, settings in experiment.presets.items():
        result = experiment.result(settings.changed(**overrides))
        save_picture(experiment.figure(result=result), experiment.describe(result), target / file_name(title))
