"""ReverseTesting against cross-validation: which of two learners is better on the target (Tables 7 to 12 and 14).

Fan and Davidson (2006), sections 3 to 5: labelled rows are sorted by one attribute and the lowest are dropped; the
target is as it was. Each learner labels the target, all learn from these labels and come back to the labelled rows.
Two worlds in the plane, whose truth is known, show where that works and where it does not.
"""

from shiftlab.experiments.experiment import Experiment, Picture, Report

from . import cells, picture, record, report, run, settings, summary

EXPERIMENT = Experiment(
    name="reverse-testing",
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
        close=1e-6,
    ),
    small={"folds": 2, "repeats": 1, "loo": False, "trials": 2},
    elsewhere={"problem": "wine", "attribute": 3, "a": "SVM", "b": "DT", "rule": "sum", "loo": True, "folds": 3},
)
