"""The README's pictures: lesson 02's first explorer in JupyterLab, light and dark (`make screenshots`)."""

import sys
import tempfile
from io import BytesIO
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "helpers"))

import hosts
from documents import ROOT
from pages import Page
from PIL import Image

LESSON = ROOT / "notebooks" / "02_undersampling.ipynb"
WIDTH = 1200  # pixels
MARGIN = 8  # around the explorer
KILOBYTES = 250


def main():
    from playwright.sync_api import sync_playwright

    if hosts.chromium() is None:
        sys.exit(f"screenshots: {hosts.GET_CHROMIUM}")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        (Path(folder) / LESSON.name).write_bytes(LESSON.read_bytes())
        browser = playwright.chromium.launch(executable_path=hosts.chromium(), headless=True, args=hosts.CHROMIUM_FLAGS)
        with hosts.Host("lab", folder) as host:
            context = browser.new_context(viewport={"width": 1280, "height": 1600}, device_scale_factor=2)
            hosts.keep_local(context)
            page = Page(context.new_page(), host)
            hosts.open_notebook(page.page, host, LESSON.name)
            page.run_all()
            for theme in ("Light", "Dark"):
                picture = photograph(page, theme)
                path = ROOT / "docs" / f"explorer-{theme.lower()}.png"
                path.parent.mkdir(exist_ok=True)
                path.write_bytes(small(picture))
                print(f"{path.relative_to(ROOT)}: {path.stat().st_size / 1000:.0f} kB")
        browser.close()


def photograph(page, theme):
    """The explorer as a student has it after a few moves: μ and β changed, the first state pinned."""
    page.theme(theme)
    page.cell('explore("undersampling")')
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
