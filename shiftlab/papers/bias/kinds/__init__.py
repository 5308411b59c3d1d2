"""Kinds of sample selection bias: what each does to P(x), P(y) and P(y|x) (figure 1 of reverse testing).

Fan and Davidson (2006), section 2, after Zadrozny (2004): selection s may depend on nothing, on the features
x, on the class y, or on both. Huang et al. (2007), 4.2.1, bias data in the same ways. Here the population is
known, so that all but the sample itself is computed exactly.
"""

from shiftlab.experiments.experiment import Experiment, Picture, Report

from . import cells, picture, record, run, settings, summary

EXPERIMENT = Experiment(
    name="bias-kinds",
    about=__doc__,
    Settings=settings.Settings,
    presets=cells.PRESETS,
    run=run.run,
    describe=run.describe,
    picture=Picture(picture.stage, picture.update),
    report=Report(
        cells=cells.cells,
        record=record.record,
        summarise=summary.summarise,
        table=summary.table,
        draw=summary.draw_summary,
        keys=summary.KEYS,
    ),
    small={"n": 400},
    elsewhere={"kind": "complete", "feature": 2, "strength": 1.0, "cut": 0.9, "overlap": 1.0, "n": 100},
)
