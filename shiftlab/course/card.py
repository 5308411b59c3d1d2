"""What the course says to a student: plain text that a notebook shows as a card.

A card never relies on colour: its first words say what it is. Text and background are those of the page, light
or dark (JupyterLab's variables, with fallbacks for pages that have none); only the edge has a colour of its own,
one that reaches 3:1 on white and on black.
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from .. import style
from ..support import front

RIGHT, WRONG, ASIDE, STOPPED = style.GREEN, style.VERMILLION, style.BLUE, style.PINK

INK = "color: var(--jp-content-font-color1, inherit)"
FAINT = "var(--jp-border-color2, rgba(128, 128, 128, 0.5))"
CODE = f"{INK}; background: var(--jp-layout-color2, rgba(128, 128, 128, 0.15)); padding: 0 0.2em"
#: A long line goes on in the next one, and not in the middle of a word, as by the rule of JupyterLab.
BLOCK = (
    f"{INK}; background: var(--jp-layout-color2, rgba(128, 128, 128, 0.15)); padding: 0.6em 0.8em; margin: 0.5em 0; "
    "overflow-x: auto; white-space: pre-wrap; word-break: normal; overflow-wrap: break-word; "
    "line-height: 1.4; font-family: var(--jp-code-font-family, monospace)"
)


@dataclass(frozen=True)
class Control:
    """What can be pressed in place of typing, where there is a front end: its kind, and what it is about."""

    kind: str
    ids: tuple[str, ...]
    make: Callable[[], Any] | None = None  # what a veil hides


@dataclass(frozen=True, repr=False)
class Card:
    """A head, paragraphs (words in backticks are code) and perhaps a block of code after them."""

    head: str
    body: tuple[str, ...] = ()
    code: str = ""
    edge: str = ASIDE
    control: Control | None = None

    def __repr__(self) -> str:
        block = "\n".join(f"    {line}".rstrip() for line in self.code.splitlines())
        return "\n".join(part for part in (self.head, *self.body, block) if part)

    def _repr_html_(self) -> str:
        paragraphs = "".join(f'<p style="margin: 0.3em 0">{inline(text)}</p>' for text in self.body)
        return (
            f'<div role="note" style="{INK}; border-left: 5px solid {self.edge}; padding: 0.3em 0.9em; '
            f'margin: 0.4em 0">'
            f'<p style="margin: 0.3em 0"><strong>{inline(self.head)}</strong></p>{paragraphs}'
            f"{code_block(self.code, self.head) if self.code else ''}</div>"
        )

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> Any:
        """Text and HTML for every page; controls with them where a front end has some."""
        plain = {"text/plain": repr(self), "text/html": self._repr_html_()}
        live = front.controls(self) if self.control else None
        if live is None:
            return plain
        bundle = live._repr_mimebundle_()
        data, metadata = bundle if isinstance(bundle, tuple) else (bundle, {})
        return {**data, **plain}, metadata


def inline(text: str) -> str:
    """A sentence as HTML; what stands in backticks becomes code.

    A dollar sign gets an element of its own: two of them in one text would be a formula to JupyterLab.
    """
    escaped = html.escape(text, quote=False).replace("$", "<span>$</span>")
    return re.sub(r"`([^`]+)`", rf'<code style="{CODE}">\1</code>', escaped)


def code_block(code: str, label: str) -> str:
    """Code as it stands, in a block that scrolls by keyboard too."""
    return (
        f'<pre tabindex="0" role="region" aria-label="{html.escape(label)}" style="{BLOCK}">'
        f"{html.escape(code.rstrip(), quote=False)}</pre>"
    )
