"""What is known of the target, and how it reaches learners whose `fit` wants to know it.

A learner takes ``X_target`` (unlabelled rows of the target), or these and ``X_labeled``, ``y_labeled`` (a few labelled
ones). Others are trained as ever. Nothing is passed over in silence: a learner inside a pipeline or another estimator
that wants the target and cannot get it is refused, once there is a target.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from numpy.typing import NDArray
from sklearn import get_config
from sklearn.pipeline import Pipeline
from sklearn.utils.validation import has_fit_parameter

from .._target import Target

ROWS = "X_target"
LABELED = ("X_labeled", "y_labeled")
NAMES = (ROWS, *LABELED)


class Domain(NamedTuple):
    """The target, as far as it is known."""

    rows: Any = None  # unlabelled
    labeled: tuple[Any, NDArray[Any]] | None = None

    def without_labels(self) -> Domain:
        """The same, when its labels must not be shown."""
        return Domain(self.rows)


NOTHING = Domain()


class Takes(NamedTuple):
    """Which of `NAMES` a learner's fit takes, what stands in the way, and whether they must not be cut on the way."""

    names: frozenset[str]
    obstacle: str | None = None
    cut: bool = False

    @property
    def labels(self) -> bool:
        """Whether labelled rows of the target can be handed over as such."""
        return self.names.issuperset(LABELED)

    @property
    def target(self) -> bool:
        """Whether unlabelled rows of the target can be handed over."""
        return ROWS in self.names

    def parameters(self, domain: Domain, n_training: int) -> dict[str, Any]:
        """The parameters of `fit` that tell the learner of `domain`; refuses where they would be lost."""
        given: dict[str, Any] = {}
        if self.target and domain.rows is not None:
            given[ROWS] = Target(domain.rows) if self.cut else domain.rows
        if self.labels and domain.labeled is not None:
            if self.cut and len(domain.labeled[1]) == n_training:
                raise ValueError(
                    f"there are as many labelled rows of the target as training rows, {n_training}, and "
                    "cross-validation inside the learner would cut them alike: give one more or one less"
                )
            given.update(zip(LABELED, domain.labeled, strict=True))
        if given and self.obstacle is not None:
            raise ValueError(self.obstacle)
        return given


def takes(learner: Any) -> Takes:
    """What `learner` can be told of the target, by itself, as a pipeline or through metadata routing."""
    own = _named_in_fit(learner)
    if own:
        return Takes(own)
    if isinstance(learner, Pipeline):
        return _pipeline_takes(learner)
    if not hasattr(learner, "get_params"):
        return Takes(frozenset())
    inside = [value for value in learner.get_params().values() if hasattr(value, "fit")]
    wanted = frozenset[str]().union(*(_named_in_fit(value) for value in inside))
    if not wanted:
        return Takes(frozenset())
    routed = _routed(learner)
    for obstacle in (_pipeline_takes(value).obstacle for value in inside if isinstance(value, Pipeline)):
        if obstacle is not None:
            return Takes(wanted, obstacle)
    if wanted <= routed:
        return Takes(wanted, cut=True)  # searches cut every parameter of fit that is as long as X
    return Takes(
        wanted,
        f"{type(learner).__name__} does not hand {_listed(wanted - routed)} on to the learner inside that takes it",
    )


def _pipeline_takes(pipeline: Pipeline) -> Takes:
    last = takes(pipeline.steps[-1][1])
    if not last.names:
        return last
    transformed = {name for name in last.names if name.startswith("X")}
    reached = any(step not in (None, "passthrough") for _, step in pipeline.steps[:-1])
    setting = "transform_input=[" + ", ".join(f'"{name}"' for name in sorted(transformed)) + "]"
    obstacle = last.obstacle
    if obstacle is None and not get_config()["enable_metadata_routing"]:
        obstacle = f"its last step wants the target: set {setting} and enable scikit-learn's metadata routing"
    elif obstacle is None and not last.names <= _routed(pipeline):
        obstacle = f"its last step takes {_listed(last.names)}, but does not ask for it with set_fit_request"
    elif obstacle is None and reached and not transformed <= set(pipeline.transform_input or ()):
        obstacle = f"its last step would get a target that is not transformed: set {setting}"
    return Takes(last.names, obstacle, last.cut)


def _routed(learner: Any) -> frozenset[str]:
    """Which names arrive, if given to `fit`, at anyone inside that asks for them."""
    if not hasattr(learner, "get_metadata_routing"):
        return frozenset()
    routing = learner.get_metadata_routing()
    return frozenset(routing.consumes(method="fit", params=NAMES))


def _named_in_fit(learner: Any) -> frozenset[str]:
    if not hasattr(learner, "fit"):
        return frozenset()
    return frozenset(name for name in NAMES if has_fit_parameter(learner, name))


def _listed(names: frozenset[str]) -> str:
    return ", ".join(name for name in NAMES if name in names)
