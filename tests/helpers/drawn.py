"""What of a picture is drawn, and where: letters and curves in pixels of the canvas."""

from contextlib import contextmanager
from itertools import combinations, pairwise
from unittest.mock import patch

import numpy as np
from matplotlib.text import Text
from matplotlib.transforms import Bbox


@contextmanager
def letters():
    """Texts that are drawn in this block, each once; a list that is full when the block ends."""
    texts, draw = {}, Text.draw

    def seen(text, renderer, *args, **kwargs):
        if text.get_visible() and text.get_text().strip():
            texts[text] = None
        return draw(text, renderer, *args, **kwargs)

    shown = []
    with patch.object(Text, "draw", seen):
        yield shown
    shown.extend(texts)


def beyond(text, figure):
    """By how many pixels a text leaves the canvas; negative if it does not."""
    x0, y0, x1, y1 = text.get_window_extent().extents
    return max(-x0, -y0, x1 - figure.bbox.width, y1 - figure.bbox.height)


def touching(texts):
    """The pairs of texts that lie on each other. Boxes are higher than letters: a quarter of a letter is nothing."""
    boxes = [(text, text.get_window_extent(), text.get_fontsize() * text.figure.dpi / 72) for text in texts]
    return [
        (one, other)
        for (one, a, high), (other, b, low) in combinations(boxes, 2)
        if min(a.x1, b.x1) - max(a.x0, b.x0) > 2 and min(a.y1, b.y1) - max(a.y0, b.y0) > min(high, low) / 4
    ]


def covered(legend, ax):
    """Names of the curves and marks of an axes that go through the letters and keys of a legend."""
    inside = [part.get_window_extent() for part in (*legend.get_texts(), *legend.legend_handles)]
    (left, bottom), (right, top) = (getattr(Bbox.union(inside), end) for end in ("min", "max"))
    x, y = ax.bbox.intervalx, ax.bbox.intervaly
    low, high = np.maximum((left, bottom), (x[0], y[0])), np.minimum((right, top), (x[1], y[1]))
    return [line.get_label() for line in ax.lines if ((low < _points(line)) & (_points(line) < high)).all(axis=1).any()]


def _points(line):
    """Of a line so close together that nothing as large as a letter lies between them; of marks, their places."""
    places = np.asarray(line.get_xydata(), dtype=float)
    points = line.get_transform().transform(places) if len(places) else np.empty((0, 2))
    if line.get_linestyle() in ("None", "", " ") or len(points) < 2:
        return points
    share = np.linspace(0, 1, 100)[:, None]
    return np.concatenate([a + share * (b - a) for a, b in pairwise(points)])
