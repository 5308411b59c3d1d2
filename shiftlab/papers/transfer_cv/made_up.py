"""A made-up world of articles, for who has none: topics whose words change from a source to the target."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from .articles import Articles

#: How many words each class has in every domain, in the source alone and in the target alone; and common words.
N_SHARED, N_OWN, N_COMMON = 4, 8, 24
#: Mean numbers of times in an article of a word of its own class, of the other's, and of both.
OWN, OTHER, BOTH = 0.35, 0.05, 0.3

_KINDS = {"red": N_SHARED, "old red": N_OWN, "new red": N_OWN}
#: Names of the words, in the order of the columns: those of the positive class are red, of the other blue.
VOCABULARY: NDArray[np.str_] = np.array(
    [f"{kind} {i + 1}" for kind, n in _KINDS.items() for i in range(n)]
    + [f"{kind.replace('red', 'blue')} {i + 1}" for kind, n in _KINDS.items() for i in range(n)]
    + [f"word {i + 1}" for i in range(N_COMMON)]
)
N_CLASS = N_SHARED + 2 * N_OWN


def articles(n: int, rng: np.random.RandomState, *, drift: float = 0.0, turned: int = 0) -> Articles:
    """`n` articles, every second one positive; words are Poisson.

    `drift` is how far a domain has come from the old words of its topics to the new ones, 0 to 1: another P(x) for
    nearly the same rule. `turned` shared words of each class have changed sides: another P(y|x).
    """
    positive = np.arange(n) % 2 == 0
    rates = np.where(positive[:, np.newaxis], *rates_by_class(drift, turned))
    return Articles(rng.poisson(rates).astype(float), positive)


def rates_by_class(drift: float, turned: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Mean numbers of times of each word in an article of the positive class, and of the other."""
    left = np.repeat([1.0, 1 - drift, drift], [N_SHARED, N_OWN, N_OWN])
    own, other = OWN * left, OTHER * left
    own[:turned], other[:turned] = other[:turned].copy(), own[:turned].copy()
    common = np.full(N_COMMON, BOTH)
    return np.concatenate([own, other, common]), np.concatenate([other, own, common])
