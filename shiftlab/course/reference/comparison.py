"""What a lesson's paper claims, what we found, and what your run finds: one line a claim, as a picture and as text.

Which claims, in which words, and which run stands beside them is said in ``lessons/lesson_NN/compare.py``.
"""

from __future__ import annotations

import html
import itertools
import math
import textwrap
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ..card import INK
from ..kept.progress import presents
from ..show import claim
from ..still import MimeBundle, shown
from .parts import parts

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from ...claims import Claim

_WIDTH = 100  # letters in a line of text
_IN_HALL = 2  # lines of a picture


@dataclass(frozen=True)
class Line:
    """One claim of a lesson, in plain words.

    `holds` are the ends between which the claim is right (one of them may be infinite), `counted` says what the
    numbers are. Our interval is that of the part of the evidence called `part`, or of all that decides. `you` finds
    the student's number in the lesson's run, or is None where a run of one's own would take too long. `word` is what
    a person adds to the verdict.
    """

    claim: str
    says: str
    counted: str
    holds: tuple[float, float]
    word: str
    part: str = ""
    you: Callable[[Any], float] | None = None


@dataclass(frozen=True)
class Comparison:
    """The lines of a lesson, and the run, by its seed, in which a student's numbers are found."""

    run: Callable[[int], Any]
    lines: tuple[Line, ...]


@dataclass(frozen=True)
class Found:
    """The numbers of one line."""

    line: Line
    verdict: str
    paper: float | None
    ours: float
    interval: tuple[float, float] | None
    yours: float | None

    @property
    def claimed(self) -> str:
        """Where the claim would be right: "above 0"."""
        from ...claims.words import number

        low, high = self.line.holds
        if low == high:
            return f"exactly {number(low)}"
        if math.isinf(high):
            return f"above {number(low)}"
        return f"below {number(high)}" if math.isinf(low) else f"{number(low)} to {number(high)}"

    @property
    def numbers(self) -> dict[str, str]:
        """Paper, we and you, each as a number, or as a dash."""
        from ...claims.words import interval, number

        we = number(self.ours) + (f" {interval(self.interval)}" if self.interval else "")
        return {"paper": _or_dash(self.paper), "we": we, "you": _or_dash(self.yours)}

    @property
    def known(self) -> list[str]:
        """Who has which number; that there is none of yours is said, and why."""
        known = [f"{who} {number}" for who, number in self.numbers.items() if number != "–"]
        return known if self.yours is not None else [*known, "you: a run would take too long"]

    @property
    def sentence(self) -> str:
        """All of it, for who does not see the picture."""
        numbers = ", ".join(self.known)
        return f"{self.line.says} ({self.line.counted}; claimed: {self.claimed}): {numbers}. {self.verdict}."


@dataclass(frozen=True, repr=False)
class Compared:
    """The comparison of a lesson, with the run of one seed."""

    number: str
    seed: int
    found: tuple[Found, ...]

    @property
    def text(self) -> str:
        """The alternative text of the picture, with all its numbers."""
        return self._text(0, len(self.found))

    def _text(self, first: int, end: int) -> str:
        lines = (f"{i}. {one.sentence}" for i, one in enumerate(self.found[first:end], first + 1))
        return " ".join([f"{self._head}.", *lines])

    @property
    def _head(self) -> str:
        return f"Paper, we and you (lesson {self.number}, seed {self.seed})"

    def __repr__(self) -> str:
        lines = [self._head]
        for one in self.found:
            lines += ["", f"{one.line.says} ({one.line.counted})", f"  claimed  {one.claimed}"]
            lines += [f"  {who:7}  {number}" for who, number in one.numbers.items()]
            lines += textwrap.wrap(
                f"{one.verdict}. {one.line.word}", _WIDTH, initial_indent="  ", subsequent_indent="  "
            )
        return "\n".join(lines)

    def figure(self, theme: str = "light") -> Figure:
        """The picture, on a light or a dark ground."""
        from .comparison_picture import draw

        return draw(self.found, theme)

    def in_hall(self, theme: str = "light") -> list[tuple[Figure, str]]:
        """The same for a lecture hall, with larger letters: a few lines a picture, each with its alternative text."""
        from .comparison_picture import HALL, draw

        pictures = math.ceil(len(self.found) / _IN_HALL)
        ends = [round(len(self.found) * i / pictures) for i in range(pictures + 1)]
        return [
            (draw(self.found[first:end], theme, HALL), self._text(first, end))
            for first, end in itertools.pairwise(ends)
        ]

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> MimeBundle:
        data, metadata = shown(self.figure(), self.text)
        if presents():
            data["text/html"] = "".join(shown(figure, text)[0]["text/html"] for figure, text in self.in_hall())
        data["text/html"] += _words(self.found)
        return {**data, "text/plain": repr(self)}, metadata


def compare(lesson: str, *, seed: int = 1) -> Compared:
    """What a lesson's paper says, what we found, and what a run with your seed finds: ``compare("03", seed=1)``."""
    if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed < 2**32:
        raise ValueError(f"A seed is a whole number from 0 to 2**32 - 1, not {seed!r:.40}.")
    number = str(lesson).strip().zfill(2)
    known = comparisons()
    if number not in known:
        raise ValueError(f"There is nothing to compare in lesson {lesson!r:.20}; there is in {', '.join(known)}.")
    comparison = known[number]
    run = comparison.run(seed)
    return Compared(number, seed, tuple(_found(line, run) for line in comparison.lines))


def comparisons() -> dict[str, Comparison]:
    """The comparisons by the numbers of their lessons."""
    return parts("compare", "COMPARISON")


def _found(line: Line, run: Any) -> Found:
    of = claim(line.claim)
    part = evidence(of, line.part)
    low, high = part.get("interval", (part["value"], part["value"]))
    return Found(
        line,
        _verdict(of),
        part.get("paper_value"),
        part["value"],
        (low, high) if low < high else None,
        None if line.you is None else float(line.you(run)),
    )


def evidence(of: Claim, part: str) -> Mapping[str, Any]:
    """The part of the evidence that has this label; all that decides, taken together, where none is named."""
    if not part:
        if of.together is None:
            raise ValueError(f"The parts of {of.id} are not taken together: name one of them.")
        return of.together
    for one in of.evidence:
        if one["label"] == part:
            return one
    raise ValueError(f"{of.id} has no part {part!r}; it has {', '.join(repr(p['label']) for p in of.evidence[:9])}.")


def _verdict(of: Claim) -> str:
    """The verdict, with the share of the parts for which it is so where there are several."""
    from ...claims import words

    return f"{of.verdict} ({words.share(of)})" if words.tally(of.evidence).total() > 1 else of.verdict


def _words(found: tuple[Found, ...]) -> str:
    """The same for who reads: folded away below the picture, with the names of the claims."""
    items = "".join(
        f"<li>{html.escape(f'{one.sentence} {one.line.word}', quote=False)} (claim <code>{one.line.claim}</code>)</li>"
        for one in found
    )
    summary = "<summary>The same in words, and which claims these are</summary>"
    return f'<details style="{INK}">{summary}<ol>{items}</ol></details>'


def _or_dash(value: float | None) -> str:
    from ...claims.words import number

    return "–" if value is None else number(value)
