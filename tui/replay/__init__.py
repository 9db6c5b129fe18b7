"""A recorded game on the screen, forward and back."""
