"""Reading the project's own documents: code blocks and what stands around them."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]


def code_blocks(document, language):
    """The contents of all fenced blocks of one language, in order."""
    text = (ROOT / document).read_text(encoding="utf-8")
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
