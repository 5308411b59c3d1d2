"""Take older evidence for that of the code beside it, where a sample of its cells comes out the same to the bit.

``python -m shiftlab.claims.adopt [NAME ...]`` runs a part of the full cells again: those that a fixed rule takes, with
every value of every choice among them (every learner, every data set). If one number differs, nothing is adopted, the
cell is named, and the exit code is 1. Cells that are finished are kept below ``--out`` and are not computed again.

Another kind of processor rounds some sums otherwise. ``--rounding 1e-9`` lets numbers differ by that share of their
size; how many cells do, and by how much at most, is kept with the evidence and told on its page.
"""

from __future__ import annotations

import argparse
import math
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from .. import experiments
from ..experiments import controls, records
from ..experiments.experiment import Experiment
from ..experiments.machine import versions
from ..experiments.reproduce import check_unedited
from ..experiments.sweep import cell_name, sweep
from ..experiments.times import size
from . import build, words
from .check import faults, is_current, settings_of, uncontrolled

SHARE, LEAST = 0.05, 10
#: More cells that differ than these are counted and not named.
MOST_NAMED = 5


def sample(experiment: Experiment[Any, Any], share: float = SHARE, least: int = LEAST) -> list[Any]:
    """The cells to run again, in the order of the names of their files, which hang on settings and code alone.

    First those that bring in values of choices that no other has, then whatever comes, until there are enough.
    """
    cells = sorted(experiment.cells("full"), key=lambda cell: cell_name(experiment, cell))
    choices = [field.name for field in experiment.fields if field.choices]
    values = {cell: {(name, getattr(cell, name)) for name in choices} for cell in cells}
    missing = set().union(*values.values())
    chosen: dict[Any, None] = {}
    while missing:  # the first of those that bring in most, and of these the smallest
        best = max(cells, key=lambda cell: (len(values[cell] & missing), -size(cell)))
        chosen[best] = None
        missing -= values[best]
    enough = min(len(cells), max(least, math.ceil(share * len(cells))))
    for cell in cells:
        if len(chosen) >= enough:
            break
        chosen[cell] = None
    return list(chosen)


def differences(
    experiment: Experiment[Any, Any], kept: Sequence[Mapping[str, Any]], new: Sequence[Mapping[str, Any]]
) -> Iterator[tuple[Any, list[tuple[str, Any, Any]]]]:
    """The settings of each new record that is not the kept one, with what differs: name, kept value, new value."""
    known = {settings_of(experiment, record): record for record in kept}
    for record in new:
        settings = settings_of(experiment, record)
        other = known.get(settings, {})
        if record != other:
            names = dict.fromkeys([*record, *other])
            yield settings, [(n, other.get(n), record.get(n)) for n in names if other.get(n) != record.get(n)]


def adopt(
    name: str, *, share: float = SHARE, rounding: float = 0.0, jobs: int = 1, out: Path, progress: bool = True
) -> bool:
    """Run the sample of an experiment, and adopt its evidence if that comes out the same. Says what it does."""
    experiment, evidence = experiments.get(name), build.evidence(name)
    if is_current(experiment, evidence["run"]) and not uncontrolled(name, evidence["run"]):
        print(f"{name}: the evidence is by the code beside it")
        return True
    if found := list(faults(experiment, evidence)):
        print(*(f"{name} {sentence}" for sentence in found), f"{name}: run it again in full", sep="\n", file=sys.stderr)
        return False
    cells, of = sample(experiment, share), len(evidence["records"])
    started = time.perf_counter()
    swept = sweep(experiment, cells, folder=out / name / "cells", jobs=jobs, progress=progress)
    check_unedited(experiment)
    took = f"{swept.computed} cells computed, {swept.reused} found finished, {time.perf_counter() - started:.1f} s"
    different = list(differences(experiment, evidence["records"], swept.records))
    farthest = max((_apart(*numbers)[1] for _, several in different for _, *numbers in several), default=0.0)
    if farthest > rounding:
        print("\n".join(_told(name, different, len(cells))), f"{name}: {took}", sep="\n", file=sys.stderr)
        return False
    adopted = {
        "date": datetime.now(UTC).date().isoformat(),
        "cells": len(cells),
        "share": round(len(cells) / of, 4),
        "of": of,
        "code": experiment.code.digest,
        "versions": versions(),
        **({"rounded": len(different), "by": farthest} if different else {}),
    }
    rows = records.digest(evidence["records"])
    controlled = controls.outcomes(name)
    if failed := [line["control"] for line in controlled if not line["passed"]]:
        print(f"{name}: not adopted, these controls did not pass: {', '.join(failed)}", file=sys.stderr)
        return False
    code = experiment.code._asdict()
    build.change_run(name, {"rows": rows, "code": code, "controls": controlled, "adopted": adopted})
    print(f"{name}: adopted, {words.same_cells(adopted)}; {took}")
    return True


def _told(name: str, different: Sequence[tuple[Any, list[tuple[str, Any, Any]]]], of: int) -> Iterator[str]:
    for settings, numbers in different[:MOST_NAMED]:
        what, kept, new = numbers[0]
        told = ", ".join(f"{key}={value}" for key, value in settings.told().items()) or "the default settings"
        yield f"{name}, {told}: {what} is {new!r} and was {kept!r}; {len(numbers)} numbers differ"
    apart = [_apart(kept, new) for _, numbers in different for _, kept, new in numbers]
    far, relative = (max(several) for several in zip(*apart, strict=True))
    yield (
        f"{name}: not adopted, {len(different)} of {of} cells differ, by up to {far:.2g}, "
        f"and by up to {relative:.2g} of a number's size"
    )


def _apart(kept: Any, new: Any) -> tuple[float, float]:
    """How far two numbers are apart, and in terms of the larger; without end where one of them is none."""
    if not all(isinstance(value, int | float) for value in (kept, new)):
        return math.inf, math.inf
    return abs(new - kept), abs(new - kept) / max(abs(new), abs(kept))


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m shiftlab.claims.adopt", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help="experiments; all with older evidence unless given")
    parser.add_argument("--share", type=float, default=SHARE, help=f"of the cells, at least {LEAST} of them ({SHARE})")
    parser.add_argument(
        "--rounding", type=float, default=0.0, help="how far numbers may differ, as a share of their size (0)"
    )
    parser.add_argument("--jobs", type=int, default=1, help="processes (1)")
    parser.add_argument("--out", type=Path, default=Path("shiftlab-results"), help="where finished cells are")
    parser.add_argument("--no-progress", action="store_true", help="no bar")
    given = parser.parse_args(arguments)
    try:
        done = [
            adopt(
                name,
                share=given.share,
                rounding=given.rounding,
                jobs=given.jobs,
                out=given.out,
                progress=not given.no_progress,
            )
            for name in given.names or build.with_evidence()
        ]
    except (ValueError, OSError) as error:
        print(error, file=sys.stderr)
        return 2
    return 0 if all(done) else 1


if __name__ == "__main__":
    sys.exit(main())
