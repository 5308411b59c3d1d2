"""The texts of a problem, and a draw of them."""

from __future__ import annotations

from shiftlab.experiments.streams import stream

from .. import made_up, newsgroups
from ..articles import Domains, Sample, drawn
from . import reuters, webpages
from .settings import NEWSGROUPS, REUTERS, Settings

#: Streams of random numbers: the made-up texts, how real ones are divided, and which rows are drawn of each domain.
SOURCE, TARGET, DIVISION, SOURCE_ROWS, TARGET_ROWS = range(5)


def draw_sample(settings: Settings) -> Sample:
    """Rows of both domains, the labelled ones of the target, and their words."""
    s = settings
    return drawn(
        _domains(s),
        stream(s.seed, SOURCE_ROWS),
        stream(s.seed, TARGET_ROWS),
        rows=s.size if s.problem == "made up" else s.rows,
        share=s.share,
        fewest=s.fewest,
        words=s.words,
        gain=s.gain,
        values=s.values,
    )


def _domains(s: Settings) -> Domains:
    if s.problem == "made up":
        return _made_up(s)
    if s.problem in REUTERS:
        return reuters.domains(s.problem, stream(s.seed, DIVISION))
    if s.problem in NEWSGROUPS:
        # of the three sources of Table 3 the first: which one to take is another experiment
        return newsgroups.domains(s.problem, next(iter(newsgroups.TASKS[s.problem].sources)))
    return webpages.domains(s.problem, stream(s.seed, DIVISION))


def _made_up(s: Settings) -> Domains:
    source = made_up.articles(s.size, stream(s.seed, SOURCE))
    target = made_up.articles(s.size, stream(s.seed, TARGET), drift=s.drift, turned=s.turned)
    return Domains(source, target, made_up.VOCABULARY)
