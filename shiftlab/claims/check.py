"""Whether the kept evidence is by the code beside it, and whole: ``python -m shiftlab.claims.check [NAME ...]``.

Evidence holds a digest of the code that computed it, and one of its own rows. This compares them with the code and the
rows as they are now, and asks whether its controls passed and whether there is a record of every cell of the full run.
What is wrong is said in a line each, and then the exit code is 1.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from .. import experiments
from ..experiments import UnknownExperimentError, controls, records
from ..experiments.code import changes
from ..experiments.experiment import Experiment
from ..experiments.settings import SettingsError, from_dict
from . import build

#: More changed definitions than these are counted and not named.
MOST_NAMED = 12


def is_current(experiment: Experiment[Any, Any], run: Mapping[str, Any]) -> bool:
    """Whether a run is by the code beside it, all of it or a sample that was repeated."""
    return bool(run.get("code", {}).get("digest") == experiment.code.digest)


def older_code(experiment: Experiment[Any, Any], run: Mapping[str, Any]) -> str:
    """What has changed since a run, as one sentence; nothing where that is nothing."""
    if is_current(experiment, run):
        return ""
    known = run.get("code", {}).get("definitions")
    if known is None:
        return "is by older code, and does not say by which."
    changed = [name.removeprefix("shiftlab.") for name in changes(known, experiment.code.definitions)]
    more = f" and {len(changed) - MOST_NAMED} more" if len(changed) > MOST_NAMED else ""
    return f"is by older code: since then {', '.join(changed[:MOST_NAMED])}{more} changed."


def uncontrolled(name: str, run: Mapping[str, Any]) -> str:
    """Which controls have not been run beside a run, or did not pass, as one sentence; nothing where all did."""
    known = {line["control"]: line["passed"] for line in run.get("controls", [])}
    if failed := [control for control, passed in known.items() if not passed]:
        return f"has controls that did not pass: {', '.join(failed)}."
    missing = [control.name for control in controls.controls(name) if control.name not in known]
    return f"was kept without the controls {', '.join(missing)}." if missing else ""


def faults(experiment: Experiment[Any, Any], evidence: Mapping[str, Any]) -> Iterator[str]:
    """What is wrong with the records themselves, in sentences, whatever code they are by."""
    run, kept = evidence["run"], evidence["records"]
    if "rows" in run and run["rows"] != records.digest(kept):
        yield "was changed since its run: its rows are others."
    if run.get("mode") != "full" or run.get("overrides"):
        yield "is not of a full run, or some settings were held."
    there: Counter[Any] = Counter()
    invalid = []
    for record in kept:
        try:
            there[settings_of(experiment, record)] += 1
        except (SettingsError, KeyError) as error:
            invalid.append(str(error))
    if invalid:
        yield f"has {len(invalid)} records of settings that do not exist, the first: {invalid[0]}"
    cells = Counter(experiment.cells("full"))
    if missing := (cells - there).total():
        yield f"has no record of {missing} of {cells.total()} cells."
    if surplus := (there - cells).total():
        yield f"has {surplus} records that are of no cell, or of one that is there twice."


def settings_of(experiment: Experiment[Any, Any], record: Mapping[str, Any]) -> Any:
    """The settings that a record is of; an error where there are no such settings."""
    return from_dict(experiment.Settings, {field.name: record[field.name] for field in experiment.fields})


def findings(name: str) -> list[str]:
    """All that is wrong with the evidence of an experiment."""
    experiment, evidence = experiments.get(name), build.evidence(name)
    said = (older_code(experiment, evidence["run"]), uncontrolled(name, evidence["run"]))
    return [*filter(None, said), *faults(experiment, evidence)]


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m shiftlab.claims.check", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help="experiments; all with evidence unless given")
    names = parser.parse_args(arguments).names or build.with_evidence()
    wrong = 0
    for name in names:
        try:
            found = findings(name)
        except (UnknownExperimentError, FileNotFoundError) as error:
            print(error, file=sys.stderr)
            return 2
        wrong += bool(found)
        for sentence in found:
            print(f"{name} {sentence}", file=sys.stderr)
    if wrong:
        print(f"{wrong} of {len(names)}: run them again, or a sample with make claims-adopt", file=sys.stderr)
        return 1
    print(f"{len(names)} experiments: the evidence is by the code beside it")
    return 0


if __name__ == "__main__":
    sys.exit(main())
