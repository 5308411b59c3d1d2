"""Undersampling two Gaussian classes: posteriors before, after and corrected (Table I, figures 1-4).

Dal Pozzolo, Caelen, Johnson and Bontempi (2015), sections III and IV. Positives are N(mu, sigma), negatives
N(0, sigma); sigma is a standard deviation. A share beta of the negatives is kept, a learner is trained with
and without undersampling, and p, p_s and p' are compared on fresh rows from the unchanged distribution.
"""

from __future__ import annotations

import dataclasses
from functools import lru_cache
from typing import Annotated, Any, Literal, NamedTuple

import numpy as np
from annotated_types import Ge, Interval
from numpy.typing import NDArray
from pydantic.dataclasses import dataclass

from shiftlab import posterior
from shiftlab.bias import Undersampling
from shiftlab.datasets.synthetic import TwoGaussians
from shiftlab.experiments.settings import STRICT, BaseSettings, Control
from shiftlab.metrics import auc, brier_score

from .picture import stage as stage
from .picture import update as update
from .record import record as record
from .summary import draw_summary as draw_summary
from .summary import summarise as summarise
from .summary import table as table

Floats = NDArray[np.float64]


@dataclass(frozen=True, config=STRICT)
class Settings(BaseSettings):
    mu: Annotated[float, Interval(ge=0, le=15), Control(step=0.25)] = 3.0
    """distance between the classes, μ

    The mean of the positives; the negatives have mean 0.
    """
    sigma: Annotated[float, Interval(ge=0.5, le=10), Control(step=0.5)] = 3.0
    """spread of each class, σ

    A standard deviation.
    """
    prior: Annotated[float, Interval(ge=0.01, le=0.5), Control(step=0.01)] = 0.1
    """share of positives, π⁺"""
    n: Annotated[int, Interval(ge=200, le=100_000), Control(log=True)] = 10_000
    """rows

    In the training sample, and again in the fresh sample on which everything is measured.
    """
    beta: Annotated[float, Interval(gt=0, le=1), Control(log=True)] = 1 / 9
    """share of negatives kept, β

    At least N⁺/N⁻, where the classes are balanced.
    """
    learner: Literal["exact", "logistic", "forest"] = "exact"
    """learner

    "exact" uses the true posterior and has no noise; the others are trained.
    """
    leaf: Annotated[int, Interval(ge=1, le=500), Control(log=True, when=lambda s: s.learner == "forest")] = 1
    """rows per leaf

    The smallest leaf a tree of the forest may have; 1 is a fully grown forest.
    """
    trees: Annotated[int, Interval(ge=1, le=500), Control(log=True, when=lambda s: s.learner == "forest")] = 50
    """trees"""
    bags: Annotated[int, Interval(ge=1, le=50), Control(when=lambda s: s.learner != "exact")] = 1
    """undersamples averaged

    One model per undersample, their probabilities averaged before the correction.
    """
    seed: Annotated[int, Ge(0)] = 0
    """seed"""

    def check(self) -> str | None:
        balanced = self.prior / (1 - self.prior)
        if self.beta < balanced * (1 - 1e-9):
            return (
                f"beta={self.beta:.4g} would leave more positives than negatives: "
                f"with prior={self.prior:g} give at least N+/N- = {balanced:.4g}"
            )
        return None


class Scores(NamedTuple):
    """How good one probability estimate is on the fresh sample, at its own threshold."""

    brier: float
    auc: float
    g_mean: float


class Posteriors(NamedTuple):
    """p, p_s and p' at the same places."""

    p: Floats
    p_s: Floats
    p_corrected: Floats


@dataclasses.dataclass(frozen=True)
class Result:
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
    thresholds: tuple[float, float, float]  # tau, tau_s, tau'
    scores: tuple[Scores, Scores, Scores]


GRID_POINTS = 301


def run(settings: Settings, previous: Result | None = None) -> Result:
    """Draw a sample, undersample it, estimate the three posteriors and score them on fresh rows."""
    problem = TwoGaussians(mu=settings.mu, sigma=settings.sigma, prior=settings.prior)
    # one stream per purpose: moving beta leaves the sample where it is
    training, testing, dropping, learning = np.random.SeedSequence(settings.seed).spawn(4)
    x, y, fresh_x, fresh_y = _samples(problem, settings.n, training.entropy, training.spawn_key, testing.spawn_key)
    grid = np.linspace(-3.5 * settings.sigma, settings.mu + 3.5 * settings.sigma, GRID_POINTS)
    selected = Undersampling(settings.beta).select(None, y, _rng(dropping))
    truth = problem.posterior(grid)
    if settings.learner == "exact":
        curves, fresh = (_exact(problem.posterior(at), settings.beta) for at in (grid, fresh_x))
        beta = settings.beta
        prior, undersampled_prior = settings.prior, _undersampled_prior(settings.prior, beta)
        tau_corrected = posterior.corrected_threshold(undersampled_prior, beta)
    else:
        curves, fresh, model = _fitted(settings, x, y, grid, fresh_x, _rng(learning))
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
def _samples(problem: TwoGaussians, n: int, entropy: int, *keys: tuple[int, ...]) -> tuple[Any, ...]:
    drawn = []
    for key in keys:
        x, y = problem.sample(n, _rng(np.random.SeedSequence(entropy, spawn_key=key)))
        x.flags.writeable = y.flags.writeable = False  # shared between results
        drawn += [x, y]
    return tuple(drawn)


def _rng(seed: np.random.SeedSequence) -> np.random.RandomState:
    return np.random.RandomState(np.random.MT19937(seed))


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


def describe(result: Result) -> str:
    s, (p, p_s, p_c), (tau, tau_s, tau_c) = result.settings, result.scores, result.thresholds
    learner = {
        "exact": "exact posteriors",
        "logistic": "logistic regression",
        "forest": f"forest, leaf {s.leaf}",
    }
    bags = f", {s.bags} undersamples" if s.bags > 1 and s.learner != "exact" else ""
    drift = float(np.mean(result.fresh.p_s - result.fresh.p))
    return (
        f"μ = {s.mu:g}, β = {s.beta:.3g}, {learner[s.learner]}{bags}: undersampling raises the posterior by "
        f"{drift:.3f} on average. "
        f"Brier score {p.brier:.4f} for p, {p_s.brier:.4f} for p_s, {p_c.brier:.4f} for p'. "
        f"AUC {p.auc:.3f}, {p_s.auc:.3f}, {p_c.auc:.3f}; "
        f"G-mean {p.g_mean:.3f}, {p_s.g_mean:.3f}, {p_c.g_mean:.3f} "
        f"at thresholds {tau:.3f}, {tau_s:.3f}, {tau_c:.3f}."
    )


presets = {
    "Overlapping classes (figure 3, left)": Settings(),
    "Separated classes (figure 3, right)": Settings(mu=15.0),
    "Milder undersampling": Settings(beta=0.4),
    "The correction on a fitted model (figure 4)": Settings(learner="logistic"),
    "The threshold moves with it": Settings(learner="logistic", beta=0.2),
    "A forest that spoils it": Settings(learner="forest", leaf=1),
    "Larger leaves repair it": Settings(learner="forest", leaf=100),
    "Averaging undersamples": Settings(learner="forest", leaf=1, bags=10),
}

#: Kept shares of Table I: N+/N- = 1/9 (printed as 0.11), 0.2, ..., 1.
BETAS = (1 / 9, *(round(0.1 * k, 1) for k in range(2, 11)))
MUS = (3.0, 15.0)


def cells(mode: str) -> list[Settings]:
    """Exact posteriors on Table I's grid; fitted ones at three betas; forests by leaf size and undersamples."""
    full = mode == "full"
    seeds = range(50 if full else 3)
    exact = [Settings(mu=mu, beta=beta, seed=seed) for mu in MUS for beta in BETAS for seed in seeds]
    logistic = [
        Settings(mu=mu, beta=beta, learner="logistic", bags=bags, seed=seed)
        for mu in MUS
        for beta in (1 / 9, 0.2, 0.5)
        for bags in (1, 10)
        for seed in seeds
    ]
    forest = [
        Settings(beta=1 / 9, learner="forest", leaf=leaf, bags=bags, seed=seed)
        for leaf in ((1, 10, 100) if full else (1, 100))
        for bags in (1, 10)
        for seed in seeds
    ]
    return exact + logistic + forest
