"""A paper whose cells take their time, or their worker with them."""

from shiftlab.papers import Paper

PAPER = Paper(name="slow", lesson="98", title="", experiments={"slow": "slow"})
