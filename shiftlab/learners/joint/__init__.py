"""Weights and classifier in one optimisation problem: the problem, its labels, its coordinates, its solver."""
