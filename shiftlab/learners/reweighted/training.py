"""Training with weights: an estimator's own, or those of the last step of a pipeline."""

from __future__ import annotations

from typing import Any

from sklearn import config_context, get_config
from sklearn.pipeline import Pipeline
from sklearn.utils.validation import has_fit_parameter


def check_takes_weights(estimator: Any) -> None:
    """Refuse an estimator that cannot be told the weights."""
    last, where = estimator, ""
    while isinstance(last, Pipeline):
        last, where = last.steps[-1][1], ", the last step,"
    if not has_fit_parameter(last, "sample_weight"):
        raise ValueError(
            f"{type(last).__name__}{where} cannot be re-weighted, for its fit takes no sample_weight."
            if hasattr(last, "fit")
            else f"A pipeline must end with an estimator to be re-weighted, got {last!r}."
        )


def fit_weighted(estimator: Any, X: Any, y: Any, weights: Any) -> Any:
    """Fit `estimator` with these weights; in a pipeline they go to the last step.

    That holds with scikit-learn's metadata routing on, too, unless steps of the pipeline ask for ``sample_weight``
    themselves (``set_fit_request``): then those get it.
    """
    if not isinstance(estimator, Pipeline):
        return estimator.fit(X, y, sample_weight=weights)
    if get_config()["enable_metadata_routing"] and _asks(estimator):
        return estimator.fit(X, y, sample_weight=weights)
    with config_context(enable_metadata_routing=False):
        return estimator.fit(X, y, **{_name(estimator): weights})


def _asks(pipeline: Pipeline) -> bool:
    return "sample_weight" in pipeline.get_metadata_routing().consumes(method="fit", params=["sample_weight"])


def _name(pipeline: Pipeline) -> str:
    """The fit parameter of a pipeline that hands weights to its last step."""
    name, last = pipeline.steps[-1]
    return f"{name}__{_name(last) if isinstance(last, Pipeline) else 'sample_weight'}"
