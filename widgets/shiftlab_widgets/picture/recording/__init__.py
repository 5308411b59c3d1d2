"""Pictures as numbers: what matplotlib draws, in parts of a pixel, so that a page without a kernel can draw it again.

A renderer takes down the calls that artists make, whatever artists they are. So nothing here knows an experiment, and
nothing knows Jupyter. It stands beside the live picture, which knows what of a picture moves and what stays.
"""
