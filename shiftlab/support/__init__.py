"""What any program needs and no paper is about: files that are never half written, words, a switch, rows as tables."""
