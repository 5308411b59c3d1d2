"""On which terms a worker may compute: the code, the versions and the data of whoever asks, and one thread."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from ... import datasets, experiments
from ..experiment import Experiment
from ..machine import versions
from ..settings import as_dict

#: When this process began to compute for others: what it has imported since then is not older.
BEGUN = time.time()
#: Where a data set is looked for; sets from one place are the same wherever they are checked by the same checksum.
CHECKED, PUBLIC = ("bundled", "SHIFTLAB_DATA"), ("cache", "download")


class RefusedError(ValueError):
    """A worker that would not give the same numbers; the message says why, in one sentence."""


class Terms(NamedTuple):
    """What is sent with every cell, and compared where it is computed: a worker may have joined in between."""

    experiment: str
    code: str
    versions: tuple[tuple[str, str], ...]
    data: tuple[tuple[str, str], ...]

    @classmethod
    def of(cls, experiment: Experiment[Any, Any], cells: Sequence[Any]) -> Terms:
        """Those of this process."""
        return cls(
            experiment.name,
            experiment.code.digest,
            tuple(versions().items()),
            tuple((name, source) for name, source in sources(needed(experiment, cells)) if source != "by hand"),
        )


def needed(experiment: Experiment[Any, Any], cells: Sequence[Any]) -> set[str]:
    """The data sets that the cells may load: those that their settings name, or else all that the code names."""
    entries = (name.partition("registry.json: ") for name in experiment.code.definitions)
    named = {name for _, of_the_registry, name in entries if of_the_registry}
    return {value for cell in cells for value in as_dict(cell).values() if value in named} or named


def sources(names: set[str]) -> Iterator[tuple[str, str]]:
    """Where each data set comes from in this process."""
    for row in datasets.provenance_table():
        if row.name in names:
            yield row.name, row.source


def objection(terms: Terms, threads: int) -> str | None:
    """Why this process must not compute on these terms, as the rest of a sentence; nothing where it may."""
    if threads != 1:
        return (
            f"has {threads} threads, and limits on threads are for a whole process: give each worker one (--nthreads 1)"
        )
    here = versions()
    if other := [
        f"{name} {here.get(name)} and not {wanted}" for name, wanted in terms.versions if here.get(name) != wanted
    ]:
        return f"has {', '.join(other)}: install the same versions there"
    if edited := _edited():
        return f"has computed since before {edited} was changed: start it again"
    try:
        code = experiments.get(terms.experiment).code.digest
    except experiments.UnknownExperimentError:
        return f"knows no experiment {terms.experiment}: give it the same shiftlab"
    if code != terms.code:
        return f"would use other code for {terms.experiment} ({code} and not {terms.code}): give it the same shiftlab"
    there = dict(sources({name for name, _ in terms.data}))
    if lacking := [name for name, source in terms.data if not _same(source, there[name])]:
        return (
            f"lacks data that are here: {', '.join(lacking)}; put them into a folder that it can read, and start it "
            f"with SHIFTLAB_DATA set to that folder"
        )
    return None


def _same(here: str, there: str) -> bool:
    """Whether a data set is the same in two places: a public copy may differ from the registered one."""
    return any(here in place and there in place for place in (CHECKED, PUBLIC))


def _edited() -> str | None:
    """A module of the kit whose file has changed since then: what is in memory may be older."""
    for name, module in list(sys.modules.items()):
        file = getattr(module, "__file__", None)
        if file and name.partition(".")[0] == "shiftlab" and Path(file).exists() and Path(file).stat().st_mtime > BEGUN:
            return name
    return None
