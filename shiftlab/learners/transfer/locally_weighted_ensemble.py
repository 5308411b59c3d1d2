"""LocallyWeightedEnsemble: models weighted, row by row, by how well they fit the clusters of the target."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import sparse
from sklearn.base import ClassifierMixin
from sklearn.cluster import KMeans
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.utils import get_tags
from sklearn.utils.metaestimators import _BaseComposition
from threadpoolctl import threadpool_limits

from shiftlab import _check
from shiftlab._check import Floats
from shiftlab.support.seeds import generator

from .domains import SeesTarget, domains, pooled, unseen_rows
from .local_agreement import agreement, averaged, look_up, purity, shares
from .seeds import fresh

DOUBTS = ("all", "mean")


class LocallyWeightedEnsemble(SeesTarget, ClassifierMixin, _BaseComposition):
    r"""Models of the source, averaged with weights of their own for every row of the target.

    The target's rows are clustered. For a row x, V_C are the rows in its cluster, and V_M those to which model M gives
    the same label as to x: where the two neighbourhoods agree, the model follows the structure of the target.

    .. math:: s_M(x) = \frac{|V_M \cap V_C|}{|V_M| + |V_C|} \le \frac12, \qquad
              P(y \mid x) = \frac{\sum_M s_M(x) \, P(y \mid x, M)}{\sum_M s_M(x)}

    Where no model agrees, s below a threshold, the row gets what its confident neighbours have: the average of
    P(y | x') over the target rows x' of its cluster that are above the threshold.

    Parameters
    ----------
    estimators : list of (name, classifier), default=None
        The models. They are cloned and trained on the source. None is naive Bayes, logistic regression on standardised
        columns, and the five nearest neighbours on standardised columns. The label that a model gives is its most
        probable one; without ``predict_proba`` what it predicts has probability 1.
    n_clusters : int or None, default=None
        The number of clusters of the default clustering; None is the number of classes.
    clusterer : estimator with `fit` and `predict`, default=None
        What clusters the target. None is k-means on columns of equal spread.
    threshold : float, default=0.125
        What s must reach, 1/2 at most. An eighth is half of what two independent divisions of the rows into equal
        halves agree by chance. 0 never asks the neighbours.
    doubt : {"all", "mean"}, default="all"
        Whether s of all models must be below the threshold before the neighbours are asked, or the mean of s.
    min_purity : float, default=0.5
        The source's rows are clustered as well; where on average less than this share of a cluster is of one class,
        clusters say nothing about labels, and all models have the same weight everywhere.
    pool_labeled : bool, default=False
        Whether the models are trained on the labelled target rows too. The authors have none.
    random_state : int, RandomState instance or None, default=None
        Seeds the clustering, and the models that have a ``random_state``; None leaves theirs as it is.

    Attributes
    ----------
    classes_ : ndarray
        The labels, in the order of the columns of `predict_proba`.
    estimators_ : list
        The fitted models.
    clusterer_ : estimator or None
        The fitted clustering of the target; None without a target, or where the source's clusters are not pure.
    agreement_ : ndarray of shape (n_models, n_classes, n_clusters)
        s of a row by its label and its cluster.
    cluster_proba_ : ndarray of shape (n_clusters, n_classes)
        What confident neighbours say; NaN in a cluster without any.
    purity_ : float
        The purity of the source's clusters; NaN where it was not needed: it cannot be less than 1/K with K classes.
    n_features_in_ : int
        Number of features seen in `fit`.

    Notes
    -----
    Neighbourhoods are those of the rows of `X_target` as they were in `fit`. A new row takes the place of a target row
    with its label and in its cluster, which has the same neighbours; so a row of the target is judged in `predict` as
    it was in `fit`. A row is among its own neighbours. In a cluster without a confident row the models have the same
    weight; everywhere, if there is no target. Any number of classes will do.

    The original compares the mean of s with its threshold, ``doubt="mean"``; by default one model that agrees is enough
    to be confident. The number of clusters and the threshold it leaves to the user.

    References
    ----------
    Gao, J., Fan, W., Jiang, J. and Han, J. (2008). Knowledge transfer via multiple model local structure mapping. KDD.

    Examples
    --------
    Two models, each blind for one column; the target's two clusters differ in the first.

    >>> import numpy as np
    >>> from sklearn.linear_model import LogisticRegression
    >>> from sklearn.pipeline import make_pipeline
    >>> from sklearn.preprocessing import FunctionTransformer
    >>> from shiftlab.learners import LocallyWeightedEnsemble
    >>> first, second = (make_pipeline(FunctionTransformer(lambda X, j=j: X[:, [j]]), LogisticRegression())
    ...                  for j in (0, 1))
    >>> X, y = np.array([[-1.0, -1], [-1, -1], [1, 1], [1, 1]]), [0, 0, 1, 1]
    >>> X_target = np.array([[-2.0, -0.1], [-2.0, 0.1], [2.0, -0.1], [2.0, 0.1]])
    >>> learner = LocallyWeightedEnsemble([("first", first), ("second", second)], random_state=0)
    >>> learner.fit(X, y, X_target).local_weights(X_target).round(2).tolist()
    [[0.67, 0.33], [0.67, 0.33], [0.67, 0.33], [0.67, 0.33]]
    """

    def __init__(
        self,
        estimators: Any = None,
        *,
        n_clusters: int | None = None,
        clusterer: Any = None,
        threshold: float = 0.125,
        doubt: str = "all",
        min_purity: float = 0.5,
        pool_labeled: bool = False,
        random_state: Any = None,
    ) -> None:
        self.estimators = estimators
        self.n_clusters = n_clusters
        self.clusterer = clusterer
        self.threshold = threshold
        self.doubt = doubt
        self.min_purity = min_purity
        self.pool_labeled = pool_labeled
        self.random_state = random_state

    def fit(
        self,
        X: ArrayLike,
        y: ArrayLike,
        X_target: Any = None,
        X_labeled: Any = None,
        y_labeled: ArrayLike | None = None,
    ) -> LocallyWeightedEnsemble:
        """Train the models on the source, and compare their labels with the clusters of `X_target`."""
        self._check_parameters()
        models = self._models()
        given = domains(self, X, y, X_target, X_labeled, y_labeled, squared=True)
        self.classes_ = given.classes
        rng = None if self.random_state is None else generator(self.random_state)
        rows, codes = pooled(given) if self.pool_labeled else (given.X, given.codes)
        if self.estimators is None and not rows.var(axis=0).any():
            raise ValueError("No feature varies, and naive Bayes can learn nothing: give other rows or estimators.")
        labels = self.classes_[codes]
        self.estimators_ = [fresh(model, rng).fit(rows, labels) for _, model in models]
        self.purity_ = np.nan
        if given.X_target is None:
            return self._alike()
        if self.min_purity > 1 / len(self.classes_):
            self.clusterer_ = self._clustering(given.X, rng)
            self.purity_ = purity(self._clusters(given.X), given.codes)
            if self.purity_ < self.min_purity:
                return self._alike()
        self.clusterer_ = self._clustering(given.X_target, rng)
        return self._compare(given.X_target)

    def local_weights(self, X: ArrayLike) -> Floats:
        """The weight of each model at each row: (n_rows, n_models), sums of 1; NaN where neighbours decide."""
        rows = unseen_rows(self, X)
        similarity = self._similarity(self._probabilities(rows), self._clusters(rows))
        weights = shares(similarity)
        weights[:, self._doubtful(similarity)] = np.nan
        return weights.T

    def predict_proba(self, X: ArrayLike) -> Floats:
        """P(y | x): the models' probabilities, averaged with the row's own weights, or the neighbours'."""
        rows = unseen_rows(self, X, squared=True)
        clusters, probabilities = self._clusters(rows), self._probabilities(rows)
        similarity = self._similarity(probabilities, clusters)
        found = averaged(probabilities, similarity)
        doubtful = self._doubtful(similarity)
        has_neighbors = clusters < len(self.cluster_proba_)
        has_neighbors[has_neighbors] = ~np.isnan(self.cluster_proba_[clusters[has_neighbors], 0])
        asks, alone = doubtful & has_neighbors, doubtful & ~has_neighbors
        found[asks] = self.cluster_proba_[clusters[asks]]
        found[alone] = probabilities[:, alone].mean(axis=0)
        return found

    def predict(self, X: ArrayLike) -> NDArray[Any]:
        """The most probable class of each row; of equal ones, the first."""
        best = self.predict_proba(X).argmax(axis=1)  # first: it tells that the learner is not fitted
        return self.classes_[best]

    def _compare(self, target: Any) -> LocallyWeightedEnsemble:
        """Count, for every model, the target rows by their label and their cluster."""
        clusters, probabilities = self._clusters(target), self._probabilities(target)
        k = len(self.classes_)
        self.agreement_ = np.array([agreement(labels, clusters, k) for labels in probabilities.argmax(axis=2)])
        similarity = self._similarity(probabilities, clusters)
        sure, together = ~self._doubtful(similarity), averaged(probabilities, similarity)
        self.cluster_proba_ = np.full((self.agreement_.shape[2], k), np.nan)
        for cluster in np.unique(clusters[sure]):
            self.cluster_proba_[cluster] = together[sure & (clusters == cluster)].mean(axis=0)
        return self

    def _alike(self) -> LocallyWeightedEnsemble:
        """All models have the same weight everywhere: one cluster, with which each of them agrees."""
        self.clusterer_ = None
        self.agreement_ = np.full((len(self.estimators_), len(self.classes_), 1), 0.5)
        self.cluster_proba_ = np.full((1, len(self.classes_)), np.nan)
        return self

    def _probabilities(self, rows: Any) -> Floats:
        """P(y | x, M) for every model, row and class, the classes included that a model has not seen."""
        every = np.zeros((len(self.estimators_), rows.shape[0], len(self.classes_)))
        for model, proba in zip(self.estimators_, every, strict=True):
            if hasattr(model, "predict_proba"):
                proba[:, np.searchsorted(self.classes_, model.classes_)] = model.predict_proba(rows)
            else:
                proba[np.arange(len(proba)), np.searchsorted(self.classes_, model.predict(rows))] = 1
        return every

    def _clusters(self, rows: Any) -> NDArray[np.intp]:
        if self.clusterer_ is None:
            return np.zeros(rows.shape[0], dtype=np.intp)
        with threadpool_limits(1):
            return np.asarray(self.clusterer_.predict(rows), dtype=np.intp)

    def _similarity(self, probabilities: Floats, clusters: NDArray[np.intp]) -> Floats:
        """s of each model at each row, by its label there and by the row's cluster: (n_models, n_rows)."""
        return look_up(self.agreement_, probabilities.argmax(axis=2), clusters)

    def _doubtful(self, similarity: Floats) -> NDArray[np.bool_]:
        best = similarity.max(axis=0) if self.doubt == "all" else similarity.mean(axis=0)
        return best < self.threshold

    def _check_parameters(self) -> None:
        _check.flag(self.pool_labeled, "pool_labeled")
        if self.n_clusters is not None:
            _check.count(self.n_clusters, "n_clusters")
        for name in ("threshold", "min_purity"):
            _check.chance(getattr(self, name), name)
        if self.doubt not in DOUBTS:
            raise ValueError(f'doubt must be "all" or "mean", got {_check.short(self.doubt)}.')

    def _models(self) -> list[tuple[str, Any]]:
        """The models by their names."""
        if self.estimators is None:
            return [
                ("bayes", GaussianNB()),
                ("logistic", make_pipeline(StandardScaler(), LogisticRegression())),
                ("neighbors", make_pipeline(StandardScaler(), KNeighborsClassifier())),
            ]
        try:
            named = [(name, model) for name, model in self.estimators]
        except (TypeError, ValueError):
            named = []
        if not named or not all(isinstance(name, str) and hasattr(model, "fit") for name, model in named):
            raise ValueError(
                "estimators must be a list of pairs, a name and a classifier, at least one, "
                f"got {_check.short(self.estimators)}."
            )
        try:  # "__" in a name, one that is a parameter's, or one name twice
            self._validate_names([name for name, _ in named])
        except ValueError as objection:
            raise ValueError(f"estimators: {str(objection).rstrip('.')}.") from None
        return named

    def _clustering(self, rows: Any, rng: np.random.RandomState | None) -> Any:
        """The fitted clustering of these rows."""
        clusterer = self.clusterer
        if clusterer is None:
            n = len(self.classes_) if self.n_clusters is None else self.n_clusters
            if rows.shape[0] < n:
                raise ValueError(f"n_clusters must be at most the number of rows, {rows.shape[0]}, but it is {n}.")
            clusterer = make_pipeline(StandardScaler(with_mean=not sparse.issparse(rows)), KMeans(n, n_init=10))
        # k-means sums in an order that depends on the threads, and on a busy machine waits for them longest
        with threadpool_limits(1):
            return fresh(clusterer, rng).fit(rows)

    def get_params(self, deep: bool = True) -> dict[str, Any]:
        """The parameters, and with `deep` those of the models by their names."""
        return self._get_params("estimators", deep=deep)

    def set_params(self, **params: Any) -> LocallyWeightedEnsemble:
        """Set parameters, models by their names, or parameters of these as ``name__parameter``."""
        self._set_params("estimators", **params)
        return self

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        try:
            tags.input_tags.sparse = all(get_tags(model).input_tags.sparse for _, model in self._models())
        except ValueError:  # `fit` says what is wrong with the models
            tags.input_tags.sparse = False
        return tags
