"""An explorer's state in words and as a program."""

from __future__ import annotations

import dataclasses
from typing import Any

from shiftlab.experiments.experiment import Experiment


def name(experiment: Experiment[Any, Any], settings: Any) -> str:
    """``UndersamplingExplorer(mu=15.0, seed=0)``: what is not at its default, and the seed."""
    camel = "".join(part.capitalize() for part in experiment.name.split("-"))
    return f"{camel}Explorer({_written({**settings.told(), 'seed': settings.seed})})"


def changes(settings: Any, since: Any = None) -> str:
    """What differs from other settings, or from the defaults: ``mu=15.0, learner='forest'``."""
    return _written(settings.told(since)) or "defaults"


def _written(values: dict[str, Any]) -> str:
    return ", ".join(f"{name}={short(value)}" for name, value in values.items())


def code(experiment: Experiment[Any, Any], settings: Any) -> str:
    """A program that runs as pasted. Every setting is in it: defaults may change, a program should not."""
    lines = "".join(f"    {field.name}={getattr(settings, field.name)!r},\n" for field in dataclasses.fields(settings))
    return (
        "from shiftlab import experiments\n\n"
        f'experiment = experiments.get("{experiment.name}")\n'
        f"settings = experiment.Settings(\n{lines})\n"
        "result = experiment.run(settings)\n"
        "print(experiment.describe(result))\n"
        "figure = experiment.figure(result=result)\n"
    )


def short(value: Any) -> str:
    """A value as Python writes it, floats with three digits."""
    return repr(float(f"{value:.3g}")) if isinstance(value, float) else repr(value)
