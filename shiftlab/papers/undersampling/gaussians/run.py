"""Draw a sample, undersample it, estimate p, p_s and p̃, and score them on fresh rows."""

from __future__ import annotations

import dataclasses
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from shiftlab import posterior
from shiftlab._check import Floats
from shiftlab.bias import Undersampling
from shiftlab.datasets.synthetic import TwoGaussians
from shiftlab.experiments.streams import stream
from shiftlab.metrics import auc, brier_score

from .settings import Settings


class Scores(NamedTuple):
    """How good one probability estimate is on the fresh sample, at its own threshold."""

    brier: float
    auc: float
    g_mean: float


class Posteriors(NamedTuple):
    """p, p_s and p̃ at the same places."""

    p: Floats
    p_s: Floats
    p_corrected: Floats


@dataclasses.dataclass(frozen=True)
class Result:
    """A sample before and after undersampling, and p, p_s and p̃ on a grid and on fresh rows."""

    settings: Settings
    x: Floats  # the training sample
    y: NDArray[np.int64]
    selected: NDArray[np.bool_]  # what undersampling keeps of it
    grid: Floats
    density_negative: Floats  # of each class on the grid, times its prior
    density_positive: Floats
    truth: Floats  # the true posterior on the grid
    curves: Posteriors  # as the learner estimates them, on the grid
    fresh_x: Floats  # the sample on which everything is measured
    fresh_y: NDArray[np.int64]
    fresh: Posteriors
    thresholds: tuple[float, float, float]  # τ, τ_s, τ̃
    scores: tuple[Scores, Scores, Scores]


GRID_POINTS = 301
#: One stream per purpose: moving beta leaves the sample where it is.
TRAINING, TESTING, DROPPING, LEARNING = range(4)


def run(settings: Settings) -> Result:
    """Draw a sample, undersample it, estimate the three posteriors and score them on fresh rows."""
    problem = TwoGaussians(mu=settings.mu, sigma=settings.sigma, prior=settings.prior)
    x, y, fresh_x, fresh_y = _samples(problem, settings.n, settings.seed)
    grid = np.linspace(-3.5 * settings.sigma, settings.mu + 3.5 * settings.sigma, GRID_POINTS)
    selected = Undersampling(settings.beta).select(None, y, stream(settings.seed, DROPPING))
    truth = problem.posterior(grid)
    if settings.learner == "exact":
        curves, fresh = (_exact(problem.posterior(at), settings.beta) for at in (grid, fresh_x))
        beta = settings.beta
        prior, undersampled_prior = settings.prior, _undersampled_prior(settings.prior, beta)
        tau_corrected = posterior.corrected_threshold(undersampled_prior, beta)
    else:
        curves, fresh, model = _fitted(settings, x, y, grid, fresh_x, stream(settings.seed, LEARNING))
        prior, undersampled_prior = model.prior_, model.undersampled_prior_
        tau_corrected = model.corrected_threshold_
    # the costs are the priors, so that tau is the prior of the sample a model was trained on (10)
    tau = posterior.bayes_threshold(l10=prior, l01=1 - prior)
    thresholds = (tau, undersampled_prior, tau_corrected)
    return Result(
        settings=settings,
        x=x,
        y=y,
        selected=selected,
        grid=grid,
        density_negative=(1 - settings.prior) * problem.density_negative(grid),
        density_positive=settings.prior * problem.density_positive(grid),
        truth=truth,
        curves=curves,
        fresh_x=fresh_x,
        fresh_y=fresh_y,
        fresh=fresh,
        thresholds=thresholds,
        scores=tuple(_score(fresh_y, p, t) for p, t in zip(fresh, thresholds, strict=True)),  # type: ignore[arg-type]
    )


@lru_cache(maxsize=4)
def _samples(problem: TwoGaussians, n: int, seed: int) -> tuple[Any, ...]:
    x, y = problem.sample(n, stream(seed, TRAINING))
    fresh_x, fresh_y = problem.sample(n, stream(seed, TESTING))
    for array in (x, y, fresh_x, fresh_y):
        array.flags.writeable = False  # shared between results
    return x, y, fresh_x, fresh_y


def _undersampled_prior(prior: float, beta: float) -> float:
    """pi_s+ = N+ / (N+ + beta N-)."""
    return prior / (prior + beta * (1 - prior))


def _exact(p: Floats, beta: float) -> Posteriors:
    p_s = posterior.undersampled_posterior(p, beta)  # (3)
    return Posteriors(p, p_s, posterior.corrected_posterior(p_s, beta))  # (9)


def _fitted(
    settings: Settings, x: Floats, y: Any, grid: Floats, fresh: Floats, rng: np.random.RandomState
) -> tuple[Posteriors, Posteriors, Any]:
    """The posteriors of a model trained on every row and of one trained after undersampling."""
    from shiftlab.learners import UndersampledClassifier

    full_seed, undersampled_seed = rng.randint(2**31 - 1, size=2)
    column, places = x[:, None], np.concatenate([grid, fresh])[:, None]
    full = _learner(settings, full_seed).fit(column, y)
    model = UndersampledClassifier(
        _learner(settings, undersampled_seed),
        beta=settings.beta,
        n_undersamples=settings.bags,
        positive=1,
        random_state=undersampled_seed,
    ).fit(column, y)
    p_s = model.undersampled_proba(places)
    together = (full.predict_proba(places)[:, 1], p_s, posterior.corrected_posterior(p_s, model.beta_))
    split = grid.size
    return (
        Posteriors(*(values[:split] for values in together)),
        Posteriors(*(values[split:] for values in together)),
        model,
    )


def _learner(settings: Settings, seed: int) -> Any:
    if settings.learner == "logistic":
        from sklearn.linear_model import LogisticRegression

        # one feature: Newton's method needs a handful of tiny steps
        return LogisticRegression(C=1e4, solver="newton-cholesky")
    from sklearn.ensemble import RandomForestClassifier

    return RandomForestClassifier(settings.trees, min_samples_leaf=settings.leaf, random_state=int(seed))


def _score(y: Any, p: Floats, threshold: float) -> Scores:
    return Scores(brier_score(y, p), auc(y, p), posterior.g_mean(y, p > threshold))


def coarse(settings: Settings) -> Settings:
    """While a slider is dragged, a forest makes do with fewer rows, trees and undersamples."""
    if settings.learner != "forest":
        return settings
    return dataclasses.replace(
        settings, n=min(settings.n, 2000), trees=min(settings.trees, 10), bags=min(settings.bags, 3)
    )


class Gap(NamedTuple):
    """Where p_s is furthest above p, and both of them there."""

    x: float
    p: float
    p_s: float


def largest_gap(result: Result) -> Gap | None:
    """Of exact posteriors: those of a fitted model jump, and what is largest there is luck."""
    s, p = result.settings, result.curves.p
    if s.learner != "exact":
        return None
    peak = np.sqrt(s.beta) / (1 + np.sqrt(s.beta))  # the slope of (3) is 1 there
    at = float(np.clip(peak, p.min(), p.max()))
    return Gap(float(np.interp(at, p, result.grid)), at, float(posterior.undersampled_posterior(at, s.beta)))


def describe(result: Result) -> str:
    s, (p, p_s, p_c), (tau, tau_s, tau_c) = result.settings, result.scores, result.thresholds
    learner = {
        "exact": "exact posteriors",
        "logistic": "logistic regression",
        "forest": f"forest, leaf {s.leaf}",
    }
    bags = f", {s.bags} undersamples" if s.bags > 1 and s.learner != "exact" else ""
    drift = float(np.mean(result.fresh.p_s - result.fresh.p))
    gap = largest_gap(result)
    most = f", by {gap.p_s - gap.p:.3f} at most" if gap else ""
    return (
        f"μ = {s.mu:g}, β = {s.beta:.3g}, {learner[s.learner]}{bags}: p_s is above p by {drift:.3f} on average{most}. "
        f"Brier score {p.brier:.4f} for p, {p_s.brier:.4f} for p_s, {p_c.brier:.4f} for p̃. "
        f"AUC {p.auc:.3f}, {p_s.auc:.3f}, {p_c.auc:.3f}; "
        f"G-mean {p.g_mean:.3f}, {p_s.g_mean:.3f}, {p_c.g_mean:.3f} "
        f"at thresholds {tau:.3f}, {tau_s:.3f}, {tau_c:.3f}."
    )
