"""Palette, themes and sizes: readable on every background, told apart without colour, and without pyplot."""

import io
import subprocess
import sys

import matplotlib
import pytest
from matplotlib.colors import to_rgb
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from shiftlab import style

THEMES = pytest.mark.parametrize("theme", style.THEMES)
SIZES = pytest.mark.parametrize("size", style.SIZES)


def luminance(color):
    """Relative luminance, as WCAG 2 defines it."""
    linear = (v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in to_rgb(color))
    return sum(weight * v for weight, v in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def contrast(one, other):
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def test_contrast_is_that_of_wcag():
    assert contrast("white", "black") == pytest.approx(21)
    assert contrast("#777777", "white") == pytest.approx(4.48, abs=0.005)


@pytest.mark.parametrize("role", style.ROLES, ids=lambda role: role.color)
@pytest.mark.parametrize("background", ["#ffffff", "#000000", *(theme.background for theme in style.THEMES.values())])
def test_every_colour_shows_on_every_background(role, background):
    assert contrast(role.color, background) >= 3


@THEMES
def test_text_and_reference_lines_show(theme):
    look = style.THEMES[theme]
    assert contrast(look.ink, look.background) >= 7
    assert contrast(look.quiet, look.background) >= 3


def test_no_two_roles_share_a_colour_or_a_dash_or_a_marker():
    for cue in zip(*style.ROLES, strict=True):
        assert len(set(cue)) == len(style.ROLES)


@pytest.mark.parametrize("role", style.ROLES, ids=lambda role: role.color)
def test_matplotlib_can_draw_a_role(role):
    line = Line2D([0, 1], [0, 1], color=role.color, linestyle=role.dash, marker=role.marker)
    assert line.get_marker() == role.marker


@THEMES
@SIZES
def test_matplotlib_accepts_every_parameter(theme, size):
    parameters = style.rc(theme, size)
    assert set(parameters) <= set(matplotlib.rcParams)
    matplotlib.RcParams(parameters)  # it checks the values


@THEMES
def test_theme_and_size_are_what_they_say(theme):
    look = style.THEMES[theme]
    for size, scale in style.SIZES.items():
        parameters = style.rc(theme, size)
        assert parameters["figure.facecolor"] == parameters["axes.facecolor"] == look.background
        assert parameters["text.color"] == parameters["xtick.color"] == look.ink
        assert parameters["figure.figsize"] == (scale.width, scale.height)
        assert parameters["lines.linewidth"] == scale.line


@THEMES
def test_a_slide_can_be_read_from_the_last_row(theme):
    slide, notebook = style.rc(theme, "slide"), style.rc(theme, "notebook")
    assert slide["font.size"] >= 18
    assert slide["axes.labelsize"] >= 18
    assert slide["axes.titlesize"] >= 18
    assert slide["xtick.labelsize"] >= 18
    assert slide["legend.fontsize"] >= 18
    assert slide["lines.linewidth"] > notebook["lines.linewidth"]


def test_the_default_is_light_and_for_a_notebook():
    assert style.rc() == style.rc("light", "notebook")


@pytest.mark.parametrize("wrong", ["sepia", "", None, 3, ["light"], "x\ny", "x" * 500], ids=lambda w: repr(w)[:20])
@pytest.mark.parametrize("function", [style.rc, style.new_figure])
def test_an_unknown_style_is_refused(function, wrong, one_sentence):
    assert "light, dark" in one_sentence(function, wrong)
    assert "notebook, slide" in one_sentence(function, "light", wrong)


def test_an_unknown_style_changes_nothing(one_sentence):
    before = dict(matplotlib.rcParams)
    one_sentence(style.using("sepia").__enter__)
    assert dict(matplotlib.rcParams) == before


@THEMES
@SIZES
def test_what_was_set_outside_comes_back(theme, size):
    with matplotlib.rc_context({"font.size": 7, "text.color": "red"}):
        before = dict(matplotlib.rcParams)
        with style.using(theme, size):
            assert matplotlib.rcParams["font.size"] == style.SIZES[size].font
            assert matplotlib.rcParams["text.color"] == style.THEMES[theme].ink
        assert dict(matplotlib.rcParams) == before


def test_what_was_set_outside_comes_back_after_an_error():
    before = dict(matplotlib.rcParams)
    with pytest.raises(KeyError), style.using("dark", "slide"):
        raise KeyError
    assert dict(matplotlib.rcParams) == before


@THEMES
@SIZES
def test_a_new_figure_has_the_style(theme, size):
    figure = style.new_figure(theme, size)
    look, scale = style.THEMES[theme], style.SIZES[size]
    assert style.color_of(figure) == look
    assert figure.get_size_inches().tolist() == [scale.width, scale.height]
    assert not figure.axes


@THEMES
@SIZES
def test_a_figure_knows_the_size_it_was_made_in_whatever_its_resolution(theme, size):
    figure = style.new_figure(theme, size)
    assert style.size_of(figure) == size
    figure.set_dpi(37)
    assert style.size_of(figure) == size


def test_a_figure_of_another_size_is_refused(one_sentence):
    assert "style.new_figure" in one_sentence(style.size_of, Figure(figsize=(3, 3)))


def test_points_grow_as_letters_do():
    notebook, slide = (style.new_figure(size=size) for size in style.SIZES)
    assert style.point(notebook) == 1
    assert style.point(slide) == style.SIZES["slide"].font / style.SIZES["notebook"].font > 1


def test_a_figure_of_another_colour_is_refused(one_sentence):
    assert "#ff0000" in one_sentence(style.color_of, Figure(facecolor="red"))


def test_the_same_picture_gives_the_same_svg():
    def drawn():
        figure = style.new_figure()
        with style.using():
            figure.subplots().plot([0, 1], [1, 0], label="p")
            figure.legend()
            figure.savefig(file := io.StringIO(), format="svg", metadata={"Date": None})
        return file.getvalue()

    assert drawn() == drawn()


def test_drawing_a_figure_loads_no_pyplot():
    code = """
import io, sys
from shiftlab import style
for theme in style.THEMES:
    figure = style.new_figure(theme, "slide")
    with style.using(theme, "slide"):
        figure.subplots().plot([0, 1], [1, 0], label="p")
        figure.legend()
        figure.savefig(io.BytesIO(), format="png")
print(*(name for name in sys.modules if name.startswith(("matplotlib.pyplot", "pylab", "IPython"))))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (done.returncode, done.stdout.strip()) == (0, ""), done.stderr
