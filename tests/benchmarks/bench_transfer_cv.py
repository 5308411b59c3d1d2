"""Speed of the choice amongst models: what a person waits for when a control moves. CPU time, one BLAS thread."""

import pytest
from measure import cpu_seconds
from threadpoolctl import threadpool_limits

from shiftlab import experiments, style

experiment = experiments.get("transfer-cv")
#: Three learners, and five values of a parameter, which take more trainings.
LIMITS = {True: 0.06, False: 0.1}


@pytest.mark.parametrize("title", experiment.presets)
def test_one_live_run_with_its_picture(report, title):
    settings = experiment.presets[title]
    assert settings.folds == 5
    with style.using():
        artists = experiment.stage(style.new_figure())
    seeds = iter(range(10**9))
    results = []
    with threadpool_limits(1):
        live = cpu_seconds(lambda: results.append(experiment.run(settings.changed(seed=next(seeds)))), 20)
        drawing = cpu_seconds(lambda: experiment.update(artists, results.pop()), 20)
    report(f"one live run of transfer-cv, {title}", live, LIMITS[settings.task == "learners"])
    report("and its picture", drawing, 0.005)


@pytest.mark.parametrize("task", ["learners", "C of the SVM", "neighbours of LatentMap"])
def test_while_a_control_moves(report, task):
    settings = experiment.coarse(experiment.settings(task=task, every=True, folds=30, n_source=1000, n_target=1000))
    with style.using():
        artists = experiment.stage(style.new_figure())
    seeds = iter(range(10**9))

    def move():
        experiment.update(artists, experiment.run(settings.changed(seed=next(seeds))))

    with threadpool_limits(1):
        report(f"a coarse run of transfer-cv with its picture, {task}", cpu_seconds(move, 20), 0.065)
