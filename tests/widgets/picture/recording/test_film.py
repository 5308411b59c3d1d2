"""What is recorded is what matplotlib draws: every artist of every experiment, to a quarter of a pixel."""

import numpy as np
import pytest
import reel
from matplotlib.collections import PathCollection
from matplotlib.lines import Line2D
from matplotlib.patches import Patch
from matplotlib.text import Text
from presets import results

from shiftlab import experiments
from shiftlab_widgets.picture.recording.drawn import Marks
from shiftlab_widgets.picture.recording.film import Film
from shiftlab_widgets.picture.recording.packed import packed

QUARTER = 0.25
#: An outline of a letter may lean out of its box, which is that of a hinted letter.
LEANING = 1.5


def on_canvas(artist, joined=False):
    """Where an artist's data are, in pixels, y down; nothing where it is not finite, or not `joined` to another."""
    if isinstance(artist, Line2D):
        places = artist.get_transform().transform(np.asarray(artist.get_xydata(), dtype=float).reshape(-1, 2))
    elif isinstance(artist, PathCollection):
        places = artist.get_offset_transform().transform(np.ma.filled(artist.get_offsets(), np.nan))
    else:
        assert isinstance(artist, Patch), f"no test knows where a {type(artist).__name__} is"
        path = artist.get_path()
        places = artist.get_transform().transform(path.vertices)
    finite = np.isfinite(places).all(axis=1)
    if isinstance(artist, Line2D) and joined:
        beside = np.concatenate([finite[1:], [False]]) | np.concatenate([[False], finite[:-1]])
        finite &= beside
    places = places[finite]
    return np.column_stack([places[:, 0], artist.figure.bbox.height - places[:, 1]])


def away(points, pieces):
    """How far each point is from the nearest straight piece."""
    starts, ends = pieces
    along = ends - starts
    length = (along**2).sum(axis=1)
    share = ((points[:, None] - starts) * along).sum(axis=2) / np.where(length, length, 1)
    nearest = starts + np.clip(share, 0, 1)[..., None] * along
    return np.hypot(*np.moveaxis(points[:, None] - nearest, 2, 0)).min(axis=1)


def pieces(drawing):
    starts, ends, at = [], [], 0
    points = np.array(drawing.points)
    for piece in drawing.about:
        count = piece >> 1
        some = points[at : at + count]
        starts.append(some[:-1])
        ends.append(some[1:])
        if piece & 1:
            starts.append(some[-1:])
            ends.append(some[:1])
        at += count
    return np.concatenate(starts), np.concatenate(ends)


def check_places(artist, drawings, size):
    """Every point that is on the canvas is drawn where it is, and nothing is drawn elsewhere."""
    where, every = on_canvas(artist, joined=True), on_canvas(artist)
    seen = ((where > 1) & (where < np.array(size) - 1)).all(axis=1)
    strokes = [drawing for drawing in drawings if drawing.kind == reel.STROKE]
    marks = [drawing for drawing in drawings if drawing.kind == reel.MARKS]
    for drawing in strokes:
        assert away(where[seen], pieces(drawing)).max(initial=0) <= QUARTER
        # what is drawn is part of the curve
        if len(where) > 1 and isinstance(artist, Line2D) and not np.isnan(artist.get_xydata().astype(float)).any():
            inside = np.array(drawing.points)
            inside = inside[((inside > 1) & (inside < np.array(size) - 1)).all(axis=1)]
            assert away(inside, (where[:-1], where[1:])).max(initial=0) <= QUARTER
    for drawing in marks:
        points = np.array(drawing.points)
        gaps = np.abs(points[:, None] - every[None]).max(axis=2)
        assert gaps.min(axis=1).max() <= QUARTER
        if len(every) <= Film(experiments.get("undersampling")).most:
            assert gaps.min(axis=0).max() <= QUARTER
    shown = artist.get_visible() and len(where[seen]) > (0 if marks else 1)
    if shown and (not isinstance(artist, Line2D) or artist.get_linestyle() not in ("None", "") or marks):
        assert strokes or marks, f"{artist} is not drawn"


def check_text(artist, drawings):
    letters = [drawing for drawing in drawings if drawing.kind == reel.LETTERS]
    written = "".join(artist.get_text().split())
    assert sum((len(drawing.about) - 2) // 2 for drawing in letters) == len(written)
    box = artist.get_window_extent()
    top = artist.figure.bbox.height - box.y1
    for drawing in letters:
        ((x, y),) = drawing.points
        assert box.x0 - LEANING <= x <= box.x1 + LEANING
        assert top - LEANING <= y <= top + box.height + LEANING


@pytest.mark.parametrize("name", experiments.names())
def test_artists_are_recorded_where_they_are(name):
    """At the presets and at a problem unlike them, through everything that a page does to numbers."""
    experiment = experiments.get(name)
    film = Film(experiment)
    shown = []
    for result in results(name)[:3] + results(name)[-1:]:
        (frame,) = reel.frames(packed([film.frame(result)]))
        shown.append(frame)
        for artist, drawings in zip(film.moving, frame[1:], strict=True):
            if isinstance(artist, Text):
                check_text(artist, drawings)
            else:
                check_places(artist, drawings, film.size)
    assert len(shown[0][0]) > 20  # ticks, labels, titles


@pytest.mark.parametrize("name", ["bias-kinds", "discriminative", "undersampling"])
def test_frames_side_by_side_are_those_alone(name):
    """What is coded as the difference from a frame before comes out as it was."""
    film = Film(experiments.get(name))
    taken = [film.frame(result) for result in results(name)[:4]]
    together = reel.frames(packed(taken))
    for frame, alone in zip(together, (reel.frames(packed([one]))[0] for one in taken), strict=True):
        for drawings, others in zip(frame, alone, strict=True):
            assert [(d.kind, d.style, sorted(d.points)) for d in drawings] == [
                (d.kind, d.style, sorted(d.points)) for d in others
            ]


def test_a_cloud_is_drawn_in_part_and_the_film_says_so():
    experiment = experiments.get("undersampling")
    film = Film(experiment, most=50)
    frame = film.frame(experiment.run(experiment.settings(n=400)))
    clouds = [part.drawn for parts in frame.moves for part in parts if isinstance(part.drawn, Marks)]
    assert max(len(cloud.points) for cloud in clouds) == 50
    assert film.left_out == max(cloud.left_out for cloud in clouds) > 200


def test_both_themes_have_their_colours():
    experiment = experiments.get("undersampling")
    frame = Film(experiment).frame(experiment.run(experiment.settings(n=400)))
    inks = {tuple(style.fill for style in part.styles) for part in frame.stays}
    assert ("#ffffffff", "#111111ff") in inks
    assert ("#1a1a1aff", "#f0f0f0ff") in inks


def test_what_stays_is_recorded_once_while_it_stays():
    experiment = experiments.get("undersampling")
    film = Film(experiment)
    one, other, third = (
        film.frame(experiment.run(experiment.settings(n=400, mu=mu, beta=beta)))
        for mu, beta in ((3.0, 0.2), (3.0, 0.5), (15.0, 0.5))
    )
    assert one.stays is other.stays
    assert third.stays is not one.stays


@pytest.mark.parametrize("name", experiments.names())
def test_the_ground_is_below_everything(name):
    """The colour of the figure is drawn first, over the whole of it, and never again."""
    film = Film(experiments.get(name))
    (frame,) = reel.frames(packed([film.frame(results(name)[0])]))
    width, height = film.size
    whole = [i for i, one in enumerate(frame[0]) if {(0.0, 0.0), (width, height)} <= set(one.points)]
    assert whole == [0]
