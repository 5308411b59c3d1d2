"""What re-runs a paper, a room for each: its experiments, the numbers it prints, its claims and their evidence.

A room's ``__init__.py`` holds one `Paper`, which names its experiments and their folders; nothing else has to be told
that it is there.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Paper:
    """One room.

    `lesson` is where the course comes to it, the order of papers everywhere. `experiments` has the folder of each, by
    its name. A room without a title serves several papers, and its claims say which.
    """

    name: str
    lesson: str
    title: str
    experiments: Mapping[str, str]


def rooms() -> dict[str, Paper]:
    """Every paper by the module of its room, in the order of the lessons."""
    modules = (f"{__name__}.{info.name}" for info in pkgutil.iter_modules(__path__))
    papers = {module: importlib.import_module(module).PAPER for module in modules}
    return dict(sorted(papers.items(), key=lambda item: item[1].lesson))


def folders() -> dict[str, str]:
    """The module of every experiment, by its name."""
    return {
        name: f"{module}.{folder}" for module, paper in rooms().items() for name, folder in paper.experiments.items()
    }


def evidence(experiment: str) -> Path:
    """Where the kept run of an experiment lies: beside what is decided by it."""
    module = importlib.import_module(folders()[experiment])
    return Path(str(module.__file__)).with_name("evidence.json")
