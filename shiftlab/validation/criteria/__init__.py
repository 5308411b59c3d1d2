"""Criteria: how good will an estimator be on the target? One class a file, all with the one method `score`."""
