"""Peer instruction: what a first vote is worth doing next. A hint to the presenter, and nothing else decides by it.

After Crouch and Mazur, Peer Instruction: Ten years of experience and results, 2001: where few are right there is nobody
to learn from, and where most are right little is left to discuss.
"""

from __future__ import annotations

FEW, MANY = 35, 70  # per cent


def hint(right: int, total: int, votes: int) -> str | None:
    """What to do after vote number `votes` on a question, in which `right` of `total` were right."""
    if total == 0:
        return None
    found = f"{100 * right / total:.0f} % are right"
    if 100 * right < FEW * total:
        return f"{found}: explain, then ask again."
    if 100 * right > MANY * total:
        return f"{found}: go on."
    if votes > 1:
        return f"{found} after the discussion: explain, then go on."
    return f"{found}: let neighbours discuss, then vote again."
