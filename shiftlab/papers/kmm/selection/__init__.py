"""Kernel mean matching on biased samples of real data (figure 2 and Table 1).

Huang, Smola, Gretton, Borgwardt and Schölkopf (2007), section 4.2: rows are selected by a deliberate bias; a learner
is trained on them without weights, with the inverse of the true sampling probabilities, and with those that kernel
mean matching finds without knowing them.
"""

from shiftlab.experiments.experiment import Experiment, Picture, Report

from . import cells, picture, record, run, settings, summary

EXPERIMENT = Experiment(
    name="kmm-selection",
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
    small={},
    elsewhere={"scheme": "logistic", "dataset": "haberman", "C": 50.0, "train": 0.9, "scaling": "raw"},
)
