"""How explorers are asked for: by an experiment's name, or by a state token."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, overload

from ipywidgets import Widget

from shiftlab import experiments
from shiftlab.experiments.experiment import Experiment
from shiftlab.support import words

from . import tokens
from .explorer import Explorer
from .story import Step, Story

#: Controls that fit beside a picture.
BESIDE = 4


@overload
def explore(
    experiment: str | Experiment,
    steps: Sequence[Step] = ...,
    controls: Sequence[str] = ...,
    after: None = None,
    prefetch: bool = ...,
    **settings: Any,
) -> Explorer: ...
@overload
def explore(
    experiment: str | Experiment,
    steps: Sequence[Step] = ...,
    controls: Sequence[str] = ...,
    *,
    after: str,
    prefetch: bool = ...,
    **settings: Any,
) -> Widget: ...
def explore(
    experiment: str | Experiment,
    steps: Sequence[Step] = (),
    controls: Sequence[str] = (),
    after: str | None = None,
    prefetch: bool = True,
    **settings: Any,
) -> Any:
    """An explorer of the experiment of that name, at its defaults or at the given settings.

    `steps` are presets with a question each, ``[("Figure 3, left", "Where is the gap largest?"), ...]``: *Step* goes
    through them; without settings of its own the explorer begins with the first. `controls` names at most four
    settings whose controls stand beside the picture; the others are under *More settings*. `after` is the id of a
    prediction: until it is made, or waived, its question stands in the explorer's place. With ``prefetch=False`` the
    page never asks for pictures ahead of the hand.
    """
    if after is not None:
        from .course import asking

        return asking.veiled(after, lambda: explore(experiment, steps, controls, prefetch=prefetch, **settings))
    if isinstance(experiment, str):
        experiment = experiments.get(experiment)
    _check_controls(experiment, controls)
    story = Story(experiment, steps)
    first = story.go_on() if steps and not settings else experiment.settings(**settings)
    return Explorer(experiment, first, story, controls, prefetch)


def from_token(token: str) -> Explorer:
    """The explorer whose `token` this is; a text that is no token is refused with one sentence."""
    return Explorer(*tokens.decode(token))


explore.from_token = from_token  # type: ignore[attr-defined]


def _check_controls(experiment: Experiment[Any, Any], controls: Sequence[str]) -> None:
    names = [field.name for field in experiment.fields]
    for name in controls:
        if name not in names:
            raise ValueError(
                f"There is no setting {name!r}{words.did_you_mean(name, names)} to stand beside the picture."
            )
    if len(controls) > BESIDE:
        raise ValueError(f"At most {BESIDE} controls fit beside the picture, got {len(controls)}.")
