"""Claims made for tests of the pages: a verdict follows from the intervals that are given."""

from shiftlab.claims.evidence import Part
from shiftlab.claims.pages import Finding
from shiftlab.claims.rules import AsPrinted, MeasuredAbove
from shiftlab.claims.statement import Computed, Measured

YES, NO, OPEN = (0.1, 0.3), (-0.3, -0.1), (-0.1, 0.1)
TITLES = {"undersampling": "Dal Pozzolo and others, 2015", "kmm": "Huang and others, 2007"}


def part(ends, mu=3.0, primary=True, n=50, **more):
    """A measured part with this interval."""
    low, high = ends
    row = {"quantity": "brier_ps - brier_p", "mu": mu, "mean": (low + high) / 2, "low": low, "high": high, "n": n}
    return Part.of(row, f"difference at μ = {mu:g}", experiment="undersampling", primary=primary, **more)


def measured(*parts, id="it-is-larger", relation=None, paper="undersampling", assumptions=(), headline=True, **about):
    """A finding about these parts."""
    statement = Measured(
        id,
        "section 2",
        f"The text of {id}.",
        relation or MeasuredAbove(),
        lambda summaries: list(parts),
        "undersampling",
        assumptions,
        headline=headline,
        unit=about.pop("unit", "seed"),
        **about,
    )
    return Finding.of(statement, paper, {})


def computed(*numbers, id="it-is-equal", paper="undersampling", relation=None, **about):
    """A finding about numbers, each with the printed one."""
    parts = [Part(f"row {i}", value, expected=printed) for i, (value, printed) in enumerate(numbers, 1)]
    statement = Computed(
        id,
        "table 1",
        f"The text of {id}.",
        relation or AsPrinted(),
        lambda summaries: parts,
        "undersampling",
        **about,
    )
    return Finding.of(statement, paper, {})
