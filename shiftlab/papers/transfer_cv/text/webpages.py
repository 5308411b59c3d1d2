"""Web pages on four subjects: a stand-in for the ratings of Syskill and Webert, which are not to be had.

The paper predicts which pages one person finds "hot", on a subject on which that person has rated none. Without
ratings, subjects have to stand in: are pages about farm animals, which the source knows by one animal and the target
by another? "Bands" is among the source, as in the paper. What comes out of it says nothing about the paper's numbers.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from shiftlab import datasets

from ..articles import Articles, Domains, Rows, bags_of_words


class Subjects(NamedTuple):
    """What is about farm animals, and what is not."""

    farm: tuple[str, ...]
    other: tuple[str, ...]


#: By what is new in the target, as the paper names its tasks: source and target. With "BioMedical" both animals are in
#: both domains, one half of their pages in each.
TASKS: Mapping[str, tuple[Subjects, Subjects]] = {
    "Sheep": (Subjects(("Goats",), ("Bands",)), Subjects(("Sheep",), ("BioMedical",))),
    "BioMedical": (Subjects(("Sheep", "Goats"), ("Bands",)), Subjects(("Sheep", "Goats"), ("BioMedical",))),
    "Goats": (Subjects(("Sheep",), ("Bands",)), Subjects(("Goats",), ("BioMedical",))),
}


def domains(task: str, rng: np.random.RandomState) -> Domains:
    """Pages of the source's and of the target's subjects; subjects of both are divided at random."""
    counts, vocabulary, subject = _pages()
    both = set(TASKS[task][0].farm) & set(TASKS[task][1].farm)
    halves = {name: rng.permutation(np.flatnonzero(subject == name)) for name in sorted(both)}
    parts = []
    for half, subjects in enumerate(TASKS[task]):
        rows = [
            halves[name][half::2] if name in both else np.flatnonzero(subject == name)
            for name in (*subjects.farm, *subjects.other)
        ]
        chosen: Rows = np.sort(np.concatenate(rows))
        parts.append(Articles(counts[chosen], np.isin(subject[chosen], subjects.farm)))
    return Domains(parts[0], parts[1], vocabulary)


@lru_cache(maxsize=1)
def _pages() -> tuple[Any, NDArray[np.str_], NDArray[np.str_]]:
    table = datasets.load("syskillwebert_words")
    counts, vocabulary = bags_of_words(table.X[:, 0])
    return counts, vocabulary, np.asarray(table.y)
