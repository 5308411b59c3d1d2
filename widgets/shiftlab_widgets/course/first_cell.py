"""A lesson whose first cell has not run says so in one sentence, in place of a ``NameError`` about the name `course`.

A cell of the lesson cannot say it: what it could say it with comes from the first cell. So this is an IPython
extension, and the wheel brings a setting for the kernels of its environment, which load it, whoever starts them: a
server of Jupyter or an editor. It does nothing for other notebooks.
"""

from __future__ import annotations

import os
import re
from pathlib import PurePath
from typing import Any

SENTENCE = "Run the first code cell of this lesson, then this one again: what it needs comes from there."


def load_ipython_extension(shell: Any) -> None:
    """Watch this kernel, unless it is another notebook's, or somebody else watches it."""
    named = os.environ.get("JPY_SESSION_NAME")  # a Jupyter server says so whose kernel it is; an editor says it later
    if not shell.custom_exceptions and (named is None or _is_of_a_lesson(named)):
        shell.set_custom_exc((NameError,), _explained)


def _explained(shell: Any, kind: type, error: BaseException, trace: Any, tb_offset: int | None = None) -> list[str]:
    """The sentence, as long as nothing of the course is there; otherwise a traceback as ever."""
    notebook = os.environ.get("JPY_SESSION_NAME") or shell.user_ns.get("__vsc_ipynb_file__", "")
    if "course" in shell.user_ns or not _is_of_a_lesson(notebook):
        shell.showtraceback((kind, error, trace), tb_offset=tb_offset)
        return []
    shell._showtraceback(kind, SENTENCE, [SENTENCE])  # as IPython shows one line; the cell counts as stopped
    return [SENTENCE]


def _is_of_a_lesson(notebook: str) -> bool:
    """Whether a notebook is a lesson, or a copy of one under a longer name."""
    name = PurePath(notebook).name
    if not re.match(r"\d\d_.*\.ipynb$", name):
        return False
    from shiftlab.course import registry

    return any(name.startswith(PurePath(lesson.file).stem) for lesson in registry.lessons().values())
