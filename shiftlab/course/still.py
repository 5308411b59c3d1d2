"""A static picture of an experiment, for a page with or without a kernel."""

from __future__ import annotations

import base64
import html
import io
from typing import TYPE_CHECKING, Any

from .asking import veil

if TYPE_CHECKING:
    from matplotlib.figure import Figure

MimeBundle = tuple[dict[str, Any], dict[str, Any]]


class Picture:
    """The picture at one setting and the sentence that says what it shows.

    Notebooks show the picture, with the sentence as its alternative text; a terminal shows the sentence.
    """

    def __init__(self, experiment: str, **settings: Any) -> None:
        from .. import experiments

        self.experiment = experiments.get(experiment)
        self.result = self.experiment.result(self.experiment.settings(**settings))
        self.text = self.experiment.describe(self.result)

    def __repr__(self) -> str:
        return self.text

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> MimeBundle:
        data, metadata = shown(self.experiment.figure(result=self.result), self.text)
        return {**data, "text/plain": self.text}, metadata


def shown(figure: Figure, alt: str) -> MimeBundle:
    """A figure with its alternative text."""
    width, height = (round(100 * inches) for inches in figure.get_size_inches())
    file = io.BytesIO()
    figure.savefig(file, format="png", dpi=200)  # sharp on dense screens, shown at half its size
    return with_alt(file.getvalue(), alt, width, height)


def with_alt(png: bytes, alt: str, width: int, height: int) -> MimeBundle:
    """A PNG as notebooks store it, and as HTML, because most pages ignore the alternative text of the former."""
    encoded = base64.b64encode(png).decode()
    source = f"data:image/png;base64,{encoded}"
    fitting = f'width="{width}" height="{height}" style="max-width: 100%; height: auto"'
    image = f'<img src="{source}" alt="{html.escape(alt)}" {fitting}>'
    return (
        {"image/png": encoded, "text/html": image},
        {"image/png": {"alt": alt, "width": width, "height": height}},
    )


def picture(experiment: str, *, after: str | None = None, **settings: Any) -> Any:
    """The static picture of an experiment, ``picture("undersampling", mu=15.0)``, `after` a prediction if so asked."""
    if after is None:
        return Picture(experiment, **settings)
    return veil.veiled(after, lambda: Picture(experiment, **settings))
