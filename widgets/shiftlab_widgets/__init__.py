"""shiftlab's experiments as live figures with controls, for Jupyter.

``explore("undersampling", mu=15)`` is all that a notebook needs. Names load when they are first used: the Jupyter
server imports this package for its extension, and needs neither widgets nor matplotlib for that.
"""

from typing import TYPE_CHECKING

import lazy_loader

from shiftlab.support import front

from ._version import __version__ as __version__

if TYPE_CHECKING:
    from .explorer import Explorer as Explorer
    from .figure_view import FigureView as FigureView
    from .opening import explore as explore
    from .tokens import TokenError as TokenError

__getattr__, __dir__, __all__ = lazy_loader.attach(
    __name__,
    submod_attrs={
        "explorer": ["Explorer"],
        "figure_view": ["FigureView"],
        "opening": ["explore"],
        "tokens": ["TokenError"],
    },
)

front.controls_from(f"{__name__}.course.asking")  # what the course asks can be answered by pressing
