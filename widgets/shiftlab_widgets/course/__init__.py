"""The course in a kernel: what it asks, to be answered by pressing, and a sentence for who skips a first cell."""
