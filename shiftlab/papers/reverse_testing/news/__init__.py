"""Newsgroups divided by date: is the order of four learners found (reverse testing, Tables 1 to 6 and 13)?

Fan and Davidson (2006), sections 3.1, 3.3 and 5: articles of two newsgroups are frequencies of ten words; those of
the first months are for training and the later ones to test. Cross-validation, leave-one-out and ReverseTesting say
which learner will be first, second, third and fourth. The made-up pair stands in for articles that are not there.
"""

from shiftlab.experiments.experiment import Experiment, Picture, Report

from . import cells, picture, record, run, settings, summary

EXPERIMENT = Experiment(
    name="reverse-testing-news",
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
        keys=summary.setting_of,
    ),
    small={"size": 60, "folds": 3},
    elsewhere={"fade": 1.0, "fading": 8, "size": 100, "words": 30, "presence": True, "folds": 3},
)
