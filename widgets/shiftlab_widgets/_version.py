"""The version, the same as shiftlab's (a test compares)."""

__version__ = "0.1.0"
