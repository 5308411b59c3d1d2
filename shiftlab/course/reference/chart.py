"""What would you do on Monday? A chart of decisions that grows by a branch a lesson, with the code of the new one.

The branches stand in ``lessons/lesson_NN/monday.py``.
"""

from __future__ import annotations

import html
import textwrap
from dataclasses import dataclass

from ..card import INK, code_block, inline
from .parts import parts

TITLE = "What would you do on Monday?"
NEW = "new in this lesson"
_WIDTH = 100  # letters in a line of text


@dataclass(frozen=True)
class Branch:
    """A question to one's own data, what follows from each answer, and a few lines of code.

    The code finds `X_source`, `y_source` and `X_target`; what else it needs, its comments say.
    """

    question: str
    answers: tuple[tuple[str, str], ...]
    code: str


@dataclass(frozen=True, repr=False)
class Chart:
    """The branches up to a lesson, by the numbers of their lessons; the last one is new."""

    branches: tuple[tuple[str, Branch], ...]

    @property
    def code(self) -> str:
        """The lines for the new branch."""
        return self.branches[-1][1].code

    def __repr__(self) -> str:
        lines = [TITLE]
        for place, (number, branch) in enumerate(self.branches, 1):
            mark = f" <- {NEW}" if place == len(self.branches) else ""
            lines += ["", *_filled(f"{place}. {branch.question} (lesson {number}){mark}", "", "   ")]
            for answer, then in branch.answers:
                lines += _filled(f"- {_plain(answer)} -> {_plain(then)}", "   ", "     ")
        return "\n".join([*lines, "", textwrap.indent(self.code.rstrip(), "    ")])

    def _repr_html_(self) -> str:
        items = "".join(
            _item(number, branch, new=place == len(self.branches))
            for place, (number, branch) in enumerate(self.branches, 1)
        )
        return (
            f'<section aria-label="{TITLE}" style="{INK}"><p style="margin: 0.3em 0"><strong>{TITLE}</strong></p>'
            f"<ol>{items}</ol>{code_block(self.code, f'Code: {NEW}')}</section>"
        )


def monday(lesson: str) -> Chart:
    """The chart as it has grown up to a lesson: ``monday("03")``."""
    number = str(lesson).strip().zfill(2)
    known = branches()
    if number not in known:
        raise ValueError(f"The chart has no branch of a lesson {lesson!r:.20}; there are {', '.join(known)}.")
    return Chart(tuple((name, branch) for name, branch in known.items() if name <= number))


def branches() -> dict[str, Branch]:
    """The branches by the numbers of their lessons."""
    return parts("monday", "BRANCH")


def _item(number: str, branch: Branch, *, new: bool) -> str:
    answers = "".join(
        f'<li style="margin: 0.2em 0"><strong>{inline(answer)}</strong> → {inline(then)}</li>'
        for answer, then in branch.answers
    )
    current, mark, edge = (
        (' aria-current="step"', f" <strong>← {NEW}</strong>", "; border-left: 4px solid; padding-left: 0.6em")
        if new
        else ("", "", "")
    )
    question = f"{html.escape(branch.question, quote=False)} (lesson {number}){mark}"
    return f'<li{current} style="margin: 0.5em 0{edge}">{question}<ul>{answers}</ul></li>'


def _filled(text: str, first: str, rest: str) -> list[str]:
    return textwrap.wrap(text, _WIDTH, initial_indent=first, subsequent_indent=rest)


def _plain(text: str) -> str:
    """Without the marks of code."""
    return text.replace("`", "")
