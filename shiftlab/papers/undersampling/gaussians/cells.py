"""The named settings, and those that the paper needs."""

from __future__ import annotations

from .settings import Settings

PRESETS = {
    "Overlapping classes (figure 3, left)": Settings(),
    "Separated classes (figure 3, right)": Settings(mu=15.0),
    "Milder undersampling": Settings(beta=0.4),
    "The correction on a fitted model (figure 4)": Settings(learner="logistic"),
    "The threshold moves with it": Settings(learner="logistic", beta=0.2),
    "A forest with leaves of one row": Settings(learner="forest", leaf=1),
    "A forest with larger leaves": Settings(learner="forest", leaf=100),
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
