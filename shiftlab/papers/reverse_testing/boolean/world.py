"""Many random worlds of k Boolean variables at once, each with a bias and two estimates of P(y|x).

Rows of every array are draws, columns are the 2^k different x. Section 7 of Fan and Davidson (2006): Q(x) and Q(y|x)
are the population, P(x) = Q(x) P(s=1|x) is what selection leaves of it (2), Q_a and Q_b are the two estimates.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.special import expit

from shiftlab._check import Floats
from shiftlab.experiments.streams import stream

from .settings import Settings


@dataclass(frozen=True)
class World:
    """What does not depend on how strong the bias is."""

    bits: Floats  # (2^k, k), 0 or 1
    population: Floats  # Q(x)
    log_odds: Floats  # of Q(y = 1 | x)
    less: Floats  # 0 to 1: how much less often x is selected, from not at all to `ratio` times
    seen: Floats  # 0 where x is never selected, and else 1

    @property
    def truth(self) -> Floats:
        return expit(self.log_odds)

    def chance(self, ratio: float) -> Floats:
        """P(s=1|x)."""
        return self.seen * ratio**-self.less


def draw_world(settings: Settings) -> World:
    s, shape = settings, (settings.draws, 2**settings.k)
    bits = (np.arange(shape[1])[:, np.newaxis] >> np.arange(s.k)[::-1] & 1).astype(float)
    places = stream(s.seed, 2).random_sample(shape)
    less = _less(s, bits, places)
    seen = np.ones(shape)
    if lost := int(s.never * shape[1]):
        order = np.argsort(-(less + 1e-9 * places), axis=1)  # the least selected first, ties at random
        np.put_along_axis(seen, order[:, :lost], 0.0, axis=1)
    return World(bits, _population(s, bits, shape), _log_odds(s, bits, shape), less, seen)


def _population(s: Settings, bits: Floats, shape: tuple[int, int]) -> Floats:
    if s.population == "uniform":
        return np.full(shape, 1 / shape[1])
    rng = stream(s.seed, 0)
    if s.population == "any table":  # uniform among all distributions
        masses = rng.standard_exponential(shape)
        return masses / masses.sum(axis=1, keepdims=True)
    true = rng.uniform(0.1, 0.9, (s.draws, s.k))
    return np.asarray(np.exp(np.log(true) @ bits.T + np.log1p(-true) @ (1 - bits).T))


def _log_odds(s: Settings, bits: Floats, shape: tuple[int, int]) -> Floats:
    rng = stream(s.seed, 1)
    if s.truth == "any table":
        return s.certainty * rng.standard_normal(shape)
    return s.certainty * rng.standard_normal((s.draws, s.k)) @ (2 * bits.T - 1) / np.sqrt(s.k)


def _less(s: Settings, bits: Floats, places: Floats) -> Floats:
    if s.bias == "each x":
        return places
    if s.bias == "a portion":
        count = min(max(round(s.portion * len(bits)), 1), len(bits) - 1)
        return np.asarray(places.argsort(axis=1).argsort(axis=1) < count, dtype=float)
    share = bits[:, 0] if s.bias == "one variable" else bits.mean(axis=1)
    return np.broadcast_to(share, places.shape)


def disturbed(settings: Settings, world: World) -> tuple[Floats, Floats]:
    """Q_a(y = 1|x) and Q_b(y = 1|x), which err by noise on the log odds."""
    s, shape = settings, world.log_odds.shape
    noise = stream(s.seed, 3).standard_normal(shape)
    other = noise if s.errors == "one closer everywhere" else stream(s.seed, 4).standard_normal(shape)
    if s.errors == "on opposite halves":
        noise, other = noise * world.bits[:, 0], other * (1 - world.bits[:, 0])
    return expit(world.log_odds + s.error_a * noise), expit(world.log_odds + s.error_b * other)
