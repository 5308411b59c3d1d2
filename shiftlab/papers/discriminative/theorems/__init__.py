"""The theorems about weights and classifier learned together, tried on random problems (discriminative paper, 3 to 5).

Bickel, Brückner and Scheffer (2007): the ratio of densities from a discriminator, Newton's method for both at once,
where their criterion is convex, and where the search for its optimum ends. The formulas as printed are compared with
the derivatives of the criterion, and what is said to hold always is counted where it fails.
"""

from typing import Any

from shiftlab.experiments.experiment import Experiment, Picture, Report

from . import cells, picture, run, settings, summary


def record(result: run.Result) -> dict[str, Any]:
    return dict(result.numbers)


EXPERIMENT = Experiment(
    name="discriminative-theorems",
    about=__doc__,
    Settings=settings.Settings,
    presets=cells.PRESETS,
    run=run.run,
    coarse=run.coarse,
    describe=run.describe,
    picture=Picture(picture.stage, picture.update),
    report=Report(
        cells=cells.cells,
        record=record,
        summarise=summary.summarise,
        table=summary.table,
        draw=summary.draw_summary,
        close=1e-4,
    ),
    small={"problems": 2, "points": 10, "searched": 1, "starts": 2},
    elsewhere={"problems": 1, "points": 300, "prior": 10.0, "searched": 2, "starts": 3, "seed": 5},
)
