"""Which settings of the simulation are tried: each thing that the paper leaves open, one after the other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from .settings import Settings

#: Draws of a cell, and cells of a setting.
DRAWS, SEEDS = 2000, 5
VARIABLES = tuple(range(2, 11))
STRENGTHS = (1.0, 3.0, 10.0, 100.0, 1000.0)
#: Errors of both estimates: of equal quality, nearly, one twice as good, one ten times as good.
QUALITIES = ((1.0, 1.0), (1.0, 0.8), (1.0, 0.5), (1.0, 0.1))
ROWS = (20, 50, 200, 1000, 10_000, 100_000)


def cells(mode: str) -> list[Settings]:
    """Full: everything, five seeds. Quick: every fifth or so, one seed."""
    full = mode == "full"
    several = [Settings(draws=DRAWS, **changes) for changes in (_full() if full else _quick())]
    return [settings.changed(seed=seed) for settings in several for seed in range(SEEDS if full else 1)]


def _full() -> Iterator[dict[str, Any]]:
    yield from _qualities(VARIABLES, STRENGTHS, QUALITIES)
    for ratio in STRENGTHS[1:]:
        yield from ({"bias": bias, "ratio": ratio} for bias in ("one variable", "all variables"))
        yield from ({"bias": "a portion", "portion": portion, "ratio": ratio} for portion in (0.1, 0.5, 0.9))
        yield from ({"errors": "one closer everywhere", "ratio": ratio, "error_b": b} for b in (0.5, 0.9))
        for bias in ("each x", "one variable"):
            yield from (
                {"errors": "on opposite halves", "bias": bias, "ratio": ratio, "error_b": b} for b in (1.0, 0.7)
            )
    yield from ({"never": share, "error_b": b} for share in (0.1, 0.25, 0.5) for b in (1.0, 0.5))
    yield from ({"population": name, "k": k} for name in ("independent variables", "any table") for k in (3, 5, 8))
    yield from ({"certainty": certainty, "truth": truth} for certainty in (0.5, 1.5, 4.0) for truth in TRUTHS)
    yield from _learned((3, 5, 8), ROWS, (1.0, 10.0, 1000.0))


TRUTHS = ("any table", "additive")


def _quick() -> Iterator[dict[str, Any]]:
    yield from _qualities((2, 5), (1.0, 10.0, 1000.0), ((1.0, 1.0), (1.0, 0.1)))
    yield {"errors": "one closer everywhere", "ratio": 1000.0, "error_b": 0.5}
    yield {"errors": "on opposite halves", "bias": "one variable", "ratio": 100.0, "error_b": 0.7}
    yield {"bias": "a portion", "portion": 0.9, "ratio": 100.0}
    yield {"never": 0.25, "error_b": 1.0}
    yield from _learned((5,), (50, 1000), (1.0, 10.0))


def _qualities(
    variables: Sequence[int], strengths: Sequence[float], qualities: Sequence[tuple[float, float]]
) -> Iterator[dict[str, Any]]:
    for k in variables:
        for a, b in qualities:
            yield from ({"k": k, "error_a": a, "error_b": b, "ratio": ratio} for ratio in strengths)


def _learned(variables: Sequence[int], rows: Sequence[int], strengths: Sequence[float]) -> Iterator[dict[str, Any]]:
    for k in variables:
        for truth in TRUTHS:
            for count in rows:
                yield from ({"errors": "learned", "k": k, "truth": truth, "rows": count, "ratio": r} for r in strengths)


PRESETS = {
    "No bias: trivially true": Settings(ratio=1.0),
    "A mild bias, one estimate clearly better": Settings(ratio=3.0, error_b=0.25),
    "Two estimates of equal quality": Settings(error_b=1.0),
    "A strong bias, equal quality": Settings(error_b=1.0, ratio=1000.0),
    "More variables": Settings(k=8, ratio=10.0),
    "One closer everywhere: always true": Settings(errors="one closer everywhere", ratio=1000.0),
    "Errors where the bias is": Settings(bias="one variable", errors="on opposite halves", error_b=0.7, ratio=30.0),
    "A quarter never selected, as printed": Settings(never=0.25, infinite="as printed"),
    "Learned: counting against naive Bayes": Settings(errors="learned", truth="additive"),
    "Accuracies instead of divergences": Settings(compared="accuracy", error_b=0.5),
}
