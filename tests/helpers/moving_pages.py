"""Experiments of which a page is written in a moment."""

import dataclasses


def with_presets(experiment, count):
    """The experiment with its first presets only."""
    return dataclasses.replace(experiment, presets=dict(list(experiment.presets.items())[:count]))
