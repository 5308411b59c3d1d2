"""Undersampling on real data: ranks of p, p_s and p̃ (Table V) and the card data (figures 5 and 6).

Dal Pozzolo, Caelen, Johnson and Bontempi (2015), section VI: stratified cross-validation; in each fold one
model from all rows and one for every beta from what undersampling leaves, all tested on the same fold.
"""

from shiftlab.experiments.experiment import Experiment, Picture, Report

from . import cells, picture, record, run, settings, summary

EXPERIMENT = Experiment(
    name="undersampling-real",
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
        keys=("dataset", "learner"),
    ),
    small={"folds": 2, "levels": 2, "trees": 3, "rounds": 2},
    elsewhere={"dataset": "glass", "levels": 1, "folds": 2, "spacing": "even"},
)
