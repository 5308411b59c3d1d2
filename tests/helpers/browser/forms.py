"""What the course asks, in a page: its forms, answered without a mouse."""

from pages import eventually, shows

FOCUSED = "(element) => element === document.activeElement"


def forms(where):
    """All forms in a page, or in a cell."""
    return where.locator(".shiftlab-asking")


def reach(page, element, at_most=40):
    """Press Tab until it has the focus."""
    for _ in range(at_most):
        if element.evaluate(FOCUSED):
            return
        page.press("Tab")
    raise AssertionError("Tab never reached it")


def choose(page, form, position):
    """Take a choice by keyboard: Tab reaches the group, Space takes the first, arrows go on."""
    reach(page, form.locator("input[type=radio]").first)
    page.press("Space")
    for _ in range(position):
        page.press("ArrowDown")


def predict(page, form, asked, because):
    """Predict the last of the choices, guessing, with this reason; the focus is on the answer then."""
    form.wait_for()
    form.locator("input[type=radio]").first.focus()
    choose(page, form, len(asked.choices) - 1)
    page.press("Tab")
    page.press("ArrowDown")  # guessing
    page.press("Tab")
    page.page.keyboard.type(because)
    page.press("Enter")
    last = [*asked.choices][-1]
    shows(form.locator(".shiftlab-answer"), f"You predict: {last}")
    eventually(lambda: form.locator(".shiftlab-answer").evaluate(FOCUSED))
    return {"choice": last, "sure": "guessing", "because": because}
