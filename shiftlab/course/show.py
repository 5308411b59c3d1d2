"""What a lesson shows from the package: real source and verdicts."""

from __future__ import annotations

import html
import importlib
import inspect
import textwrap
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .card import INK, code_block

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
