"""Proof that rules look at what is computed: break a method, decide again, and see which claims turn red."""

from contextlib import suppress

from shiftlab import experiments
from shiftlab.claims.parts import NothingRead
from shiftlab.experiments.sweep import sweep

#: From bad to good.
RANK = ("does not replicate", "no data", "partly", "inconclusive", "replicates")


def summaries(cells):
    """Of experiments by name, from the records of these cells."""
    several = {name: experiments.get(name) for name in cells}
    return {
        name: experiment.summarise(sweep(experiment, cells[name], progress=False).records)
        for name, experiment in several.items()
    }


def decided(statements, paper, cells):
    """The claims of a paper, by id; those that ask for other cells are left out."""
    return decided_by(statements, paper, summaries(cells))


def decided_by(statements, paper, known):
    """The claims that summaries are enough for, by id."""
    claims = {}
    for statement in statements:
        with suppress(NothingRead):
            claims[statement.id] = statement.decide(paper, known)
    return claims


def turned(red, sound):
    """The claims whose verdict is worse than it was."""
    return {name for name in red if RANK.index(red[name].verdict) < RANK.index(sound[name].verdict)}
