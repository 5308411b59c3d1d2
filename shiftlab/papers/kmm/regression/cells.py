"""The named settings, and those that the paper needs."""

from __future__ import annotations

import dataclasses

from .settings import Settings
from .summary import paper_eps

PRESETS = {
    "Figure 1 (a): one sample": Settings(),
    "Figure 1 (b): 100 trials": Settings(trials=100),
    "The programme as printed (ridge 0)": Settings(ridge=0.0),
    "A strong ridge": Settings(ridge=1.0),
    "The true ratio": Settings(shown="ratio"),
    "min IC: a power of the ratio": Settings(shown="min IC"),
    "A narrow kernel": Settings(width=0.1),
    "A wide kernel": Settings(width=10.0),
    "More rows (m = 400)": Settings(m=400, m_target=400, eps=0.95),
    "A target further away": Settings(target_mean=-0.5),
}


WIDTHS = (0.25, 0.5, 1.0, 2.0, 4.0, 8.0)


#: 0 is the programme as printed.
RIDGES = (0.0, 1e-3, 1.0)
STRONGEST = 10.0


ROWS = (25, 50, 100, 200, 400, 800)


def cells(mode: str) -> list[Settings]:
    """Figure 1 (b), 100 trials each time, and the same with one setting changed; width and ridge in all pairs."""
    full = mode == "full"
    figure = Settings(trials=100)
    variants = [figure, *_variants(figure, full)]
    seeds = range(10 if full else 2)
    return [dataclasses.replace(one, seed=seed) for one in variants for seed in seeds]


def _variants(figure: Settings, full: bool) -> list[Settings]:
    def changed(name: str, *values: object) -> list[Settings]:
        return [dataclasses.replace(figure, **{name: value}) for value in values]  # type: ignore[arg-type]

    kernels = [
        dataclasses.replace(figure, width=width, ridge=ridge)
        for width in (WIDTHS if full else (0.5, 1.0))
        for ridge in (*RIDGES, *((STRONGEST,) if full else ()))
    ]
    rows = [
        dataclasses.replace(figure, m=m, m_target=m, eps=paper_eps(m), ridge=ridge)
        for m in (ROWS if full else (50, 100))
        for ridge in RIDGES
    ]
    far = changed("target_mean", -0.5)
    if not full:
        return kernels + rows + far
    constraints = [*changed("B", 2.0, 4.0, 10.0), *changed("eps", 0.0, 0.1, 0.36)]
    return [
        *kernels,
        *rows,
        *far,
        *changed("target_mean", 0.5),
        *constraints,
        *(dataclasses.replace(one, ridge=0.0) for one in constraints),
        *changed("noise", 0.1, 0.6),
        *changed("density", "normal", "kernel"),
        *changed("variance", "plug-in", "known"),
    ]
