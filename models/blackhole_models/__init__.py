"""What the patience game Black Hole is, and everything that decides a deal of it."""
