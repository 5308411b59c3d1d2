"""``write("undersampling", "undersampling.html")``: a page that moves without a kernel, in one file."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tqdm import tqdm

from shiftlab import experiments
from shiftlab.experiments.experiment import Experiment
from shiftlab.support import files

from ...picture.recording.film import Film
from ...story import Story
from .document import MARK, Contents, compressed, document
from .grid import Grid
from .growing import Growth, Levels
from .taking import Shots
from .telling import told

#: Kilobytes, compressed, and seconds of computing beside the first settings and the presets.
SIZE_LIMIT, SECONDS = 600.0, 20.0


@dataclass(frozen=True, repr=False)
class Page:
    """What was written. `told` are the sentences in which the page says what it has."""

    path: Path
    pictures: int
    kilobytes: float  # compressed, as a server sends it
    seconds: float
    told: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.path}: {self.pictures:,} pictures, {self.kilobytes:.0f} kB compressed, {self.seconds:.0f} s"

    __repr__ = __str__


def write(
    experiment: str | Experiment[Any, Any],
    path: str | Path,
    settings: Any = None,
    *,
    story: Story | None = None,
    controls: Sequence[str] = (),
    values: int | None = None,
    size_limit: float = SIZE_LIMIT,
    seconds: float = SECONDS,
    jobs: int = 1,
    progress: bool = True,
) -> Page:
    """Write the page of an experiment, which begins at `settings`.

    The first two `controls` move together, the others alone; without any, the two sliders that the presets move most.
    `values` is how many a control has at most. The page is not larger than `size_limit` kilobytes, compressed, and
    computing it takes about `seconds` at most; what had to be left out for that, it says. A file that is no such page
    is not overwritten.
    """
    started = time.perf_counter()
    path = Path(path)
    _check(path, values, size_limit, seconds)
    if isinstance(experiment, str):
        experiment = experiments.get(experiment)
    start = experiment.Settings() if settings is None else settings
    grid = Grid(experiment, start, controls, values)
    with tqdm(desc=experiment.name, unit=" pictures", disable=not progress, leave=False) as bar:
        film = Film(experiment)
        shots = Shots(experiment, film, jobs, bar.update)
        growth = Growth(grid, shots, seconds)
        beside = tuple(controls) or grid.pair
        contents = Contents(experiment, start, story or Story(experiment), beside, film, shots)

        def page(levels: Levels) -> bytes:
            cells = growth.cells(levels)
            return document(contents, cells, told(growth, levels, cells, shots))

        limit = int(1000 * size_limit)
        levels = growth.grow(limit, lambda levels: compressed(page(levels)))
    whole, cells = page(levels), growth.cells(levels)
    if (size := compressed(whole)) > limit:
        raise ValueError(
            f"The first settings and the presets alone take {size / 1000:.0f} kB, more than {size_limit:g}: "
            "give the page more room."
        )
    files.write(path, lambda file: file.write(whole))
    return Page(
        path=path,
        pictures=sum(shots[values].frame is not None for values in cells),
        kilobytes=size / 1000,
        seconds=time.perf_counter() - started,
        told=tuple(told(growth, levels, cells, shots)),
    )


def _check(path: Path, values: int | None, size_limit: float, seconds: float) -> None:
    """What can be refused is refused before anything is computed."""
    if path.suffix.lower() not in (".html", ".htm"):
        raise ValueError(f"{path.name!r} must end in .html.")
    if values is not None and values < 2:
        raise ValueError(f"A control that moves has 2 values at least, not {values}.")
    for what, given in (("room", size_limit), ("time", seconds)):
        if not given > 0:
            raise ValueError(f"A page needs some {what}, not {given:g}.")
    if path.is_dir():
        raise ValueError(f"{path} is a folder: name a file in it.")
    if path.exists():
        with path.open("rb") as file:
            if MARK.encode() not in file.read(4096):
                raise ValueError(f"{path} is there and is no page of shiftlab's: move it away, or name another file.")
