"""Shows what came of simulations: as text with plots, as a page, as rows, and how far they are."""
