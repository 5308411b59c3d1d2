"""Learners that see the target while they are trained: its rows, and the labels of a few of them."""
