"""Pages that move without a kernel, opened from the file system in Chromium without a network."""

import dataclasses

import numpy as np
import pytest
from moving import MovingPage
from moving_pages import with_presets
from scipy.ndimage import uniform_filter

from shiftlab import experiments
from shiftlab_widgets.page.moving import write
from shiftlab_widgets.picture.live import LivePicture
from shiftlab_widgets.picture.recording.film import Film
from shiftlab_widgets.story import Story

#: A pixel of an artist that is there is nearer to the picture with it than to that without it.
NEARER = 0.6
#: Of the whole picture, in 255ths, blurred: letters are painted a little otherwise by the browser.
ALIKE = 2.0
HOSTILE = "</script><script>document.title='broken'</script>"


@pytest.fixture(scope="module")
def experiment():
    return with_presets(experiments.get("undersampling"), 3)


@pytest.fixture(scope="module")
def start(experiment):
    return experiment.settings(n=400)


@pytest.fixture(scope="module")
def path(experiment, start, tmp_path_factory):
    path = tmp_path_factory.mktemp("pages") / "undersampling.html"
    write(experiment, path, start, controls=["mu", "beta", "seed"], values=4, seconds=12, progress=False)
    return path


@pytest.fixture
def visit(browser):
    opened = []

    def open(path, fragment="", **options):
        opened.append(MovingPage(browser, path, fragment, **options))
        return opened[-1]

    yield open
    for page in opened:
        page.close()


@pytest.fixture
def page(visit, path):
    return visit(path)


def test_every_control_moves_by_keyboard_and_nothing_is_requested(page, experiment, start):
    """Tab reaches every control; its keys move the picture, which says what shiftlab says of these settings."""
    moved, seen = set(), page.text("status")
    page.page.locator("body").focus()
    for _ in range(40):
        page.press("Tab")
        name = page.page.evaluate(
            "() => document.activeElement.closest('[data-shiftlab-field]')?.dataset.shiftlabField"
        )
        kind = page.page.evaluate("() => document.activeElement.type")
        if name is None or (name, kind) in moved:
            continue
        assert page.page.evaluate("() => document.activeElement.matches(':focus-visible')")
        if kind == "number":
            choices = page.control(name).evaluate("(slider) => [slider.value, slider.max].map(Number)")
            page.press("Control+A")
            page.page.keyboard.type("1" if choices[0] else "2")
            page.press("Enter")
        else:
            page.press("ArrowRight" if kind == "range" else "ArrowDown")
        if page.text("error"):
            page.button("Reset").press("Enter")
            page.page.locator(f".shiftlab-field-{name} [type={kind}]").focus()
            page.press("ArrowLeft")
        settings = page.settings(experiment, start)
        assert page.text("status") == experiment.describe(experiment.result(settings))
        assert page.canvas.get_attribute("aria-label") == page.text("status")
        moved.add((name, kind))
        seen = page.text("status")
    shown = [field.name for field in experiment.fields if field.applies(start)]
    assert {name for name, _ in moved} >= set(shown)
    assert {(name, "range") for name in ("mu", "beta", "seed", "n")} <= moved
    assert seen
    assert page.requests == [page.address]
    assert page.complaints == []


def test_a_slider_says_its_name_and_value(page):
    slider = page.control("mu")
    assert page.root.get_by_role("slider", name="distance between the classes, μ").count() == 1
    before, pixels = slider.get_attribute("aria-valuetext"), page.pixels()
    slider.focus()
    page.press("ArrowRight")
    assert float(slider.get_attribute("aria-valuetext")) > float(before)
    assert np.abs(page.pixels() - pixels).max() > 100


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_nothing_stands_in_anybodys_way(visit, path, theme):
    page = visit(path, color_scheme=theme)
    assert page.violations() == []
    assert page.pixels()[2, 2].mean() == pytest.approx(255 if theme == "light" else 17, abs=1)


def test_the_colours_can_be_switched(page):
    assert page.pixels()[2, 2].mean() == 255
    page.button("Dark").press("Enter")
    assert page.pixels()[2, 2].mean() < 30
    assert page.violations() == []
    page.button("Light").press("Enter")
    assert page.pixels()[2, 2].mean() == 255


def test_what_does_not_fit_together_is_refused_in_words(page, experiment):
    """The picture stays as it was, and the control where the person has put it."""
    page.control("beta").focus()
    said, pixels = page.text("status"), page.pixels()
    page.press("Home")
    assert "The picture shows the last settings that fit." in page.text("error")
    assert "beta" in page.text("error") or "β" in page.text("error")
    assert page.text("status") == said
    assert (page.pixels() == pixels).all()
    assert float(page.control("beta").get_attribute("aria-valuetext")) < 0.01
    page.press("End")
    assert page.text("error") == ""
    assert page.text("status") != said


def test_a_link_shows_what_it_says(visit, path, experiment, start):
    page = visit(path, "#mu=15&beta=1")
    assert page.text("status") == experiment.describe(experiment.result(start.changed(mu=15.0, beta=1.0)))
    assert page.text("note") == ""
    page.page.evaluate("() => { location.hash = '#mu=0'; }")
    page.settle()
    assert page.text("status") == experiment.describe(experiment.result(start.changed(mu=0.0)))
    page.button("Reset").click()
    page.settle()
    assert page.page.url.partition("#")[2] == ""


def test_where_the_grid_ends_a_sentence_says_so(visit, path, experiment, start):
    page = visit(path, "#mu=14.9&colour=red&learner=oracle")
    assert "distance between the classes, μ: 15 instead of 14.9" in page.text("note")
    assert '"colour", which cannot be set here' in page.text("note")
    assert 'learner="oracle"; this page has exact' in page.text("note")
    assert page.text("status") == experiment.describe(experiment.result(start.changed(mu=15.0)))
    box = page.control("mu", "input[type=number]")
    box.fill("0.3")
    box.press("Enter")
    assert "0 instead of 0.3" in page.text("note")
    assert box.input_value() == "0"


def test_settings_that_were_not_computed_together_snap_to_the_nearest(page, experiment, start):
    page.control("mu").focus()
    page.press("End")
    page.control("seed").focus()
    page.press("ArrowRight")
    assert "This page ends here; the nearest that was computed is shown." in page.text("note")
    settings = page.settings(experiment, start)
    assert settings.seed == 1
    assert page.text("status") == experiment.describe(experiment.result(settings))


def test_the_story_is_told_step_by_step(page, experiment):
    names = list(experiment.presets)
    for name in [*names, names[0]]:
        page.button("Step").press("Enter")
        assert page.preset.evaluate("(select) => select.value") == name
        assert page.text("status") == experiment.describe(experiment.result(experiment.presets[name]))
    page.preset.select_option(names[2])
    assert page.text("status") == experiment.describe(experiment.result(experiment.presets[names[2]]))
    page.button("Reset").press("Enter")
    assert page.preset.evaluate("(select) => select.value") == ""


def test_presets_play_and_stop(visit, path):
    page = visit(path)
    page.button("Play").press("Enter")
    assert page.button("Stop").count() == 1
    page.button("Stop").press("Enter")
    assert page.button("Play").count() == 1
    calm = visit(path, reduced_motion="reduce")
    calm.button("Play").press("Enter")
    assert calm.preset.evaluate("(select) => select.selectedIndex") == 1
    assert calm.button("Play").count() == 1


def test_without_scripts_there_is_the_first_picture(visit, path, experiment, start):
    page = visit(path, java_script_enabled=False)
    image = page.root.locator("figure img")
    assert image.get_attribute("alt") == experiment.describe(experiment.result(start))
    assert image.bounding_box()["width"] == 700
    assert page.page.get_by_text("without them it shows its first picture").is_visible()


def test_on_paper_it_is_light_and_sharp(visit, path):
    page = visit(path, color_scheme="dark")
    page.page.evaluate("() => window.dispatchEvent(new Event('beforeprint'))")
    assert page.pixels().shape[1] == 2100
    assert page.pixels()[2, 2].mean() == 255
    page.page.evaluate("() => window.dispatchEvent(new Event('afterprint'))")
    assert page.pixels().shape[1] == 700
    assert page.pixels()[2, 2].mean() < 30


def test_names_are_text_whatever_is_in_them(visit, tmp_path):
    experiment = experiments.get("bias-kinds")
    presets = {HOSTILE: experiment.settings(n=200), "<img src=x>": experiment.settings(n=200, strength=0.2)}
    hostile = dataclasses.replace(experiment, presets=presets, about=f"A {HOSTILE} title\n")
    story = Story(hostile, [(name, f"{HOSTILE}?") for name in presets])
    write(hostile, tmp_path / "hostile.html", story=story, values=2, seconds=1, progress=False)
    page = visit(tmp_path / "hostile.html")
    page.button("Step").click()
    assert page.text("question") == f"{HOSTILE}?"
    assert page.page.title() == f"A {HOSTILE} title"
    assert page.requests == [page.address]
    assert page.complaints == []


DRAWN = {
    "bias-kinds": {"n": 400},
    "discriminative": {},
    "kmm-regression": {},
    "reverse-testing-boolean": {"draws": 400},
    "undersampling": {"n": 400},
}


def blurred(picture):
    """A mark that is rounded to the next pixel is still there."""
    return uniform_filter(picture, (3, 3, 1))


def differences(page, experiment, settings, theme):
    """How far the page is from the picture as Agg paints it, and the artists that it does not show."""
    picture = LivePicture(experiment, theme)
    whole = blurred(picture.update(experiment.result(settings))[..., :3].astype(float))
    shown = blurred(page.pixels())
    missing = []
    for name, artist in zip(range(1000), picture.moving, strict=False):
        artist.set_visible(False)
        without = picture.pixels()[..., :3].astype(float)
        artist.set_visible(True)
        without = blurred(without)
        ink = np.abs(whole - without).sum(axis=2) > 20
        if ink.sum() >= 8:
            off, on = (np.abs(shown - other).sum(axis=2)[ink].sum() for other in (without, whole))
            if on > NEARER * (on + off):
                missing.append(name)
    mean = np.abs(shown - whole).mean()
    print(f"{experiment.name}, {theme}: {mean:.2f}")
    return mean, missing


def draw(name, tmp_path, theme, visit):
    experiment = with_presets(experiments.get(name), 0)
    settings = experiment.settings(**DRAWN[name])
    write(experiment, tmp_path / "page.html", settings, values=2, seconds=0.01, progress=False)
    return differences(visit(tmp_path / "page.html", color_scheme=theme), experiment, settings, theme)


def test_axes_that_are_missing_are_noticed(visit, tmp_path, monkeypatch):
    frame = Film.frame

    def ground_only(film, result):
        whole = frame(film, result)
        return dataclasses.replace(whole, stays=whole.stays[:1])

    monkeypatch.setattr(Film, "frame", ground_only)
    mean, _ = draw("kmm-regression", tmp_path, "light", visit)
    assert mean > ALIKE


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("name", DRAWN)
def test_the_page_shows_what_matplotlib_paints(visit, tmp_path, name, theme):
    mean, missing = draw(name, tmp_path, theme, visit)
    assert mean < ALIKE
    assert missing == []


def test_a_curve_that_is_missing_is_noticed(visit, tmp_path, monkeypatch):
    frame = Film.frame

    def without_one(film, result):
        whole = frame(film, result)
        return dataclasses.replace(whole, moves=(*whole.moves[:-1], ()))

    monkeypatch.setattr(Film, "frame", without_one)
    _, missing = draw("kmm-regression", tmp_path, "light", visit)
    assert len(missing) == 1
