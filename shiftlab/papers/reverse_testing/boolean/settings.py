"""Settings of the simulation with Boolean variables: all that section 7 of reverse testing leaves open."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from annotated_types import Ge, Interval
from pydantic.dataclasses import dataclass

from shiftlab.experiments.settings import STRICT, BaseSettings, Control


def learned(s: Any) -> bool:
    return bool(s.errors == "learned")


def disturbed(s: Any) -> bool:
    return bool(s.errors != "learned")


@dataclass(frozen=True, config=STRICT)
class Settings(BaseSettings):
    REPEATS = ("draws", "seed")
    VIEW = ("infinite", "antecedent", "compared")  # whichever reading is shown, records have all

    k: Annotated[int, Interval(ge=2, le=10)] = 5
    """Boolean variables, k

    There are 2ᵏ different x.
    """
    ratio: Annotated[float, Interval(ge=1, le=1e4), Control(log=True)] = 10.0
    """strength of the bias

    How many times as often the likeliest x is selected as the unlikeliest; 1 is no bias.
    """
    bias: Literal["each x", "a portion", "one variable", "all variables"] = "each x"
    """where the bias is

    P(s=1|x) is drawn for each x by itself, is small on a portion of all x, falls where the first variable is true, or
    falls with the number of variables that are true.
    """
    portion: Annotated[float, Interval(gt=0, lt=1), Control(step=0.05, when=lambda s: s.bias == "a portion")] = 0.5
    """portion of all x selected less often"""
    never: Annotated[float, Interval(ge=0, le=0.9), Control(step=0.05)] = 0.0
    """share of all x never selected

    P(s=1|x) = 0 for those that are selected least.
    """
    errors: Literal["independent", "one closer everywhere", "on opposite halves", "learned"] = "independent"
    """how the estimates err

    By noise on the log odds of Q(y|x), independent for both; the same noise for both, but smaller for one; a where
    the first variable is true and b where it is false; or as learned from rows: a counts for each x, b is naive Bayes.
    """
    error_a: Annotated[float, Interval(ge=0.01, le=5), Control(log=True, when=disturbed)] = 1.0
    """error of estimate a

    The standard deviation of the noise on the log odds.
    """
    error_b: Annotated[float, Interval(ge=0.01, le=5), Control(log=True, when=disturbed)] = 0.5
    """error of estimate b"""
    rows: Annotated[int, Interval(ge=10, le=1_000_000), Control(log=True, when=learned)] = 200
    """rows to learn from

    On average, of the biased distribution.
    """
    certainty: Annotated[float, Interval(ge=0.1, le=6), Control(step=0.1)] = 1.5
    """certainty of the classes

    The standard deviation of the log odds of Q(y|x) over x.
    """
    truth: Literal["any table", "additive"] = "any table"
    """true probabilities

    The log odds are drawn for each x by itself, or are a sum of one number for each variable.
    """
    population: Literal["uniform", "independent variables", "any table"] = "uniform"
    """population, Q(x)"""
    compared: Literal["KL", "accuracy"] = "KL"
    """what is compared

    The divergences of (3), or the accuracies under P and under Q.
    """
    antecedent: Annotated[Literal["weighted by P(x)", "simplified"], Control(when=lambda s: s.compared == "KL")] = (
        "weighted by P(x)"
    )
    """the "if" of (3)

    As printed, or with P(x) removed as the text says: every x counts alike.
    """
    infinite: Annotated[
        Literal["left out", "as printed"], Control(when=lambda s: s.compared == "KL" and s.never > 0)
    ] = "left out"
    """KL(Q(x), P(x)) in the "then" of (3)

    The same on both sides, and infinite when some x are never selected: nothing is smaller than infinite.
    """
    draws: Annotated[int, Interval(ge=100, le=20_000), Control(log=True)] = 1000
    """draws

    Of the population, the bias and both estimates.
    """
    seed: Annotated[int, Ge(0)] = 0
    """seed"""
