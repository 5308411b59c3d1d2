"""C4.5: how it splits, prunes and predicts."""

from .tree import C45Tree as C45Tree
