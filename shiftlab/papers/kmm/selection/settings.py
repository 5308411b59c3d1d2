"""Settings of the experiment on biased samples of real data: section 4.2, and what it leaves open."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from annotated_types import Ge, Interval
from pydantic.dataclasses import dataclass

from shiftlab.experiments.settings import STRICT, BaseSettings, Control

from .tasks import TASKS, Name, Scaling, Scheme, is_number


def by_feature(s: Any) -> bool:
    return bool(s.scheme == "feature")


def by_label(s: Any) -> bool:
    return bool(s.scheme == "label")


def by_component(s: Any) -> bool:
    return bool(s.scheme == "component")


def of_number(s: Any) -> bool:
    return is_number(s.dataset)


def of_classes(s: Any) -> bool:
    return not is_number(s.dataset)


@dataclass(frozen=True, config=STRICT)
class Settings(BaseSettings):
    dataset: Name = "breast-cancer"
    """data set

    Of section 4.2. Breast cancer, haberman, diabetes, ionosphere, German credit and abalone come with the package.
    """
    scheme: Scheme = "feature"
    """bias

    A step in one feature, the distance from the mean of all of them, a step by the label, a normal curve along the
    first principal component, or a logistic function of the label.
    """
    feature: Annotated[int, Interval(ge=1, le=9), Control(when=by_feature)] = 1
    """feature

    The one that selection looks at: rows up to the cut stay with probability 0.2, those above it with 0.8.
    """
    cut: Annotated[float, Interval(gt=0, lt=1), Control(step=0.05, when=by_feature)] = 0.6
    """cut

    Its place in the range of the feature. 0.6 is between the levels 5 and 6 of 0 to 9, as the paper writes them;
    0.5 is between 5 and 6 of 1 to 10, the levels of the file.
    """
    keep_positive: Annotated[float, Interval(ge=0, le=1), Control(step=0.05, when=by_label)] = 0.1
    """positives kept

    The probability that a positive row stays. Numbers to predict are positive above their median.
    """
    keep_negative: Annotated[float, Interval(ge=0, le=1), Control(step=0.05, when=by_label)] = 0.9
    """negatives kept"""
    a: Annotated[float, Interval(ge=1, le=20), Control(log=True, when=by_component)] = 2.0
    """place of the curve, a

    Its mean lies at 1/a of the way from the lowest projection to the mean one. Not printed in the paper.
    """
    b: Annotated[float, Interval(ge=0.1, le=20), Control(log=True, when=by_component)] = 2.0
    """narrowness of the curve, b

    Not printed in the paper.
    """
    spread: Annotated[Literal["deviation", "variance"], Control(when=by_component)] = "deviation"
    """what (mean - lowest)/b is

    The paper says the variance, which has another unit.
    """
    flip: Annotated[bool, Control(when=by_component)] = False
    """from the other end

    The sign of a principal component is arbitrary.
    """
    slope: Annotated[float, Interval(ge=-5, le=5), Control(step=0.25, when=lambda s: s.scheme == "logistic")] = 1.0
    """slope of the logistic function, b

    By the class, -1 or 1, or by the number to predict in standard deviations from its mean. Not printed.
    """
    share: Annotated[
        float,
        Interval(ge=0, le=0.95),
        Control(step=0.05, when=lambda s: s.scheme in ("joint", "component", "logistic")),
    ] = 0.0
    """share selected

    Sets the scale that the scheme leaves free; 0 leaves it at 1, and the intercept of the logistic function at 0.
    """
    train: Annotated[float, Interval(gt=0, le=1), Control(step=0.05)] = 0.25
    """share of rows to select from

    The other rows are the target. At 1, the rows not selected are (4.2.3).
    """
    max_rows: Annotated[int, Interval(ge=0, le=100_000), Control(log=True)] = 0
    """most rows

    Of the data set, drawn by the seed, before it is split; 0 uses every row.
    """
    scaling: Scaling = "unit"
    """scale of the features

    To [0, 1], to mean 0 and standard deviation 1, or as in the file. The paper does not say.
    """
    kernel: Literal["sigma", "median"] = "sigma"
    """width of the kernel

    σ as set, or 1/(2 s²) with s the median distance. Matching and learner have the same kernel, as in the paper.
    """
    sigma: Annotated[float, Interval(ge=1e-12, le=1e3), Control(log=True, when=lambda s: s.kernel == "sigma")] = 0.1
    """σ

    Of the kernel exp(-σ ||x - x'||²).
    """
    C: Annotated[float, Interval(ge=1e-2, le=1e4), Control(log=True, when=of_classes)] = 1.0
    """C

    Of the support vector classifier. Not printed in the paper.
    """
    lam: Annotated[float, Interval(ge=1e-6, le=1e3), Control(log=True, when=of_number)] = 1.0
    """λ

    Of the penalised LMS regression. Not printed in the paper.
    """
    center: Annotated[bool, Control(when=of_number)] = False
    """number to predict centred

    The regression has no intercept; this takes the weighted mean away before the fit.
    """
    nmse: Annotated[Literal["squared", "as printed"], Control(when=of_number)] = "squared"
    """normalised mean square error

    The printed formula lacks the square.
    """
    ridge: Annotated[float, Interval(ge=0, le=10), Control(log=True)] = 1e-3
    """ridge

    Added to the diagonal of K in the matching; 0 is the problem as printed.
    """
    B: Annotated[float, Interval(ge=1, le=1e4), Control(log=True)] = 1000.0
    """largest weight, B"""
    seed: Annotated[int, Ge(0)] = 0
    """seed

    Of the split and of the selection.
    """

    def check(self) -> str | None:
        n_features = TASKS[self.dataset].n_features
        if self.scheme == "feature" and self.feature > n_features:
            return f"feature={self.feature} does not exist: {self.dataset} has {n_features} of them"
        if self.scheme == "label" and self.keep_positive == self.keep_negative == 0:
            return "keep_positive=0 and keep_negative=0 leave no rows: let one of them be more"
        return None
