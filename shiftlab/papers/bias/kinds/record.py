"""The numbers of one run of the experiment on kinds of bias that are kept."""

from __future__ import annotations

from typing import Any

import numpy as np

from . import exact
from .run import Result
from .world import REGIONS


def record(result: Result) -> dict[str, Any]:
    """Numbers of one run: of the population, exact, and of the sample, where they begin with `sample`."""
    line, plane = result.line, result.plane
    numbers: dict[str, Any] = {
        "selected": line.selected,
        "x_moved": line.x_moved,
        "y_given_x_moved": line.y_given_x_moved,
        "x_given_y_moved": line.x_given_y_moved,
        "joint_moved": line.joint_moved,
        "share_before": line.shares[0],
        "share_after": line.shares[1],
        "area_before": plane.areas[0],
        "area_after": plane.areas[1],
        "decided_otherwise": plane.decided_otherwise,
        "lost": line.lost,
        "weights_apart": _weights_apart(line),
        "weighted_error": _weighted_error(line),
    }
    if result.settings.world == "three regions":
        for number, center in enumerate(REGIONS, 1):
            region = exact.in_region(result.population, result.mechanism, center, result.cut)
            before, after = region.before.sum(axis=1), region.after.sum(axis=1)
            posterior = after[1] / after.sum() if after.any() else 0.0
            numbers[f"region_{number}_posterior_moved"] = posterior - before[1] / before.sum()
            numbers[f"region_{number}_gained"] = after[1] / line.selected / before[1] - 1  # of its positives
    return {name: float(value) for name, value in (numbers | _of_sample(result)).items()}


def _weights_apart(line: exact.Line) -> float:
    """The largest difference at one x between the weights P'(x,y)/P(x,y) of the two classes."""
    seen = (line.chance > 0).all(axis=0)
    return float(np.abs(line.weights[1] - line.weights[0])[seen].max(initial=0.0))


def _weighted_error(line: exact.Line) -> float:
    """By how much the weighted risk (3) of one rule on what is selected misses its risk on the population."""
    loss = np.array([exact.middles(line.edges) > 0, exact.middles(line.edges) <= 0])  # the rule: positive above 0
    return float((line.after * line.weights * loss).sum() - (line.before * loss).sum())


def _of_sample(result: Result) -> dict[str, float]:
    y, selected, x = result.y, result.selected, result.X[:, result.settings.feature - 1]
    positives = y == 1
    if not selected.any():  # a small sample, hardly ever selected from: nothing is known of what is not there
        selected = np.ones_like(selected)
    return {
        "sample_selected": result.selected.mean(),
        "sample_share_before": positives.mean(),
        "sample_share_after": positives[selected].mean(),
        "sample_mean_before": x.mean(),
        "sample_mean_after": x[selected].mean(),
        "sample_gap": _gap(x, x > result.cut, positives, selected),
    }


def _gap(x: Any, above: Any, positives: Any, selected: Any) -> float:
    """How much more positive the rows left out are than the rows kept with about the same x.

    A mean over twenty bins of equal count, divided at the cut and weighted as by Mantel and Haenszel; around 0
    where selection does not depend on the class once x is known.
    """
    bins = np.argsort(np.argsort(x)) * 20 // x.size + 20 * above
    inside, outside = (np.bincount(bins[mask], minlength=40) for mask in (selected, ~selected))
    positive_in, positive_out = (np.bincount(bins[mask & positives], minlength=40) for mask in (selected, ~selected))
    both = (inside > 0) & (outside > 0)
    weight = (inside * outside)[both] / (inside + outside)[both]
    gap = (positive_out / np.maximum(outside, 1) - positive_in / np.maximum(inside, 1))[both]
    return float((weight * gap).sum() / weight.sum()) if weight.sum() else 0.0
