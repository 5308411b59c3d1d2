"""A tiny experiment: the mean of a few random numbers."""

import dataclasses
from typing import Annotated, Literal

import numpy as np
from annotated_types import Ge, Interval
from pydantic.dataclasses import dataclass

from shiftlab.experiments.experiment import Experiment, Picture, Report
from shiftlab.experiments.settings import STRICT, BaseSettings, Control
from shiftlab.experiments.summary import groups, row, select
from shiftlab.experiments.table import Table


@dataclass(frozen=True, config=STRICT)
class Settings(BaseSettings):
    center: Annotated[float, Interval(ge=-5, le=5), Control(step=0.5)] = 1.0
    """center of the numbers

    Where their distribution
    has its mean.
    """
    n: Annotated[int, Interval(ge=1, lt=1000), Control(log=True)] = 10
    """how many numbers"""
    share: Annotated[float, Interval(gt=0, le=1)] = 1.0
    """share of them that is used"""
    shape: Literal["normal", "uniform"] = "normal"
    """shape of the distribution"""
    weighted: bool = False
    width: Annotated[float, Ge(0), Control(when=lambda s: s.shape == "uniform")] = 2.0
    """width"""
    seed: Annotated[int, Ge(0)] = 0
    """seed"""

    def check(self):
        if self.n * self.share < 1:
            return f"share={self.share:g} would leave no number: with n={self.n} give at least {1 / self.n:.4g}"
        return None


@dataclasses.dataclass(frozen=True)
class Result:
    settings: Settings
    numbers: np.ndarray


def run(settings):
    rng = np.random.RandomState(settings.seed)
    drawn = rng.normal(settings.center, size=settings.n)
    return Result(settings, drawn[: int(settings.n * settings.share)])


def stage(figure):
    ax = figure.subplots()
    ax.set(xlabel="number", ylabel="value", ylim=(-10, 10))
    return {"numbers": ax.plot([], [], "o")[0]}


def update(artists, result):
    artists["numbers"].set_data(np.arange(result.numbers.size), result.numbers)
    artists["numbers"].axes.set_xlim(-1, result.numbers.size)


def describe(result):
    return f"The mean of {result.numbers.size} numbers is {result.numbers.mean():.3f}."


PRESETS = {"Ten numbers (figure 1)": Settings(), "Many numbers": Settings(n=500)}


def cells(mode):
    return [Settings(n=n, seed=seed) for n in (10, 100) for seed in range(6 if mode == "full" else 3)]


def record(result):
    return {"mean": float(result.numbers.mean())}


def summarise(records):
    return [row("mean", [r["mean"] for r in group], n_numbers=n) for (n,), group in groups(records, ["n"]).items()]


def table(summary):
    return Table.of("Means", [{"n": line["n_numbers"], "mean": line["mean"]} for line in summary])


def draw_summary(figure, summary):
    lines = select(summary, "mean")
    figure.subplots().plot([line["n_numbers"] for line in lines], [line["mean"] for line in lines])
    return "Means: " + ", ".join(f"{line['mean']:.3f}" for line in lines) + "."


EXPERIMENT = Experiment(
    name="tiny",
    about=__doc__,
    Settings=Settings,
    presets=PRESETS,
    run=run,
    describe=describe,
    picture=Picture(stage, update),
    report=Report(cells=cells, record=record, summarise=summarise, table=table, draw=draw_summary, keys=["n"]),
    small={},
    elsewhere={"seed": 1},
)
