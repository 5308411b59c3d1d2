"""Experiments: settings -> result -> picture -> sentence, one for each figure or table of a paper.

What is here serves them all. The experiments themselves are in the rooms of their papers, `shiftlab.papers`.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from ._names import UnknownExperimentError as UnknownExperimentError

if TYPE_CHECKING:
    from .experiment import Experiment

__all__ = ["UnknownExperimentError", "get", "names", "room"]


def names() -> list[str]:
    """The names of all experiments."""
    from .. import papers

    return sorted(papers.folders())


def room(name: str) -> str:
    """The module of the experiment of that name."""
    from .. import papers
    from ._names import check_name

    folders = papers.folders()
    check_name(name, sorted(folders))
    return folders[name]


def get(name: str) -> Experiment[Any, Any]:
    """The experiment of that name."""
    experiment: Experiment[Any, Any] = importlib.import_module(room(name)).EXPERIMENT
    return experiment
