"""Experiments: settings -> result -> picture -> sentence, one module per paper figure or table.

Every module of this package without a leading underscore is an experiment; adding one is adding a module.
"""

from __future__ import annotations

import importlib
import pkgutil
from typing import TYPE_CHECKING

from ._names import UnknownExperimentError as UnknownExperimentError

if TYPE_CHECKING:
    from ._experiment import Experiment

__all__ = ["UnknownExperimentError", "get", "names"]


def names() -> list[str]:
    """The names of all experiments: ``undersampling-real`` lives in ``undersampling_real.py``."""
    found = (module.name for module in pkgutil.iter_modules(__path__))
    return sorted(name.replace("_", "-") for name in found if not name.startswith("_"))


def get(name: str) -> Experiment:
    """The experiment of that name."""
    from ._experiment import Experiment
    from ._names import check_name

    check_name(name, names())
    return Experiment(name, importlib.import_module(f"{__name__}.{name.replace('-', '_')}"))
