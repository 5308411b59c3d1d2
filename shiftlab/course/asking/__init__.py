"""What is asked besides exercises: predictions behind their veil, and questions that come again."""
