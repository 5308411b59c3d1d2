"""What needs no run: section 4 by exact sums over a small world, its formulas at random values, and printed numbers."""
