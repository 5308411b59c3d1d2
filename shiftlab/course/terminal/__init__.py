"""What students call in a terminal, and what it does in their folders."""
