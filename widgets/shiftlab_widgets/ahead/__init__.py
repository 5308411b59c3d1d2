"""Frames for settings that may come next, drawn while nobody waits for anything and kept by the page."""
