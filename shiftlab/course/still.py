"""A static picture of an experiment, for a page with or without a kernel."""

from __future__ import annotations

import io
from typing import Any


class Picture:
    """The picture at one setting and the sentence that says what it shows.

    Notebooks show the PNG, with the sentence as its alternative text; a terminal shows the sentence.
    """

    def __init__(self, experiment: str, **settings: Any) -> None:
        from .. import experiments

        self.experiment = experiments.get(experiment)
        self.result = self.experiment.run(self.experiment.settings(**settings))
        self.text = self.experiment.describe(self.result)

    def __repr__(self) -> str:
        return self.text

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> tuple[dict[str, Any], dict[str, Any]]:
        figure = self.experiment.figure(result=self.result)
        width, height = (round(100 * inches) for inches in figure.get_size_inches())
        file = io.BytesIO()
        figure.savefig(file, format="png", dpi=200)  # sharp on dense screens, shown at half its size
        return (
            {"image/png": file.getvalue(), "text/plain": self.text},
            {"image/png": {"alt": self.text, "width": width, "height": height}},
        )


def picture(experiment: str, **settings: Any) -> Picture:
    """The static picture of an experiment: ``picture("undersampling", mu=15.0)``."""
    return Picture(experiment, **settings)
