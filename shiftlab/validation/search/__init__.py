"""The choice among learners, settings and sources for a target, all in one search."""
