"""Models for texts: which learner, and which parameter, when topics change (transfer cross-validation, Tables 2 to 4)?

Zhong et al. (2010), section 5: news wires of Reuters-21578, whose subcategories are divided into source and target, as
the 500 words with the highest information gain. Six criteria say which learner, which C of a support vector machine and
which number of LatentMap's neighbours will be best on the target. Newsgroups are beside them, and web pages whose
subjects stand in for ratings that are not to be had; made-up articles stand in where there are no texts at all.
"""

from shiftlab.experiments.experiment import Experiment, Picture, Report

from . import cells, picture, record, run, settings, summary

EXPERIMENT = Experiment(
    name="transfer-cv-text",
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
        close=1e-6,
        keys=summary.setting_of,
    ),
    small={"size": 60, "folds": 2},
    elsewhere={"task": "C of the SVM", "drift": 1.0, "turned": 3, "size": 100, "words": 30, "folds": 3, "share": 0.4},
)
