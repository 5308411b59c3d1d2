"""Which learner for this target? Transfer cross-validation on wines and in a world of which everything is known.

Zhong, Fan, Yang, Verscheure and Ren (2010), sections 3 and 5: six criteria say how good each learner, or each value of
a parameter, will be on a target whose P(x) and P(y|x) may differ from the source's (Table 4, figures 4 to 6).
"""

from shiftlab.experiments.experiment import Experiment, Picture, Report

from . import cells, picture, record, report, run, settings, summary

EXPERIMENT = Experiment(
    name="transfer-cv",
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
        keys=summary.told_apart,
    ),
    small={"n_source": 60, "n_target": 60, "folds": 2, "rounds": 2},
    elsewhere={"problem": "White-Red", "task": "C of the SVM", "n_source": 90, "seed": 5},
)
