"""Rows as tables: what their columns are called and hold, who can read them, and one sample below the other."""
