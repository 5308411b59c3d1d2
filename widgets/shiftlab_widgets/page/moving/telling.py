"""What a page says of itself: what of the experiment it has, and what it has not."""

from __future__ import annotations

from typing import Any

from shiftlab.experiments.settings import shown

from .grid import Values
from .growing import PRODUCT, Growth, Levels
from .taking import Shots


def told(growth: Growth, levels: Levels, cells: list[Values], shots: Shots) -> list[str]:
    """Sentences, each a paragraph."""
    grid, pictures = growth.grid, sum(shots[values].frame is not None for values in cells)
    sentences = [
        f"This page has {pictures:,} pictures, each computed by shiftlab; between them nothing is made up: a control "
        "goes from one to the next."
    ]
    if levels[PRODUCT] >= 0 and grid.pair:
        pair = " and ".join(_range(grid, name, levels[PRODUCT]) for name in grid.pair)
        together = " move together, from the first settings" if len(grid.pair) > 1 else " moves from the first settings"
        sentences.append(_capital(f"{pair}{together}."))
    every = len(grid.origins)
    near = [name for name in grid.origins if levels[name] >= 0]
    alone = [name for name in grid.origins if levels[name] < 0]
    if near:
        sentences.append(
            f"Each other control moves alone, from {_names(near, every)}; where no picture was computed, the nearest "
            "is shown and a line says so."
        )
    if alone:
        sentences.append(
            f"For {_names(alone, every, ' and ')} there is one picture only: more would have taken too long to compute."
        )
    if any(shots[values].quick for values in cells):
        sentences.append("Some pictures are by a quicker computation, and say so.")
    film = shots.film
    if film.left_out:
        sentences.append(
            f"Of clouds of more than {film.most:,} marks {film.most:,} are drawn, evenly from all; the largest has "
            f"{film.most + film.left_out:,}."
        )
    for name, gone in grid.left_out.items():
        label = grid.fields[name].label
        sentences.append(f"Left out, because their data were not on this machine: {label} {', '.join(map(str, gone))}.")
    return sentences


def _range(grid: Any, name: str, level: int) -> str:
    values, label = grid.values(name, level), grid.fields[name].label
    if isinstance(values[0], str | bool):
        return f"{label} ({', '.join(map(str, values))})"
    return f"{label} ({len(values)} values from {shown(values[0])} to {shown(values[-1])})"


def _names(origins: list[str], every: int, joined: str = " and from ") -> str:
    """Presets by name where they are few."""
    presets = [f"“{name}”" for name in origins if name]
    first = ["the first settings"] if "" in origins else []
    if len(presets) == every - 1:
        return joined.join([*first, "every preset"])
    return joined.join([*first, *([f"the presets {', '.join(presets)}"] if presets else [])])


def _capital(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]
