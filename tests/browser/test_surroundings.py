"""The theme, the width of the page, the lecture hall, zoom, and people who want no motion."""

import pytest
from pages import eventually

EXPLORER = 'from shiftlab_widgets import explore\nexplore("undersampling")'


def width(explorer):
    return explorer.image.evaluate("(image) => image.clientWidth")


def test_the_figure_follows_the_theme(lab):
    page = lab(EXPLORER)
    explorer = page.explorer()
    eventually(explorer.corner, [255, 255, 255])
    page.theme("Dark")
    eventually(explorer.corner, [17, 17, 17])
    page.theme("Light")
    eventually(explorer.corner, [255, 255, 255])


def test_the_figure_follows_the_width_of_its_cell(lab):
    page = lab(EXPLORER)
    explorer = page.explorer()
    eventually(explorer.pixels_per_point, pytest.approx(1, abs=0.01))
    wide = width(explorer)
    page.page.set_viewport_size({"width": 900, "height": 900})
    eventually(lambda: 300 < width(explorer) < wide)
    # drawn anew in that width, not only scaled
    eventually(explorer.pixels_per_point, pytest.approx(1, abs=0.01))
    eventually(explorer.cut_off, [])


@pytest.mark.parametrize("ratio", [1, 1.5, 2])
def test_a_picture_that_rests_has_the_pixels_of_the_screen(lab, ratio):
    page = lab(EXPLORER, **({"device_scale_factor": ratio} if ratio != 1 else {}))  # that is how pages are
    explorer = page.explorer()
    explorer.slider("mu").focus()
    page.press("ArrowRight")
    explorer.says("μ = 3.25,")
    eventually(explorer.pixels_per_point, pytest.approx(ratio, abs=0.005))


def test_letters_for_a_lecture_hall(lab):
    page = lab(EXPLORER, viewport={"width": 1700, "height": 1200})
    explorer = page.explorer()
    eventually(explorer.pixels_per_point, pytest.approx(1, abs=0.01))
    before = width(explorer)
    explorer.button("Lecture size").click()
    explorer.button("Notebook size").wait_for()
    eventually(lambda: width(explorer) > 1.3 * before)
    for text in ("label", "figcaption", "button", "select"):
        size = explorer.root.locator(f"{text} >> visible=true").first.evaluate("(e) => getComputedStyle(e).fontSize")
        assert float(size.removesuffix("px")) >= 18, text
    eventually(explorer.cut_off, [])


@pytest.mark.parametrize("app", ["lab", "notebook"])
@pytest.mark.parametrize("size", ["Notebook size", "Lecture size"])
def test_nothing_is_cut_off_at_200_percent(lab, app, size):
    # what a zoom of 200 % does to a window of 1280 x 900
    page = lab(EXPLORER, app=app, viewport={"width": 640, "height": 450}, device_scale_factor=2)
    if app == "lab" and page.locator("#jp-left-stack").is_visible():
        page.command("application:toggle-left-area")
    explorer = page.explorer()
    if size == "Lecture size":
        explorer.button("Lecture size").click()
        explorer.button("Notebook size").wait_for()
    explorer.root.locator("summary").click()
    explorer.button("Copy code").wait_for()
    eventually(explorer.pixels_per_point, pytest.approx(2, abs=0.02))  # drawn in its last size
    eventually(explorer.cut_off, [])
    eventually(explorer.is_shown)


def test_who_wants_no_motion_gets_steps(lab):
    quick = "import shiftlab_widgets.explorer\nshiftlab_widgets.explorer.PAUSE = 0.5"
    page = lab(quick, EXPLORER, reduced_motion="reduce")
    explorer = page.explorer()
    explorer.root.locator("summary").wait_for()  # the part that tells the kernel about motion
    explorer.button("Play").click()
    explorer.says("μ = 15,")  # one step on from the first preset
    page.page.wait_for_timeout(1500)  # three pauses
    eventually(lambda: "Separated classes" in explorer.preset_shown)
    explorer.button("Play").wait_for()
