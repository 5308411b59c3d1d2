"""What a student has done: the record of a folder, and what is told of it."""
