"""What readers see of the claims: the front page, a page with pictures for each paper, and two lists.

`written` gives all of it as text, from decided claims and the provenance of the runs: the same input, the same bytes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import PurePosixPath
from typing import Any

from . import front
from .finding import Finding as Finding
from .forest import picture
from .front import front_page
from .front import readme as readme
from .lists import ERRATA, MATHEMATICS
from .paper import paper_page

FRONT = PurePosixPath("CLAIMS.md")
FOLDER = PurePosixPath(front.FOLDER)


def written(
    findings: Sequence[Finding],
    titles: Mapping[str, str],
    dropped: Mapping[str, Mapping[str, str]],
    runs: Mapping[str, Mapping[str, Any]],
) -> dict[PurePosixPath, str]:
    """Every file, by its place in a checkout."""
    pages = {
        FRONT: front_page(findings, titles),
        FOLDER / "mathematics.md": MATHEMATICS.page(findings, titles),
        FOLDER / "errata.md": ERRATA.page(findings, titles),
    }
    for name, title in titles.items():
        own = [finding for finding in findings if finding.claim.paper == name]
        if own:
            read = {finding.claim.experiment for finding in own}
            its_runs = {experiment: run for experiment, run in runs.items() if experiment in read}
            pages[FOLDER / f"{name}.md"] = paper_page(name, title, own, dropped.get(name, {}), its_runs)
        pages |= {FOLDER / "figures" / finding.figure: picture(finding) for finding in own if finding.is_drawn}
    return pages
