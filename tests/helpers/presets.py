"""Results of everything that an experiment offers to be looked at, computed once in a process."""

from functools import cache

from shiftlab import experiments


@cache
def results(name):
    """Coarse results of all presets, and of a problem unlike them."""
    experiment = experiments.get(name)
    settings = [*(preset.changed(**_few(preset)) for preset in experiment.presets.values())]
    return [experiment.run(experiment.coarse(one)) for one in [*settings, experiment.settings(**experiment.elsewhere)]]


def _few(settings):
    """A picture does not depend on how large a forest is, and a large one takes seconds."""
    return {"trees": 5} if hasattr(settings, "trees") else {}
