"""Which learner will earn most? ReverseTesting where decisions bring money (Tables 15 to 18).

Fan and Davidson (2006), section 6: naive Bayes with binning, a tree without pruning, a tree with curtailment and
random decision trees decide which transactions are investigated, at a cost. They learn from earlier transactions
than those to judge. Which of two learners is better there is asked of ReverseTesting and of cross-validation.
"""

from shiftlab.experiments.experiment import Experiment, Picture, Report

from . import cells, picture, record, report, run, settings, summary

EXPERIMENT = Experiment(
    name="reverse-testing-costs",
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
    small={"n": 500, "folds": 2},
    elsewhere={"overhead": 10.0, "shift": 2.0, "share": 0.3, "rule": "sum", "n": 400, "seed": 3},
)
