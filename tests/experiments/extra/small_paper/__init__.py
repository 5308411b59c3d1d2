"""A paper that nobody wrote."""

from shiftlab.papers import Paper

PAPER = Paper(name="small-paper", lesson="99", title="", experiments={"tiny": "tiny"})
