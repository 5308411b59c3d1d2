"""Settings that are shown, and those that Tables 15 to 18 need: blocks of time, and what the paper leaves open."""

from __future__ import annotations

from .settings import Settings

PRESETS = {
    "No shift": Settings(shift=0.0),
    "Customers change": Settings(),
    "They change the other way": Settings(shift=-1.0),
    "Few frauds": Settings(share=0.01),
    "A cheap investigation": Settings(overhead=10.0),
    "A dear investigation: nothing to earn": Settings(overhead=500.0),
    "Undecided pairs, by the sums": Settings(rule="sum"),
    "Learners that repeat what they were taught": Settings(retrained="labels"),
    "The target labelled by classes": Settings(retrained="classes"),
}


#: Blocks of two days: each of them is judged after learning from the one before it.
CARD = Settings(problem="creditcard")
BLOCKS = range(2, CARD.blocks + 1)
SHIFTS = (0.0, 1.0)


def cells(mode: str) -> list[Settings]:
    """Quick: the synthetic world, which stands in for the data. Full: more worlds, and the card data in six ways."""
    if mode == "quick":
        return _worlds(range(2))
    return [
        *_worlds(range(10)),
        *(CARD.changed(block=block, seed=seed) for seed in range(2) for block in BLOCKS),
        # as in the paper, the last block after all others; their rows are too many for the time we have
        CARD.changed(block=CARD.blocks, train=0, max_rows=40_000),
        *(CARD.changed(block=block, enough=200) for block in BLOCKS),
        *(CARD.changed(block=block, retrained="labels") for block in BLOCKS[::2]),
        *(CARD.changed(block=block, retrained="classes") for block in BLOCKS),
    ]


def _worlds(seeds: range) -> list[Settings]:
    return [Settings(shift=shift, seed=seed) for shift in SHIFTS for seed in seeds]
