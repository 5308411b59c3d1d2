"""A line fitted to a cubic under covariate shift: five fits, with and without weights (kernel mean matching, figure 1).

Huang, Smola, Gretton, Borgwardt and Schölkopf (2007), section 4.1, after Shimodaira (2000), section 2. Training x
are N(0.5, 0.5), target x N(0, 0.3), with standard deviations; y = -x + x³ + noise. The line is fitted by
least squares without weights, with three kinds of weights, and on the labels of the target rows for reference.
"""

from shiftlab.experiments.experiment import Experiment, Picture, Report

from . import cells, picture, record, run, settings, summary

EXPERIMENT = Experiment(
    name="kmm-regression",
    about=__doc__,
    Settings=settings.Settings,
    presets=cells.PRESETS,
    run=run.run,
    coarse=run.coarse,
    describe=run.describe,
    picture=Picture(picture.stage, picture.update),
    report=Report(
        cells=cells.cells,
        record=record.record,
        summarise=summary.summarise,
        table=summary.table,
        draw=summary.draw_summary,
        close=record.close,
    ),
    small={"trials": 3},
    elsewhere={"target_mean": 1.0, "target_spread": 0.8, "shown": "ratio", "noise": 0.9, "m": 300},
)
