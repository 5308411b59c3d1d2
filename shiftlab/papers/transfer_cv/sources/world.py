"""Three sources for one target: newsgroups, or made-up articles."""

from __future__ import annotations

from shiftlab.experiments.streams import stream

from .. import made_up, newsgroups
from ..articles import Domains, Sample, drawn
from .settings import Settings

#: The made-up sources: one lacks a few of the target's words, one lacks most, and in one words have other sides.
MADE_UP = ("near", "far", "turned")
#: Streams of random numbers: rows of the target, its made-up texts, and from there on those of each source.
TARGET_ROWS, TARGET, FIRST = range(3)


def draw_samples(settings: Settings) -> dict[str, Sample]:
    """By source; the rows of the target are the same for all of them, its words are those of the source."""
    s = settings
    samples = {}
    for i, (name, domains) in enumerate(_domains(s).items()):
        samples[name] = drawn(
            domains,
            stream(s.seed, FIRST + i, 1),
            stream(s.seed, TARGET_ROWS),
            rows=s.size if s.problem == "made up" else s.rows,
            share=s.share,
            fewest=s.fewest,
            words=s.words,
            gain=s.gain,
            values=s.values,
        )
    return samples


def sources_of(problem: str) -> tuple[str, ...]:
    """The names of the three sources."""
    return MADE_UP if problem == "made up" else tuple(newsgroups.TASKS[problem].sources)


def _domains(s: Settings) -> dict[str, Domains]:
    if s.problem == "made up":
        return _made_up(s)
    return {name: newsgroups.domains(s.problem, name) for name in sources_of(s.problem)}


def _made_up(s: Settings) -> dict[str, Domains]:
    """The target's topics have come all the way to new words; the sources have gone a part of it."""
    target = made_up.articles(s.size, stream(s.seed, TARGET), drift=1.0)
    lacks = {"near": s.drift / 2, "far": s.drift, "turned": s.drift / 2}
    return {
        name: Domains(
            made_up.articles(
                s.size,
                stream(s.seed, FIRST + i, 0),
                drift=1 - lacks[name],
                turned=s.turned if name == "turned" else 0,
            ),
            target,
            made_up.VOCABULARY,
        )
        for i, name in enumerate(MADE_UP)
    }
