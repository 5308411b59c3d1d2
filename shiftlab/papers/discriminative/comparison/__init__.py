"""Weights and classifier learned together, or one after the other (discriminative paper, section 6).

Bickel, Brückner and Scheffer (2007): the weights of the training rows and the classifier in one optimisation
problem, against the iid fit and four methods that find the weights first. On synthetic problems, on land mines, and
on stand-ins for the mails and papers of the original; and section 4's extreme case of disjoint samples.
"""

from shiftlab.experiments.experiment import Experiment, Picture, Report

from . import cells, picture, record, report, run, settings, summary

EXPERIMENT = Experiment(
    name="discriminative",
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
        table=report.table,
        draw=report.draw_summary,
        close=1e-4,
    ),
    small={"trials": 3},
    elsewhere={"problem": "mixed", "kernel": "rbf", "shift": 4.0, "n_source": 40, "left": "KMM", "right": "KDE"},
)
