"""Letters that are remembered are those that matplotlib draws, on whole pixels."""

import numpy as np
import pytest
from matplotlib import transforms
from matplotlib.backends.backend_agg import RendererAgg
from matplotlib.font_manager import FontProperties
from matplotlib.path import Path
from matplotlib.text import Text

from shiftlab_widgets.picture import letters
from shiftlab_widgets.picture.letters import Renderer

WIDTH, HEIGHT, DPI = 200, 120, 100.0
MIDDLE = (60, 70)
TRIANGLE = transforms.TransformedPath(Path([[0, 0], [200, 0], [0, 120]]), transforms.IdentityTransform())


@pytest.fixture(autouse=True)
def nothing_remembered():
    letters._letters.cache_clear()


def remembered():
    return letters._letters.cache_info().currsize


def drawn(kind, at=MIDDLE, text="0.25 π", angle=0.0, ground=(1, 1, 1), ismath=False, like=None, size=10.0, **look):
    """The pixels of a text on a ground (None: nothing is below it), as this renderer draws it."""
    renderer = kind(WIDTH, HEIGHT, DPI)
    if ground is not None:
        np.asarray(renderer.buffer_rgba())[...] = 255 * np.array((*ground, 1))
    gc = renderer.new_gc()
    for name, value in look.items():
        getattr(gc, f"set_{name}")(*value)
    renderer.draw_text(gc, *at, text, FontProperties(family="DejaVu Sans", size=size), angle, ismath, like)
    return np.array(renderer.buffer_rgba()).astype(int)


@pytest.mark.parametrize(
    "how",
    [
        {},
        {"angle": 90.0},
        {"angle": 30.0},
        {"foreground": ((0.8, 0.3, 0.1),), "ground": (0.1, 0.1, 0.2)},
        {"foreground": ((0.8, 0.3, 0.1, 0.5),)},
        {"alpha": (0.3,)},
        {"antialiased": (False,)},
        {"size": 30.0},
        {"text": " "},
    ],
    ids=str,
)
def test_they_look_as_matplotlib_draws_them(how):
    for _ in range(2):  # drawn, and remembered
        assert np.abs(drawn(Renderer, **how) - drawn(RendererAgg, **how)).max() <= 2  # of 255: it rounds each glyph
    assert remembered() == 1


def test_they_stand_on_the_nearest_whole_pixels():
    assert np.array_equal(drawn(Renderer, at=(60.3, 69.6)), drawn(Renderer, at=(60, 70)))
    assert np.array_equal(drawn(Renderer, at=(61, 72))[2:, 1:], drawn(Renderer)[:-2, :-1])
    assert remembered() == 1


@pytest.mark.parametrize(
    "how",
    [
        {"at": (-5, 70)},
        {"at": (60, 4)},
        {"at": (WIDTH - 10, 70)},
        {"at": (60, HEIGHT + 3)},
        {"ground": None},
        {"clip_rectangle": (transforms.Bbox([[0, 0], [80, 60]]),)},
        {"clip_path": (TRIANGLE,)},
        {"text": "$x^2$", "ismath": True},
    ],
    ids=["left", "above", "right", "below", "transparent", "in a box", "in a shape", "mathematics"],
)
def test_what_they_cannot_stand_for_is_drawn(how):
    assert np.array_equal(drawn(Renderer, **how), drawn(RendererAgg, **how))


def test_a_language_of_its_own_is_drawn(monkeypatch):
    """Where matplotlib knows languages they decide how letters look."""
    text = Text()
    monkeypatch.setattr(text, "get_language", lambda: "sr", raising=False)
    drawn(Renderer, like=text)
    assert remembered() == 0


def test_another_look_is_another_text():
    small, large = drawn(Renderer), drawn(Renderer, size=14.0)
    assert not np.array_equal(small, large)
    assert not np.array_equal(drawn(Renderer, text="0.75"), drawn(Renderer, text="0.25"))
    assert np.array_equal(drawn(Renderer), small)


def test_so_many_are_remembered_and_no_more():
    for number in range(letters.MOST + 10):
        drawn(Renderer, text=str(number))
    assert remembered() == letters.MOST
