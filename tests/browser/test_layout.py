"""Where things stand: question, picture and chosen controls, the rest; and what outside drivers hold on to."""

import pytest
from pages import eventually

STEPS = '[("Milder undersampling", "How far does it drift?"), ("A forest with leaves of one row", "Why is it worse?")]'
EXPLORER = (
    "from shiftlab_widgets import explore\n"
    f'explore("undersampling", steps={STEPS}, controls=["mu", "beta"], learner="logistic", n=1000)'
)
WIDE, NARROW = {"width": 1600, "height": 1000}, {"width": 900, "height": 900}


def box(locator):
    return locator.bounding_box()


def test_the_question_stands_above_and_the_chosen_controls_beside_the_picture(lab):
    page = lab(EXPLORER, viewport=WIDE)
    explorer = page.explorer()
    explorer.button("Step").click()
    question = explorer.root.locator("[data-shiftlab-question]")
    eventually(question.inner_text, "How far does it drift?")
    picture = explorer.root.locator("[data-shiftlab-picture]")
    eventually(lambda: box(explorer.field("mu"))["x"] > box(picture)["x"] + box(picture)["width"])
    assert box(question)["y"] + box(question)["height"] <= box(picture)["y"]
    assert not explorer.field("sigma").is_visible()
    explorer.root.locator("[data-shiftlab-more] summary").click()
    explorer.field("sigma").wait_for()
    page.page.set_viewport_size(NARROW)
    eventually(lambda: box(explorer.field("mu"))["y"] >= box(picture)["y"] + box(picture)["height"])
    eventually(explorer.cut_off, [])


def test_a_driver_steps_through_and_sees_how_many_are_left(lab):
    page = lab(EXPLORER)
    root = page.explorer().root
    assert root.get_attribute("data-shiftlab-explorer") == "undersampling"

    def where():
        return root.get_attribute("data-shiftlab-step"), root.get_attribute("data-shiftlab-steps-left")

    assert where() == ("-1", "2")
    for expected in (("0", "1"), ("1", "0")):
        root.locator("[data-shiftlab-action=step]").click()
        eventually(where, expected)
    presets = root.locator("select[data-shiftlab-action=preset]")
    presets.evaluate("(select) => { select.value = 'Step 1 of 2'; select.dispatchEvent(new Event('change')); }")
    eventually(where, ("0", "1"))


@pytest.mark.parametrize("size", ["Notebook size", "Lecture size"])
@pytest.mark.parametrize("theme", ["Light", "Dark"])
def test_axe_finds_nothing(lab, theme, size):
    page = lab(EXPLORER, 'from shiftlab_widgets import explore\nexplore("kmm-selection")', viewport=WIDE)
    page.theme(theme)
    for nth in (0, 1):
        explorer = page.explorer(nth)
        if size == "Lecture size":
            explorer.button("Lecture size").click()
            explorer.button("Notebook size").wait_for()
        for summary in explorer.root.locator("summary").all():
            summary.click()
    assert page.violations(".shiftlab-explorer") == []


def test_a_drag_sends_one_message_at_a_time(lab):
    page = lab('from shiftlab_widgets import explore\nexplore("undersampling")')
    explorer = page.explorer()
    explorer.says("μ = 3,")
    slider = explorer.slider("mu")
    edge = box(slider)
    y = edge["y"] + edge["height"] / 2
    page.page.evaluate(COUNT)
    page.page.mouse.move(edge["x"] + 0.2 * edge["width"], y)
    page.page.mouse.down()
    for step in range(60):
        page.page.mouse.move(edge["x"] + (0.2 + 0.01 * step) * edge["width"], y)
    page.page.mouse.up()
    value = slider.get_attribute("aria-valuetext")
    explorer.says(f"μ = {value},")
    eventually(lambda: page.page.evaluate("() => ahead.now"), 0)
    sent, most = page.page.evaluate("() => [ahead.sent, ahead.most]")
    assert most == 1
    assert sent > 1
    # the thumb never jumps back to a value that is older than the hand
    assert slider.get_attribute("aria-valuetext") == value


#: How many moves are on their way without an answer, now and at most.
COUNT = """() => {
    const kernel = window.jupyterapp.shell.currentWidget.sessionContext.session.kernel;
    window.ahead = { now: 0, most: 0, sent: 0 };
    kernel.anyMessage.connect((_, { msg, direction }) => {
        if (msg.header.msg_type !== "comm_msg") return;
        const { method, content } = msg.content.data;
        if (method !== "custom") return;
        if (direction === "send" && content.do === "move") {
            ahead.sent += 1;
            ahead.most = Math.max(ahead.most, ++ahead.now);
        } else if (content.answered) ahead.now -= 1;
    });
}"""
