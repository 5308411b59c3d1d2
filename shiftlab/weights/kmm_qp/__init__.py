"""The quadratic programme of kernel mean matching: its constraints, three ways to solve it, one certificate."""
