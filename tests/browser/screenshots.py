"""The README's pictures: an explorer in light and dark, and a lesson on stage (`make screenshots`)."""

import os
import sys
import tempfile
from io import BytesIO
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "helpers"))
sys.path.insert(0, str(Path(__file__).parents[1] / "helpers" / "browser"))

import hosts
from documents import ROOT
from pages import Page
from PIL import Image

EXPLORER = """\
from shiftlab_widgets import explore
explore(
    "undersampling",
    steps=[("Overlapping classes (figure 3, left)", "One negative in nine stays. How high is p_s where p is .1?")],
    controls=["mu", "beta", "prior", "seed"],
)"""
LESSON = ROOT / "notebooks/student/02_undersampling.ipynb"
STAGE_IS_READY = """() => document.querySelector(".shiftlab-presenting:not(.shiftlab-raising)")
    && document.querySelector("[data-shiftlab-said]").textContent === "" """
WIDTH = 1200  # pixels
MARGIN = 8  # around the explorer
KILOBYTES = 250


def main():
    from playwright.sync_api import sync_playwright

    if hosts.chromium() is None:
        sys.exit(f"screenshots: {hosts.GET_CHROMIUM}")
    os.environ["SHIFTLAB_PROFILE"] = "presenter"
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        hosts.write_notebook(Path(folder) / "explorer.ipynb", [EXPLORER])
        (Path(folder) / LESSON.name).write_bytes(LESSON.read_bytes())
        browser = playwright.chromium.launch(executable_path=hosts.chromium(), headless=True, args=hosts.CHROMIUM_FLAGS)
        with hosts.Host("lab", folder) as host:
            page = opened(browser, host, "explorer.ipynb", {"width": 1600, "height": 1000})
            page.run_all()
            for theme in ("Light", "Dark"):
                write(f"explorer-{theme.lower()}.png", explorer(page, theme))
            page.theme("Light")
            write("stage.png", on_stage(opened(browser, host, LESSON.name, {"width": 1280, "height": 720})))
        browser.close()


def opened(browser, host, name, viewport):
    context = browser.new_context(viewport=viewport, device_scale_factor=2)
    hosts.keep_local(context)
    page = Page(context.new_page(), host)
    hosts.open_notebook(page.page, host, name)
    return page


def explorer(page, theme):
    """As a student has it after a few moves: μ changed, the first state pinned."""
    page.theme(theme)
    explorer = page.explorer()
    explorer.button("Reset").click()
    if explorer.button("Unpin").is_visible():
        explorer.button("Unpin").click()
        explorer.button("Unpin").wait_for(state="hidden")
    explorer.says("μ = 3, β = 0.111")
    explorer.button("Pin").click()
    explorer.box("mu").fill("6")
    page.press("Enter")
    explorer.says("μ = 6,")
    page.page.mouse.move(0, 0)
    page.page.evaluate("() => document.activeElement.blur()")
    page.page.wait_for_timeout(1500)
    explorer.root.scroll_into_view_if_needed()
    page.page.wait_for_timeout(300)
    box = explorer.root.bounding_box()
    # not above: there is the input
    clip = {"x": box["x"] - MARGIN, "y": box["y"] + 1, "width": box["width"] + 2 * MARGIN, "height": box["height"]}
    return page.page.screenshot(clip=clip)


def on_stage(page):
    """The first explorer of the lesson, after everybody has predicted."""
    page.command("shiftlab:present")
    page.page.wait_for_function(STAGE_IS_READY, timeout=120_000)
    look = page.page.get_by_role("button", name="Look without predicting")
    while not look.first.is_visible():
        page.press("PageDown")
        page.page.wait_for_timeout(300)
    look.first.click()
    page.page.wait_for_timeout(1500)
    while not page.page.locator("[data-shiftlab-explorer]:visible").count():
        page.press("PageDown")
        page.page.wait_for_timeout(300)
    page.page.wait_for_timeout(2500)  # lecture size, all its pixels
    return page.page.screenshot()


def write(name, picture):
    path = ROOT / "docs" / name
    path.write_bytes(small(picture))
    print(f"{path.relative_to(ROOT)}: {path.stat().st_size / 1000:.0f} kB")


def small(picture):
    """In the README's width and in 256 colours that are chosen with care: nobody sees a difference."""
    with Image.open(BytesIO(picture)) as image:
        height = round(image.height * WIDTH / image.width)
        resized = image.convert("RGB").resize((WIDTH, height), Image.Resampling.LANCZOS)
    few = resized.quantize(256, method=Image.Quantize.MAXCOVERAGE, kmeans=5, dither=Image.Dither.NONE)
    out = BytesIO()
    few.save(out, "PNG", optimize=True)
    if len(out.getvalue()) > 1000 * KILOBYTES:
        sys.exit(f"screenshots: a picture has {len(out.getvalue()) / 1000:.0f} kB, more than {KILOBYTES}")
    return out.getvalue()


if __name__ == "__main__":
    main()
