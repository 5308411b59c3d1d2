"""Every claim of the papers that can be checked, with our verdict and the evidence.

``claims.json`` is built from the records of a full run (see `shiftlab.claims.build`); nothing in it is typed.
"""

from __future__ import annotations

import json
from importlib import resources

from .statement import Claim as Claim

__all__ = ["Claim", "load"]


def load(paper: str | None = None) -> list[Claim]:
    """The claims as they stand after the last full run; of one paper only, if named.

    >>> {claim.paper for claim in load("kmm")}
    {'kmm'}
    """
    text = resources.files(__name__).joinpath("claims.json").read_text(encoding="utf-8")
    claims = [Claim(**claim) for claim in json.loads(text)["claims"]]
    papers = list(dict.fromkeys(claim.paper for claim in claims))
    if paper is not None and paper not in papers:
        raise ValueError(f"There are no claims of a paper {paper!r}; there are those of {', '.join(papers)}.")
    return [claim for claim in claims if paper in (None, claim.paper)]
