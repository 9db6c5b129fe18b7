"""A judgement of positions that is learned from games: the chance to win, whatever the scenario."""
