"""Boolean variables: does what is better on the biased distribution stay better on the whole (reverse testing, 7)?

Fan and Davidson (2006), section 7: "We ran several tests using synthetic datasets with multiple Boolean variables,
and have found that this holds true around 99.9% of the time." What holds is (3): if KL(P(x)Q(y|x), P(x)Q_b(y|x)) <
KL(P(x)Q(y|x), P(x)Q_a(y|x)), then KL(Q(x)Q(y|x), P(x)Q_b(y|x)) < KL(Q(x)Q(y|x), P(x)Q_a(y|x)). Nothing else about the
simulation is printed. Here all 2^k values of x are enumerated, so that only the worlds are random.
"""

from shiftlab.experiments.experiment import Experiment, Picture, Report

from . import cells, picture, record, run, settings, summary

EXPERIMENT = Experiment(
    name="reverse-testing-boolean",
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
    ),
    small={"draws": 100},
    elsewhere={"k": 2, "errors": "learned", "compared": "accuracy", "ratio": 10000.0, "rows": 10, "draws": 100},
)
