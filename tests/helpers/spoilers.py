"""Whether a text gives an answer away."""

import re


def tells(text, spoiler):
    """Whether a text has this number or these words, whatever the case and the commas in numbers."""
    plain, wanted = (re.sub(r"(?<=\d),(?=\d{3})", "", part).casefold() for part in (text, spoiler))
    return re.search(rf"(?<![\w.]){re.escape(wanted)}(?!\w|\.\d)", plain) is not None
