"""The picture of a claim: every part with its interval, the paper's number, and what the rule asks."""

from __future__ import annotations

import io
import math
import textwrap
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from ... import style
from .. import words
from ..evidence import Part, pooled
from ..rules import Above, AtMost, Equivalent, MeasuredAbove, MeasuredAtMost, Predicted, Relation, State
from .finding import Finding

if TYPE_CHECKING:
    from matplotlib.axes import Axes

#: More parts than this are drawn as a curve, sorted by their value: their names would be a wall of text.
MOST_ROWS = 30

WIDTH, ROW, FRAME, CURVE = 9.0, 0.27, 1.5, 2.6  # inches
LETTERS = 46  # in a line of a label


class Look(NamedTuple):
    color: str
    marker: str


LOOKS: dict[State, Look] = {
    "supported": Look(style.BLUE, "o"),
    "undecided": Look(style.THEMES["light"].quiet, "s"),
    "contradicted": Look(style.VERMILLION, "X"),
}

OTHER, MEAN, PRINTED, HOLDS = ", another reading", "mean of the primary parts", "the paper's number", "where it holds"
ANOTHER = "where another run like the paper's would lie"

#: What the legend explains, in its order, as far as it is drawn.
LEGEND = [*LOOKS, *(f"{state}{OTHER}" for state in LOOKS), MEAN, PRINTED, ANOTHER, HOLDS]

Drawn = Sequence[tuple[Part, State]]


def picture(finding: Finding) -> str:
    """The picture as SVG. The same evidence gives the same bytes."""
    import matplotlib
    from matplotlib.backends.backend_svg import FigureCanvasSVG
    from matplotlib.figure import Figure

    rows, curve = _panels(finding)
    heights = [FRAME + ROW * (len(rows) + 2)] * bool(rows) + [CURVE] * bool(curve)
    # letters stay letters: these are a tenth of the size of their outlines, and can be searched
    letters = {"svg.fonttype": "none", "font.size": 9, "text.parse_math": False}
    with matplotlib.rc_context({**style.rc(), **letters}):  # type: ignore[dict-item]
        figure = Figure(figsize=(WIDTH, sum(heights) + (not rows)), layout="constrained")
        FigureCanvasSVG(figure)
        panels = list(figure.subplots(len(heights), squeeze=False, height_ratios=heights).flat)
        if rows:
            _draw_rows(panels[0], finding, rows)
        if curve:
            _draw_curve(panels[-1], finding, curve)
        found = {
            label: handle for axes in panels for handle, label in zip(*axes.get_legend_handles_labels(), strict=True)
        }
        once = {label: found[label] for label in LEGEND if label in found}
        figure.legend(once.values(), once.keys(), loc="outside lower center", ncols=3, fontsize=8)
        written = io.StringIO()
        figure.savefig(written, format="svg", metadata={"Date": None, "Creator": None})
    text = written.getvalue().replace("'DejaVu Sans'", "'DejaVu Sans', Verdana, sans-serif")
    return "\n".join(line.rstrip() for line in text.splitlines()) + "\n"


def _panels(finding: Finding) -> tuple[Drawn, Drawn]:
    """The parts that have a row of their own, those that decide first, and those that are a curve."""
    stated = zip(finding.parts, finding.states, strict=True)
    finite = [(part, state) for part, state in stated if math.isfinite(part.value)]
    primary = [one for one in finite if one[0].primary]
    others = [one for one in finite if not one[0].primary]
    if len(finite) <= MOST_ROWS:
        return [*primary, *others], []
    return (primary, others) if len(primary) <= MOST_ROWS else ([], finite)


def alternative(finding: Finding) -> str:
    """What the picture shows, for who does not see it."""
    rows, curve = _panels(finding)
    drawn = [*rows, *curve]
    kind = " and ".join(["Forest plot"] * bool(rows) + ["specification curve"] * bool(curve)).capitalize()
    found = words.tally(finding.claim.evidence)
    said = [f"{found[state]} {state}" for state in LOOKS if found[state]]
    values = [part.value for part, _ in drawn if part.primary]
    others = len(drawn) - len(values)
    ends = list(dict.fromkeys(words.number(end) for end in (min(values), max(values)))) if values else []
    span = f" from {' to '.join(ends)}" if len(ends) == 2 else "".join(f", {end}" for end in ends)
    printed = list(dict.fromkeys(words.number(part.expected) for part, _ in drawn if part.expected is not None))
    return "".join(
        [
            f"{kind} of {finding.claim.id}: {words.counted(len(values), 'value')} of the primary reading{span} "
            f"({', '.join(said)})",
            f", and {others} of other readings" if others else "",
            f"; the paper prints {', '.join(printed[:3])}{' and others' if len(printed) > 3 else ''}"
            if printed
            else "",
            f"; a part is {finding.statement.relation.text}.",
        ]
    )


def _draw_rows(axes: Axes, finding: Finding, rows: Drawn) -> None:
    """A row for each part; under those that decide, their mean."""
    ink = style.THEMES["light"].ink
    primary = sum(part.primary for part, _ in rows)
    mean = primary > 1 and not finding.statement.relation.exact
    labels = [textwrap.fill(part.label.strip() or "–", LETTERS, max_lines=2) for part, _ in rows]
    places = [i if i < primary or not mean else i + 1 for i in range(len(rows))]
    if isinstance(finding.statement.relation, Predicted):
        _draw_predictions(axes, rows, places)
    _draw_parts(axes, rows, places, upright=False)
    if mean:
        labels.insert(primary, "all together")
        whole = pooled(finding.primary)
        if whole.low is not None and whole.high is not None:
            axes.plot([whole.low, whole.high], [primary, primary], color=ink, lw=3)
        axes.plot(whole.value, primary, "d", ms=9, color=ink, label=MEAN)
    axes.set_yticks(range(len(labels)), labels, fontsize=8)
    axes.set_ylim(len(labels) - 0.4, -0.6)
    axes.tick_params(axis="y", length=0)
    axes.set_xlabel(_quantity(finding))
    _bound(axes, finding.statement.relation, upright=False)
    axes.grid(axis="x")


def _draw_predictions(axes: Axes, rows: Drawn, places: Sequence[int]) -> None:
    for (part, _), place in zip(rows, places, strict=True):
        low, high = part.prediction()
        if low is not None and high is not None:
            quiet = style.THEMES["light"].quiet
            axes.plot([low, high], [place, place], color=quiet, lw=1, ls=(0, (2, 2)), marker="|", label=ANOTHER)


def _draw_curve(axes: Axes, finding: Finding, curve: Drawn) -> None:
    """Parts side by side, by size."""
    ordered = sorted(curve, key=lambda one: one[0].value)
    _draw_parts(axes, ordered, range(len(ordered)), upright=True)
    axes.set_xticks([])
    kind = "readings" if any(part.primary for part, _ in ordered) else "other readings"
    axes.set_xlabel(f"{len(ordered)} {kind}, by size")
    axes.set_ylabel(_quantity(finding))
    _bound(axes, finding.statement.relation, upright=True)
    axes.grid(axis="y")


def _draw_parts(axes: Axes, drawn: Drawn, places: Sequence[int], upright: bool) -> None:
    """Those that decide thick and filled, and over the others; the paper's numbers over all."""
    placed = [(part, state, place) for (part, state), place in zip(drawn, places, strict=True)]
    for primary in (False, True):
        for state, look in LOOKS.items():
            some = [(part, place) for part, found, place in placed if found == state and part.primary == primary]
            if some:
                _draw_alike(axes, some, look, state if primary else f"{state}{OTHER}", primary, upright)
    printed = [(place, part.expected) for part, _, place in placed if part.expected is not None]
    if printed:
        ink = style.THEMES["light"].ink
        at, numbers = zip(*printed, strict=True)
        points = (at, numbers) if upright else (numbers, at)
        axes.plot(*points, "D", mfc="none", mec=ink, mew=1.3, ms=4 if upright else 7, label=PRINTED, zorder=5)


def _draw_alike(
    axes: Axes, some: Sequence[tuple[Part, int]], look: Look, label: str, primary: bool, upright: bool
) -> None:
    """Parts that look the same, at their places."""
    ends = [(place, part.low, part.high) for part, place in some if part.low is not None and part.high is not None]
    if ends:
        lines = axes.vlines if upright else axes.hlines
        lines(*zip(*ends, strict=True), color=look.color, lw=3 if primary else 1, zorder=3 if primary else 2)
    places, values = [place for _, place in some], [part.value for part, _ in some]
    size = 4 if upright else 6.5
    axes.plot(
        *((places, values) if upright else (values, places)),
        look.marker,
        color=look.color,
        ms=size if primary else 0.7 * size,
        mfc=look.color if primary else style.THEMES["light"].background,
        zorder=4 if primary else 3,
        label=label,
    )


def _bound(axes: Axes, relation: Relation, upright: bool) -> None:
    """What the rule compares with: a line, and a tint on the side that supports the claim."""
    low, high = (-math.inf, math.inf)
    match relation:
        case MeasuredAbove() | Above():
            low = relation.bound
        case MeasuredAtMost() | AtMost():
            high = relation.bound
        case Equivalent(center=float() | int() as center):
            low, high = center - relation.margin, center + relation.margin
        case _:
            return
    line, span = (axes.axhline, axes.axhspan) if upright else (axes.axvline, axes.axvspan)
    for bound in (low, high):
        if math.isfinite(bound):
            line(bound, color=style.THEMES["light"].ink, lw=1, ls=(0, (4, 2)))
    left, right = axes.get_ylim() if upright else axes.get_xlim()
    span(max(low, left), min(high, right), color=style.GREEN, alpha=0.09, lw=0, label=HOLDS, zorder=0)
    (axes.set_ylim if upright else axes.set_xlim)(left, right)


def _quantity(finding: Finding) -> str:
    """What is measured, by its name in the summary; of many that of which all are kinds: "corr" of "corr WCV - SCV"."""
    rows = [part.row for part in finding.parts if part.primary and part.row is not None]
    names = list(dict.fromkeys(row["quantity"] for row in rows))
    kinds = {name.partition(" ")[0] for name in names}
    if not names or len(names) > 2:
        return kinds.pop() if len(kinds) == 1 else "value"
    return " and ".join(names)
