"""The picture that a cell keeps for the time after its kernel.

JupyterLab shows the richest form of an output, and of a live view whose kernel is gone only that its model was not
found. So the picture is an output of its own before the view; styles hide one of the two, and nothing has to run for
that. Where styles are taken out (GitHub) or widgets are not shown, the picture is there as well.
"""

from __future__ import annotations

from typing import Any

VIEW = "application/vnd.jupyter.widget-view+json"
SENTENCE = "This picture is the one that was stored: run the cell to move it."
STYLE = """\
.jp-OutputArea-child:has(.shiftlab-still):has(+ .jp-OutputArea-child .shiftlab-explorer),
.jp-OutputArea-child:has(.shiftlab-still) + .jp-OutputArea-child > .jp-OutputArea-output:not(:has(*)) { display: none; }
.shiftlab-still p { margin: 4px 0; font-size: var(--jp-ui-font-size1, 13px); }
"""


def kept(data: dict[str, Any]) -> dict[str, Any]:
    """The forms of a picture, with the sentence that says what it is."""
    image = data.get("text/html", "")
    return {
        **data,
        "text/html": f'<div class="shiftlab-still"><style>{STYLE}</style>{image}<p>{SENTENCE}</p></div>',
    }
