"""Every lesson in JupyterLab, as a student has it: nothing tells an answer until it is predicted, by keyboard and where
it is asked. Then everything is shown, nothing complains, axe neither, and every explorer follows the keyboard and has
its question, its picture and a slider on one screen.
"""

import pytest
from documents import ROOT
from pages import eventually

from shiftlab.course import registry

EXPLORER_CELLS = """() => window.jupyterapp.shell.currentWidget.content.widgets
    .map((cell, index) => [cell, index])
    .filter(([cell]) => cell.outputArea?.node.querySelector(".shiftlab-explorer"))
    .map(([, index]) => index)"""
SHOW = """async (index) => {
    await window.jupyterapp.shell.currentWidget.content.scrollToItem(index, "center");
}"""

#: A small laptop's screen, and how wide a picture must be there.
LAPTOP, WIDE_ENOUGH = {"width": 1280, "height": 720}, 420
#: What is not to be seen when an explorer has been scrolled to the top.
NOT_SEEN = """(root, wideEnough) => {
    const seen = (element) => {
        if (!element.checkVisibility()) return false;
        const [box, room] = [element, root.closest(".jp-WindowedPanel-outer")].map((e) => e.getBoundingClientRect());
        const wide = box.left >= room.left && box.right <= room.right;
        return wide && box.top >= room.top - 1 && box.bottom <= room.bottom + 1;
    };
    const question = root.querySelector("[data-shiftlab-question]");
    const image = root.querySelector("[data-shiftlab-picture] img");
    root.scrollIntoView({ block: "start" });
    const found = {
        "the question": question.textContent && seen(question),
        "the picture": seen(image) && image.clientWidth >= wideEnough,
        "a slider": [...root.querySelectorAll("input[type=range]")].some(seen),
    };
    return Object.keys(found).filter((what) => !found[what]);
}"""
#: What the papers turn.
TURNED = {"undersampling": ["mu", "beta"], "kmm-regression": ["target_mean"], "reverse-testing": ["drop"]}


# one object for each: the page of a lesson is kept from one test of it to the next
LESSONS = [pytest.param((one, "lab"), id=one.name) for one in registry.lessons().values()]
SOLUTIONS = sorted((ROOT / "notebooks" / "solutions").glob("*.ipynb"))
each_lesson = pytest.mark.parametrize("student", LESSONS, indirect=True)


@each_lesson
def test_nothing_tells_an_answer_before_it_is_predicted(student):
    assert not student.said
    assert student.told() == []
    assert student.page.complaints() == []


@each_lesson
def test_every_prediction_is_made_by_keyboard_and_kept(student, lesson):
    kept = student.kept()
    assert {id: {key: kept[id][key] for key in said} for id, said in student.said.items()} == student.said
    assert lesson.page.get_by_text("This cell stopped").count() == 0
    assert lesson.complaints() == []


@each_lesson
def test_no_violation_in_the_outputs_of_a_lesson_light_or_dark(student, lesson):
    assert_accessible(lesson)


@pytest.mark.parametrize("solution", SOLUTIONS, indirect=True, ids=lambda path: path.stem)
def test_no_violation_in_the_outputs_of_solutions_light_or_dark(solution):
    assert_accessible(solution)


def assert_accessible(page):
    found = []
    for theme in ("Dark", "Light"):
        page.theme(theme)
        page.look_at_every_cell()
        assert page.locator(".jp-OutputArea-output").count() > 5
        found += [f"{theme}: {violation}" for violation in page.violations(".jp-OutputArea-output")]
    assert not found, "\n".join(found)


def explorers(page):
    """Those of a lesson, each after its cell was scrolled to."""
    cells = page.page.evaluate(EXPLORER_CELLS)
    assert cells
    for nth, index in enumerate(cells):
        page.page.evaluate(SHOW, index)
        explorer = page.explorer(nth)
        eventually(explorer.is_shown)
        yield explorer


@each_lesson
def test_question_picture_and_a_slider_are_on_one_screen_at_every_step(student, lesson):
    lesson.page.set_viewport_size(LAPTOP)
    met = set()
    for explorer in explorers(lesson):
        if explorer.name not in met:  # the first of an experiment is where one turns what its paper turns
            folded = [name for name in TURNED.get(explorer.name, []) if not explorer.slider(name).is_visible()]
            assert not folded, "under More settings"
        met.add(explorer.name)
        for _ in range(explorer.steps):
            explorer.step()
            eventually(lambda explorer=explorer: explorer.root.evaluate(NOT_SEEN, WIDE_ENOUGH), [])


@each_lesson
def test_every_explorer_of_a_lesson_follows_the_keyboard(student, lesson):
    for explorer in explorers(lesson):
        before, slider = explorer.alt, explorer.root.get_by_role("slider").first
        at_end = slider.evaluate("(slider) => slider.value === slider.max")
        slider.focus()
        for _ in range(3):
            lesson.press("ArrowLeft" if at_end else "ArrowRight")
        eventually(lambda explorer=explorer, before=before: explorer.alt != before)
        assert explorer.error.inner_text() == ""
    assert lesson.complaints() == []
