"""What a change of the house must leave as it is, written to one file.

``python tests/frozen/snapshot.py FILE`` writes it; ``--against OLD`` compares as well, and names what differs; ``--only
NAME ...`` looks at these experiments alone. It reads only public names, so that it says the same of a tree whose files
lie elsewhere. A whole run takes some minutes: this is
a proof for a day of moving, not a test of every day.
"""

import argparse
import hashlib
import json
import os
import subprocess
import sys
import warnings
from pathlib import Path

for threads in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(threads, "1")  # before numpy: the bits of a picture's fits depend on it

import dataclasses

import numpy as np
from joblib import Parallel, delayed
from threadpoolctl import threadpool_limits

from shiftlab import claims, experiments
from shiftlab.claims import build
from shiftlab.course import registry

COMMANDS = (
    [],
    ["reproduce"],
    ["claims"],
    ["data"],
    ["start"],
    ["reset"],
    ["report"],
    ["doctor"],
    ["lab"],
    *(["reproduce", name] for name in experiments.names()),
)


def digest(value):
    text = value if isinstance(value, str | bytes) else json.dumps(value, sort_keys=True, default=repr)
    return hashlib.sha256(text if isinstance(text, bytes) else text.encode()).hexdigest()[:20]


def as_dict(settings):
    return {field.name: getattr(settings, field.name) for field in dataclasses.fields(settings)}


def field(one):
    told = ("name", "label", "help", "default", "low", "high", "open_low", "open_high", "choices", "range")
    return {name: getattr(one, name) for name in told} | {
        "type": one.type.__name__,
        "step": one.control.step,
        "log": one.control.log,
    }


def pixels(figure):
    figure.set_layout_engine("none")
    figure.canvas.draw()
    return digest(np.asarray(figure.canvas.buffer_rgba()).tobytes())


def preset(name, title):
    experiment = experiments.get(name)
    with threadpool_limits(1), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        settings = experiment.presets[title]
        coarse = experiment.run(experiment.coarse(settings))
        result = experiment.run(settings)
        return {
            "settings": as_dict(settings),
            "coarse": as_dict(coarse.settings),
            "sentence": experiment.describe(result),
            "coarse sentence": experiment.describe(coarse),
            "pixels": pixels(experiment.figure(result=result)),
            "coarse pixels": pixels(experiment.figure(result=coarse, theme="dark", size="slide")),
            "record": digest(experiment.record(result)),
        }


def cell(name, number):
    experiment = experiments.get(name)
    with threadpool_limits(1), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        settings = experiment.cells("quick")[number]
        return digest(json.loads(json.dumps(experiment.record(experiment.run(settings)))))


def described(name):
    experiment = experiments.get(name)
    records = build.evidence(name)["records"]
    summary = experiment.summarise(records)
    figure, alt = experiment.summary_figure(summary)
    return {
        "title": experiment.title,
        "fields": [field(one) for one in experiment.fields],
        "cells": {mode: digest([as_dict(one) for one in experiment.cells(mode)]) for mode in ("quick", "full")},
        "evidence": digest(records),
        "summary": digest(summary),
        "table": digest(experiment.table(summary).text()),
        "summary pixels": pixels(figure),
        "summary alt": alt,
    }


def asked():
    exercises = {
        one.id: {
            "title": one.title,
            "stub": one.stub,
            "solution": one.solution,
            "hints": one.hints,
            "praise": one.praise,
            "wrong": {
                m.name: [m.message, one.assess(m.wrong).message, one.assess(m.wrong).kind] for m in one.misconceptions
            },
        }
        for one in registry.exercises().values()
    }
    predictions = {one.id: dataclasses.asdict(one) for one in registry.predictions().values()}
    return {"exercises": exercises, "predictions": predictions}


def helped(words):
    run = subprocess.run(
        [sys.executable, "-m", "shiftlab.cli", *words, "--help"],
        capture_output=True,
        text=True,
        env={**os.environ, "COLUMNS": "100"},
    )
    return [run.returncode, run.stdout]


def snapshot(names):
    parallel = Parallel(n_jobs=2)
    titles = [(name, title) for name in names for title in experiments.get(name).presets]
    cells = [(name, i) for name in names for i in range(len(experiments.get(name).cells("quick")))]
    presets = dict(zip(titles, parallel(delayed(preset)(*one) for one in titles), strict=True))
    records = dict(zip(cells, parallel(delayed(cell)(*one) for one in cells), strict=True))
    return {
        "experiments": {
            name: {
                **described(name),
                "presets": {title: found for (of, title), found in presets.items() if of == name},
                "records": [found for (of, _), found in records.items() if of == name],
            }
            for name in names
        },
        "claims": {claim.id: claim.as_dict() for claim in claims.load()},
        "claims page": digest((build.CHECKOUT / "CLAIMS.md").read_text(encoding="utf-8")),
        "course": asked(),
        "help": {" ".join(words): helped(words) for words in COMMANDS},
    }


def differences(old, new, place=""):
    """The places in which two snapshots differ."""
    if isinstance(old, dict) and isinstance(new, dict):
        for key in [*old, *(key for key in new if key not in old)]:
            if key not in old or key not in new:
                yield f"{place}/{key}: only in the {'old' if key in old else 'new'} one"
            else:
                yield from differences(old[key], new[key], f"{place}/{key}")
    elif isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        for i, (a, b) in enumerate(zip(old, new, strict=True)):
            yield from differences(a, b, f"{place}/{i}")
    elif old != new:
        yield f"{place}: {old!r:.100} became {new!r:.100}"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--against", type=Path)
    parser.add_argument("--only", nargs="*", metavar="NAME")
    given = parser.parse_args()
    new = json.loads(json.dumps(snapshot(experiments.names() if given.only is None else given.only), default=str))
    given.file.write_text(json.dumps(new, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    if given.against is None:
        return 0
    old = json.loads(given.against.read_text(encoding="utf-8"))
    if given.only is not None:
        old["experiments"] = {name: old["experiments"][name] for name in given.only if name in old["experiments"]}
    found = list(differences(old, new))
    print("\n".join(found) or "nothing differs")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
