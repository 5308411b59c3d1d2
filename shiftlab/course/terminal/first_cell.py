"""A lesson whose first cell has not run says so in one sentence, in place of a ``NameError`` about the name `course`.

A cell of the lesson cannot say it: what it could say it with comes from the first cell. So ``shiftlab lab`` names
``startup.py`` in PYTHONSTARTUP, which IPython runs when a kernel starts. In other kernels it does nothing.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

STARTUP = Path(__file__).with_name("startup.py")
BEFORE = "SHIFTLAB_STARTUP_BEFORE"  # what PYTHONSTARTUP named before; that runs too
SENTENCE = "Run the first code cell of this lesson, then this one again: what it needs comes from there."


def environment(inherited: Mapping[str, str]) -> dict[str, str]:
    """The environment for a server whose kernels are to be watched."""
    before = inherited.get("PYTHONSTARTUP", "")
    more = {BEFORE: before} if before and before != str(STARTUP) else {}
    return {**inherited, **more, "PYTHONSTARTUP": str(STARTUP)}


def watch(names: dict[str, Any]) -> None:
    """Watch the kernel whose names these are, if it is that of a lesson."""
    before = os.environ.get(BEFORE, "")
    if os.path.isfile(before):
        exec(compile(Path(before).read_text(encoding="utf-8"), before, "exec"), names)
    notebook = os.path.basename(os.environ.get("JPY_SESSION_NAME", ""))  # Jupyter's server says whose kernel it is
    if "get_ipython" in names and re.fullmatch(r"\d\d_\w+.*\.ipynb", notebook):
        names["get_ipython"]().set_custom_exc((NameError,), _explained)


def _explained(shell: Any, kind: type, error: BaseException, trace: Any, tb_offset: int | None = None) -> list[str]:
    """The sentence, as long as nothing of the course is there; later a traceback as ever."""
    if "course" in shell.user_ns:
        shell.showtraceback((kind, error, trace), tb_offset=tb_offset)
        return []
    shell._showtraceback(kind, SENTENCE, [SENTENCE])  # as IPython shows one line; the cell counts as stopped
    return [SENTENCE]
