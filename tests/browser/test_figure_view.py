"""The figure by itself, without an explorer around it."""

import pytest
from pages import eventually

VIEW = """from shiftlab import experiments
from shiftlab_widgets import FigureView

experiment = experiments.get("undersampling")
view = FigureView(experiment, experiment.run(experiment.settings(n=1000)))
view"""
MOVE = "view.draw(experiment.run(experiment.settings(n=1000, mu=5.0)))"
ONE_TO_ONE = "(image) => image.complete && image.naturalWidth / image.clientWidth / devicePixelRatio"


@pytest.mark.parametrize("ratio", [1, 2])
def test_it_is_described_and_has_the_pixels_of_the_screen_when_it_rests(lab, ratio):
    page = lab(VIEW, MOVE, **({"device_scale_factor": ratio} if ratio != 1 else {}))  # that is how pages are
    image = page.page.locator("[data-shiftlab-picture] img")
    image.wait_for()
    eventually(lambda: "μ = 5," in (image.get_attribute("alt") or ""))
    eventually(lambda: image.evaluate(ONE_TO_ONE), pytest.approx(1, abs=0.005))
    assert page.page.locator("[data-shiftlab-picture] .shiftlab-gone").inner_text() == ""


def test_it_says_that_its_kernel_was_restarted(lab):
    page = lab(VIEW, alone=True)
    page.page.locator("[data-shiftlab-picture] img").wait_for()
    page.page.evaluate("() => window.jupyterapp.shell.currentWidget.sessionContext.session.kernel.restart()")
    page.page.get_by_text("The kernel was restarted").wait_for()
