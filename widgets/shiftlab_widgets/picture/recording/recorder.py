"""A renderer that takes down what it is asked to draw.

Artists of every kind end in a few calls: paths, marks, texts, images. The first three are recorded, so that no artist
needs code of its own here. What is none of them is refused with one sentence that names the artist.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from typing import Any

import numpy as np
from matplotlib.artist import Artist
from matplotlib.backend_bases import GraphicsContextBase, RendererBase
from matplotlib.colors import to_hex
from matplotlib.figure import Figure
from matplotlib.path import Path
from matplotlib.transforms import Affine2D, Transform

from .drawn import EM, Drawn, Letters, Marks, Points, Stroke, Style
from .outlines import Letterer, outline
from .thinned import FEW, thinned

#: Points of a path that a straight one has at most, as Agg has it; and pixels by which it may not be straight.
STRAIGHT, STRAIGHT_TO = 1024, 1e-4
#: Farther out nothing is seen, in pixels.
FAR = 4000.0


class RecordingError(ValueError):
    """A picture has something that cannot be recorded; the message is one sentence that names it."""


class Recorder(RendererBase):
    """``with recorder.of(artist) as drawn: artist.draw(recorder)`` fills the list `drawn`.

    Of a cloud of more than `most` marks as many are recorded, evenly from the first to the last.
    """

    def __init__(self, figure: Figure, most: int | None = None, letterer: Letterer | None = None) -> None:
        super().__init__()
        self.figure, self.most = figure, most
        self.letterer = letterer or Letterer()
        self.width, self.height = (float(side) for side in figure.bbox.size)
        self._scale = figure.dpi / 72
        self._measuring: Any = figure.canvas.get_renderer()  # type: ignore[attr-defined]  # texts are laid out as by Agg
        self._drawn: list[Drawn] = []
        self._artist: Artist = figure
        self._collected: list[tuple[Path, Any, Style]] | None = None

    @contextmanager
    def of(self, artist: Artist) -> Iterator[list[Drawn]]:
        self._drawn, self._artist = [], artist
        yield self._drawn

    # What matplotlib asks of a renderer.

    def flipy(self) -> bool:
        return True

    def get_canvas_width_height(self) -> tuple[float, float]:
        return self.width, self.height

    def points_to_pixels(self, points: Any) -> Any:
        return points * self._scale

    def get_text_width_height_descent(self, s: str, prop: Any, ismath: Any) -> tuple[float, float, float]:
        width, height, descent = self._measuring.get_text_width_height_descent(s, prop, ismath)
        return width, height, descent

    def draw_path(self, gc: GraphicsContextBase, path: Path, transform: Transform, rgbFace: Any = None) -> None:
        style = self._style(gc, rgbFace)
        if self._collected is not None:
            self._collected.append((path, transform.frozen().get_matrix(), style))  # type: ignore[attr-defined]
            return
        self._add_path(path, transform, style, gc.get_snap())

    def draw_markers(
        self,
        gc: GraphicsContextBase,
        marker_path: Path,
        marker_trans: Transform,
        path: Path,
        trans: Transform,
        rgbFace: Any = None,
    ) -> None:
        points = self._down(_ends(path, trans))
        mark = marker_trans.transform_path(marker_path)
        style = self._style(gc, rgbFace)._replace(snap=self._snaps(gc.get_snap(), np.asarray(mark.vertices)))
        self._add_marks(style, points, outline(mark, 2))

    def draw_path_collection(self, *args: Any, **kwargs: Any) -> None:
        """Marks if all have the same outline, else one path after the other."""
        self._collected = []
        try:
            super().draw_path_collection(*args, **kwargs)
            found = self._collected
        finally:
            self._collected = None
        paths, matrices, styles = (
            {path for path, _, _ in found},
            [matrix for _, matrix, _ in found],
            [s for *_, s in found],
        )
        if len(found) > FEW and len(paths) == 1 and len(set(styles)) == 1 and all(map(_only_scales, matrices)):
            (path,) = paths
            places = np.array([[matrix[0, 2], matrix[1, 2]] for matrix in matrices])
            scales = np.array([matrix[0, 0] for matrix in matrices])
            self._add_marks(styles[0], self._down(places), outline(path, 4), scales)
        else:
            for path, matrix, style in found:
                self._add_path(path, Affine2D(matrix), style, None)

    def draw_text(
        self, gc: Any, x: float, y: float, s: str, prop: Any, angle: float, ismath: Any = False, mtext: Any = None
    ) -> None:
        ems = self.points_to_pixels(prop.get_size_in_points()) / EM
        width = self.get_text_width_height_descent(s, prop, ismath)[0] / ems
        outlines, places = self.letterer.line(s, prop, ismath, width)
        if outlines:
            style = self._style(gc, gc.get_rgb())._replace(stroke="", width=0.0, dash=(), cap="", join="", snap=False)
            self._drawn.append(Letters(style, np.array([[x, y]], dtype=float), outlines, places, ems, float(angle)))

    def draw_image(self, *_: Any, **__: Any) -> None:
        raise self._refusal("an image")

    def draw_gouraud_triangles(self, *_: Any, **__: Any) -> None:
        raise self._refusal("triangles with colours that run into each other")

    # What becomes of it.

    def _add_path(self, path: Path, transform: Transform, style: Style, snap: bool | None) -> None:
        if not (style.fill or style.stroke):
            return
        clip = None if style.fill else (-self.width, -self.height, 2 * self.width, 2 * self.height)
        whole = path.cleaned(transform, remove_nans=True, clip=clip, curves=False, simplify=False)
        codes = np.asarray(whole.codes)
        ends = codes == Path.CLOSEPOLY
        drawn = codes != Path.STOP
        points, pieces = [], []
        starts = np.flatnonzero(codes == Path.MOVETO)
        for start, end in pairwise([*starts, len(codes)]):
            inside = np.arange(start, end)
            closed = bool(ends[inside].any())
            piece = np.asarray(whole.vertices)[inside[drawn[inside] & ~ends[inside]]]
            if len(piece) < 2:
                continue
            if len(piece) > FEW:
                piece = piece[thinned(piece)]
            points.append(piece)
            pieces.append((len(piece), closed))
        if points:
            places = np.clip(np.concatenate(points), -FAR, FAR)
            style = style._replace(snap=self._snaps(snap, places))
            self._drawn.append(Stroke(style, self._down(places), tuple(pieces)))

    def _add_marks(self, style: Style, points: Points, mark: Any, scales: Any = None) -> None:
        seen = np.isfinite(points).all(axis=1) & (np.abs(np.nan_to_num(points)) < FAR).all(axis=1)
        points, scales = points[seen], None if scales is None else scales[seen]
        left_out = 0
        if self.most is not None and len(points) > self.most:
            some = np.arange(self.most) * len(points) // self.most
            left_out = len(points) - self.most
            points, scales = points[some], None if scales is None else scales[some]
        if len(points) and (style.fill or style.stroke):
            self._drawn.append(Marks(style, points, mark, scales, left_out))

    def _style(self, gc: Any, face: Any) -> Style:
        if gc.get_hatch() or gc.get_sketch_params():
            raise self._refusal("a hatch or a sketch")
        if gc.get_clip_path()[0] is not None:
            raise self._refusal("a clip that is no rectangle")
        width = self.points_to_pixels(gc.get_linewidth())
        offset, dash = gc.get_dashes()
        stroked = width > 0 and gc.get_rgb()[3] > 0
        return Style(
            fill=self._fill(gc, face),
            stroke=to_hex(gc.get_rgb(), keep_alpha=True) if stroked else "",
            width=round(width, 2) if stroked else 0.0,
            dash=tuple(round(self.points_to_pixels(part), 2) for part in dash or ()) if stroked else (),
            offset=round(self.points_to_pixels(offset or 0), 2) if stroked and dash else 0.0,
            cap=gc.get_capstyle() if stroked else "",
            join=gc.get_joinstyle() if stroked else "",
            clip=self._clip(gc.get_clip_rectangle()),
            snap=False,
        )

    @staticmethod
    def _fill(gc: Any, face: Any) -> str:
        if face is None:
            return ""
        alpha = gc.get_alpha() if gc.get_forced_alpha() else (face[3] if len(face) > 3 else 1.0)
        return to_hex((*face[:3], alpha), keep_alpha=True) if alpha else ""

    def _clip(self, box: Any) -> tuple[float, ...]:
        if box is None:
            return ()
        left, bottom, width, height = box.bounds
        return tuple(round(float(value), 2) for value in (left, self.height - bottom - height, width, height))

    def _snaps(self, wanted: bool | None, points: Points) -> bool:
        """Whether it is drawn on whole pixels: if nobody says so, when all its pieces are level or upright."""
        if wanted is not None:
            return bool(wanted)
        if not 2 <= len(points) <= STRAIGHT:
            return False
        steps = np.abs(np.diff(points, axis=0))
        return bool((steps.min(axis=1) < STRAIGHT_TO).all())

    def _down(self, points: Points) -> Points:
        return np.column_stack([points[:, 0], self.height - points[:, 1]])

    def _refusal(self, what: str) -> RecordingError:
        label = getattr(self._artist, "get_label", lambda: "")()
        name = f" {label!r}" if label and not str(label).startswith("_") else ""
        return RecordingError(
            f"The {type(self._artist).__name__}{name} of this picture draws {what}, which a moving page cannot: "
            "paths, marks and texts it can."
        )


def _ends(path: Path, transform: Transform) -> Points:
    """Where the pieces of a path end, which is where its marks are."""
    if path.codes is None or np.isin(path.codes, (Path.MOVETO, Path.LINETO)).all():
        return np.asarray(transform.transform(path.vertices), dtype=float).reshape(-1, 2)
    ends = [vertices[-2:] for vertices, _ in path.iter_segments(transform, simplify=False)]
    return np.array(ends, dtype=float).reshape(-1, 2)


def _only_scales(matrix: Any) -> bool:
    return bool(matrix[0, 1] == matrix[1, 0] == 0 and math.isclose(matrix[0, 0], matrix[1, 1]))
