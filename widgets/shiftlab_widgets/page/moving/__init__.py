"""Pages that move without a kernel: frames of an experiment over a grid of settings, in one file that asks for nothing.

They are here, and not in `shiftlab`, because a page is put together from the scripts, the controls and the story of
the explorer. `shiftlab page` finds `write` by the entry point ``shiftlab.pages``: the arrow stays as it was.
"""

from .write import Page as Page
from .write import write as write
