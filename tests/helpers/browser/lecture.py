"""A short lecture: a notebook with a slide of each kind."""

import nbformat

EXPLORE = """explore(
    "undersampling",
    steps=[("Milder undersampling", "How far does it drift?"), ("A forest with leaves of one row", "Why is it worse?")],
    controls=["mu", "beta"],
)"""


def text(source, kind="slide", tags=(), **told):
    made = nbformat.v4.new_markdown_cell(source)
    made.metadata.update({"slideshow": {"slide_type": kind}, "tags": [*tags], "shiftlab": told})
    return made


def code(source):
    return nbformat.v4.new_code_cell(source)


def lecture_cells():
    """Six slides: words, an explorer with two steps, a prediction, something to write, a section that is folded."""
    folded = text("## Dig deeper: a folded section", tags=["deeper"])
    folded.metadata["jp-MarkdownHeadingCollapsed"] = True
    return [
        text("# A short lecture\n\nOne idea a screen.", notes="Say hello.", minutes=2),
        code("from shiftlab import course\nfrom shiftlab_widgets import explore"),
        text("## Explore", notes="Ask first.", minutes=3),
        code(EXPLORE),
        text("## Predict", notes="Hands, then phones.", minutes=4),
        code('course.predict("02-leaf")'),
        text("## Write", minutes=5),
        code("# exercise: 02-posterior\nanswer = 1"),
        folded,
        text("Words of the folded section.", kind="-"),
        text("## The end", minutes=1),
        code("1 + 1"),
    ]


def write(path, cells):
    made = nbformat.v4.new_notebook(cells=cells)
    made.metadata["kernelspec"] = {"name": "python3", "display_name": "Python 3", "language": "python"}
    nbformat.write(made, path)
