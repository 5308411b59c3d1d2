"""How long a lesson takes: what is unfolded in its notebook, part by part.

120 words of text a minute, one and a half minutes a prediction, half a minute a question of recall or asked again,
one for each step (or preset that the text counts) of an explorer, two for a source, one for a table or another cell
that prints or draws; exercises say themselves.
"""

from __future__ import annotations

import ast
import re
from typing import Any

from lesson_source import DEEPER

from shiftlab.course import registry

WORDS = 120
PREDICTION, QUESTION, STEP, SOURCE, TABLE = 1.5, 0.5, 1.0, 2.0, 1.0
SHOWN = {
    "predict": PREDICTION,
    "again": QUESTION,
    "recall": 3 * QUESTION,
    "leave": 2 * QUESTION,
    "show_source": SOURCE,
    "compare": SOURCE,
    "monday": TABLE,
    "picture": TABLE,
    "print": TABLE,
}

Minutes = dict[str, float]


def minutes(notebook: Any) -> Minutes:
    """Minutes by part, of what is not folded away."""
    spent: Minutes = {"text": 0.0, "shown": 0.0, "explorers": 0.0, "exercises": 0.0}
    steps = 0
    for cell in unfolded(notebook):
        text = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            spent["text"] += len(_words(text)) / WORDS
            steps = len(re.findall(r"(?m)^\d+\. ", text)) or steps
        elif marked := re.match(r"# exercise: (\S+)", text):
            spent["exercises"] += registry.exercise(marked[1]).takes
        else:
            calls = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Call)]
            for explorer in (call for call in calls if _name(call) == "explore"):
                spent["explorers"] += STEP * (_steps(explorer) or steps or 1)
                steps = 0
            # what a cell shows is one thing, however often it prints
            telling = [call for call in calls if not _is_a_word(call)]
            spent["shown"] += sum(SHOWN.get(name, 0.0) for name in {_name(call) for call in telling})
    return spent


def told(notebook: Any) -> str:
    """The same as a line."""
    spent = minutes(notebook)
    parts = ", ".join(f"{part} {number:.0f}" for part, number in spent.items() if number)
    return f"about {sum(spent.values()):.0f} minutes ({parts})"


def unfolded(notebook: Any) -> list[Any]:
    """The cells that are open when the notebook is opened: of a folded section only its heading."""
    shown, folded = [], 0  # the level of the heading that hides what follows; 0: none does
    for cell in notebook["cells"]:
        level = _level(cell)
        if level and (not folded or level <= folded):
            folded = level if DEEPER in cell["metadata"].get("tags", []) else 0
            shown.append({**cell, "source": "".join(cell["source"]).partition("\n")[0]} if folded else cell)
        elif not folded:
            shown.append(cell)
    return shown


def _level(cell: Any) -> int:
    """Of the heading that a cell begins with; 0 where it begins with none."""
    heading = re.match(r"(#+) ", "".join(cell["source"])) if cell["cell_type"] == "markdown" else None
    return len(heading[1]) if heading else 0


def _words(text: str) -> list[str]:
    """Words with a letter in them: neither marks nor the parts of a formula take a reader's time by their number."""
    plain = re.sub(r"\$\$.*?\$\$|\$[^$\n]*\$", " formula ", text, flags=re.S)
    return [word for word in plain.split() if re.search(r"[^\W\d_]", word)]


def _name(call: ast.Call) -> str:
    return getattr(call.func, "attr", getattr(call.func, "id", ""))


def _is_a_word(call: ast.Call) -> bool:
    """Whether it prints the same, always: "ready", say."""
    return _name(call) == "print" and all(isinstance(one, ast.Constant) for one in call.args)


def _steps(call: ast.Call) -> int:
    """How many steps are named in a call of `explore`."""
    named = next((word.value for word in call.keywords if word.arg == "steps"), None)
    return len(named.elts) if isinstance(named, ast.List | ast.Tuple) else 0
