"""Random numbers from one seed: a stream for each purpose, so that another setting leaves the others as they were."""

from __future__ import annotations

import numpy as np


def stream(seed: int, *key: int) -> np.random.RandomState:
    """The stream that `key` names, of a trial, a purpose or both; without one, that of the seed itself."""
    return np.random.RandomState(np.random.MT19937(np.random.SeedSequence(seed, spawn_key=key)))


def generator(seed: int, *key: int) -> np.random.Generator:
    """The stream that `key` names, as numpy's newer generators draw it: other numbers than those of `stream`."""
    return np.random.default_rng(np.random.SeedSequence(seed, spawn_key=key))


def state(seed: int) -> int:
    """A seed of any size as scikit-learn takes it."""
    return seed % 2**32
