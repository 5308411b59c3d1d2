"""What twenty seeds say: the sentence of a result with the range of every number in it that chance moves."""

from __future__ import annotations

import re
from collections.abc import Sequence

NUMBER = re.compile(r"-?\d+(?:\.\d+)?(?:e-?\d+)?")


def sentence(texts: Sequence[str]) -> str:
    """Merge the sentences of several seeds.

    >>> sentence(["AUC 0.71 at μ = 3.", "AUC 0.69 at μ = 3.", "AUC 0.75 at μ = 3."])
    'Over 3 seeds: AUC 0.69 to 0.75 at μ = 3.'
    """
    skeletons = {NUMBER.sub("#", text) for text in texts}
    if len(skeletons) > 1:  # the words depend on the numbers
        return f"Over {len(texts)} seeds; the first says: {texts[0]}"
    columns = zip(*(NUMBER.findall(text) for text in texts), strict=True)
    ranges = iter([_range(column) for column in columns])
    return f"Over {len(texts)} seeds: " + NUMBER.sub(lambda _: next(ranges), texts[0])


def _range(numbers: Sequence[str]) -> str:
    low, high = min(numbers, key=float), max(numbers, key=float)
    return low if low == high else f"{low} to {high}"
