"""What a lesson shows from the package: real source, verdicts, and the table paper | we | you."""

from __future__ import annotations

import html
import importlib
import inspect
import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .card import FAINT, INK, code_block

if TYPE_CHECKING:
    from ..claims import Claim

PACKAGE = Path(__file__).parents[1]


@dataclass(frozen=True, repr=False)
class Source:
    """Source code with the place where it stands."""

    place: str
    code: str

    def __repr__(self) -> str:
        return f"# {self.place}\n{self.code}"

    def _repr_html_(self) -> str:
        place = f'<p style="{INK}; margin: 0.3em 0"><em>{html.escape(self.place)}</em></p>'
        return place + code_block(self.code, self.place)


def show_source(thing: Any) -> Source:
    """The source of a function, property, class or module of the package; named by itself or by its dotted name."""
    code = _resolve(thing) if isinstance(thing, str) else inspect.unwrap(thing)
    code = getattr(code, "fget", code)  # a property's source is that of its function
    try:
        lines, number = inspect.getsourcelines(code)
        file = Path(inspect.getsourcefile(code) or "")
    except TypeError:
        raise ValueError(f"{thing!r:.60} has no source of its own: name a function, a class or a module.") from None
    place = file.relative_to(PACKAGE.parent).as_posix() if file.is_relative_to(PACKAGE) else file.name
    return Source(f"{place}, line {max(number, 1)}", textwrap.dedent("".join(lines)).rstrip() + "\n")


def _resolve(name: str) -> Any:
    """What a dotted name stands for: the longest part of it that is a module, then attributes."""
    parts = name.split(".")
    for end in range(len(parts), 0, -1):
        try:
            thing = importlib.import_module(".".join(parts[:end]))
        except (ImportError, TypeError, ValueError):  # no module, or no name of one
            continue
        try:
            for part in parts[end:]:
                thing = getattr(thing, part)
        except AttributeError:
            break
        return thing
    raise ValueError(f"There is nothing called {name!r:.80}: give a name like shiftlab.posterior.corrected_posterior.")


@dataclass(frozen=True, repr=False)
class Verdict:
    """Our verdict on one claim, for a line of text."""

    id: str
    text: str

    def __repr__(self) -> str:
        return f"{self.text} ({self.id})"

    def _repr_html_(self) -> str:
        return f'<span style="{INK}"><strong>{self.text}</strong> (claim <code>{html.escape(self.id)}</code>)</span>'


def verdict(id: str) -> Verdict:
    """Our verdict on a claim: ``verdict("undersampling/table-1")``."""
    from ..claims import words

    return Verdict(id, words.spoken(claim(id)))


def claim(id: str) -> Claim:
    """The claim with the id PAPER/CLAIM."""
    from .. import claims

    paper, _, name = id.partition("/")
    own = claims.load(paper)
    for one in own:
        if one.id == name:
            return one
    raise ValueError(f"There is no claim {id!r:.80}; {paper} has {', '.join(c.id for c in own)}.")


@dataclass(frozen=True, repr=False)
class PaperWeYou:
    """The table: what the paper says, what we found, what you found."""

    rows: tuple[tuple[str, str, str], ...]

    HEAD = ("paper", "we", "you")

    def __repr__(self) -> str:
        lines = []
        for row in self.rows:
            lines += [f"{name.rjust(5)} | {cell}" for name, cell in zip(self.HEAD, row, strict=True)] + [""]
        return "\n".join(lines).rstrip()

    def _repr_html_(self) -> str:
        cell = f"{INK}; text-align: left; vertical-align: top; padding: 0.4em 0.8em; border-bottom: 1px solid {FAINT}"
        head = "".join(f'<th scope="col" style="{cell}">{name}</th>' for name in self.HEAD)
        body = "".join(
            "<tr>" + "".join(f'<td style="{cell}">{html.escape(part, quote=False)}</td>' for part in row) + "</tr>"
            for row in self.rows
        )
        return (
            '<table style="border-collapse: collapse"><caption style="text-align: left; padding: 0.4em 0.8em; '
            f'{INK}">What the paper says, what we found, what you found</caption>'
            f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
        )


def paper_we_you(*ids: str | Sequence[str], you: Mapping[str, Any] | None = None) -> PaperWeYou:
    """The table for some claims. `you` has your own numbers by claim: a number, a text, or {label: number}."""
    wanted = [id for part in ids for id in ([part] if isinstance(part, str) else part)]
    given = dict(you or {})
    unknown = [id for id in given if id not in wanted]
    if unknown:
        raise ValueError(
            f"You have a number for {unknown[0]!r:.80}, which is not a row: the rows are {', '.join(wanted)}."
        )
    return PaperWeYou(tuple((_paper(c), _we(c), _you(given.get(id))) for id, c in ((id, claim(id)) for id in wanted)))


def _paper(claim: Claim) -> str:
    printed = [f"{part['label']}: {part['paper_value']:g}" for part in claim.evidence if "paper_value" in part]
    numbers = f" Printed, for example, {printed[0]}." if printed else ""
    return f"{claim.statement} ({claim.place}){numbers}"


def _we(claim: Claim) -> str:
    """The verdict, how the parts that decide came out, and a number: of the first that speaks against the claim, or
    leaves it open, if one does.
    """
    from ..claims import words

    parts = words.primary(claim.evidence)
    if not parts:
        return claim.verdict
    if claim.verdict == "no data":
        return f"{claim.verdict}: {claim.why.rstrip('.')}; on a stand-in {_example(parts[0])}"
    shown = words.spoken(claim)
    if claim.verdict != "partly":  # which says it itself
        shown += f": {words.share(claim)}"
    for state, how in (("contradicted", "not, for example,"), ("undecided", "undecided, for example,")):
        for part in parts:
            if part["state"] == state:
                return f"{shown}; {how} {_example(part)}"
    return f"{shown}; for example {_example(parts[0])}"


def _example(part: Mapping[str, Any]) -> str:
    interval = " [{:.4g}, {:.4g}]".format(*part["interval"]) if "interval" in part else ""
    return f"{part['label']}: {part['value']:.4g}{interval}"


def _you(value: Any) -> str:
    if value is None:
        return "–"
    if isinstance(value, Mapping):
        return "; ".join(f"{label}: {_you(number)}" for label, number in value.items())
    if isinstance(value, str):
        return value
    try:
        return f"{float(value):.4g}"
    except (TypeError, ValueError):
        raise ValueError(f"A number of yours must be a number or a text, not {value!r:.60}.") from None
