"""Numbers for which a worker waits, or dies."""

import dataclasses
import os
import signal
import time
from pathlib import Path
from typing import Annotated, Literal

import numpy as np
from annotated_types import Ge
from pydantic.dataclasses import dataclass

from shiftlab.experiments.experiment import Experiment, Picture, Report
from shiftlab.experiments.settings import STRICT, BaseSettings
from shiftlab.papers.small_paper.tiny import draw_summary, summarise, table


@dataclass(frozen=True, config=STRICT)
class Settings(BaseSettings):
    seconds: Annotated[float, Ge(0)] = 0.0
    """seconds"""
    n: Annotated[int, Ge(1)] = 10
    """how many numbers"""
    fate: Literal["lives", "kills", "fails", "lacks data"] = "lives"
    """what becomes of the worker"""
    seed: Annotated[int, Ge(0)] = 0
    """seed"""


@dataclasses.dataclass(frozen=True)
class Result:
    settings: Settings
    numbers: np.ndarray


def run(settings):
    (Path(os.environ["SLOW_FOLDER"]) / f"{settings.seed}.{os.getpid()}").touch()
    time.sleep(settings.seconds)
    if settings.fate == "kills":
        os.kill(os.getpid(), signal.SIGKILL)
    if settings.fate == "fails":
        raise ValueError("these numbers are none")
    if settings.fate == "lacks data":
        from shiftlab import datasets

        datasets.load("usps", download=False)
    return Result(settings, np.random.RandomState(settings.seed).normal(size=settings.n))


def stage(figure):
    return {"numbers": figure.subplots().plot([], [], "o")[0]}


def update(artists, result):
    artists["numbers"].set_data(np.arange(result.numbers.size), result.numbers)


def describe(result):
    return f"The mean is {result.numbers.mean():.3f}."


def cells(mode):
    return [Settings(seed=seed) for seed in range(6 if mode == "full" else 3)]


def record(result):
    return {"mean": float(result.numbers.mean())}


EXPERIMENT = Experiment(
    name="slow",
    about=__doc__,
    Settings=Settings,
    presets={"One": Settings()},
    run=run,
    describe=describe,
    picture=Picture(stage, update),
    report=Report(cells=cells, record=record, summarise=summarise, table=table, draw=draw_summary, keys=["n", "fate"]),
    small={},
    elsewhere={"seed": 1},
)
