"""The scripts and styles of a widget, each joined into the one text that anywidget sends to the page."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from pathlib import Path

STATIC = Path(__file__).parent.parent / "static"

_IMPORT = re.compile(r'^import \{[^}]*\} from "([\w./]+)";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?!default)", re.MULTILINE)


def script(name: str) -> str:
    """A module of ours after all that it imports, once each.

    Names are not renamed: what two of our files define at their top must be called differently.
    """
    return "\n".join(_EXPORT.sub("", _IMPORT.sub("", (STATIC / file).read_text("utf-8"))) for file in _needed(name, []))


def style(*names: str) -> str:
    return "\n".join((STATIC / name).read_text("utf-8") for name in names)


def _needed(name: str, before: list[str]) -> Iterator[str]:
    for address in _IMPORT.findall((STATIC / name).read_text("utf-8")):
        needed = posixpath.normpath(posixpath.join(posixpath.dirname(name), address))
        if needed not in before:
            yield from _needed(needed, before)
    if name not in before:
        before.append(name)
        yield name
