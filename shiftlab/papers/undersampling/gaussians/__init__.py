"""Undersampling two Gaussian classes: posteriors before, after and corrected (Table I, figures 1-4).

Dal Pozzolo, Caelen, Johnson and Bontempi (2015), sections III and IV. Positives are N(mu, sigma), negatives
N(0, sigma); sigma is a standard deviation. A share beta of the negatives is kept, a learner is trained with
and without undersampling, and p, p_s and p̃ are compared on fresh rows from the unchanged distribution.
"""

from shiftlab.experiments.experiment import Experiment, Picture, Report

from . import cells, picture, record, run, settings, summary

EXPERIMENT = Experiment(
    name="undersampling",
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
        keys=summary.KEYS,
        close=record.close,
    ),
    small={"n": 400, "trees": 3},
    elsewhere={"sigma": 1.0, "prior": 0.4, "beta": 0.9, "n": 500},
)
