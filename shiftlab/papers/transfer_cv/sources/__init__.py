"""Sources for a target: which of three to learn from, and with which learner (transfer cross-validation, Table 5)?

Zhong et al. (2010), section 5: articles of newsgroups, "comp" against "rec" and "sci" against "talk". For each of eight
learners six criteria say which of three sources will lead to the most accurate model of the target, and which of all 24
pairs of a source and a learner. Made-up articles, whose sources differ from the target in a known way, stand in for
newsgroups that are not there.
"""

from shiftlab.experiments.experiment import Experiment, Picture, Report

from . import cells, picture, record, run, settings, summary

EXPERIMENT = Experiment(
    name="transfer-cv-sources",
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
    elsewhere={"drift": 1.0, "turned": 4, "shown": "LM", "size": 80, "words": 30, "folds": 3, "share": 0.4},
)
