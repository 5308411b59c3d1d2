"""Every exercise takes a right answer that is written in another way than its solution."""

import numpy as np
import pytest
from sklearn.base import clone

from shiftlab import posterior
from shiftlab.course import registry

FUNCTIONS = [one.id for one in registry.exercises().values() if not one.situations]

#: Bodies of functions, as students write them.
ROUTES = {
    "00-first": ["return 1 / (1 + beta * n_negative / n_positive)"],
    "01-selection": [
        "t = np.einsum('cx,cx->cx', joint, chance); return t / t.sum()",
        "t = [[j * c for j, c in zip(*r)] for r in zip(joint, chance)]; return np.divide(t, sum(map(sum, t)))",
    ],
    "01-weights": [
        "return [1 / keep_below if v <= cut else 1 / keep_above for v in x]",
        "w = np.full(len(x), 1 / keep_above); w[x <= cut] = 1 / keep_below; return w / w.mean()",
    ],
    "02-posterior": ["return 1 - beta * (1 - p) / (p + beta * (1 - p))", "return p / (p - p * beta + beta)"],
    "02-threshold": [
        "return beta * tau_s / (beta * tau_s + 1 - tau_s)",
        "from scipy.special import expit, logit; return expit(logit(tau_s) + np.log(beta))",
        "odds = tau_s / (1 - tau_s) * beta; return odds / (1 + odds)",
    ],
    "02-correct-forest": [
        "m = sum(members) / len(members); return [beta * q / (beta * q + 1 - q) for q in m]",
        "members = members.sum(0) / members.shape[0]; return posterior.corrected_posterior(members, beta)",
    ],
    "03-ratio": [
        "from scipy.stats import norm; return norm(*target).pdf(x) / norm(*source).pdf(x)",
        "from scipy.stats import norm; return np.exp(norm.logpdf(x, *target) - norm.logpdf(x, *source))",
    ],
    "03-ess": [
        "return weights.sum() ** 2 / (weights @ weights)",
        "return np.mean(weights) ** 2 / np.mean(weights**2) * len(weights)",
    ],
    "03-kappa": [
        "from scipy.spatial.distance import cdist; "
        "return np.exp(-gamma * cdist(X_source, X_target) ** 2).sum(1) * len(X_source) / len(X_target)",
        "return [len(X_source) * np.mean([np.exp(-gamma * sum((a - b) ** 2)) for b in X_target]) for a in X_source]",
    ],
    "04-weight": ["return np.exp(np.log(m / n) - np.log(s / (1 - s)))", "return [(1 - q) * m / (q * n) for q in s]"],
    "04-pull": [
        "return 1 - s + np.multiply(loss, weight)",
        "return [w * k + 1 - q for k, w, q in zip(loss, weight, s)]",
    ],
    "05-rule": [
        "d = np.sign(accuracy[:, 1] - accuracy[:, 0]).sum(); return 'b' if d == 2 else 'a' if d == -2 else '?'",
        "(aa, ab), (ba, bb) = accuracy; return {(1, 1): 'b', (-1, -1): 'a'}.get((np.sign(ab - aa), np.sign(bb - ba)), "
        "'?')",
    ],
    "05-back": [
        "T = [clone(m).fit(X, y).predict(X_target) for m in learners]; "
        "return [[np.mean(clone(m).fit(X_target, t).predict(X) == y) for t in T] for m in learners]",
    ],
    "05-benefit": ["d = p * amounts > overhead; return amounts[d] @ fraud[d] - overhead * d.sum()"],
    "06-fold": [
        "keep = ~np.isin(np.arange(len(y)), fold); T = clone(learner).fit(X[keep], y[keep]).predict(X_unlabeled); b = "
        "clone(learner).fit(np.r_[X_labeled, X_unlabeled], np.r_[y_labeled, T]); return 1 * (b.predict(X[fold]) != "
        "y[fold])",
    ],
    "06-criterion": [
        "came = np.empty_like(y); came[np.concatenate(folds)] = np.concatenate(back); "
        "return np.average(came == y, weights=weights)",
    ],
    "06-interval": [
        "from scipy.stats import binomtest; i = binomtest(round(score * n), n).proportion_ci(level, 'wilson'); "
        "return i.low, i.high",
    ],
}


def test_there_is_another_way_for_each():
    assert [*ROUTES] == FUNCTIONS


@pytest.mark.parametrize(("id", "body"), [(id, body) for id, bodies in ROUTES.items() for body in bodies])
@pytest.mark.parametrize("seed", range(3))
def test_it_is_correct(id, body, seed):
    exercise = registry.exercise(id)
    names = {"np": np, "posterior": posterior, "clone": clone}
    exec("".join(exercise.stub.splitlines(keepends=True)[:2]) + f"    {body}\n", names)
    assert exercise.assess(names[exercise.name], seed).correct
