"""A question as HTML for a phone, which has neither JupyterLab's styles nor its mathematics."""

from __future__ import annotations

import re

from shiftlab.course.card import CODE, inline

_MATHS = re.compile(r"(<code>.*?</code>)|\$(?!\s)([^$<>\\]+?)(?<!\s)\$(?!\d)")
_INDEX = re.compile(r"([_^])(?:\{([^{}]*)\}|(\w))")


def shown(text: str) -> str:
    """As cards show it; letters between dollars become italics with their indices."""
    # the page allows no styles but those of its own file; a dollar is no formula there
    html = inline(text).replace(f' style="{CODE}"', "").replace("<span>$</span>", "$")
    return _MATHS.sub(lambda found: found[1] or f"<i>{_INDEX.sub(_index, found[2])}</i>", html)


def _index(found: re.Match[str]) -> str:
    tag = "sub" if found[1] == "_" else "sup"
    return f"<{tag}>{found[2] or found[3]}</{tag}>"
